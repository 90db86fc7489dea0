package usage

import (
	"strings"
	"unicode/utf8"
)

// clike is how a language with the comments of C writes its texts.
type clike struct {
	nested    bool   // comments lie in comments
	lines     bool   // a plain text may have several lines
	open      string // begins code in a plain text
	back      byte
	triple    bool // """ ... """
	single    bool // ' ... ' is a text like the others, not a letter
	raw       bool // r"..." knows no backslash
	prefixed  bool // Scala: a letter before a text allows code in it
	verbatim  bool // C#: @"..." and $"..."
	hashes    bool // Swift: #"..."#
	rust      bool // Rust: r#"..."#, lifetimes
	delimited bool // C++: R"x(...)x", 1'000
	backtick  bool // `name` is a name
	ticks     bool // Go: `...` is a text
	dollar    bool // $ is a letter
}

var clikes = map[Language]clike{
	Go:         {ticks: true},
	Java:       {triple: true, dollar: true},
	Groovy:     {triple: true, single: true, open: "${", back: '}', dollar: true},
	Kotlin:     {nested: true, triple: true, open: "${", back: '}', backtick: true},
	Scala:      {nested: true, triple: true, prefixed: true, open: "${", back: '}', backtick: true},
	CSharp:     {verbatim: true, triple: true},
	Rust:       {nested: true, lines: true, rust: true},
	Swift:      {nested: true, triple: true, hashes: true, open: `\(`, back: ')', backtick: true},
	C:          {delimited: true},
	CPP:        {delimited: true},
	ObjectiveC: {delimited: true},
	Dart:       {nested: true, triple: true, single: true, raw: true, open: "${", back: '}', dollar: true},
}

// clikeLexer cuts the languages whose comments are those of C.
type clikeLexer struct {
	*lexer
	clike
}

func lexClike(lang Language, body string) []token {
	c := &clikeLexer{lexer: newLexer(body), clike: clikes[lang]}
	c.run(c.special)
	return c.tokens
}

func (l *clikeLexer) special(c byte) bool {
	switch c {
	case '/':
		switch l.peek(1) {
		case '/':
			l.skipLine()
			return true
		case '*':
			l.skipBlock(l.nested)
			return true
		}
	case '"':
		l.plain(0, l.open != "" && !l.prefixed, true)
		return true
	case '\'':
		return l.apostrophe()
	case '`':
		switch {
		case l.backtick:
			l.quoted()
			return true
		case l.ticks:
			l.quote(1, literal{close: "`", lines: true})
			return true
		}
	case '$':
		if l.dollar && starts(l.peek(1)) {
			l.word()
			return true
		}
	}
	return l.prefix(c)
}

// plain takes a text whose quote stands skip bytes ahead.
func (l *clikeLexer) plain(skip int, code, escape bool) {
	quote := l.src[l.at+skip : l.at+skip+1]
	f := literal{close: quote, escape: escape, lines: l.lines}
	if l.triple && strings.HasPrefix(l.src[l.at+skip:], quote+quote+quote) {
		f.close, f.lines = quote+quote+quote, true
	}
	if code {
		f.open, f.back = l.open, l.back
	}
	l.quote(skip+len(f.close), f)
}

// apostrophe takes a text, a letter or the lifetime of a reference.
func (l *clikeLexer) apostrophe() bool {
	switch {
	case l.single:
		l.plain(0, l.open != "", true)
		return true
	case l.delimited && l.last().kind == digit && l.end == l.at: // 1'000
		l.at++
		return true
	}
	rest := l.src[l.at+1 : min(len(l.src), l.at+16)]
	if strings.HasPrefix(rest, `\`) || !l.rust && !l.prefixed {
		l.quote(1, literal{close: "'", escape: true})
		return true
	}
	if _, size := utf8.DecodeRuneInString(rest); size > 0 && strings.HasPrefix(rest[size:], "'") {
		l.quote(1, literal{close: "'"})
		return true
	}
	l.at++ // a lifetime or a symbol: what follows is a word
	for l.rust && continues(l.peek(0)) {
		l.at++
	}
	return true
}

// quoted takes a name in backticks.
func (l *clikeLexer) quoted() {
	from := l.at + 1
	to := from
	for to < len(l.src) && l.src[to] != '`' && l.src[to] != '\n' {
		to++
	}
	if to > from {
		l.add(word, from, to)
	}
	l.at = min(to+1, len(l.src))
	l.end = l.at
}

