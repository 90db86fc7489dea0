package align

import (
	"strings"

	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/lexer"
)

// word is a token that counts: comments, layout and docstrings are none.
type word struct {
	kind lexer.Kind
	text string
	line int
}

// significant are the tokens that count. The end of a line counts where it ends a statement.
func significant(lang lexer.Language, tokens []lexer.Token, src []byte) []word {
	out := make([]word, 0, len(tokens))
	var kept []lexer.Token
	for _, t := range tokens {
		if t.Kind != lexer.Comment {
			kept = append(kept, t)
		}
	}
	for i, t := range kept {
		if lang == lexer.Python && t.Kind == lexer.Text && alone(kept, i) {
			continue
		}
		w := word{kind: t.Kind, line: int(t.Line)}
		switch t.Kind {
		case lexer.Newline:
			if n := len(out); n == 0 || out[n-1].kind == lexer.Newline || out[n-1].kind == lexer.Indent || i+1 == len(kept) {
				continue
			}
		case lexer.Indent, lexer.Dedent:
		case lexer.Number:
			w.text = syntax.NumberValue(string(t.Of(src)))
		default:
			w.text = string(t.Of(src))
		}
		if layout(lang, w, kept, i, src) {
			continue
		}
		out = append(out, w)
	}
	for len(out) > 0 && (out[len(out)-1].kind == lexer.Newline || out[len(out)-1].kind == lexer.Dedent) {
		out = out[:len(out)-1]
	}
	return out
}

// alone tells a text that is a statement: a docstring.
func alone(tokens []lexer.Token, i int) bool {
	edge := func(k lexer.Kind) bool { return k == lexer.Newline || k == lexer.Indent || k == lexer.Dedent }
	return (i == 0 || edge(tokens[i-1].Kind)) && (i+1 == len(tokens) || edge(tokens[i+1].Kind))
}

// layout tells signs that may stand or not: a comma before a bracket that closes, and the
// semicolon at the end of a line of JavaScript, Go and Python.
func layout(lang lexer.Language, w word, tokens []lexer.Token, i int, src []byte) bool {
	if w.kind != lexer.Operator || w.text != "," && w.text != ";" {
		return false
	}
	last := i+1 == len(tokens)
	if w.text == "," {
		if last || lang == lexer.Python {
			return false // a comma makes a tuple
		}
		next := string(tokens[i+1].Of(src))
		return next == ")" || next == "]" || next == "}"
	}
	switch lang {
	case lexer.JavaScript, lexer.TypeScript, lexer.Go, lexer.Python, lexer.Ruby:
		return last || tokens[i+1].Line > tokens[i].Line || tokens[i+1].Kind == lexer.Newline
	}
	return false
}

// letterForLetter tells whether both sides are the same but for layout and comments.
func letterForLetter(a, b []word) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		if a[i].kind != b[i].kind || a[i].text != b[i].text && !(a[i].kind == lexer.Text && unquoted(a[i].text) == unquoted(b[i].text)) {
			return false
		}
	}
	return true
}

// unquoted is a plain text without its quotes; one with escapes or a prefix stays as it is.
func unquoted(text string) string {
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		for i := 1; i < n-1; i++ {
			if c := text[i]; c == '\\' || c == '#' || c == '$' || c == '"' || c == '\'' {
				return text
			}
		}
		return text[1 : n-1]
	}
	return text
}

// sameForm tells whether the tokens are of one form: they differ in names and literals only.
func sameForm(lang lexer.Language, a, b []word) bool {
	if len(a) != len(b) || len(a) == 0 {
		return false
	}
	for i := range a {
		if a[i].kind != b[i].kind {
			return false
		}
		switch a[i].kind {
		case lexer.Operator:
			if a[i].text != b[i].text {
				return false
			}
		case lexer.Word:
			keyA, keyB := lexer.IsKeyword(lang, a[i].text), lexer.IsKeyword(lang, b[i].text)
			if keyA != keyB || keyA && a[i].text != b[i].text {
				return false
			}
		}
	}
	return true
}

// conserved tells whether both sides have the same literals and call the same names, as the
// tokens have it: a check on the reading of the trees, which may lose what it does not
// understand. 0 and 1 are in many forms without being written.
func (c *comparing) conserved() bool {
	a, b := c.a.content(c.cross), c.b.content(c.cross)
	for key := range a {
		if !b[key] && !c.b.bound[key] && !c.b.fields[key] && !c.a.bound[key] && !c.a.fields[key] {
			return false
		}
	}
	for key := range b {
		if !a[key] && !c.a.bound[key] && !c.a.fields[key] && !c.b.bound[key] && !c.b.fields[key] {
			return false
		}
	}
	return true
}

// content are the literals of a side outside of dead code and, within a language, the names
// that it calls and the fields.
func (s *side) content(cross bool) map[string]bool {
	all := map[string]bool{}
	for i, w := range s.tokens {
		if s.deadLine(w.line) {
			continue
		}
		switch {
		case w.kind == lexer.Number && w.text != "0" && w.text != "1" && w.text != "2":
			all[w.text] = true
		case w.kind == lexer.Text && !strings.ContainsAny(w.text, "{#$\\"):
			all["'"+strings.Trim(strings.TrimLeft(w.text, "bBrRuUfFL@"), "\"'`")] = true
		case w.kind == lexer.Word && !cross && i+1 < len(s.tokens) && s.tokens[i+1].text == "(" && !lexer.IsKeyword(s.language, w.text):
			all[w.text] = true
		}
	}
	for word := range looping {
		delete(all, word)
	}
	return all
}

// looping are calls that a loop may stand for.
var looping = map[string]bool{
	"range": true, "forEach": true, "iter": true, "each": true, "len": true, "length": true, "size": true, "enumerate": true,
	"times": true, "upto": true, "downto": true, "into_iter": true, "rev": true, "count": true, "iter_mut": true,
}

func (s *side) deadLine(line int) bool {
	for _, d := range s.tree.Dead {
		if line >= d[0] && line <= d[1] {
			return true
		}
	}
	return false
}
