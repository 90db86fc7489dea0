package syntax

import (
	"strings"

	"kadry/internal/codematch/lexer"
)

// block reads the statements of a body.
func (p *parser) block() *Node {
	if p.depth++; p.depth > mostDepth {
		p.depth--
		return p.balanced()
	}
	defer func() { p.depth-- }()
	n := p.node(Block, "")
	switch {
	case p.is("{"):
		p.inside(n, p.close(p.pos))
	case p.style == indents:
		p.take(":")
		p.indented(n)
	case p.style == endWords:
		p.take("then")
		p.take("do")
		p.until(n, "end", "else", "elsif", "when", "rescue", "ensure", "in", "}")
	case p.lang == lexer.PHP && p.take(":"):
		p.until(n, "endif", "endfor", "endforeach", "endwhile", "else", "elseif")
		if p.isAny("endif", "endfor", "endforeach", "endwhile") {
			p.pos++
		}
	default:
		n.Kids = p.statement()
	}
	return p.done(n)
}

// inside reads statements up to the bracket that closes.
func (p *parser) inside(n *Node, end int) {
	p.pos++
	for p.pos < min(end, len(p.tokens)) {
		before := p.pos
		n.Kids = append(n.Kids, p.statement()...)
		if p.pos == before {
			p.skip()
		}
	}
	p.pos = min(end+1, len(p.tokens))
}

// indented reads a block of Python: the lines under its head, or the rest of the head's line.
func (p *parser) indented(n *Node) {
	if p.now().kind != lexer.Newline {
		for !p.newline() {
			before := p.pos
			n.Kids = append(n.Kids, p.statement()...)
			if p.pos == before {
				p.skip()
			}
			if p.pos > 0 && p.tokens[p.pos-1].kind == lexer.Newline {
				return
			}
		}
		return
	}
	for p.now().kind == lexer.Newline && !p.end() {
		p.pos++
	}
	if p.now().kind != lexer.Indent {
		return
	}
	p.pos++
	for !p.end() && p.now().kind != lexer.Dedent {
		before := p.pos
		n.Kids = append(n.Kids, p.statement()...)
		if p.pos == before {
			p.skip()
		}
	}
	if !p.end() {
		p.pos++
	}
}

// until reads statements up to one of some words, which is left.
func (p *parser) until(n *Node, words ...string) {
	for !p.end() && !p.isAny(words...) {
		if p.now().kind == lexer.Newline || p.is(";") {
			p.pos++
			continue
		}
		before := p.pos
		n.Kids = append(n.Kids, p.statement()...)
		if p.pos == before {
			p.skip()
		}
	}
}

// balanced goes over what is nested too deep.
func (p *parser) balanced() *Node {
	n := p.node(Raw, p.now().text)
	if p.now().match > int32(p.pos) {
		p.raw += int(p.now().match) - p.pos
		p.pos = int(p.now().match)
	}
	p.raw++
	p.pos = min(p.pos+1, len(p.tokens))
	return p.done(n)
}

// modifiers before a declaration say nothing of what is done.
var modifiers = map[string]bool{
	"public": true, "private": true, "protected": true, "internal": true, "static": true, "final": true, "abstract": true,
	"override": true, "virtual": true, "inline": true, "extern": true, "pub": true, "readonly": true, "sealed": true, "partial": true,
	"synchronized": true, "export": true, "default": true, "declare": true, "constexpr": true, "explicit": true, "friend": true,
	"volatile": true, "register": true, "native": true, "strictfp": true, "transient": true, "async": true, "unsafe": true,
}

