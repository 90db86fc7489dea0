package code

import (
	"slices"
	"strings"
)

// lexWords reads a language of words between blanks: commands of a shell, and instructions of
// a Dockerfile.
func (r *reader) lexWords() {
	for r.at < len(r.src) {
		start := r.at
		rest := r.src[start:]
		c := rest[0]
		switch {
		case strings.HasPrefix(rest, "\\\n"):
			r.at += 2
			r.space = true
		case c == '\n':
			r.at++
			r.newline(start)
		case c == ' ' || c == '\t' || c == '\r' || c == '\\' && strings.TrimLeft(rest[1:], " \t\r") != "" && strings.TrimLeft(rest[1:], " \t\r")[0] == '\n':
			r.at++
			r.space = true
		case c == '#' && (r.space || r.line || start == 0):
			r.at += lineEnd(rest)
		case r.pattern && r.sign(rest):
		case r.control(rest):
		case c == '"' || c == '\'':
			r.argument(c)
		default:
			r.bare()
		}
	}
}

// newline ends a command, but not one that goes on after a pipe.
func (r *reader) newline(start int) {
	n := len(r.tokens)
	if n == 0 || r.tokens[n-1].kind == sep {
		r.line, r.space = true, true
		return
	}
	r.add(sep, "\n", start)
	r.line, r.space = true, true
}

// separating are the signs between commands.
var separating = setOf("&& || ; | &")

// control reads what stands between commands, and brackets.
func (r *reader) control(rest string) bool {
	start := r.at
	for _, o := range []string{"&&", "||", ";", "|", "&", "(", ")", "{", "}", "<", ">>", ">", "[", "]", ","} {
		if !strings.HasPrefix(rest, o) {
			continue
		}
		if r.lang == Dockerfile && !r.pattern && (o == "{" || o == "}" || o == "<" || o == ">") {
			return false
		}
		if r.lang == Shell && (o == "[" || o == "]" || o == "," || (o == "{" || o == "}") && len(rest) > 1 && rest[1] != ' ' && rest[1] != '\n' && rest[1] != ';') {
			return false
		}
		r.at += len(o)
		k := sep
		if !separating[o] {
			k = op
		}
		r.add(k, o, start)
		return true
	}
	return false
}

// argument reads a quoted word. A program of awk is read as what it is.
func (r *reader) argument(quote byte) {
	start := r.at
	end := start + 1
	for end < len(r.src) && r.src[end] != quote && !r.open[quote] {
		if r.src[end] == '\\' && quote == '"' {
			end++
		}
		end++
	}
	if end >= len(r.src) || r.src[end] != quote {
		r.unclosed(quote)
		r.fail("a string has no end")
		r.at = start + lineEnd(r.src[start:])
		r.add(lit, r.src[start+1:r.at], start)
		return
	}
	if r.lang == Shell && r.inAwk() {
		r.awk(start, end)
		return
	}
	r.at = end + 1
	for r.at < len(r.src) && strings.IndexByte(" \t\r\n;|&()<>,]", r.src[r.at]) < 0 { // a word may go on after a quote
		r.at++
	}
	r.add(lit, r.src[start+1:end]+r.src[end+1:r.at], start)
}

// inAwk says that the next argument is a program of awk: the first one without a dash, or the
// value of a flag.
func (r *reader) inAwk() bool {
	seen := false
	for i, t := range slices.Backward(r.tokens) {
		if t.kind == sep {
			return false
		}
		switch {
		case t.kind == op && t.text == "'":
			return false
		case t.text == "awk":
			return true
		case t.text == "-v" || t.text == "-F":
			if i == len(r.tokens)-1 {
				return false
			}
		case strings.HasPrefix(t.text, "-"), seen:
		case t.kind == lit || t.kind == word:
			if before := r.before(i); before != "-v" && before != "-F" && before != "-f" {
				return false
			}
			seen = true
		}
	}
	return false
}

func (r *reader) before(i int) string {
	if i == 0 {
		return ""
	}
	return r.tokens[i-1].text
}

// awk reads a program of awk as a group of its tokens.
func (r *reader) awk(start, end int) {
	r.at = start + 1
	r.add(op, "'", start)
	inner := reader{lang: awkLanguage, src: r.src[:end], at: start + 1, pattern: r.pattern}
	inner.lexAwk()
	r.tokens = append(r.tokens, inner.tokens...)
	r.code = append(r.code, inner.code...)
	if inner.trouble != "" {
		r.fail(inner.trouble)
	}
	r.at = end
	close := r.at
	r.at++
	r.add(op, "'", close)
	r.tokens[len(r.tokens)-1].text = "''"
}

const awkLanguage Language = "awk"

func (r *reader) lexAwk() {
	for r.at < len(r.src) {
		start := r.at
		rest := r.src[start:]
		c := rest[0]
		switch {
		case c == '\n':
			r.at++
			r.add(sep, ";", start)
		case c == ' ' || c == '\t' || c == '\r' || c == '\\':
			r.at++
			r.space = true
		case c == '#':
			r.at += lineEnd(rest)
		case r.pattern && r.sign(rest):
		case c == '"':
			r.quoted(c)
		case c == '/' && r.regexHere():
			r.regex()
		case isLetter(rest) || c == '$':
			r.name()
		case c >= '0' && c <= '9':
			r.number()
		default:
			r.operator(rest)
		}
	}
}

// regexHere says that a stroke begins an expression and divides nothing.
func (r *reader) regexHere() bool {
	n := len(r.tokens)
	if n == 0 {
		return true
	}
	t := r.tokens[n-1]
	return t.kind == sep || t.kind == op && t.text != ")" && t.text != "]" || t.kind == any || t.kind == word && t.text == "deep"
}

func (r *reader) regex() {
	start := r.at
	for i := start + 1; i < len(r.src) && r.src[i] != '\n'; i++ {
		if r.src[i] == '\\' {
			i++
			continue
		}
		if r.src[i] == '/' {
			r.at = i + 1
			r.add(lit, r.src[start+1:i], start)
			return
		}
	}
	r.at++
	r.add(op, "/", start)
}

// bare reads a word up to a blank or what ends it.
func (r *reader) bare() {
	start := r.at
	ends := " \t\r\n;|&()<>"
	if r.lang == Dockerfile {
		ends = " \t\r\n;|&"
	}
	for r.at < len(r.src) && strings.IndexByte(ends, r.src[r.at]) < 0 {
		if r.src[r.at] == '\\' && r.at+1 < len(r.src) && r.src[r.at+1] != '\n' {
			r.at++
		}
		if c := r.src[r.at]; (c == '"' || c == '\'') && r.at > start { // -F"," and NAME="value"
			close := -1
			if !r.open[c] {
				close = strings.IndexByte(r.src[r.at+1:], c)
			}
			if close < 0 {
				r.unclosed(c)
				r.fail("a string has no end")
			} else {
				r.at += close + 1
			}
		}
		if r.at < len(r.src) {
			r.at++
		}
	}
	if r.at == start {
		r.at++
	}
	r.at = min(r.at, len(r.src))
	text := strings.NewReplacer(`"`, "", "'", "").Replace(r.src[start:r.at])
	if r.lang == Shell && awks[text[strings.LastIndexByte(text, '/')+1:]] {
		text = "awk"
	}
	r.add(word, text, start)
}

// awks are the names that awk goes by.
var awks = setOf("awk gawk mawk nawk")
