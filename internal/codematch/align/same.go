package align

import (
	"strings"

	"kadry/internal/codematch/align/syntax"
)

// mostSteps bounds the laying of one tree on another, which tries both orders of what may be
// swapped.
const mostSteps = 200_000

// same tells whether a tree of A is one of B under a renaming, which it completes. Where it
// fails the renaming is as it was.
func (r *renaming) same(a, b *syntax.Node) bool {
	if r.steps++; r.steps > mostSteps {
		return false
	}
	m := r.mark()
	if r.plainly(a, b) {
		return true
	}
	r.undo(m)
	if r.otherwise(a, b) {
		return true
	}
	r.undo(m)
	return false
}

// plainly lays kid on kid.
func (r *renaming) plainly(a, b *syntax.Node) bool {
	if r.cross {
		a, b = bare(a), bare(b)
	}
	if a.Kind != b.Kind {
		return false
	}
	if !r.value(a, b) || !r.types(a, b) || len(a.Kids) != len(b.Kids) {
		return false
	}
	if a.Kind == syntax.Binary && r.cross {
		r.arithmetic(a, b)
	}
	scope := r.mark()
	for i := range a.Kids {
		if !r.same(a.Kids[i], b.Kids[i]) {
			return false
		}
	}
	if a.Kind == syntax.Function || a.Kind == syntax.Lambda {
		r.leave(scope)
	}
	return true
}

// bare is an expression without casts, which languages need in different places.
func bare(n *syntax.Node) *syntax.Node {
	for n.Kind == syntax.Cast && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	return n
}

// value tells whether two nodes of one kind say the same, their kids left out.
func (r *renaming) value(a, b *syntax.Node) bool {
	switch a.Kind {
	case syntax.Name:
		return r.name(a.Value, b.Value)
	case syntax.Function, syntax.Class, syntax.Parameter:
		return a.Value == "" && b.Value == "" || r.name(a.Value, b.Value)
	case syntax.Field:
		return r.field(a.Value, b.Value)
	case syntax.Text:
		return a.Value == b.Value && (r.cross || a.Spelt == b.Spelt)
	case syntax.Lambda:
		return true
	case syntax.Pair:
		return len(a.Kids) > 0 && len(b.Kids) > 0 && (a.Kids[0].Kind != syntax.Name || a.Kids[0].Value == b.Kids[0].Value || r.cross)
	case syntax.List:
		return r.cross || a.Value == b.Value
	case syntax.Do:
		return true
	}
	if a.Value != b.Value {
		return false
	}
	if r.cross {
		return true
	}
	return a.Spelt == b.Spelt || a.Kind == syntax.Binary && a.Value == "/" || a.Kind == syntax.Binary && bracketsOnly(a, b)
}

func bracketsOnly(a, b *syntax.Node) bool {
	return strings.Trim(a.Spelt, "()") == strings.Trim(b.Spelt, "()")
}

// types notes declared types that differ; within a language they are part of the program.
func (r *renaming) types(a, b *syntax.Node) bool {
	if r.cross || a.Type == b.Type {
		return true
	}
	if a.Kind == syntax.Cast {
		return false
	}
	if weak(a.Type) || weak(b.Type) || r.typeName(a.Type, b.Type) {
		return true
	}
	r.notes = append(r.notes, note{kind: typesDiffer, a: a, b: b})
	return true
}

// weak tells a type that leaves it to the value what it is.
func weak(t string) bool {
	t = strings.TrimPrefix(strings.TrimPrefix(t, "final "), "const ")
	return t == "" || t == "var" || t == "auto" || t == "let" || t == "any" || t == "auto&" || t == "Object"
}

// cleanType takes from a type what changes nothing.
var cleanType = strings.NewReplacer("final ", "", "const ", "", "@Nullable", "", "java.util.", "", "std::", "")

// typeName tells whether two types are one but for names of the fragments' own classes.
func (r *renaming) typeName(a, b string) bool {
	a, b = cleanType.Replace(a), cleanType.Replace(b)
	return a == b || r.a.bound[a] && r.b.bound[b] && r.enter(a, b)
}

// arithmetic notes operators that languages compute differently.
func (r *renaming) arithmetic(a, b *syntax.Node) {
	switch {
	case a.Value == "/" && a.Spelt != b.Spelt:
		r.notes = append(r.notes, note{kind: division, a: a, b: b})
	case a.Value == "%" && !r.harmless(a):
		r.notes = append(r.notes, note{kind: remainder, a: a, b: b})
	}
}

