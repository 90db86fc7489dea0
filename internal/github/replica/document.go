package replica

import (
	"strconv"
	"strings"

	"github.com/graph-gophers/graphql-go/errors"
)

// document is a query read for its cost and its places alone: fields with their first or
// last, and fragments. The library has validated it by the time it is counted; one that
// is not valid is read as far as it goes.
type document struct {
	operations []operation
	fragments  map[string][]*selection
}

type operation struct {
	name     string
	defaults map[string]int // of variables that are numbers
	fields   []*selection
}

// selection is a field, or a fragment by its name, or an inline fragment.
type selection struct {
	key      string // alias or name
	at       errors.Location
	fragment string
	size     argument
	fields   []*selection
}

// argument is first or last: a number or a variable's name.
type argument struct {
	given    bool
	number   int
	variable string
}

// token is a name, a number, a string or a sign.
type token struct {
	text string
	at   errors.Location
}

// scan cuts a query into tokens. Strings count for nothing and become "".
func scan(text string) []token {
	var out []token
	line, begin := 1, 0
	for i := 0; i < len(text); {
		c := text[i]
		at := errors.Location{Line: line, Column: i - begin + 1}
		switch {
		case c == '\n':
			line, begin = line+1, i+1
			i++
		case c == ' ' || c == '\t' || c == '\r' || c == ',':
			i++
		case c == '#':
			if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(text)
			}
		case strings.HasPrefix(text[i:], `"""`):
			n := strings.Index(text[i+3:], `"""`)
			if n < 0 {
				return out
			}
			if lines := strings.Count(text[i:i+n+6], "\n"); lines > 0 {
				line, begin = line+lines, i+strings.LastIndexByte(text[i:i+n+6], '\n')+1
			}
			i += n + 6
			out = append(out, token{`""`, at})
		case c == '"':
			i++
			for i < len(text) && text[i] != '"' {
				if text[i] == '\\' {
					i++
				}
				i++
			}
			i++
			out = append(out, token{`""`, at})
		case strings.HasPrefix(text[i:], "..."):
			i += 3
			out = append(out, token{"...", at})
		case isWord(c):
			n := i
			for n < len(text) && isWord(text[n]) {
				n++
			}
			out = append(out, token{text[i:n], at})
			i = n
		default:
			i++
			out = append(out, token{string(c), at})
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c == '-' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

type reader struct {
	tokens []token
	at     int
	depth  int
}

func (r *reader) peek() string {
	if r.at < len(r.tokens) {
		return r.tokens[r.at].text
	}
	return ""
}

func (r *reader) next() token {
	if r.at >= len(r.tokens) {
		return token{}
	}
	r.at++
	return r.tokens[r.at-1]
}

// parseDocument reads every operation and fragment.
func parseDocument(text string) *document {
	r := &reader{tokens: scan(text)}
	d := &document{fragments: map[string][]*selection{}}
	for r.at < len(r.tokens) {
		switch word := r.next().text; word {
		case "{":
			r.at--
			d.operations = append(d.operations, operation{fields: r.fields()})
		case "query":
			o := operation{defaults: map[string]int{}}
			if isName(r.peek()) {
				o.name = r.next().text
			}
			if r.peek() == "(" {
				r.variables(o.defaults)
			}
			r.until("{")
			o.fields = r.fields()
			d.operations = append(d.operations, o)
		case "fragment":
			name := r.next().text
			r.until("{")
			d.fragments[name] = r.fields()
		}
	}
	return d
}

func isName(s string) bool { return s != "" && isWord(s[0]) }

// until goes to a sign without taking it.
func (r *reader) until(sign string) {
	for r.at < len(r.tokens) && r.peek() != sign {
		r.at++
	}
}

// variables reads the defaults of "($n: Int = 10)".
func (r *reader) variables(defaults map[string]int) {
	name := ""
	for r.at < len(r.tokens) {
		switch r.next().text {
		case ")":
			return
		case "$":
			name = r.next().text
		case "=":
			if n, err := strconv.Atoi(r.peek()); err == nil {
				defaults[name] = n
			}
		}
	}
}

// fields reads a selection set. Deeper than a valid query goes nothing is read.
func (r *reader) fields() []*selection {
	if r.next().text != "{" || r.depth >= deepestQuery {
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	var out []*selection
	for r.at < len(r.tokens) {
		t := r.next()
		switch {
		case t.text == "}":
			return out
		case t.text == "...":
			out = append(out, r.fragment())
		case isName(t.text):
			out = append(out, r.field(t))
		}
	}
	return out
}

func (r *reader) fragment() *selection {
	s := &selection{}
	if name := r.peek(); isName(name) && name != "on" {
		s.fragment = r.next().text
		r.directives()
		return s
	}
	r.until("{")
	s.fields = r.fields()
	return s
}

func (r *reader) field(name token) *selection {
	s := &selection{key: name.text, at: name.at}
	if r.peek() == ":" {
		r.at += 2
	}
	if r.peek() == "(" {
		s.size = r.arguments()
	}
	r.directives()
	if r.peek() == "{" {
		s.fields = r.fields()
	}
	return s
}

func (r *reader) directives() {
	for r.peek() == "@" {
		r.at += 2
		if r.peek() == "(" {
			r.arguments()
		}
	}
}

// arguments reads "(first: 10, orderBy: {...})" and keeps first or last of its top level.
func (r *reader) arguments() argument {
	var out argument
	depth := 0
	for r.at < len(r.tokens) {
		t := r.next().text
		switch t {
		case "(", "{", "[":
			depth++
		case ")", "}", "]":
			if depth--; depth == 0 {
				return out
			}
		case "first", "last":
			if depth != 1 || r.peek() != ":" {
				continue
			}
			r.at++
			out.given = true
			if r.peek() == "$" {
				r.at++
				out.variable = r.next().text
			} else if n, err := strconv.Atoi(r.peek()); err == nil {
				out.number = n
			} else {
				out.given = false // null
			}
		}
	}
	return out
}