// statement reads one statement; declarations of several variables are several.
func (p *parser) statement() []*Node {
	if p.depth++; p.depth > mostDepth {
		p.depth--
		return []*Node{p.balanced()}
	}
	defer func() { p.depth-- }()
	for !p.end() && (p.now().kind == lexer.Newline || p.now().kind == lexer.Indent || p.now().kind == lexer.Dedent && p.depth == 1 || p.is(";")) {
		p.pos++
	}
	if p.end() || p.now().kind == lexer.Dedent || p.isAny("}", ")", "]") {
		return nil
	}
	p.modified()
	var all []*Node
	switch t := p.now(); {
	case t.kind == lexer.Word:
		all = p.worded(t)
	case t.text == "{" && p.lang != lexer.Ruby && p.style == braces:
		all = []*Node{p.fresh(p.block)}
	case t.text == "@" || t.text == "#[" || t.text == "#" || t.text == "[" && p.lang == lexer.CSharp && p.attribute():
		all = p.annotation()
	default:
		all = p.plain()
	}
	p.take(";")
	return all
}

// modified goes over modifiers before a declaration.
func (p *parser) modified() {
	for modifiers[p.now().text] && p.now().kind == lexer.Word && (p.at(1).kind == lexer.Word || p.isAt(1, "<") || p.isAt(1, "(") && p.is("pub") || p.isAt(1, ":") && p.lang == lexer.CPP || p.isAt(1, "~") || p.isAt(1, "[") || p.isAt(1, "{")) {
		if p.is("synchronized") && p.isAt(1, "(") || p.is("default") && p.isAt(1, ":") {
			return
		}
		pub := p.is("pub")
		p.pos++
		if pub && p.is("(") {
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
		}
		if p.lang == lexer.CPP {
			p.take(":")
		}
	}
	if p.lang == lexer.CPP && p.isAny("public", "private", "protected") && p.isAt(1, ":") {
		p.pos += 2
	}
}

// attribute tells whether the bracket holds an attribute of C#.
func (p *parser) attribute() bool {
	end := p.close(p.pos)
	return end+1 < len(p.tokens) && p.tokens[end+1].line > p.tokens[end].line
}

// annotation goes over what stands before a declaration; decorators of Python and JavaScript
// are kept: they may change what is done.
func (p *parser) annotation() []*Node {
	n := p.node(Other, "@")
	switch {
	case p.is("#") && (p.lang == lexer.C || p.lang == lexer.CPP || p.lang == ""):
		return p.directive()
	case p.is("["), p.is("#["), p.is("#") && p.isAt(1, "["):
		p.take("#")
		if p.is("#[") { // its end is not paired
			for !p.end() && !p.is("]") {
				p.pos++
			}
			p.pos = min(p.pos+1, len(p.tokens))
			return nil
		}
		p.pos = min(p.close(p.pos)+1, len(p.tokens))
		return nil
	case p.is("@") && p.lang == lexer.Java && !p.isAt(1, "interface"):
		p.pos += 2
		for p.is(".") {
			p.pos += 2
		}
		if p.is("(") {
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
		}
		return nil
	}
	p.pos++
	if p.style == endWords || p.newline() {
		return nil
	}
	n.Kids = []*Node{p.expression()}
	return []*Node{p.done(n)}
}

// directive reads a line of the preprocessor: a constant is an assignment.
func (p *parser) directive() []*Node {
	line, word := p.now().line, p.at(1).text
	n := p.node(Import, word)
	if word == "define" && p.at(2).kind == lexer.Word && p.at(3).kind != lexer.Newline && !(p.isAt(3, "(") && p.at(3).glued) && p.at(3).line == line {
		p.pos += 3
		n.Kind, n.Value = Assign, "="
		n.Kids = []*Node{{Kind: Name, Value: p.at(-1).text, Line: n.Line, Last: n.Line}, p.expression()}
	}
	for !p.end() && p.now().kind != lexer.Newline {
		p.pos++
	}
	if n.Kind == Import {
		return nil
	}
	return []*Node{p.done(n)}
}

