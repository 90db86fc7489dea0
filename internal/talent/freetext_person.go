package talent

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	mailRule = regexp.MustCompile(`[\pL\d._%+-]+@(?:[\pL\d-]+(?:\.[\pL\d-]+)+)?`)
	fileRule = regexp.MustCompile(`(?i)[^\s,;"«»()]+\.(?:pdf|docx?|odt|rtf|txt|html?|json|zip|md)(?:$|[^\pL\d])`)
)

// addresses takes e-mail addresses and names of files.
func (f *freeText) addresses() {
	for _, rule := range []*regexp.Regexp{mailRule, fileRule} {
		for _, at := range rule.FindAllStringIndex(f.text, 8) {
			from, to := f.within(at[0], at[1])
			if from < to {
				f.take(claim{kind: personClaim, from: from, to: to, value: strings.TrimRight(f.text[at[0]:f.tokens[to-1].End], ".,;:!?")})
			}
		}
	}
}

// within returns the tokens that lie in a range of bytes.
func (f *freeText) within(start, end int) (from, to int) {
	for from < len(f.tokens) && f.tokens[from].End <= start {
		from++
	}
	to = from
	for to < len(f.tokens) && f.tokens[to].Start < end {
		to++
	}
	return from, to
}

// fullNames takes words next to each other that are one person's name: all of them words of
// one name in the base, or one a first name and the others what a surname can be.
func (f *freeText) fullNames(mentions []found) {
	for i := 0; i < len(f.tokens); i++ {
		n := f.nameInBase(i)
		if f.opensName(i) {
			n = max(n, f.nameRun(i))
		}
		if n < 2 || f.compound(mentions, i, i+n) {
			continue
		}
		if f.take(claim{kind: personClaim, from: i, to: i + n, value: f.said(i, i+n)}) {
			i += n - 1
		}
	}
}

// opensName reports that a name of nobody known can begin at a word: in small letters not in
// the middle of other words.
func (f *freeText) opensName(i int) bool {
	if f.capital(i) || f.parting(i) != adjacent || f.silent(i-1) {
		return true
	}
	_, of := f.base.Profiles.OccupationEnding(f.bases[:i])
	return of > 0
}

// compound reports a term of several words that begins within a range of tokens.
func (f *freeText) compound(mentions []found, from, to int) bool {
	for i := from; i < to; i++ {
		if _, n := f.base.Profiles.OccupationAt(f.bases, i); n > 1 {
			return true
		}
	}
	return slices.ContainsFunc(mentions, func(m found) bool { return m.to-m.from > 1 && from < m.to && m.from < to })
}

// firstName reports a word that is a first name: in any form where it has a capital, letter
// by letter or in a Russian case where it has none, or where its key is too short to tell: "NGO" and
// "Nga" share one.
func (f *freeText) firstName(i int) bool {
	const telling = 3
	key := NameKey(f.words[i])
	if f.silent(i) || f.termed(i) || !f.given[key] || f.abbreviation(i) {
		return false
	}
	return f.capital(i) && len(key) >= telling || f.declinedName(plainLetters(f.words[i]))
}

func (f *freeText) declinedName(word string) bool {
	if f.spelled[word] {
		return true
	}
	for _, ending := range []string{"ой", "ей", "ом", "ем", "ию", "ии", "ия", "а", "я", "у", "ю", "ы", "и", "е"} {
		stem, ok := strings.CutSuffix(word, ending)
		lasts := []string{"", "а", "я", "й", "ь", "ия", "ий"}
		if len(ending) > 2 && strings.HasPrefix(ending, "и") {
			lasts = lasts[len(lasts)-2:] // «Марию», «Юрию»; «линию» is no case of Лина
		}
		for _, last := range lasts {
			if ok && len(stem) > 4 && f.spelled[stem+last] {
				return true
			}
		}
	}
	return false
}

// longestName is surname, first name, patronymic and the halves of double names.
const longestName = 5

// particles stand inside names and are no name by themselves.
var particles = map[string]bool{
	"van": true, "von": true, "der": true, "den": true, "de": true, "la": true, "di": true, "da": true, "du": true, "del": true,
	"ibn": true, "bin": true, "al": true, "el": true, "o": true, "d": true, "mac": true, "ter": true, "ибн": true, "аль": true, "оглы": true, "кызы": true, "фон": true, "де": true, "ла": true, "ван": true, "дер": true,
}

// joinsName reports a token that may belong to the name that the one before it is of.
func (f *freeText) joinsName(i int) bool {
	switch f.gap(i) {
	case " ", "-", "'", "’", ". ", ".":
		return true
	}
	return false
}

// nameRun returns how many words from a token on are one person's name, 0 for none.
func (f *freeText) nameRun(i int) int {
	n, given := 0, false
	for n < longestName && i+n < len(f.tokens) && f.owner[i+n] == nil && (n == 0 || f.joinsName(i+n)) {
		first := f.firstName(i + n)
		inside := particles[f.words[i+n]] && i+n+1 < len(f.tokens) && f.joinsName(i+n+1)
		if !first && !inside && (f.silent(i+n) || !f.surname(i+n, i, n, given)) {
			break
		}
		given = given || first
		n++
	}
	if !given {
		return 0
	}
	return n
}

