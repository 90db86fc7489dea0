package retrieve

import (
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"
)

// Stem returns the Snowball stem of a folded word, Russian for Cyrillic and English for
// Latin letters. A word with any other sign is a name ("c++", "node.js") and stays as it is.
func Stem(word string) string {
	switch script(word) {
	case latinWord:
		if len(word) < 4 {
			return word
		}
		return english.Stem(word, true)
	case cyrillicWord:
		return russian.Stem(word, true)
	}
	return word
}

// Base undoes inflection only: English plurals and Russian endings. Words with one base
// are the same word, while words with one stem may not be ("account", "accounting").
func Base(word string) string {
	switch script(word) {
	case latinWord:
		return singular(word)
	case cyrillicWord:
		return russian.Stem(word, true)
	}
	return word
}

func singular(word string) string {
	if len(word) < 4 || !strings.HasSuffix(word, "s") {
		return word
	}
	switch {
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"), strings.HasSuffix(word, "js"):
		return word
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	}
	for _, ending := range []string{"sses", "xes", "ches", "shes", "zes"} {
		if strings.HasSuffix(word, ending) {
			return word[:len(word)-2]
		}
	}
	return word[:len(word)-1]
}

type wordScript int

const (
	mixedWord wordScript = iota
	latinWord
	cyrillicWord
)

func script(word string) wordScript {
	latin, cyrillic := true, true
	for _, r := range word {
		latin = latin && 'a' <= r && r <= 'z'
		cyrillic = cyrillic && unicode.Is(unicode.Cyrillic, r)
	}
	switch {
	case word == "":
		return mixedWord
	case latin:
		return latinWord
	case cyrillic:
		return cyrillicWord
	}
	return mixedWord
}
