package syntax

import "kadry/internal/codematch/lexer"

// Normalise rewrites forms that say the same into one form, in place:
//
//	x += y             x = x + y
//	a > b              b < a
//	!(a < b)           b <= a; negations stand at the innermost place
//	return c ? a : b   if c {return a}; return b
//	if c {return} else {B}   if c {return}; B
//	for (i = a; i < n; i++)  Count i from a below n; so range(n), while, times, upto
//	len(x), x.size()   Call "len" of x
//	t = e; return t    return e
//
// What never runs or has no effect is taken out and noted in Dead: statements behind a
// return, under "if false", values that are never read, private functions nobody calls.
// Every rewriting keeps what is computed for values that compare as numbers do.
func Normalise(t *Tree) {
	n := &normaliser{lang: t.Language}
	n.alive(t.Root)
	t.Root = n.node(t.Root)
	for range 3 {
		if !n.unread(t.Root) {
			break
		}
	}
	n.private(t.Root)
	t.Dead = n.dead
}

type normaliser struct {
	lang lexer.Language
	dead [][2]int
}

func (z *normaliser) drop(from, to *Node) { z.dead = append(z.dead, [2]int{from.Line, to.Last}) }

// ends tells whether nothing behind a statement runs.
func ends(n *Node) bool {
	switch n.Kind {
	case Return, Throw, Break, Continue:
		return true
	case If:
		return len(n.Kids) == 3 && endsBlock(n.Kids[1]) && endsBlock(n.Kids[2])
	case Block:
		return endsBlock(n)
	}
	return false
}

func endsBlock(n *Node) bool {
	if n.Kind == If {
		return ends(n)
	}
	return len(n.Kids) > 0 && ends(n.Kids[len(n.Kids)-1])
}

// truth is what a condition always is; ok is false where that is not known.
func truth(n *Node) (value, ok bool) {
	switch {
	case n.Kind == Constant:
		return n.Value == "true", true
	case n.Kind == Number:
		return n.Value != "0", true
	case n.Kind == Binary && n.Value == "&&":
		l, okL := truth(n.Kids[0])
		r, okR := truth(n.Kids[1])
		return l && r, okL && okR || okL && !l
	case n.Kind == Unary && n.Value == "!":
		v, known := truth(n.Kids[0])
		return !v, known
	}
	return false, false
}

// alive takes out what never runs.
func (z *normaliser) alive(n *Node) {
	for _, k := range n.Kids {
		z.alive(k)
	}
	if n.Kind != Block {
		return
	}
	var kept []*Node
	for i, k := range n.Kids {
		kept = append(kept, z.living(k)...)
		if len(kept) > 0 && ends(kept[len(kept)-1]) && i+1 < len(n.Kids) && kept[len(kept)-1] == k {
			for _, d := range n.Kids[i+1:] {
				if d.Kind == Function || d.Kind == Class {
					kept = append(kept, d)
				} else {
					z.drop(d, d)
				}
			}
			break
		}
	}
	n.Kids = kept
}

// living is what of a statement can run.
func (z *normaliser) living(n *Node) []*Node {
	if (n.Kind != If && n.Kind != While) || len(n.Kids) < 2 {
		return []*Node{n}
	}
	value, known := truth(n.Kids[0])
	switch {
	case !known:
		return []*Node{n}
	case n.Kind == While && value:
		return []*Node{n}
	case n.Kind == If && value && n.Kids[0].Kind == Constant:
		if len(n.Kids) == 3 {
			z.drop(n.Kids[2], n.Kids[2])
		}
		return n.Kids[1].Kids
	case value:
		return []*Node{n}
	}
	z.drop(n, n.Kids[1])
	if len(n.Kids) == 3 && n.Kind == If {
		if n.Kids[2].Kind == Block {
			return n.Kids[2].Kids
		}
		return []*Node{n.Kids[2]}
	}
	return nil
}

// node normalises a node after its kids.
func (z *normaliser) node(n *Node) *Node {
	z.prepare(n)
	for i, k := range n.Kids {
		if n.Kind == Loop && i < 3 { // its head is no body
			for j, part := range k.Kids {
				k.Kids[j] = z.node(part)
			}
			continue
		}
		n.Kids[i] = z.node(k)
	}
	switch n.Kind {
	case Block:
		return z.block(n)
	case Assign:
		return z.assign(n)
	case Binary:
		return z.binary(n)
	case Unary:
		return z.unary(n)
	case Call:
		return z.call(n)
	case Field:
		if lengths[n.Value] && len(n.Kids) == 1 {
			return length(n.Kids[0], n, "."+n.Value)
		}
	case If:
		return z.branch(n)
	}
	return n
}

// goesThrough are methods of Ruby whose block answers nothing.
var goesThrough = map[string]bool{
	"each": true, "each_with_index": true, "times": true, "upto": true, "downto": true, "step": true, "each_char": true,
	"each_index": true, "each_line": true, "loop": true,
}

