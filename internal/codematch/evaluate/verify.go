package evaluate

import (
	"context"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/rank"
	"kadry/internal/codematch/verification"
	"kadry/internal/fault"
)

// judged is a match with the code that verification compares.
type judged struct {
	match.Match
	found rank.Match
}

// verified orders the best matches once more as a search of the product does.
func (o Options) verified(ctx context.Context, c *Corpus, query int, matches []rank.Match) error {
	if o.Verify == match.None {
		return nil
	}
	best := matches[:min(len(matches), verification.Together)]
	list := make([]judged, len(best))
	for i, m := range best {
		f := c.fragment(c.At(m.Place))
		list[i] = judged{match.Match{Language: string(f.Language), Code: f.Code, Score: m.Score}, m}
	}
	with := verification.Means{Stage: func(int, int, fault.Text) {}}
	if o.Verify == match.Behaviour {
		with.Runner = o.Runner
	}
	if err := verification.Order(ctx, with, c.fragment(query), list, func(j *judged) *match.Match { return &j.Match }); err != nil {
		return err
	}
	for i, j := range list {
		best[i] = j.found
		best[i].Score = j.Score
	}
	return nil
}

func (c *Corpus) fragment(i int) align.Fragment {
	d := c.Documents[i]
	return align.Fragment{Language: d.Lang, Code: string(d.text(c.field))}
}
