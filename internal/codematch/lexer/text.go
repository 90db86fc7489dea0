package lexer

import (
	"bytes"
	"unicode/utf8"
)

// isPrefix tells a word that belongs to the string behind it.
func (s *scanner) isPrefix(word []byte, quote byte) bool {
	if len(word) > 3 {
		return false
	}
	for _, p := range s.rules.prefixes {
		if len(p) != len(word) {
			continue
		}
		if string(word) == p || s.rules.language == Python && bytes.EqualFold(word, []byte(p)) {
			return quote == '"' || s.rules.language != Rust || p == "b"
		}
	}
	return false
}

// prefixed takes a string whose prefix ends where its quote stands.
func (s *scanner) prefixed(at int) {
	prefix := s.src[s.pos:at]
	raw := bytes.ContainsAny(prefix, "rR")
	switch s.rules.language {
	case Python:
		s.emit(Text, s.pythonEnd(at, bytes.ContainsAny(prefix, "fFtT")))
	case Rust:
		if raw {
			s.emit(Text, s.find(at+1, `"`))
			return
		}
		s.emit(Text, s.plainEnd(at, s.src[at] == '"'))
	default:
		if raw && s.src[at] == '"' {
			s.emit(Text, s.cppRawEnd(at))
			return
		}
		s.emit(Text, s.plainEnd(at, false))
	}
}

// quote takes the literal that begins with a quote.
func (s *scanner) quote() {
	c := s.src[s.pos]
	switch s.rules.language {
	case Python:
		if c == '`' {
			s.emit(Operator, s.pos+1)
			return
		}
		s.emit(Text, s.pythonEnd(s.pos, false))
	case JavaScript, TypeScript:
		s.javascriptQuote(c)
	case Go:
		if c == '`' {
			s.emit(Text, s.find(s.pos+1, "`"))
			return
		}
		s.emit(Text, s.plainEnd(s.pos, false))
	case Rust:
		s.rustQuote(c)
	case Ruby:
		if c == '\'' {
			s.emit(Text, s.plainEnd(s.pos, true))
			return
		}
		s.emit(Text, s.interpolated(s.pos, frame{close: c, hole: "#{", multiline: true, escapes: true}))
	case PHP:
		if c == '"' {
			s.emit(Text, s.interpolated(s.pos, frame{close: c, hole: "{$", multiline: true, escapes: true}))
			return
		}
		s.emit(Text, s.plainEnd(s.pos, true))
	default:
		if c == '"' && s.has(s.pos, `"""`) && (s.rules.language == Java || s.rules.language == CSharp) {
			s.emit(Text, s.tripleEnd(s.pos))
			return
		}
		s.emit(Text, s.plainEnd(s.pos, false))
	}
}

// javascriptQuote takes a string or a template. An apostrophe inside of a word stands in the
// text of JSX and begins nothing.
func (s *scanner) javascriptQuote(c byte) {
	switch {
	case c == '`':
		s.emit(Text, s.interpolated(s.pos, frame{close: c, hole: "${", multiline: true, escapes: true}))
	case c == '\'' && s.insideWord():
		s.emit(Operator, s.pos+1)
	default:
		s.emit(Text, s.plainEnd(s.pos, false))
	}
}

// insideWord tells whether a name ends right here.
func (s *scanner) insideWord() bool {
	if s.last < s.first {
		return false
	}
	t := s.tokens[s.last]
	if t.Kind != Word || int(t.End) != s.pos {
		return false
	}
	_, keyword := s.rules.keywords[string(t.Of(s.src))]
	return !keyword
}

// plainEnd is the end of a string from its quote on: behind the same quote, or where its
// line ends when it may not go over lines.
func (s *scanner) plainEnd(i int, multiline bool) int {
	quote := s.src[i]
	for i++; i < len(s.src); i++ {
		switch s.src[i] {
		case quote:
			return i + 1
		case '\\':
			i++
			if s.at(i) == '\r' && s.at(i+1) == '\n' {
				i++
			}
		case '\n':
			if !multiline {
				return s.beforeBreak(i)
			}
		}
	}
	return len(s.src)
}

// beforeBreak is the place before the line break at a place.
func (s *scanner) beforeBreak(i int) int {
	if s.at(i-1) == '\r' {
		return i - 1
	}
	return i
}

// tripleEnd is the end of a text block of Java or a raw string of C#, which has three quotes
// or more on either side.
func (s *scanner) tripleEnd(i int) int {
	if s.rules.language == Java {
		return s.escapedEnd(i+3, `"""`)
	}
	quotes := i
	for s.at(quotes) == '"' {
		quotes++
	}
	n := quotes - i
	for i = quotes; i < len(s.src); i++ {
		if s.src[i] != '"' {
			continue
		}
		from := i
		for s.at(i) == '"' {
			i++
		}
		if i-from >= n {
			return i
		}
	}
	return len(s.src)
}

