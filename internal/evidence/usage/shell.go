package usage

import "strings"

const (
	// builtin are words of the shell, and tools that every script has and that prove nothing.
	builtin = "echo printf cd pwd exit return export unset set shift source alias local declare readonly read test trap wait eval let true false type ulimit umask getopts hash jobs fg bg kill pushd popd dirs shopt complete compgen typeset break continue case esac fi done in function select for cat ls mkdir rm cp mv chmod chown touch sleep date basename dirname head tail sort uniq wc tr cut tee which ln exit"
	// leading are words that a command follows.
	leading = "then do else elif if while until time exec sudo env command nohup xargs"
)

// lexShell cuts the scripts of shells. A line that goes on is one line.
func lexShell(body string) []token {
	l := newLexer(body)
	here := ""
	l.run(func(c byte) bool {
		if here != "" && l.line > l.last().line {
			l.at = strings.LastIndexByte(l.src[:l.at], '\n') + 1
			skipHere(l, here)
			here = ""
			return true
		}
		switch {
		case c == '#' && (l.at == 0 || strings.IndexByte(" \t\n;(", l.src[l.at-1]) >= 0):
			l.skipLine()
		case c == '\\':
			if l.peek(1) == '\n' {
				l.add(mark, l.at, l.at+1)
				l.tokens[len(l.tokens)-1].last++ // what follows is of the same line
				l.skip(l.at + 1)
				return true
			}
			l.at = min(l.at+2, len(l.src))
			if l.src[l.at-1] == '\n' {
				l.line++
			}
		case c == '\'':
			l.quote(1, literal{close: "'", lines: true})
		case c == '"':
			l.quote(1, literal{close: `"`, open: "$(", back: ')', escape: true, lines: true})
		case c == '<' && l.peek(1) == '<' && l.peek(2) != '<' && l.peek(2) != '(':
			here = hereEnd(l)
		case c == '<' && l.sees("<<<"):
			l.at += len("<<<")
		case starts(c) || c == '.' || c == '/' || c == '-' || isDigit(c):
			to := l.at + 1
			for to < len(l.src) && (continues(l.src[to]) || strings.IndexByte("./-+:@%,", l.src[to]) >= 0) {
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

// hereEnd reads the mark that ends a text on the lines that follow.
func hereEnd(l *lexer) string {
	at := l.at + len("<<")
	for at < len(l.src) && strings.IndexByte("-\"'\\ ", l.src[at]) >= 0 {
		at++
	}
	to := at
	for to < len(l.src) && continues(l.src[to]) {
		to++
	}
	end := l.src[at:to]
	if to < len(l.src) && (l.src[to] == '"' || l.src[to] == '\'') {
		to++
	}
	l.add(digit, l.at, to)
	return end
}

func skipHere(l *lexer, end string) {
	for l.at < len(l.src) {
		stop := l.until(l.at, "\n")
		done := strings.TrimSpace(l.src[l.at:stop]) == end
		l.skip(min(stop+1, len(l.src)))
		if done {
			return
		}
	}
}

// readShell lists the commands that a script runs, as symbols of no import. The functions
// of the script and the words of the shell are none.
func readShell(body string) File {
	s := newStream(lexShell(body))
	own := map[string]bool{}
	for i, t := range s.tokens {
		if t.kind == word && (s.at(i+1).is("(") && s.at(i+2).is(")") || s.at(i-1).word("function")) {
			own[t.text] = true
		}
	}
	for i, t := range s.tokens {
		if t.kind == word && s.commands(i) && !own[t.text] {
			if name := commandName(t.text); name != "" {
				s.countOf("", name, t.line)
			}
		}
	}
	return s.done(s.tokens)
}

// commands reports that a command stands at a token.
func (s *stream) commands(i int) bool {
	if after := s.at(i + 1); after.joined && (after.is("=") || after.is(")") || after.is("[")) || after.is(")") && first(s.tokens, i) {
		return false
	}
	before := s.at(i - 1)
	switch {
	case first(s.tokens, i):
		return true
	case (before.kind == word || before.kind == text) && s.at(i-2).is("=") && s.at(i-2).joined: // A=b command
		return first(s.tokens, i-3)
	case before.kind == word:
		return within(leading, before.text)
	case before.kind == piece:
		return true
	}
	return before.kind == mark && within("; | || && & ( { ` ! )", before.text) && !(before.is("{") && s.tokens[i].joined)
}

// commandName is the name of a tool: no path of the project, no option and no number.
func commandName(s string) string {
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "-") || len(s) > maxName {
		return ""
	}
	s = lastPart(s, "/")
	if len(s) < 2 || s[0] < 'a' || s[0] > 'z' || within(builtin, s) || within(leading, s) || strings.HasSuffix(s, ".sh") || strings.ContainsAny(s, ":@%,") {
		return ""
	}
	return s
}