// nameInBase returns how many words from a token on are, in any order and alphabet, words
// of the name of one person in the base.
func (f *freeText) nameInBase(i int) int {
	n := 0
	for n < longestName && i+n < len(f.tokens) && f.owner[i+n] == nil && (n == 0 || f.joinsName(i+n)) && f.inBase[NameKey(f.words[i+n])] && (particles[f.words[i+n]] || !f.silent(i+n)) {
		n++
	}
	for ; n > 1; n-- {
		if f.somebody(f.words[i : i+n]) {
			return n
		}
	}
	return 0
}

// silent reports a word that holds a sentence together and is nobody's name.
func (f *freeText) silent(i int) bool {
	for _, kind := range []string{"filler", "not", "and", "or", "with", "but", "must", "prefer", "level"} {
		if _, n := f.is(kind, i); n > 0 {
			return true
		}
	}
	return false
}

// termed reports a word that is known as the name of a thing, a trade or a place.
func (f *freeText) termed(i int) bool {
	if n, _ := f.base.Skills.Named(f.said(i, i+1)); n != "" {
		return true
	}
	_, slang := f.slang.at(f.words, i)
	_, people := f.people.at(f.words, i)
	_, trade := f.base.Profiles.OccupationAt(f.bases, i)
	_, place := f.placeAt(i)
	return slang+people+trade+place > 0
}

// ordinary reports a word that the tables of questions have in any sense.
func (f *freeText) ordinary(i int) bool {
	for kind := range f.kinds {
		if _, n := f.is(kind, i); n > 0 {
			return true
		}
	}
	_, spoken := f.languageAt(i, f.words[i])
	return spoken || f.termed(i)
}

// surname reports a word that can be a surname beside a first name: with the ending of
// one, written with a capital and known as nothing else, or, where the question has no
// capitals, a word that nothing is known of.
func (f *freeText) surname(i, start, n int, given bool) bool {
	if utf8.RuneCountInString(f.words[i]) < 3 || f.filler(i) || f.abbreviation(i) {
		return false
	}
	if surnameEnding.MatchString(f.words[i]) {
		return true
	}
	if f.capital(i) {
		return !f.termed(i)
	}
	if digitsOnly(f.words[i]) || f.ordinary(i) {
		return false
	}
	next := i + 1
	beside := given || next < len(f.tokens) && f.joinsName(next) && f.firstName(next)
	return beside || n > 0 && i > start && f.gap(i) == "-"
}

// abbreviation reports a word of capitals in a question that is not written in capitals.
func (f *freeText) abbreviation(i int) bool {
	word := f.said(i, i+1)
	return strings.ToUpper(word) == word && strings.ToLower(word) != word && !f.shouted
}

// surnameEnding is how Russian, Ukrainian, Armenian and Georgian surnames and patronymics
// end, in any case.
var surnameEnding = regexp.MustCompile(`^[а-я]{2,}(?:(?:[оеё]в|[иы]н)(?:а|у|ым|ой|е|ы)?|(?:ск|цк)(?:ий|ая|ого|ому|им|ую|ой)|енк[оау]|чук[ау]?|юк[ау]?|ян[ау]?|дзе|швили|(?:ов|ев)(?:ич|на|ича|ну|ной|не|ичу|ичем))$`)

// bareEnding is what tells a surname in small letters that is all a question has.
var bareEnding = regexp.MustCompile(`^(?:[а-я]{2,}(?:(?:[оеё]в|ин)(?:а|у|ым|ой|е)?|(?:ск|цк)(?:ий|ая|ого|ому|им|ую|ой)|енко|швили|дзе|ян)|[a-z]{2,}(?:ov|ova|ev|eva|enko|sky|skaya|yan|shvili|dze))$`)

// surnames takes a surname alone, which a capital letter, the base or the rest of the
// question tells from other words: one that is asked for by name, or all there is besides
// words that say nothing.
func (f *freeText) surnames() {
	for i := range f.tokens {
		if f.owner[i] != nil || f.silent(i) || digitsOnly(f.words[i]) || !f.surnameAlone(i) {
			continue
		}
		n := 1
		for i+n < len(f.tokens) && n < longestName && f.owner[i+n] == nil && !f.silent(i+n) && f.joinsName(i+n) && f.capital(i+n) == f.capital(i) {
			n++
		}
		f.take(claim{kind: personClaim, from: i, to: i + n, value: f.said(i, i+n)})
	}
}

func (f *freeText) surnameAlone(i int) bool {
	_, called := f.kinds["called"].before(f.words, i)
	if called > 0 && !f.termed(i) {
		return true
	}
	ending := surnameEnding.MatchString(f.words[i])
	known := f.inBase[NameKey(f.words[i])] && !f.given[NameKey(f.words[i])] && utf8.RuneCountInString(f.words[i]) > 2
	if f.capital(i) {
		return ending || known && !f.ordinary(i)
	}
	return (known || bareEnding.MatchString(f.words[i])) && !f.ordinary(i) && f.only(i)
}

// only reports that a question says nothing besides one word.
func (f *freeText) only(i int) bool {
	for at := range f.tokens {
		if at != i && (f.owner[at] != nil || !f.silent(at)) {
			return false
		}
	}
	return true
}
