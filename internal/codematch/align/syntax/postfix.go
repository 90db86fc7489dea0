package syntax

import "kadry/internal/codematch/lexer"

// postfix reads calls, places, fields and what else stands behind an operand.
func (p *parser) postfix(n *Node) *Node {
	for !p.end() {
		t := p.now()
		if t.kind != lexer.Operator {
			if p.lang == lexer.Ruby && t.text == "do" && (n.Kind == Call || n.Kind == Field || n.Kind == Name) && !p.flat {
				n = p.rubyBlock(n)
				continue
			}
			return n
		}
		next, more := p.behind(n, t)
		if !more {
			return n
		}
		n = next
	}
	return n
}

// behind goes on with one sign behind an operand.
func (p *parser) behind(n *Node, t token) (*Node, bool) {
	switch t.text {
	case "(":
		if p.style != braces && !p.sameLine() {
			return n, false
		}
		n = &Node{Kind: Call, Kids: append([]*Node{n}, p.list("(", ")")...), Line: n.Line}
		return p.done(n), true
	case "[":
		if p.style != braces && !p.sameLine() || p.lang == lexer.Ruby && !t.glued && n.Kind != Call {
			return n, false
		}
		return p.done(p.index(n)), true
	case ".", "->", "::", "?.", "&.", "?->":
		if p.lang == lexer.PHP && t.text == "." || t.text == "->" && (p.lang == lexer.Java || p.lang == lexer.Rust || p.lang == lexer.Ruby || p.lang == lexer.Python) {
			return n, false
		}
		return p.field(n), true
	case "++", "--":
		if !p.sameLine() {
			return n, false
		}
		p.pos++
		after := step(t, n)
		after.Spelt = afterwards
		return p.done(after), true
	case "?":
		if p.lang == lexer.Rust {
			p.pos++
			return n, true
		}
	case "!":
		if p.lang == lexer.Rust && n.Kind == Name && (p.isAt(1, "(") || p.isAt(1, "[") || p.isAt(1, "{")) && t.glued {
			p.pos++
			n.Value += "!"
			if !p.is("(") {
				n = &Node{Kind: Call, Kids: append([]*Node{n}, p.list(p.now().text, "")...), Line: n.Line}
			}
			return p.done(n), true
		}
		if p.lang == lexer.TypeScript && t.glued {
			p.pos++
			return n, true
		}
	case "<":
		if end, ok := p.arguments(); ok {
			p.pos = end
			return n, true
		}
	case "{":
		return p.braced(n)
	}
	return n, false
}

// braced reads a block of Ruby or the values of a struct behind a name.
func (p *parser) braced(n *Node) (*Node, bool) {
	switch {
	case p.lang == lexer.Ruby && p.sameLine() && (n.Kind == Call || n.Kind == Field || n.Kind == Name):
		return p.rubyBlock(n), true
	case p.flat || !p.sameLine():
		return n, false
	case (p.lang == lexer.Go || p.lang == lexer.Rust || p.lang == lexer.CPP || p.lang == lexer.C) && (n.Kind == Name || n.Kind == Field || n.Kind == Index):
		made := &Node{Kind: Call, Kids: []*Node{n, p.initial()}, Line: n.Line}
		return p.done(made), true
	}
	return n, false
}

// arguments tells where the types in angle brackets behind a generic name end.
func (p *parser) arguments() (int, bool) {
	if p.lang == lexer.Python || p.lang == lexer.Ruby || p.lang == lexer.PHP || p.lang == lexer.C || p.lang == lexer.JavaScript || p.lang == lexer.Go {
		return 0, false
	}
	end, ok := p.angles(p.pos)
	if !ok || end >= len(p.tokens) {
		return 0, false
	}
	switch p.tokens[end].text {
	case "(", "::", "{", ".", ")", "[":
		return end, p.tokens[end].text != ")" && (p.tokens[end].text != "." || p.lang == lexer.CSharp)
	}
	return 0, false
}

// field reads a name behind a dot. The colons before types of Rust are left out.
func (p *parser) field(n *Node) *Node {
	p.pos++
	t := p.now()
	switch {
	case t.text == "<" && p.lang == lexer.Rust:
		if end, ok := p.angles(p.pos); ok {
			p.pos = end
		}
		return n
	case t.text == "(" && p.lang == lexer.Go: // x.(T)
		p.pos = min(p.close(p.pos)+1, len(p.tokens))
		return p.done(&Node{Kind: Cast, Kids: []*Node{n}, Line: n.Line})
	case t.kind == lexer.Word || t.kind == lexer.Number:
		p.pos++
		if t.text == "await" {
			return n
		}
		return p.done(&Node{Kind: Field, Value: t.text, Kids: []*Node{n}, Line: n.Line})
	}
	return p.done(&Node{Kind: Field, Kids: []*Node{n}, Line: n.Line})
}

// index reads places between square brackets.
func (p *parser) index(n *Node) *Node {
	end := p.close(p.pos)
	p.pos++
	made := &Node{Kind: Index, Kids: []*Node{n}, Line: n.Line}
	for p.pos < end {
		before := p.pos
		made.Kids = append(made.Kids, p.place(end))
		p.take(",")
		if p.pos == before {
			p.skip()
		}
	}
	p.pos = min(end+1, len(p.tokens))
	return made
}

// place reads one place or a slice.
func (p *parser) place(end int) *Node {
	s := p.node(Slice, "")
	for p.pos < end && !p.is(",") {
		if p.is(":") || p.is("::") {
			if p.is("::") {
				s.Kids = append(s.Kids, none(s.Line))
			}
			p.pos++
			if len(s.Kids) == 0 {
				s.Kids = append(s.Kids, none(s.Line))
			}
			if p.pos >= end || p.isAny(":", ",") {
				s.Kids = append(s.Kids, none(s.Line))
			}
			s.Value = ":"
			continue
		}
		before := p.pos
		s.Kids = append(s.Kids, p.closed(p.expression))
		if p.pos == before {
			break
		}
	}
	if s.Value == "" && len(s.Kids) == 1 {
		return s.Kids[0]
	}
	return p.done(s)
}
