package input

import (
	"unicode"

	"kadry/internal/interview/bank"
)

// russianShare is the share of Cyrillic among the letters from which a text is Russian. It
// is low because the names of tools in a Russian resume are Latin.
const russianShare = 0.15

// LanguageOf tells the language of a text; ok is false when it has no letters.
func LanguageOf(text string) (lang bank.Language, ok bool) {
	cyrillic, latin := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		case unicode.Is(unicode.Latin, r):
			latin++
		}
	}
	switch {
	case cyrillic+latin == 0:
		return bank.English, false
	case float64(cyrillic) >= russianShare*float64(cyrillic+latin):
		return bank.Russian, true
	}
	return bank.English, true
}
