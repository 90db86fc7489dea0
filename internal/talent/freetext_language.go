package talent

import (
	"strings"
	"unicode/utf8"

	"kadry/internal/talent/resume"
)

// tongueReach is how many words around a language may tell its level.
const tongueReach = 5

// languages takes spoken languages with their levels: "English B2", "fluent German",
// «немецкий от B1». "Italian cuisine" is none.
func (f *freeText) languages() {
	for i, word := range f.words {
		if f.owner[i] != nil {
			continue
		}
		code, ok := f.languageAt(i, word)
		if _, n := f.is("foreign", i+1); n > 0 && f.nationality(word) {
			f.take(claim{kind: wishClaim, from: i, to: i + 1 + n})
			continue
		}
		if !ok {
			continue
		}
		c := claim{kind: languageClaim, from: i, to: i + 1, value: code}
		f.levelAfter(&c)
		if c.cefr == "" {
			f.levelBefore(&c)
		}
		f.take(c)
	}
	f.speakers()
}

// speakers gives "native speaker" to the one language of the question.
func (f *freeText) speakers() {
	var only *claim
	for _, c := range f.claims {
		if c.kind == languageClaim {
			if only != nil || c.cefr != "" {
				return
			}
			only = c
		}
	}
	code, taught := f.taught()
	for i := range f.tokens {
		level, n := f.is("cefr", i)
		_, speaker := f.is("tongue", i+n)
		figure := taught && strings.EqualFold(f.words[i], level) // «репетитор французского с уровнем C1»
		if n == 0 || n+speaker < 2 && !figure {
			continue
		}
		switch at := (claim{kind: noise, from: i, to: i + n + speaker}); {
		case only != nil && f.take(at):
			only.cefr = level
			return
		case only == nil && taught:
			at.kind, at.value, at.cefr = languageClaim, code, level
			f.take(at)
			return
		}
	}
}

// taught is the language in the name of an occupation: "Spanish teacher".
func (f *freeText) taught() (code string, ok bool) {
	for i, word := range f.words {
		if c := f.owner[i]; c != nil && c.kind == occupationClaim {
			if code, ok := f.languageAt(i, word); ok {
				return code, true
			}
		}
	}
	return "", false
}

// nationality reports the name of a language, or of what is of that country.
func (f *freeText) nationality(word string) bool {
	_, ok := languageCode(word)
	return ok && utf8.RuneCountInString(word) >= 4
}

func (f *freeText) languageAt(i int, word string) (code string, ok bool) {
	if code, n := f.is("nativename", i); n > 0 {
		return code, true
	}
	code, ok = languageCode(word)
	if !ok || utf8.RuneCountInString(word) < 4 || word == "sign" {
		return "", false
	}
	_, named := resume.Languages().Code(word)
	for _, ending := range []string{"ий", "ого", "ому", "им", "ом"} {
		named = named || strings.HasSuffix(word, ending)
	}
	return code, named
}

// levelAfter reads "English (at least B2 or higher)" and keeps only words up to the level.
func (f *freeText) levelAfter(c *claim) {
	for at := c.to; at < len(f.tokens) && at < c.to+tongueReach && f.owner[at] == nil; {
		if gap := f.gap(at); strings.ContainsAny(gap, ",;.!?\n") {
			return
		}
		if level, n := f.is("cefr", at); n > 0 {
			c.cefr, c.to = level, at+n
			if _, more := f.is("higher", c.to); more > 0 && f.free(c.to, c.to+more) {
				c.to += more
			}
			return
		}
		_, n := f.is("tongue", at)
		if n == 0 {
			return
		}
		if f.words[at] == "язык" || strings.HasPrefix(f.words[at], "speak") {
			c.to = at + 1
		}
		at += n
	}
}

// levelBefore reads "fluent English", «свободный английский», "B2 in German".
func (f *freeText) levelBefore(c *claim) {
	for at := c.from; at > 0 && at > c.from-3; at-- {
		if f.owner[at-1] != nil || f.parting(at) != adjacent {
			return
		}
		if level, n := f.kinds["cefr"].before(f.words, at); n > 0 && f.free(at-n, at) {
			c.cefr, c.from = level, at-n
			return
		}
		if _, n := f.is("tongue", at-1); n == 0 {
			return
		}
	}
}
