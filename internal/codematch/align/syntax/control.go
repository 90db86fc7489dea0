package syntax

import "kadry/internal/codematch/lexer"

// worded reads a statement that begins with a word.
func (p *parser) worded(t token) []*Node {
	if p.isAt(1, "=") || p.isAt(1, ".") || p.isAt(1, ",") || p.isAt(1, ":=") {
		return p.plain() // a name, whatever it means elsewhere
	}
	if p.lang == lexer.Rust && t.text[0] == '\'' && p.isAt(1, ":") { // a label
		p.pos += 2
		t = p.now()
	}
	switch t.text {
	case "if", "elif", "elsif", "unless":
		return p.branch()
	case "for", "foreach", "while", "until", "do", "loop":
		return p.loop(t)
	case "switch", "match", "case", "select", "when":
		if n := p.choices(t); n != nil {
			return []*Node{n}
		}
	case "try", "begin", "with", "using", "lock", "synchronized", "unsafe", "defer", "go", "fixed", "checked":
		if n, ok := p.guarded(t); ok {
			return n
		}
	case "return", "throw", "raise", "break", "continue", "next", "pass", "goto", "fallthrough", "redo", "assert", "yield", "del", "global", "nonlocal", "echo":
		return p.jump(t)
	case "def", "func", "fn", "function", "class", "struct", "interface", "trait", "impl", "module", "namespace", "enum", "record", "type", "union", "mod", "template", "operator", "constructor":
		if n, ok := p.definition(t); ok {
			return n
		}
	case "import", "from", "package", "use", "require", "include", "require_once", "include_once", "extern":
		if p.imported(t) {
			return nil
		}
	case "var", "let", "const", "val":
		if p.lang != lexer.Java && p.lang != lexer.CSharp && p.lang != lexer.C && p.lang != lexer.CPP && (p.lang != lexer.PHP || t.text == "const") {
			return p.let()
		}
	case "async", "export", "typedef", "default":
		if t.text == "typedef" {
			p.before(";")
			return nil
		}
		if p.lang != lexer.Python || p.at(1).kind == lexer.Word {
			p.pos++
			return p.statement()
		}
	}
	if p.isAt(1, "(") && !lexer.IsKeyword(p.lang, t.text) || p.isAt(1, "(") && p.members {
		if n, ok := p.unnamed(t); ok {
			return n
		}
	}
	return p.plain()
}

// condition reads the condition of a branch or loop, with the statements before it that Go
// allows.
func (p *parser) condition() (before []*Node, n *Node) {
	flat := p.flat
	defer func() { p.flat = flat }()
	if p.is("(") && p.style == braces && p.lang != lexer.Go && p.lang != lexer.Rust {
		end := p.close(p.pos)
		p.pos++
		p.flat = false
		if all, ok := p.declared(); ok { // if (int x = f(); x > 0)
			before = all
			p.take(";")
		}
		n = p.expression()
		for p.take(";") {
			before = append(before, &Node{Kind: Do, Kids: []*Node{n}, Line: n.Line, Last: n.Last})
			n = p.expression()
		}
		p.raw += max(0, min(end, len(p.tokens))-p.pos) // what was not understood of it
		p.pos = min(end+1, len(p.tokens))
		return before, n
	}
	p.flat = p.style != indents
	if p.lang == lexer.Rust && p.take("let") {
		n = p.expression()
		return nil, p.done(&Node{Kind: Unary, Value: "let", Kids: []*Node{n}, Line: n.Line})
	}
	n = p.tupleAssigned()
	for p.lang == lexer.Go && p.take(";") {
		before = append(before, p.asStatement(n))
		n = p.expression()
	}
	return before, n
}

// tupleAssigned reads an expression, or an assignment of several values.
func (p *parser) tupleAssigned() *Node {
	if p.lang != lexer.Go {
		return p.expression()
	}
	p.commas = true
	n := p.tuple()
	if t := p.now(); n.Kind == List && t.kind == lexer.Operator && assignments[t.text] {
		n = p.assigned(n)
	}
	p.commas = false
	return n
}

func (p *parser) asStatement(n *Node) *Node {
	if n.Kind == Assign {
		n.Spelt = ""
		return n
	}
	return &Node{Kind: Do, Kids: []*Node{n}, Line: n.Line, Last: n.Last}
}

// branch reads "if" with all that hangs on it.
func (p *parser) branch() []*Node {
	n := p.node(If, "")
	unless := p.is("unless")
	p.pos++
	p.take("constexpr")
	before, condition := p.condition()
	if unless {
		condition = negated(condition)
	}
	n.Kids = []*Node{condition, p.block()}
	if p.style == indents || p.lang == lexer.Go {
		for p.now().kind == lexer.Newline && !p.end() && (p.isAt(1, "else") || p.isAt(1, "elif")) {
			p.pos++
		}
	}
	switch {
	case p.is("elif"), p.is("elsif"), p.is("elseif"):
		p.tokens[p.pos].text = "elif"
		n.Kids = append(n.Kids, p.alternative())
		return append(before, p.done(n))
	case p.is("else") && p.isAt(1, "if") && p.style == braces:
		p.pos++
		n.Kids = append(n.Kids, p.alternative())
		return append(before, p.done(n))
	case p.take("else"):
		n.Kids = append(n.Kids, p.block())
	}
	if p.style == endWords {
		p.take("end")
	}
	return append(before, p.done(n))
}

// alternative reads the "if" behind an "else".
func (p *parser) alternative() *Node {
	all := p.branch()
	if len(all) == 1 {
		return all[0]
	}
	return &Node{Kind: Block, Kids: all, Line: all[0].Line, Last: all[len(all)-1].Last}
}

// jump reads what leaves a body or a loop, and small statements by keyword.
func (p *parser) jump(t token) []*Node {
	n := p.node(Other, t.text)
	p.pos++
	switch t.text {
	case "return":
		n.Kind = Return
	case "throw", "raise":
		n.Kind = Throw
	case "break":
		n.Kind = Break
	case "continue", "next":
		n.Kind = Continue
	case "pass":
		p.endLine()
		return nil
	}
	n.Value = ""
	if n.Kind == Other {
		n.Value = t.text
	}
	if !p.newline() && !p.isAny(";", "}", "if", "unless", "end", ")") && (p.sameLine() || p.style == braces && n.Kind != Break && n.Kind != Continue && !p.lineEnds()) {
		if value := p.tuple(); value.Kind != None {
			n.Kids = []*Node{value}
		}
	} else if p.lang == lexer.Rust && p.is("if") || p.lang == lexer.Ruby && p.is("if") && p.ifExpression() {
		n.Kids = []*Node{p.expression()}
	}
	if n.Kind == Throw && p.take("from") {
		p.expression()
	}
	return p.modifiedBy(p.done(n))
}

// lineEnds tells whether the end of a line ends the statement where nothing stands behind the
// word: in JavaScript.
func (p *parser) lineEnds() bool {
	return (p.lang == lexer.JavaScript || p.lang == lexer.TypeScript) && !p.sameLine()
}

// ifExpression tells "return if x then a else b end" from "return if x".
func (p *parser) ifExpression() bool {
	for i := p.pos; i < len(p.tokens) && p.tokens[i].kind != lexer.Newline; i++ {
		if p.tokens[i].text == "then" {
			return true
		}
	}
	return false
}
