package syntax

import (
	"slices"
	"strings"

	"kadry/internal/codematch/lexer"
)

// style is how a language builds blocks.
type style uint8

const (
	braces style = iota
	indents
	endWords
)

func styleOf(lang lexer.Language) style {
	switch lang {
	case lexer.Python:
		return indents
	case lexer.Ruby:
		return endWords
	}
	return braces
}

// token is a token of the lexer with its text; operators that are words in some languages
// are operators here.
type token struct {
	kind       lexer.Kind
	text       string
	line, last int32
	match      int32 // of a bracket: its other one; -1 is none
	glued      bool  // no space before it
}

// parser reads tokens from left to right.
type parser struct {
	lang    lexer.Language
	style   style
	tokens  []token
	pos     int
	depth   int
	raw     int
	flat    bool // in a condition before a brace: a brace begins the block
	members bool // in a class
	commas  bool // a comma does not end the expression: it makes a tuple
}

// words are operators and constants that are spelt otherwise in some languages.
var wordOperators = map[string]string{"and": "&&", "or": "||", "not": "!"}

var constants = map[string]string{
	"true": "true", "True": "true", "TRUE": "true", "false": "false", "False": "false", "FALSE": "false",
	"null": "null", "None": "null", "nil": "null", "NULL": "null", "nullptr": "null", "undefined": "null",
}

// selfNames are how the object itself is called.
func (p *parser) self(word string) bool {
	switch p.lang {
	case lexer.Python, lexer.Rust, lexer.Ruby:
		return word == "self"
	case lexer.Go:
		return false
	}
	return word == "this"
}

// prepare turns the lexer's tokens into the parser's.
func (p *parser) prepare(tokens []lexer.Token, src []byte) {
	p.tokens = make([]token, 0, len(tokens))
	end := int32(-1)
	for _, t := range tokens {
		if t.Kind == lexer.Comment {
			end = t.End
			continue
		}
		text := string(t.Of(src))
		made := token{kind: t.Kind, text: text, line: t.Line, last: t.Line, match: -1, glued: t.Start == end}
		end = t.End
		switch t.Kind {
		case lexer.Word:
			made = p.word(made)
		case lexer.Text:
			made.last += int32(strings.Count(text, "\n"))
		}
		p.tokens = append(p.tokens, made)
	}
	p.brackets()
}

// word is a word in the parser's spelling.
func (p *parser) word(t token) token {
	if p.lang == lexer.PHP {
		t.text = strings.TrimPrefix(t.text, "$")
		if lower := strings.ToLower(t.text); lower == "true" || lower == "false" || lower == "null" {
			t.text = lower
		}
	}
	switch p.lang {
	case lexer.Python, lexer.Ruby, lexer.PHP, lexer.CPP:
		if op, ok := wordOperators[t.text]; ok {
			t.kind, t.text = lexer.Operator, op
		}
	}
	return t
}

// brackets finds what closes what. A bracket that closes nothing stays alone.
func (p *parser) brackets() {
	var open []int
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.kind != lexer.Operator || len(t.text) != 1 {
			continue
		}
		switch t.text[0] {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			if n := len(open); n > 0 && pairs(p.tokens[open[n-1]].text[0], t.text[0]) {
				t.match, p.tokens[open[n-1]].match = int32(open[n-1]), int32(i)
				open = open[:n-1]
			}
		}
	}
}

func pairs(open, shut byte) bool {
	return open == '(' && shut == ')' || open == '[' && shut == ']' || open == '{' && shut == '}'
}

func (p *parser) end() bool { return p.pos >= len(p.tokens) }

// at is the token so many places on; behind the end it is a Newline.
func (p *parser) at(n int) token {
	if i := p.pos + n; i >= 0 && i < len(p.tokens) {
		return p.tokens[i]
	}
	line := int32(1)
	if n := len(p.tokens); n > 0 {
		line = p.tokens[n-1].last
	}
	return token{kind: lexer.Newline, line: line, last: line, match: -1}
}

func (p *parser) now() token { return p.at(0) }

// is tells whether the next token is an operator or a word of that text.
func (p *parser) is(text string) bool { return p.isAt(0, text) }

func (p *parser) isAt(n int, text string) bool {
	t := p.at(n)
	return t.text == text && (t.kind == lexer.Operator || t.kind == lexer.Word)
}

func (p *parser) isAny(texts ...string) bool {
	return slices.ContainsFunc(texts, p.is)
}

// take goes over the next token when it is of that text.
func (p *parser) take(text string) bool {
	if !p.is(text) {
		return false
	}
	p.pos++
	return true
}

// skip goes over a token that was not understood.
func (p *parser) skip() {
	if k := p.now().kind; k != lexer.Newline && k != lexer.Indent && k != lexer.Dedent && !p.isAny(";", "}", "{", ",", ")", "]", "end") {
		p.raw++
	}
	p.pos++
}

// close is the place of the other bracket of the one at a place; the end without one.
func (p *parser) close(i int) int {
	if i < len(p.tokens) && p.tokens[i].match > int32(i) {
		return int(p.tokens[i].match)
	}
	return len(p.tokens)
}

// last is the line where the token before the next one ends.
func (p *parser) last() int {
	if p.pos == 0 || len(p.tokens) == 0 {
		return 1
	}
	return int(p.tokens[min(p.pos, len(p.tokens))-1].last)
}

// newline tells whether the statement ends here by its line.
func (p *parser) newline() bool {
	k := p.now().kind
	return p.end() || k == lexer.Newline || k == lexer.Indent || k == lexer.Dedent
}

// sameLine tells whether the next token stands in the line of the one before.
func (p *parser) sameLine() bool { return p.pos > 0 && int(p.now().line) == p.last() }

// node makes a node that begins at the next token.
func (p *parser) node(k Kind, value string) *Node {
	return &Node{Kind: k, Value: value, Line: int(p.now().line), Last: int(p.now().last)}
}

// done closes a node at the token before the next one.
func (p *parser) done(n *Node) *Node {
	n.Last = max(p.last(), n.Line)
	return n
}
