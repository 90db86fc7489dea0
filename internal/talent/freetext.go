package talent

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent/profile"
	"kadry/internal/talent/resume"
)

// Parsed is what a question in plain words was read as. Every word that says something
// stands in exactly one of the three groups.
type Parsed struct {
	Query Query
	Role  string   // the known role the words name, empty when none
	Terms []string // of the wanted skills those that no table knows; see Base.Find

	Understood    []Phrase
	Excluded      []Phrase
	NotUnderstood []Phrase // they rank by the text and filter nothing
}

// Phrase is some words of a question and what they were taken for.
type Phrase struct {
	Words     string
	Meaning   fault.Text // empty for words that were not understood
	Kind      PhraseKind // likewise
	Value     string     // the name of the skill or occupation, the level, the person; empty for other kinds
	Preferred bool       // nice to have
}

// PhraseKind says what condition some words are.
type PhraseKind string

// The kinds of conditions.
const (
	SkillPhrase      PhraseKind = "skill"
	OccupationPhrase PhraseKind = "occupation"
	LevelPhrase      PhraseKind = "level"
	YearsPhrase      PhraseKind = "years"
	LanguagePhrase   PhraseKind = "language"
	EducationPhrase  PhraseKind = "education"
	PlacePhrase      PhraseKind = "place"
	PersonPhrase     PhraseKind = "person"
)

var phraseKinds = map[claimKind]PhraseKind{
	skillClaim: SkillPhrase, occupationClaim: OccupationPhrase, levelClaim: LevelPhrase, yearsClaim: YearsPhrase,
	languageClaim: LanguagePhrase, educationClaim: EducationPhrase, placeClaim: PlacePhrase, personClaim: PersonPhrase,
}

// wish is what a question wants of the thing it names.
type wish int

const (
	wanted wish = iota
	preferred
	unwanted
)

// claimKind says what a claim speaks of. Kinds from skillClaim on are conditions.
type claimKind int

const (
	noise     claimKind = iota // words that are read together with a condition, or tell nothing
	wishClaim                  // what nothing can filter on, such as age
	cueClaim                   // a word that governs others: "without", "or"
	skillClaim
	occupationClaim
	levelClaim
	yearsClaim
	languageClaim
	educationClaim
	placeClaim
	personClaim
)

// claim is a run of words taken by one rule.
type claim struct {
	kind     claimKind
	from, to int // tokens
	wish     wish
	group    int    // claims of one group above 0 are alternatives
	value    string // the skill, level, code, key, name or kind of cue
	cefr     string // of a language
	above    bool   // of a level: this one and those above it
	person   bool   // of a skill: the word names the one who has it
	literal  bool   // of a skill: a word of no table
	least    float64
	most     float64
	trade    profile.Occupation
}

// freeText is a question being read. Rules take words one after the other, the surest
// first; a word that was taken is nobody else's.
type freeText struct {
	*vocabulary

	base   *Base
	text   string
	tokens []retrieve.Token
	words  []string // folded
	bases  []string
	owner  []*claim // by token
	claims []*claim // in the order of the text once all rules are done

	inBase   map[string]bool           // keys of the question's words that are words of names in the base
	somebody func(words []string) bool // one name in the base has all of the words
}

// Parse reads a question in English or Russian by rules alone. Whose names the base of the
// tenant knows decides what is a name; no tenant, and only the look of the words does. TopK
// is left to the caller.
func (b *Base) Parse(tenant, text string) Parsed {
	f := b.newFreeText(strings.ToValidUTF8(text, " "))
	p, done := b.reading(tenant)
	f.know(p)
	done()
	mentions := f.mentions()
	f.addresses()
	f.fullNames(mentions)
	f.pay()
	f.starts()
	f.schools()
	f.occupations(mentions)
	f.wishes("wish")
	f.ages()
	f.years()
	f.languages()
	f.places(2) // Hong Kong before Kong
	f.compounds(mentions)
	f.educations()
	f.levels()
	f.cues()
	f.personNouns()
	f.skills(mentions)
	f.places(1)
	f.surnames()
	f.employers()
	f.openings()
	f.wishes("trait")
	f.misspelled()
	f.unknownNames()
	f.unknownTerms()
	slices.SortFunc(f.claims, func(a, b *claim) int { return a.from - b.from })
	f.govern()
	f.alternatives()
	return f.reading()
}

