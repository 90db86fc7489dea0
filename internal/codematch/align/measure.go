package align

import (
	"maps"
	"math"
	"slices"

	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// measure aligns the statements and finds what differs.
func (c *comparing) measure(laid bool, r *renaming) {
	cross := c.cross
	featured(c.a, cross)
	featured(c.b, cross)
	pairs := placed(c.a.items, c.b.items)
	names := r
	if !laid {
		names = voted(c, pairs)
	}
	c.pairs = pairs
	c.same = make([]bool, len(pairs))
	for i, p := range pairs {
		c.same[i] = laid && p.alike > 0.99 || c.equalHeads(names, &c.a.items[p.a], &c.b.items[p.b])
	}
	c.shares()
	c.result.Alignment = c.alignment()
	if laid {
		return
	}
	for i, p := range pairs {
		if c.same[i] || len(c.result.Differences) >= mostDifferences {
			continue
		}
		f := &finder{r: names}
		names.steps = 0
		f.whole(&c.a.items[p.a], &c.b.items[p.b])
		c.result.Differences = append(c.result.Differences, f.found...)
	}
	c.alone(names)
	c.parameters()
}

// equalHeads tells whether two statements are the same without what is in them.
func (c *comparing) equalHeads(r *renaming, a, b *item) bool {
	if a.node.Kind != b.node.Kind || len(a.heads) != len(b.heads) || r == nil {
		return false
	}
	if !isNamed(a.node) && a.node.Kind != syntax.Do && a.node.Value != b.node.Value {
		return false
	}
	if a.node.Kind == syntax.Function || a.node.Kind == syntax.Class {
		return len(a.heads) == len(b.heads)
	}
	r.steps = 0
	m := r.mark()
	for i := range a.heads {
		if !r.same(a.heads[i], b.heads[i]) {
			r.undo(m)
			return false
		}
	}
	return true
}

// shares computes which part of each side answers to the other.
func (c *comparing) shares() {
	var wa, wb, ca, cb, ea, eb float64
	for i := range c.a.items {
		wa += c.a.items[i].weight
	}
	for i := range c.b.items {
		wb += c.b.items[i].weight
	}
	for i, p := range c.pairs {
		x, y := c.a.items[p.a].weight, c.b.items[p.b].weight
		near := p.alike
		if c.same[i] {
			near = 1
			ea += x
			eb += y
			if c.a.items[p.a].weight > 1.5 {
				c.exact++
			}
		}
		ca += near * x
		cb += near * y
	}
	if wa > 0 && wb > 0 {
		c.result.A, c.result.B = ca/wa, cb/wb
		c.exactA, c.exactB = ea/wa, eb/wb
		c.size = min(wa, wb) / max(wa, wb)
	}
}

// evidence gathers what the likelihood is computed of.
func (c *comparing) evidence() evidence {
	e := evidence{
		coverA: c.result.A, coverB: c.result.B, exactA: c.exactA, exactB: c.exactB, size: c.size, signature: 0.5, exact: float64(c.exact),
		calls: cosine(c.a.counts(c.cross, callsOf), c.b.counts(c.cross, callsOf)), literals: cosine(c.a.counts(c.cross, literalsOf), c.b.counts(c.cross, literalsOf)),
	}
	e.words = cosine(c.a.bags(), c.b.bags())
	if c.signature.Known {
		e.signature = 0
		if c.signature.Compatible {
			e.signature = 1
		}
	}
	return e
}

// bags counts the features of all statements.
func (s *side) bags() map[string]float64 {
	all := map[string]float64{}
	for i := range s.items {
		for _, h := range s.items[i].bag {
			all[string([]byte{byte(h), byte(h >> 8), byte(h >> 16), byte(h >> 24)})]++
		}
	}
	return all
}

// counts counts what a reader finds in the nodes of a side.
func (s *side) counts(cross bool, of func(s *side, n *syntax.Node, cross bool) string) map[string]float64 {
	all := map[string]float64{}
	s.tree.Root.Walk(func(n *syntax.Node) bool {
		if key := of(s, n, cross); key != "" {
			all[key]++
		}
		return true
	})
	return all
}

func callsOf(s *side, n *syntax.Node, cross bool) string {
	if n.Kind != syntax.Call || len(n.Kids) == 0 {
		return ""
	}
	if k := n.Kids[0]; k.Kind == syntax.Field || k.Kind == syntax.Name && !s.bound[k.Value] {
		return called(k.Value, cross)
	}
	return ""
}

func literalsOf(_ *side, n *syntax.Node, _ bool) string {
	switch n.Kind {
	case syntax.Number:
		return n.Value
	case syntax.Text:
		return "'" + n.Value
	case syntax.Constant:
		return n.Value
	}
	return ""
}

// cosine is that of two counts, each count damped to 1+ln; 0.5 where a side has none, which
// says nothing.
func cosine(a, b map[string]float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		if len(a) == len(b) {
			return 0.5
		}
		return 0.25
	}
	damped := func(x float64) float64 { return 1 + math.Log(x) }
	var dot, na, nb float64
	for _, k := range slices.Sorted(maps.Keys(a)) {
		x := damped(a[k])
		na += x * x
		if y, ok := b[k]; ok {
			dot += x * damped(y)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(b)) {
		y := damped(b[k])
		nb += y * y
	}
	return dot / math.Sqrt(na*nb)
}

// alone tells what stands on one side only; what stands on both at other places has moved.
func (c *comparing) alone(names *renaming) {
	inA, inB := make([]bool, len(c.a.items)), make([]bool, len(c.b.items))
	for _, p := range c.pairs {
		inA[p.a], inB[p.b] = true, true
	}
	for i := range c.a.items {
		if inA[i] || c.a.hiddenBy(i, inA) {
			continue
		}
		moved := false
		for j := range c.b.items {
			if !inB[j] && c.equalHeads(names, &c.a.items[i], &c.b.items[j]) && c.a.items[i].weight > 1 {
				inA[i], inB[j], moved = true, true, true
				c.differ(match.Order, &c.a.items[i], &c.b.items[j])
				break
			}
		}
		if !moved {
			c.differ("", &c.a.items[i], nil)
		}
	}
	for j := range c.b.items {
		if !inB[j] && !c.b.hiddenBy(j, inB) {
			c.differ("", nil, &c.b.items[j])
		}
	}
}

// hiddenBy tells whether a statement stands in one that is told of already.
func (s *side) hiddenBy(i int, answered []bool) bool {
	for k := i - 1; k >= 0; k-- {
		if s.items[k].depth < s.items[i].depth {
			return !answered[k] && s.items[k].node.Kind != syntax.Function && s.items[k].node.Kind != syntax.Class
		}
	}
	return false
}

// differ tells of statements that moved or stand alone.
func (c *comparing) differ(nature match.Nature, a, b *item) {
	if len(c.result.Differences) >= mostDifferences {
		return
	}
	d := match.Difference{Nature: nature, Material: true}
	one, side := a, "A"
	if a != nil {
		d.A = match.Range{Start: a.start, End: a.end}
	}
	if b != nil {
		d.B = match.Range{Start: b.start, End: b.end}
	}
	if a == nil {
		one, side = b, "B"
	}
	if nature == match.Order {
		d.Text = fault.Say("stands at another place: %s", "стоит в другом месте: %s", shown(one.node))
		c.result.Differences = append(c.result.Differences, d)
		return
	}
	d.Nature = natureOf(one.node)
	d.Text = fault.Say("only in %s: %s", "только в %s: %s", side, shown(one.node))
	c.result.Differences = append(c.result.Differences, d)
}

// natureOf is what it means that a statement stands alone.
func natureOf(n *syntax.Node) match.Nature {
	switch n.Kind {
	case syntax.If, syntax.Switch, syntax.Case:
		return match.Branch
	case syntax.While, syntax.Until, syntax.Loop, syntax.Each, syntax.Count:
		return match.Loop
	case syntax.Return:
		return match.Return
	case syntax.Do:
		if len(n.Kids) > 0 && n.Kids[0].Kind == syntax.Call {
			return match.Call
		}
	}
	return match.Statement
}

// parameters tells of signatures that do not go together.
func (c *comparing) parameters() {
	s := c.signature
	if !s.Known || s.Compatible || c.cross && s.A == s.B {
		return
	}
	d := match.Difference{Nature: match.Signature, A: s.Lines.A, B: s.Lines.B, Material: true}
	d.Text = fault.Say("%d parameters in A, %d in B", "параметров в A: %d, в B: %d", s.A, s.B)
	if s.A == s.B {
		d.Text = fault.Say("the types of the parameters differ", "типы параметров различаются")
	}
	c.result.Differences = append(c.result.Differences, d)
}

// renamedNames are the names that a renaming changes, sorted.
func renamedNames(r *renaming) [][2]string {
	var out [][2]string
	for _, all := range []map[string]string{r.there, r.other} {
		for a, b := range all {
			if a != b && !slices.Contains(out, [2]string{a, b}) {
				out = append(out, [2]string{a, b})
			}
		}
	}
	slices.SortFunc(out, func(x, y [2]string) int {
		if x[0] != y[0] {
			return compareText(x[0], y[0])
		}
		return compareText(x[1], y[1])
	})
	return out
}

func compareText(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// likelihood is the logistic of weighted evidence. The weights were fitted by
// TestLikelihood_weights on pairs of programs of one and of two groups (docs of the test) and
// rounded; they are not tuned further.
func likelihood(e evidence, cross bool) float64 {
	mean := (e.coverA + e.coverB) / 2
	z := -3.2 + 3.0*mean + 1.5*(e.exactA+e.exactB)/2 + 2.0*e.words + 0.8*e.calls + 0.8*e.literals + 0.5*(e.signature-0.5)
	if cross {
		z += 0.2
	}
	return 1 / (1 + math.Exp(-z))
}
