package syntax

import (
	"math/big"
	"strings"

	"kadry/internal/codematch/lexer"
)

// primary reads the innermost operand.
func (p *parser) primary() *Node {
	t := p.now()
	line := int(t.line)
	switch t.kind {
	case lexer.Number:
		p.pos++
		return p.done(&Node{Kind: Number, Value: NumberValue(t.text), Line: line})
	case lexer.Text:
		return p.text()
	case lexer.Word:
		p.pos++
		if c, ok := constants[t.text]; ok {
			n := &Node{Kind: Constant, Value: c, Line: line}
			if t.text == "undefined" {
				n.Spelt = t.text
			}
			return p.done(n)
		}
		if p.self(t.text) {
			return p.done(&Node{Kind: Name, Value: "self", Line: line})
		}
		if p.lang == lexer.Ruby && strings.HasPrefix(t.text, "@") {
			return p.done(&Node{Kind: Field, Value: strings.TrimLeft(t.text, "@"), Kids: []*Node{{Kind: Name, Value: "self", Line: line, Last: line}}, Line: line})
		}
		return p.done(&Node{Kind: Name, Value: t.text, Line: line})
	case lexer.Operator:
		return p.bracket(t)
	}
	return none(line)
}

// text reads literals that stand beside each other, which is one text in some languages.
func (p *parser) text() *Node {
	n := p.node(Text, "")
	for p.now().kind == lexer.Text {
		if n.Last != n.Line && p.style != indents || n.Value != "" && !p.joins() {
			break
		}
		value, inner := p.interpolated(p.now())
		n.Value += value
		n.Spelt += p.manner(p.now().text)
		n.Kids = append(n.Kids, inner...)
		p.pos++
	}
	return p.done(n)
}

// manner is what tells a literal from one of the same letters between other quotes.
func (p *parser) manner(text string) string {
	at := strings.IndexAny(text, "\"'`")
	if at < 0 {
		return ""
	}
	escape := strings.Contains(text, "\\")
	switch p.lang {
	case lexer.Python:
		prefix := strings.ToLower(text[:at])
		if strings.Contains(prefix, "b") || escape && strings.Contains(prefix, "r") {
			return strings.Trim(prefix, "fu")
		}
	case lexer.PHP, lexer.Ruby:
		if escape && text[at] == '\'' {
			return "'"
		}
	case lexer.C, lexer.CPP, lexer.Java, lexer.Go, lexer.Rust, lexer.CSharp:
		if text[at] == '\'' || escape && (text[at] == '`' || at > 0) {
			return text[:at+1]
		}
	}
	return ""
}

// joins tells whether texts beside each other are one.
func (p *parser) joins() bool {
	return p.lang == lexer.Python || p.lang == lexer.C || p.lang == lexer.CPP || p.lang == lexer.Ruby
}

// bracket reads what begins with a sign.
func (p *parser) bracket(t token) *Node {
	line := int(t.line)
	switch t.text {
	case "(":
		if n, ok := p.lambda(); ok {
			return p.done(n)
		}
		if n, ok := p.cast(); ok {
			return p.done(n)
		}
		kids := p.list("(", ")")
		if len(kids) == 1 && !p.tokenBefore(2, ",") {
			n := kids[0]
			if n.Kind == Binary || n.Kind == Unary || n.Kind == Assign && n.Spelt == "" {
				n.Spelt = inBrackets
			}
			return n
		}
		return p.done(&Node{Kind: List, Value: "(", Kids: kids, Line: line})
	case "[":
		if p.lang == lexer.Go || p.lang == lexer.CPP {
			if n, ok := p.squareType(); ok {
				return p.done(n)
			}
		}
		return p.done(collected("[", p.list("[", "]"), line))
	case "{":
		if p.flat {
			return none(line)
		}
		return p.done(collected("{", p.list("{", "}"), line))
	case "|", "||":
		if n, ok := p.lambda(); ok {
			return p.done(n)
		}
	case "<", "@", "#", "\\":
		p.skip()
		return p.done(&Node{Kind: Raw, Value: t.text, Line: line})
	}
	return none(line)
}

