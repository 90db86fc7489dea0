package syntax

import (
	"strings"

	"kadry/internal/codematch/lexer"
)

// expression reads one expression.
func (p *parser) expression() *Node { return p.operand(assigning) }

// tuple reads expressions between commas; several are a List.
func (p *parser) tuple() *Node {
	first := p.expression()
	if !p.is(",") {
		return first
	}
	list := &Node{Kind: List, Value: "(", Kids: []*Node{first}, Line: first.Line}
	for p.take(",") {
		if p.newline() || p.isAny("=", ":=", ")", ":", ";", "]", "}", "in") {
			break
		}
		list.Kids = append(list.Kids, p.expression())
	}
	return p.done(unpacked(list))
}

// unpacked makes "a, (b = c), d" what it means: (a, b) = (c, d).
func unpacked(list *Node) *Node {
	for i, k := range list.Kids {
		if k.Kind != Assign || k.bracketed() {
			continue
		}
		targets := &Node{Kind: List, Value: "(", Kids: append(list.Kids[:i:i], k.Kids[0]), Line: list.Line, Last: k.Line}
		value := k.Kids[1]
		if rest := list.Kids[i+1:]; len(rest) > 0 {
			value = &Node{Kind: List, Value: "(", Kids: append([]*Node{value}, rest...), Line: value.Line, Last: list.Last}
		}
		return &Node{Kind: Assign, Value: k.Value, Kids: []*Node{targets, value}, Line: list.Line, Last: list.Last}
	}
	return list
}

// operand reads what binds at least so strong.
func (p *parser) operand(least int) *Node {
	if p.depth++; p.depth > mostDepth {
		p.depth--
		return p.balanced()
	}
	defer func() { p.depth-- }()
	left := p.unary()
	for !p.end() {
		next, more := p.after(left, least)
		if !more {
			break
		}
		left = next
	}
	return left
}

// after goes on with what stands behind an operand.
func (p *parser) after(left *Node, least int) (*Node, bool) {
	t := p.now()
	switch {
	case t.kind == lexer.Operator && assignments[t.text]:
		if least > assigning || t.text == "=" && left.Kind == None {
			return left, false
		}
		return p.assigned(left), true
	case t.kind == lexer.Operator && t.text == "?" && least <= choosing && p.lang != lexer.Rust:
		return p.choice(left), true
	case t.kind == lexer.Word && t.text == "if" && p.lang == lexer.Python && least <= choosing:
		return p.pythonChoice(left)
	case t.kind == lexer.Word && t.text == "as" && (p.lang == lexer.Rust || p.lang == lexer.TypeScript || p.lang == lexer.CSharp):
		p.pos++
		return p.done(&Node{Kind: Cast, Type: p.typeText(), Kids: []*Node{left}, Line: left.Line}), true
	}
	op, strength, size := p.infix()
	if strength == 0 || strength < least {
		return left, false
	}
	p.pos += size
	if strength == ranging && (p.newline() || p.isAny(")", "]", "{", ",")) {
		return p.done(binary(op, left, &Node{Kind: None, Line: left.Line, Last: left.Line})), true
	}
	next := strength + 1
	if strength == raising {
		next = strength
	}
	right := p.operand(next)
	return p.done(p.compared(op, left, right)), true
}

// compared makes a binary node; a chain of comparisons of Python is taken apart.
func (p *parser) compared(op string, left, right *Node) *Node {
	if p.lang == lexer.Python && strengths[op] == comparing && left.Kind == Binary && strengths[left.Value] == comparing && !left.bracketed() {
		return binary("&&", left, binary(op, left.Kids[1], right))
	}
	if p.lang == lexer.Python && strengths[op] == comparing && left.Kind == Binary && left.Value == "&&" && !left.bracketed() {
		if last := left.Kids[1]; last.Kind == Binary && strengths[last.Value] == comparing {
			return binary("&&", left, binary(op, last.Kids[1], right))
		}
	}
	return binary(op, left, right)
}

// inBrackets marks an expression that stood between brackets, which chains stop at.
const inBrackets = "()"

func (n *Node) bracketed() bool { return n.Spelt == inBrackets }

func binary(op string, left, right *Node) *Node {
	return &Node{Kind: Binary, Value: op, Kids: []*Node{left, right}, Line: left.Line, Last: right.Last}
}

// assigned reads the rest of an assignment.
func (p *parser) assigned(left *Node) *Node {
	op := p.now().text
	p.pos++
	var right *Node
	if p.commas && p.depth <= 2 {
		right = p.tuple()
	} else {
		right = p.expression()
	}
	n := &Node{Kind: Assign, Value: op, Kids: []*Node{left, right}, Line: left.Line}
	if op == ":=" {
		n.Value = "="
	}
	return p.done(n)
}

// choice reads the rest of "a ? b : c"; "a ?: c" is a itself where it holds.
func (p *parser) choice(condition *Node) *Node {
	p.pos++
	then := condition
	if !p.is(":") {
		then = p.expression()
	}
	n := &Node{Kind: Choice, Kids: []*Node{condition, then}, Line: condition.Line}
	if p.take(":") {
		n.Kids = append(n.Kids, p.operand(choosing))
	}
	return p.done(n)
}

// pythonChoice reads the rest of "b if a else c"; an "if" without its "else" is that of a
// comprehension.
func (p *parser) pythonChoice(then *Node) (*Node, bool) {
	from, raw := p.pos, p.raw
	p.pos++
	condition := p.operand(disjoint)
	if !p.take("else") {
		p.pos, p.raw = from, raw
		return then, false
	}
	return p.done(&Node{Kind: Choice, Kids: []*Node{condition, then, p.operand(choosing)}, Line: then.Line}), true
}

