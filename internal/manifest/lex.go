package manifest

import (
	"slices"
	"strings"
)

// syntax is what the lexer must know of a language, so that comments and strings do not
// fool the readers of build scripts.
type syntax struct {
	comments []string // that run to the end of the line
	block    bool     // /* */
	nested   bool     // /* /* */ */
	hashed   bool     // =begin, =end and __END__ of Ruby
	triple   bool     // """ and '''
	heredoc  bool     // <<EOF, <<-EOF, <<~EOF
	quotes   string   // characters that delimit strings
	words    string   // characters of words beside letters, digits and "_"
}

var (
	groovySyntax  = syntax{comments: []string{"//"}, block: true, nested: false, triple: true, quotes: `"'`}
	kotlinSyntax  = syntax{comments: []string{"//"}, block: true, nested: true, triple: true, quotes: "\"'`"}
	scalaSyntax   = syntax{comments: []string{"//"}, block: true, nested: true, triple: true, quotes: `"`, words: "%"}
	swiftSyntax   = syntax{comments: []string{"//"}, block: true, nested: true, triple: true, quotes: `"`}
	rubySyntax    = syntax{comments: []string{"#"}, hashed: true, heredoc: true, quotes: `"'`}
	pythonSyntax  = syntax{comments: []string{"#"}, triple: true, quotes: `"'`}
	elixirSyntax  = syntax{comments: []string{"#"}, triple: true, quotes: `"`}
	erlangSyntax  = syntax{comments: []string{"%"}, quotes: `"'`}
	cmakeSyntax   = syntax{comments: []string{"#"}, quotes: `"`, words: "-.${}/:+"}
	terraformLang = syntax{comments: []string{"#", "//"}, block: true, heredoc: true, quotes: `"`, words: "-"}
)

type kind byte

const (
	aWord   kind = iota // an identifier or a number
	aString             // what stands between quotes, escapes as written
	aMark               // one other character
	lineEnd
)

type token struct {
	kind kind
	text string
	line int
}

func (t token) is(mark string) bool { return t.kind == aMark && t.text == mark }
func (t token) word(w string) bool  { return t.kind == aWord && t.text == w }
func (t token) endsStatement() bool { return t.kind == lineEnd || t.is(";") }
func (t token) opens() bool {
	return t.kind == aMark && (t.text == "(" || t.text == "[" || t.text == "{")
}

func (t token) closes() bool {
	return t.kind == aMark && (t.text == ")" || t.text == "]" || t.text == "}")
}
func (t token) oneOf(w ...string) bool { return t.kind == aWord && slices.Contains(w, t.text) }

// lexer cuts a script into tokens. A string that is not closed ends with its line, so that
// what the lexer does not know (regular expressions, interpolation) harms one line only.
type lexer struct {
	syntax syntax
	text   string
	pos    int
	line   int
	tokens []token
	closes map[string]int // trimmed lines that can end a heredoc -> the last place of each
	ends   []string       // heredocs that begin after this line
}

func lex(s syntax, text string) []token {
	l := &lexer{syntax: s, text: text, line: 1}
	for l.pos < len(l.text) {
		l.next()
	}
	l.put(lineEnd, "")
	return l.tokens
}

func (l *lexer) put(k kind, text string) {
	l.tokens = append(l.tokens, token{kind: k, text: text, line: l.line})
}

func (l *lexer) rest() string { return l.text[l.pos:] }

func (l *lexer) next() {
	c := l.text[l.pos]
	switch {
	case c == '\n':
		l.newLine()
	case c <= ' ':
		l.pos++
	case l.comment():
	case strings.IndexByte(l.syntax.quotes, c) >= 0:
		l.quoted(c)
	case l.isWord(c):
		from := l.pos
		for l.pos < len(l.text) && l.isWord(l.text[l.pos]) {
			l.pos++
		}
		l.put(aWord, l.text[from:l.pos])
	case c == '<' && l.syntax.heredoc && l.opensHeredoc():
	default:
		l.put(aMark, l.text[l.pos:l.pos+1])
		l.pos++
	}
}

func (l *lexer) isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80 || strings.IndexByte(l.syntax.words, c) >= 0
}

