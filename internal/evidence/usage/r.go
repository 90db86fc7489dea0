package usage

import "strings"

// lexR cuts R.
func lexR(body string) []token {
	l := newLexer(body)
	l.run(func(c byte) bool {
		switch {
		case c == '#':
			l.skipLine()
		case (c == 'r' || c == 'R') && (l.peek(1) == '"' || l.peek(1) == '\''):
			return rawR(l)
		case c == '"' || c == '\'' || c == '`':
			l.quote(1, literal{close: string(c), escape: true, lines: true})
		case starts(c) || c == '.' && starts(l.peek(1)):
			to := l.at + 1
			for to < len(l.src) && (continues(l.src[to]) || l.src[to] == '.') {
				to++
			}
			l.add(word, l.at, to)
		default:
			return false
		}
		return true
	})
	return l.tokens
}

// rawR takes r"--(a)--".
func rawR(l *lexer) bool {
	from := l.at + 2
	to := from
	for to < len(l.src) && l.src[to] == '-' && to < from+maxName {
		to++
	}
	if to >= len(l.src) || strings.IndexByte("([{", l.src[to]) < 0 {
		return false
	}
	l.quote(to+1-l.at, literal{close: string(closing(l.src[to])) + l.src[from:to] + string(l.src[from-1]), lines: true})
	return true
}

// rReader reads library(a), require("a"), requireNamespace("a"), p_load(a, b), and
// pkg::fun, which needs none of them. A package that is attached binds no name that can be
// known, so it is used.
type rReader struct {
	stream
	packages map[string]int
}

func readR(body string) File {
	r := rReader{stream: newStream(lexR(body)), packages: map[string]int{}}
	for i, t := range r.tokens {
		if t.kind != word || r.at(i-1).is("$") {
			continue
		}
		switch t.text {
		case "library", "require", "requireNamespace", "loadNamespace", "p_load":
			if r.at(i + 1).is("(") {
				r.attach(i)
			}
		default:
			if r.at(i+1).is("::") && !r.at(i-1).is("::") {
				r.namespace(i)
			}
		}
	}
	return r.done(r.tokens)
}

func (r *rReader) load(pkg string, line int32) {
	number := r.add(Import{Path: pkg, Line: int(line), Used: true})
	if _, ok := r.packages[pkg]; !ok {
		r.packages[pkg] = number
	}
}

func (r *rReader) attach(i int) {
	call := r.at(i)
	quoted := call.text == "requireNamespace" || call.text == "loadNamespace"
	for at := i + 2; ; at += 2 {
		t, after := r.at(at), r.at(at+1)
		if t.kind != text && (t.kind != word || quoted) || !after.is(",") && !after.is(")") {
			return
		}
		if t.kind == word && r.at(at+2).word("character.only") { // the name of a variable
			return
		}
		r.load(t.text, call.line)
		if call.text != "p_load" || after.is(")") {
			return
		}
	}
}

// namespace counts pkg::fun and pkg:::fun.
func (r *rReader) namespace(i int) {
	pkg, at := r.at(i).text, i+2
	if r.at(at).is(":") {
		at++
	}
	if k := r.at(at).kind; k != word && k != text {
		return
	}
	if _, ok := r.packages[pkg]; !ok {
		r.load(pkg, r.at(i).line)
	}
	if number := r.packages[pkg]; number >= 0 {
		r.count([]int{number}, r.at(at).text, r.at(i).line)
	}
}