// prepare makes the last expression of a block of Ruby its answer.
func (z *normaliser) prepare(n *Node) {
	if z.lang != lexer.Ruby || n.Kind != Call || len(n.Kids) < 2 {
		return
	}
	f := n.Kids[len(n.Kids)-1]
	if f.Kind != Lambda || len(f.Kids) == 0 || goesThrough[n.Kids[0].Value] {
		return
	}
	answers(f.Kids[len(f.Kids)-1])
}

// block puts its statements in their forms one after the other.
func (z *normaliser) block(n *Node) *Node {
	var out []*Node
	for _, k := range n.Kids {
		out = append(out, z.statement(k)...)
	}
	out = z.flattened(out)
	out = z.counted(out)
	out = answered(out)
	out = arranged(out)
	n.Kids = out
	return n
}

// statement is a statement in its form; none where it does nothing.
func (z *normaliser) statement(n *Node) []*Node {
	switch n.Kind {
	case Block:
		return n.Kids
	case Declare, Import, None:
		return nil
	case Do:
		if len(n.Kids) == 1 && n.Kids[0].Kind == Assign {
			return z.statement(n.Kids[0])
		}
		if len(n.Kids) == 1 && n.Kids[0].Kind != Call && inert(n.Kids[0]) {
			if k := n.Kids[0].Kind; k != Text && k != None {
				z.drop(n, n)
			}
			return nil
		}
		return z.done(n)
	case Return:
		if len(n.Kids) == 1 && n.Kids[0].Kind == Choice && len(n.Kids[0].Kids) == 3 {
			c := n.Kids[0]
			then := &Node{Kind: If, Kids: []*Node{c.Kids[0], block(returns(c.Kids[1], n))}, Line: n.Line, Last: n.Last}
			return append(z.statement(z.branch(then)), z.statement(returns(c.Kids[2], n))...)
		}
	case Assign:
		return z.chosen(n)
	case Loop:
		return z.loop(n)
	case Each:
		return []*Node{z.each(n)}
	case If:
		if len(n.Kids) == 2 && len(n.Kids[1].Kids) == 0 && inert(n.Kids[0]) {
			z.drop(n, n)
			return nil
		}
	}
	return []*Node{n}
}

func block(n ...*Node) *Node {
	return &Node{Kind: Block, Kids: n, Line: n[0].Line, Last: n[len(n)-1].Last}
}

func returns(value, of *Node) *Node {
	return &Node{Kind: Return, Kids: []*Node{value}, Line: value.Line, Last: max(value.Line, value.Last, of.Line)}
}

// chosen takes "x = c ? a : b" apart.
func (z *normaliser) chosen(n *Node) []*Node {
	if len(n.Kids) != 2 || n.Kids[1].Kind != Choice || len(n.Kids[1].Kids) != 3 || n.Value != "=" || n.Kids[0].Kind != Name {
		return []*Node{n}
	}
	c := n.Kids[1]
	set := func(value *Node) *Node {
		return &Node{Kind: Assign, Value: "=", Type: n.Type, Kids: []*Node{n.Kids[0], value}, Line: n.Line, Last: n.Last}
	}
	return []*Node{z.branch(&Node{Kind: If, Kids: []*Node{c.Kids[0], block(set(c.Kids[1])), block(set(c.Kids[2]))}, Line: n.Line, Last: n.Last})}
}

// done takes forEach and its kin as loops.
func (z *normaliser) done(n *Node) []*Node {
	c := n.Kids[0]
	if c.Kind == Call && len(c.Kids) == 3 {
		return z.upto(n, c)
	}
	if c.Kind != Call || len(c.Kids) != 2 || c.Kids[0].Kind != Field || c.Kids[1].Kind != Lambda || len(c.Kids[1].Kids) < 2 {
		return []*Node{n}
	}
	f := c.Kids[1]
	body, over := f.Kids[len(f.Kids)-1], c.Kids[0].Kids[0]
	if returnsInside(body) {
		return []*Node{n}
	}
	named := func(k *Node) *Node { return &Node{Kind: Name, Value: k.Value, Line: k.Line, Last: k.Last} }
	first := named(f.Kids[0])
	made := &Node{Kind: Each, Kids: []*Node{first, over, body}, Line: n.Line, Last: n.Last}
	switch c.Kids[0].Value {
	case "each", "forEach", "for_each", "ForEach":
		if len(f.Kids) == 3 {
			made.Kids[0] = list(named(f.Kids[1]), first)
			made.Kids[1] = enumerated(over)
		}
	case "each_with_index":
		if len(f.Kids) < 3 {
			return []*Node{n}
		}
		made.Kids[0], made.Kids[1] = list(named(f.Kids[1]), first), enumerated(over)
	case "times":
		return []*Node{count(made, first, number(0, n), over, number(1, n), body)}
	default:
		return []*Node{n}
	}
	return []*Node{z.each(made)}
}