func (l *lexer) newLine() {
	l.put(lineEnd, "")
	l.pos++
	l.line++
	for _, end := range l.ends {
		l.skipHeredoc(end)
	}
	l.ends = l.ends[:0]
	if !l.syntax.hashed {
		return
	}
	switch rest := l.rest(); {
	case strings.HasPrefix(rest, "__END__\n"):
		l.pos = len(l.text)
	case strings.HasPrefix(rest, "=begin"):
		end := strings.Index(rest, "\n=end")
		if end < 0 {
			end = len(rest)
		}
		l.skip(end)
		l.skipLine()
		if strings.HasPrefix(l.rest(), "\n=end") {
			l.skip(1)
			l.skipLine()
		}
	}
}

// skip moves over n bytes and counts their lines.
func (l *lexer) skip(n int) {
	l.line += strings.Count(l.text[l.pos:l.pos+n], "\n")
	l.pos += n
}

func (l *lexer) skipLine() {
	if end := strings.IndexByte(l.rest(), '\n'); end >= 0 {
		l.pos += end
		return
	}
	l.pos = len(l.text)
}

// comment skips a comment, if one begins here.
func (l *lexer) comment() bool {
	rest := l.rest()
	for _, start := range l.syntax.comments {
		if strings.HasPrefix(rest, start) {
			l.skipLine()
			return true
		}
	}
	if !l.syntax.block || !strings.HasPrefix(rest, "/*") {
		return false
	}
	depth := 0
	for l.pos < len(l.text) {
		switch rest := l.rest(); {
		case strings.HasPrefix(rest, "*/"):
			l.pos += 2
			if depth--; depth <= 0 || !l.syntax.nested {
				return true
			}
		case strings.HasPrefix(rest, "/*"):
			depth++
			l.pos += 2
		case rest[0] == '\n':
			l.line++
			l.pos++
		default:
			l.pos++
		}
	}
	return true
}

func (l *lexer) quoted(quote byte) {
	long := strings.Repeat(string(quote), 3)
	if l.syntax.triple && strings.HasPrefix(l.rest(), long) {
		from := l.pos + 3
		end := strings.Index(l.text[from:], long)
		if end < 0 {
			end = len(l.text) - from
		}
		l.put(aString, l.text[from:from+end])
		l.skip(min(3+end+3, len(l.text)-l.pos))
		return
	}
	l.pos++
	from := l.pos
	for l.pos < len(l.text) && l.text[l.pos] != quote && l.text[l.pos] != '\n' {
		if l.text[l.pos] == '\\' && l.pos+1 < len(l.text) && l.text[l.pos+1] != '\n' {
			l.pos++
		}
		l.pos++
	}
	l.put(aString, l.text[from:l.pos])
	if l.pos < len(l.text) && l.text[l.pos] == quote {
		l.pos++
	}
}

// opensHeredoc notes a heredoc, whose text begins with the next line. One without an end
// is none.
func (l *lexer) opensHeredoc() bool {
	rest := l.rest()
	if !strings.HasPrefix(rest, "<<") {
		return false
	}
	name := strings.TrimLeft(rest[2:min(len(rest), 2+2)], "-~")
	from := 4 - len(name)
	quoted := from < len(rest) && (rest[from] == '"' || rest[from] == '\'')
	if quoted {
		from++
	}
	end := from
	for end < len(rest) && end-from < maxName && (rest[end] >= 'A' && rest[end] <= 'Z' || rest[end] == '_' || rest[end] >= '0' && rest[end] <= '9') {
		end++
	}
	if end == from || end >= len(rest) {
		return false
	}
	mark := rest[from:end]
	if last, ok := l.ending(mark); !ok || last <= l.pos {
		return false
	}
	l.ends = append(l.ends, mark)
	if quoted {
		end++
	}
	l.pos += end
	l.put(aString, "")
	return true
}

// ending is where the line that can end a heredoc stands last.
func (l *lexer) ending(mark string) (int, bool) {
	if l.closes == nil {
		l.closes = lastLines(l.text)
	}
	last, ok := l.closes[mark]
	return last, ok
}

// lastLines tells where each line of a text, trimmed, begins last, so that a heredoc
// without an end costs nothing.
func lastLines(text string) map[string]int {
	last := map[string]int{}
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		if mark := strings.TrimSpace(line); mark != "" && len(mark) <= maxName {
			last[mark] = at
		}
		at += len(line) + 1
	}
	return last
}

func (l *lexer) skipHeredoc(mark string) {
	if l.closes[mark] < l.pos {
		return
	}
	for l.pos < len(l.text) {
		line, _, more := strings.Cut(l.rest(), "\n")
		l.pos += len(line)
		if more {
			l.pos++
			l.line++
		}
		if strings.TrimSpace(line) == mark {
			return
		}
	}
}
