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
