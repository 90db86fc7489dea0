package feature

import (
	"bytes"

	"kadry/internal/codematch/lexer"
)

func (f *former) wordAt(i, to int) int {
	var buffer [64]byte
	word := f.text(i)
	if len(word) > longestName {
		word = word[:longestName]
	}
	key := folded(buffer[:0], word)
	called := f.is(i+1, "(") || f.is(i+1, "!") && f.is(i+2, "(")
	member := f.is(i-1, ".") || f.is(i-1, "->") || f.is(i-1, "::") || f.is(i-1, "?.") || f.is(i-1, "&.")
	if m, ok := words[string(key)]; ok && !member && (m.sense != nothing || !called) {
		return f.reserved(i, to, m)
	}
	if m, ok := types[string(key)]; ok && f.isType(i, m, called, member) {
		return f.typeAt(i, to, m, called)
	}
	if called || member || f.lang == lexer.Ruby {
		if m, ok := calls[string(key)]; ok && (called || member) {
			for _, c := range m.codes {
				f.act(c, i)
			}
			return i + 1
		}
	}
	switch {
	case called && f.self != nil && bytes.Equal(f.self, f.text(i)):
		f.act(codeSelf, i)
	case called:
		f.emit(Callee, hash(key), i)
	default:
		f.emit(Name, hash(key), i)
	}
	return i + 1
}

// isType says that a word of the table of types is one here: variables have such names too.
func (f *former) isType(i int, m meaning, called, member bool) bool {
	first := f.text(i)[0]
	upper := first >= 'A' && first <= 'Z'
	switch {
	case f.is(i+1, "<") && f.generic(i+1, len(f.tok)) > i+1, f.is(i+1, "::"):
		return true
	case member:
		return false
	case called || upper:
		return true
	case f.lang == lexer.Go && (f.is(i, "map") || f.is(i, "error") || f.is(i, "any")):
		return true
	case m.sense == call:
		return f.typed(i)
	}
	return f.is(i-1, ":") || f.is(i-1, "->") || f.word(i+1) && f.lang != lexer.Python && f.lang != lexer.Ruby
}

// typed says that a word stands where a type does: before a name or a bracket of types.
func (f *former) typed(i int) bool {
	if f.lang == lexer.Python || f.lang == lexer.Ruby || f.lang == lexer.JavaScript || f.lang == lexer.PHP {
		return f.is(i-1, ":") || f.is(i-1, "->") || (f.lang == lexer.PHP && f.word(i+1))
	}
	return f.word(i+1) || f.is(i+1, "[") || f.is(i+1, "*") || f.is(i+1, "&") || f.is(i+1, ">") || f.is(i+1, ",") ||
		f.is(i-1, "<") || f.is(i-1, ":") || f.is(i-1, "[") || f.is(i+1, ")") || f.is(i+1, "{") || f.is(i-1, "]") || f.lang == lexer.Go
}

// typeAt reads a type with its arguments: containers are named, other types are left out
// unless they convert.
func (f *former) typeAt(i, to int, m meaning, called bool) int {
	next := i + 1
	if f.is(next, "<") {
		next = f.generic(next, to)
	}
	if called || m.sense == kind && !f.is(next, ">") && !f.is(i-1, "<") {
		for _, c := range m.codes {
			f.act(c, i)
		}
	}
	return next
}

// generic is where the arguments of a type end.
func (f *former) generic(i, to int) int {
	const longest = 24
	depth := 0
	for n := i; n < to && n < i+longest; n++ {
		switch t := string(f.text(n)); {
		case t == "<":
			depth++
		case t == ">":
			depth--
		case t == ">>":
			depth -= 2
		case f.tok[n].Kind == lexer.Word, t == ",", t == "?", t == "[", t == "]", t == ".", t == "::", t == "&", t == "*":
		default:
			return i
		}
		if depth <= 0 {
			return n + 1
		}
	}
	return i
}

func (f *former) reserved(i, to int, m meaning) int {
	switch m.sense {
	case loop:
		return f.loop(i, to)
	case printing, reading:
		f.stream = m.sense
	}
	for _, c := range m.codes {
		f.act(c, i)
	}
	return i + 1
}
