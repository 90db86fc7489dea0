package talent

import (
	"math/bits"
	"slices"
	"strings"
	"time"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/retrieve"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// plan is a query made ready to be asked of one pool.
type plan struct {
	query     Query
	required  []need
	preferred []need
	excluded  []need
	minimums  []need       // skills with a minimum of years
	titlesToo string       // the titles of the occupations asked, which rank in both languages
	trade     *need        // the occupations asked beside skills, where they are a condition
	untitled  map[int]bool // rows with an excluded occupation
	people    map[int]bool // rows of the person asked; nil when nobody is
	places    [][]string   // alternatives
	asOf      int          // month of the search
	words     []float64    // relevance of the free words and asked skills, by row
	titles    []float64    // the same of job titles alone
	byScore   bool         // preferred skills have weights: no tiers by their number
}

// failing is the set of conditions a row does not meet.
type failing uint16

const (
	failLevel failing = 1 << iota
	failYears
	failSkillYears
	failRecency
	failLocation
	failLanguages
	failEducation
	failOccupation
	// failHard is what no near miss may have: an excluded skill or occupation, another name, a
	// missing tag, an old upload.
	failHard
)

func (f failing) count() int { return bits.OnesCount16(uint16(f)) }

// rankedRow is how one row stands in a search.
type rankedRow struct {
	row       int
	fails     failing
	missing   uint64 // bit i: required[i] is not covered
	covered   int
	preferred int
	score     score
}

// matched reports that the row belongs to the answer.
func (s rankedRow) matched(q Query, required int) bool {
	return s.fails == 0 && s.enough(q, required)
}

func (s rankedRow) enough(q Query, required int) bool {
	switch q.Match {
	case MatchAny:
		return s.covered > 0 || required == 0
	case MatchCoverage:
		return required == 0 || s.covered > 0 && float64(s.covered) >= q.MinCoverage*float64(required)
	}
	return s.covered == required
}

// compile turns a checked query into a plan and asks the pool. The caller holds the read lock.
func (b *Base) compile(q Query, p *pool, now time.Time) *plan {
	pl := &plan{query: q, asOf: int(resume.MonthOf(now))}
	for _, place := range alternativesOf(q.Location) {
		pl.places = append(pl.places, placeWords(place))
	}
	pl.required = b.needs(q.Required, q.Allow, p)
	for _, group := range q.AnyOf {
		pl.required = append(pl.required, b.choice(group, q.Allow, p))
	}
	b.compilePeople(pl, p)
	if q.Text != "" {
		for i := range pl.required {
			pl.required[i].askTitles(p)
		}
	}
	pl.preferred = b.needs(q.Preferred, q.Allow, p)
	// A broader word on a CV does not prove that the excluded skill is there.
	pl.excluded = b.needs(q.Excluded, []skill.How{skill.Exact, skill.Alias, skill.Implied, skill.Narrower}, p)
	names := make([]string, len(q.SkillYears))
	for i, s := range q.SkillYears {
		names[i] = s.Skill
	}
	pl.minimums = b.needs(names, q.Allow, p)
	terms := pl.terms()
	pl.words, pl.titles = p.relevance(terms)
	return pl
}

// compilePeople makes ready what is asked of the person beside skills. An occupation alone
// is what is looked for; beside skills it is a condition where its people always name it.
func (b *Base) compilePeople(pl *plan, p *pool) {
	q := &pl.query
	for _, title := range q.Occupations {
		if o, known := b.Profiles.Occupation(title); known && q.Text != "" {
			pl.titlesToo += " " + otherScript(q.Text, o.Title)
		}
	}
	if len(q.Occupations) > 0 && len(pl.required) == 0 {
		pl.required = []need{b.calling(q.Occupations, q.Allow, p)}
	} else if trades := b.trades(q.Occupations); len(trades) > 0 {
		n := b.occupation(trades, p)
		pl.trade = &n
	}
	if len(q.ExcludedOccupations) > 0 {
		pl.untitled = b.titled(q.ExcludedOccupations, p)
	}
	if q.Person != "" {
		pl.people = map[int]bool{}
		if !q.Redact { // a blind review finds nobody by name
			pl.people = p.people(q.Person)
		}
	}
}

// otherScript returns the title in the language that a text is not written in.
func otherScript(text string, title fault.Text) string {
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) {
		return title.EN
	}
	return title.RU
}

func (b *Base) needs(asked []string, allow []skill.How, p *pool) []need {
	list := make([]need, len(asked))
	for i, name := range asked {
		list[i] = b.understand(name, allow)
		list[i].ask(p)
	}
	return list
}

// terms are the words that rank: the free text at full weight, the asked skills by name
// so that a CV that speaks of them more comes first among equals.
func (pl *plan) terms() []retrieve.Term {
	terms := retrieve.Terms(pl.query.Text + pl.titlesToo)
	for _, group := range [][]need{pl.required, pl.preferred} {
		for i := range group {
			if len(group[i].names) > 0 {
				continue // the words of an occupation stand in the free text
			}
			terms = append(terms, retrieve.Terms(group[i].asked)...)
		}
	}
	return terms
}

// stand judges one row.
func (pl *plan) stand(p *pool, at int) rankedRow {
	s := rankedRow{row: at}
	for i := range pl.required {
		if pl.required[i].matchAt(at).value > 0 {
			s.covered++
		} else {
			s.missing |= 1 << i
		}
	}
	for i := range pl.preferred {
		if pl.preferred[i].matchAt(at).value > 0 {
			s.preferred++
		}
	}
	if s.covered > 0 || s.enough(pl.query, len(pl.required)) {
		s.fails = pl.fails(&p.rows[at], at) // the others are out whatever else they meet
	}
	return s
}

// fails collects the conditions a row does not meet.
func (pl *plan) fails(r *row, at int) failing {
	q := &pl.query
	var f failing
	set := func(bit failing, bad bool) {
		if bad {
			f |= bit
		}
	}
	set(failLevel, q.Level != "" && r.level != q.Level || slices.Contains(q.ExcludedLevels, r.level))
	set(failYears, q.MinYears > 0 && float64(r.months) < q.MinYears*12 || q.MaxYears > 0 && float64(r.months) > q.MaxYears*12)
	for i := range pl.minimums {
		g := pl.minimums[i].matchAt(at)
		set(failSkillYears, g.value == 0 || !g.reach.known && q.SkillYears[i].Years > 0 || float64(g.reach.months) < q.SkillYears[i].Years*12)
	}
	if q.UsedWithinYears > 0 {
		for i := range pl.required {
			g := pl.required[i].matchAt(at)
			set(failRecency, g.value > 0 && float64(pl.asOf-int(g.lastUsed)) > q.UsedWithinYears*12)
		}
	}
	set(failLocation, len(pl.places) > 0 && !slices.ContainsFunc(pl.places, func(place []string) bool { return livesIn(r.places, place) }))
	set(failOccupation, pl.trade != nil && pl.trade.matchAt(at).value == 0)
	set(failHard, pl.untitled[at] || pl.people != nil && !pl.people[at])
	for _, want := range q.Languages {
		set(failLanguages, !speaks(r.languages, want))
	}
	set(failEducation, r.education < educationRanks[q.EducationLevel])
	set(failHard, !q.UploadedAfter.IsZero() && !r.uploaded.After(q.UploadedAfter) || !subset(q.Tags, r.tags))
	for i := range pl.excluded {
		set(failHard, pl.excluded[i].matchAt(at).value > 0)
	}
	return f
}
