package syntax

import (
	"math/big"
	"strings"

	"kadry/internal/codematch/lexer"
)

// assign writes "x += y" out. Of lists it is left: there "+=" changes the list itself.
func (z *normaliser) assign(n *Node) *Node {
	if len(n.Kids) != 2 || n.Value == "=" || n.Spelt == afterwards || !strings.HasSuffix(n.Value, "=") {
		return n
	}
	if n.Kids[1].Kind == List || n.Kids[1].Kind == Comprehension || n.Value == "||=" || n.Value == "&&=" || n.Value == "??=" {
		return n
	}
	op := strings.TrimSuffix(n.Value, "=")
	if op == "." && z.lang == lexer.PHP {
		op = "+"
	}
	value := &Node{Kind: Binary, Value: op, Kids: []*Node{n.Kids[0], n.Kids[1]}, Line: n.Line, Last: n.Last}
	n.Value, n.Kids = "=", []*Node{n.Kids[0], z.binary(value)}
	return n
}

// turned are comparisons from the other side.
var turned = map[string]string{">": "<", ">=": "<="}

// binary turns comparisons, and writes operators as most languages do.
func (z *normaliser) binary(n *Node) *Node {
	if len(n.Kids) != 2 {
		return n
	}
	n.Spelt = ""
	if op, ok := turned[n.Value]; ok {
		n.Value, n.Kids[0], n.Kids[1] = op, n.Kids[1], n.Kids[0]
	}
	switch n.Value {
	case "===", "!==":
		n.Spelt, n.Value = n.Value, n.Value[:2]
	case "<>":
		n.Value = "!="
	case "is", "is not":
		if n.Kids[1].Kind == Constant {
			n.Value = map[string]string{"is": "==", "is not": "!="}[n.Value]
		}
	case "/":
		n.Spelt = string(z.lang) // what it does with whole numbers
	}
	return folded(n)
}

// folded computes sums of numbers, and n+1-1.
func folded(n *Node) *Node {
	if n.Value != "+" && n.Value != "-" && n.Value != "*" {
		return n
	}
	a, b := whole(n.Kids[0]), whole(n.Kids[1])
	switch {
	case a != nil && b != nil:
		var sum *big.Int
		switch n.Value {
		case "+":
			sum = new(big.Int).Add(a, b)
		case "-":
			sum = new(big.Int).Sub(a, b)
		default:
			sum = new(big.Int).Mul(a, b)
		}
		return &Node{Kind: Number, Value: sum.String(), Line: n.Line, Last: n.Last}
	case n.Value == "*":
		return n
	case b != nil && b.Sign() < 0:
		n.Value = map[string]string{"+": "-", "-": "+"}[n.Value]
		n.Kids[1] = &Node{Kind: Number, Value: new(big.Int).Neg(b).String(), Line: n.Kids[1].Line, Last: n.Kids[1].Last}
	}
	return n
}

// whole is the value of a whole number; nil is none.
func whole(n *Node) *big.Int {
	if n.Kind != Number || len(n.Value) > 20 {
		return nil
	}
	i, ok := new(big.Int).SetString(n.Value, 10)
	if !ok {
		return nil
	}
	return i
}

// plus adds a small number to an expression.
func plus(n *Node, k int64) *Node {
	if v := whole(n); v != nil {
		return &Node{Kind: Number, Value: v.Add(v, big.NewInt(k)).String(), Line: n.Line, Last: n.Last}
	}
	if n.Kind == Binary && (n.Value == "+" || n.Value == "-") {
		if v := whole(n.Kids[1]); v != nil {
			if n.Value == "-" {
				v.Neg(v)
			}
			v.Add(v, big.NewInt(k))
			if v.Sign() == 0 {
				return n.Kids[0]
			}
			return folded(&Node{Kind: Binary, Value: "+", Kids: []*Node{n.Kids[0], {Kind: Number, Value: v.String(), Line: n.Line, Last: n.Last}}, Line: n.Line, Last: n.Last})
		}
	}
	if k == 0 {
		return n
	}
	return folded(&Node{Kind: Binary, Value: "+", Kids: []*Node{n, {Kind: Number, Value: big.NewInt(k).String(), Line: n.Line, Last: n.Last}}, Line: n.Line, Last: n.Last})
}

