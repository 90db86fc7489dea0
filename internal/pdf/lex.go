package pdf

import (
	"bytes"
	"math"
	"strconv"
)

// kind says which field of an object holds its value.
type kind uint8

const (
	null kind = iota
	number
	text // a string in parentheses or in hexadecimal
	name
	array
	dict
	keyword // an operator, "obj", "R": not an object but what stands between them
)

// object is one PDF object read by lexer. References stay unresolved: "5 0 R" inside an
// array is two numbers and a keyword, which the callers of this lexer never need.
type object struct {
	kind kind
	num  float64
	str  string // of text, name and keyword
	list []object
	dict map[string]object
}

// maxDepth bounds nesting of arrays and dictionaries; brackets further in are keywords.
const maxDepth = 64

// maxItems bounds one array or dictionary; what is beyond is read over.
const maxItems = 1 << 17

// lexer reads PDF syntax leniently: content streams and character maps are programs
// written by thousands of producers, and one stray byte must not cost the page. Every
// call of next consumes at least one byte, so a loop over it always ends.
type lexer struct {
	src   []byte
	pos   int
	depth int
}

// next returns the next object or keyword, and false at the end of the input.
func (l *lexer) next() (object, bool) {
	l.skipSpace()
	if l.pos >= len(l.src) {
		return object{}, false
	}
	c := l.src[l.pos]
	if l.depth >= maxDepth && (c == '[' || c == '<') {
		l.pos++
		return object{kind: keyword, str: string(c)}, true
	}
	switch c {
	case '(':
		l.pos++
		return object{kind: text, str: l.literal()}, true
	case '/':
		l.pos++
		return object{kind: name, str: l.name()}, true
	case '[':
		l.pos++
		return object{kind: array, list: l.items(']')}, true
	case '<':
		l.pos++
		if l.pos < len(l.src) && l.src[l.pos] == '<' {
			l.pos++
			return object{kind: dict, dict: pairs(l.items('>'))}, true
		}
		return object{kind: text, str: l.hex()}, true
	case ']', ')', '{', '}':
		l.pos++
		return object{kind: keyword, str: string(c)}, true
	case '>':
		l.pos++
		if l.pos < len(l.src) && l.src[l.pos] == '>' {
			l.pos++
		}
		return object{kind: keyword, str: ">"}, true
	}
	return l.word(), true
}

func (l *lexer) skipSpace() {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if c == '%' {
			for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
				l.pos++
			}
			continue
		}
		if !isSpace(c) {
			return
		}
		l.pos++
	}
}

// items reads up to the closing bracket, or to the end of the input.
func (l *lexer) items(closing byte) []object {
	l.depth++
	defer func() { l.depth-- }()
	var list []object
	for {
		item, ok := l.next()
		if !ok {
			return list
		}
		if item.kind == keyword && item.str == string(closing) {
			return list
		}
		if len(list) < maxItems {
			list = append(list, item)
		}
	}
}

// pairs makes a dictionary of alternating names and values. A value of several tokens,
// a reference, keeps its first one only.
func pairs(list []object) map[string]object {
	d := make(map[string]object, len(list)/2)
	for i := 0; i < len(list); i++ {
		if list[i].kind != name {
			continue
		}
		if i+1 < len(list) {
			d[list[i].str] = list[i+1]
			if isReference(list[i+1:]) {
				d[list[i].str] = object{kind: array, list: list[i+1 : i+4]}
				i += 2
			}
			i++
		}
	}
	return d
}

// isReference reports whether the list begins with "N G R".
func isReference(list []object) bool {
	return len(list) >= 3 && list[0].kind == number && list[1].kind == number &&
		list[2].kind == keyword && list[2].str == "R"
}

// word reads a number or a keyword.
func (l *lexer) word() object {
	start := l.pos
	for l.pos < len(l.src) && !isSpace(l.src[l.pos]) && !isDelimiter(l.src[l.pos]) {
		l.pos++
	}
	w := l.src[start:l.pos]
	if c := w[0]; c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' {
		return object{kind: number, num: parseNumber(w)}
	}
	if string(w) == "null" {
		return object{}
	}
	return object{kind: keyword, str: string(w)}
}

// parseNumber accepts what producers write and PDF does not allow, such as "--5" and
// "1.2-3": the readable beginning counts.
func parseNumber(w []byte) float64 {
	for len(w) > 1 && (w[0] == '-' || w[0] == '+') && (w[1] == '-' || w[1] == '+') {
		w = w[1:]
	}
	end := 1
	for end < len(w) && (w[end] >= '0' && w[end] <= '9' || w[end] == '.') {
		end++
	}
	f, err := strconv.ParseFloat(string(w[:end]), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return 0
	}
	return f
}

func (l *lexer) name() string {
	start := l.pos
	for l.pos < len(l.src) && !isSpace(l.src[l.pos]) && !isDelimiter(l.src[l.pos]) {
		l.pos++
	}
	raw := l.src[start:l.pos]
	if bytes.IndexByte(raw, '#') < 0 {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) && unhex(raw[i+1]) >= 0 && unhex(raw[i+2]) >= 0 {
			out = append(out, byte(unhex(raw[i+1])<<4|unhex(raw[i+2])))
			i += 2
			continue
		}
		out = append(out, raw[i])
	}
	return string(out)
}

func (l *lexer) literal() string {
	var out []byte
	for depth := 1; l.pos < len(l.src); l.pos++ {
		switch c := l.src[l.pos]; c {
		case '(':
			depth++
			out = append(out, c)
		case ')':
			depth--
			if depth == 0 {
				l.pos++
				return string(out)
			}
			out = append(out, c)
		case '\\':
			l.pos++
			out = l.escape(out)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f'}

// escape reads what follows a backslash and leaves pos on its last byte.
func (l *lexer) escape(out []byte) []byte {
	if l.pos >= len(l.src) { // the text ends in the backslash
		l.pos--
		return out
	}
	c := l.src[l.pos]
	switch {
	case c == '\r':
		if l.pos+1 < len(l.src) && l.src[l.pos+1] == '\n' {
			l.pos++
		}
		return out
	case c == '\n':
		return out
	case c >= '0' && c <= '7':
		code := 0
		for n := 0; n < 3 && l.pos < len(l.src) && l.src[l.pos] >= '0' && l.src[l.pos] <= '7'; n++ {
			code = code*8 + int(l.src[l.pos]-'0')
			l.pos++
		}
		l.pos--
		return append(out, byte(code))
	}
	if plain, ok := escapes[c]; ok {
		return append(out, plain)
	}
	return append(out, c)
}

func (l *lexer) hex() string {
	var out []byte
	high := -1
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		l.pos++
		if c == '>' {
			break
		}
		d := unhex(c)
		switch {
		case d < 0:
		case high < 0:
			high = d
		default:
			out = append(out, byte(high<<4|d))
			high = -1
		}
	}
	if high >= 0 {
		out = append(out, byte(high<<4))
	}
	return string(out)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelimiter(c byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0 }
