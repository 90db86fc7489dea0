package usage

import (
	"slices"
	"strings"
)

// scriptReader reads the imports of JavaScript's tokens.
type scriptReader struct {
	stream
}

// binding is a name that an import gives to something.
type binding struct {
	as, alone, before string
}

func scriptGrammar(lang Language) grammar {
	return grammar{members: ". ?.", equals: "=", keys: true, own: "this", typed: lang != JavaScript}
}

func readScript(lang Language, body string) File {
	tokens := lexScript(body, lang != TypeScript)
	b := newBook()
	b.script(lang, tokens)
	return b.done(tokens)
}

func (b *book) script(lang Language, tokens []token) {
	r := scriptReader{stream{book: b, tokens: tokens, skipped: make([]bool, len(tokens))}}
	for i := range tokens {
		if tokens[i].kind != word || r.skipped[i] || r.at(i-1).is(".") {
			continue
		}
		next := i
		switch tokens[i].text {
		case "import":
			next = r.importing(i)
		case "export":
			next = r.exporting(i)
		case "require":
			next = r.call(i, "")
		}
		r.leave(i, next)
	}
	if react := r.book.names["React"]; react != nil && slices.ContainsFunc(tokens, func(t token) bool { return t.kind == attr }) {
		react.used = true // its elements are calls of it
	}
	r.walk(scriptGrammar(lang))
}

