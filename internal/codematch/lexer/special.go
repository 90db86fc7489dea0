package lexer

import "bytes"

// special takes what begins with a sign that means something in one language alone.
func (s *scanner) special(c byte) bool {
	switch s.rules.language {
	case CSharp:
		return (c == '$' || c == '@') && s.csharpText()
	case PHP:
		return s.phpSpecial(c)
	case Ruby:
		return s.rubySpecial(c)
	}
	if c == '$' && s.rules.dollar {
		s.emit(Word, s.wordEnd(s.pos))
		return true
	}
	return false
}

// margin compares the indent of a line of Python with those of the open blocks. Lines
// without code and lines in brackets do not count; a line in brackets that begins a
// definition closes them, they were left open by mistake.
func (s *scanner) margin() {
	i, column := s.pos, 0
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case ' ':
			column++
			continue
		case '\t':
			column += 8 - column%8
			continue
		case '\f':
			column = 0
			continue
		case '\n', '\r', '#':
			s.pos = i
			return
		}
		break
	}
	s.pos = i
	if i == len(s.src) || s.depth > 0 && !s.definition(i) {
		return
	}
	if s.depth > 0 {
		s.depth = 0
		s.mark(Newline, i)
	}
	if len(s.margins) == 0 {
		s.margins = append(s.margins, column)
		return
	}
	s.blocks(column)
}

// definition tells whether a line of Python begins a definition.
func (s *scanner) definition(i int) bool {
	return s.has(i, "def ") || s.has(i, "class ") || s.has(i, "async def ")
}

// blocks closes and opens blocks for a line at a column. A text may begin indented: what
// stands left of its first line is on the level of that.
func (s *scanner) blocks(column int) {
	for n := len(s.margins); n > 1 && column < s.margins[n-1]; n = len(s.margins) {
		s.margins = s.margins[:n-1]
		s.mark(Dedent, s.pos)
	}
	switch top := &s.margins[len(s.margins)-1]; {
	case column < *top:
		*top = column
	case column > *top:
		s.margins = append(s.margins, column)
		s.mark(Indent, s.pos)
	}
}

// outside takes the text of a PHP file that is no code, and the mark that ends it.
func (s *scanner) outside() {
	i := bytes.Index(s.src[s.pos:], []byte("<?"))
	end := len(s.src)
	if i >= 0 {
		end = s.pos + i
	}
	if len(bytes.TrimSpace(s.src[s.pos:end])) > 0 {
		s.emit(Text, end)
	} else {
		s.line += int32(bytes.Count(s.src[s.pos:end], []byte{'\n'}))
		s.pos = end
	}
	if i < 0 {
		return
	}
	for _, mark := range []string{"<?php", "<?PHP", "<?=", "<?"} {
		if s.has(s.pos, mark) {
			s.pos += len(mark)
			return
		}
	}
}

// phpSpecial takes a variable, a heredoc or the end of the code.
func (s *scanner) phpSpecial(c byte) bool {
	switch {
	case c == '$' && s.wordEnd(s.pos) > s.pos+1:
		s.emit(Word, s.wordEnd(s.pos))
		return true
	case c == '?' && s.at(s.pos+1) == '>':
		s.emit(Operator, s.pos+2)
		s.outside()
		return true
	case c == '<' && s.has(s.pos, "<<<"):
		return s.phpHeredoc()
	}
	return false
}

// phpHeredoc takes <<<NAME, <<<"NAME" or <<<'NAME' with its text, up to a line that begins
// with the name.
func (s *scanner) phpHeredoc() bool {
	i := s.pos + 3
	for s.at(i) == ' ' || s.at(i) == '\t' {
		i++
	}
	if c := s.at(i); c == '"' || c == '\'' {
		i++
	}
	end := s.wordEnd(i)
	if end == i || classes[s.src[i]] == digit {
		return false
	}
	stop := s.closing(s.lineEnd(end)+1, s.src[i:end], true)
	s.emit(Text, stop)
	return true
}

// closing finds the line that begins with a heredoc's name, from the beginning of a line on:
// where that ends. Without one it is the end of the text.
func (s *scanner) closing(i int, name []byte, indented bool) int {
	for i < len(s.src) {
		at := i
		for indented && (s.at(at) == ' ' || s.at(at) == '\t') {
			at++
		}
		if s.has(at, string(name)) && s.wordEnd(at) == at+len(name) {
			return at + len(name)
		}
		i = s.lineEnd(at) + 1
	}
	return len(s.src)
}

// heredoc is a text of Ruby that begins at the next line.
type heredoc struct {
	name     []byte
	indented bool // its end may be
}

// afterLine takes what stands at the beginning of a line of Ruby: the texts that the line
// before has opened, and block comments.
func (s *scanner) afterLine() {
	for i, h := range s.heredocs {
		if i > 0 && s.has(s.pos, "\r\n") {
			s.pos++
		}
		if i > 0 && s.at(s.pos) == '\n' {
			s.pos++
			s.line++
		}
		if s.pos >= len(s.src) {
			break
		}
		end := s.closing(s.pos, h.name, h.indented)
		last := s.last
		s.emit(Text, end)
		s.last = last // the statement goes on where its line ended
	}
	s.heredocs = s.heredocs[:0]
	if s.has(s.pos, "=begin") {
		s.emit(Comment, s.lineEnd(s.find(s.pos, "\n=end")))
	}
}

