package usage

import "strings"

type kind uint8

const (
	word    kind = iota
	mark         // punctuation, of one or two bytes
	digit        // a number
	text         // a whole literal, without its quotes
	piece        // a part of a literal that has code in it
	attr         // a name that stands for itself: an attribute of an element
	newline      // the end of a logical line, of Python only
)

// token is a piece of code. Comments and blanks are none.
type token struct {
	text   string
	line   int32 // where it begins
	last   int32 // where it ends; of a logical line's end, the indent of the next
	kind   kind
	joined bool // nothing stands between it and the token before
}

func (t token) is(sign string) bool { return t.kind == mark && t.text == sign }

func (t token) word(text string) bool { return t.kind == word && t.text == text }

// literal is a text in the code that may itself have code in it.
type literal struct {
	close  string // ends the text
	open   string // begins code; "" if the text has none
	back   byte   // ends that code
	escape bool   // a backslash hides the byte after it
	lines  bool   // may have several lines
	twice  bool   // the end written twice stands for itself
	braces bool   // a doubled opening brace stands for itself
	state  byte   // of an element of JSX: in its tag or between its tags
	mine   bool   // the language's own lexer goes on with it
	depth  int    // brackets open in its code
	inner  int    // of JSX: elements open
}

// lexer cuts a body into tokens. Each language has its own special step for comments and
// texts; the rest is common to all.
type lexer struct {
	src    string
	at     int
	line   int32
	tokens []token
	frames []literal // the texts that the code at hand is inside of
	resume func(literal)
	end    int // where the last token ended
}

func newLexer(src string) *lexer {
	return &lexer{src: src, line: 1, tokens: make([]token, 0, len(src)/5+8)}
}

