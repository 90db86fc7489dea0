package evaluate

import (
	"context"
	"slices"
	"strings"

	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// fictionalCV is a line of fictional_*/cvs.jsonl.
type fictionalCV struct {
	ID     string                    `json:"id"`
	Text   string                    `json:"text"`
	Level  resume.Level              `json:"level"`
	Skills map[string]fictionalSkill `json:"skills"`
}

type fictionalSkill struct {
	Months *int `json:"months"`
}

// fictionalQuery is a line of fictional_*/queries.jsonl.
type fictionalQuery struct {
	Required []string     `json:"required_skills"`
	Level    resume.Level `json:"experience_level"`
	Expected []string     `json:"expected"`
}

func (r *run) fictional(ctx context.Context) (*Fictional, error) {
	inSet := func(want string) []string {
		return r.match(func(dir, base string) bool { return strings.HasPrefix(dir, "fictional_") && base == want })
	}
	cvs, err := lines[fictionalCV](r, inSet("cvs.jsonl"))
	if err != nil {
		return nil, err
	}
	queries, err := lines[fictionalQuery](r, inSet("queries.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(cvs) == 0 || len(queries) == 0 {
		r.note("fictional_*/cvs.jsonl and queries.jsonl: not found, left out")
		return nil, nil
	}
	ids, texts := make([]string, len(cvs)), make([]string, len(cvs))
	for i, c := range cvs {
		ids[i], texts[i] = c.ID, c.Text
	}
	k, err := r.keep(ctx, ids, texts)
	if err != nil {
		return nil, err
	}
	var f Fictional
	if f.F1, f.ExactSet, err = k.sets(ctx, queries); err != nil {
		return nil, err
	}
	if f.LevelAccuracy, f.SkillMonthsWithin1, err = k.facts(ctx, cvs); err != nil {
		return nil, err
	}
	return &f, nil
}

// sets compares the answers with the expected sets.
func (k *kept) sets(ctx context.Context, queries []fictionalQuery) (f1, exact float64, err error) {
	hit, got, want, same := 0, 0, 0, 0
	for _, q := range queries {
		hits, err := k.all(ctx, talent.Query{Required: q.Required, Level: q.Level})
		if err != nil {
			return 0, 0, err
		}
		var found []string
		for _, h := range hits {
			found = append(found, k.data[h.CandidateID]...)
		}
		slices.Sort(found)
		expected := slices.Sorted(slices.Values(q.Expected))
		for _, id := range found {
			if slices.Contains(expected, id) {
				hit++
			}
		}
		got += len(found)
		want += len(expected)
		if slices.Equal(found, expected) {
			same++
		}
	}
	return 2 * ratio(hit, got+want), ratio(same, len(queries)), nil
}

// facts compares levels and months of skills, as the answers of a search state them.
func (k *kept) facts(ctx context.Context, cvs []fictionalCV) (level, months float64, err error) {
	asked := map[string]bool{}
	for _, c := range cvs {
		for name := range c.Skills {
			asked[name] = true
		}
	}
	levels := map[string]resume.Level{}
	held := map[[2]string]int{} // data id, skill -> months
	for name := range asked {
		hits, err := k.all(ctx, talent.Query{Required: []string{name}})
		if err != nil {
			return 0, 0, err
		}
		for _, h := range hits {
			for _, id := range k.data[h.CandidateID] {
				levels[id] = h.Level
				if m := h.Matches[0]; m.MonthsKnown {
					held[[2]string{id, name}] = m.Months
				}
			}
		}
	}
	rightLevels, settled, right, total := 0, 0, 0, 0
	for _, c := range cvs {
		if c.Level != "" { // else the dates of the CV do not settle it
			settled++
		}
		if c.Level != "" && levels[c.ID] == c.Level {
			rightLevels++
		}
		for name, s := range c.Skills {
			if s.Months == nil {
				continue
			}
			total++
			got := held[[2]string{c.ID, name}]
			if got >= *s.Months-1 && got <= *s.Months+1 {
				right++
			}
		}
	}
	return ratio(rightLevels, settled), ratio(right, total), nil
}

// all pages through the whole answer of a query.
func (k *kept) all(ctx context.Context, q talent.Query) ([]talent.Hit, error) {
	q.TopK = 50
	var hits []talent.Hit
	for {
		answer, err := k.base.Search(ctx, tenant, q)
		if err != nil {
			return nil, err
		}
		hits = append(hits, answer.Candidates...)
		if answer.NextCursor == "" {
			return hits, nil
		}
		q.Cursor = answer.NextCursor
	}
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
