package syntax

import "strings"

// inert tells whether to evaluate an expression does nothing but give its value.
func inert(n *Node) bool {
	switch n.Kind {
	case Name, Number, Constant, None, Text, Lambda:
		for _, k := range n.Kids {
			if n.Kind == Text && !inert(k) {
				return false
			}
		}
		return true
	case Binary, Unary, List, Pair, Cast, Choice, Field, Index, Slice:
		if n.Kind == Unary && n.Value != "!" && n.Value != "-" && n.Value != "+" && n.Value != "~" || n.Kind == Binary && (n.Value == "<<" || n.Value == "|>" || n.Value == "/" || n.Value == "%") {
			return false // a stream; what may fail
		}
		for _, k := range n.Kids {
			if !inert(k) {
				return false
			}
		}
		return true
	case Call:
		return n.Value == "len" && len(n.Kids) == 2 && inert(n.Kids[1])
	}
	return false
}

// unread takes assignments of local variables out whose value nobody reads, and tells whether
// there were any.
func (z *normaliser) unread(root *Node) (found bool) {
	root.Walk(func(f *Node) bool {
		if f.Kind != Function || len(f.Kids) == 0 {
			return true
		}
		body := f.Kids[len(f.Kids)-1]
		if body.Kind != Block {
			return true
		}
		read := z.readNames(body)
		body.Walk(func(b *Node) bool {
			if b.Kind == Block {
				found = z.sweep(b, read) || found
			}
			return true
		})
		return true
	})
	return found
}

// readNames are the names of a body that are read or may be seen from outside.
func (z *normaliser) readNames(body *Node) map[string]bool {
	read := map[string]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		switch {
		case n.Kind == Name:
			read[n.Value] = true
		case n.Kind == Assign && n.Value == "=" && len(n.Kids) == 2 && n.Kids[0].Kind == Name:
			if !onlyItself(n) {
				visit(n.Kids[1])
			}
			return
		case n.Kind == Other && (n.Value == "global" || n.Value == "nonlocal"), n.Kind == Raw:
			read[n.Value] = true
		}
		for _, k := range n.Kids {
			visit(k)
		}
	}
	visit(body)
	return read
}

// onlyItself tells "x = x + 1" from what reads other names.
func onlyItself(n *Node) bool {
	only := true
	n.Kids[1].Walk(func(k *Node) bool {
		if k.Kind == Name && k.Value != n.Kids[0].Value {
			only = false
		}
		return only
	})
	return only && inert(n.Kids[1])
}

// sweep takes what is without effect out of one block.
func (z *normaliser) sweep(b *Node, read map[string]bool) (found bool) {
	var kept []*Node
	for _, k := range b.Kids {
		unused := k.Kind == Assign && k.Value == "=" && len(k.Kids) == 2 && k.Kids[0].Kind == Name && !read[k.Kids[0].Value] && inert(k.Kids[1]) && k.Kids[0].Value != "self"
		hollow := (k.Kind == Count || k.Kind == Each) && len(k.Kids[len(k.Kids)-1].Kids) == 0 && inertAll(k.Kids[:len(k.Kids)-1]) ||
			k.Kind == If && hollowIf(k)
		idle := k.Kind == Function && !read[k.Value] && !strings.Contains(k.Value, ".")
		if unused || hollow || idle {
			z.drop(k, k)
			found = true
			continue
		}
		kept = append(kept, k)
	}
	b.Kids = kept
	return found
}

func hollowIf(n *Node) bool {
	for _, k := range n.Kids[1:] {
		if len(k.Kids) > 0 {
			return false
		}
	}
	return inert(n.Kids[0])
}

func inertAll(all []*Node) bool {
	for _, n := range all {
		if !inert(n) {
			return false
		}
	}
	return true
}

// private takes functions out that only the fragment can see and in which nobody calls them:
// their name says so. One function is always left.
func (z *normaliser) private(root *Node) {
	holders := []*Node{root}
	for _, k := range root.Kids {
		if k.Kind == Class && len(k.Kids) > 0 {
			holders = append(holders, k.Kids[len(k.Kids)-1])
		}
	}
	for _, holder := range holders {
		functions := 0
		for _, k := range holder.Kids {
			if k.Kind == Function {
				functions++
			}
		}
		var kept []*Node
		for _, k := range holder.Kids {
			if k.Kind == Function && functions > 1 && hidden(k.Value) && !called(root, k) {
				z.drop(k, k)
				functions--
				continue
			}
			kept = append(kept, k)
		}
		holder.Kids = kept
	}
}

// hidden tells a name that is not for outside.
func hidden(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(name, "_") && !strings.HasSuffix(name, "__") || strings.HasPrefix(name, "#") ||
		strings.Contains(lower, "unused") || strings.Contains(lower, "helper") || strings.Contains(lower, "private")
}

// called tells whether a function is named outside of itself.
func called(root, f *Node) (found bool) {
	root.Walk(func(k *Node) bool {
		if k == f {
			return false
		}
		found = found || (k.Kind == Name || k.Kind == Field || k.Kind == Text) && k.Value == f.Value
		return !found
	})
	return found
}