func (b *Base) newFreeText(text string) *freeText {
	f := &freeText{vocabulary: readVocabulary(), base: b, text: text, tokens: retrieve.Tokens(text)}
	for _, t := range f.tokens {
		word := oneAlphabet(t.Text)
		f.words = append(f.words, word)
		f.bases = append(f.bases, retrieve.Base(word))
	}
	f.owner = make([]*claim, len(f.tokens))
	return f
}

// oneAlphabet turns the Latin letters within a Russian word into those that look the same.
func oneAlphabet(word string) string {
	cyrillic := 0
	for _, r := range word {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			cyrillic++
		case r >= utf8.RuneSelf, !strings.ContainsRune("aceopxyk", r):
			return word
		}
	}
	if cyrillic < 2 {
		return word
	}
	return lookAlikes.Replace(word)
}

var lookAlikes = strings.NewReplacer("a", "а", "c", "с", "e", "е", "o", "о", "p", "р", "x", "х", "y", "у", "k", "к")

// know notes which words of the question are of names in the base.
func (f *freeText) know(p *pool) {
	f.inBase = map[string]bool{}
	rows := map[string][]int{}
	for _, word := range f.words {
		key := NameKey(word)
		if have := p.named[digestOf("name", key)]; len(have) > 0 {
			f.inBase[key], rows[key] = true, slices.Clone(have)
		}
	}
	f.somebody = func(words []string) bool {
		return slices.ContainsFunc(rows[NameKey(words[0])], func(row int) bool {
			return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(rows[NameKey(w)], row) })
		})
	}
}

// take gives the words of a claim to it. It reports false when one of them is taken.
func (f *freeText) take(c claim) bool {
	if c.from >= c.to || !f.free(c.from, c.to) {
		return false
	}
	taken := &c
	for i := c.from; i < c.to; i++ {
		f.owner[i] = taken
	}
	f.claims = append(f.claims, taken)
	return true
}

func (f *freeText) free(from, to int) bool {
	if from < 0 || to > len(f.tokens) {
		return false
	}
	for i := from; i < to; i++ {
		if f.owner[i] != nil {
			return false
		}
	}
	return true
}

// said returns the words of tokens as they were written.
func (f *freeText) said(from, to int) string {
	return f.text[f.tokens[from].Start:f.tokens[to-1].End]
}

// gap is what stands between a token and the one before it.
func (f *freeText) gap(i int) string {
	start, end := 0, len(f.text)
	if i > 0 {
		start = f.tokens[i-1].End
	}
	if i < len(f.tokens) {
		end = f.tokens[i].Start
	}
	return f.text[start:end]
}

// parting says how much parts a token from the one before it.
type parting int

const (
	adjacent parting = iota
	comma
	sentence
)

func (f *freeText) parting(i int) parting {
	if i <= 0 || i >= len(f.tokens) {
		return sentence
	}
	gap := f.gap(i)
	switch {
	case strings.ContainsAny(gap, ";!?\n"), strings.Contains(gap, ".") && f.words[i-1] != "г":
		return sentence
	case strings.ContainsAny(gap, ",()—–"), strings.Contains(gap, " - "):
		return comma
	}
	return adjacent
}

// is reports that a phrase of the kind begins at a token, and the number of its words.
func (f *freeText) is(kind string, i int) (value string, n int) { return f.kinds[kind].at(f.words, i) }

func (f *freeText) filler(i int) bool {
	_, n := f.is("filler", i)
	return n > 0
}

// capital reports a token written with a capital letter.
func (f *freeText) capital(i int) bool {
	r := []rune(f.text[f.tokens[i].Start:f.tokens[i].End])
	return strings.ToUpper(string(r[:1])) == string(r[:1]) && strings.ToLower(string(r[:1])) != string(r[:1])
}