// opposite are comparisons that hold where the other does not. Of numbers that compare with
// nothing (NaN) that is not so.
var opposite = map[string]string{
	"==": "!=", "!=": "==", "in": "not in", "not in": "in", "is": "is not", "is not": "is",
}

// negate is the opposite of a condition, with negations at the innermost place.
func (z *normaliser) negate(n *Node) *Node {
	made := func(op string, kids ...*Node) *Node {
		return &Node{Kind: Binary, Value: op, Spelt: n.Spelt, Kids: kids, Line: n.Line, Last: n.Last}
	}
	switch {
	case n.Kind == Unary && n.Value == "!" && len(n.Kids) == 1:
		return n.Kids[0]
	case n.Kind == Constant && n.Value == "true":
		return &Node{Kind: Constant, Value: "false", Line: n.Line, Last: n.Last}
	case n.Kind == Constant && n.Value == "false":
		return &Node{Kind: Constant, Value: "true", Line: n.Line, Last: n.Last}
	case n.Kind == Binary && n.Value == "<":
		return made("<=", n.Kids[1], n.Kids[0])
	case n.Kind == Binary && n.Value == "<=":
		return made("<", n.Kids[1], n.Kids[0])
	case n.Kind == Binary && n.Value == "&&":
		return made("||", z.negate(n.Kids[0]), z.negate(n.Kids[1]))
	case n.Kind == Binary && n.Value == "||":
		return made("&&", z.negate(n.Kids[0]), z.negate(n.Kids[1]))
	case n.Kind == Binary && opposite[n.Value] != "":
		return made(opposite[n.Value], n.Kids...)
	}
	return negated(n)
}

func (z *normaliser) unary(n *Node) *Node {
	if len(n.Kids) != 1 {
		return n
	}
	if n.Value == "!" {
		return z.negate(n.Kids[0])
	}
	return n
}

// lengths are fields and methods that say how many elements there are.
var lengths = map[string]bool{"length": true, "Length": true, "size": true, "Count": true, "len": true}

// lengthCalls are functions that do.
var lengthCalls = map[string]bool{"len": true, "count": true, "strlen": true, "sizeof": true, "mb_strlen": true}

func length(of, n *Node, spelt string) *Node {
	name := &Node{Kind: Name, Value: "len", Line: n.Line, Last: n.Line}
	return &Node{Kind: Call, Value: "len", Spelt: spelt, Kids: []*Node{name, of}, Line: n.Line, Last: n.Last}
}

// call puts calls that languages name otherwise in one form.
func (z *normaliser) call(n *Node) *Node {
	if len(n.Kids) == 0 {
		return n
	}
	callee := n.Kids[0]
	switch {
	case callee.Kind == Call && callee.Value == "len" && strings.HasPrefix(callee.Spelt, ".") && len(n.Kids) == 1: // x.size()
		callee.Spelt += "()"
		return callee
	case callee.Kind == Call && callee.Value == "len" && strings.HasPrefix(callee.Spelt, ".") && len(n.Kids) > 1: // x.count(y)
		n.Kids[0] = &Node{Kind: Field, Value: callee.Spelt[1:], Kids: callee.Kids[1:], Line: callee.Line, Last: callee.Last}
	case callee.Kind == Name && lengthCalls[callee.Value] && len(n.Kids) == 2 && (callee.Value != "count" || z.lang == lexer.PHP) && (callee.Value != "sizeof" || z.lang == lexer.PHP):
		return length(n.Kids[1], n, callee.Value)
	}
	return n
}

func number(value int64, at *Node) *Node {
	return &Node{Kind: Number, Value: big.NewInt(value).String(), Line: at.Line, Last: at.Line}
}

