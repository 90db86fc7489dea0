// Package bias reports how groups of candidates fared. What candidates say of themselves is
// asked and kept by the room, apart from the interviews.
package bias

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"kadry/internal/interview/decimal"
)

// Outcome is one completed interview with what the candidate said of themself. It names
// nobody.
type Outcome struct {
	Groups   map[string]string // dimension -> group, such as "sex" -> "female"
	Score    int               // overall, 0-100; the reviewed one where there is one
	Decided  bool
	Selected bool
}

// Measure is what a bias report counts.
type Measure string

// The measures.
const (
	ScoringRate   Measure = "scoring_rate"   // the share with a score above the median of all
	SelectionRate Measure = "selection_rate" // the share selected by people, of those decided on
)

// Enum is the closed set of measures.
func (Measure) Enum() []string { return []string{string(ScoringRate), string(SelectionRate)} }

// Report is a report on how groups fared, in the form of the audits that New York's Local
// Law 144 asks for (6 RCNY § 5-301): rates and impact ratios by dimension and by the
// intersection of all dimensions.
type Report struct {
	Measure Measure `json:"measure"`
	Counted int     `json:"counted" doc:"Interviews in the report."`
	Silent  int     `json:"silent" doc:"Surveys that name no group."`
	Median  float64 `json:"median" doc:"Of the scores."` // for ScoringRate
	Tables  []Table `json:"tables" doc:"One for each dimension, and one for all together."`
}

// Table is one dimension, or the intersection of several.
type Table struct {
	Dimensions []string `json:"dimensions"`
	Rows       []Row    `json:"rows" doc:"Highest rate first."`
	LeftOut    []Row    `json:"left_out" doc:"Groups under two percent, named and not compared."`
}

// Row is one group.
type Row struct {
	Group  []string `json:"group" doc:"In the order of the dimensions."`
	Count  int      `json:"count"`
	Taken  int      `json:"taken" doc:"Above the median, or selected."`
	Rate   float64  `json:"rate" doc:"0 to 1."`
	Impact float64  `json:"impact" doc:"The rate by the highest rate of the table; 0 when left out."`
}

// smallGroup is the share of the data under which a group may be left out of the
// comparison (6 RCNY § 5-301(d)).
const smallGroup = 0.02

// New makes the report from outcomes, in whatever order they come.
func New(outcomes []Outcome, measure Measure) Report {
	b := Report{Measure: measure}
	var counted []Outcome
	for _, o := range outcomes {
		switch {
		case measure == SelectionRate && !o.Decided:
		case len(o.Groups) == 0:
			b.Silent++
		default:
			counted = append(counted, o)
		}
	}
	b.Counted, b.Median = len(counted), median(counted)
	taken := func(o Outcome) bool {
		if measure == SelectionRate {
			return o.Selected
		}
		return float64(o.Score) > b.Median
	}
	dimensions := map[string]bool{}
	for _, o := range counted {
		for d := range o.Groups {
			dimensions[d] = true
		}
	}
	names := slices.Sorted(maps.Keys(dimensions))
	for _, d := range names {
		b.Tables = append(b.Tables, table(counted, []string{d}, taken))
	}
	if len(names) > 1 {
		b.Tables = append(b.Tables, table(counted, names, taken))
	}
	return b
}

// table counts the groups of those who answered all the dimensions.
func table(outcomes []Outcome, dimensions []string, taken func(Outcome) bool) Table {
	groups := map[string]*Row{}
	all := 0
	for _, o := range outcomes {
		group := make([]string, len(dimensions))
		for i, d := range dimensions {
			group[i] = o.Groups[d]
		}
		if slices.Contains(group, "") {
			continue
		}
		key := strings.Join(group, "\x00")
		if groups[key] == nil {
			groups[key] = &Row{Group: group}
		}
		groups[key].Count++
		all++
		if taken(o) {
			groups[key].Taken++
		}
	}
	t := Table{Dimensions: dimensions}
	best := 0.0
	for _, row := range groups {
		row.Rate = decimal.Round(float64(row.Taken)/float64(row.Count), 4)
		if float64(row.Count) < smallGroup*float64(all) {
			t.LeftOut = append(t.LeftOut, *row)
			continue
		}
		t.Rows = append(t.Rows, *row)
		best = math.Max(best, float64(row.Taken)/float64(row.Count))
	}
	for i := range t.Rows {
		if best > 0 {
			t.Rows[i].Impact = decimal.Round(float64(t.Rows[i].Taken)/float64(t.Rows[i].Count)/best, 4)
		}
	}
	slices.SortFunc(t.Rows, byRate)
	slices.SortFunc(t.LeftOut, byRate)
	return t
}

func byRate(a, b Row) int {
	return cmp.Or(cmp.Compare(b.Rate, a.Rate), slices.Compare(a.Group, b.Group))
}

func median(outcomes []Outcome) float64 {
	if len(outcomes) == 0 {
		return 0
	}
	scores := make([]int, len(outcomes))
	for i, o := range outcomes {
		scores[i] = o.Score
	}
	slices.Sort(scores)
	half := len(scores) / 2
	if len(scores)%2 == 1 {
		return float64(scores[half])
	}
	return float64(scores[half-1]+scores[half]) / 2
}
