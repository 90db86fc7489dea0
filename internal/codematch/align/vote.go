package align

import (
	"cmp"
	"slices"

	"kadry/internal/codematch/align/syntax"
)

// voted finds which name of A most likely is which of B, from statements that answer to each
// other: each place that they share is a vote. What is voted most is taken first, each name
// once.
func voted(c *comparing, pairs []pair) *renaming {
	votes := map[[2]string]float64{}
	for _, p := range pairs {
		a, b := &c.a.items[p.a], &c.b.items[p.b]
		for k := range min(len(a.heads), len(b.heads)) {
			c.vote(a.heads[k], b.heads[k], p.alike, votes)
		}
		if isNamed(a.node) && isNamed(b.node) {
			c.ballot(a.node.Value, b.node.Value, 1, votes)
		}
	}
	type choice struct {
		names [2]string
		votes float64
	}
	var all []choice
	for names, n := range votes {
		all = append(all, choice{names, n})
	}
	slices.SortFunc(all, func(x, y choice) int {
		same := func(c choice) int {
			if c.names[0] == c.names[1] {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(y.votes, x.votes), same(x)-same(y), cmp.Compare(x.names[0], y.names[0]), cmp.Compare(x.names[1], y.names[1]))
	})
	r := newRenaming(c)
	for _, one := range all {
		if _, taken := r.there[one.names[0]]; !taken {
			r.enter(one.names[0], one.names[1])
		}
	}
	r.fixed = true
	return r
}

func isNamed(n *syntax.Node) bool {
	return n.Kind == syntax.Function || n.Kind == syntax.Class || n.Kind == syntax.Parameter
}

func (c *comparing) ballot(a, b string, weight float64, votes map[[2]string]float64) {
	if c.a.bound[a] && c.b.bound[b] {
		if a == b {
			weight *= 1.5
		}
		votes[[2]string{a, b}] += weight
	}
}

// vote compares two trees place by place, as far as they are of one form.
func (c *comparing) vote(a, b *syntax.Node, weight float64, votes map[[2]string]float64) {
	if c.cross {
		a, b = bare(a), bare(b)
	}
	switch {
	case a.Kind == syntax.Name && b.Kind == syntax.Name, isNamed(a) && isNamed(b):
		c.ballot(a.Value, b.Value, weight, votes)
	case a.Kind == syntax.Field && b.Kind == syntax.Field && c.a.fields[a.Value] && c.b.fields[b.Value]:
		votes[[2]string{"." + a.Value, "." + b.Value}] += weight
	}
	if a.Kind == b.Kind && a.Value == b.Value || len(a.Kids) == len(b.Kids) {
		for i := range min(len(a.Kids), len(b.Kids)) {
			c.vote(a.Kids[i], b.Kids[i], weight*0.9, votes)
		}
	}
}
