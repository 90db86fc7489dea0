package align

import (
	"cmp"

	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// finder takes two trees that do not say the same apart, down to the smallest places where
// they differ.
type finder struct {
	r     *renaming
	found []match.Difference
	in    match.Nature // what the places stand in: a condition, a return
}

// Bounds of what is told.
const (
	mostDifferences = 40
	mostOfPair      = 4
)

func lines(n *syntax.Node) match.Range { return match.Range{Start: n.Line, End: max(n.Line, n.Last)} }

func (f *finder) add(nature match.Nature, a, b *syntax.Node, text fault.Text) {
	f.found = append(f.found, match.Difference{Nature: nature, Text: text, A: lines(a), B: lines(b), Material: true})
}

// compare finds the differences of two trees.
func (f *finder) compare(a, b *syntax.Node) {
	if f.r.cross {
		a, b = bare(a), bare(b)
	}
	if len(f.found) >= mostOfPair || f.r.same(a, b) {
		return
	}
	if f.special(a, b) {
		return
	}
	if a.Kind != b.Kind {
		f.add(f.nature(), a, b, fault.Say("%s against %s", "%s против %s", shown(a), shown(b)))
		return
	}
	switch a.Kind {
	case syntax.Name, syntax.Field:
		if f.renamed(a, b) {
			return
		}
	case syntax.Number, syntax.Text, syntax.Constant:
		if a.Value != b.Value || len(a.Kids) != len(b.Kids) {
			f.add(match.Constant, a, b, fault.Say("the constant is %s in A and %s in B", "константа: %s в A и %s в B", shown(a), shown(b)))
			return
		}
	case syntax.Binary, syntax.Unary:
		if a.Value != b.Value {
			f.operator(a, b)
		}
	case syntax.Call:
		f.call(a, b)
		return
	case syntax.Cast:
		if a.Type != b.Type {
			f.add(match.Operator, a, b, fault.Say("cast to %s in A and to %s in B", "приведение к %s в A и к %s в B", clip(a.Type), clip(b.Type)))
		}
	case syntax.Block, syntax.Function, syntax.Lambda:
	default:
		if a.Value != b.Value {
			f.add(f.nature(), a, b, fault.Say("%s against %s", "%s против %s", shown(a), shown(b)))
			return
		}
	}
	f.kids(a, b)
}

// kids compares the parts of two nodes of one kind.
func (f *finder) kids(a, b *syntax.Node) {
	if len(a.Kids) == len(b.Kids) {
		if len(a.Kids) == 2 && a.Kind == syntax.Binary && f.r.same(a.Kids[0], b.Kids[1]) && f.r.same(a.Kids[1], b.Kids[0]) {
			if a.Value == b.Value || a.Value == "<" || a.Value == "<=" {
				f.add(match.Arguments, a, b, fault.Say("the operands of %s are swapped: %s against %s", "операнды %s переставлены: %s против %s", a.Value, shown(a), shown(b)))
			}
			return
		}
		for i := range a.Kids {
			f.compare(a.Kids[i], b.Kids[i])
		}
		return
	}
	f.add(f.nature(), a, b, fault.Say("%s against %s", "%s против %s", shown(a), shown(b)))
}

// nature is that of the place, where it has one.
func (f *finder) nature() match.Nature { return cmp.Or(f.in, match.Statement) }

// renamed tells of a name that is another one.
func (f *finder) renamed(a, b *syntax.Node) bool {
	if a.Kind == syntax.Name && f.r.a.bound[a.Value] && f.r.b.bound[b.Value] {
		if f.r.there[a.Value] == b.Value {
			return true
		}
		f.add(match.Names, a, b, fault.Say("A uses %s where B uses %s", "A использует %s там, где B использует %s", clip(a.Value), clip(b.Value)))
		return true
	}
	if a.Value == b.Value {
		return false
	}
	f.add(match.Names, a, b, fault.Say("A uses %s where B uses %s", "A использует %s там, где B использует %s", clip(a.Value), clip(b.Value)))
	return true
}

var orders = map[string]bool{"<": true, "<=": true}

// operator tells of an operator that is another one, or only spelt otherwise.
func (f *finder) operator(a, b *syntax.Node) {
	nature := match.Operator
	switch {
	case orders[a.Value] && orders[b.Value]:
		nature = match.Bound
	case a.Value == "&&" || a.Value == "||" || a.Value == "==" || a.Value == "!=" || orders[a.Value] || a.Value == "in" || a.Value == "not in":
		nature = match.Condition
	}
	f.add(nature, a, b, fault.Say("%s in A is %s in B: %s against %s", "%s в A, %s в B: %s против %s", a.Value, b.Value, shown(a), shown(b)))
}

// special tells of differences that are more than their places: bounds off by one, inverted
// conditions, operands that changed their places.
func (f *finder) special(a, b *syntax.Node) bool {
	switch {
	case f.offByOne(a, b):
		f.add(match.Bound, a, b, fault.Say("off by one: %s against %s", "сдвиг на единицу: %s против %s", shown(a), shown(b)))
	case conditional(a) && conditional(b) && f.r.same(syntax.Negate(a), b):
		f.add(match.Condition, a, b, fault.Say("the condition is inverted: %s against %s", "условие обращено: %s против %s", shown(a), shown(b)))
	case a.Kind == syntax.Binary && b.Kind == syntax.Binary && (a.Value == "&&" || a.Value == "||") && a.Value == b.Value && f.r.same(a.Kids[0], b.Kids[1]) && f.r.same(a.Kids[1], b.Kids[0]):
		f.found = append(f.found, match.Difference{
			Nature: match.Order, A: lines(a), B: lines(b),
			Text: fault.Say("the parts of the condition are tested in another order", "части условия проверяются в другом порядке"),
		})
	case oneMore(f.r, a, b):
		f.add(match.Condition, a, b, fault.Say("B tests more: %s against %s", "в B проверяется больше: %s против %s", shown(a), shown(b)))
	case oneMore(f.r, b, a) || (b.Kind != syntax.Binary && partOf(f.r, a, b)):
		f.add(match.Condition, a, b, fault.Say("A tests more: %s against %s", "в A проверяется больше: %s против %s", shown(a), shown(b)))
	default:
		return false
	}
	return true
}

func conditional(n *syntax.Node) bool {
	if n.Kind == syntax.Unary {
		return n.Value == "!"
	}
	if n.Kind != syntax.Binary {
		return n.Kind == syntax.Name || n.Kind == syntax.Call || n.Kind == syntax.Field
	}
	switch n.Value {
	case "<", "<=", "==", "!=", "&&", "||", "in", "not in", "is", "is not":
		return true
	}
	return false
}

// oneMore tells whether B is A with another condition beside it.
func oneMore(r *renaming, a, b *syntax.Node) bool {
	if b.Kind != syntax.Binary || b.Value != "&&" && b.Value != "||" || r.a == nil {
		return false
	}
	return r.same(a, b.Kids[0]) || r.same(a, b.Kids[1])
}

// partOf tells whether B is a part of the condition that A is.
func partOf(r *renaming, a, b *syntax.Node) bool {
	if a.Kind != syntax.Binary || a.Value != "&&" && a.Value != "||" {
		return false
	}
	return r.same(a.Kids[0], b) || r.same(a.Kids[1], b)
}

// offByOne tells whether two numbers or sums differ by one.
func (f *finder) offByOne(a, b *syntax.Node) bool {
	if a.Kind == syntax.Number && b.Kind == syntax.Number {
		return f.in == match.Bound && (sameNumber(syntax.Plus(a, 1), b) || sameNumber(syntax.Plus(a, -1), b))
	}
	if a.Kind == syntax.Number || b.Kind == syntax.Number || conditional(a) && a.Kind == syntax.Binary {
		return false
	}
	if numberBehind(a) && numberBehind(b) {
		return false // another constant
	}
	return f.r.same(syntax.Plus(a, 1), b) || f.r.same(syntax.Plus(a, -1), b)
}

// numberBehind tells "x + 3".
func numberBehind(n *syntax.Node) bool {
	return n.Kind == syntax.Binary && len(n.Kids) == 2 && n.Kids[1].Kind == syntax.Number
}

func sameNumber(a, b *syntax.Node) bool { return a.Kind == b.Kind && a.Value == b.Value }

// call compares two calls: who is called, and with what.
func (f *finder) call(a, b *syntax.Node) {
	if len(a.Kids) == 0 || len(b.Kids) == 0 {
		return
	}
	calleeA, calleeB := a.Kids[0], b.Kids[0]
	if a.Value != b.Value || !f.r.same(calleeA, calleeB) {
		method := calleeA.Kind == syntax.Field && calleeB.Kind == syntax.Field && calleeA.Value == calleeB.Value
		if !method || len(calleeA.Kids) != 1 || len(calleeB.Kids) != 1 {
			f.add(match.Call, a, b, fault.Say("A calls %s where B calls %s", "A вызывает %s там, где B вызывает %s", shown(calleeA), shown(calleeB)))
			return
		}
		f.compare(calleeA.Kids[0], calleeB.Kids[0])
	}
	argsA, argsB := a.Kids[1:], b.Kids[1:]
	if len(argsA) != len(argsB) {
		f.add(match.Arguments, a, b, fault.Say("%d arguments of %s in A, %d in B", "аргументов у %[2]s: %[1]d в A, %[3]d в B", len(argsA), shown(calleeA), len(argsB)))
		return
	}
	if f.permuted(argsA, argsB) {
		f.add(match.Arguments, a, b, fault.Say("the arguments of %s are swapped", "аргументы %s переставлены", shown(calleeA)))
		return
	}
	for i := range argsA {
		f.compare(argsA[i], argsB[i])
	}
}

// permuted tells whether the arguments are the same in another order.
func (f *finder) permuted(a, b []*syntax.Node) bool {
	if len(a) < 2 || len(a) > 6 {
		return false
	}
	used := make([]bool, len(b))
	moved := false
	for i, x := range a {
		ok := false
		for j, y := range b {
			if !used[j] && f.r.same(x, y) {
				used[j], ok = true, true
				moved = moved || i != j
				break
			}
		}
		if !ok {
			return false
		}
	}
	return moved
}

// whole finds the differences of two statements that answer to each other.
func (f *finder) whole(a, b *item) {
	switch a.node.Kind {
	case syntax.If, syntax.While, syntax.Until:
		f.in = match.Condition
	case syntax.Return:
		f.in = match.Return
	case syntax.Count, syntax.Loop:
		f.in = match.Bound
	}
	if a.node.Kind != b.node.Kind {
		nature := f.nature()
		if kinship(a.node.Kind, b.node.Kind) == 0.6 {
			nature = match.Loop
		}
		f.add(nature, a.node, b.node, fault.Say("%s against %s", "%s против %s", shown(a.node), shown(b.node)))
		return
	}
	if a.node.Value != b.node.Value && !isNamed(a.node) && a.node.Kind != syntax.Do {
		f.operator(a.node, b.node)
	}
	if len(a.heads) != len(b.heads) && a.node.Kind != syntax.Function {
		f.add(f.nature(), a.node, b.node, fault.Say("%s against %s", "%s против %s", shown(a.node), shown(b.node)))
		return
	}
	if a.node.Kind == syntax.Function || a.node.Kind == syntax.Class {
		return // the signature tells
	}
	for i := range a.heads {
		if i == 0 && a.node.Kind == syntax.Count {
			continue // the variable
		}
		f.compare(a.heads[i], b.heads[i])
	}
}
