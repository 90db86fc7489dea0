package evaluate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/retrieve"
	"kadry/internal/talent"
)

// depth is how much of a ranking counts.
const depth = 10

// realCV is a line of livecareer_*.jsonl and updated_resume_it_*.jsonl.
type realCV struct {
	ID         string      `json:"id"`
	Category   string      `json:"category"`
	Text       string      `json:"text"`
	SkillSpans []skillSpan `json:"skill_spans"`
}

// skillSpan is [kind, start, end] in characters: a section that declares skills.
type skillSpan struct{ start, end int }

func (s *skillSpan) UnmarshalJSON(data []byte) error {
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if len(raw) != 3 {
		return fmt.Errorf("skill span of %d items, want 3", len(raw))
	}
	if err := json.Unmarshal(raw[1], &s.start); err != nil {
		return err
	}
	return json.Unmarshal(raw[2], &s.end)
}

// masked is the text without the sections that declare skills.
func (c realCV) masked() string {
	runes := []rune(c.Text)
	spans := slices.SortedFunc(slices.Values(c.SkillSpans), func(a, b skillSpan) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for _, s := range spans {
		start, end := min(max(s.start, at), len(runes)), min(max(s.end, at), len(runes))
		out.WriteString(string(runes[at:start]))
		out.WriteByte('\n')
		at = end
	}
	out.WriteString(string(runes[at:]))
	return out.String()
}

// realQuery is a line of livecareer_*_queries.jsonl.
type realQuery struct {
	Task     string   `json:"task"`
	Required []string `json:"required"`
	Relevant []string `json:"relevant"`
}

func (r *run) liveCareer(ctx context.Context) (*LiveCareer, error) {
	isQueries := func(base string) bool { return strings.HasSuffix(base, "_queries.jsonl") }
	ofSet := func(base string) bool {
		return strings.HasPrefix(base, "livecareer_") && strings.HasSuffix(base, ".jsonl")
	}
	cvs, err := lines[realCV](r, r.match(func(_, base string) bool { return ofSet(base) && !isQueries(base) }))
	if err != nil {
		return nil, err
	}
	queries, err := lines[realQuery](r, r.match(func(_, base string) bool { return ofSet(base) && isQueries(base) }))
	if err != nil {
		return nil, err
	}
	if len(cvs) == 0 || len(queries) == 0 {
		r.note("livecareer_*.jsonl and livecareer_*_queries.jsonl: not found, left out")
		return nil, nil
	}
	masked, err := r.keepReal(ctx, cvs, realCV.masked)
	if err != nil {
		return nil, err
	}
	full, err := r.keepReal(ctx, cvs, func(c realCV) string { return c.Text })
	if err != nil {
		return nil, err
	}
	var l LiveCareer
	for _, task := range []struct {
		name   string
		figure *float64
		kept   *kept
		rank   ranker
	}{
		{"skill1", &l.Skill1, masked, masked.bySkills},
		{"skill2", &l.Skill2, masked, masked.bySkills},
		{"category", &l.Category, full, full.byText},
	} {
		asked := slices.DeleteFunc(slices.Clone(queries), func(q realQuery) bool { return q.Task != task.name })
		if *task.figure, err = task.kept.gain(ctx, asked, task.rank); err != nil {
			return nil, err
		}
	}
	return &l, nil
}

// ranker answers one query with its best hits.
type ranker func(context.Context, realQuery) ([]talent.Hit, error)

func (r *run) keepReal(ctx context.Context, cvs []realCV, text func(realCV) string) (*kept, error) {
	ids, texts := make([]string, len(cvs)), make([]string, len(cvs))
	for i, c := range cvs {
		ids[i], texts[i] = c.ID, text(c)
	}
	return r.keep(ctx, ids, texts)
}

// bySkills ranks by any of the asked skills, those with more of them first.
func (k *kept) bySkills(ctx context.Context, q realQuery) ([]talent.Hit, error) {
	answer, err := k.base.Search(ctx, tenant, talent.Query{Required: q.Required, Match: talent.MatchAny, TopK: depth})
	return answer.Candidates, err
}

// byText ranks by free text.
func (k *kept) byText(ctx context.Context, q realQuery) ([]talent.Hit, error) {
	answer, err := k.base.Find(ctx, tenant, talent.FreeQuery{Text: strings.Join(q.Required, " "), TopK: depth})
	return answer.Candidates, err
}

// gain is the mean nDCG of the rankings.
func (k *kept) gain(ctx context.Context, queries []realQuery, rank ranker) (float64, error) {
	total := 0.0
	for _, q := range queries {
		hits, err := rank(ctx, q)
		if err != nil {
			return 0, fmt.Errorf("query %q: %w", q.Required, err)
		}
		var ranking []string
		for _, h := range hits {
			ranking = append(ranking, k.data[h.CandidateID]...)
		}
		relevant := map[string]bool{}
		for _, id := range q.Relevant {
			relevant[id] = true
		}
		total += retrieve.Gain(ranking, relevant, depth)
	}
	return total / float64(max(len(queries), 1)), nil
}

func (r *run) it(ctx context.Context) (*IT, error) {
	cvs, err := lines[realCV](r, r.match(func(_, base string) bool {
		return strings.HasPrefix(base, "updated_resume_it_") && strings.HasSuffix(base, ".jsonl")
	}))
	if err != nil {
		return nil, err
	}
	if len(cvs) == 0 {
		r.note("updated_resume_it_*.jsonl: not found, left out")
		return nil, nil
	}
	k, err := r.keepReal(ctx, cvs, func(c realCV) string { return c.Text })
	if err != nil {
		return nil, err
	}
	relevant := map[string][]string{}
	for _, c := range cvs {
		relevant[c.Category] = append(relevant[c.Category], c.ID)
	}
	var queries []realQuery
	for category, ids := range relevant {
		queries = append(queries, realQuery{Required: []string{category}, Relevant: ids})
	}
	slices.SortFunc(queries, func(a, b realQuery) int { return strings.Compare(a.Required[0], b.Required[0]) })
	gain, err := k.gain(ctx, queries, k.byText)
	return &IT{Category: gain}, err
}
