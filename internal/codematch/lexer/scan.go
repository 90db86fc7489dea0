package lexer

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Lex appends the tokens of src to dst, ordered and apart from each other. It takes any
// bytes and time linear in them. Texts of 2 GB and more are cut at that.
func Lex(dst []Token, lang Language, src []byte) []Token {
	if len(src) > largest {
		src = src[:largest]
	}
	s := scanner{src: src, rules: rulesOf(lang), tokens: dst, first: len(dst), last: -1, line: 1}
	s.begin()
	for s.pos < len(src) {
		s.next()
	}
	s.end()
	return s.tokens
}

// largest is the longest text whose places a token can tell.
const largest = 1<<31 - 1

// scanner stands at a place of a text.
type scanner struct {
	src    []byte
	rules  *rules
	pos    int
	line   int32
	tokens []Token
	first  int // of this text in tokens
	last   int // the last token that is no comment; -1 is none

	depth    int       // open round, square and curly brackets of Python
	margins  []int     // columns of the open blocks of Python
	heredocs []heredoc // of Ruby, whose bodies begin at the next line
	noRegexp int       // up to here a slash begins no regular expression: one was tried and has no end
	frames   []frame   // of texts with code in them, kept for its memory
}

// Classes of bytes.
const (
	other = iota
	blank
	newline
	letter
	digit
	quote
)

// classes are the classes of ASCII; all bytes beyond are other.
var classes = func() (t [256]byte) {
	for _, c := range " \t\r\f\v\x00" {
		t[c] = blank
	}
	t['\n'] = newline
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = letter, letter
	}
	t['_'] = letter
	for c := '0'; c <= '9'; c++ {
		t[c] = digit
	}
	t['"'], t['\''], t['`'] = quote, quote, quote
	return t
}()

// begin skips what precedes the text proper.
func (s *scanner) begin() {
	if bytes.HasPrefix(s.src, []byte("\uFEFF")) {
		s.pos = len("\uFEFF")
	}
	if bytes.HasPrefix(s.src[s.pos:], []byte("#!")) && s.rules.language != Rust {
		s.emit(Comment, s.lineEnd(s.pos))
	}
	switch s.rules.language {
	case Python:
		s.margin()
	case PHP:
		if bytes.Contains(s.src, []byte("<?")) {
			s.outside()
		}
	}
}

// next takes one token or the space before one.
func (s *scanner) next() {
	switch c := s.src[s.pos]; classes[c] {
	case blank:
		s.pos++
	case newline:
		s.lineBreak()
	case letter:
		s.word()
	case digit:
		s.number()
	case quote:
		s.quote()
	default:
		if c >= utf8.RuneSelf {
			s.beyondASCII()
		} else {
			s.sign(c)
		}
	}
}

// end closes what the end of the text closes.
func (s *scanner) end() {
	if s.rules.newlines && s.endsStatement() {
		s.mark(Newline, s.pos)
	}
	for len(s.margins) > 1 {
		s.margins = s.margins[:len(s.margins)-1]
		s.mark(Dedent, s.pos)
	}
}

// emit takes the text up to end as a token.
func (s *scanner) emit(kind Kind, end int) {
	end = min(end, len(s.src))
	s.tokens = append(s.tokens, Token{Kind: kind, Start: int32(s.pos), End: int32(end), Line: s.line})
	if kind != Comment {
		s.last = len(s.tokens) - 1
	}
	if kind == Text || kind == Comment {
		s.line += int32(bytes.Count(s.src[s.pos:end], []byte{'\n'}))
	}
	s.pos = end
}

// mark puts a token without text.
func (s *scanner) mark(kind Kind, at int) {
	s.tokens = append(s.tokens, Token{Kind: kind, Start: int32(at), End: int32(at), Line: s.line})
	s.last = len(s.tokens) - 1
}

// at is the byte at a place; 0 is outside of the text.
func (s *scanner) at(i int) byte {
	if i < 0 || i >= len(s.src) {
		return 0
	}
	return s.src[i]
}

