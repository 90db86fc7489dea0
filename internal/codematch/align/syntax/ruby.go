package syntax

import "kadry/internal/codematch/lexer"

func (p *parser) rubyCases(n *Node) {
	for !p.end() && !p.is("end") {
		before := p.pos
		for p.now().kind == lexer.Newline && !p.end() {
			p.pos++
		}
		c := p.node(Case, "")
		switch {
		case p.take("when"), p.take("in"):
			c.Kids = []*Node{p.tuple(), p.block()}
			n.Kids = append(n.Kids, p.done(c))
		case p.take("else"):
			c.Kids = []*Node{p.block()}
			n.Kids = append(n.Kids, p.done(c))
		}
		if p.pos == before {
			p.skip()
		}
	}
	p.take("end")
}

// rubyBlock reads the block behind a call.
func (p *parser) rubyBlock(n *Node) *Node {
	f := p.node(Lambda, "")
	brace := p.is("{")
	end := p.close(p.pos)
	p.pos++
	if p.is("|") {
		p.pos++
		for !p.end() && !p.is("|") {
			if p.now().kind == lexer.Word {
				f.Kids = append(f.Kids, p.node(Parameter, p.now().text))
			}
			p.pos++
		}
		p.take("|")
	}
	body := p.node(Block, "")
	flat := p.flat
	p.flat = false
	if brace {
		for p.pos < min(end, len(p.tokens)) {
			before := p.pos
			body.Kids = append(body.Kids, p.statement()...)
			if p.pos == before {
				p.skip()
			}
		}
		p.pos = min(end+1, len(p.tokens))
	} else {
		p.until(body, "end")
		p.take("end")
	}
	p.flat = flat
	f.Kids = append(f.Kids, p.done(body))
	if n.Kind != Call {
		n = &Node{Kind: Call, Kids: []*Node{n}, Line: n.Line}
	}
	n.Kids = append(n.Kids, p.done(f))
	return p.done(n)
}

// rubyBody reads the body of a method or lambda of Ruby up to its end.
func (p *parser) rubyBody(n *Node) *Node {
	if len(n.Kids) == 0 && !p.newline() && !p.isAny("{", "do", "=", ";") {
		for !p.newline() { // parameters without brackets
			if p.now().kind == lexer.Word {
				n.Kids = append(n.Kids, p.node(Parameter, p.now().text))
			}
			p.pos++
		}
	}
	body := p.node(Block, "")
	switch {
	case p.take("="):
		e := p.expression()
		body = p.returned(e)
	case p.is("{"):
		p.inside(body, p.close(p.pos))
	default:
		p.take("do")
		p.until(body, "end", "rescue", "ensure")
		if p.isAny("rescue", "ensure") {
			try := p.node(Try, "")
			p.pos-- // attempt goes over a word first
			whole := &Node{Kind: Block, Kids: body.Kids, Line: body.Line, Last: p.last()}
			try = p.handlers(try, whole)
			body.Kids = []*Node{try}
		} else {
			p.take("end")
		}
	}
	answers(body)
	n.Kids = append(n.Kids, p.done(body))
	return p.done(n)
}

// handlers reads what handles the body of a method of Ruby.
func (p *parser) handlers(try, body *Node) *Node {
	p.pos++
	handled := p.attemptRest(try)
	handled.Kids = append([]*Node{body}, handled.Kids...)
	return handled
}

// attemptRest reads rescue and ensure up to the end.
func (p *parser) attemptRest(n *Node) *Node {
	for !p.end() && !p.is("end") {
		before := p.pos
		c := p.node(Catch, "catch")
		if p.take("rescue") {
			for !p.newline() && !p.is("then") {
				p.pos++
			}
		} else if p.take("ensure") {
			c.Value = "finally"
		}
		c.Kids = []*Node{p.block()}
		n.Kids = append(n.Kids, p.done(c))
		if p.pos == before {
			p.skip()
		}
	}
	p.take("end")
	return p.done(n)
}
