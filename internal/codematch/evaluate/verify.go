package evaluate

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/rank"
)

// How many of the best matches are verified, as in a search of the product.
const (
	compared = 50
	run      = 40
	runTime  = 10 * time.Second
)

// verified orders matches once more by what a level of verification says.
func (o Options) verified(ctx context.Context, c *Corpus, query int, matches []rank.Match) error {
	if o.Verify == match.None {
		return nil
	}
	asked := c.fragment(query)
	for i := range matches[:min(len(matches), compared)] {
		m := &matches[i]
		if got := align.Compare(asked, c.fragment(c.At(m.Place))); got.Verdict == match.Equivalent {
			m.Score = max(m.Score, got.Confidence)
		}
	}
	order(matches)
	if o.Verify != match.Behaviour {
		return nil
	}
	best := matches[:min(len(matches), run)]
	programs := make([]behaviour.Program, len(best))
	for i, m := range best {
		f := c.fragment(c.At(m.Place))
		programs[i] = behaviour.Program{Language: f.Language, Code: f.Code}
	}
	outcomes, err := o.Runner.Rerank(ctx, behaviour.Program{Language: asked.Language, Code: asked.Code}, programs, behaviour.Options{Time: runTime})
	if err != nil {
		return err
	}
	for i, outcome := range outcomes {
		best[i].Score = behaviour.Combine(best[i].Score, outcome)
	}
	order(best)
	return nil
}

func order(matches []rank.Match) {
	slices.SortStableFunc(matches, func(a, b rank.Match) int { return cmp.Compare(b.Score, a.Score) })
}

func (c *Corpus) fragment(i int) align.Fragment {
	d := c.Documents[i]
	return align.Fragment{Language: d.Lang, Code: string(d.text(c.field))}
}