// occupations takes the names of occupations, the longest first. A skill in one («юрист по
// банкротству», "ML engineer") is asked for by itself where the rest is an occupation too.
func (f *freeText) occupations(mentions []found) {
	end := 0 // of the words that stand beside each other
	for i := 0; i < len(f.tokens); i++ {
		if end <= i {
			for end = i + 1; end < len(f.tokens) && f.parting(end) == adjacent; {
				end++
			}
		}
		trade, n := f.base.Profiles.OccupationAt(f.bases[:end], i)
		if n == 1 && craft(f.words[i]) {
			continue
		}
		trade, n = f.withoutSkill(trade, i, n, mentions)
		if n > 0 && f.take(claim{kind: occupationClaim, from: i, to: i + n, value: trade.Title.EN, trade: trade}) {
			i += n - 1
		}
	}
}

// withoutSkill is the occupation at a token up to the skill that its name ends with, or none
// where the name begins with one and the rest will be found by itself, if the name is one that CVs
// often replace by another.
func (f *freeText) withoutSkill(trade profile.Occupation, at, n int, mentions []found) (profile.Occupation, int) {
	if trade.Trade {
		return trade, n // whoever is one is called so
	}
	for _, m := range mentions {
		switch {
		case n < 2 || m.from < at || m.to > at+n || m.to-m.from == n:
		case m.from == at:
			if _, rest := f.base.Profiles.OccupationAt(f.bases[:at+n], m.to); rest == at+n-m.to {
				return profile.Occupation{}, 0
			}
		case m.to == at+n:
			for end := m.from; end > at; end-- {
				if short, words := f.base.Profiles.OccupationAt(f.bases[:end], at); words == end-at {
					return short, words
				}
			}
		}
	}
	return trade, n
}

// craft reports «хирургия», which has the base form of «хирург» and is what a surgeon does.
func craft(word string) bool {
	for _, ending := range []string{"ия", "ии", "ию", "ией"} {
		if strings.HasSuffix(word, ending) {
			return true
		}
	}
	return false
}

// wishes takes what people wish for and nothing can filter on: pay, hours, a car. Numbers
// and single letters beside such words belong to them («5 разряда», «категории C или E»).
func (f *freeText) wishes(kind string) {
	for i := range f.tokens {
		_, n := f.is(kind, i)
		if n == 0 {
			continue
		}
		from, to := i, i+n
		for from > 0 && f.parting(from) == adjacent && f.tiny(from-1) {
			from--
		}
		for to < len(f.tokens) && f.parting(to) == adjacent {
			_, joint := f.is("or", to)
			_, also := f.is("and", to)
			_, year := f.is("year", to+1)
			if year > 0 || !f.tiny(to) && !(joint+also > 0 && f.tiny(to+1)) {
				break // "remote 5 years"
			}
			to++
		}
		f.take(claim{kind: wishClaim, from: from, to: to})
	}
}

// pay takes a figure with what it is counted by: "$18/hr".
func (f *freeText) pay() {
	for i := 1; i < len(f.tokens); i++ {
		if _, n := f.is("unit", i); n > 0 && f.gap(i) == "/" && digitsOnly(f.words[i-1]) {
			f.take(claim{kind: wishClaim, from: i - 1, to: i + n})
		}
		if thousands.MatchString(f.words[i]) && f.gap(i) == "-" && digitsOnly(f.words[i-1]) {
			f.take(claim{kind: wishClaim, from: i - 1, to: i + 1}) // "15-18k"
		}
	}
}

// starts takes "immediate joiner", which is no carpenter.
func (f *freeText) starts() {
	for i := range f.tokens {
		if _, n := f.is("start", i); n > 0 {
			f.take(claim{kind: wishClaim, from: i, to: i + n})
		}
	}
}

// thousands is a figure of so many.
var thousands = regexp.MustCompile(`^\d+[kк]$`)

// schools takes the name of a school that holds that of a place: "University of Lagos". It is looked
// for as it is written.
func (f *freeText) schools() {
	for i := range f.tokens {
		if _, n := f.is("school", i); n > 0 && i+n < len(f.tokens) && f.gap(i+n) == " " {
			f.take(claim{kind: skillClaim, from: i, to: i + n + 1, value: f.said(i, i+n+1), literal: true})
		}
	}
}

