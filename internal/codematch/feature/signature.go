package feature

import "kadry/internal/codematch/lexer"

// signature finds the first function and its parameters.
func (f *former) signature() {
	for i := range f.tok {
		if !f.is(i, "(") || !f.word(i-1) {
			continue
		}
		end := f.closing(i, len(f.tok))
		if !f.declares(i-1, end) {
			continue
		}
		f.self = f.text(i - 1)
		cuts := f.parts(i+1, end, ",")
		for n := 1; n < len(cuts); n++ {
			if p := f.parameter(cuts[n-1]+1, cuts[n]); p >= 0 {
				f.form.Params = append(f.form.Params, Span{f.tok[p].Start, f.tok[p].End})
			}
		}
		return
	}
}

// declares says that a name with brackets up to end is that of a function that begins here.
func (f *former) declares(name, end int) bool {
	const receiver = 12 // tokens of that of a Go method, at most
	for back := name - 1; back >= 0 && back > name-receiver; back-- {
		switch string(f.text(back)) {
		case "def", "function", "func", "fn":
			return true
		}
		if !f.is(name-1, ")") && back <= name-3 || f.is(back, "{") || f.is(back, "}") {
			break
		}
	}
	if f.lang == lexer.Python || f.lang == lexer.Ruby || f.lang == lexer.Go || f.lang == lexer.Rust || f.lang == lexer.PHP {
		return false
	}
	var buffer [64]byte
	if w := f.text(name); len(w) <= longestName {
		if m, ok := words[string(folded(buffer[:0], w))]; ok && m.sense != nothing {
			return false
		}
		if s := string(w); s == "if" || s == "for" || s == "while" || s == "switch" || s == "catch" {
			return false
		}
	}
	return f.is(end+1, "{") || f.is(end+1, "throws") || f.is(end+1, "const") && f.is(end+2, "{") ||
		f.is(end+1, ":") && f.lang == lexer.TypeScript
}

// parameter is the token that names it, or -1.
func (f *former) parameter(from, to int) int {
	for n := from; n < to; n++ {
		if f.is(n, "=") {
			to = n
			break
		}
	}
	colon := -1
	for n := from; n < to; n++ {
		if f.is(n, ":") {
			colon = n
			break
		}
	}
	first, last := -1, -1
	for n := from; n < to; n++ {
		if !f.word(n) || f.is(n, "self") || f.is(n, "mut") || f.is(n, "this") || f.is(n, "const") {
			continue
		}
		if first < 0 {
			first = n
		}
		if colon < 0 || n < colon {
			last = n
		}
	}
	if f.lang == lexer.Go {
		return first
	}
	return last
}
