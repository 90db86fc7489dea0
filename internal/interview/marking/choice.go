package marking

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/interview/bank"
)

// Options labels the choices of a question: by numbers, or by letters where a choice is
// itself a number and "2" could mean either.
func Options(q bank.Question, lang bank.Language) []Option {
	lettered := lettered(q)
	options := make([]Option, len(q.Choices))
	for i, c := range q.Choices {
		label := strconv.Itoa(i + 1)
		if lettered {
			label = string(rune('A' + i))
		}
		options[i] = Option{Label: label, Text: lang.Of(c.Text)}
	}
	return options
}

func lettered(q bank.Question) bool {
	return slices.ContainsFunc(q.Choices, func(c bank.Choice) bool {
		return len(figures(c.Text.EN)) == 1 && utf8.RuneCountInString(c.Text.EN) <= 8
	})
}

// Letters by place. Under letter labels, Cyrillic letters that look like Latin ones are
// those; the rest, and all of them under number labels, count by the Russian alphabet.
const (
	latinLetters    = "abcdef"
	cyrillicLetters = "абвгде"
)

var lookalikes = map[rune]int{'а': 0, 'в': 1, 'с': 2, 'е': 4}

// placeOf reads a label: a number or a letter; -1 is no label of the question.
func placeOf(label string, q bank.Question) int {
	label = strings.ToLower(label)
	if n, err := strconv.Atoi(label); err == nil {
		return bounded(n-1, len(q.Choices))
	}
	r, size := utf8.DecodeRuneInString(label)
	if size != len(label) {
		return -1
	}
	if at := strings.IndexRune(latinLetters, r); at >= 0 {
		return bounded(at, len(q.Choices))
	}
	if at, ok := lookalikes[r]; ok && lettered(q) {
		return bounded(at, len(q.Choices))
	}
	at := -1
	for i, c := range []rune(cyrillicLetters) {
		if c == r {
			at = i
		}
	}
	return bounded(at, len(q.Choices))
}

func bounded(at, size int) int {
	if at < 0 || at >= size {
		return -1
	}
	return at
}

// The forms in which people choose. A letter at the start is a label only with a mark
// behind it: "a lot" and "в коде" begin with words.
var (
	labelFirst  = regexp.MustCompile(`^[\s(«"'№]*(?:([A-Za-zА-Яа-я])(?:\s*$|\s*[).:;,—–-])|(\d{1,2})(?:\s*$|\s*[).:;,—–-]|\s))`)
	labelNamed  = regexp.MustCompile(`(?i)(?:вариант|ответ|пункт|option|answer|choice|variant)\s*(?:is|:|=|—|–|-|№|номер|number|под номером)?\s*[«"'(]?([A-Za-zА-Яа-я]|\d{1,2})(?:$|[^\p{L}\p{N}])`)
	labelsAlone = regexp.MustCompile(`(?i)^[\s(]*(?:[a-zа-я]|\d{1,2})\)?(?:(?:\s*[,;/]\s*|\s+(?:и|или|либо|and|or)\s+|\s+)\(?(?:[a-zа-я]|\d{1,2})\)?)+\s*[.!]?$`)
)

// readChoice holds an answer against the key of a choice question: the option's own text,
// its id, its label, or a text that holds one option whole.
func readChoice(text string, q bank.Question) keyed {
	at := chosen(text, q)
	switch {
	case at < 0:
		return keyUnclear
	case slices.Contains(q.Keys(), q.Choices[at].ID):
		return keyRight
	}
	return keyWrong
}

func chosen(text string, q bank.Question) int {
	said := squeezed(text)
	for i, c := range q.Choices {
		if said == squeezed(c.Text.RU) || said == squeezed(c.Text.EN) {
			return i
		}
	}
	for i, c := range q.Choices {
		if len(c.ID) > 1 && said == c.ID {
			return i
		}
	}
	if labelsAlone.MatchString(strings.TrimSpace(text)) {
		return -1 // several at once are no choice
	}
	return agreed(text, said, q)
}

// agreed returns the one option that every sign in the answer points to: its labels, or
// else the words of an option.
func agreed(text, said string, q bank.Question) int {
	named := labels(text, q)
	if len(named) == 0 {
		named = wordsOf(text, said, q)
	}
	slices.Sort(named)
	if named = slices.Compact(named); len(named) != 1 {
		return -1
	}
	return named[0]
}

func labels(text string, q bank.Question) []int {
	var named []int
	if m := labelFirst.FindStringSubmatch(text); m != nil {
		named = append(named, placeOf(m[1]+m[2], q))
	}
	for _, m := range labelNamed.FindAllStringSubmatch(text, -1) {
		named = append(named, placeOf(m[1], q))
	}
	return slices.DeleteFunc(named, func(at int) bool { return at < 0 })
}

var clauseEnd = regexp.MustCompile(`[:.,;\n]|\s[—–-]\s`)

// wordsOf finds the options that the answer has whole, or whose words it begins with.
func wordsOf(text, said string, q bank.Question) []int {
	first := squeezed(clauseEnd.Split(text, 2)[0])
	var named []int
	for i, c := range q.Choices {
		for _, option := range []string{squeezed(c.Text.RU), squeezed(c.Text.EN)} {
			if holds(said, option) || holds(option, first) {
				named = append(named, i)
			}
		}
	}
	return named
}

// holds tells a text that has the whole of another one in it; one of a few letters stands
// in too many others to count.
func holds(text, part string) bool {
	part = squeezed(part)
	return utf8.RuneCountInString(part) >= 6 && strings.Contains(" "+text+" ", " "+part+" ")
}

// squeezed is a text by its words and numbers alone, in lower case.
func squeezed(text string) string {
	text = strings.ReplaceAll(strings.ToLower(text), "ё", "е")
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#_", r)
	}), " ")
}

// Option is one choice as it is shown.
type Option struct {
	Label string `json:"label,omitzero"`
	Text  string `json:"text,omitzero"`
}

// Worded is the question with its options, as one text.
func Worded(q bank.Question, lang bank.Language) string {
	lines := []string{lang.Of(q.Text)}
	for _, o := range Options(q, lang) {
		lines = append(lines, o.Label+") "+o.Text)
	}
	return strings.Join(lines, "\n")
}