// employers takes the names of no table after "ex", "worked at", «из компании»: each is looked for
// as it is written.
func (f *freeText) employers() {
	for i := range f.tokens {
		_, n := f.is("employer", i)
		denied := n == 0 && i > 0 && f.owner[i-1] != nil && f.owner[i-1].value == "not" && slices.Contains([]string{"from", "из"}, f.words[i])
		if denied {
			n = 1 // "not from Acme"
		}
		if n == 0 || !f.free(i, i+n) || i+n == len(f.tokens) || f.parting(i+n) != adjacent {
			continue
		}
		if !denied {
			f.take(claim{kind: noise, from: i, to: i + n})
		}
		for at := i + n; at < len(f.tokens) && f.parting(at) == adjacent; {
			to := at
			for to < len(f.tokens) && f.owner[to] == nil && !f.silent(to) && (to == at || f.parting(to) == adjacent && !strings.Contains(f.gap(to), "/")) {
				to++
			}
			_, again := f.is("employer", at)
			switch c := f.owner[at]; {
			case again > 0 && f.take(claim{kind: noise, from: at, to: at + again}): // "ex-Acme or ex-Globex"
				at += again
			case to > at:
				f.take(claim{kind: skillClaim, from: at, to: to, value: f.said(at, to), literal: true})
				at = to
			case c == nil && f.tiny(at) || c == nil && f.filler(at) || c != nil && (c.value == "or" || c.value == "and"):
				at++
			default:
				at = len(f.tokens)
			}
		}
	}
}

// openings takes what an item wishes after «готов к»: hours, travel.
func (f *freeText) openings() {
	for i := range f.tokens {
		_, n := f.is("opening", i)
		if n == 0 || !f.free(i, i+n) {
			continue
		}
		to := i + n
		for to < len(f.tokens) && f.parting(to) == adjacent && (f.owner[to] == nil || f.owner[to].value == "or" || f.owner[to].value == "and") {
			to++
		}
		for at := i; at < to; at++ {
			f.take(claim{kind: wishClaim, from: at, to: at + 1})
		}
	}
}

// tiny reports a number or a single letter that is no word.
func (f *freeText) tiny(i int) bool {
	if i < 0 || i >= len(f.tokens) || f.owner[i] != nil {
		return false
	}
	return digitsOnly(f.words[i]) || len([]rune(f.words[i])) == 1 && !f.filler(i)
}

// whole reports words that no punctuation but a hyphen or slash parts.
func (f *freeText) whole(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if f.parting(i) != adjacent {
			return false
		}
	}
	return true
}

func (f *freeText) educations() {
	for i := range f.tokens {
		level, n := f.is("education", i)
		if n == 0 && f.words[i] == "master" && strings.HasPrefix(f.text[f.tokens[i].End:], "'s") {
			level, n = "master", 1
		}
		if n > 0 {
			f.take(claim{kind: educationClaim, from: i, to: i + n, value: level})
		}
	}
}

// levels takes words of seniority. "Without experience" is one only when nothing says of what.
func (f *freeText) levels() {
	for i := range f.tokens {
		level, n := f.is("level", i)
		if n == 0 || f.ofSomething(i+n) || f.ofSchool(i, i+n) {
			continue
		}
		c := claim{kind: levelClaim, from: i, to: i + n, value: level}
		if strings.HasPrefix(f.text[f.tokens[i+n-1].End:], "+") {
			c.above = true
		}
		if _, more := f.is("higher", i+n); more > 0 && f.free(i+n, i+n+more) {
			c.above, c.to = true, c.to+more
		}
		if _, less := f.kinds["least"].before(f.words, i); less > 0 && f.free(i-less, i) {
			c.above, c.from = true, i-less
		}
		f.take(c)
	}
}

// ofSchool reports who came from a school, however long ago: «выпускник физтеха», "graduate of MIT".
func (f *freeText) ofSchool(from, to int) bool {
	if to >= len(f.tokens) || f.parting(to) != adjacent {
		return false
	}
	return f.words[to] == "of" || strings.HasPrefix(f.words[from], "выпускни") && f.owner[to] == nil && !f.silent(to)
}

