package syntax

import "kadry/internal/codematch/lexer"

// guarded reads try, with and their kin.
func (p *parser) guarded(t token) ([]*Node, bool) {
	n := p.node(Other, t.text)
	switch {
	case (t.text == "try" && p.lang != lexer.Rust) || t.text == "begin" && p.lang == lexer.Ruby:
		return []*Node{p.attempt(n)}, true
	case (t.text == "defer" || t.text == "go") && p.lang == lexer.Go:
		p.pos++
		n.Kids = []*Node{p.expression()}
		return []*Node{p.done(n)}, true
	case t.text == "with" && p.lang == lexer.Python:
		p.pos++
		for !p.end() && !p.is(":") && !p.newline() {
			before := p.pos
			n.Kids = append(n.Kids, p.operand(choosing))
			if p.take("as") {
				n.Kids = append(n.Kids, p.operand(choosing))
			}
			p.take(",")
			if p.pos == before {
				p.skip()
			}
		}
		n.Kids = append(n.Kids, p.block())
		return []*Node{p.done(n)}, true
	case t.text == "unsafe" && p.isAt(1, "{"), t.text == "checked" && p.isAt(1, "{"):
		p.pos++
		return []*Node{p.block()}, true
	case (t.text == "using" || t.text == "lock" || t.text == "synchronized" || t.text == "fixed") && p.isAt(1, "("):
		p.pos++
		before, condition := p.condition()
		n.Kids = append(append(n.Kids, before...), condition, p.block())
		return []*Node{p.done(n)}, true
	case t.text == "using" && p.lang == lexer.CPP, t.text == "using" && p.lang == lexer.CSharp && (p.isAt(2, ";") || p.isAt(2, ".")) || t.text == "using" && p.isAt(1, "static"):
		p.before(";")
		return nil, true
	case t.text == "using" && p.lang == lexer.CSharp:
		p.pos++
		return p.statement(), true
	}
	return nil, false
}

// attempt reads "try" with what handles and what ends it.
func (p *parser) attempt(n *Node) *Node {
	n.Kind, n.Value = Try, ""
	p.pos++
	if p.is("(") { // resources
		n.Kids = append(n.Kids, &Node{Kind: Other, Value: "with", Kids: p.list("(", ")"), Line: n.Line, Last: n.Line})
	}
	n.Kids = append(n.Kids, p.block())
	for !p.end() {
		for p.style == indents && p.now().kind == lexer.Newline && p.at(1).kind == lexer.Word && (p.isAt(1, "except") || p.isAt(1, "finally") || p.isAt(1, "else")) {
			p.pos++
		}
		c := p.node(Catch, p.now().text)
		switch {
		case p.take("except"), p.take("rescue"):
			c.Value = "catch"
			for !p.newline() && !p.is(":") && !p.is("then") {
				before := p.pos
				c.Kids = append(c.Kids, p.operand(choosing))
				if !p.take("as") && !p.take(",") && !p.take("=>") && p.pos == before {
					p.skip()
				}
			}
			c.Kids = append(c.Kids, p.block())
		case p.take("catch"):
			if p.is("(") {
				end := p.close(p.pos)
				c.Kids = p.caught(end)
				p.pos = min(end+1, len(p.tokens))
			}
			c.Kids = append(c.Kids, p.block())
		case p.take("finally"), p.take("ensure"), p.take("else"):
			c.Kids = append(c.Kids, p.block())
		default:
			if p.style == endWords {
				p.take("end")
			}
			return p.done(n)
		}
		n.Kids = append(n.Kids, p.done(c))
	}
	return p.done(n)
}

// caught are the type and the name between the brackets of a catch.
func (p *parser) caught(end int) []*Node {
	var kids []*Node
	for i := p.pos + 1; i < min(end, len(p.tokens)); i++ {
		if t := p.tokens[i]; t.kind == lexer.Word && !modifiers[t.text] && t.text != "const" {
			kids = append(kids, &Node{Kind: Name, Value: t.text, Line: int(t.line), Last: int(t.line)})
		}
	}
	return kids
}
