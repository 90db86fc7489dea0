package syntax

import "kadry/internal/codematch/lexer"

// unnamed reads a method without a type before it: of JavaScript, or a constructor.
func (p *parser) unnamed(t token) ([]*Node, bool) {
	if p.style != braces || p.lang == lexer.Go || p.lang == lexer.Rust || p.lang == lexer.PHP {
		return nil, false
	}
	end := p.close(p.pos + 1)
	if end+1 >= len(p.tokens) || !p.body(end) || p.tokens[end+1].text == ";" {
		return nil, false
	}
	if js := p.lang == lexer.JavaScript || p.lang == lexer.TypeScript; js && !p.members {
		return nil, false // a call and a block
	}
	return []*Node{p.method("", int(t.line))}, true
}

// definition reads functions and classes; not ok where the word is a name.
func (p *parser) definition(t token) ([]*Node, bool) {
	n := p.node(Function, "")
	next := p.at(1)
	switch {
	case (t.text == "def" || t.text == "fn" && p.lang == lexer.Rust || t.text == "function") && next.kind == lexer.Word,
		t.text == "function" && p.isAt(1, "*") && p.at(2).kind == lexer.Word, t.text == "function" && p.isAt(1, "&"):
		p.pos++
		if !p.take("*") {
			p.take("&")
		}
		p.defined(n)
		return []*Node{p.done(p.function(n))}, true
	case t.text == "func" && p.lang == lexer.Go && next.kind == lexer.Word, t.text == "func" && p.lang == lexer.Go && next.text == "(" && p.receiver():
		p.pos++
		if p.is("(") {
			for _, r := range p.parameters() {
				r.Spelt = "receiver"
				n.Kids = append(n.Kids, r)
			}
		}
		p.defined(n)
		return []*Node{p.done(p.function(n))}, true
	case t.text == "template" && next.text == "<":
		p.pos++
		if end, ok := p.angles(p.pos); ok {
			p.pos = end
		}
		return p.statement(), true
	case t.text == "type" && (p.lang == lexer.Go || p.lang == lexer.TypeScript || p.lang == lexer.Rust) && next.kind == lexer.Word:
		return p.typeDeclared(n), true
	case next.kind == lexer.Word && classWords[t.text] || t.text == "impl" && p.lang == lexer.Rust || t.text == "enum" && next.kind == lexer.Word,
		next.text == "<<" && t.text == "class":
		return p.class(n, t)
	}
	return nil, false
}

var classWords = map[string]bool{
	"class": true, "struct": true, "interface": true, "trait": true, "impl": true, "module": true, "namespace": true, "enum": true,
	"record": true, "union": true, "mod": true,
}

// receiver tells a method of Go from a function without a name.
func (p *parser) receiver() bool {
	end := p.close(p.pos + 1)
	return end+2 < len(p.tokens) && p.tokens[end+1].kind == lexer.Word && p.tokens[end+2].text == "("
}

// defined takes the name of what is defined; that of a method of Ruby may have its object.
func (p *parser) defined(n *Node) {
	n.Value = p.now().text
	p.pos++
	if p.style == endWords && p.take(".") {
		n.Value = p.now().text
		p.pos++
	}
	if p.style == endWords && (p.is("=") && p.now().glued) {
		p.pos++
	}
}

// typeDeclared goes over a type; what a struct of Go holds is a class without methods.
func (p *parser) typeDeclared(n *Node) []*Node {
	n.Kind, n.Value = Class, p.at(1).text
	p.pos += 2
	if p.is("<") {
		if end, ok := p.angles(p.pos); ok {
			p.pos = end
		}
	}
	p.take("=")
	p.typeEnd()
	if p.is("{") {
		p.pos = min(p.close(p.pos)+1, len(p.tokens))
	}
	for p.lang == lexer.TypeScript && !p.end() && !p.is(";") && p.sameLine() {
		p.pos++
	}
	return []*Node{p.done(n)}
}

// class reads a class with its members.
func (p *parser) class(n *Node, t token) ([]*Node, bool) {
	if t.text == "struct" && (p.isAt(2, "*") || p.at(2).kind == lexer.Word && p.lang != lexer.Rust && !p.isAt(2, "final")) || t.text == "enum" && p.lang != lexer.CPP && p.at(2).kind == lexer.Word && !p.isAt(2, "implements") && !p.isAt(2, "class") && p.lang != lexer.TypeScript {
		return nil, false // a variable of that type
	}
	from := p.pos
	p.pos++
	n.Kind, n.Value = Class, p.now().text
	switch p.style {
	case indents:
		p.pos++
		if p.is("(") {
			n.Type = p.between(p.pos+1, p.close(p.pos))
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
		}
		p.membersOf(n, p.block)
	case endWords:
		for !p.newline() && !p.is(";") {
			p.pos++
		}
		body := p.node(Block, "")
		p.until(body, "end")
		p.take("end")
		n.Kids = []*Node{body}
	case braces:
		for i := 0; i < 80 && !p.end() && !p.isAny("{", ";", "("); i++ {
			p.pos++
		}
		if p.is("(") { // a record
			n.Kids = p.parameters()
			p.before("{", ";")
		}
		if !p.is("{") {
			if p.is(";") || len(n.Kids) > 0 {
				return []*Node{p.done(n)}, true
			}
			p.pos = from
			return nil, false
		}
		if t.text == "enum" {
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
			return []*Node{p.done(n)}, true
		}
		p.membersOf(n, p.block)
	}
	return []*Node{p.done(n)}, true
}

func (p *parser) membersOf(n *Node, read func() *Node) {
	members, flat := p.members, p.flat
	p.members, p.flat = true, false
	n.Kids = append(n.Kids, read())
	p.members, p.flat = members, flat
}

// imported goes over an import; false where the word begins something else.
func (p *parser) imported(t token) bool {
	if p.isAt(1, "(") && p.lang != lexer.Go && p.lang != lexer.PHP || t.text == "from" && p.lang != lexer.Python || t.text == "extern" && p.lang != lexer.Rust && p.at(1).kind != lexer.Text {
		return false
	}
	line := p.now().line
	p.pos++
	if p.is("(") || p.is("{") && p.lang != lexer.Rust {
		p.pos = min(p.close(p.pos)+1, len(p.tokens))
	}
	for !p.end() && !p.is(";") && p.now().kind != lexer.Newline && (p.style != braces || p.lang == lexer.Java || p.lang == lexer.Rust || p.now().line == line || p.is("from")) {
		if p.now().match > int32(p.pos) {
			p.pos = int(p.now().match)
			line = p.now().line
		}
		p.pos++
	}
	return true
}
