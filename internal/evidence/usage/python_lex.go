package usage

import "strings"

// pythonLexer cuts Python. A newline token stands before every logical line and holds its
// indent.
type pythonLexer struct {
	*lexer
	depth int   // brackets open
	row   int32 // the last line that belongs to the logical line at hand
}

func lexPython(body string) []token {
	p := &pythonLexer{lexer: newLexer(body)}
	p.resume = func(literal) { p.format() }
	p.run(p.special)
	return p.tokens
}

func (p *pythonLexer) special(c byte) bool {
	switch {
	case c == '#':
		p.skipLine()
		return true
	case c == '\\':
		if p.peek(1) == '\n' {
			p.skip(p.at + 2)
			p.row = max(p.row, p.line)
			return true
		}
	}
	p.recover(c)
	p.begin()
	taken := p.take(c)
	return taken
}

// begin puts the newline token before the first token of a logical line.
func (p *pythonLexer) begin() {
	if n := len(p.tokens); n > 0 {
		p.row = max(p.row, p.tokens[n-1].last)
		if p.tokens[n-1].kind == newline {
			p.row = max(p.row, p.tokens[n-1].line)
		}
	}
	if p.line > p.row && p.depth == 0 && len(p.frames) == 0 {
		p.tokens = append(p.tokens, token{kind: newline, line: p.line, last: p.indent()})
		p.row = p.line
	}
}

// indent is the column of the line at hand as Python counts it: a tab goes on to the next
// multiple of eight, a form feed begins anew.
func (p *pythonLexer) indent() int32 {
	column := int32(0)
	for _, c := range []byte(p.src[strings.LastIndexByte(p.src[:p.at], '\n')+1 : p.at]) {
		switch c {
		case '\t':
			column = column/8*8 + 8
		case '\f':
			column = 0
		default:
			column++
		}
	}
	return column
}

// recover closes what was left open, where a word begins a line that cannot stand in
// brackets: the file is broken, but the rest of it need not be lost.
func (p *pythonLexer) recover(c byte) {
	if p.depth == 0 && len(p.frames) == 0 || p.at > 0 && p.src[p.at-1] != '\n' || c != 'i' && c != 'd' && c != 'c' {
		return
	}
	if p.sees("import ") || p.sees("def ") || p.sees("class ") {
		p.depth, p.frames = 0, nil
	}
}

func (p *pythonLexer) take(c byte) bool {
	switch c {
	case '"', '\'':
		p.text(0, false)
		return true
	case '(', '[', '{':
		if n := len(p.frames); n > 0 {
			p.frames[n-1].depth++
		} else {
			p.depth++
		}
		p.add(mark, p.at, p.at+1)
		return true
	case ')', ']', '}':
		p.shut(c)
		return true
	case ':':
		if n := len(p.frames); n > 0 && p.frames[n-1].depth == 0 {
			p.at++
			p.format()
			return true
		}
	case 'r', 'R', 'b', 'B', 'u', 'U', 'f', 'F', 't', 'T':
		return p.prefixed()
	}
	return false
}

func (p *pythonLexer) shut(c byte) {
	n := len(p.frames)
	switch {
	case n > 0 && p.frames[n-1].depth == 0:
		p.at++
		if c == '}' {
			p.pop()
		}
		return
	case n > 0:
		p.frames[n-1].depth--
	case p.depth > 0:
		p.depth--
	}
	p.add(mark, p.at, p.at+1)
}

// prefixed takes a text with letters before it: r"", Rb”, f"""""".
func (p *pythonLexer) prefixed() bool {
	formatted := false
	for n := range 3 {
		switch p.peek(n) {
		case '"', '\'':
			p.text(n, formatted)
			return true
		case 'f', 'F', 't', 'T':
			formatted = true
		case 'r', 'R', 'b', 'B', 'u', 'U':
		default:
			return false
		}
	}
	return false
}

func (p *pythonLexer) text(skip int, formatted bool) {
	quote := p.src[p.at+skip : p.at+skip+1]
	f := literal{close: quote, escape: true}
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(p.src[p.at+skip:], triple) {
		f.close, f.lines = triple, true
	}
	if formatted {
		f.open, f.back, f.braces = "{", '}', true
	}
	p.quote(skip+len(f.close), f)
}

// format takes the format after the colon of a text's code, which may have code in it
// again: f"{x:{width}}". A text that ends within it ends.
func (p *pythonLexer) format() {
	f := p.frames[len(p.frames)-1]
	for i := p.at; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '}':
			p.skip(i + 1)
			p.pop()
			return
		case c == '{' && len(p.frames) < maxFrames:
			p.skip(i + 1)
			p.frames = append(p.frames, literal{mine: true, close: f.close, lines: f.lines})
			return
		case c == '\n' && !f.lines:
			p.skip(i)
			p.frames = p.frames[:len(p.frames)-1]
			return
		case c == f.close[0] && strings.HasPrefix(p.src[i:], f.close):
			p.skip(i + len(f.close))
			p.frames = p.frames[:len(p.frames)-1]
			return
		}
	}
	p.skip(len(p.src))
}
