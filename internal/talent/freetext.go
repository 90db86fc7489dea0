package talent

import (
	"slices"
	"strings"
	"unicode"

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

	skillKeys map[string]string // by name; see skillKey

	written int  // names of firms and schools taken
	shouted bool // written in capitals
	cased   bool // writes some name with a capital

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
	f := &freeText{vocabulary: readVocabulary(), skillKeys: map[string]string{}, base: b, text: text, tokens: retrieve.Tokens(text)}
	for _, t := range f.tokens {
		word := oneAlphabet(t.Text)
		f.words = append(f.words, word)
		f.bases = append(f.bases, retrieve.Base(word))
	}
	f.owner = make([]*claim, len(f.tokens))
	f.shouted = strings.ToUpper(text) == text
	for i := range f.tokens {
		word := f.said(i, i+1)
		f.cased = f.cased || i > 0 && f.capital(i) && strings.ToUpper(word) != word
	}
	return f
}

// oneAlphabet turns the Latin letters within a Russian word into those that look the same.
func oneAlphabet(word string) string {
	const least = 2 // Cyrillic letters of a Russian word: "1С" is none
	cyrillic := 0
	for _, r := range word {
		if unicode.Is(unicode.Cyrillic, r) {
			cyrillic++
		}
	}
	if cyrillic < least {
		return word
	}
	if twin, ok := skill.CyrillicTwin(word); ok {
		return twin
	}
	return word
}

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

// levelsFrom returns the levels a claim admits.
func (c *claim) levels() []resume.Level {
	all := []resume.Level{resume.Junior, resume.Mid, resume.Senior}
	at := slices.Index(all, resume.Level(c.value))
	if c.above {
		return all[at:]
	}
	return all[at : at+1]
}
