package talent

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kadry/internal/retrieve"
	"kadry/internal/talent/resume"
)

//go:embed data
var vocabularyData embed.FS

// vocabulary is the words by which a question is read.
type vocabulary struct {
	kinds  map[string]phrases  // of asking.tsv
	people phrases             // people called by a skill -> the skill
	slang  phrases             // other names of skills -> the skill
	places phrases             // by base forms -> the key of the place
	called map[string][]string // the names of a place of one word, folded, by its key
	spelt  map[string]string   // the key of a place by its names of one word as they are written

	given   map[string]bool // first names by NameKey
	spelled map[string]bool // first names letter by letter
}

// readVocabulary loads the embedded tables once. Their form is checked by a test, so that
// an error means a damaged binary: then every question is plain words.
var readVocabulary = sync.OnceValue(func() *vocabulary {
	v, err := loadVocabulary()
	if err != nil {
		return &vocabulary{}
	}
	return v
})

func loadVocabulary() (*vocabulary, error) {
	v := &vocabulary{kinds: map[string]phrases{}, called: map[string][]string{}, spelt: map[string]string{}, given: map[string]bool{}, spelled: map[string]bool{}}
	err := eachRow("asking.tsv", 3, func(f []string) {
		p := v.kinds[f[0]]
		for said := range strings.SplitSeq(f[2], "|") {
			p.add(f[1], foldedWords(said))
		}
		v.kinds[f[0]] = p
	})
	if err != nil {
		return nil, err
	}
	err = eachRow("nouns.tsv", 3, func(f []string) {
		list := &v.slang
		if f[1] == "who" {
			list = &v.people
		}
		for said := range strings.SplitSeq(f[2], "|") {
			list.add(f[0], foldedWords(said))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, names := range cities() {
		key := names[0]
		for _, name := range names {
			v.places.add(key, baseWords(name))
			if !strings.ContainsAny(name, " -") {
				v.called[key] = append(v.called[key], retrieve.Fold(name))
				v.spelt[retrieve.Fold(name)] = key
			}
		}
	}
	const shortestName = 3 // "Li" and "Su" are words and initials in most questions
	for name := range resume.GivenNames() {
		if utf8.RuneCountInString(name) >= shortestName {
			v.given[NameKey(name)], v.spelled[plainLetters(name)] = true, true
		}
	}
	return v, nil
}

// spells reports that a word is a name of a place but for an ending: stems are short enough to
// be those of other words («надо» and «Надым»). What the table does not have spells itself.
func (v *vocabulary) spells(word, key string) bool {
	names := v.called[key]
	return len(names) == 0 || slices.ContainsFunc(names, func(name string) bool {
		r, last := utf8.DecodeLastRuneInString(name)
		if strings.ContainsRune("иоуеэ", r) {
			return word == name // «Дели» has no cases
		}
		return strings.HasPrefix(word, name[:len(name)-last])
	})
}

// eachRow yields the rows of an embedded table.
func eachRow(file string, columns int, row func(fields []string)) error {
	content, err := vocabularyData.ReadFile("data/" + file)
	if err != nil {
		return fmt.Errorf("talent: words: %w", err)
	}
	lines := bufio.NewScanner(bytes.NewReader(content))
	lines.Buffer(nil, len(content)+1)
	for number := 1; lines.Scan(); number++ {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			fields := strings.Split(line, "\t")
			if len(fields) != columns {
				return fmt.Errorf("talent: words: %s line %d has %d columns, want %d", file, number, len(fields), columns)
			}
			row(fields)
		}
	}
	return lines.Err()
}

// foldedWords cuts a phrase of a table into words as the tokens of a text are folded; a
// star stays at the end of its word.
func foldedWords(said string) []string {
	var words []string
	for word := range strings.FieldsSeq(said) {
		stem, open := strings.CutSuffix(word, "*")
		stem = retrieve.Fold(stem)
		if open {
			stem += "*"
		}
		words = append(words, stem)
	}
	return words
}

// phrases finds phrases of a table at a place of a text.
type phrases struct {
	closed map[string][]phrase // by the first word
	open   map[rune][]phrase   // whose first word takes any ending, by its first letter
}

type phrase struct {
	value string
	words []string
}

func (p *phrases) add(value string, words []string) {
	if len(words) == 0 {
		return
	}
	if p.closed == nil {
		p.closed, p.open = map[string][]phrase{}, map[rune][]phrase{}
	}
	if strings.HasSuffix(words[0], "*") {
		first, _ := utf8.DecodeRuneInString(words[0])
		p.open[first] = append(p.open[first], phrase{value, words})
		return
	}
	p.closed[words[0]] = append(p.closed[words[0]], phrase{value, words})
}

// at returns the longest phrase that begins at a word, and the number of its words.
func (p phrases) at(words []string, i int) (value string, n int) {
	if i < 0 || i >= len(words) {
		return "", 0
	}
	first, _ := utf8.DecodeRuneInString(words[i])
	for _, list := range [][]phrase{p.closed[words[i]], p.open[first]} {
		for _, f := range list {
			if len(f.words) > n && f.begins(words[i:]) {
				value, n = f.value, len(f.words)
			}
		}
	}
	return value, n
}

// before returns the longest phrase that ends just before a word.
func (p phrases) before(words []string, i int) (value string, n int) {
	const longest = 4
	for n := min(longest, i); n > 0; n-- {
		if value, got := p.at(words[:i], i-n); got == n {
			return value, n
		}
	}
	return "", 0
}

func (f phrase) begins(words []string) bool {
	if len(words) < len(f.words) {
		return false
	}
	for i, word := range words[:len(f.words)] {
		stem, open := strings.CutSuffix(f.words[i], "*")
		if word != stem && !(open && strings.HasPrefix(word, stem)) {
			return false
		}
	}
	return true
}

// NameKey is one form of a word of a person's name for both alphabets and all cases:
// Анна, Анну and Anna, Лебедевой and Lebedeva.
func NameKey(word string) string {
	var out strings.Builder
	last := rune(0)
	for _, r := range latinName.Replace(plainLetters(caseEnding.ReplaceAllString(retrieve.Fold(word), "$1$2$3$4"))) {
		if r != last {
			out.WriteRune(r)
		}
		last = r
	}
	key := strings.TrimRight(out.String(), "aeiou'")
	if key == "" {
		return out.String()
	}
	return key
}

// plainLetters leaves the marks of accented Latin letters out: Núñez is Nunez.
func plainLetters(word string) string {
	var out strings.Builder
	for _, r := range norm.NFD.String(word) {
		if !unicode.Is(unicode.Mn, r) || r == '\u0306' {
			out.WriteRune(r)
		}
	}
	return norm.NFC.String(out.String())
}

// Filler reports a word of a question that says nothing of the person looked for.
func Filler(word string) bool {
	v := readVocabulary()
	for _, kind := range []string{"filler", "not", "and", "or", "with", "but"} {
		if _, n := v.kinds[kind].at([]string{word}, 0); n > 0 {
			return true
		}
	}
	return false
}

// caseEnding is what the cases add to names. A stemmer of words would take the ending of
// Лебедев and leave it in Лебедева.
var caseEnding = regexp.MustCompile(`^([а-я]{2,}?(?:[оеи]в|[иы]н)?)(?:ым|ой|ою)$|^([а-я]+(?:ск|цк))(?:ий|ая|ого|ому|им|ую|ой|ою)$|^([а-я]+е)(?:ем|ю)$|^([а-я]{2,})(?:ом|ою)$`)

// latinName spells Cyrillic letters in Latin ones and joins the usual variants.
var latinName = strings.NewReplacer(
	"кс", "x", "а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ж", "zh", "з", "z", "и", "i", "й", "i", "к", "k", "л", "l",
	"м", "m", "н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "h", "ц", "ts", "ч", "ch",
	"ш", "sh", "щ", "sch", "ъ", "", "ы", "i", "ь", "", "э", "e", "ю", "iu", "я", "ia",
	"ł", "l", "ø", "o", "æ", "ae", "ß", "ss", "đ", "d", "ı", "i",
	"shch", "sch", "kh", "h", "ks", "x", "y", "i", "j", "i", "w", "v",
)
