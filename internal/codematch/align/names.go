package align

import (
	"kadry/internal/codematch/align/syntax"
)

// boundNames are the names that a fragment itself gives a meaning to: its functions, classes,
// parameters and variables, and the fields of its classes. Only those may be renamed; what a
// fragment takes from outside means what it is called.
func boundNames(root *syntax.Node) (names, fields map[string]bool) {
	names, fields = map[string]bool{}, map[string]bool{}
	outside := map[string]bool{}
	root.Walk(func(n *syntax.Node) bool {
		switch n.Kind {
		case syntax.Function, syntax.Parameter, syntax.Class, syntax.Lambda:
			names[n.Value] = true
			if n.Kind == syntax.Class {
				memberNames(n, fields)
			}
		case syntax.Assign, syntax.Declare, syntax.Each, syntax.Count:
			if len(n.Kids) > 0 && n.Value != "+=" || n.Kind != syntax.Assign {
				targets(n.Kids[0], names)
			}
		case syntax.Catch:
			for _, k := range n.Kids {
				if k.Kind == syntax.Name && len(n.Kids) > 2 && k == n.Kids[len(n.Kids)-2] {
					names[k.Value] = true
				}
			}
		case syntax.Other:
			switch n.Value {
			case "global", "nonlocal":
				for _, k := range n.Kids {
					targets(k, outside)
				}
			case "with":
				for i, k := range n.Kids {
					if i > 0 && k.Kind == syntax.Name {
						names[k.Value] = true
					}
				}
			}
		}
		return true
	})
	for name := range outside {
		delete(names, name)
	}
	delete(names, "")
	delete(names, "self")
	delete(names, "_")
	return names, fields
}

// targets are the names that an assignment sets.
func targets(n *syntax.Node, into map[string]bool) {
	switch n.Kind {
	case syntax.Name:
		into[n.Value] = true
	case syntax.List, syntax.Pair, syntax.Spread:
		for _, k := range n.Kids {
			targets(k, into)
		}
	}
}

// memberNames are the fields and methods of a class.
func memberNames(class *syntax.Node, fields map[string]bool) {
	class.Walk(func(n *syntax.Node) bool {
		switch n.Kind {
		case syntax.Function:
			if n != class {
				fields[n.Value] = true
			}
		case syntax.Assign, syntax.Declare:
			if len(n.Kids) == 0 {
				return true
			}
			if f := n.Kids[0]; f.Kind == syntax.Field && len(f.Kids) == 1 && f.Kids[0].Value == "self" {
				fields[f.Value] = true
			} else if f.Kind == syntax.Name {
				fields[f.Value] = true
			}
		}
		return true
	})
}

// outerNames are the names that mean the same in all functions of a fragment.
func outerNames(root *syntax.Node) map[string]bool {
	names := map[string]bool{}
	root.Walk(func(n *syntax.Node) bool {
		switch n.Kind {
		case syntax.Function:
			names[n.Value] = true
			return false
		case syntax.Class:
			names[n.Value] = true
		case syntax.Assign, syntax.Each, syntax.Count:
			targets(n.Kids[0], names)
		}
		return n.Kind != syntax.Lambda
	})
	return names
}

// renaming is which name of A is which of B: a bijection of the bound ones. A trail lets a
// try be taken back.
type renaming struct {
	a, b  *side
	there map[string]string // of A to that of B
	back  map[string]string
	trail []string // names of A, in the order of their entry
	cross bool
	notes []note // what is the same under a condition
	steps int
	fixed bool              // no name is entered: what is not in it differs
	other map[string]string // names of A with another name in B, also of functions that were left
}

// note is a condition of sameness that the texts do not tell.
type note struct {
	kind noteKind
	a, b *syntax.Node
}

type noteKind uint8

const (
	typesDiffer noteKind = iota
	division
	remainder
)

func newRenaming(c *comparing) *renaming {
	return &renaming{a: c.a, b: c.b, there: map[string]string{}, back: map[string]string{}, other: map[string]string{}, cross: c.cross}
}

// mark is a state to go back to.
type mark struct{ trail, notes int }

func (r *renaming) mark() mark { return mark{len(r.trail), len(r.notes)} }

func (r *renaming) undo(m mark) {
	for _, name := range r.trail[m.trail:] {
		delete(r.back, r.there[name])
		delete(r.there, name)
	}
	r.trail, r.notes = r.trail[:m.trail], r.notes[:m.notes]
}

// name tells whether a name of A may be one of B.
func (r *renaming) name(a, b string) bool {
	boundA, boundB := r.a.bound[a], r.b.bound[b]
	switch {
	case boundA && boundB:
		return r.enter(a, b)
	case boundA != boundB:
		return false
	}
	return a == b || r.cross && sameCall(a, b)
}

// field tells whether a field of A may be one of B: by its own name, unless a class in the
// fragment declares it.
func (r *renaming) field(a, b string) bool {
	if a == b && !r.a.fields[a] && !r.b.fields[b] {
		return true
	}
	if r.a.fields[a] && r.b.fields[b] {
		return r.enter("."+a, "."+b)
	}
	return a == b || r.cross && sameCall(a, b)
}

func (r *renaming) enter(a, b string) bool {
	if known, ok := r.there[a]; ok {
		return known == b
	}
	if _, taken := r.back[b]; taken || r.fixed {
		return false
	}
	r.there[a], r.back[b] = b, a
	r.trail = append(r.trail, a)
	return true
}