// harmless tells a remainder that has the same meaning in all languages: none is known here
// but that of the same language.
func (r *renaming) harmless(*syntax.Node) bool { return roundsDown(r.a) == roundsDown(r.b) }

// roundsDown tells languages whose remainder has the sign of the divisor.
func roundsDown(s *side) bool { return s.language == "python" || s.language == "ruby" }

// leave forgets names of a function that nothing outside of it can mean.
func (r *renaming) leave(scope mark) {
	kept := r.trail[:scope.trail]
	for _, name := range r.trail[scope.trail:] {
		if there := r.there[name]; there != name {
			r.other[name] = there
		}
		if name[0] == '.' || r.a.outer[name] || r.b.outer[r.there[name]] {
			kept = append(kept, name)
			continue
		}
		delete(r.back, r.there[name])
		delete(r.there, name)
	}
	r.trail = kept
}

// otherwise tries forms that say the same in another order.
func (r *renaming) otherwise(a, b *syntax.Node) bool {
	switch {
	case a.Kind == syntax.Binary && b.Kind == syntax.Binary && a.Value == b.Value && commutes(a) && commutes(b):
		return (r.cross || bracketsOnly(a, b)) && r.same(a.Kids[0], b.Kids[1]) && r.same(a.Kids[1], b.Kids[0])
	case a.Kind == syntax.If && b.Kind == syntax.If && len(a.Kids) == 3 && len(b.Kids) == 3:
		turned := syntax.Negate(b.Kids[0])
		return r.same(a.Kids[0], turned) && r.same(a.Kids[1], b.Kids[2]) && r.same(a.Kids[2], b.Kids[1])
	case a.Kind == syntax.Binary && b.Kind == syntax.Binary && r.cross && (a.Value == "//" && b.Value == "/" || a.Value == "/" && b.Value == "//"):
		r.notes = append(r.notes, note{kind: division, a: a, b: b})
		return r.same(a.Kids[0], b.Kids[0]) && r.same(a.Kids[1], b.Kids[1])
	}
	return false
}

// commutes tells whether the operands of an operator may change places.
func commutes(n *syntax.Node) bool {
	if len(n.Kids) != 2 {
		return false
	}
	switch n.Value {
	case "==", "!=", "&", "|", "^":
		return simple(n.Kids[0]) && simple(n.Kids[1])
	case "*":
		return simple(n.Kids[0]) && simple(n.Kids[1])
	case "+":
		return (numeric(n.Kids[0]) || numeric(n.Kids[1])) && simple(n.Kids[0]) && simple(n.Kids[1])
	case "&&", "||":
		return total(n.Kids[0]) && total(n.Kids[1])
	}
	return false
}

// numeric tells an expression whose value is a number for certain.
func numeric(n *syntax.Node) bool {
	switch n.Kind {
	case syntax.Number:
		return true
	case syntax.Binary:
		switch n.Value {
		case "-", "/", "//", "<<", ">>", "**":
			return true
		case "%":
			return n.Kids[0].Kind != syntax.Text
		case "*", "+":
			return numeric(n.Kids[0]) && numeric(n.Kids[1]) || n.Value == "+" && (numeric(n.Kids[0]) || numeric(n.Kids[1]))
		}
	case syntax.Call:
		return n.Value == "len"
	}
	return false
}

// simple tells an expression whose evaluation changes nothing.
func simple(n *syntax.Node) bool {
	ok := true
	n.Walk(func(k *syntax.Node) bool {
		if k.Kind == syntax.Assign || k.Kind == syntax.Call && k.Value != "len" || k.Kind == syntax.Raw {
			ok = false
		}
		return ok
	})
	return ok
}

// total tells a condition that can neither fail nor change anything.
func total(n *syntax.Node) bool {
	ok := simple(n)
	n.Walk(func(k *syntax.Node) bool {
		if k.Kind == syntax.Index || k.Kind == syntax.Field || k.Kind == syntax.Binary && (k.Value == "/" || k.Value == "%" || k.Value == "//") || k.Kind == syntax.Constant && k.Value == "null" {
			ok = false
		}
		return ok
	})
	return ok
}