// plain reads an expression, an assignment or a declaration.
func (p *parser) plain() []*Node {
	if all, ok := p.declared(); ok {
		return all
	}
	p.commas = true
	first := p.tuple()
	if t := p.now(); t.kind == lexer.Operator && assignments[t.text] && (first.Kind == List || first.Kind == Name) {
		first = p.assigned(first)
	}
	p.commas = false
	if p.lang == lexer.Python && p.is(":") && (first.Kind == Name || first.Kind == Field || first.Kind == Index) { // x: T = 1
		p.pos++
		typed := p.typeText()
		if !p.is("=") {
			p.endLine()
			return []*Node{p.done(&Node{Kind: Declare, Kids: []*Node{first}, Type: typed, Line: first.Line})}
		}
		first = p.assigned(first)
		first.Type = typed
	}
	return p.modifiedBy(p.effect(first))
}

// effect makes an expression a statement.
func (p *parser) effect(e *Node) *Node {
	switch {
	case e.Kind == None:
		return nil
	case e.Kind == Assign:
		e.Spelt = ""
		return p.done(e)
	case p.lang == lexer.Ruby && (e.Kind == Name || e.Kind == Field) && !p.newline() && p.sameLine() && p.argument():
		call := &Node{Kind: Call, Kids: []*Node{e}, Line: e.Line}
		for !p.newline() {
			before := p.pos
			call.Kids = append(call.Kids, p.element())
			if !p.take(",") || p.pos == before {
				break
			}
		}
		e = p.done(call)
		if p.is("do") {
			e = p.rubyBlock(e)
		}
	}
	n := &Node{Kind: Do, Kids: []*Node{e}, Line: e.Line}
	if p.is(";") {
		n.Value = ";"
	}
	return p.done(n)
}

// argument tells whether an argument of a call without brackets begins.
func (p *parser) argument() bool {
	t := p.now()
	switch t.kind {
	case lexer.Text, lexer.Number:
		return true
	case lexer.Word:
		return !p.isAny("if", "unless", "while", "until", "rescue", "do", "then", "end", "and", "or", "in")
	}
	return t.text == "[" || t.text == "-" && !p.at(1).glued || t.text == "->" || t.text == "!" || t.text == "*"
}

// modifiedBy reads conditions of Ruby behind a statement, and ends its line.
func (p *parser) modifiedBy(n *Node) []*Node {
	if n == nil {
		p.endLine()
		return nil
	}
	for p.lang == lexer.Ruby && p.isAny("if", "unless", "while", "until", "rescue") && p.sameLine() {
		word := p.now().text
		p.pos++
		condition := p.expression()
		body := &Node{Kind: Block, Kids: []*Node{n}, Line: n.Line, Last: n.Last}
		if word == "unless" || word == "until" {
			condition = negated(condition)
		}
		kind := If
		if word == "while" || word == "until" {
			kind = While
		}
		if word == "rescue" {
			kind, condition = Try, &Node{Kind: Catch, Kids: []*Node{condition}, Line: n.Line, Last: n.Last}
		}
		n = p.done(&Node{Kind: kind, Kids: []*Node{condition, body}, Line: n.Line})
	}
	p.endLine()
	return []*Node{n}
}

// endLine goes over the rest of a line that was not understood.
func (p *parser) endLine() {
	if p.lang == lexer.Python || p.lang == lexer.Ruby {
		for !p.newline() && !p.isAny(";", "}", "end", "else", "elsif", "when", ")", "]", "rescue", "ensure", "then", "do") && p.sameLine() {
			if p.is(":") || p.is(",") {
				return
			}
			p.skip()
		}
	}
	if p.now().kind == lexer.Newline && !p.end() {
		p.pos++
	}
}

func negated(n *Node) *Node {
	return &Node{Kind: Unary, Value: "!", Kids: []*Node{n}, Line: n.Line, Last: n.Last}
}

