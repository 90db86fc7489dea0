package unit

import (
	"slices"

	"kadry/internal/codematch/lexer"
)

// ended cuts a text of Ruby, whose blocks close with a word. It answers false when the words
// do not match.
func ended(src []byte, tokens []lexer.Token) ([]span, bool) {
	r := ruby{src: src, tokens: slices.DeleteFunc(slices.Clone(tokens), func(t lexer.Token) bool { return t.Kind == lexer.Comment })}
	for i, t := range r.tokens {
		switch t.Kind {
		case lexer.Newline:
			r.loop = false
		case lexer.Word:
			r.word(i, string(t.Of(src)))
		}
	}
	return r.spans, !r.unmatched && len(r.open) == 0
}

// longHeading is how many tokens of a heading are looked at, so that the time stays linear.
const longHeading = 400

// ruby is where the splitter of Ruby stands.
type ruby struct {
	src       []byte
	tokens    []lexer.Token // without comments
	loop      bool          // the line has a loop whose do is still to come
	open      []span        // an empty kind is a block that is no unit
	unmatched bool
	spans     []span
}

// text is the text of a token.
func (r *ruby) text(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return string(r.tokens[i].Of(r.src))
}

// word opens or closes a block.
func (r *ruby) word(i int, w string) {
	switch w {
	case "class", "module", "def", "do", "begin", "case", "if", "unless", "while", "until", "for", "end":
	default:
		return
	}
	switch r.text(i - 1) {
	case ".", "&.", "::", "def", "alias":
		return
	}
	if r.text(i+1) == ":" && r.tokens[i+1].Start == r.tokens[i].End { // the key of a hash
		return
	}
	switch w {
	case "end":
		r.close(i)
	case "class", "module":
		r.class(i)
	case "def":
		r.method(i)
	case "do":
		if r.loop {
			r.loop = false
			return
		}
		r.open = append(r.open, span{})
	case "begin", "case":
		r.open = append(r.open, span{})
	default:
		if r.leads(i) {
			r.open = append(r.open, span{})
			r.loop = w == "while" || w == "until" || w == "for"
		}
	}
}

// leads tells whether if, while and their kin begin a statement or a value. Behind a value
// they belong to the statement before them.
func (r *ruby) leads(i int) bool {
	if i == 0 {
		return true
	}
	switch t := r.tokens[i-1]; t.Kind {
	case lexer.Newline:
		return true
	case lexer.Operator:
		switch r.src[t.End-1] {
		case ')', ']', '}':
			return false
		}
		return true
	case lexer.Word:
		switch r.text(i - 1) {
		case "then", "else", "do", "begin", "ensure", "and", "or", "not", "in":
			return true
		}
	}
	return false
}

// class opens a class or a module; the singleton of one (class << self) is no unit.
func (r *ruby) class(i int) {
	name := r.text(i + 1)
	if i+1 >= len(r.tokens) || r.tokens[i+1].Kind != lexer.Word {
		r.open = append(r.open, span{})
		return
	}
	i += 2
	for r.text(i) == "::" {
		name = join(name, r.text(i+1))
		i += 2
	}
	r.open = append(r.open, span{kind: Class, name: name, start: int(r.tokens[r.back(i)].Start), body: r.lineAfter(i)})
}

// back is the class or module word before a name.
func (r *ruby) back(i int) int {
	for i--; i > 0; i-- {
		if w := r.text(i); w == "class" || w == "module" {
			break
		}
	}
	return i
}

// method opens a method; one with = has no end.
func (r *ruby) method(i int) {
	start := int(r.tokens[i].Start)
	name := r.text(i + 1)
	i += 2
	if r.text(i) == "." {
		name = r.text(i + 1)
		i += 2
	}
	switch t := r.text(i); {
	case name == "[" && t == "]":
		name, i = "[]", i+1
	case t == "=" && r.tokens[i].Start == r.tokens[i-1].End: // a setter
		name, i = name+"=", i+1
	}
	if r.text(i) == "(" {
		i = r.shut(i)
	}
	s := span{kind: Function, name: name, start: start}
	if r.text(i) != "=" {
		s.body = r.lineAfter(i)
		r.open = append(r.open, s)
		return
	}
	if i+1 < len(r.tokens) {
		s.body, s.end = int(r.tokens[i+1].Start), r.statementEnd(i+1)
		r.spans = append(r.spans, s)
	}
}

// shut is the place behind the bracket that closes the one at i.
func (r *ruby) shut(i int) int {
	depth := 0
	for most := i + longHeading; i < min(most, len(r.tokens)); i++ {
		switch r.text(i) {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// lineAfter is the byte where what follows a heading begins.
func (r *ruby) lineAfter(i int) int {
	for most := i + longHeading; i < min(most, len(r.tokens)); i++ {
		if r.tokens[i].Kind == lexer.Newline || r.text(i) == ";" {
			if i+1 < len(r.tokens) {
				return int(r.tokens[i+1].Start)
			}
			return len(r.src)
		}
	}
	return int(r.tokens[min(i, len(r.tokens)-1)].End)
}

// statementEnd is the byte where a statement ends.
func (r *ruby) statementEnd(i int) int {
	for ; i+1 < len(r.tokens) && r.tokens[i+1].Kind != lexer.Newline; i++ {
	}
	return int(r.tokens[i].End)
}

// close takes an end.
func (r *ruby) close(i int) {
	n := len(r.open)
	if n == 0 {
		r.unmatched = true
		return
	}
	s := r.open[n-1]
	r.open = r.open[:n-1]
	if s.kind == "" {
		return
	}
	s.end = int(r.tokens[i].End)
	s.body = min(s.body, s.end)
	r.spans = append(r.spans, s)
}
