package align

import (
	"hash/fnv"
	"slices"
	"strconv"

	"kadry/internal/codematch/align/syntax"
)

// item is a statement without the statements in it: a branch is its condition.
type item struct {
	node   *syntax.Node
	heads  []*syntax.Node // what of it is compared
	depth  int
	inside string // what it stands in: the kind of the nearest loop or branch
	parent int    // the place of that; -1 is none
	branch int    // which body of that, from 0
	form   uint32 // of the kinds of its nodes alone
	start  int
	end    int
	weight float64  // how much it says
	mass   float64  // of its bag: the rarities of its features together
	bag    []uint32 // features, sorted, with names left out
	names  []string // bound names in it
}

// statements are the items of a tree, in the order of the text.
func statements(root *syntax.Node) []item {
	var all []item
	var visit func(n *syntax.Node, in item)
	visit = func(n *syntax.Node, in item) {
		if n.Kind == syntax.Block || n.Kind == syntax.Try {
			for _, k := range n.Kids {
				visit(k, in)
			}
			return
		}
		it := in
		it.node, it.start, it.end = n, n.Line, n.Line
		var bodies []*syntax.Node
		for _, k := range n.Kids {
			if k.Kind == syntax.Block || n.Kind == syntax.If && k.Kind == syntax.If || k.Kind == syntax.Case || k.Kind == syntax.Catch {
				if n.Kind != syntax.Loop || k == n.Kids[len(n.Kids)-1] {
					bodies = append(bodies, k)
					continue
				}
			}
			it.heads = append(it.heads, k)
			it.end = max(it.end, k.Last)
		}
		if len(bodies) == 0 {
			it.end = max(n.Last, n.Line)
		}
		it.form = formOf(n, it.heads)
		at := len(all)
		all = append(all, it)
		for i, k := range bodies {
			visit(k, item{depth: in.depth + 1, inside: n.Kind.String(), parent: at, branch: i})
		}
	}
	visit(root, item{parent: -1})
	return all
}

// formOf is a hash of the kinds of what a statement is made of, without their values.
func formOf(n *syntax.Node, heads []*syntax.Node) uint32 {
	kinds := []byte{byte(n.Kind)}
	for _, h := range heads {
		h.Walk(func(k *syntax.Node) bool {
			if k.Kind == syntax.Number || k.Kind == syntax.Text || k.Kind == syntax.Constant {
				kinds = append(kinds, byte(syntax.Number))
			} else {
				kinds = append(kinds, byte(k.Kind), byte(len(k.Kids)))
			}
			return len(kinds) < 400
		})
	}
	return hashed(string(kinds))
}

// featured computes what items are compared by. Bound names are left out, so that renaming
// changes nothing; between languages calls count by the group of their name.
func featured(s *side, cross bool) {
	for i := range s.items {
		it := &s.items[i]
		it.bag = it.bag[:0]
		it.mass = 0
		s.feature(it, it.node, "", cross, true)
		for _, h := range it.heads {
			s.features(it, h, it.node.Kind.String(), cross)
		}
		slices.Sort(it.bag)
		for _, h := range it.bag {
			it.mass += rarity(h)
		}
		it.weight = 0.2 + min(it.mass, 16)/4
	}
}

func (s *side) features(it *item, n *syntax.Node, above string, cross bool) {
	if len(it.bag) > 400 {
		return
	}
	if n.Kind == syntax.Cast && cross && len(n.Kids) == 1 {
		s.features(it, n.Kids[0], above, cross)
		return
	}
	s.feature(it, n, above, cross, false)
	label := n.Kind.String()
	if n.Kind == syntax.Binary || n.Kind == syntax.Unary {
		label = n.Value
	}
	for _, k := range n.Kids {
		s.features(it, k, label, cross)
	}
}

// feature adds what one node says: itself, and itself below another.
func (s *side) feature(it *item, n *syntax.Node, above string, cross, alone bool) {
	own := n.Kind.String()
	switch n.Kind {
	case syntax.Name:
		if s.bound[n.Value] {
			it.names = append(it.names, n.Value)
			own = "v"
		} else {
			own = called(n.Value, cross)
		}
	case syntax.Field:
		own = "." + called(n.Value, cross)
	case syntax.Function, syntax.Class, syntax.Parameter, syntax.Lambda:
	case syntax.Call:
		own += n.Value
	case syntax.Binary:
		own = n.Value
		if own == "//" {
			own = "/"
		}
	case syntax.List, syntax.Do:
	default:
		own += n.Value
	}
	it.bag = append(it.bag, hashed(own))
	if !alone {
		it.bag = append(it.bag, hashed(above+">"+own))
	}
}

func called(name string, cross bool) string {
	if cross {
		if g := group(name); g >= 0 {
			return "#" + strconv.Itoa(g)
		}
	}
	return name
}

func hashed(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()
}

// alike is how alike two items are, 0..1.
func alike(a, b *item) float64 {
	kind := kinship(a.node.Kind, b.node.Kind)
	if kind == 0 {
		return 0
	}
	depth := 0.05
	if a.depth == b.depth {
		depth = 0.1
	}
	if a.inside == b.inside {
		depth += 0.05
	}
	return 0.25*kind + depth + 0.6*dice(a, b)
}

// kinship is how near two kinds of statements are.
func kinship(a, b syntax.Kind) float64 {
	loop := func(k syntax.Kind) bool {
		return k == syntax.While || k == syntax.Loop || k == syntax.Count || k == syntax.Each || k == syntax.Until
	}
	set := func(k syntax.Kind) bool { return k == syntax.Assign || k == syntax.Do || k == syntax.Return }
	choice := func(k syntax.Kind) bool { return k == syntax.If || k == syntax.Switch || k == syntax.Case }
	switch {
	case a == b:
		return 1
	case loop(a) && loop(b):
		return 0.6
	case set(a) && set(b), choice(a) && choice(b):
		return 0.4
	}
	return 0
}

// dice is twice what two bags share, over what they hold, each feature by its rarity.
func dice(a, b *item) float64 {
	if a.mass+b.mass == 0 {
		return 1
	}
	shared := 0.0
	for i, j := 0, 0; i < len(a.bag) && j < len(b.bag); {
		switch {
		case a.bag[i] == b.bag[j]:
			shared += rarity(a.bag[i])
			i++
			j++
		case a.bag[i] < b.bag[j]:
			i++
		default:
			j++
		}
	}
	return 2 * shared / (a.mass + b.mass)
}
