package competition

import (
	"cmp"
	"math"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/demand"
	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
	"kadry/internal/market/unique"
	"kadry/internal/skill"
)

// What a trend needs.
const (
	trendAfter  = 7 * 24 * time.Hour // between the snapshots
	trendSample = 30                 // vacancies in each
	trendHits   = 5                  // vacancies with a skill in the two together
	mostTrends  = 20
)

// Reach is the part of the postings that a comparison looks at: the same one on both sides.
type Reach string

// The reaches.
const (
	InFull   Reach = "full_text"   // vacancies that were read in full
	InSearch Reach = "search_text" // what a search shows of every vacancy: title and excerpts
)

// TrendBase says what trends rest on: active vacancies now and in an earlier snapshot of the same
// query. Vacancies closed in between are in neither, so a trend says what is sought, not what was
// filled.
type TrendBase struct {
	Since    time.Time `json:"since"`
	Reach    Reach     `json:"reach"`
	NBefore  int       `json:"n_before"`
	NNow     int       `json:"n_now"`
	Compared int       `json:"compared"` // skills
}

// Change is how the share of a skill changed.
type Change struct {
	ID       skill.ID `json:"id,omitzero"`
	Name     string   `json:"skill"`
	Before   float64  `json:"share_before"`
	Now      float64  `json:"share_now"`
	Delta    float64  `json:"delta_pp"` // percentage points
	P        float64  `json:"p_value"`
	Adjusted float64  `json:"p_value_adjusted"` // for all the skills that were compared
}

func (a *analysis) trend() {
	before, ok := a.before()
	if !ok {
		a.unknown("trending", fault.Say("no snapshot of this query is at least 7 days older", "нет снимка этого запроса старше хотя бы на 7 дней"))
		return
	}
	earlier := a.read(before.Postings)
	for _, reach := range []Reach{InFull, InSearch} {
		then, nThen := tally(earlier, reach)
		now, nNow := tally(a.readings, reach)
		if nThen < trendSample || nNow < trendSample {
			continue
		}
		base := &TrendBase{Since: before.Taken, Reach: reach, NBefore: nThen, NNow: nNow}
		all := base.changes(then, now)
		base.Compared = len(all)
		a.answer.Trending, a.answer.TrendBase = all[:min(len(all), mostTrends)], base
		return
	}
	a.unknown("trending", fault.Say("both snapshots need %d vacancies", "в обоих снимках нужно по %d вакансий", trendSample))
}

// before is the oldest snapshot of the same source that is old enough.
func (a *analysis) before() (posting.Snapshot, bool) {
	for _, s := range a.Earlier {
		if s.Source == a.Now.Source && a.Now.Taken.Sub(s.Taken) >= trendAfter {
			return s, true
		}
	}
	return posting.Snapshot{}, false
}

// read reads one posting of each vacancy.
func (a *analysis) read(postings []posting.Posting) []demand.Reading {
	var readings []demand.Reading
	for _, g := range unique.Groups(postings) {
		p := &postings[best(postings, g)]
		readings = append(readings, demand.Reading{Wanted: a.Wanted(p), Detailed: p.IsDetailed()})
	}
	return readings
}

// named is a skill as it is counted.
type named struct {
	id   skill.ID
	name string
}

// tally counts the skills that so much of the postings asks for.
func tally(readings []demand.Reading, reach Reach) (counts map[named]int, n int) {
	counts = map[named]int{}
	for _, r := range readings {
		if reach == InFull && !r.Detailed {
			continue
		}
		n++
		for _, w := range r.Wanted {
			if reach == InFull || slices.ContainsFunc(w.Sources, inSearch) {
				counts[named{w.ID, w.Name}]++
			}
		}
	}
	return counts, n
}

// inSearch reports whether a search shows a part of a posting.
func inSearch(o demand.Origin) bool {
	return o == demand.Title || o == demand.Requirement || o == demand.Duty
}

// changes compares the shares of all skills that occur often enough.
func (t *TrendBase) changes(then, now map[named]int) []Change {
	var all []Change
	var p []float64
	add := func(s named) {
		if then[s]+now[s] < trendHits {
			return
		}
		delta, chance := statistic.CompareShares(then[s], t.NBefore, now[s], t.NNow)
		all = append(all, Change{
			ID: s.id, Name: s.name, Before: share(then[s], t.NBefore), Now: share(now[s], t.NNow), Delta: 100 * delta, P: chance,
		})
		p = append(p, chance)
	}
	for s := range now {
		add(s)
	}
	for s := range then {
		if _, both := now[s]; !both {
			add(s)
		}
	}
	for i, adjusted := range statistic.ControlDiscoveries(p) {
		all[i].Adjusted = adjusted
	}
	slices.SortFunc(all, func(x, y Change) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Delta), math.Abs(x.Delta)), cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	return all
}