// localScript reports a specifier of the same project: a path, or one of the aliases that
// bundlers give to the source folder.
func localScript(path string) bool {
	for _, prefix := range []string{"./", "../", "/", "@/", "~/", "#/", "~~/", "@@/", "$lib/", "$app/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return path == "." || path == ".."
}

func (r *scriptReader) entry(path string, line int32) Import {
	return Import{Path: path, Line: int(line), Local: localScript(path)}
}

// importing reads every form that begins with "import" and says where it ends.
func (r *scriptReader) importing(i int) int {
	line := r.at(i).line
	switch next := r.at(i + 1); {
	case next.is("("):
		return r.call(i, "")
	case next.kind == text:
		number := r.entry(next.text, line)
		number.Used = true
		r.add(number)
		return i + 2
	}
	typing, at := r.typeOnly(i + 1)
	if r.at(at).word("defer") && r.at(at+1).is("*") {
		at++
	}
	if name := r.at(at); name.kind == word && r.at(at+1).is("=") {
		if r.at(at + 2).word("require") {
			return r.call(at+2, name.text)
		}
		return i
	}
	list, allTypes, at := r.clause(at)
	if !r.at(at).word("from") || r.at(at+1).kind != text {
		return i
	}
	whole := r.entry(r.at(at+1).text, line)
	whole.Typing = typing || allTypes
	whole.Used = len(list) == 0
	number := r.add(whole)
	for _, b := range list {
		r.bind(number, b.as, b.alone, b.before)
	}
	return at + 2
}

// typeOnly skips the "type" of "import type": it may also be a name.
func (r *scriptReader) typeOnly(i int) (bool, int) {
	if !r.at(i).word("type") && !r.at(i).word("typeof") {
		return false, i
	}
	switch next := r.at(i + 1); {
	case next.is("{"), next.is("*"):
		return true, i + 1
	case next.kind == word && (next.text != "from" || r.at(i+2).kind != text):
		return true, i + 1
	}
	return false, i
}

// clause reads "a, * as b" and "a, {b as c, type d}". It also says whether every name of it
// is a type.
func (r *scriptReader) clause(i int) (list []binding, types bool, next int) {
	if r.at(i).kind == word && !(r.at(i).text == "from" && r.at(i+1).kind == text) {
		list = append(list, binding{r.at(i).text, "default", ""})
		if i++; !r.at(i).is(",") {
			return list, false, i
		}
		i++
	}
	switch {
	case r.at(i).is("*") && r.at(i+1).word("as") && r.at(i+2).kind == word:
		return append(list, binding{r.at(i + 2).text, "", ""}), false, i + 3
	case r.at(i).is("{"):
		named, types, next := r.names(i + 1)
		return append(list, named...), types && len(list) == 0, next
	}
	return list, false, i
}

// names reads the names in braces.
func (r *scriptReader) names(i int) (list []binding, types bool, next int) {
	types = true
	for !r.at(i).is("}") {
		if r.at(i).is(",") {
			i++
			continue
		}
		if follow := r.at(i + 1); r.at(i).word("type") && (follow.kind == word && follow.text != "as" || follow.kind == text) {
			i++
		} else {
			types = false
		}
		t := r.at(i)
		if t.kind != word && t.kind != text {
			return nil, false, i
		}
		one := binding{t.text, t.text, t.text}
		if t.text == "default" {
			one.before = ""
		}
		if i++; r.at(i).word("as") && r.at(i+1).kind != mark {
			one.as = r.at(i + 1).text
			i += 2
		}
		list = append(list, one)
	}
	return list, types && len(list) > 0, i + 1
}

// exporting reads "export ... from", which uses what it hands on.
func (r *scriptReader) exporting(i int) int {
	typing, at := r.typeOnly(i + 1)
	var list []binding
	switch {
	case r.at(at).is("*") && r.at(at+1).word("as"):
		at += 3
	case r.at(at).is("*"):
		at++
	case r.at(at).is("{"):
		list, _, at = r.names(at + 1)
	default:
		return i
	}
	if !r.at(at).word("from") || r.at(at+1).kind != text {
		return i
	}
	whole := r.entry(r.at(at+1).text, r.at(i).line)
	whole.Typing, whole.Used = typing, true
	if number := r.add(whole); number >= 0 {
		for _, b := range list {
			r.count([]int{number}, b.alone, r.at(i).line)
		}
	}
	return at + 2
}

// call reads require("a") and import("a"), and what is done with it at once.
func (r *scriptReader) call(i int, as string) int {
	path, after := r.at(i+2), r.at(i+3)
	if !r.at(i+1).is("(") || path.kind != text || !after.is(")") && !after.is(",") {
		return i
	}
	number := r.add(r.entry(path.text, r.at(i).line))
	if number < 0 {
		return i + 3
	}
	next := i + 4
	alone, before := "default", ""
	if after.is(")") && r.at(next).is(".") && r.at(next+1).kind == word && r.tokens[i].text == "require" {
		alone = r.at(next + 1).text
		before = alone
		if r.at(next+2).is("(") || as == "" && !r.at(r.left(i)).is("=") {
			r.count([]int{number}, alone, path.line)
		}
		next += 2
	}
	if as != "" {
		r.bind(number, as, alone, before)
		return next
	}
	r.take(i, number, binding{"", alone, before})
	return next
}

// left is the token before a call and the words that may stand before it.
func (r *scriptReader) left(i int) int {
	for i--; r.at(i).word("await") || r.at(i).is("("); i-- {
		continue
	}
	return i
}

// take binds the variables that a call is given to. A call that is given to none is used
// where it stands.
func (r *scriptReader) take(i, number int, what binding) {
	at := r.left(i)
	target := r.at(at - 1)
	switch {
	case r.at(at).is("=") && target.kind == word && !r.at(at-2).is("."):
		r.bind(number, target.text, what.alone, what.before)
		r.skipped[at-1] = true
	case r.at(at).is("=") && target.is("}") && r.takeApart(at-2, number):
	default:
		r.file.Imports[number].Used = true
	}
}

// takeApart binds the names of "{a, b: c}" backwards from its end.
func (r *scriptReader) takeApart(i, number int) bool {
	end := i
	for !r.at(i).is("{") {
		if k := r.at(i).kind; k != word && k != mark || i <= end-4*lookAhead {
			return false
		}
		i--
	}
	for i++; i <= end; i++ {
		symbol, as := r.at(i), r.at(i)
		if symbol.kind != word {
			continue
		}
		r.skipped[i] = true
		if r.at(i+1).is(":") && r.at(i+2).kind == word {
			i += 2
			as = r.at(i)
			r.skipped[i] = true
		}
		r.bind(number, as.text, symbol.text, symbol.text)
	}
	return true
}
