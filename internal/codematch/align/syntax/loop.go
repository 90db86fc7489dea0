package syntax

import "kadry/internal/codematch/lexer"

// loop reads loops of all kinds.
func (p *parser) loop(t token) []*Node {
	n := p.node(While, "")
	p.pos++
	p.take("await")
	switch t.text {
	case "do":
		return p.doLoop(n)
	case "loop":
		n.Kids = []*Node{{Kind: Constant, Value: "true", Line: n.Line, Last: n.Line}}
		return p.looped(n)
	case "while", "until":
		_, condition := p.condition()
		if t.text == "until" {
			condition = negated(condition)
		}
		n.Kids = []*Node{condition}
		return p.looped(n)
	}
	switch {
	case p.is("(") && p.style == braces && p.lang != lexer.Go && p.lang != lexer.Rust:
		p.headed(n)
	case p.lang == lexer.Go:
		p.goLoop(n)
	default:
		n.Kind = Each
		target := p.targets()
		p.take("in")
		flat := p.flat
		p.flat = p.style != indents
		n.Kids = []*Node{target, p.tuple()}
		p.flat = flat
	}
	return p.looped(n)
}

// looped reads the body of a loop.
func (p *parser) looped(n *Node) []*Node {
	n.Kids = append(n.Kids, p.block())
	if p.style == endWords {
		p.take("end")
	}
	if p.style == indents && p.is("else") {
		p.pos++
		n.Kids = append(n.Kids, p.block())
	}
	return []*Node{p.done(n)}
}

func (p *parser) doLoop(n *Node) []*Node {
	n.Kind = Until
	body := p.block()
	n.Kids = []*Node{body}
	if p.take("while") {
		_, condition := p.condition()
		n.Kids = append(n.Kids, condition)
	} else {
		n.Kids = append(n.Kids, none(n.Line))
	}
	return []*Node{p.done(n)}
}

// headed reads the head of a loop between brackets.
func (p *parser) headed(n *Node) {
	end := p.close(p.pos)
	p.pos++
	flat := p.flat
	p.flat = false
	defer func() {
		p.flat = flat
		p.raw += max(0, min(end, len(p.tokens))-p.pos)
		p.pos = min(end+1, len(p.tokens))
	}()
	parts := p.semicolons(end)
	if parts == 0 {
		p.eachHead(n, end)
		return
	}
	n.Kind = Loop
	for range 3 {
		part := &Node{Kind: Block, Line: int(p.now().line), Last: int(p.now().line)}
		for p.pos < end && !p.is(";") {
			before := p.pos
			part.Kids = append(part.Kids, p.part()...)
			p.take(",")
			if p.pos == before {
				p.skip()
			}
		}
		p.take(";")
		n.Kids = append(n.Kids, p.done(part))
	}
}

// part reads one expression or declaration in the head of a loop.
func (p *parser) part() []*Node {
	if p.isAny("var", "let", "const") && p.lang != lexer.Java && p.lang != lexer.CSharp && p.lang != lexer.C && p.lang != lexer.CPP {
		return p.let()
	}
	if all, ok := p.declared(); ok {
		return all
	}
	return []*Node{p.asStatement(p.expression())}
}

// semicolons are how many stand in the bracket that ends at a place.
func (p *parser) semicolons(end int) (n int) {
	for i := p.pos; i < end; i++ {
		t := p.tokens[i]
		if t.match > int32(i) {
			i = int(t.match)
		} else if t.text == ";" {
			n++
		}
	}
	return n
}

// eachHead reads "T x : xs", "const x of xs", "$xs as $k => $v".
func (p *parser) eachHead(n *Node, end int) {
	n.Kind = Each
	if p.lang == lexer.PHP {
		over := p.expression()
		p.take("as")
		target := p.expression()
		if p.take("=>") {
			target = p.done(&Node{Kind: List, Value: "(", Kids: []*Node{target, p.expression()}, Line: target.Line})
		}
		n.Kids = []*Node{target, over}
		return
	}
	at := end
	for i := p.pos; i < end; i++ {
		t := p.tokens[i]
		if t.match > int32(i) {
			i = int(t.match)
		} else if t.text == ":" || t.text == "of" || t.text == "in" {
			at = i
			break
		}
	}
	value := "of"
	if at < end {
		value = p.tokens[at].text
	}
	if p.lang == lexer.JavaScript && value == "in" || p.lang == lexer.TypeScript && value == "in" {
		n.Spelt = "in" // its keys
	}
	target := &Node{Kind: Name, Line: n.Line, Last: n.Line}
	if at > p.pos && p.tokens[at-1].text == "]" || at > p.pos && p.tokens[at-1].text == "}" || at > p.pos && p.tokens[at-1].text == ")" {
		p.pos = int(p.tokens[at-1].match)
		target = p.primary()
	} else if at > p.pos {
		target.Value = p.tokens[at-1].text
	}
	p.pos = min(at+1, end)
	n.Kids = []*Node{target, p.expression()}
}

// goLoop reads the head of a loop of Go.
func (p *parser) goLoop(n *Node) {
	flat := p.flat
	p.flat = true
	defer func() { p.flat = flat }()
	if p.is("{") {
		n.Kids = []*Node{{Kind: Constant, Value: "true", Line: n.Line, Last: n.Line}}
		return
	}
	if p.take("range") {
		n.Kind, n.Kids = Each, []*Node{none(n.Line), p.expression()}
		return
	}
	start := none(n.Line)
	if !p.is(";") {
		start = p.goStart()
	}
	if start.Kind == Each {
		n.Kind, n.Kids = Each, start.Kids
		return
	}
	if !p.is(";") {
		n.Kids = []*Node{start}
		return
	}
	n.Kind = Loop
	n.Kids = []*Node{blockOf(p.asStatement(start))}
	p.pos++
	condition := none(n.Line)
	if !p.is(";") {
		condition = p.expression()
	}
	p.take(";")
	step := none(n.Line)
	if !p.is("{") {
		step = p.tupleAssigned()
	}
	n.Kids = append(n.Kids, blockOf(p.asStatement(condition)), blockOf(p.asStatement(step)))
}

func blockOf(n *Node) *Node {
	b := &Node{Kind: Block, Line: n.Line, Last: n.Last}
	if n.Kind != Do || n.Kids[0].Kind != None {
		b.Kids = []*Node{n}
	}
	return b
}

// goStart reads what begins a loop of Go: a statement, a condition, or what is ranged over.
func (p *parser) goStart() *Node {
	from, raw := p.pos, p.raw
	target := p.tuplePrimary()
	if p.isAny(":=", "=") && p.isAt(1, "range") {
		p.pos += 2
		return &Node{Kind: Each, Kids: []*Node{target, p.expression()}, Line: target.Line}
	}
	p.pos, p.raw = from, raw
	return p.tupleAssigned()
}

func (p *parser) tuplePrimary() *Node {
	first := p.operand(oring)
	if !p.is(",") {
		return first
	}
	list := &Node{Kind: List, Value: "(", Kids: []*Node{first}, Line: first.Line}
	for p.take(",") {
		list.Kids = append(list.Kids, p.operand(oring))
	}
	return list
}
