package talent

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/retrieve"
	"kadry/internal/talent/profile"
)

// alikeName reports an occupation with a name that begins with the letter a word begins with:
// «проекторов» is no slip of «ректоров».
func (f *freeText) alikeName(trade profile.Occupation, i int) bool {
	first, _ := utf8.DecodeRuneInString(f.words[i])
	return slices.ContainsFunc(trade.Names, func(name string) bool {
		own, _ := utf8.DecodeRuneInString(retrieve.Fold(name))
		return own == first
	})
}

func digitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

// misspelled takes words one or two letters away from a skill or an occupation.
func (f *freeText) misspelled() {
	const most = 60 // words of no table: each is held against every name, and a question has fewer
	tried := 0
	for i, word := range f.words {
		if f.owner[i] != nil || f.ordinary(i) || digitsOnly(word) {
			continue
		}
		if tried++; tried > most {
			return
		}
		latin := word[0] < 0x80
		if trade, ok := f.base.Profiles.OccupationMisspelled(f.bases[i]); ok && len([]rune(word)) > 5 && !craft(word) && f.alikeName(trade, i) {
			f.take(claim{kind: occupationClaim, from: i, to: i + 1, value: trade.Title.EN, trade: trade})
			continue
		}
		if !latin && (len([]rune(word)) < 7 || adjective(word)) {
			continue // «детский» is not «датский»
		}
		if id, ok := f.base.Skills.Misspelled(word); ok {
			f.take(claim{kind: skillClaim, from: i, to: i + 1, value: f.base.Skills.Name(id)})
		}
	}
}

// unknownNames takes words written as names are that no table has: an abbreviation, a word
// with a capital inside a sentence, a Latin word among Russian ones. Such a word is a
// skill to be found as it is written.
func (f *freeText) unknownNames() {
	for i := 0; i < len(f.tokens); i++ {
		n := 0
		for i+n < len(f.tokens) && f.owner[i+n] == nil && f.named(i+n) && (n == 0 || f.gap(i+n) == " " || f.gap(i+n) == "-") {
			n++
		}
		if n > 0 {
			f.take(claim{kind: skillClaim, from: i, to: i + n, value: f.said(i, i+n)})
			i += n - 1
		}
	}
}

// unknownTerms takes the words of no table that stand where a skill would: beside what was
// understood, in an item of a list, after "experience with". Each is looked for as it is
// written. Words between "we", "our" or "that" tell a story and are left alone, and so are all
// of a question of which nothing was understood.
func (f *freeText) unknownTerms() {
	if !f.terse() && !slices.ContainsFunc(f.claims, func(c *claim) bool { return c.kind >= skillClaim && c.kind != personClaim }) {
		return
	}
	known := len(f.claims)
	for from := 0; from < len(f.tokens); {
		to := from
		for to < len(f.tokens) && f.owner[to] == nil && (!f.silent(to) || to > from && f.graded(to)) && !f.counting(to) && (to == from || f.parting(to) == adjacent) {
			to++
		}
		if to == from {
			from++
			continue
		}
		remark := strings.Contains(f.gap(from), "(") && from > 0 // "TIG (argon)" says the same again
		if !remark && f.opensTerm(from) && f.endsTerm(to) && !f.narrows(from, to) {
			f.takeTerms(from, to)
		}
		from = to
	}
	if len(f.claims)-known > mostTerms {
		for _, c := range f.claims[known:] {
			for i := c.from; i < c.to; i++ {
				f.owner[i] = nil
			}
		}
		f.claims = f.claims[:known]
	}
}

// mostTerms is how many words of no table a question has at most: more are a text that was pasted,
// and each condition costs a search for what would be found without it.
const mostTerms = 8

// graded reports a word that counts the grades of what stands before it: "food hygiene level 3".
func (f *freeText) graded(i int) bool {
	return i+1 < len(f.tokens) && digitsOnly(f.words[i+1]) && (f.words[i] == "level" || strings.HasPrefix(f.words[i], "уров"))
}

// counting reports a word that compares or counts: "at most", «не старше».
func (f *freeText) counting(i int) bool {
	return slices.ContainsFunc([]string{"atmost", "atleast", "least", "higher", "lower", "upto", "age", "year"}, func(kind string) bool {
		_, n := f.is(kind, i)
		return n > 0
	})
}

// terse reports a question of so many words that it is no name, which are nothing but terms.
func (f *freeText) terse() bool {
	for i := range f.tokens {
		if f.owner[i] == nil && f.silent(i) {
			return false
		}
	}
	return len(f.tokens) > longestSkill
}

// narrows reports words between a negation and what it denies: "not life insurance".
func (f *freeText) narrows(from, to int) bool {
	if from == 0 || to >= len(f.tokens) || f.owner[from-1] == nil || f.owner[to] == nil || f.parting(to) != adjacent {
		return false
	}
	return f.owner[from-1].value == "not" && f.owner[to].kind == skillClaim
}