// lineEnd is the place of the next line break, or the end of the text.
func (s *scanner) lineEnd(from int) int {
	if i := bytes.IndexByte(s.src[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(s.src)
}

// find is the place behind the next occurrence of a mark, or the end of the text.
func (s *scanner) find(from int, mark string) int {
	from = min(from, len(s.src))
	if i := bytes.Index(s.src[from:], []byte(mark)); i >= 0 {
		return from + i + len(mark)
	}
	return len(s.src)
}

// has tells whether the text goes on with a mark.
func (s *scanner) has(from int, mark string) bool {
	return len(s.src)-from >= len(mark) && string(s.src[from:from+len(mark)]) == mark
}

// wordEnd is the place behind the letters and digits from a place on.
func (s *scanner) wordEnd(i int) int {
	for i < len(s.src) {
		switch c := s.src[i]; {
		case classes[c] == letter || classes[c] == digit || c == '$' && s.rules.dollar:
			i++
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(s.src[i:])
			if !isLetter(r) {
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

func isLetter(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// word takes a name or a keyword, or the string whose prefix it is.
func (s *scanner) word() {
	end := s.wordEnd(s.pos)
	c := s.at(end)
	if (c == '"' || c == '\'') && s.isPrefix(s.src[s.pos:end], c) {
		s.prefixed(end)
		return
	}
	switch s.rules.language {
	case Rust:
		if c == '#' && s.rustHash(end) {
			return
		}
	case Ruby:
		if (c == '?' || c == '!') && (s.at(end+1) != '=' || s.at(end+2) == '=' || s.at(end+2) == '~') && !(c == '?' && s.at(end+1) == '.') {
			end++
		}
		if s.has(s.pos, "__END__") && end-s.pos == 7 && (s.pos == 0 || s.src[s.pos-1] == '\n') {
			s.emit(Comment, len(s.src))
			return
		}
	}
	s.emit(Word, end)
}

// beyondASCII takes a name that begins with a letter of another script, and skips spaces.
func (s *scanner) beyondASCII() {
	r, n := utf8.DecodeRune(s.src[s.pos:])
	switch {
	case isLetter(r):
		s.emit(Word, s.wordEnd(s.pos))
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r):
		s.pos += n
	default:
		s.emit(Operator, s.pos+n)
	}
}

// number takes a number with its suffix.
func (s *scanner) number() {
	i, dotted := s.pos, s.pos > 0 && s.src[s.pos-1] == '.' // t.0.1 of Rust is two fields
	hex := s.at(i) == '0' && (s.at(i+1)|0x20) == 'x'
	separator := s.rules.language == C || s.rules.language == CPP
	for ; i < len(s.src); i++ {
		c := s.src[i]
		switch {
		case classes[c] == letter || classes[c] == digit:
		case c == '.' && !dotted && s.decimals(i+1):
			dotted = true
		case c == '\'' && separator && classes[s.at(i+1)] != other && isAlphanumeric(s.at(i+1)):
		case (c == '+' || c == '-') && exponent(s.src[i-1], hex) && i > s.pos && classes[s.at(i+1)] == digit:
		default:
			s.emit(Number, i)
			return
		}
	}
	s.emit(Number, i)
}

// decimals tells whether the point before a place belongs to a number.
func (s *scanner) decimals(i int) bool {
	switch c := s.at(i); {
	case classes[c] == digit:
		return true
	case c == '.' || c == '_' || classes[c] == letter:
		return false
	}
	return s.rules.language != Ruby
}

func isAlphanumeric(c byte) bool { return classes[c] == letter || classes[c] == digit }

func exponent(c byte, hex bool) bool {
	if hex {
		return c|0x20 == 'p'
	}
	return c|0x20 == 'e'
}

// sign takes a comment, what begins with a sign, or an operator.
func (s *scanner) sign(c byte) {
	switch c {
	case '/':
		if s.slash() {
			return
		}
	case '#':
		if s.hash() {
			return
		}
	case '\\':
		if s.continuation() {
			return
		}
	case '.':
		if classes[s.at(s.pos+1)] == digit && !s.afterValue() {
			s.pos++ // the point of .5 is given back below
			s.number()
			s.tokens[len(s.tokens)-1].Start--
			return
		}
	case '$', '@', '%', ':', '?', '<', '=':
		if s.special(c) {
			return
		}
	}
	s.operator(c)
}

// operator takes the longest operator that stands here.
func (s *scanner) operator(c byte) {
	n := 1
	for _, op := range s.rules.operators[c] {
		if s.has(s.pos, op) {
			n = len(op)
			break
		}
	}
	if s.rules.language == Python {
		switch c {
		case '(', '[', '{':
			s.depth++
		case ')', ']', '}':
			s.depth = max(0, s.depth-1)
		}
	}
	s.emit(Operator, s.pos+n)
}

// slash takes a comment or a regular expression.
func (s *scanner) slash() bool {
	if s.rules.slashComment {
		switch s.at(s.pos + 1) {
		case '/':
			if s.afterScheme() {
				s.emit(Operator, s.pos+2)
				return true
			}
			s.lineComment()
			return true
		case '*':
			s.blockComment()
			return true
		}
	}
	switch s.rules.language {
	case JavaScript, TypeScript, Ruby:
		return s.regexp()
	}
	return false
}

// afterScheme tells the slashes of an address, which stands bare in the text of JSX.
func (s *scanner) afterScheme() bool {
	switch s.rules.language {
	case JavaScript, TypeScript:
		return s.pos >= 5 && (s.has(s.pos-5, "http:") || s.has(s.pos-5, "ttps:"))
	}
	return false
}

// lineComment takes a comment to the end of its line; in PHP also to the end of the code.
func (s *scanner) lineComment() {
	end := s.lineEnd(s.pos)
	if s.rules.language == PHP {
		if i := bytes.Index(s.src[s.pos:end], []byte("?>")); i >= 0 {
			end = s.pos + i
		}
	}
	if s.rules.directives { // a line that goes on below
		for end < len(s.src) && (s.at(end-1) == '\\' || s.at(end-1) == '\r' && s.at(end-2) == '\\') {
			end = s.lineEnd(end + 1)
		}
	}
	if end > s.pos && s.src[end-1] == '\r' {
		end--
	}
	s.emit(Comment, end)
}

// blockComment takes a comment between its marks.
func (s *scanner) blockComment() {
	line := s.line
	if s.rules.nested {
		s.emit(Comment, s.nestedEnd(s.pos))
	} else {
		s.emit(Comment, s.find(s.pos+2, "*/"))
	}
	if s.line > line && s.rules.language == Go && s.endsStatement() {
		s.mark(Newline, s.pos)
	}
}

// nestedEnd is the end of a comment with others in it.
func (s *scanner) nestedEnd(i int) int {
	depth := 0
	for i < len(s.src) {
		switch {
		case s.has(i, "/*"):
			depth++
			i += 2
		case s.has(i, "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return i
}

// hash takes what begins with #: a comment, a directive, a private name.
func (s *scanner) hash() bool {
	switch {
	case s.rules.hashComment:
		if s.rules.language == PHP && s.at(s.pos+1) == '[' {
			return false
		}
		s.lineComment()
		return true
	case s.rules.directives:
		if !s.startsLine() {
			return false
		}
		s.directive()
		return true
	case s.rules.language == JavaScript || s.rules.language == TypeScript:
		if end := s.wordEnd(s.pos + 1); end > s.pos+1 {
			s.emit(Word, end)
			return true
		}
	}
	return false
}

// startsLine tells whether nothing but space stands before the place in its line.
func (s *scanner) startsLine() bool {
	if n := len(s.tokens); n > s.first {
		t := s.tokens[n-1]
		return t.Kind == Comment || bytes.IndexByte(s.src[t.End:s.pos], '\n') >= 0
	}
	return true
}

// directive takes the line of a preprocessor: its sign, its name and what follows, with a
// Newline at the end. Those of C#, and texts that are for people, are comments.
func (s *scanner) directive() {
	if s.rules.language == CSharp {
		s.emit(Comment, s.lineEnd(s.pos))
		return
	}
	s.emit(Operator, s.pos+1)
	for classes[s.at(s.pos)] == blank && s.pos < len(s.src) {
		s.pos++
	}
	end := s.wordEnd(s.pos)
	if end == s.pos {
		return
	}
	name := string(s.src[s.pos:end])
	s.emit(Word, end)
	switch name {
	case "error", "warning", "pragma":
		s.lineComment()
	case "include", "import", "include_next":
		for classes[s.at(s.pos)] == blank && s.pos < len(s.src) {
			s.pos++
		}
		line := s.lineEnd(s.pos)
		if i := bytes.IndexByte(s.src[s.pos:line], '>'); s.at(s.pos) == '<' && i > 0 {
			s.emit(Text, s.pos+i+1)
		}
	}
	s.inDirective()
}

// inDirective takes the rest of a directive's line.
func (s *scanner) inDirective() {
	for s.pos < len(s.src) && s.src[s.pos] != '\n' {
		s.next()
	}
	s.mark(Newline, s.pos)
}

// continuation takes a backslash at the end of a line, which joins it with the next.
func (s *scanner) continuation() bool {
	i := s.pos + 1
	if s.at(i) == '\r' {
		i++
	}
	if s.at(i) != '\n' {
		return false
	}
	s.pos = i + 1
	s.line++
	return true
}

// lineBreak takes the end of a line, and what the next line begins with where that counts.
func (s *scanner) lineBreak() {
	if s.rules.newlines && s.depth == 0 && s.endsStatement() {
		s.mark(Newline, s.pos)
	}
	s.pos++
	s.line++
	switch s.rules.language {
	case Python:
		s.margin()
	case Ruby:
		s.afterLine()
	}
}

// endsStatement tells whether a statement ends where a line does.
func (s *scanner) endsStatement() bool {
	if s.last < s.first {
		return false
	}
	t := s.tokens[s.last]
	switch t.Kind {
	case Newline, Indent, Dedent:
		return false
	case Operator:
		return s.operatorEnds(t)
	case Word:
		if s.rules.language == Go {
			return !goesOn(t.Of(s.src))
		}
	}
	return s.rules.language != Ruby || !s.leadingDot()
}

// operatorEnds tells whether a statement can end with an operator.
func (s *scanner) operatorEnds(t Token) bool {
	op := t.Of(s.src)
	switch s.rules.language {
	case Go:
		switch string(op) {
		case "++", "--", ")", "]", "}":
			return true
		}
		return false
	case Ruby:
		switch c := op[len(op)-1]; c {
		case ')', ']', '}', ';', '|': // | closes the parameters of a block
			return !s.leadingDot()
		case '?', '!':
			return len(op) == 1
		}
		return len(op) > 2 && op[0] == '<' && op[1] == '<' && op[2] != '=' // a heredoc
	}
	return true
}

// goesOn tells a keyword of Go after which a statement cannot end.
func goesOn(word []byte) bool {
	switch string(word) {
	case "case", "chan", "const", "default", "defer", "else", "for", "func", "go", "goto", "if", "import", "interface", "map",
		"package", "range", "select", "struct", "switch", "type", "var":
		return true
	}
	return false
}

// afterValue tells whether the last token is a value, so that an operator is expected and
// no literal.
func (s *scanner) afterValue() bool {
	if s.last < s.first {
		return false
	}
	t := s.tokens[s.last]
	switch t.Kind {
	case Number, Text:
		return true
	case Word:
		return s.isValue(t.Of(s.src))
	case Operator:
		switch c := s.src[t.End-1]; c {
		case ')', ']', '}':
			return true
		case '+', '-':
			return t.End-t.Start == 2 && s.src[t.Start] == c // ++ and --
		}
	}
	return false
}

// isValue tells a word that is a value: a name, or a keyword that stands for one.
func (s *scanner) isValue(word []byte) bool {
	if _, keyword := s.rules.keywords[string(word)]; !keyword {
		return true
	}
	switch string(word) {
	case "self", "this", "super", "true", "false", "nil", "null", "undefined", "end", "of", "as", "async", "static", "any", "is", "type", "module":
		return string(word) != "of"
	}
	return false
}
