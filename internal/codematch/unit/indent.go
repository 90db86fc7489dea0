package unit

import "kadry/internal/codematch/lexer"

// indented cuts a text of Python by its blocks. It answers false when a block is left open
// by brackets.
func indented(src []byte, tokens []lexer.Token) []span {
	p := python{src: src, tokens: tokens, decorator: -1}
	begin := true // of a statement
	for i := range tokens {
		switch t := tokens[i]; t.Kind {
		case lexer.Comment:
			continue
		case lexer.Newline:
			begin = true
			continue
		case lexer.Indent:
			p.depth++
			begin = true
			continue
		case lexer.Dedent:
			p.depth--
			p.leave(p.depth)
			begin = true
			continue
		}
		if begin {
			p.statement(i)
		}
		begin = false
		p.last = int(tokens[i].End)
	}
	p.leave(-1)
	return p.spans
}

// python is where the splitter of Python stands.
type python struct {
	src       []byte
	tokens    []lexer.Token
	depth     int
	decorator int // where the decorators before a definition begin; -1 is none
	last      int // end of the last token with a text
	open      []definition
	spans     []span
}

// definition is one whose end is not yet seen.
type definition struct {
	span
	depth int // of its own line
}

// leave closes the definitions that stand at a depth or deeper.
func (p *python) leave(depth int) {
	for n := len(p.open); n > 0 && p.open[n-1].depth >= depth; n = len(p.open) {
		s := p.open[n-1].span
		s.end = p.last
		p.open = p.open[:n-1]
		if s.body < s.end {
			p.spans = append(p.spans, s)
		}
	}
}

// statement looks whether one begins a definition.
func (p *python) statement(i int) {
	p.leave(p.depth)
	start := int(p.tokens[i].Start)
	switch p.word(i) {
	case "@":
		if p.decorator < 0 {
			p.decorator = start
		}
		return
	case "async":
		i++
	}
	if p.decorator >= 0 {
		start = p.decorator
	}
	p.decorator = -1
	kind := Function
	switch p.word(i) {
	case "def":
	case "class":
		kind = Class
	default:
		return
	}
	if i+1 >= len(p.tokens) || p.tokens[i+1].Kind != lexer.Word {
		return
	}
	p.open = append(p.open, definition{depth: p.depth, span: span{kind: kind, name: p.word(i + 1), start: start, body: p.bodyOf(i + 2)}})
}

// word is the text of a token.
func (p *python) word(i int) string {
	if i >= len(p.tokens) {
		return ""
	}
	return string(p.tokens[i].Of(p.src))
}

// bodyOf is where the body of a definition begins: behind the colon that is in no brackets.
func (p *python) bodyOf(i int) int {
	depth := 0
	for ; i < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.Kind == lexer.Newline || t.Kind == lexer.Indent || t.Kind == lexer.Dedent {
			break
		}
		if t.Kind != lexer.Operator {
			continue
		}
		switch p.src[t.Start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ':':
			if depth == 0 && t.End-t.Start == 1 {
				return p.next(i + 1)
			}
		}
	}
	return len(p.src)
}

// next is where the next token with a text begins.
func (p *python) next(i int) int {
	for ; i < len(p.tokens); i++ {
		if t := p.tokens[i]; t.Start < t.End && t.Kind != lexer.Comment {
			return int(t.Start)
		}
	}
	return len(p.src)
}
