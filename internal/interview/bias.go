package interview

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/input"
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

// Bias is a report on how groups fared, in the form of the audits that New York's Local
// Law 144 asks for (6 RCNY § 5-301): rates and impact ratios by dimension and by the
// intersection of all dimensions.
type Bias struct {
	Measure Measure     `json:"measure"`
	Counted int         `json:"counted" doc:"Interviews in the report."`
	Silent  int         `json:"silent" doc:"Surveys that name no group."`
	Median  float64     `json:"median" doc:"Of the scores."` // for ScoringRate
	Tables  []BiasTable `json:"tables" doc:"One for each dimension, and one for all together."`
}

// BiasTable is one dimension, or the intersection of several.
type BiasTable struct {
	Dimensions []string  `json:"dimensions"`
	Rows       []BiasRow `json:"rows" doc:"Highest rate first."`
	LeftOut    []BiasRow `json:"left_out" doc:"Groups under two percent, named and not compared."`
}

// BiasRow is one group.
type BiasRow struct {
	Group  []string `json:"group" doc:"In the order of the dimensions."`
	Count  int      `json:"count"`
	Taken  int      `json:"taken" doc:"Above the median, or selected."`
	Rate   float64  `json:"rate" doc:"0 to 1."`
	Impact float64  `json:"impact" doc:"The rate by the highest rate of the table; 0 when left out."`
}

// smallGroup is the share of the data under which a group may be left out of the
// comparison (6 RCNY § 5-301(d)).
const smallGroup = 0.02

// NewBias makes the report from outcomes, in whatever order they come.
func NewBias(outcomes []Outcome, measure Measure) Bias {
	b := Bias{Measure: measure}
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
func table(outcomes []Outcome, dimensions []string, taken func(Outcome) bool) BiasTable {
	groups := map[string]*BiasRow{}
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
			groups[key] = &BiasRow{Group: group}
		}
		groups[key].Count++
		all++
		if taken(o) {
			groups[key].Taken++
		}
	}
	t := BiasTable{Dimensions: dimensions}
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

func byRate(a, b BiasRow) int {
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

// BiasReport makes the report on the completed interviews of a vacancy, of all vacancies
// when it is empty, whose candidates answered the survey.
func (r *Room) BiasReport(ctx context.Context, tenant, vacancy string, measure Measure) (Bias, error) {
	var c fault.Check
	input.OneOf(&c, "measure", measure, []Measure{ScoringRate, SelectionRate})
	if err := c.Err(); err != nil {
		return Bias{}, err
	}
	outcomes, err := r.Surveys.Outcomes(ctx, tenant, vacancy)
	if err != nil {
		return Bias{}, fmt.Errorf("interview: bias: %w", err)
	}
	return NewBias(outcomes, cmp.Or(measure, ScoringRate)), nil
}

// Bounds of a survey.
const (
	maxDimensions = 8
	maxGroup      = 60 // characters
)

// Survey keeps what a candidate says of themself, freely and apart from the interview:
// under a key of its own (Session.SurveyKey), which no grader and no reviewer sees.
// Answering again replaces what was said.
func (r *Room) Survey(ctx context.Context, tenant, key string, groups map[string]string) error {
	var c fault.Check
	if len(groups) > maxDimensions {
		c.Wrong("groups", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxDimensions, len(groups)))
	}
	kept := map[string]string{}
	for _, d := range slices.Sorted(maps.Keys(groups)) {
		dimension, group := strings.ToLower(input.Clean(d)), input.Clean(groups[d])
		if dimension == "" || max(utf8.RuneCountInString(dimension), utf8.RuneCountInString(group)) > maxGroup {
			c.Wrong("groups", fault.Say("names must have 1-%d characters", "названия должны быть от 1 до %d символов", maxGroup))
			continue
		}
		if group != "" {
			kept[dimension] = group
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	if err := r.Surveys.PutSurvey(ctx, tenant, key, kept); err != nil {
		return fmt.Errorf("interview: survey: %w", err)
	}
	return nil
}