// upto takes a count of Ruby from one number to another.
func (z *normaliser) upto(n, c *Node) []*Node {
	f := c.Kids[2]
	if c.Kids[0].Kind != Field || f.Kind != Lambda || len(f.Kids) != 2 || returnsInside(f.Kids[1]) {
		return []*Node{n}
	}
	variable := &Node{Kind: Name, Value: f.Kids[0].Value, Line: f.Line, Last: f.Line}
	from := c.Kids[0].Kids[0]
	switch c.Kids[0].Value {
	case "upto":
		return []*Node{count(n, variable, from, plus(c.Kids[1], 1), number(1, n), f.Kids[1])}
	case "downto":
		return []*Node{count(n, variable, from, plus(c.Kids[1], -1), number(-1, n), f.Kids[1])}
	}
	return []*Node{n}
}

// returnsInside tells whether a body answers something, not counting functions in it.
func returnsInside(body *Node) (found bool) {
	body.Walk(func(k *Node) bool {
		if k.Kind == Return {
			found = true
		}
		return k.Kind != Function && k.Kind != Lambda
	})
	return found
}

func list(kids ...*Node) *Node {
	return &Node{Kind: List, Value: "(", Kids: kids, Line: kids[0].Line, Last: kids[len(kids)-1].Last}
}

func enumerated(n *Node) *Node {
	name := &Node{Kind: Name, Value: "enumerate", Line: n.Line, Last: n.Line}
	return &Node{Kind: Call, Kids: []*Node{name, n}, Line: n.Line, Last: n.Last}
}

// branch turns "if (!c) A else B" and answers of true and false.
func (z *normaliser) branch(n *Node) *Node {
	if len(n.Kids) != 3 {
		return n
	}
	c := n.Kids[0]
	if n.Kids[2].Kind == If {
		n.Kids[2] = block(n.Kids[2])
	}
	if len(n.Kids[2].Kids) == 0 {
		n.Kids = n.Kids[:2]
		return n
	}
	if len(n.Kids[1].Kids) == 0 || c.Kind == Unary && c.Value == "!" || c.Kind == Binary && (c.Value == "!=" || c.Value == "!==" || c.Value == "not in" || c.Value == "is not") {
		if turned := z.negate(c); turned != nil {
			n.Kids = []*Node{turned, n.Kids[2], n.Kids[1]}
			if len(n.Kids[2].Kids) == 0 {
				n.Kids = n.Kids[:2]
			}
		}
	}
	return n
}

// flattened takes the "else" behind a branch that leaves out of it.
func (z *normaliser) flattened(all []*Node) []*Node {
	var out []*Node
	for _, k := range all {
		if k.Kind != If || len(k.Kids) != 3 {
			out = append(out, k)
			continue
		}
		switch {
		case endsBlock(k.Kids[1]):
			rest := k.Kids[2].Kids
			k.Kids = k.Kids[:2]
			out = append(append(out, k), z.flattened(rest)...)
		case endsBlock(k.Kids[2]):
			rest := k.Kids[1].Kids
			k.Kids = []*Node{z.negate(k.Kids[0]), k.Kids[2]}
			out = append(append(out, k), z.flattened(rest)...)
		default:
			out = append(out, k)
		}
	}
	for i, k := range out { // what a branch that left hid
		if ends(k) && i+1 < len(out) {
			z.drop(out[i+1], out[len(out)-1])
			return out[:i+1]
		}
	}
	return out
}

// answered puts "t = e; return t" and "if c {return true}; return false" in their forms.
func answered(all []*Node) []*Node {
	for {
		n := len(all)
		if n < 2 || all[n-1].Kind != Return || len(all[n-1].Kids) != 1 {
			return all
		}
		last, before := all[n-1], all[n-2]
		value := last.Kids[0]
		switch {
		case before.Kind == Assign && before.Value == "=" && before.Kids[0].Kind == Name && value.Kind == Name && before.Kids[0].Value == value.Value && before.Type == "":
			all = append(all[:n-2], &Node{Kind: Return, Kids: before.Kids[1:], Line: before.Line, Last: last.Last})
		case before.Kind == If && len(before.Kids) == 2 && boolean(before.Kids[0]) && len(before.Kids[1].Kids) == 1:
			inner := before.Kids[1].Kids[0]
			if inner.Kind != Return || len(inner.Kids) != 1 || inner.Kids[0].Kind != Constant || value.Kind != Constant {
				return all
			}
			c := before.Kids[0]
			switch {
			case inner.Kids[0].Value == "true" && value.Value == "false":
			case inner.Kids[0].Value == "false" && value.Value == "true":
				c = (&normaliser{}).negate(c)
			default:
				return all
			}
			all = append(all[:n-2], &Node{Kind: Return, Kids: []*Node{c}, Line: before.Line, Last: last.Last})
		default:
			return all
		}
	}
}

// boolean tells whether an expression is true or false and nothing else.
func boolean(n *Node) bool {
	switch n.Kind {
	case Constant:
		return n.Value != "null"
	case Unary:
		return n.Value == "!"
	case Binary:
		switch n.Value {
		case "&&", "||":
			return boolean(n.Kids[0]) && boolean(n.Kids[1])
		case "==", "!=", "<", "<=", "===", "!==", "in", "not in", "is", "is not":
			return true
		}
	}
	return false
}