// prefix takes a text that letters or signs begin.
func (l *clikeLexer) prefix(c byte) bool {
	next := l.peek(1)
	switch {
	case l.delimited && c == '#' && l.last().last < l.line:
		l.directive()
		return true
	case l.verbatim && (c == '@' || c == '$'):
		return l.sharp()
	case l.hashes && c == '#' && (next == '"' || next == '#'):
		return l.fenced(0)
	case l.rust && (c == 'r' && (next == '"' || next == '#') || (c == 'b' || c == 'c') && next == 'r' && (l.peek(2) == '"' || l.peek(2) == '#')):
		return l.fenced(strings.IndexByte(l.src[l.at:], 'r') + 1)
	case l.delimited && c == 'R' && next == '"':
		return l.rawDelimited()
	case l.raw && c == 'r' && (next == '"' || next == '\''):
		l.plain(1, false, false)
		return true
	case l.prefixed && starts(c):
		return l.interpolated()
	}
	return false
}

// sharp takes the texts of C#: @"a ""b""", $"a {b}", $@"", and three quotes or more.
func (l *clikeLexer) sharp() bool {
	skip, code, verbatim := 0, false, false
	for ; skip < 8; skip++ {
		switch l.peek(skip) {
		case '$':
			code = true
			continue
		case '@':
			verbatim = true
			continue
		}
		break
	}
	if l.peek(skip) != '"' {
		return false
	}
	f := literal{close: `"`, escape: !verbatim, twice: verbatim, lines: verbatim}
	if strings.HasPrefix(l.src[l.at+skip:], `"""`) && !verbatim {
		f = literal{close: `"""`, lines: true}
	}
	if code {
		f.open, f.back, f.braces = "{", '}', true
	}
	l.quote(skip+len(f.close), f)
	return true
}

// fenced takes a text in as many number signs behind as before: r##"..."##.
func (l *clikeLexer) fenced(skip int) bool {
	from := l.at + skip
	to := from
	for to < len(l.src) && l.src[to] == '#' && to-from < maxName {
		to++
	}
	if to >= len(l.src) || l.src[to] != '"' {
		return false
	}
	l.quote(to+1-l.at, literal{close: `"` + l.src[from:to], lines: true})
	return true
}

// rawDelimited takes R"x(...)x".
func (l *clikeLexer) rawDelimited() bool {
	const longest = 16 // of the delimiter, by the standard
	head := l.src[l.at+2 : min(len(l.src), l.at+3+longest)]
	bracket := strings.IndexByte(head, '(')
	if bracket < 0 {
		return false
	}
	l.quote(3+bracket, literal{close: ")" + head[:bracket] + `"`, lines: true})
	return true
}

// interpolated takes the texts of Scala that a word allows code in: s"${a}".
func (l *clikeLexer) interpolated() bool {
	to := l.at
	for to < len(l.src) && continues(l.src[to]) {
		to++
	}
	if to >= len(l.src) || l.src[to] != '"' {
		l.add(word, l.at, to)
		return true
	}
	l.plain(to-l.at, true, true)
	return true
}

// directive takes the name of a directive of C as one word, "#include", and the header
// after it as a text, or as a piece if it is in quotes. After "#if" stands what it asks.
func (l *clikeLexer) directive() {
	from, at := l.at, l.at+1
	for at < len(l.src) && (l.src[at] == ' ' || l.src[at] == '\t') {
		at++
	}
	to := at
	for to < len(l.src) && continues(l.src[to]) {
		to++
	}
	l.add(word, from, to)
	l.tokens[len(l.tokens)-1].text = "#" + l.src[at:to]
	if name := l.src[at:to]; name != "include" && name != "import" && name != "include_next" {
		return
	}
	for l.peek(0) == ' ' || l.peek(0) == '\t' {
		l.at++
	}
	shut, k := byte('>'), text
	switch l.peek(0) {
	case '"':
		shut, k = '"', piece
	case '<':
	default:
		return
	}
	from = l.at + 1
	for to = from; to < len(l.src) && l.src[to] != shut && l.src[to] != '\n'; to++ {
		continue
	}
	l.add(k, min(from, len(l.src)), to)
	if l.peek(0) == shut {
		l.at++
	}
}
