package skill

import (
	"slices"
	"strings"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/russian"
)

// stemFrom is the shortest word, in letters, whose endings are cut: shorter stems collide.
const stemFrom = 4

// twins pairs Cyrillic letters with the Latin ones they look like. Upper and lower case
// differ in what they resemble; folded text has only lower case, so the pairs cover both.
var twins = map[rune]rune{
	'а': 'a', 'в': 'b', 'е': 'e', 'к': 'k', 'м': 'm', 'н': 'h', 'о': 'o',
	'р': 'p', 'с': 'c', 'т': 't', 'у': 'y', 'х': 'x', 'і': 'i', 'ѕ': 's', 'ј': 'j',
}

// latinTwin spells a word with Latin letters when every Cyrillic one has a twin.
func latinTwin(word string) (string, bool) {
	ok := true
	out := strings.Map(func(r rune) rune {
		if r < 0x400 || r > 0x4ff {
			return r
		}
		twin, known := twins[r]
		ok = ok && known
		return twin
	}, word)
	return out, ok
}

// CyrillicTwin is the way back, for a Russian word in small letters with a Latin one typed into it;
// false when some Latin letter has no twin.
func CyrillicTwin(word string) (string, bool) {
	ok := true
	out := strings.Map(func(r rune) rune {
		if r >= 0x80 || r < 'a' || r > 'z' {
			return r
		}
		for cyr, lat := range twins {
			if lat == r {
				return cyr
			}
		}
		ok = false
		return r
	}, word)
	return out, ok
}

// unmixed repairs a word typed in two alphabets ("С++", "1С", "питoн") and returns it
// unchanged when it is of one alphabet. A lone Cyrillic letter stays: it is a preposition
// far more often than the language C.
func unmixed(a atom) string {
	if !a.cyrillic {
		return a.text
	}
	if !a.latin && !strings.ContainsAny(a.text, "0123456789+#") {
		return a.text
	}
	if latin, ok := latinTwin(a.text); ok {
		return latin
	}
	if cyr, ok := CyrillicTwin(a.text); ok {
		return cyr
	}
	return a.text
}

// stemOf cuts the ending of a word of either language and marks the result, so that a
// stem never equals a whole word of the vocabulary.
func stemOf(word string, cyrillic bool) string {
	if cyrillic {
		return "~" + russian.Stem(word, false)
	}
	return "~" + english.Stem(word, false)
}

// stemmable reports a word long enough, and made of one alphabet's letters only.
func stemmable(a atom) bool {
	if a.cyrillic == a.latin {
		return false
	}
	letters := 0
	for _, r := range a.text {
		if r < 'a' && r != '-' {
			return false
		}
		letters++
	}
	return letters >= stemFrom
}

// bentFrom reports that an English word of a text is a form of a name's word, which the
// stemmer alone does not tell: to it "penetrant" and "penetration" are one. Nouns differ
// in number, a verb at the start of a name in its endings ("managed projects"), and who
// does a thing ("project manager") stands for the doing.
func bentFrom(name, word string, opens bool) bool {
	if name == word {
		return true
	}
	name, word = singular(name), singular(word)
	if name == word {
		return true
	}
	of, is := formOf(name), formOf(word)
	if opens && verbal(of) && verbal(is) {
		return true
	}
	return of == is || slices.Contains(kindred[of], is)
}

// The forms of English words that derive from one another, told by their endings.
const (
	plainForm  = ""
	doingForm  = "ing"
	doneForm   = "ed"
	doerForm   = "er"
	mentForm   = "ment"
	actionForm = "ion"
)

// kindred lists by the form of a name's word the other forms that mean the same in a text.
var kindred = map[string][]string{
	plainForm:  {doingForm, doerForm},
	doingForm:  {doerForm},
	mentForm:   {doerForm, doingForm},
	doerForm:   {mentForm, doingForm, actionForm},
	actionForm: {doerForm},
}

// endings are longest first where one ends another.
var endings = []string{doingForm, doneForm, mentForm, actionForm, doerForm, "or", "ant", "ent", "ance", "ence", "al", "ive", "able", "ly", "ist", "ity", "ness"}

func formOf(word string) string {
	for _, e := range endings {
		if len(word) > len(e)+2 && strings.HasSuffix(word, e) {
			if e == "or" {
				return doerForm
			}
			return e
		}
	}
	return plainForm
}

func verbal(form string) bool { return form == plainForm || form == doingForm || form == doneForm }

// singular cuts the plural ending of an English noun.
func singular(word string) string {
	switch {
	case strings.HasSuffix(word, "ies") && len(word) > 4:
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "sses"), strings.HasSuffix(word, "xes"), strings.HasSuffix(word, "ches"), strings.HasSuffix(word, "shes"):
		return word[:len(word)-2]
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"):
		return word
	}
	return strings.TrimSuffix(word, "s")
}
