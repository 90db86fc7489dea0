package talent

import (
	"strings"
	"unicode/utf8"
)

// places takes known places in any case form, and whatever is said to be one, of so many words
// or more.
func (f *freeText) places(least int) {
	for i := range f.tokens {
		key, n := f.placeAt(i)
		if n == 0 && least == 1 {
			key, n = f.placeSaid(i)
		}
		if n < least || !f.placeLike(i) {
			continue
		}
		from := i
		for from > 0 && f.owner[from-1] == nil && f.parting(from) == adjacent {
			if _, said := f.is("placed", from-1); said == 0 {
				break
			}
			from--
		}
		f.take(claim{kind: placeClaim, from: from, to: i + n, value: key})
	}
}

// placeAt returns the known place that is named from a token on, and the number of its words.
func (f *freeText) placeAt(i int) (key string, n int) {
	key, n = f.vocabulary.places.at(f.bases, i)
	if n != 1 {
		return key, n
	}
	if own, ok := f.spelt[f.words[i]]; ok {
		return own, 1 // «Люблино» is not Lublin
	}
	if !f.spells(f.words[i], key) {
		return "", 0
	}
	return key, n
}

// placeLike reports a word written as a name is, or in a question without capitals.
func (f *freeText) placeLike(i int) bool {
	_, said := f.is("placed", i-1)
	const plainFrom = 5 // shorter Latin words are more often something else: "perm", "bali"
	return f.capital(i) || said > 0 || !f.cased || f.words[i][0] >= utf8.RuneSelf || len(f.words[i]) >= plainFrom
}

// placeSaid reads a name after "based in" or «г.».
func (f *freeText) placeSaid(i int) (key string, n int) {
	said, words := f.kinds["placed"], 0
	for at := i; at > 0; words++ {
		if _, n := said.at(f.words, at-1); n == 0 || f.owner[at-1] != nil {
			break
		}
		at--
	}
	alone := words == 1 && (f.words[i-1] == "г" || strings.HasPrefix(f.words[i-1], "город"))
	if words < 2 && !alone || f.owner[i] != nil || !f.capital(i) {
		return "", 0
	}
	n = 1
	if i+1 < len(f.tokens) && f.owner[i+1] == nil && f.capital(i+1) && f.gap(i+1) == " " {
		n = 2
	}
	return f.said(i, i+n), n
}
