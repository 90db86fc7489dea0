package code

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is what a token is.
type kind uint8

const (
	word  kind = iota // a name, a keyword, a word of a command
	num               // a number
	lit               // a string; its text is what it holds
	op                // an operator or a mark of punctuation
	sep               // what ends a statement, a command or an instruction
	group             // what stands in brackets; its text is the opening one
	hole              // of a pattern: one operand
	any               // of a pattern: any run of tokens
	deep              // of a pattern: anything that holds its kids at any depth
	match             // of a pattern: a token that an expression matches
)

// node is a token, or a group with what stands in it.
type node struct {
	kind  kind
	text  string
	span  Span
	kids  []node
	re    *expression
	line  bool // a new line begins before it
	space bool // a blank stands before it
}

// operators are read longest first. Those of all languages together do no harm: a language
// that has no := has no use for it either.
var operators = []string{
	"<=>", "===", "!==", "...", "<<=", ">>=", "??=", "**=", "&&=", "||=",
	":=", "<-", "->", "=>", "==", "!=", "<=", ">=", "<>", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", ".=", "|=", "&=", "%=", "::", "**", "<<", ">>", "!~", ":/",
}

// reader turns a text into a tree.
type reader struct {
	lang    Language
	src     string
	pattern bool   // holes and other signs of a pattern mean something
	code    []Span // what was read as code: everything but comments
	trouble string
	count   int
	at      int
	line    bool
	space   bool
	tokens  []node
	open    map[byte]bool // quotes that nothing closes from here on: they are looked for once
}

func (r *reader) unclosed(quote byte) {
	if r.open == nil {
		r.open = map[byte]bool{}
	}
	r.open[quote] = true
}

// read reads the whole text.
func (r *reader) read() []node {
	switch r.lang {
	case Shell, Dockerfile:
		r.lexWords()
	default:
		r.lexCode()
	}
	r.count = len(r.tokens)
	var nodes []node
	switch r.lang {
	case Python:
		nodes = r.suites()
	case Dockerfile:
		nodes = r.stages(r.tree(r.tokens))
	default:
		nodes = r.tree(r.tokens)
	}
	if !r.pattern && (r.lang == Go || r.lang == JavaScript || r.lang == PHP) {
		nodes = parted(r.lang, nodes)
		statements(r.lang, nodes)
	}
	return trim(r.lang, nodes)
}

func (r *reader) fail(trouble string) {
	if r.trouble == "" {
		r.trouble = trouble
	}
}

// add takes the bytes from start to the place where the reader is as one token.
func (r *reader) add(k kind, text string, start int) {
	if r.folds() && (k == word || k == num) {
		text = strings.ToLower(text)
	}
	r.tokens = append(r.tokens, node{kind: k, text: text, span: Span{start, r.at}, line: r.line, space: r.space})
	if k != sep || text != "\n" {
		if n := len(r.code); n > 0 && r.code[n-1].End == start {
			r.code[n-1].End = r.at
		} else {
			r.code = append(r.code, Span{start, r.at})
		}
	}
	r.line, r.space = false, false
}

// folds says that case does not count in words.
func (r *reader) folds() bool { return r.lang == SQL || r.lang == Dockerfile }

// lexCode reads a language of names, operators and brackets.
func (r *reader) lexCode() {
	for r.at < len(r.src) {
		start := r.at
		rest := r.src[start:]
		c := rest[0]
		switch {
		case c == '\n':
			r.at++
			r.line, r.space = true, true
		case c == ' ' || c == '\t' || c == '\r':
			r.at++
			r.space = true
		case r.comment(rest):
		case r.pattern && r.sign(rest):
		case c == '"' || c == '\'' || c == '`':
			r.quoted(c)
		case isLetter(rest) || c == '$' || c == '@' && len(rest) > 1 && isLetter(rest[1:]):
			r.name()
		case c >= '0' && c <= '9':
			r.number()
		case c == '\\' && r.lang != PHP:
			r.at++
		default:
			r.operator(rest)
		}
	}
}

func isLetter(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return c == '_' || unicode.IsLetter(c)
}