// declared reads "T name = value", where a type stands first.
func (p *parser) declared() ([]*Node, bool) {
	if p.lang == lexer.Python || p.lang == lexer.Ruby || p.lang == lexer.Go || p.lang == lexer.Rust || p.lang == lexer.JavaScript || p.lang == lexer.TypeScript {
		return nil, false
	}
	from := p.pos
	line := int(p.now().line)
	name := p.typeText()
	if p.lang == lexer.CPP && p.is("[") && name == "auto" { // auto [a, b] = pair
		n := p.expression()
		return p.rest(n, name, line), true
	}
	if name == "" || p.now().kind != lexer.Word || lexer.IsKeyword(p.lang, p.now().text) && !p.self(p.now().text) {
		p.pos = from
		return nil, false
	}
	next := p.at(1)
	switch next.text {
	case "(":
		end := p.close(p.pos + 1)
		if p.lang == lexer.CPP && end+1 < len(p.tokens) && (p.tokens[end+1].text == ";" || p.tokens[end+1].text == ",") {
			return p.variables(name, line), true
		}
		if p.body(end) {
			return []*Node{p.method(name, line)}, true
		}
	case "=", ";", ",", "[", ":", "{", "in":
		if next.text == "{" && p.lang == lexer.CSharp {
			return p.property(name, line), true
		}
		return p.variables(name, line), true
	case "::", "<":
		if n, ok := p.qualified(name, line); ok {
			return []*Node{n}, true
		}
	}
	if p.members && (next.kind == lexer.Newline || next.text == "}") {
		return p.variables(name, line), true
	}
	p.pos = from
	return nil, false
}

// qualified reads a method that is declared with its class: "int Stack::pop() {"; or one with
// types of its own.
func (p *parser) qualified(name string, line int) (*Node, bool) {
	from := p.pos
	for p.isAt(1, "::") && p.at(2).kind == lexer.Word {
		p.pos += 2
	}
	at := p.pos
	if p.isAt(1, "<") {
		if end, ok := p.angles(p.pos + 1); ok && end < len(p.tokens) && p.tokens[end].text == "(" && p.body(p.close(end)) {
			n := &Node{Kind: Function, Value: p.tokens[at].text, Line: line}
			p.pos = end
			n = p.done(p.function(n))
			n.Type = name
			return n, true
		}
	}
	if p.isAt(1, "(") && p.body(p.close(p.pos+1)) {
		return p.method(name, line), true
	}
	p.pos = from
	return nil, false
}

// body tells whether the body of a function follows the bracket that closes at a place.
func (p *parser) body(end int) bool {
	for i := end + 1; i < min(end+40, len(p.tokens)); i++ {
		switch t := p.tokens[i]; t.text {
		case "{":
			return true
		case "=>":
			return p.lang == lexer.CSharp
		case ";":
			return i == end+1 && p.members || i > end+1 && p.tokens[i-1].text == "0"
		case "const", "noexcept", "override", "final", "throws", "where", ",", ".", ":", "::", "&", "->", "<", ">", "0", "=", "[", "]", "*", "new":
		case "(":
			if t.match > int32(i) {
				i = int(t.match)
			}
		default:
			if t.kind != lexer.Word || i == end+1 && p.lang != lexer.CPP {
				return false
			}
		}
	}
	return false
}

// method reads a function whose name is next.
func (p *parser) method(result string, line int) *Node {
	n := &Node{Kind: Function, Value: p.now().text, Line: line}
	p.pos++
	n = p.function(n)
	if n.Type == "" {
		n.Type = result
	}
	return p.done(n)
}

// property goes over a property of C#: what it computes are functions of its name.
func (p *parser) property(typed string, line int) []*Node {
	n := &Node{Kind: Function, Value: p.now().text, Type: typed, Line: line}
	p.pos++
	n.Kids = []*Node{p.fresh(p.block)}
	return []*Node{p.done(n)}
}

// variables reads the variables behind a type.
func (p *parser) variables(typed string, line int) []*Node {
	var all []*Node
	for !p.end() {
		name := p.node(Name, p.now().text)
		name.Line = line
		p.pos++
		var sizes []*Node
		dimensions := 0
		for ; p.is("["); dimensions++ {
			sizes = append(sizes, p.list("[", "]")...)
		}
		if p.take(":") && p.isAny("(") { // a for over a range does not come here
			p.pos++
		}
		one := p.valued(name, typed+strings.Repeat("[]", dimensions), line)
		if one.Kind == Declare && len(sizes) > 0 { // an array is made
			made := &Node{Kind: Call, Kids: append([]*Node{{Kind: Name, Value: "new []", Line: line, Last: line}}, sizes...), Line: line, Last: one.Last}
			one.Kind, one.Value, one.Kids = Assign, "=", []*Node{name, made}
		}
		all = append(all, one)
		for p.is("*") || p.is("&") {
			p.pos++
		}
		if !p.is(",") || p.at(1).kind != lexer.Word && !p.isAt(1, "*") {
			break
		}
		p.pos++
		for p.is("*") || p.is("&") {
			p.pos++
		}
	}
	return all
}