// unary reads an operand with what stands before it.
func (p *parser) unary() *Node {
	t := p.now()
	if t.kind == lexer.Operator {
		switch t.text {
		case "!":
			p.pos++
			strength := raising
			if p.lang == lexer.Python {
				strength = negating
			}
			return p.done(&Node{Kind: Unary, Value: "!", Kids: []*Node{p.operand(strength)}, Line: int(t.line)})
		case "-", "+", "~", "&", "*", "&&", "<-", "^":
			p.pos++
			return p.done(p.signed(t, p.operand(raising)))
		case "++", "--":
			p.pos++
			return p.done(step(t, p.operand(raising)))
		case "...", "**", "..":
			p.pos++
			if p.newline() || p.isAny(")", "]", "}", ",") {
				return p.done(&Node{Kind: Spread, Line: int(t.line)})
			}
			return p.done(&Node{Kind: Spread, Value: t.text, Kids: []*Node{p.operand(raising)}, Line: int(t.line)})
		}
	}
	if t.kind == lexer.Word {
		if n, ok := p.wordly(t); ok {
			return n
		}
	}
	return p.postfix(p.primary())
}

// signed puts a sign before an operand; one before a number belongs to it.
func (p *parser) signed(t token, of *Node) *Node {
	switch {
	case t.text == "-" && of.Kind == Number && !strings.HasPrefix(of.Value, "-"):
		of.Value = "-" + of.Value
		of.Line = int(t.line)
		return of
	case t.text == "+" && of.Kind == Number, t.text == "&" || t.text == "&&":
		return of
	case t.text == "*" && p.lang != lexer.Python && p.lang != lexer.Ruby && p.lang != lexer.C:
		return of // what is pointed at
	case t.text == "*" && p.lang != lexer.C:
		return &Node{Kind: Spread, Value: "*", Kids: []*Node{of}, Line: int(t.line)}
	}
	return &Node{Kind: Unary, Value: t.text, Kids: []*Node{of}, Line: int(t.line)}
}

// afterwards marks a step whose value is that before it: "x++" within an expression.
const afterwards = "after"

// step is "++" and "--" as an assignment.
func step(t token, of *Node) *Node {
	one := &Node{Kind: Number, Value: "1", Line: int(t.line), Last: int(t.line)}
	return &Node{Kind: Assign, Value: t.text[:1] + "=", Kids: []*Node{of, one}, Line: of.Line}
}

// wordly reads operands that begin with a keyword.
func (p *parser) wordly(t token) (*Node, bool) {
	line := int(t.line)
	switch t.text {
	case "await", "yield", "typeof", "delete", "void", "sizeof", "throw", "defined?", "clone", "print", "echo":
		if t.text == "print" && (p.lang != lexer.PHP) || t.text == "void" && p.lang != lexer.JavaScript || p.isAt(1, "=") || p.isAt(1, ".") {
			return nil, false
		}
		p.pos++
		p.take("from")
		n := &Node{Kind: Unary, Value: t.text, Line: line}
		if !p.newline() && !p.isAny(")", ";", "]", "}", ",") {
			n.Kids = append(n.Kids, p.operand(raising))
		}
		if t.text == "await" && len(n.Kids) == 1 {
			return p.postfix(n.Kids[0]), true
		}
		return p.done(n), true
	case "new":
		if p.isAt(1, "(") || p.isAt(1, "=") || p.isAt(1, ".") || p.isAt(1, ",") || p.isAt(1, ")") {
			return nil, false // new(T) of Go; a variable; a method of Ruby
		}
		p.pos++
		return p.postfix(p.created(line)), true
	case "mut", "ref", "out", "move", "async", "const", "static", "dyn", "unsafe":
		if p.at(1).kind == lexer.Word || p.isAt(1, "|") || p.isAt(1, "(") && t.text != "out" || p.isAt(1, "||") {
			p.pos++
			return p.unary(), true
		}
	}
	if n, ok := p.lambda(); ok {
		return p.postfix(p.done(n)), true
	}
	if p.lang == lexer.Rust && (t.text == "if" || t.text == "match" || t.text == "loop") || p.lang == lexer.Ruby && (t.text == "if" || t.text == "case" || t.text == "begin") ||
		t.text == "match" && p.lang == lexer.PHP && p.isAt(1, "(") || t.text == "switch" && p.lang == lexer.CSharp {
		if all := p.statement(); len(all) > 0 {
			return all[len(all)-1], true
		}
	}
	return nil, false
}

// created reads what is made by "new".
func (p *parser) created(line int) *Node {
	n := &Node{Kind: Call, Line: line}
	name := p.typeText()
	if name == "" {
		return p.primary()
	}
	n.Kids = []*Node{{Kind: Name, Value: "new " + bare(name), Line: line, Last: p.last()}}
	for p.is("[") {
		n.Kids = append(n.Kids, p.list("[", "]")...)
		n.Kids[0].Value = "new []"
	}
	if p.is("(") {
		n.Kids = append(n.Kids, p.list("(", ")")...)
	}
	if p.is("{") && !p.flat {
		n.Kids = append(n.Kids, p.initial())
	}
	return p.done(n)
}

// bare is a type without its arguments.
func bare(name string) string {
	name, _, _ = strings.Cut(name, "<")
	return name
}

// initial reads the values between braces.
func (p *parser) initial() *Node {
	n := p.node(List, "{")
	n.Kids = p.list("{", "}")
	return p.done(n)
}