// Elements makes the loop over a list of every count that only goes through its places, in
// place. It is no part of Normalise: what differs is told better of the loop as it stands.
func Elements(n *Node) {
	for _, k := range n.Kids {
		Elements(k)
	}
	if n.Kind != Count || len(n.Kids) != 5 {
		return
	}
	variable, body := n.Kids[0], n.Kids[4]
	if over := elements(variable, n.Kids[1], n.Kids[2], n.Kids[3], body); over != nil {
		through(body, over.Value, variable.Value)
		n.Kind, n.Kids = Each, []*Node{variable, over, body}
	}
}

func count(n, variable, from, below, step, body *Node) *Node {
	return &Node{Kind: Count, Kids: []*Node{variable, from, below, step, body}, Line: n.Line, Last: n.Last}
}

// elements is the list whose elements a count goes through and does nothing else with its
// variable: each place of that is x[i], read only. Nil is none.
func elements(variable, from, below, step, body *Node) *Node {
	if variable.Kind != Name || from.Kind != Number || from.Value != "0" || step.Kind != Number || step.Value != "1" || below.Kind != Call || below.Value != "len" || len(below.Kids) != 2 {
		return nil
	}
	over := below.Kids[1]
	if over.Kind != Name || touched(body, over.Value) || changes(body, below) {
		return nil
	}
	used, places := 0, 0
	body.Walk(func(k *Node) bool {
		switch {
		case k.Kind == Name && k.Value == variable.Value:
			used++
		case placeOf(k, over.Value, variable.Value):
			places++
		case k.Kind == Assign && len(k.Kids) > 0 && k.Kids[0].Kind == Index && k.Kids[0].Kids[0].Kind == Name && k.Kids[0].Kids[0].Value == over.Value:
			used = -1 << 20 // the list is changed
		}
		return true
	})
	if places == 0 || used != places {
		return nil
	}
	return over
}

// placeOf tells x[i].
func placeOf(n *Node, list, variable string) bool {
	return n.Kind == Index && len(n.Kids) == 2 && n.Kids[0].Kind == Name && n.Kids[0].Value == list && n.Kids[1].Kind == Name && n.Kids[1].Value == variable
}

// through makes x[i] the element itself.
func through(n *Node, list, variable string) {
	for i, k := range n.Kids {
		if placeOf(k, list, variable) {
			n.Kids[i] = &Node{Kind: Name, Value: variable, Line: k.Line, Last: k.Last}
			continue
		}
		through(k, list, variable)
	}
}

// each takes loops over ranges of numbers as counts.
func (z *normaliser) each(n *Node) *Node {
	if len(n.Kids) != 3 {
		return n
	}
	target, over, body := n.Kids[0], n.Kids[1], n.Kids[2]
	over = z.source(over)
	n.Kids[1] = over
	if z.lang == lexer.Go {
		return z.goEach(n)
	}
	if target.Kind != Name || touched(body, target.Value) {
		return n
	}
	switch from, below, step := z.rangeOf(over); {
	case from == nil:
		return n
	default:
		return count(n, target, from, below, step, body)
	}
}

// source is what a loop goes through without the call that begins the going.
func (z *normaliser) source(n *Node) *Node {
	for z.lang == lexer.Rust && n.Kind == Call && len(n.Kids) == 1 && n.Kids[0].Kind == Field {
		switch n.Kids[0].Value {
		case "iter", "into_iter", "iter_mut", "chars":
			n = n.Kids[0].Kids[0]
			continue
		case "enumerate":
			return enumerated(z.source(n.Kids[0].Kids[0]))
		}
		break
	}
	return n
}

// goEach gives loops of Go their meaning by what they name.
func (z *normaliser) goEach(n *Node) *Node {
	target, over, body := n.Kids[0], n.Kids[1], n.Kids[2]
	blank := func(k *Node) bool { return k.Kind == Name && k.Value == "_" }
	switch {
	case target.Kind == List && len(target.Kids) == 2 && blank(target.Kids[0]):
		n.Kids[0] = target.Kids[1]
	case target.Kind == List && len(target.Kids) == 2 && blank(target.Kids[1]):
		n.Kids[0], n.Spelt = target.Kids[0], "in"
	case target.Kind == List && len(target.Kids) == 2:
		n.Kids[1] = enumerated(over)
	case target.Kind == Name && (over.Kind == Number || over.Kind == Call && over.Value == "len") && !touched(body, target.Value):
		return count(n, target, number(0, n), over, number(1, n), body)
	default:
		n.Spelt = "in"
	}
	return n
}