// comment passes a comment.
func (r *reader) comment(rest string) bool {
	line := ""
	switch r.lang {
	case Go, JavaScript:
		line = "//"
	case SQL:
		line = "--"
	case Python:
		line = "#"
	case PHP:
		if line = "//"; rest[0] == '#' && !strings.HasPrefix(rest, "#[") {
			line = "#"
		}
		for _, tag := range []string{"<?php", "<?=", "?>"} {
			if strings.HasPrefix(rest, tag) {
				r.at += len(tag)
				return true
			}
		}
	}
	if line != "" && strings.HasPrefix(rest, line) {
		r.at += lineEnd(rest)
		return true
	}
	if r.lang != Python && strings.HasPrefix(rest, "/*") {
		end := strings.Index(rest[2:], "*/")
		if end < 0 {
			r.fail("a comment has no end")
			r.at = len(r.src)
			return true
		}
		r.at += end + 4
		r.space = true
		return true
	}
	return false
}

func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// quoted reads a string. One in single or double quotes ends with its line when nothing else
// ends it, so that a slip costs a line and not the rest.
func (r *reader) quoted(quote byte) {
	start := r.at
	mark := string(quote)
	if triple := strings.Repeat(mark, 3); r.lang == Python && strings.HasPrefix(r.src[start:], triple) {
		mark = triple
	}
	several := len(mark) == 3 || quote == '`' || r.lang == PHP || r.lang == SQL
	var b strings.Builder
	i := start + len(mark)
	for ; i < len(r.src) && !r.open[quote]; i++ {
		c := r.src[i]
		switch {
		case strings.HasPrefix(r.src[i:], mark):
			r.at = i + len(mark)
			r.string(b.String(), quote, start)
			return
		case c == '\\' && r.lang != SQL && !r.pattern && !(r.lang == Go && quote == '`') && i+1 < len(r.src):
			i++
			b.WriteByte(r.src[i])
			continue
		case c == '\n' && !several:
			r.fail("a string has no end")
			r.at = i
			r.string(b.String(), quote, start)
			return
		}
		b.WriteByte(c)
	}
	r.unclosed(quote)
	r.fail("a string has no end")
	r.at = start + lineEnd(r.src[start:])
	r.string("", quote, start)
}

// string adds a string, or the name that a database quotes.
func (r *reader) string(text string, quote byte, start int) {
	k := lit
	if r.lang == SQL && quote != '\'' {
		k = word
	}
	r.add(k, text, start)
}

func (r *reader) name() {
	start := r.at
	_, size := utf8.DecodeRuneInString(r.src[r.at:])
	for r.at += size; r.at < len(r.src); r.at += size {
		var c rune
		c, size = utf8.DecodeRuneInString(r.src[r.at:])
		if c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			break
		}
	}
	text := r.src[start:r.at]
	if text == "$" {
		r.add(op, text, start)
		return
	}
	if r.lang == Python && r.at < len(r.src) && (r.src[r.at] == '"' || r.src[r.at] == '\'') && len(text) <= 2 && strings.Trim(strings.ToLower(text), "rbfu") == "" {
		r.quoted(r.src[r.at]) // the letters before a string say how it is written
		return
	}
	r.add(word, text, start)
}

func (r *reader) number() {
	start := r.at
	for r.at++; r.at < len(r.src); r.at++ {
		c := r.src[r.at]
		if c != '.' && c != '_' && !isWordByte(c) || c == '.' && strings.HasPrefix(r.src[r.at:], "..") {
			break
		}
	}
	r.add(num, r.src[start:r.at], start)
}

func isWordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (r *reader) operator(rest string) {
	start := r.at
	if strings.IndexByte("()[]{}", rest[0]) >= 0 {
		r.at++
		r.add(op, rest[:1], start)
		return
	}
	for _, o := range operators {
		if strings.HasPrefix(rest, o) && !(r.pattern && o == ".=" && strings.HasPrefix(rest[1:], expressionMark)) {
			r.at += len(o)
			r.add(op, o, start)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	r.at += size
	k := op
	if rest[0] == ';' {
		k = sep
	}
	r.add(k, rest[:size], start)
}