// escapedEnd is the place behind a mark that no backslash precedes.
func (s *scanner) escapedEnd(i int, mark string) int {
	for ; i < len(s.src); i++ {
		if s.src[i] == '\\' {
			i++
		} else if s.src[i] == mark[0] && s.has(i, mark) {
			return i + len(mark)
		}
	}
	return len(s.src)
}

// pythonEnd is the end of a string of Python from its quote on.
func (s *scanner) pythonEnd(i int, formatted bool) int {
	c := s.src[i]
	mark := tripleMark(c)
	triple := s.has(i, mark)
	switch {
	case formatted:
		return s.interpolated(i, frame{close: c, triple: triple, hole: "{", multiline: triple, escapes: true})
	case triple:
		return s.escapedEnd(i+3, mark) // a backslash keeps a quote from closing a raw string too
	}
	return s.plainEnd(i, false)
}

func tripleMark(c byte) string {
	if c == '"' {
		return `"""`
	}
	return `'''`
}

// cppRawEnd is the end of a raw string, R"mark(text)mark", from its quote on. A mark has at
// most 16 characters.
func (s *scanner) cppRawEnd(i int) int {
	open := bytes.IndexByte(s.src[i:min(i+18, len(s.src))], '(')
	if open < 0 {
		return s.plainEnd(i, false)
	}
	return s.find(i+open+1, ")"+string(s.src[i+1:i+open])+`"`)
}

// rustQuote takes a string, a character or a lifetime.
func (s *scanner) rustQuote(c byte) {
	if c == '`' {
		s.emit(Operator, s.pos+1)
		return
	}
	if c == '"' {
		s.emit(Text, s.plainEnd(s.pos, true))
		return
	}
	if s.at(s.pos+1) == '\\' {
		s.emit(Text, s.plainEnd(s.pos, false))
		return
	}
	_, n := utf8.DecodeRune(s.src[s.pos+1:])
	if s.at(s.pos+1+n) == '\'' && n > 0 {
		s.emit(Text, s.pos+n+2)
		return
	}
	if end := s.wordEnd(s.pos + 1); end > s.pos+1 {
		s.emit(Word, end)
		return
	}
	s.emit(Operator, s.pos+1)
}

// rustHash takes r#"text"# and r#name, whose letters end where the first # stands.
func (s *scanner) rustHash(at int) bool {
	switch string(s.src[s.pos:at]) {
	case "r", "br", "cr":
	default:
		return false
	}
	i := at
	for s.at(i) == '#' {
		i++
	}
	if s.at(i) == '"' {
		s.emit(Text, s.find(i+1, `"`+string(s.src[at:i])))
		return true
	}
	if end := s.wordEnd(at + 1); end > at+1 {
		s.emit(Word, end)
		return true
	}
	return false
}

// csharpText takes a string with signs before its quote: verbatim, interpolated, raw.
func (s *scanner) csharpText() bool {
	i, verbatim, dollars := s.pos, false, 0
	for ; s.at(i) == '$' || s.at(i) == '@'; i++ {
		if s.src[i] == '@' {
			verbatim = true
		} else {
			dollars++
		}
	}
	switch {
	case s.at(i) != '"':
		if verbatim && dollars == 0 && i == s.pos+1 {
			if end := s.wordEnd(i); end > i {
				s.emit(Word, end)
				return true
			}
		}
		return false
	case s.has(i, `"""`) && !verbatim:
		s.emit(Text, s.tripleEnd(i))
	case dollars > 0:
		s.emit(Text, s.interpolated(i, frame{close: '"', hole: "{", multiline: verbatim, escapes: !verbatim, doubled: verbatim}))
	default:
		s.emit(Text, s.interpolated(i, frame{close: '"', multiline: true, doubled: true}))
	}
	return true
}

// frame is a text with code in it, or code in a text.
type frame struct {
	close     byte   // the quote that ends a text; '}' for code
	triple    bool   // three of them
	hole      string // what begins code; "" is nothing
	multiline bool
	escapes   bool // a backslash hides the next byte
	doubled   bool // a doubled quote stands for one
	depth     int  // of brackets, in code
	format    bool // code of Python behind its colon: text again
}

// interpolated is the end of a text with code in it, from its quote on. The code may hold
// such texts again: a stack of frames keeps the time linear and the stack of calls short.
func (s *scanner) interpolated(i int, f frame) int {
	s.frames = append(s.frames[:0], f)
	outer := f.multiline
	i += f.width()
	for i < len(s.src) && len(s.frames) > 0 {
		top := &s.frames[len(s.frames)-1]
		if s.src[i] == '\n' && !outer {
			return s.beforeBreak(i)
		}
		if top.close == '}' && !top.format {
			i = s.inCode(i, top)
		} else {
			i = s.inText(i, top)
		}
	}
	return min(i, len(s.src))
}