// valued reads the value of a variable.
func (p *parser) valued(name *Node, typed string, line int) *Node {
	n := &Node{Kind: Declare, Kids: []*Node{name}, Type: typed, Line: line}
	switch {
	case p.is("="):
		n = p.assigned(name)
		n.Type, n.Line = typed, line
		n = named(n)
	case p.is("("), p.is("{") && p.lang == lexer.CPP:
		value := &Node{Kind: Call, Kids: append([]*Node{{Kind: Name, Value: "new " + bare(typed), Line: line, Last: line}}, p.list(p.now().text, "")...), Line: line}
		n.Kind, n.Value = Assign, "="
		n.Kids = append(n.Kids, p.done(value))
	}
	return p.done(n)
}

// named makes a function of the assignment of a lambda.
func named(n *Node) *Node {
	if n.Kind == Assign && n.Value == "=" && len(n.Kids) == 2 && n.Kids[0].Kind == Name && n.Kids[1].Kind == Lambda {
		f := n.Kids[1]
		return &Node{Kind: Function, Value: n.Kids[0].Value, Type: f.Type, Kids: f.Kids, Line: n.Line, Last: n.Last}
	}
	return n
}

// rest reads what is assigned to names that stand in brackets.
func (p *parser) rest(n *Node, typed string, line int) []*Node {
	if p.is("=") || p.is(":=") {
		n = p.assigned(n)
	}
	n.Type, n.Line = typed, line
	if n.Kind != Assign {
		n = &Node{Kind: Do, Kids: []*Node{n}, Line: line}
	}
	return []*Node{p.done(n)}
}

// let reads a declaration by keyword: var, let, const, val.
func (p *parser) let() []*Node {
	line := int(p.now().line)
	p.pos++
	p.take("mut")
	if p.is("(") && p.lang == lexer.Go { // a group
		n := p.node(Block, "")
		end := p.close(p.pos)
		p.pos++
		for p.pos < end {
			before := p.pos
			if p.now().kind == lexer.Word {
				n.Kids = append(n.Kids, p.one(int(p.now().line))...)
			}
			if p.pos == before {
				p.pos++
			}
		}
		p.pos = min(end+1, len(p.tokens))
		return n.Kids
	}
	all := p.one(line)
	for p.take(",") {
		all = append(all, p.one(line)...)
	}
	return all
}

// one reads one variable or pattern with its type and value.
func (p *parser) one(line int) []*Node {
	target := p.closed(p.primary)
	if p.lang == lexer.Rust && p.is("(") {
		target = p.postfix(target)
	}
	if p.lang == lexer.Go && p.is(",") {
		list := &Node{Kind: List, Value: "(", Kids: []*Node{target}, Line: line}
		for p.take(",") {
			list.Kids = append(list.Kids, p.primary())
		}
		target = p.done(list)
	}
	p.take("!")
	typed := ""
	switch {
	case p.take(":"):
		typed = p.typeText()
	case p.lang == lexer.Go && !p.is("=") && !p.newline():
		typed = p.typeText()
	}
	if !p.is("=") {
		if p.lang == lexer.JavaScript || p.lang == lexer.TypeScript {
			if p.isAny("of", "in") {
				return []*Node{target}
			}
		}
		return []*Node{p.done(&Node{Kind: Declare, Kids: []*Node{target}, Type: typed, Line: line})}
	}
	n := p.assigned(target)
	n.Type, n.Line = typed, line
	return []*Node{p.done(named(n))}
}