// rangeOf reads a range of numbers: from, below, step; nil is none.
func (z *normaliser) rangeOf(n *Node) (from, below, step *Node) {
	switch {
	case n.Kind == Call && len(n.Kids) > 0 && n.Kids[0].Kind == Name && (n.Kids[0].Value == "range" || n.Kids[0].Value == "xrange") && z.lang == lexer.Python:
		switch args := n.Kids[1:]; len(args) {
		case 1:
			return number(0, n), args[0], number(1, n)
		case 2:
			return args[0], args[1], number(1, n)
		case 3:
			return args[0], args[1], args[2]
		}
	case n.Kind == List && len(n.Kids) == 1:
		return z.rangeOf(n.Kids[0])
	case n.Kind == Binary && (n.Value == ".." && z.lang == lexer.Rust || n.Value == "..." && z.lang == lexer.Ruby):
		return n.Kids[0], n.Kids[1], number(1, n)
	case n.Kind == Binary && (n.Value == "..=" || n.Value == ".." && z.lang == lexer.Ruby):
		return n.Kids[0], plus(n.Kids[1], 1), number(1, n)
	case n.Kind == Call && len(n.Kids) == 1 && n.Kids[0].Kind == Field && n.Kids[0].Value == "rev":
		if from, below, step := z.rangeOf(n.Kids[0].Kids[0]); from != nil && step.Value == "1" {
			return plus(below, -1), plus(from, -1), number(-1, n)
		}
	}
	return nil, nil, nil
}

// loop takes a loop of C as a count, or as a start and a "while".
func (z *normaliser) loop(n *Node) []*Node {
	if len(n.Kids) != 4 {
		return []*Node{n}
	}
	start, condition, step, body := n.Kids[0], n.Kids[1], n.Kids[2], n.Kids[3]
	if len(start.Kids) == 1 && len(condition.Kids) == 1 && len(step.Kids) == 1 {
		if c := z.countOf(n, start.Kids[0], inner(condition), step.Kids[0], body); c != nil {
			return []*Node{c}
		}
	}
	if continues(body) && len(step.Kids) > 0 {
		return []*Node{n}
	}
	test := &Node{Kind: Constant, Value: "true", Line: n.Line, Last: n.Line}
	if len(condition.Kids) == 1 {
		test = inner(condition)
	}
	body.Kids = append(body.Kids, step.Kids...)
	while := &Node{Kind: While, Kids: []*Node{test, body}, Line: n.Line, Last: n.Last}
	return append(append([]*Node{}, start.Kids...), while)
}

// inner is the expression of a block of one.
func inner(b *Node) *Node {
	if k := b.Kids[0]; k.Kind == Do {
		return k.Kids[0]
	}
	return b.Kids[0]
}

// continues tells whether the next turn of this loop is begun from inside.
func continues(body *Node) (found bool) {
	body.Walk(func(k *Node) bool {
		if k.Kind == Continue {
			found = true
		}
		return k.Kind != Function && k.Kind != Lambda && k.Kind != While && k.Kind != Each && k.Kind != Count && k.Kind != Loop && k.Kind != Until
	})
	return found
}

// countOf makes a count of the parts of a loop; nil where it is none.
func (z *normaliser) countOf(n, start, condition, step, body *Node) *Node {
	if start.Kind != Assign || start.Value != "=" || start.Kids[0].Kind != Name || condition.Kind != Binary || step.Kind != Assign {
		return nil
	}
	i := start.Kids[0].Value
	by := stepOf(step, i)
	if by == nil || touched(body, i) {
		return nil
	}
	left, right := condition.Kids[0], condition.Kids[1]
	is := func(k *Node) bool { return k.Kind == Name && k.Value == i }
	up := by.Sign() > 0
	var below *Node
	switch {
	case condition.Value == "<" && is(left) && up:
		below = right
	case condition.Value == "<=" && is(left) && up:
		below = plus(right, 1)
	case condition.Value == "<" && is(right) && !up: // left < i
		below = left
	case condition.Value == "<=" && is(right) && !up:
		below = plus(left, -1)
	default:
		return nil
	}
	if changes(body, below) {
		return nil
	}
	return count(n, start.Kids[0], start.Kids[1], below, &Node{Kind: Number, Value: by.String(), Line: step.Line, Last: step.Last}, body)
}