// leadingDot tells whether the next line of Ruby goes on with a call on this one's value.
func (s *scanner) leadingDot() bool {
	i := s.pos
	for i < len(s.src) && (classes[s.src[i]] == blank || s.src[i] == '\n') {
		i++
	}
	return s.at(i) == '.' && s.at(i+1) != '.' || s.at(i) == '&' && s.at(i+1) == '.'
}

// rubySpecial takes variables, symbols, heredocs, percent literals and single characters.
func (s *scanner) rubySpecial(c byte) bool {
	next := s.at(s.pos + 1)
	switch c {
	case '@', '$':
		return s.rubyVariable()
	case ':':
		return s.rubySymbol(next)
	case '<':
		return next == '<' && s.rubyHeredoc()
	case '%':
		return s.rubyPercent()
	case '?':
		if next > ' ' && !s.afterValue() && !isAlphanumeric(s.at(s.pos+2)) {
			s.emit(Text, s.pos+2)
			return true
		}
	case '=':
		if s.pos == 0 && s.has(0, "=begin") {
			s.emit(Comment, s.lineEnd(s.find(0, "\n=end")))
			return true
		}
	}
	return false
}

// rubyVariable takes @name, @@name, $name and $!.
func (s *scanner) rubyVariable() bool {
	i := s.pos + 1
	if s.src[s.pos] == '@' && s.at(i) == '@' {
		i++
	}
	end := s.wordEnd(i)
	if end == i && s.src[s.pos] == '$' && s.at(i) > ' ' {
		end++
	}
	if end == i {
		return false
	}
	s.emit(Word, end)
	return true
}

// rubySymbol takes :name and :"text"; a colon right behind a word is that of a key or of a
// choice.
func (s *scanner) rubySymbol(next byte) bool {
	if before := s.at(s.pos - 1); isAlphanumeric(before) || before == ':' || before == '?' || before == '"' || before == '\'' || before == ')' {
		return false
	}
	switch {
	case next == '"':
		s.emit(Text, s.interpolated(s.pos+1, frame{close: '"', hole: "#{", multiline: true, escapes: true}))
		return true
	case classes[next] == letter || next == '@' || next == '$':
		end := s.wordEnd(s.pos + 2)
		if c := s.at(end); (c == '?' || c == '!' || c == '=') && s.at(end+1) != c && s.at(end+1) != '=' && s.at(end+1) != '>' && s.at(end+1) != '~' {
			end++
		}
		s.emit(Text, end)
		return true
	}
	return false
}

// rubyHeredoc takes <<~NAME, <<-NAME, <<"NAME" and <<NAME: the opener is an operator, the
// text follows the line.
func (s *scanner) rubyHeredoc() bool {
	i, signed := s.pos+2, false
	if c := s.at(i); c == '~' || c == '-' {
		i, signed = i+1, true
	}
	quote := s.at(i)
	quoted := quote == '"' || quote == '\'' || quote == '`'
	if quoted {
		i++
	}
	end := s.wordEnd(i)
	if end == i || classes[s.src[i]] == digit || quoted && s.at(end) != quote {
		return false
	}
	bare := !signed && !quoted
	if upper := s.src[i] >= 'A' && s.src[i] <= 'Z'; bare && (!upper || isAlphanumeric(s.at(s.pos-1)) || s.at(s.pos-1) == ')' || s.at(s.pos-1) == ']') {
		return false
	}
	s.heredocs = append(s.heredocs, heredoc{name: s.src[i:end], indented: signed})
	if quoted {
		end++
	}
	s.emit(Operator, end)
	return true
}

// rubyPercent takes %w[a b], %q(text), %r{pattern} and their kin.
func (s *scanner) rubyPercent() bool {
	i, lettered := s.pos+1, false
	switch s.at(i) {
	case 'w', 'W', 'i', 'I', 'q', 'Q', 'r', 's', 'x':
		i, lettered = i+1, true
	}
	open := s.at(i)
	if open <= ' ' || open >= 0x7f || isAlphanumeric(open) || open == '=' && !lettered {
		return false
	}
	if s.afterValue() {
		t := s.tokens[s.last]
		if !lettered || t.Kind != Word || int(t.End) == s.pos {
			return false
		}
	}
	s.emit(Text, s.delimitedEnd(i))
	return true
}

// delimitedEnd is the end of a text between delimiters, which nest when they are brackets.
func (s *scanner) delimitedEnd(i int) int {
	open := s.src[i]
	shut := open
	switch open {
	case '(':
		shut = ')'
	case '[', '{':
		shut = open + 2
	case '<':
		shut = '>'
	}
	depth := 0
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == shut && (shut != open || depth > 0):
			if depth--; depth == 0 {
				return i + 1
			}
		case c == open:
			depth++
		}
	}
	return len(s.src)
}
