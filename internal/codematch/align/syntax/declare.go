package syntax

import (
	"strings"

	"kadry/internal/codematch/lexer"
)

// angles is the place behind the types in angle brackets that begin at a place.
func (p *parser) angles(i int) (int, bool) {
	depth := 0
	for from := i; i < len(p.tokens) && i-from < 60; i++ {
		t := p.tokens[i]
		switch t.text {
		case "<":
			depth++
		case ">", ">>", ">>>":
			depth -= len(t.text)
			if depth <= 0 {
				return i + 1, depth == 0
			}
		case ",", ".", "::", "?", "&", "*", "[", "]", "->", "(", ")", "|", ":", "=", "...", "&&":
		default:
			if t.kind != lexer.Word && t.kind != lexer.Number {
				return 0, false
			}
		}
	}
	return 0, false
}

// typeText goes over a type and is its text without space; "" where none stands.
func (p *parser) typeText() string {
	from := p.pos
	p.typeEnd()
	var b strings.Builder
	for i, t := range p.tokens[from:min(p.pos, len(p.tokens))] {
		if i > 0 && t.kind == lexer.Word && p.tokens[from+i-1].kind == lexer.Word {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// qualifiers stand before or in types.
var qualifiers = map[string]bool{
	"const": true, "unsigned": true, "signed": true, "long": true, "short": true, "struct": true, "volatile": true, "mut": true,
	"dyn": true, "impl": true, "typename": true, "enum": true, "final": true, "readonly": true, "chan": true, "static": true, "register": true,
	"constexpr": true, "inline": true, "ref": true, "keyof": true,
}

// typeEnd goes over a type.
func (p *parser) typeEnd() {
	words := 0
	for steps := 0; !p.end() && steps < 80; steps++ {
		t := p.now()
		switch {
		case t.text == "func" && p.lang == lexer.Go && p.isAt(1, "("):
			p.pos = min(p.close(p.pos+1)+1, len(p.tokens))
			if p.is("(") {
				p.pos = min(p.close(p.pos)+1, len(p.tokens))
				return
			}
			words = 0
			if p.is("{") || p.is(")") || p.is(",") || p.newline() {
				return
			}
		case t.text == "map" && p.lang == lexer.Go && p.isAt(1, "["), words == 0 && t.text == "[":
			if t.text == "map" {
				p.pos++
			}
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
			if p.lang == lexer.Rust || p.lang == lexer.TypeScript || p.lang == lexer.Python {
				words++
			}
		case t.kind == lexer.Word && (t.text == "struct" || t.text == "interface") && p.isAt(1, "{") && p.lang == lexer.Go:
			p.pos = min(p.close(p.pos+1)+1, len(p.tokens))
			return
		case t.kind == lexer.Word && qualifiers[t.text]:
			p.pos++
			if t.text == "long" || t.text == "unsigned" || t.text == "short" || t.text == "signed" {
				if n := p.now(); n.text != "int" && n.text != "long" && n.text != "char" && n.text != "double" && n.text != "short" && n.text != "unsigned" {
					words++
				}
			}
		case t.kind == lexer.Word && words == 0:
			if strings.HasPrefix(t.text, "'") { // a lifetime
				p.pos++
				continue
			}
			p.pos++
			words++
		case t.kind == lexer.Word && t.text == "const" && p.lang == lexer.CPP:
			p.pos++
		case words > 0 && (t.text == "." || t.text == "::") && p.at(1).kind == lexer.Word:
			p.pos += 2
		case words > 0 && t.text == "<":
			end, ok := p.angles(p.pos)
			if !ok {
				return
			}
			p.pos = end
		case words > 0 && t.text == "[" && (p.isAt(1, "]") || p.lang == lexer.Python || p.isAt(1, ",")):
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
		case words > 0 && t.text == "?" && (p.lang == lexer.CSharp):
			p.pos++
		case words > 0 && (t.text == "*" || t.text == "&" || t.text == "&&") && (p.lang == lexer.C || p.lang == lexer.CPP || p.lang == lexer.CSharp):
			p.pos++
		case words == 0 && (t.text == "*" || t.text == "&" || t.text == "?" || t.text == "..." || t.text == "<-"):
			p.pos++
		case words == 0 && t.text == "(" && (p.lang == lexer.Rust || p.lang == lexer.TypeScript || p.lang == lexer.CSharp):
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
			words++
		case words == 0 && t.text == "{" && p.lang == lexer.TypeScript:
			p.pos = min(p.close(p.pos)+1, len(p.tokens))
			words++
		case words > 0 && (t.text == "|" || t.text == "+" && p.lang == lexer.Rust || t.text == "=>" && p.tokenBefore(1, ")") && p.lang == lexer.TypeScript ||
			t.text == "->" && p.lang == lexer.Rust) && (p.lang == lexer.Python || p.lang == lexer.TypeScript || p.lang == lexer.PHP || p.lang == lexer.Rust):
			p.pos++
			words = 0
		case words == 0 && t.kind == lexer.Text:
			p.pos++
			words++
		default:
			return
		}
	}
}

// lambda reads a function without a name, where one begins.
func (p *parser) lambda() (*Node, bool) {
	t := p.now()
	n := &Node{Kind: Lambda, Line: int(t.line)}
	switch {
	case t.text == "lambda" && p.lang == lexer.Python:
		return p.pythonLambda(n), true
	case t.text == "|" && p.lang == lexer.Rust, t.text == "||" && p.lang == lexer.Rust:
		return p.rustLambda(n), true
	case t.text == "->" && p.lang == lexer.Ruby:
		p.pos++
		if p.is("(") {
			n.Kids = p.parameters()
		}
		return p.rubyBody(n), true
	case t.kind == lexer.Word && (t.text == "function" || t.text == "func" || t.text == "fn" && p.lang == lexer.PHP):
		if p.lang == lexer.JavaScript || p.lang == lexer.TypeScript || p.lang == lexer.PHP || p.lang == lexer.Go {
			p.pos++
			p.take("*")
			if p.now().kind == lexer.Word {
				n.Value = p.now().text
				p.pos++
			}
			return p.function(n), true
		}
	case t.text == "async" && (p.at(1).text == "(" || p.isAt(1, "function") || p.at(1).kind == lexer.Word && p.isAt(2, "=>")):
		p.pos++
		return p.lambda()
	case t.kind == lexer.Word && (p.isAt(1, "=>") || p.isAt(1, "->") && p.lang == lexer.Java) && p.lang != lexer.PHP && p.lang != lexer.Ruby && p.lang != lexer.Rust && p.lang != lexer.Python:
		n.Kids = []*Node{{Kind: Parameter, Value: t.text, Line: n.Line, Last: n.Line}}
		p.pos++
		return p.arrow(n), true
	case t.text == "(" && t.kind == lexer.Operator && p.arrowed():
		n.Kids = p.parameters()
		if p.take(":") {
			p.typeEnd()
		}
		return p.arrow(n), true
	}
	return nil, false
}

// arrowed tells whether the bracket here holds the parameters of an arrow function.
func (p *parser) arrowed() bool {
	end := p.close(p.pos)
	if end+1 >= len(p.tokens) {
		return false
	}
	switch next := p.tokens[end+1].text; p.lang {
	case lexer.JavaScript, lexer.CSharp:
		return next == "=>"
	case lexer.TypeScript:
		if next == "=>" {
			return true
		}
		for i := end + 1; next == ":" && i < min(end+15, len(p.tokens)); i++ {
			if p.tokens[i].text == "=>" {
				return true
			}
			if p.tokens[i].text == ";" || p.tokens[i].text == "{" || p.tokens[i].text == "," || p.tokens[i].text == ")" {
				return false
			}
		}
	case lexer.Java:
		return next == "->"
	}
	return false
}

// arrow reads the arrow and the body of a function.
func (p *parser) arrow(n *Node) *Node {
	if !p.take("=>") {
		p.take("->")
	}
	if p.is("{") {
		n.Kids = append(n.Kids, p.fresh(p.block))
		return n
	}
	n.Kids = append(n.Kids, p.returned(p.expression()))
	return n
}

// returned is a body that answers an expression.
func (p *parser) returned(e *Node) *Node {
	back := &Node{Kind: Return, Kids: []*Node{e}, Line: e.Line, Last: e.Last}
	return &Node{Kind: Block, Kids: []*Node{back}, Line: e.Line, Last: e.Last}
}

// fresh reads a body, in which nothing of the outside holds.
func (p *parser) fresh(read func() *Node) *Node {
	flat, commas, members := p.flat, p.commas, p.members
	p.flat, p.commas, p.members = false, false, false
	n := read()
	p.flat, p.commas, p.members = flat, commas, members
	return n
}

func (p *parser) pythonLambda(n *Node) *Node {
	p.pos++
	for !p.end() && !p.is(":") && !p.newline() && !p.is(")") {
		if p.now().kind == lexer.Word {
			n.Kids = append(n.Kids, p.node(Parameter, p.now().text))
		}
		p.pos++
		if p.take("=") {
			p.operand(choosing)
		}
	}
	p.take(":")
	n.Kids = append(n.Kids, p.returned(p.operand(choosing)))
	return n
}

func (p *parser) rustLambda(n *Node) *Node {
	if !p.take("||") {
		p.pos++
		for !p.end() && !p.is("|") {
			switch {
			case p.take(":"):
				p.typeEnd()
				continue
			case p.now().kind == lexer.Word && p.now().text != "mut" && p.now().text != "ref":
				n.Kids = append(n.Kids, p.node(Parameter, p.now().text))
			}
			p.pos++
		}
		p.take("|")
	}
	if p.take("->") {
		p.typeEnd()
	}
	if p.is("{") {
		body := p.fresh(p.block)
		answers(body)
		n.Kids = append(n.Kids, body)
		return n
	}
	n.Kids = append(n.Kids, p.returned(p.expression()))
	return n
}

// function reads parameters, what is answered, and the body.
func (p *parser) function(n *Node) *Node {
	if p.is("<") {
		if end, ok := p.angles(p.pos); ok {
			p.pos = end
		}
	}
	if p.is("[") && p.lang == lexer.Go {
		p.pos = min(p.close(p.pos)+1, len(p.tokens))
	}
	if p.is("(") {
		n.Kids = append(n.Kids, p.parameters()...)
	}
	n.Type = p.result()
	switch {
	case p.is("{") || p.style == indents && p.is(":"):
		n.Kids = append(n.Kids, p.fresh(p.block))
	case p.take("=>"):
		n.Kids = append(n.Kids, p.returned(p.expression()))
	case p.style == endWords:
		return p.rubyBody(n)
	}
	if n.Kind == Function && p.lang == lexer.Rust && len(n.Kids) > 0 && n.Kids[len(n.Kids)-1].Kind == Block {
		answers(n.Kids[len(n.Kids)-1])
	}
	return n
}

// result goes over what stands between the parameters and the body.
func (p *parser) result() string {
	switch {
	case p.lang == lexer.Go && p.is("("):
		from := p.pos + 1
		p.pos = min(p.close(p.pos)+1, len(p.tokens))
		return p.between(from, p.pos-1)
	case p.lang == lexer.Go:
		return p.typeText()
	case p.take("->") || (p.lang == lexer.TypeScript || p.lang == lexer.PHP) && p.take(":"):
		from := p.pos
		for !p.end() && !p.is("{") && !p.is(":") && !p.is("where") && !p.is(";") && p.now().kind != lexer.Newline {
			if p.now().match > int32(p.pos) {
				p.pos = int(p.now().match)
			}
			p.pos++
		}
		text := p.between(from, p.pos)
		p.before("{", ":", ";")
		return text
	case p.style == braces:
		p.before("{", "=>", ";")
	}
	return ""
}

// before goes on to the first of some signs, not over brackets that close or lines of Go.
func (p *parser) before(signs ...string) {
	for from := p.pos; !p.end() && p.pos-from < 60 && !p.isAny(signs...) && p.now().kind != lexer.Newline && p.now().kind != lexer.Indent; {
		if p.isAny("}", ")", "]") {
			return
		}
		if p.is("(") {
			p.pos = min(p.close(p.pos), len(p.tokens)-1)
		}
		p.pos++
	}
}

// between is the text of tokens without space.
func (p *parser) between(from, to int) string {
	var b strings.Builder
	for _, t := range p.tokens[min(from, len(p.tokens)):min(max(from, to), len(p.tokens))] {
		b.WriteString(t.text)
	}
	return b.String()
}

// parameters reads the parameters between brackets.
func (p *parser) parameters() []*Node {
	end := p.close(p.pos)
	p.pos++
	var all []*Node
	for p.pos < end {
		before := p.pos
		stop := p.comma(p.pos, end)
		if n := p.parameter(stop); n != nil {
			all = append(all, n)
		}
		p.pos = max(stop+1, before+1)
	}
	p.pos = min(end+1, len(p.tokens))
	if p.lang == lexer.Go {
		shared(all)
	}
	return all
}

// shared gives "a, b int" both their type.
func shared(all []*Node) {
	for i := len(all) - 2; i >= 0; i-- {
		if all[i].Type == "" {
			all[i].Type = all[i+1].Type
		}
	}
}

// comma is where the parameter that begins at a place ends.
func (p *parser) comma(i, end int) int {
	for ; i < end; i++ {
		t := p.tokens[i]
		switch {
		case t.text == ",":
			return i
		case t.match > int32(i):
			i = int(t.match)
		case t.text == "<":
			if to, ok := p.angles(i); ok && to <= end {
				i = to - 1
			}
		}
	}
	return end
}

// modifiers before a parameter.
var passing = map[string]bool{
	"final": true, "const": true, "mut": true, "ref": true, "out": true, "in": true, "this": true, "params": true, "public": true,
	"private": true, "protected": true, "readonly": true, "register": true,
}

// parameter reads one parameter that ends at a place; nil is none, as "void" or a bare "*".
func (p *parser) parameter(stop int) *Node {
	for p.pos < stop && (p.isAny("*", "**", "&", "...", "&&", "@") || passing[p.now().text] && p.pos+1 < stop && !p.isAt(1, "=") && !p.isAt(1, ":")) {
		if p.is("@") {
			p.pos++
		}
		p.pos++
	}
	if p.pos >= stop || p.lang == lexer.Rust && p.is("self") || p.pos+1 == stop && p.is("void") || p.is("/") {
		return nil
	}
	n := p.node(Parameter, "")
	equals := stop
	for i := p.pos; i < stop; i++ {
		if p.tokens[i].text == "=" {
			equals = i
			break
		}
	}
	p.named(n, equals)
	if equals < stop {
		p.pos = equals + 1
		n.Kids = []*Node{p.closed(p.expression)}
	}
	if n.Value == "" || n.Value == "self" && (p.lang == lexer.Python) || n.Value == "cls" && p.lang == lexer.Python {
		return nil
	}
	return n
}

// named finds name and type of a parameter.
func (p *parser) named(n *Node, stop int) {
	first := p.tokens[p.pos]
	switch {
	case first.kind == lexer.Word && (p.pos+1 == stop || p.tokens[p.pos+1].text == ":" || p.tokens[p.pos+1].text == "?" && p.lang == lexer.TypeScript):
		n.Value = first.text
		if p.pos+2 < stop {
			n.Type = strings.TrimPrefix(p.between(p.pos+1, stop), "?")[1:]
		}
	case p.lang == lexer.Go:
		n.Value, n.Type = first.text, p.between(p.pos+1, stop)
	default:
		for i := stop - 1; i >= p.pos; i-- {
			t := p.tokens[i]
			if t.text == "]" && t.match >= 0 && t.match < int32(i) && int(t.match) > p.pos {
				i = int(t.match)
				continue
			}
			if t.kind == lexer.Word {
				n.Value, n.Type = t.text, p.between(p.pos, i)+p.between(i+1, stop)
				return
			}
		}
	}
}

// answers makes the last expression of a body what it answers, as Rust and Ruby have it.
func answers(body *Node) {
	if len(body.Kids) == 0 {
		return
	}
	switch last := body.Kids[len(body.Kids)-1]; last.Kind {
	case Do:
		if last.Value != ";" {
			*last = Node{Kind: Return, Kids: last.Kids, Line: last.Line, Last: last.Last}
		}
	case If:
		for _, k := range last.Kids[min(1, len(last.Kids)):] {
			if k.Kind == If {
				answers(&Node{Kids: []*Node{k}})
			} else {
				answers(k)
			}
		}
	case Switch:
		for _, k := range last.Kids {
			if k.Kind == Case && len(k.Kids) > 0 {
				answers(k.Kids[len(k.Kids)-1])
			}
		}
	case Block:
		answers(last)
	}
}
