package profile

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kadry/internal/retrieve"
)

const wordsFile = "words.tsv"

// longestPhrase is the most words one spelling in words.tsv may have.
const longestPhrase = 3

// mostWords is how much of a title is read; what follows is no title any more.
const mostWords = 24

// seniority words tell the level, not the role; they are dropped while a role remains.
const seniority = `junior jr middle mid senior sr lead leading principal staff chief head intern trainee
team teamlead techlead associate experienced i ii iii iv
младший мидл джун джуниор сеньор синьор сениор ведущий старший главный стажер тимлид техлид тим лид
начинающий опытный категории`

const stopWords = `a an the of and or for in with to и или в на по для с со от`

// lexicon turns a title into comparable words.
type lexicon struct {
	words     map[string]string // base forms of a spelling, joined by spaces -> the word for comparison
	seniority map[string]bool
	stop      map[string]bool
}

func loadWords() (*lexicon, error) {
	content, err := data.ReadFile("data/" + wordsFile)
	if err != nil {
		return nil, fmt.Errorf("profile: title words: %w", err)
	}
	l := &lexicon{words: make(map[string]string), seniority: make(map[string]bool), stop: make(map[string]bool)}
	for word := range strings.FieldsSeq(seniority) {
		l.seniority[retrieve.Base(word)] = true
	}
	for word := range strings.FieldsSeq(stopWords) {
		l.stop[word] = true
	}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		spellings := strings.Split(line, "\t")
		for _, spelling := range spellings {
			key := strings.Join(bases(spelling), " ")
			if other, taken := l.words[key]; taken && other != spellings[0] {
				return nil, fmt.Errorf("profile: title words line %d: %q already means %q", number, spelling, other)
			}
			l.words[key] = spellings[0]
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("profile: title words: %w", err)
	}
	return l, nil
}

// read returns the distinct words of a title in their order, spellings replaced by the
// word for comparison. Words of seniority go, unless nothing else is left.
func (l *lexicon) read(title string) []string {
	all := bases(title)
	var role []string
	for _, word := range all {
		if !l.seniority[word] {
			role = append(role, word)
		}
	}
	if words := l.canonical(role); len(words) > 0 {
		return words
	}
	return l.canonical(all)
}

func (l *lexicon) canonical(bases []string) []string {
	var words []string
	seen := make(map[string]bool)
	for i := 0; i < len(bases); {
		word, used := bases[i], 1
		for n := min(longestPhrase, len(bases)-i); n > 0; n-- {
			if known, ok := l.words[strings.Join(bases[i:i+n], " ")]; ok {
				word, used = known, n
				break
			}
		}
		i += used
		if l.stop[word] || seen[word] {
			continue
		}
		seen[word] = true
		words = append(words, word)
	}
	return words
}

// key is the same for titles that differ only in spelling, language of the words,
// seniority and punctuation; word order counts.
func (l *lexicon) key(title string) string { return strings.Join(l.read(title), " ") }

func bases(title string) []string {
	var all []string
	for _, word := range strings.FieldsFunc(fold(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#.", r)
	}) {
		word = latin(strings.TrimRight(word, "."))
		if strings.Trim(word, "0123456789.+#") != "" {
			all = append(all, retrieve.Base(word))
		}
		if len(all) == mostWords {
			break
		}
	}
	return all
}

func fold(text string) string {
	return strings.ReplaceAll(strings.ToLower(norm.NFKC.String(text)), "ё", "е")
}

// latin replaces the Cyrillic «с» of 1С, С++ and С#, which look Latin and are typed either way.
func latin(word string) string {
	if strings.ContainsAny(word, "0123456789+#") {
		return strings.ReplaceAll(word, "с", "c")
	}
	return word
}