// run cuts to the end. The special step reports whether it took what stands at l.at.
func (l *lexer) run(special func(c byte) bool) {
	for l.at < len(l.src) && len(l.tokens) < maxTokens {
		c, from := l.src[l.at], l.at
		switch {
		case c == '\n':
			l.line++
			l.at++
		case c <= ' ':
			l.at++
		case special(c):
			if l.at == from { // a step that takes nothing must not be asked twice
				l.at++
			}
		case starts(c):
			l.word()
		case isDigit(c):
			l.number()
		default:
			l.mark()
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// starts reports a byte that begins a name. Whatever is not ASCII is taken for a letter.
func starts(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func continues(c byte) bool { return starts(c) || isDigit(c) }

func (l *lexer) peek(ahead int) byte {
	if l.at+ahead >= len(l.src) {
		return 0
	}
	return l.src[l.at+ahead]
}

func (l *lexer) sees(s string) bool { return strings.HasPrefix(l.src[l.at:], s) }

// last is the token before.
func (l *lexer) last() token {
	if len(l.tokens) == 0 {
		return token{kind: newline}
	}
	return l.tokens[len(l.tokens)-1]
}

// add appends the token that ends at to and moves there.
func (l *lexer) add(k kind, from, to int) {
	l.tokens = append(l.tokens, token{kind: k, text: l.src[from:to], line: l.line, last: l.line, joined: l.end == from})
	l.at, l.end = to, to
}

func (l *lexer) word() {
	to := l.at + 1
	for to < len(l.src) && continues(l.src[to]) {
		to++
	}
	l.add(word, l.at, to)
}

// number takes digits with what sticks to them: 0x1F, 1_000, 1e9, 2.5. The dot of "1..5"
// and of "1.max" is no part of it.
func (l *lexer) number() {
	to := l.at + 1
	for to < len(l.src) {
		c := l.src[to]
		if c == '.' && to+1 < len(l.src) && isDigit(l.src[to+1]) || continues(c) {
			to++
			continue
		}
		break
	}
	l.add(digit, l.at, to)
}

// mark takes punctuation, two bytes where they are one sign, and keeps account of the
// brackets in a text's code.
func (l *lexer) mark() {
	c, size := l.src[l.at], 1
	switch next := l.peek(1); {
	case next == '=' && strings.IndexByte("=!<>:", c) >= 0,
		c == ':' && next == ':',
		c == '-' && next == '>', c == '=' && next == '>',
		c == '?' && (next == '.' || next == '?'),
		c == '<' && next == '-',
		c == '&' && next == '&', c == '|' && next == '|',
		c == '.' && next == '.':
		size = 2
	}
	if n := len(l.frames); n > 0 && size == 1 {
		f := &l.frames[n-1]
		switch {
		case c == f.back && f.depth == 0:
			l.at++
			l.pop()
			return
		case c == f.back:
			f.depth--
		case c == '{' && f.back == '}', c == '(' && f.back == ')':
			f.depth++
		}
	}
	l.add(mark, l.at, l.at+size)
}

// pop goes back from code into the text that it is in.
func (l *lexer) pop() {
	f := l.frames[len(l.frames)-1]
	l.frames = l.frames[:len(l.frames)-1]
	if f.mine {
		l.resume(f)
		return
	}
	l.literal(f, piece)
}

// quote begins a text whose opening takes skip bytes.
func (l *lexer) quote(skip int, f literal) {
	l.at += skip
	l.literal(f, text)
}

// literal takes a text up to its end or to the code in it.
func (l *lexer) literal(f literal, k kind) {
	from := l.at
	for i := l.at; i < len(l.src); i++ {
		c := l.src[i]
		switch {
		case c == '\n' && !f.lines:
			l.close(k, from, i, i)
			return
		case c == '\\' && f.escape && (f.open == "" || f.open[0] != '\\' || !strings.HasPrefix(l.src[i:], f.open)):
			if i+1 < len(l.src) && !(f.braces && (l.src[i+1] == '{' || l.src[i+1] == '}')) {
				i++
			}
		case c == f.close[0] && strings.HasPrefix(l.src[i:], f.close):
			if f.twice && strings.HasPrefix(l.src[i+len(f.close):], f.close) {
				i += 2*len(f.close) - 1
				continue
			}
			l.close(k, from, i, i+len(f.close))
			return
		case f.open != "" && c == f.open[0] && strings.HasPrefix(l.src[i:], f.open):
			if f.braces && i+1 < len(l.src) && l.src[i+1] == '{' {
				i++
				continue
			}
			if len(l.frames) >= maxFrames {
				continue
			}
			l.close(piece, from, i, i+len(f.open))
			f.depth = 0
			l.frames = append(l.frames, f)
			return
		}
	}
	l.close(k, from, len(l.src), len(l.src))
}

// close adds a text that may have several lines and moves on behind it.
func (l *lexer) close(k kind, from, to, next int) {
	lines := int32(strings.Count(l.src[from:to], "\n"))
	l.tokens = append(l.tokens, token{kind: k, text: l.src[from:to], line: l.line, last: l.line + lines})
	l.line += lines
	l.at, l.end = next, next
}

// skip leaves out what is no code, up to an offset.
func (l *lexer) skip(to int) {
	to = min(to, len(l.src))
	l.line += int32(strings.Count(l.src[l.at:to], "\n"))
	l.at = to
}

// until is the offset of a sign at or after from, or the end.
func (l *lexer) until(from int, sign string) int {
	if from >= len(l.src) {
		return len(l.src)
	}
	if i := strings.Index(l.src[from:], sign); i >= 0 {
		return from + i
	}
	return len(l.src)
}

// skipLine leaves out the rest of the line.
func (l *lexer) skipLine() { l.at = l.until(l.at, "\n") }

// skipBlock leaves out a comment as C writes it; in some languages one may lie inside
// another.
func (l *lexer) skipBlock(nested bool) {
	depth := 0
	for i := l.at; i < len(l.src); i++ {
		switch {
		case strings.HasPrefix(l.src[i:], "*/"):
			i++
			if depth--; depth <= 0 {
				l.skip(i + 1)
				return
			}
		case (nested || depth == 0) && strings.HasPrefix(l.src[i:], "/*"):
			depth++
			i++
		}
	}
	l.skip(len(l.src))
}

// codeLines counts the lines that tokens stand on.
func codeLines(tokens []token) int {
	count, seen := 0, int32(0)
	for i, t := range tokens {
		if t.kind == newline || remark(tokens, i) {
			continue
		}
		if from := max(t.line, seen+1); t.last >= from {
			count += int(t.last - from + 1)
			seen = t.last
		}
	}
	return count
}

// remark reports a text that is a whole line of Python: a docstring.
func remark(tokens []token, i int) bool {
	return tokens[i].kind == text && i+1 < len(tokens) && tokens[i+1].kind == newline &&
		(i == 0 || tokens[i-1].kind == newline)
}

// first reports that a token is the first of its line.
func first(tokens []token, i int) bool {
	return i <= 0 || i >= len(tokens) || tokens[i-1].last < tokens[i].line
}
