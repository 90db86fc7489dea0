package usage

import "strings"

// scriptLexer cuts JavaScript and TypeScript, with or without elements of JSX.
type scriptLexer struct {
	*lexer
	jsx       bool
	parens    []bool // of each open parenthesis: it is the condition of a statement
	condition bool   // the parenthesis closed last was one
	noRegexp  int    // up to here no regular expression ends
}

func lexScript(body string, jsx bool) []token {
	s := &scriptLexer{lexer: newLexer(body), jsx: jsx}
	s.resume = s.element
	if strings.HasPrefix(body, "#!") {
		s.skipLine()
	}
	s.run(s.special)
	return s.tokens
}

func (s *scriptLexer) special(c byte) bool {
	switch {
	case c == '/':
		return s.slash()
	case c == '"' || c == '\'':
		s.quote(1, literal{close: string(c), escape: true})
	case c == '`':
		s.quote(1, literal{close: "`", open: "${", back: '}', escape: true, lines: true})
	case c == '<' && s.jsx && s.opensElement():
		s.add(mark, s.at, s.at+1)
		s.elements(literal{mine: true, state: inName})
	case c == '(':
		last := s.last()
		s.parens = append(s.parens, last.kind == word && within("if while for with", last.text))
		return false
	case c == ')':
		s.condition = false
		if n := len(s.parens); n > 0 {
			s.condition, s.parens = s.parens[n-1], s.parens[:n-1]
		}
		return false
	case starts(c) || c == '$':
		to := s.at + 1
		for to < len(s.src) && (continues(s.src[to]) || s.src[to] == '$') {
			to++
		}
		s.add(word, s.at, to)
	default:
		return false
	}
	return true
}

// slash takes a comment or a regular expression. A division is left to others.
func (s *scriptLexer) slash() bool {
	switch s.peek(1) {
	case '/':
		s.skipLine()
		return true
	case '*':
		s.skipBlock(false)
		return true
	}
	return s.at >= s.noRegexp && s.expects() && s.regexp()
}

// expects reports that a thing must come next: a slash begins a regular expression, and a
// less-than sign an element.
func (s *scriptLexer) expects() bool {
	last := s.last()
	switch last.kind {
	case newline:
		return true
	case word:
		n := len(s.tokens)
		return within("return typeof case in of delete void throw new do else await yield default instanceof", last.text) &&
			(n < 2 || !s.tokens[n-2].is("."))
	case piece:
		return s.end > 0 && s.src[s.end-1] == '{'
	case mark:
		switch last.text {
		case ")":
			return s.condition
		case "]":
			return false
		case "+", "-":
			n := len(s.tokens)
			return n < 2 || !last.joined || !s.tokens[n-2].is(last.text)
		}
		return true
	}
	return false
}

func (s *scriptLexer) regexp() bool {
	class := false
	for i := s.at + 1; i < len(s.src) && s.src[i] != '\n'; i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for i++; i < len(s.src) && continues(s.src[i]); i++ {
				continue
			}
			s.add(digit, s.at, i)
			return true
		}
	}
	s.noRegexp = s.until(s.at, "\n")
	return false
}

// opensElement tells <b> from a comparison and from the type parameters of a function.
func (s *scriptLexer) opensElement() bool {
	next := s.peek(1)
	if next != '>' && !starts(next) && next != '$' || !s.expects() || s.last().is("}") {
		return false
	}
	to := s.at + 1
	for to < len(s.src) && (continues(s.src[to]) || s.src[to] == '$') && to < s.at+maxName {
		to++
	}
	rest := strings.TrimLeft(s.src[to:min(len(s.src), to+16)], " ")
	return !strings.HasPrefix(rest, ",") && !strings.HasPrefix(rest, "extends ") && !strings.HasPrefix(rest, "=")
}

// Where in an element of JSX the lexer is.
const (
	outside = 0
	inName  = 'n'
	inTag   = 't'
	inBody  = 'b'
)

// element goes on with an element where its code ended.
func (s *scriptLexer) element(f literal) {
	s.tokens = append(s.tokens, token{kind: mark, text: ")", line: s.line, last: s.line})
	s.elements(f)
}

// elements takes elements up to the end of the outermost, or up to code in one.
func (s *scriptLexer) elements(f literal) {
	for f.state != outside && s.at < len(s.src) {
		if f.state == inBody {
			s.body(&f)
			continue
		}
		s.tag(&f)
	}
}

// code begins the code in an element, and reports whether it may lie so deep.
func (s *scriptLexer) code(f literal) bool {
	s.at++
	if len(s.frames) >= maxFrames {
		return false
	}
	f.back, f.depth = '}', 0
	s.frames = append(s.frames, f)
	s.tokens = append(s.tokens, token{kind: mark, text: "(", line: s.line, last: s.line})
	s.end = s.at
	return true
}

// tag takes a step in the name and the attributes of an element.
func (s *scriptLexer) tag(f *literal) {
	switch c := s.src[s.at]; {
	case starts(c) || c == '$':
		s.attribute(f.state == inName)
		f.state = inTag
	case c == '"' || c == '\'':
		s.quote(1, literal{close: string(c), lines: true})
	case c == '{':
		f.state = inTag
		if s.code(*f) {
			f.state = outside
		}
	case c == '/' && s.peek(1) == '>':
		s.at += 2
		s.leave(f)
	case c == '/' && s.peek(1) == '*':
		s.skipBlock(false)
	case c == '/' && s.peek(1) == '/':
		s.skipLine()
	case c == '>':
		s.at++
		f.inner++
		f.state = inBody
	case c == '\n':
		s.line++
		s.at++
	default:
		s.at++
	}
}

// attribute takes the name of an element, which stands for a component if it begins with a
// capital or has members, or the name of an attribute, which stands for itself.
func (s *scriptLexer) attribute(named bool) {
	to := s.at + 1
	for to < len(s.src) && (continues(s.src[to]) || s.src[to] == '$' || s.src[to] == '-' || s.src[to] == ':') {
		to++
	}
	lower := s.src[s.at] >= 'a' && s.src[s.at] <= 'z'
	if !named || lower && (to >= len(s.src) || s.src[to] != '.') {
		s.add(attr, s.at, to)
		return
	}
	s.add(word, s.at, to)
	for s.peek(0) == '.' && starts(s.peek(1)) {
		s.add(mark, s.at, s.at+1)
		s.word()
	}
}

// body takes a step in what stands between the tags of an element: text, elements and
// code. Where a line of it begins like an import, it was no element after all.
func (s *scriptLexer) body(f *literal) {
	switch c := s.src[s.at]; {
	case c == '\n':
		s.line++
		if s.at++; s.sees("import ") {
			s.frames, f.state = nil, outside
		}
	case c == '{':
		if s.code(*f) {
			f.state = outside
		}
	case c == '<' && s.peek(1) == '/':
		s.skip(s.until(s.at, ">") + 1)
		f.inner--
		s.leave(f)
	case c == '<' && (starts(s.peek(1)) || s.peek(1) == '>'):
		s.add(mark, s.at, s.at+1)
		f.state = inName
	default:
		s.at++
	}
}

// leave ends an element: what is around it goes on, another or the code.
func (s *scriptLexer) leave(f *literal) {
	s.end = s.at
	if f.inner > 0 {
		f.state = inBody
		return
	}
	f.state = outside
	s.tokens = append(s.tokens, token{kind: attr, line: s.line, last: s.line})
}