// width is the length of the quote.
func (f *frame) width() int {
	if f.triple {
		return 3
	}
	return 1
}

// pop leaves the innermost frame.
func (s *scanner) pop() { s.frames = s.frames[:len(s.frames)-1] }

// inText goes one step on in a text and answers the next place.
func (s *scanner) inText(i int, f *frame) int {
	switch c := s.src[i]; {
	case c == '\\' && f.escapes:
		if s.at(i+1) == '\r' && s.at(i+2) == '\n' {
			return i + 3
		}
		return i + 2
	case c == f.close && (!f.triple || s.has(i, tripleMark(c))):
		if f.doubled && s.at(i+1) == c {
			return i + 2
		}
		n := f.width()
		s.pop()
		return i + n
	case c == '\n' && !f.multiline && len(s.frames) > 1:
		s.pop()
		return i + 1
	case f.hole != "" && c == f.hole[0] && s.has(i, f.hole):
		if f.hole == "{" && s.at(i+1) == '{' && !f.format {
			return i + 2
		}
		s.frames = append(s.frames, frame{close: '}'})
		return i + len(f.hole) - holeKept(f.hole)
	}
	return i + 1
}

// holeKept is how much of the opener of code is code: the $ of {$name.
func holeKept(hole string) int {
	if hole == "{$" {
		return 1
	}
	return 0
}

// inCode goes one step on in code and answers the next place.
func (s *scanner) inCode(i int, f *frame) int {
	switch c := s.src[i]; c {
	case '{', '(', '[':
		f.depth++
	case ')', ']':
		f.depth = max(0, f.depth-1)
	case '}':
		if f.depth == 0 {
			s.pop()
			break
		}
		f.depth--
	case ':':
		if s.rules.language == Python && f.depth == 0 {
			f.format, f.hole, f.multiline = true, "{", true
		}
	case '"', '\'', '`':
		inner := s.innerText(i, c)
		s.frames = append(s.frames, inner)
		return i + inner.width()
	}
	return i + 1
}

// innerText is the text that begins with a quote in the code of a text.
func (s *scanner) innerText(i int, c byte) frame {
	f := frame{close: c, escapes: true}
	switch s.rules.language {
	case Python:
		f.triple = s.has(i, tripleMark(c))
		f.multiline = f.triple
		if p := s.at(i-1) | 0x20; p == 'f' || p == 't' {
			f.hole = "{"
		}
	case JavaScript, TypeScript:
		if c == '`' {
			f.hole, f.multiline = "${", true
		}
	case Ruby:
		f.multiline = true
		if c != '\'' {
			f.hole = "#{"
		}
	case PHP:
		f.multiline = true
	case CSharp:
		p, q := s.at(i-1), s.at(i-2)
		f.doubled = p == '@' || q == '@' && p == '$'
		f.escapes, f.multiline = !f.doubled, f.doubled
		if p == '$' || q == '$' && p == '@' {
			f.hole = "{"
		}
	}
	return f
}

// regexp takes a regular expression where one can stand. One without an end is an operator,
// and so are all slashes up to where its end was looked for: that keeps the time linear.
func (s *scanner) regexp() bool {
	if s.pos < s.noRegexp || !s.regexpAllowed() {
		return false
	}
	multiline := s.rules.language == Ruby && !s.afterValue()
	class := false
	i := s.pos + 1
	for ; i < len(s.src); i++ {
		c := s.src[i]
		switch {
		case c == '\\':
			i++
			if s.at(i) == '\n' && !multiline {
				i--
			}
		case c == '\n' && !multiline:
			s.noRegexp = i
			return false
		case c == '[' && s.rules.language != Ruby:
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			s.emit(Text, s.wordEnd(i+1))
			return true
		}
	}
	s.noRegexp = len(s.src)
	return false
}

// regexpAllowed tells whether a slash can begin a regular expression here.
func (s *scanner) regexpAllowed() bool {
	if s.last < s.first {
		return true
	}
	t := s.tokens[s.last]
	gap := int(t.End) < s.pos
	if s.rules.language == Ruby {
		if !s.afterValue() {
			return true
		}
		next := s.at(s.pos + 1)
		return t.Kind == Word && gap && next != ' ' && next != '='
	}
	switch {
	case t.Kind == Operator && s.src[t.Start] == '<' && !gap: // </div>
		return false
	case t.Kind == Operator && s.src[t.Start] == '}':
		return bytes.IndexByte(s.src[t.End:s.pos], '\n') >= 0 // a statement of its own
	}
	return !s.afterValue()
}