// stepOf is by how much an assignment moves a variable; nil where it does something else.
func stepOf(n *Node, name string) *big.Int {
	if n.Kind != Assign || n.Value != "=" || n.Kids[0].Kind != Name || n.Kids[0].Value != name {
		return nil
	}
	v := n.Kids[1]
	if v.Kind != Binary || v.Value != "+" && v.Value != "-" || v.Kids[0].Kind != Name || v.Kids[0].Value != name {
		return nil
	}
	k := whole(v.Kids[1])
	if k == nil || k.Sign() == 0 {
		return nil
	}
	if v.Value == "-" {
		k.Neg(k)
	}
	return k
}

// touched tells whether a name is assigned in a body.
func touched(body *Node, name string) (found bool) {
	body.Walk(func(k *Node) bool {
		if k.Kind == Assign && len(k.Kids) > 0 {
			k.Kids[0].Walk(func(t *Node) bool {
				found = found || t.Kind == Name && t.Value == name
				return t.Kind != Index && t.Kind != Field
			})
		}
		return !found
	})
	return found
}

// changes tells whether a body changes what a bound is computed of.
func changes(body, bound *Node) (found bool) {
	bound.Walk(func(k *Node) bool {
		if k.Kind == Name && touched(body, k.Value) || k.Kind == Call && k.Value != "len" {
			found = true
		}
		return !found
	})
	if !found && mentionsLength(bound) { // the list may grow
		body.Walk(func(k *Node) bool {
			if k.Kind == Call && k.Value != "len" && len(k.Kids) > 0 && k.Kids[0].Kind == Field && grows[k.Kids[0].Value] {
				found = true
			}
			return !found
		})
	}
	return found
}

// grows are methods that make a list longer or shorter.
var grows = map[string]bool{
	"push": true, "append": true, "add": true, "Add": true, "push_back": true, "pop": true, "remove": true, "splice": true,
	"insert": true, "shift": true, "unshift": true, "erase": true, "clear": true, "RemoveAt": true, "pop_back": true, "delete": true,
	"extend": true, "addAll": true, "del": true,
}

func mentionsLength(n *Node) (found bool) {
	n.Walk(func(k *Node) bool { found = found || k.Kind == Call && k.Value == "len"; return !found })
	return found
}

// counted makes counts of "i = 0; while i < n {...; i = i + 1}" where i is not read behind.
func (z *normaliser) counted(all []*Node) []*Node {
	for at := 0; at+1 < len(all); at++ {
		start, loop := all[at], all[at+1]
		if start.Kind != Assign || loop.Kind != While || len(loop.Kids) != 2 || start.Kids[0].Kind != Name {
			continue
		}
		body := loop.Kids[1]
		if len(body.Kids) == 0 || continues(body) {
			continue
		}
		last := len(body.Kids) - 1
		shorter := &Node{Kind: Block, Kids: body.Kids[:last:last], Line: body.Line, Last: body.Last}
		c := z.countOf(loop, start, loop.Kids[0], body.Kids[last], shorter)
		if c == nil || reads(all[at+2:], start.Kids[0].Value) {
			continue
		}
		c.Line = start.Line
		all = append(all[:at], append([]*Node{c}, all[at+2:]...)...)
	}
	return all
}

// reads tells whether statements have a name in them.
func reads(all []*Node, name string) (found bool) {
	for _, n := range all {
		n.Walk(func(k *Node) bool { found = found || k.Kind == Name && k.Value == name; return !found })
	}
	return found
}

// Negate is the opposite of a condition that was normalised.
func Negate(n *Node) *Node { return (&normaliser{}).negate(n) }

// Plus is an expression with a small number added.
func Plus(n *Node, k int64) *Node { return plus(n, k) }
