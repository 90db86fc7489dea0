package usage

import "strings"

// rubyLexer cuts Ruby and Elixir, which write comments, code in texts and lists of words
// alike.
type rubyLexer struct {
	*lexer
	elixir bool
	noEnd  int      // up to here no regular expression ends
	here   []string // the ends of the texts that begin on the next line
}

func lexRuby(body string, elixir bool) []token {
	r := &rubyLexer{lexer: newLexer(body), elixir: elixir}
	r.run(r.special)
	return r.tokens
}

func (r *rubyLexer) special(c byte) bool {
	if len(r.here) > 0 && r.line > r.last().line {
		r.heredocs()
		return true
	}
	switch {
	case c == '#':
		r.skipLine()
		return true
	case c == '=' && !r.elixir && r.sees("=begin") && r.lineStart():
		r.skip(r.until(r.at, "\n=end") + len("\n=end"))
		r.skipLine()
		return true
	case c == '_' && !r.elixir && r.sees("__END__\n") && r.lineStart():
		r.skip(len(r.src))
		return true
	case c == '"' || c == '\'' || c == '`' && !r.elixir:
		r.text(c)
		return true
	case c == '?' && r.expects() && r.peek(1) > ' ' && !continues(r.peek(2)):
		r.add(digit, r.at, min(len(r.src), r.at+2))
		return true
	case c == '%' && !r.elixir:
		return r.percent()
	case c == '~' && r.elixir:
		return r.sigil()
	case c == '/' && !r.elixir:
		return r.regexp()
	case c == '<' && !r.elixir && r.sees("<<"):
		return r.heredoc()
	case starts(c):
		r.called()
		return true
	}
	return false
}

func (r *rubyLexer) lineStart() bool { return r.at == 0 || r.src[r.at-1] == '\n' }

// called takes a name with the mark that may end it: empty?, save!.
func (r *rubyLexer) called() {
	to := r.at + 1
	for to < len(r.src) && continues(r.src[to]) {
		to++
	}
	if to+1 < len(r.src) && (r.src[to] == '?' || r.src[to] == '!') && r.src[to+1] != '=' {
		to++
	}
	r.add(word, r.at, to)
}

func (r *rubyLexer) text(c byte) {
	f := literal{close: string(c), escape: true, lines: true}
	if triple := strings.Repeat(f.close, 3); r.elixir && r.sees(triple) {
		f.close = triple
	}
	if c != '\'' || r.elixir {
		f.open, f.back = "#{", '}'
	}
	r.quote(len(f.close), f)
}

// expects reports that a thing must come next, and no sign between two things. A name with
// a blank before and none behind is a command that takes the thing.
func (r *rubyLexer) expects() bool {
	last := r.last()
	switch last.kind {
	case mark:
		return !last.is(")") && !last.is("]") && !last.is("}")
	case word:
		if within("if unless while until and or not when return puts then elsif in do else", last.text) {
			return true
		}
		return r.end < r.at && r.peek(1) > ' ' && r.peek(1) != '='
	case newline:
		return true
	}
	return false
}

func (r *rubyLexer) regexp() bool {
	if r.at < r.noEnd || !r.expects() {
		return false
	}
	for i := r.at + 1; i < len(r.src) && r.src[i] != '\n'; i++ {
		switch r.src[i] {
		case '\\':
			i++
		case '/':
			r.add(digit, r.at, i+1)
			return true
		}
	}
	r.noEnd = r.until(r.at, "\n")
	return false
}

// closing is the bracket that closes an opening one, or the sign itself.
func closing(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return c
}

// percent takes the texts and lists %w[a b], %q(a), %(a).
func (r *rubyLexer) percent() bool {
	skip := 1
	if within("w W i I q Q r s x", string(r.peek(1))) {
		skip = 2
	}
	open := r.peek(skip)
	if !r.expects() || open <= ' ' || continues(open) || open == '=' {
		return false
	}
	r.at += skip
	r.balanced(open)
	return true
}

// balanced takes what a sign begins up to its counterpart, pairs of the same within.
func (r *rubyLexer) balanced(open byte) {
	from, shut, depth := r.at+1, closing(open), 0
	for i := from; i < len(r.src); i++ {
		switch c := r.src[i]; {
		case c == '\\':
			i++
		case c == shut && depth == 0:
			r.close(piece, from, i, i+1)
			return
		case c == shut:
			depth--
		case c == open:
			depth++
		}
	}
	r.close(piece, min(from, len(r.src)), len(r.src), len(r.src))
}

// sigil takes ~r/a/, ~w(a b), ~S"""a""" of Elixir.
func (r *rubyLexer) sigil() bool {
	to := r.at + 1
	for to < len(r.src) && starts(r.src[to]) && to < r.at+16 {
		to++
	}
	if to == r.at+1 || to >= len(r.src) {
		return false
	}
	for _, quotes := range []string{`"""`, "'''"} {
		if strings.HasPrefix(r.src[to:], quotes) {
			r.quote(to+3-r.at, literal{close: quotes, lines: true})
			return true
		}
	}
	if strings.IndexByte(`/|"'([{<`, r.src[to]) < 0 {
		return false
	}
	r.at = to
	r.balanced(r.src[to])
	return true
}

// heredoc notes the end of a text that begins on the next line: <<~SQL, <<-'END'.
func (r *rubyLexer) heredoc() bool {
	at := r.at + 2
	squiggle := at < len(r.src) && (r.src[at] == '~' || r.src[at] == '-')
	if squiggle {
		at++
	}
	if at < len(r.src) && strings.IndexByte(`"'`+"`", r.src[at]) >= 0 {
		at++
	}
	to := at
	for to < len(r.src) && continues(r.src[to]) {
		to++
	}
	if to == at || !squiggle && (r.src[at] < 'A' || r.src[at] > 'Z' || !r.expects()) || len(r.here) >= maxFrames {
		return false
	}
	r.here = append(r.here, r.src[at:to])
	if to < len(r.src) && strings.IndexByte(`"'`+"`", r.src[to]) >= 0 {
		to++
	}
	r.add(digit, r.at, to)
	return true
}

// heredocs leaves out the texts that begin on the line at hand.
func (r *rubyLexer) heredocs() {
	r.at = strings.LastIndexByte(r.src[:r.at], '\n') + 1
	for _, end := range r.here {
		r.skipTo(end)
	}
	r.here = nil
}

// skipTo leaves out the lines up to the one that is the end of a text.
func (r *rubyLexer) skipTo(end string) {
	for r.at < len(r.src) {
		stop := r.until(r.at, "\n")
		done := strings.TrimSpace(r.src[r.at:stop]) == end
		r.skip(min(stop+1, len(r.src)))
		if done {
			return
		}
	}
}
