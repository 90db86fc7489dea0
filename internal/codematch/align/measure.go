package align

import (
	"cmp"
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
	pairs := placer{}.between(c.a.items, c.b.items, 0, 0)
	names := r
	if !laid {
		names = voted(c, pairs)
		known := placer{equal: func(a, b *item) bool { return c.equalHeads(names, a, b) }}
		pairs = known.between(c.a.items, c.b.items, 0, 0)
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
	c.elsewhere()
	c.parameters(names)
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
			if c.a.items[p.a].weight > 0.6 {
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
		calls: cosine(c.a.counts(c.cross, callsOf), c.b.counts(c.cross, callsOf), evenly), literals: cosine(c.a.counts(c.cross, literalsOf), c.b.counts(c.cross, literalsOf), evenly),
	}
	e.words = cosine(c.a.bags(), c.b.bags(), rarity)
	if c.signature.single && c.signature.A+c.signature.B > 0 {
		e.signature = 0
		if c.signature.Compatible {
			e.signature = 1
		}
	}
	return e
}

// bags counts the features of all statements.
func (s *side) bags() map[uint32]float64 {
	all := map[uint32]float64{}
	for i := range s.items {
		for _, h := range s.items[i].bag {
			all[h]++
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

func evenly(string) float64 { return 1 }

// cosine is that of two counts, each count damped to 1+ln and weighted; 0.5 where both sides
// have none and 0.25 where one has none, which says little.
func cosine[K cmp.Ordered](a, b map[K]float64, weight func(K) float64) float64 {
	if len(a) == 0 || len(b) == 0 {
		if len(a) == len(b) {
			return 0.5
		}
		return 0.25
	}
	damped := func(k K, x float64) float64 { return (1 + math.Log(x)) * weight(k) }
	var dot, na, nb float64
	for _, k := range slices.Sorted(maps.Keys(a)) {
		x := damped(k, a[k])
		na += x * x
		if y, ok := b[k]; ok {
			dot += x * damped(k, y)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(b)) {
		y := damped(k, b[k])
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
		if len(c.result.Differences) >= mostDifferences {
			return
		}
		if inA[i] || c.a.hiddenBy(i, inA) {
			continue
		}
		moved := false
		for j := range c.b.items {
			if !inB[j] && c.a.items[i].form == c.b.items[j].form && c.equalHeads(names, &c.a.items[i], &c.b.items[j]) {
				inA[i], inB[j], moved = true, true, true
				c.differ(match.Order, &c.a.items[i], &c.b.items[j])
				break
			}
		}
		if !moved && !c.counterpart(names, i, inB) {
			c.differ("", &c.a.items[i], nil)
		}
	}
	for j := range c.b.items {
		if !inB[j] && !c.b.hiddenBy(j, inB) {
			c.differ("", nil, &c.b.items[j])
		}
	}
}

// counterpart finds a statement of B that sets the same variable in the same form, and tells
// what of it differs.
func (c *comparing) counterpart(names *renaming, i int, inB []bool) bool {
	a := &c.a.items[i]
	if a.node.Kind != syntax.Assign {
		return false
	}
	for j := range c.b.items {
		b := &c.b.items[j]
		if inB[j] || b.node.Kind != syntax.Assign || a.form != b.form || len(a.heads) != 2 || len(b.heads) != 2 || !names.same(a.heads[0], b.heads[0]) {
			continue
		}
		f := &finder{r: names}
		f.whole(a, b)
		inB[j] = true
		c.result.Differences = append(c.result.Differences, f.found...)
		return true
	}
	return false
}

// hiddenBy tells whether a statement stands in one that is told of already.
func (s *side) hiddenBy(i int, answered []bool) bool {
	k := s.items[i].parent
	return k >= 0 && !answered[k] && s.items[k].node.Kind != syntax.Function && s.items[k].node.Kind != syntax.Class
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

// elsewhere tells of statements that are the same but stand in another body: behind "else",
// under another condition, outside of a loop.
func (c *comparing) elsewhere() {
	partner := map[int]int{-1: -1}
	for _, p := range c.pairs {
		partner[p.a] = p.b
	}
	for i, p := range c.pairs {
		a, b := &c.a.items[p.a], &c.b.items[p.b]
		over, known := partner[a.parent]
		if !c.same[i] || len(c.result.Differences) >= mostDifferences || known && over == b.parent && a.branch == b.branch {
			continue
		}
		if !known && c.result.Contradicted() {
			continue // the body itself is told of
		}
		c.result.Differences = append(c.result.Differences, match.Difference{
			Nature: match.Branch, Material: true, A: match.Range{Start: a.start, End: a.end}, B: match.Range{Start: b.start, End: b.end},
			Text: fault.Say("runs under other conditions: %s", "выполняется при других условиях: %s", shown(a.node)),
		})
	}
}

// parameters tells of signatures that do not go together.
func (c *comparing) parameters(names *renaming) {
	s := c.signature
	if s.Known && s.A == s.B && c.permuted(names) {
		c.result.Differences = append(c.result.Differences, match.Difference{
			Nature: match.Arguments, Material: true, A: s.Lines.A, B: s.Lines.B,
			Text: fault.Say("the parameters stand in another order", "параметры стоят в другом порядке"),
		})
	}
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

// permuted tells whether the main functions take the same parameters in another order.
func (c *comparing) permuted(names *renaming) bool {
	pa, pb := parameters(mainFunction(c.a.tree.Root)), parameters(mainFunction(c.b.tree.Root))
	for i, a := range pa {
		for j, b := range pb {
			if i != j && names.there[a.Value] == b.Value {
				return true
			}
		}
	}
	return false
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
// TestLikelihood_fit and rounded; that of the signature is kept lower than fitted, since in
// those data all solutions of a problem have one.
func likelihood(e evidence, cross bool) float64 {
	z := -3.95 - 2.8*(e.coverA+e.coverB)/2 + 0.95*min(e.coverA, e.coverB) + 3.6*(e.exactA+e.exactB)/2 +
		6.2*e.words + 0.15*e.calls + 0.85*e.literals + 1.3*e.size
	switch {
	case e.signature < 0.5:
		z -= 1.5
	case e.signature > 0.5:
		z += 0.5
	}
	if cross {
		z += 1.3
	}
	return 1 / (1 + math.Exp(-z))
}
