package syntax

import "kadry/internal/codematch/lexer"

// choices reads switch, match, case and select; nil where the word is a name.
func (p *parser) choices(t token) *Node {
	if t.text == "match" && p.lang != lexer.Rust && p.lang != lexer.Python && p.lang != lexer.PHP || t.text == "when" ||
		t.text == "select" && p.lang != lexer.Go || t.text == "case" && p.lang != lexer.Ruby || p.isAt(1, ")") ||
		t.text == "match" && p.lang == lexer.Python && (p.isAt(1, "(") && p.now().line == p.at(2).line && !p.headOf()) {
		return nil
	}
	n := p.node(Switch, "")
	p.pos++
	subject := none(n.Line)
	if !p.is("{") && !p.newline() {
		before, condition := p.condition()
		subject = condition
		if len(before) > 0 {
			subject = &Node{Kind: Block, Kids: append(before, condition), Line: n.Line, Last: n.Line}
		}
	}
	n.Kids = []*Node{subject}
	switch p.style {
	case endWords:
		p.rubyCases(n)
	case indents:
		p.pythonCases(n)
	case braces:
		p.braceCases(n)
	}
	return p.done(n)
}

// headOf tells whether the line ends with the colon of a block.
func (p *parser) headOf() bool {
	for i := p.pos; i < len(p.tokens); i++ {
		if p.tokens[i].kind == lexer.Newline {
			return p.tokens[i-1].text == ":"
		}
	}
	return false
}

func (p *parser) pythonCases(n *Node) {
	p.take(":")
	for p.now().kind == lexer.Newline && !p.end() || p.now().kind == lexer.Indent {
		p.pos++
	}
	for p.is("case") {
		c := p.node(Case, "")
		p.pos++
		c.Kids = []*Node{p.tuple()}
		if p.take("if") {
			c.Kids = append(c.Kids, p.expression())
		}
		c.Kids = append(c.Kids, p.block())
		n.Kids = append(n.Kids, p.done(c))
	}
	if p.now().kind == lexer.Dedent && !p.end() {
		p.pos++
	}
}

// braceCases reads cases of C, Go and Rust and their kin.
func (p *parser) braceCases(n *Node) {
	if !p.is("{") {
		return
	}
	end := p.close(p.pos)
	p.pos++
	for p.pos < min(end, len(p.tokens)) {
		before := p.pos
		c := p.node(Case, "")
		switch {
		case p.take("case"), p.take("default"):
			p.labelled(c, end)
			n.Kids = append(n.Kids, p.done(c))
		case p.newline(), p.is(","), p.is(";"):
			p.pos++
		default:
			p.arm(c)
			n.Kids = append(n.Kids, p.done(c))
		}
		if p.pos == before {
			p.skip()
		}
	}
	p.pos = min(end+1, len(p.tokens))
}

// labelled reads "case a, b: statements" or "case a -> value".
func (p *parser) labelled(c *Node, end int) {
	for !p.end() && !p.is(":") && !p.is("->") && !p.is("=>") && p.pos < end {
		before := p.pos
		c.Kids = append(c.Kids, p.closed(p.pattern))
		p.take(",")
		if p.take("when") {
			c.Kids = append(c.Kids, p.expression())
		}
		if p.pos == before {
			p.skip()
		}
	}
	body := p.node(Block, "")
	if p.take("->") || p.take("=>") {
		body.Kids = p.statement()
		c.Kids = append(c.Kids, p.done(body))
		return
	}
	p.take(":")
	for p.pos < min(end, len(p.tokens)) && !p.is("case") && (!p.is("default") || !p.isAt(1, ":")) {
		before := p.pos
		body.Kids = append(body.Kids, p.statement()...)
		if p.pos == before {
			p.skip()
		}
	}
	c.Kids = append(c.Kids, p.done(body))
}

// pattern reads what a case is compared with; the arrow behind a name is no function's.
func (p *parser) pattern() *Node {
	t := p.now()
	if t.kind == lexer.Word && (p.isAt(1, "->") || p.isAt(1, "=>")) {
		p.pos++
		return p.done(&Node{Kind: Name, Value: t.text, Line: int(t.line)})
	}
	return p.operand(choosing + 1)
}

// arm reads "pattern => value" of Rust, PHP and C#.
func (p *parser) arm(c *Node) {
	if p.lang == lexer.PHP && p.take("default") {
		c.Kids = nil
	} else {
		c.Kids = []*Node{p.closed(p.pattern)}
	}
	for p.take(",") && !p.is("=>") {
		c.Kids = append(c.Kids, p.closed(p.pattern))
	}
	if p.take("if") || p.take("when") {
		c.Kids = append(c.Kids, p.expression())
	}
	if !p.take("=>") {
		return
	}
	body := p.node(Block, "")
	if p.is("{") {
		body = p.fresh(p.block)
	} else {
		e := p.closed(p.expression)
		body.Kids = []*Node{{Kind: Do, Kids: []*Node{e}, Line: e.Line, Last: e.Last}}
	}
	c.Kids = append(c.Kids, p.done(body))
}
