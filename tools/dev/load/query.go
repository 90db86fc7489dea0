package main

import (
	"encoding/json"
	"fmt"
	"slices"
)

// query is the body of a search_by_skills call.
type query struct {
	Required   []string     `json:"required_skills"`
	Preferred  []string     `json:"preferred_skills,omitempty"`
	Excluded   []string     `json:"excluded_skills,omitempty"`
	Level      string       `json:"experience_level,omitempty"`
	Match      string       `json:"match,omitempty"`
	MinYears   float64      `json:"min_years,omitempty"`
	SkillYears []skillYears `json:"skill_years,omitempty"`
	UsedWithin float64      `json:"used_within_years,omitempty"`
	Location   string       `json:"location,omitempty"`
	Languages  []speaks     `json:"languages,omitempty"`
	TopK       int          `json:"top_k"`
}

type skillYears struct {
	Skill string  `json:"skill"`
	Years float64 `json:"years"`
}

type speaks struct {
	Lang string `json:"lang"`
	CEFR string `json:"cefr"`
}

// spoken are spellings nobody writes into a CV the way the taxonomy does.
var spoken = []string{"питон", "докер", "k8s", "постгрес", "golang", "джава", "реакт", "js", "машинное обучение", "container orchestration", "кубер", "1с", "тестирование", "базы данных", "CI/CD"}

// queries returns n different bodies: common and rare skills, spellings, conditions,
// skills nobody has heard of and combinations nobody has.
func (g *generator) queries(n int) ([][]byte, error) {
	var bodies [][]byte
	seen := map[string]bool{}
	for i := uint64(0); len(bodies) < n; i++ {
		body, err := json.Marshal(g.query(drawOf(drawQueries, i), i))
		if err != nil {
			return nil, fmt.Errorf("load: query %d: %w", i, err)
		}
		if !seen[string(body)] {
			seen[string(body)] = true
			bodies = append(bodies, body)
		}
	}
	return bodies, nil
}

func (g *generator) query(d draw, i uint64) query {
	t := g.trades[d.IntN(len(g.trades))]
	q := query{TopK: []int{5, 5, 20, 50}[d.IntN(4)]}
	for range 1 + d.IntN(4) {
		q.Required = append(q.Required, g.asked(d, t))
	}
	for range d.IntN(4) {
		q.Preferred = append(q.Preferred, g.asked(d, t))
	}
	switch i % 10 {
	case 0: // a name out of no taxonomy
		q.Required = append(q.Required, d.name(&g.english))
	case 1: // nobody: rare ones of different trades, so that relaxations are computed
		q.Required = []string{d.of(g.tail), d.of(g.tail), d.of(t.Core)}
	case 2: // one of the most usual skills alone: the largest result
		q.Required = []string{d.of([]string{"Git", "SQL", "Python", "Microsoft Excel", "PostgreSQL", "Docker"})}
		q.MinYears = float64(d.IntN(12))
	case 3:
		q.Match = "any"
	}
	g.conditions(d, &q)
	q.Required = distinct(q.Required)
	q.Preferred = distinct(q.Preferred)
	return q
}

// asked is one skill as somebody asks for it.
func (g *generator) asked(d draw, t trade) string {
	switch dice := d.IntN(20); {
	case dice < 9:
		return d.of(t.Core)
	case dice < 15:
		return d.of(t.Some)
	case dice < 17:
		return d.head(g.tail)
	case dice < 18:
		return d.of(g.tail)
	}
	return d.of(spoken)
}

// conditions adds filters to half of the queries, one or two each.
func (g *generator) conditions(d draw, q *query) {
	if d.IntN(2) == 0 {
		return
	}
	for range 1 + d.IntN(2) {
		switch d.IntN(8) {
		case 0, 1:
			q.Level = d.of([]string{"junior", "mid", "senior"})
		case 2:
			q.MinYears = float64(1 + d.IntN(10))
		case 3:
			q.SkillYears = []skillYears{{Skill: q.Required[0], Years: float64(1 + d.IntN(4))}}
		case 4:
			q.UsedWithin = float64(1 + d.IntN(5))
		case 5:
			q.Location = d.of(append(slices.Clone(g.english.Cities), g.russian.Cities...))
		case 6:
			q.Languages = []speaks{{Lang: d.of([]string{"en", "de", "fr"}), CEFR: d.of([]string{"A2", "B1", "B2"})}}
		case 7:
			q.Excluded = []string{d.of(spoken)}
		}
	}
}

func distinct(list []string) []string {
	var kept []string
	for _, item := range list {
		if !slices.Contains(kept, item) {
			kept = append(kept, item)
		}
	}
	return kept
}
