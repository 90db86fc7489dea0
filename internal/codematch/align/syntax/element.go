package syntax

import "kadry/internal/codematch/lexer"

func none(line int) *Node { return &Node{Kind: None, Line: line, Last: line} }

// closed reads inside brackets, where a brace begins no block.
func (p *parser) closed(read func() *Node) *Node {
	flat, commas := p.flat, p.commas
	p.flat, p.commas = false, false
	n := read()
	p.flat, p.commas = flat, commas
	return n
}

// list reads expressions between brackets, with commas between them.
func (p *parser) list(_, _ string) []*Node {
	end := p.close(p.pos)
	p.pos++
	var kids []*Node
	for p.pos < end {
		before := p.pos
		if p.newline() || p.is(",") || p.is(";") {
			p.pos++
			continue
		}
		kids = append(kids, p.closed(p.element))
		if p.pos == before {
			p.skip()
		}
	}
	p.pos = min(end+1, len(p.tokens))
	return kids
}

// element reads one value, a pair, or a comprehension.
func (p *parser) element() *Node {
	if p.lang == lexer.CSharp && p.isAny("ref", "out", "in") && p.at(1).kind == lexer.Word {
		p.pos++
	}
	n := p.expression()
	switch {
	case p.is(":") || p.is("=>"):
		p.pos++
		if p.newline() || p.isAny(",", ")", "}") {
			return n
		}
		n = p.done(&Node{Kind: Pair, Kids: []*Node{n, p.expression()}, Line: n.Line})
	case n.Kind == Assign && n.Value == "=" && p.lang == lexer.Python:
		n.Kind = Pair
	}
	if p.style == indents && (p.is("for") || p.is("async")) {
		return p.comprehension(n)
	}
	return n
}

// comprehension reads the loops behind an element.
func (p *parser) comprehension(element *Node) *Node {
	n := &Node{Kind: Comprehension, Kids: []*Node{element}, Line: element.Line}
	for !p.end() {
		line := int(p.now().line)
		p.take("async")
		switch {
		case p.take("for"):
			target := p.targets()
			p.take("in")
			each := &Node{Kind: Each, Kids: []*Node{target, p.operand(disjoint)}, Line: line}
			n.Kids = append(n.Kids, p.done(each))
		case p.take("if"):
			n.Kids = append(n.Kids, p.done(&Node{Kind: If, Kids: []*Node{p.operand(disjoint)}, Line: line}))
		default:
			return p.done(n)
		}
	}
	return p.done(n)
}

// targets reads the variables of a loop, up to "in".
func (p *parser) targets() *Node {
	first := p.operand(oring)
	if !p.is(",") {
		return first
	}
	list := &Node{Kind: List, Value: "(", Kids: []*Node{first}, Line: first.Line}
	for p.take(",") {
		if p.is("in") {
			break
		}
		list.Kids = append(list.Kids, p.operand(oring))
	}
	return p.done(list)
}