// tokenBefore tells what stands so many tokens back.
func (p *parser) tokenBefore(n int, text string) bool {
	return p.pos >= n && p.tokens[p.pos-n].text == text
}

// collected is a list, or the comprehension that alone stands in it.
func collected(open string, kids []*Node, line int) *Node {
	if len(kids) == 1 && kids[0].Kind == Comprehension {
		kids[0].Value = open
		return kids[0]
	}
	return &Node{Kind: List, Value: open, Kids: kids, Line: line}
}

// squareType reads a type of Go with its values, or a lambda of C++.
func (p *parser) squareType() (*Node, bool) {
	line := int(p.now().line)
	if p.lang == lexer.CPP {
		end := p.close(p.pos)
		if end+1 < len(p.tokens) && (p.tokens[end+1].text == "(" || p.tokens[end+1].text == "{") {
			p.pos = end + 1
			return p.function(&Node{Kind: Lambda, Line: line}), true
		}
		return nil, false
	}
	from := p.pos
	name := p.typeText()
	switch {
	case p.is("{"):
		n := p.closed(p.initial)
		n.Value, n.Type = "[", name
		return n, true
	case p.is("("):
		n := &Node{Kind: Cast, Type: name, Line: line}
		n.Kids = p.list("(", ")")
		return n, true
	case p.is(")") || p.is(","): // an argument of make
		return &Node{Kind: Raw, Type: name, Line: line}, true
	}
	p.pos = from
	return nil, false
}

// primitive are types that casts are written with in front.
var primitive = map[string]bool{
	"int": true, "long": true, "short": true, "char": true, "double": true, "float": true, "byte": true, "bool": true,
	"boolean": true, "unsigned": true, "size_t": true, "string": true, "array": true, "object": true, "uint": true, "ulong": true,
	"decimal": true, "int64_t": true, "int32_t": true, "uint32_t": true, "uint64_t": true, "uint8_t": true, "integer": true, "var": true,
}

// cast reads "(T) x" and C++'s static_cast<T>(x).
func (p *parser) cast() (*Node, bool) {
	switch p.lang {
	case lexer.Python, lexer.Ruby, lexer.Go, lexer.Rust, lexer.JavaScript, lexer.TypeScript:
		return nil, false
	}
	line, end, from := int(p.now().line), p.close(p.pos), p.pos
	if end >= len(p.tokens) || end == p.pos+1 {
		return nil, false
	}
	first := p.at(1).text
	p.pos++
	name := p.typeText()
	next := p.at(1)
	capital := first != "" && first[0] >= 'A' && first[0] <= 'Z' && (next.kind == lexer.Word || next.kind == lexer.Text || next.kind == lexer.Number)
	if name == "" || p.pos != end || !primitive[first] && !capital || next.line != p.now().line ||
		next.kind == lexer.Operator && next.text != "(" && next.text != "-" && next.text != "!" && next.text != "*" && next.text != "&" && next.text != "~" {
		p.pos = from
		return nil, false
	}
	p.pos++
	return &Node{Kind: Cast, Type: name, Kids: []*Node{p.operand(raising)}, Line: line}, true
}

// interpolated takes a literal apart: its text without prefix and quotes, and the code in it.
func (p *parser) interpolated(t token) (string, []*Node) {
	text := t.text
	at := strings.IndexAny(text, "\"'`")
	if at < 0 || at > 4 {
		return text, nil
	}
	prefix, quote := text[:at], text[at:at+1]
	body := text[at:]
	for _, q := range []string{quote + quote + quote, quote} {
		if len(body) >= 2*len(q) && strings.HasPrefix(body, q) && strings.HasSuffix(body, q) {
			body = body[len(q) : len(body)-len(q)]
			break
		}
	}
	open := p.hole(prefix, quote)
	if open == "" {
		return body, nil
	}
	return p.holes(body, open, t)
}

