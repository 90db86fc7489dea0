package usage

import "strings"

// grammar is what the account of uses must know of a language.
type grammar struct {
	members  string // the signs that lead to a member, between blanks
	equals   string // the signs that give a variable its value, between blanks
	typed    bool   // "name: Type"
	declared bool   // "Type name"
	managed  bool   // "with thing() as name"
	keys     bool   // "{name: ...}" names a key, not a thing
	named    string // the sign after the name of an argument: f(name=...)
	own      string // what an object calls itself
	fields   bool   // "{name: Type}" is a type as well
	quoted   bool   // "name: 'Type'" in quotes
}

// chainLimit bounds how many members are followed.
const chainLimit = 8

// walker goes over the tokens of a file with the account of its imports.
type walker struct {
	stream
	grammar
	opened []byte // brackets around the token at hand, for the first walk only
}

func (s *stream) walk(g grammar) {
	w := walker{stream: *s, grammar: g}
	if len(s.names) == 0 {
		return
	}
	w.each(w.use)
	if len(s.variables) > 0 {
		w.each(w.useVariable)
	}
}

// each calls for every word that may be the beginning of a name.
func (w *walker) each(visit func(i int)) {
	w.opened = w.opened[:0]
	for i, t := range w.tokens {
		switch t.kind {
		case mark:
			w.bracket(t.text[0], len(t.text))
		case newline:
			w.opened = w.opened[:0]
		case word:
			if !w.skipped[i] && !w.member(i) {
				visit(i)
			}
		case text:
			if w.quoted && i > 0 && (w.tokens[i-1].is(":") || w.tokens[i-1].is("->")) && w.inside() != '{' {
				w.quotedType(t)
			}
		}
	}
}

func (w *walker) bracket(c byte, size int) {
	if size > 1 {
		return
	}
	switch c {
	case '(', '[', '{':
		w.opened = append(w.opened, c)
	case ')', ']', '}':
		if n := len(w.opened); n > 0 {
			w.opened = w.opened[:n-1]
		}
	}
}

// inside is the bracket around the token at hand.
func (w *walker) inside() byte {
	if len(w.opened) == 0 {
		return 0
	}
	return w.opened[len(w.opened)-1]
}

// leads reports a sign that leads from a thing to its member.
func (w *walker) leads(i int) bool {
	t := w.at(i)
	return t.kind == mark && within(w.members, t.text)
}

// within reports that a list between blanks has the sign.
func within(list, sign string) bool {
	if sign == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], sign)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(sign)
		if (i == 0 || list[i-1] == ' ') && (from == len(list) || list[from] == ' ') {
			return true
		}
	}
}

func (w *walker) member(i int) bool { return i > 0 && w.tokens[i-1].kind == mark && w.leads(i-1) }

// label reports a word that names a key or an argument and not a thing.
func (w *walker) label(i int) bool {
	before, after := w.at(i-1), w.at(i+1)
	if after.kind != mark {
		return false
	}
	if w.named != "" && after.text == w.named && (before.is("(") || before.is(",")) && w.inside() == '(' {
		return true
	}
	if w.keys && after.text == ":" && (before.is("{") || before.is(",")) && w.inside() == '{' {
		return true
	}
	return within(w.equals, after.text) && (first(w.tokens, i) || before.kind == newline)
}

// use counts a use of an imported name.
func (w *walker) use(i int) {
	n := w.names[w.tokens[i].text]
	if n == nil || w.label(i) {
		return
	}
	n, next := w.longest(i, n)
	n.used = true
	if n.partial {
		return
	}
	symbol, next := w.symbol(n, next)
	w.count(n.imports, symbol, w.tokens[i].line)
	w.held(i, next, n.imports, symbol)
}

// longest follows a dotted import as far as it goes: of "a.b.c", "a.b" may be the import.
func (w *walker) longest(i int, n *name) (*name, int) {
	found, next := n, i+1
	if !w.dotted {
		return found, next
	}
	n.used = n.used || !n.partial
	at := i + 1
	for step := 0; step < chainLimit && w.leads(at) && w.at(at+1).kind == word; step++ {
		at += 2
		if longer := w.names[w.spelled(i, at)]; longer != nil {
			found, next = longer, at
		}
	}
	return found, next
}

// symbol reads the members after a name, at most as many as a symbol has parts.
func (w *walker) symbol(n *name, next int) (string, int) {
	symbol, parts := n.before, 0
	if n.before != "" {
		parts = 1
	}
	followed := false
	for parts < 2 && w.leads(next) && w.at(next+1).kind == word {
		symbol, parts, next, followed = join(symbol, w.tokens[next+1].text), parts+1, next+2, true
	}
	if !followed {
		symbol = n.alone
	}
	return symbol, next
}

// useVariable counts a member of what an imported thing made. What an object owns goes by
// its last name: "self.client" is "client".
func (w *walker) useVariable(i int) {
	if within(w.own, w.tokens[i].text) && w.leads(i+1) && w.at(i+2).kind == word {
		i += 2
	}
	h, ok := w.variables[w.tokens[i].text]
	if ok && w.leads(i+1) && w.at(i+2).kind == word {
		w.count(h.imports, join(h.symbol, w.tokens[i+2].text), w.tokens[i].line)
	}
}
