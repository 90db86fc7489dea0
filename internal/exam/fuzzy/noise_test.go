package fuzzy_test

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// noise damages a text.
type noise func(random *rand.Rand, text string) string

// signs damages each sign with a chance.
func signs(chance float64, damage func(random *rand.Rand, r rune) string) noise {
	return func(random *rand.Rand, text string) string {
		var out strings.Builder
		for _, r := range text {
			if random.Float64() < chance {
				out.WriteString(damage(random, r))
			} else {
				out.WriteRune(r)
			}
		}
		return out.String()
	}
}

// words damages the row of words.
func words(damage func(random *rand.Rand, words []string) []string) noise {
	return func(random *rand.Rand, text string) string {
		return strings.Join(damage(random, strings.Fields(text)), " ")
	}
}

func all(kinds ...noise) noise {
	return func(random *rand.Rand, text string) string {
		for _, kind := range kinds {
			text = kind(random, text)
		}
		return text
	}
}

func first(n int) noise {
	return func(_ *rand.Rand, text string) string {
		runes := []rune(text)
		return string(runes[:min(n, len(runes))])
	}
}

// middle is 60-150 signs from inside the text; a short text stays whole.
func middle(random *rand.Rand, text string) string {
	runes, n := []rune(text), 60+random.IntN(91)
	if len(runes) <= n+40 {
		return text
	}
	at := 20 + random.IntN(len(runes)-n-20)
	return string(runes[at : at+n])
}

var confusions = map[rune][]string{
	'о': {"0", "o"}, 'О': {"0", "O"}, 'з': {"3"}, 'З': {"3"}, 'l': {"1", "I"}, '1': {"l", "I"}, '0': {"О", "o"}, '3': {"З", "з"},
	'и': {"н"}, 'н': {"и"}, 'ш': {"щ"}, 'щ': {"ш"}, 'ы': {"bI", "ьl", "ьI"}, 'м': {"rn"}, 'е': {"c", "e"}, 'с': {"c"}, 'а': {"a"},
	'п': {"n"}, 'т': {"r"}, 'в': {"b"}, 'ь': {"b"}, 'б': {"6"}, 'ч': {"4"}, 'г': {"r"},
}

// scanned takes signs for others that look like them.
func scanned(chance float64) noise {
	return signs(chance, func(random *rand.Rand, r rune) string {
		if like := confusions[r]; like != nil {
			return like[random.IntN(len(like))]
		}
		return string(r)
	})
}

// mistyped loses, doubles, replaces and adds signs.
func mistyped(chance float64) noise {
	keys := []rune("абвгдежзиклмнопрстуфхцчшыья")
	return signs(chance, func(random *rand.Rand, r rune) string {
		key := keys[random.IntN(len(keys))]
		return []string{"", string([]rune{r, r}), string(key), string([]rune{r, key})}[random.IntN(4)]
	})
}

var (
	doubled = signs(0.08, func(_ *rand.Rand, r rune) string { return string([]rune{r, r}) })
	split   = signs(0.05, func(_ *rand.Rand, r rune) string { return string(r) + " " })
	glued   = func(random *rand.Rand, text string) string {
		return signs(1, func(random *rand.Rand, r rune) string {
			if r == ' ' && random.IntN(3) == 0 {
				return ""
			}
			return string(r)
		})(random, text)
	}
	everyFifthMissing = words(func(random *rand.Rand, list []string) (kept []string) {
		missing := random.IntN(5)
		for i, word := range list {
			if i%5 != missing {
				kept = append(kept, word)
			}
		}
		return kept
	})
	swapped = words(func(random *rand.Rand, list []string) []string {
		for i := range len(list) - 1 {
			if j := min(len(list)-1, i+1+random.IntN(3)); random.IntN(3) == 0 {
				list[i], list[j] = list[j], list[i]
			}
		}
		return list
	})
	shuffled = words(func(random *rand.Rand, list []string) []string {
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	})
	withoutFormulas = words(func(_ *rand.Rand, list []string) (kept []string) {
		for _, word := range list {
			if !strings.ContainsFunc(word, func(r rune) bool {
				return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("=+<>∨∧≡→°√^", r)
			}) {
				kept = append(kept, word)
			}
		}
		return kept
	})
)

// bare keeps letters and digits in lower case.
func bare(_ *rand.Rand, text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// onLatinKeys types the text with the Latin layout on.
func onLatinKeys(_ *rand.Rand, text string) string {
	cyrillic, latin := []rune("йцукенгшщзхъфывапролджэячсмитьбюё.,"), []rune("qwertyuiop[]asdfghjkl;'zxcvbnm,.`/?")
	return strings.Map(func(r rune) rune {
		for i, key := range cyrillic {
			switch r {
			case key:
				return latin[i]
			case unicode.ToUpper(key):
				return unicode.ToUpper(latin[i])
			}
		}
		return r
	}, text)
}