// hole is what begins code in a literal of that prefix and quote; "" is nothing.
func (p *parser) hole(prefix, quote string) string {
	switch {
	case p.lang == lexer.Python && strings.ContainsAny(prefix, "fF"), p.lang == lexer.CSharp && strings.Contains(prefix, "$"):
		return "{"
	case (p.lang == lexer.JavaScript || p.lang == lexer.TypeScript) && quote == "`":
		return "${"
	case p.lang == lexer.Ruby && quote == `"`:
		return "#{"
	case p.lang == lexer.PHP && quote == `"`:
		return "{$"
	}
	return ""
}

// holes replaces the code of a literal by a mark and reads it.
func (p *parser) holes(body, open string, t token) (string, []*Node) {
	var text strings.Builder
	var inner []*Node
	for {
		i := strings.Index(body, open)
		if i < 0 || len(inner) > 50 {
			break
		}
		if open == "{" && strings.HasPrefix(body[i:], "{{") {
			text.WriteString(body[:i+2])
			body = body[i+2:]
			continue
		}
		end := shut(body[i+len(open):])
		text.WriteString(body[:i] + "{}")
		code := body[i+len(open) : i+len(open)+end]
		inner = append(inner, p.inner(code, t))
		body = body[min(i+len(open)+end+1, len(body)):]
	}
	text.WriteString(body)
	return text.String(), inner
}

// shut is where the bracket is that closes the code at the beginning of a text.
func shut(text string) int {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(text)
}

// inner reads the code in a literal, on one level.
func (p *parser) inner(code string, t token) *Node {
	if p.depth > mostDepth/2 {
		return &Node{Kind: Raw, Value: code, Line: int(t.line), Last: int(t.last)}
	}
	format := ""
	if p.lang == lexer.Python || p.lang == lexer.CSharp {
		if i := strings.LastIndexByte(code, ':'); i >= 0 && !strings.ContainsAny(code[i:], ")]}\"'") {
			code, format = code[:i], code[i:]
		}
	}
	in := &parser{lang: p.lang, style: p.style, depth: p.depth + 1}
	src := []byte(code)
	in.prepare(lexer.Lex(nil, p.lang, src), src)
	n := in.expression()
	n.Walk(func(k *Node) bool { k.Line, k.Last = int(t.line), int(t.last); return true })
	if format != "" {
		return &Node{Kind: Pair, Kids: []*Node{n, {Kind: Text, Value: format, Line: n.Line, Last: n.Last}}, Line: n.Line, Last: n.Last}
	}
	return n
}

// NumberValue is a number in one spelling: decimal, without separators and suffixes; as
// written where it cannot be read.
func NumberValue(text string) string {
	if len(text) < 20 && strings.Trim(text, "0123456789") == "" && (len(text) == 1 || !strings.HasPrefix(text, "0")) {
		return text
	}
	clean := strings.ToLower(strings.NewReplacer("_", "", "'", "").Replace(text))
	hex := strings.HasPrefix(clean, "0x")
	for _, suffix := range []string{
		"usize", "isize", "u128", "i128", "u64", "i64", "u32", "i32", "u16", "i16", "u8", "i8", "f64", "f32",
		"ull", "ll", "ul", "lu", "l", "u", "n", "m",
	} {
		if !hex || suffix[0] != 'f' {
			clean = strings.TrimSuffix(clean, suffix)
		}
	}
	if !hex && len(clean) > 1 && (strings.HasSuffix(clean, "f") || strings.HasSuffix(clean, "d")) {
		clean = clean[:len(clean)-1]
	}
	if len(clean) > 40 {
		return text
	}
	if len(clean) > 1 && clean[0] == '0' && clean[1] >= '0' && clean[1] <= '7' && !strings.ContainsAny(clean, ".e89") {
		clean = "0o" + clean[1:]
	}
	if i, ok := new(big.Int).SetString(clean, 0); ok {
		return i.String()
	}
	if e := strings.IndexByte(clean, 'e'); e >= 0 && len(clean)-e > 4 {
		return text // an exponent of thousands is a number of thousands of digits
	}
	if r, ok := new(big.Rat).SetString(clean); ok {
		if r.IsInt() && !strings.ContainsAny(clean, ".") {
			return r.Num().String()
		}
		value := strings.TrimRight(r.FloatString(20), "0")
		if strings.HasSuffix(value, ".") {
			return value + "0"
		}
		return value
	}
	return text
}