// ofSomething reports "without experience" with the thing named after it.
func (f *freeText) ofSomething(to int) bool {
	if _, n := f.is("experience", to-1); n == 0 || f.parting(to) != adjacent || to >= len(f.tokens) {
		return false
	}
	_, cue := f.is("or", to)
	return cue == 0 && f.words[to-1] != "required"
}

// personNouns takes slang: what people are called by the thing they work with, and what
// the thing is called.
func (f *freeText) personNouns() {
	for i := range f.tokens {
		if name, n := f.people.at(f.words, i); n > 0 {
			f.take(claim{kind: skillClaim, from: i, to: i + n, value: name, person: true})
		}
		if name, n := f.slang.at(f.words, i); n > 0 {
			f.take(claim{kind: skillClaim, from: i, to: i + n, value: name})
		}
	}
}

// found is a mention of a skill by tokens.
type found struct {
	skill    skill.ID
	from, to int
}

// mentions are the skills that the text names.
func (f *freeText) mentions() []found {
	var list []found
	at := 0
	for _, m := range f.base.Skills.Find(f.text, skill.List) {
		for at < len(f.tokens) && f.tokens[at].End <= m.Start {
			at++
		}
		to := at
		for to < len(f.tokens) && f.tokens[to].Start < m.End {
			to++
		}
		if to > at {
			list = append(list, found{m.Skill, at, to})
		}
	}
	return list
}

// compounds takes the skills of several words that no occupation has a part of.
func (f *freeText) compounds(mentions []found) {
	for _, m := range mentions {
		if m.to-m.from > 1 {
			f.take(claim{kind: skillClaim, from: m.from, to: m.to, value: f.said(m.from, m.to)})
		}
	}
}

// longestSkill is how many words of a question are tried as one name.
const longestSkill = 3

// skills takes single words that name skills: mentions, what an occupation left of one
// ("go developer"), and names so short or so usual that the finder wants a list around them.
func (f *freeText) skills(mentions []found) {
	for _, m := range mentions {
		if m.to-m.from == 1 {
			f.take(claim{kind: skillClaim, from: m.from, to: m.to, value: f.said(m.from, m.to)})
		}
	}
	for n := longestSkill; n > 0; n-- {
		for i := 0; i+n <= len(f.tokens); i++ {
			if !f.free(i, i+n) || !f.whole(i, i+n) || f.filler(i) || f.filler(i+n-1) || digitsOnly(f.words[i]) {
				continue
			}
			if _, ok := f.base.Skills.Named(f.said(i, i+n)); ok {
				f.take(claim{kind: skillClaim, from: i, to: i + n, value: f.said(i, i+n)})
			}
		}
	}
}

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
	for i, word := range f.words {
		if f.owner[i] != nil || f.ordinary(i) || digitsOnly(word) {
			continue
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
	shouted := strings.ToUpper(f.text) == f.text
	latin := word[0] < utf8.RuneSelf
	switch {
	case shouted:
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

// placeLike reports a word written as a name is, or in a text without capitals.
func (f *freeText) placeLike(i int) bool {
	_, said := f.is("placed", i-1)
	const plainFrom = 5 // shorter Latin words are more often something else: "perm", "bali"
	return f.capital(i) || said > 0 || !f.capitalised() || f.words[i][0] >= utf8.RuneSelf || len(f.words[i]) >= plainFrom
}

// capitalised reports a question that writes names with a capital letter.
func (f *freeText) capitalised() bool {
	for i := range f.tokens {
		if word := f.said(i, i+1); i > 0 && f.capital(i) && strings.ToUpper(word) != word {
			return true
		}
	}
	return false
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

// levelsFrom returns the levels a claim admits.
func (c *claim) levels() []resume.Level {
	all := []resume.Level{resume.Junior, resume.Mid, resume.Senior}
	at := slices.Index(all, resume.Level(c.value))
	if c.above {
		return all[at:]
	}
	return all[at : at+1]
}
