package talent

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/talent/resume"
)

// CompareQuery asks for candidates side by side.
type CompareQuery struct {
	IDs       []string
	Required  []string
	Redact    bool
	Preferred []string // without any skill asked, those the candidates have are compared
}

// Comparison is a matrix: a row per candidate in the order asked, a cell per skill.
type Comparison struct {
	Skills     []string // the columns, required first
	Required   int      // how many of Skills are required
	Rows       []Compared
	Understood Understood
	AsOf       resume.Month
}

// Compared is one row; a cell of a skill that is not there has no Match.
type Compared struct {
	Hit
	Cells []Cell
}

// Cell answers one skill for one candidate.
type Cell struct {
	Asked   string
	Matched bool
	Match   SkillMatch
}

const (
	minCompared = 2
	maxCompared = 10
	// maxColumns bounds the skills compared when none are asked.
	maxColumns = 20
)

// Compare answers compare_candidates.
func (b *Base) Compare(ctx context.Context, tenant string, q CompareQuery) (Comparison, error) {
	ids := union(nil, q.IDs)
	var c checker
	if len(ids) < minCompared || len(ids) > maxCompared {
		c.Wrong("ids", fault.Say("must name %d-%d different candidates, got %d", "укажите от %d до %d разных кандидатов, передано %d", minCompared, maxCompared, len(ids)))
	}
	asked := Query{Required: c.skills("required_skills", q.Required), Preferred: c.skills("preferred_skills", q.Preferred)}
	if err := c.Err(); err != nil {
		return Comparison{}, err
	}
	if err := b.follow(ctx, tenant); err != nil {
		return Comparison{}, err
	}
	people, err := b.fetch(ctx, tenant, ids)
	if err != nil {
		return Comparison{}, err
	}
	if q.Redact {
		hide(people)
	}
	if len(asked.Required)+len(asked.Preferred) == 0 {
		asked.Preferred = heldByMost(people)
	}
	pl, rows, err := b.rankedRows(tenant, asked, ids)
	if err != nil {
		return Comparison{}, err
	}
	out := Comparison{
		Skills: slices.Concat(asked.Required, asked.Preferred), Required: len(asked.Required),
		Understood: pl.understood(), AsOf: resume.Month(pl.asOf),
	}
	for _, s := range rows {
		person, ok := people[s.id]
		if !ok {
			return Comparison{}, noCandidate(s.id)
		}
		out.Rows = append(out.Rows, compared(pl.hit(b.Skills, s, person), out.Skills))
	}
	return out, nil
}

// rankedRows ranks the asked candidates under the read lock.
func (b *Base) rankedRows(tenant string, q Query, ids []string) (*plan, []rankedCandidate, error) {
	p, done := b.reading(tenant)
	defer done()
	pl := b.compile(q, p, b.Now())
	var rows []rankedCandidate
	for _, id := range ids {
		at, ok := p.byID[id]
		if !ok {
			return nil, nil, noCandidate(id)
		}
		s := pl.stand(p, at)
		s.score = pl.rate(at)
		rows = append(rows, pl.place(p, s))
	}
	return pl, rows, nil
}

func compared(h Hit, skills []string) Compared {
	h.Lacks = nil
	row := Compared{Hit: h}
	for _, asked := range skills {
		cell := Cell{Asked: asked}
		if at := slices.IndexFunc(h.Matches, func(m SkillMatch) bool { return m.Asked == asked }); at >= 0 {
			cell.Matched, cell.Match = true, h.Matches[at]
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// heldByMost are the skills most of the candidates have, those of all first.
func heldByMost(people map[string]Candidate) []string {
	held := map[string]int{}
	for _, c := range people {
		for _, s := range c.Record.Skills {
			if claimed(s.Stance) {
				held[s.Name]++
			}
		}
	}
	names := make([]string, 0, len(held))
	for name := range held {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(held[b], held[a]), cmp.Compare(a, b)) })
	return names[:min(len(names), maxColumns)]
}

func noCandidate(id string) error {
	return fault.E(fault.NotFound, fault.Say("There is no candidate %q.", "Кандидата «%s» нет.", clipID(id)), fmt.Errorf("talent: candidate %q: not in the base", clipID(id)))
}

// clipID keeps an answer from echoing a huge or hostile id.
func clipID(id string) string {
	runes := []rune(id)
	return string(runes[:min(len(runes), 64)])
}