// opensTerm reports that a term can begin at a token: with the item, after what was understood,
// or after a word that experience is told with.
func (f *freeText) opensTerm(i int) bool {
	if f.parting(i) != adjacent {
		return true
	}
	if c := f.owner[i-1]; c != nil {
		// What stood before "or" was no term: "from Acme or Globex".
		joins := c.kind == cueClaim && (c.value == "or" || c.value == "and")
		return !joins || c.from == 0 || f.owner[c.from-1] != nil || f.parting(c.from) != adjacent
	}
	if _, n := f.kinds["experience"].before(f.words, i); n > 0 {
		return true
	}
	if i > 1 && slices.Contains([]string{"a", "an", "the"}, f.words[i-1]) {
		i-- // "for a refinery"
	}
	_, n := f.kinds["about"].before(f.words, i)
	return n > 0 || f.schooling(i-1)
}

// schooling reports «образование», beside which its field stands: «экономическое образование».
func (f *freeText) schooling(i int) bool {
	return i >= 0 && i < len(f.tokens) && strings.HasPrefix(f.words[i], "образован")
}

// endsTerm reports that a term can end before a token.
func (f *freeText) endsTerm(i int) bool {
	if f.parting(i) != adjacent || f.owner[i] != nil {
		return true
	}
	_, n := f.is("experience", i)
	_, year := f.is("year", i)
	_, about := f.is("about", i)
	return n+year+about > 0 || f.schooling(i)
}

// takeTerms parts a run of unknown words: a number belongs to the word before it, an adjective
// of a Russian term to its noun. An adjective alone is no term, and neither is a verb.
func (f *freeText) takeTerms(from, to int) {
	for i := from; i < to; {
		end := i + 1
		for end < to && (digitsOnly(f.words[i]) && end == i+1 || f.tiny(end) || adjective(f.words[end-1])) {
			end++
		}
		switch {
		case f.tiny(i) && end == i+1:
		case f.sharesNoun(i, end):
			f.take(claim{kind: skillClaim, from: i, to: end, value: f.said(i, end) + " " + f.said(i+3, i+4), literal: true})
		case end == i+1 && adjective(f.words[i]) && !f.denied(i, end) && !f.qualifies(i), finite.MatchString(f.words[i]):
		default:
			f.take(claim{kind: skillClaim, from: i, to: end, value: f.said(i, end), literal: true})
		}
		i = end
	}
}

// sharesNoun reports the first adjective of «первая или высшая категория».
func (f *freeText) sharesNoun(from, to int) bool {
	joint := from + 1
	return to == joint && joint+2 < len(f.tokens) && f.owner[joint] != nil && f.owner[joint].value == "or" && f.whole(from, joint+3) &&
		adjective(f.words[from]) && adjective(f.words[joint+1]) && f.free(joint+1, joint+3) && !f.silent(joint+2)
}

// qualifies reports an adjective beside an occupation or of an education: «процедурная медсестра»,
// «высшее химическое», «педагогическое образование».
func (f *freeText) qualifies(i int) bool {
	if f.schooling(i+1) || f.schooling(i-1) || i > 0 && f.owner[i-1] != nil && f.owner[i-1].kind == educationClaim {
		return true
	}
	beside := func(at, gap int) bool {
		return at >= 0 && at < len(f.tokens) && f.parting(gap) == adjacent && f.owner[at] != nil && f.owner[at].kind == occupationClaim
	}
	return beside(i+1, i+1) || beside(i-1, i)
}

// denied reports words right after a negation or right before one.
func (f *freeText) denied(from, to int) bool {
	before := from > 0 && f.owner[from-1] != nil && f.owner[from-1].value == "not"
	return before || to < len(f.tokens) && f.owner[to] != nil && f.owner[to].value == "needless"
}

// finite is how Russian verbs end that are no noun.
var finite = regexp.MustCompile(`^[а-я]{2,}(?:ть|ться|чь|тись|сти|ает|яет|ует|еет)$`)

// adjective reports a Russian word with the ending of an adjective, and not that of «чтение».
func adjective(word string) bool {
	if strings.HasSuffix(word, "ние") || strings.HasSuffix(word, "тие") {
		return false
	}
	for _, ending := range []string{"ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые", "ие", "ого", "его", "ому", "ему", "ым", "им", "ых", "их", "ую", "юю", "ыми", "ими"} {
		if strings.HasSuffix(word, ending) && utf8.RuneCountInString(word) >= utf8.RuneCountInString(ending)+3 {
			return true
		}
	}
	return false
}

// named reports a word written as a name.
func (f *freeText) named(i int) bool {
	word := f.text[f.tokens[i].Start:f.tokens[i].End]
	if f.silent(i) || len([]rune(word)) < 2 || word[0] >= '0' && word[0] <= '9' {
		return false
	}
	capitals := 0
	for _, r := range word {
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	latin := word[0] < utf8.RuneSelf
	switch {
	case f.shouted:
		return false
	case capitals > 1:
		return true
	case !latin:
		return false
	case strings.ContainsFunc(f.text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }):
		return true
	}
	return capitals == 1 && f.capital(i) && i > 0 && f.parting(i) != sentence
}
