package evaluate

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// words cuts text into words after NFKD and case folding; accents part words, as they do
// in the referee.
func words(text string) []string {
	return strings.FieldsFunc(cases.Fold().String(norm.NFKD.String(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_'
	})
}

// tokens are the different words of a text, one-letter words left out.
func tokens(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words(text) {
		if utf8.RuneCountInString(w) > 1 {
			set[w] = true
		}
	}
	return set
}

// foreign counts the tokens that known does not have.
func foreign(of, known map[string]bool) int {
	count := 0
	for w := range of {
		if !known[w] {
			count++
		}
	}
	return count
}

// similar is the share of the gold's tokens that were read; 0 when either has none.
func similar(gold, read string) float64 {
	want, have := tokens(gold), tokens(read)
	if len(want) == 0 || len(have) == 0 {
		return 0
	}
	return 1 - float64(foreign(want, have))/float64(len(want))
}

// languageGroups are the names of languages that the gold writes in several ways.
const languageGroups = `english английский
russian русский
german немецкий deutsch
french французский
spanish испанский
italian итальянский
portuguese португальский
arabic арабский
hindi хинди
urdu урду
swahili суахили
chinese китайский mandarin
japanese японский
tamil тамильский
bengali бенгальский
malayalam малаялам`

// languageName is one name for a language: the first of its group, else its words.
func languageName(text string) string {
	for _, w := range words(text) {
		for group := range strings.Lines(languageGroups) {
			// The names go through the same folding, which takes "й" apart.
			names := words(group)
			for part := range strings.FieldsSeq(group) {
				if parts := words(part); len(parts) > 0 && parts[0] == w {
					return names[0]
				}
			}
		}
	}
	return strings.Join(words(text), " ")
}
