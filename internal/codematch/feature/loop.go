package feature

import (
	"bytes"

	"kadry/internal/codematch/lexer"
)

// closing is the place of the bracket that closes the one at i, or to.
func (f *former) closing(i, to int) int {
	depth := 0
	for n := i; n < to; n++ {
		if f.tok[n].Kind != lexer.Operator {
			continue
		}
		switch f.src[f.tok[n].Start] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return n
			}
		}
	}
	return to
}

// parts are the places of a separator between brackets, ends included: parts[0] is from-1.
func (f *former) parts(from, to int, separator string) []int {
	cuts := []int{from - 1}
	depth := 0
	for n := from; n < to; n++ {
		if f.tok[n].Kind == lexer.Operator {
			switch f.src[f.tok[n].Start] {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
			}
			if depth == 0 && f.is(n, separator) {
				cuts = append(cuts, n)
			}
		}
	}
	return append(cuts, to)
}

// loop reads the header of a for loop.
func (f *former) loop(i, to int) int {
	f.end()
	f.act(codeLoop, i)
	from, end := i+1, to
	after := to
	switch {
	case f.is(i+1, "(") && f.lang != lexer.Python && f.lang != lexer.Go:
		from, end = i+2, f.closing(i+1, to)
		after = min(end+1, to)
	case f.lang == lexer.Go || f.lang == lexer.Rust:
		for n := from; n < to; n++ {
			if f.is(n, "{") {
				end, after = n, n
				break
			}
		}
	default:
		return f.in(from, to)
	}
	if cuts := f.parts(from, end, ";"); len(cuts) == 4 {
		f.header(cuts)
		return after
	}
	f.each(from, end)
	return after
}

// in reads "for x in y" of a language without brackets about it: y is read by the caller,
// unless it is a range.
func (f *former) in(from, to int) int {
	const longest = 24
	for n := from; n < to && n < from+longest; n++ {
		if f.tok[n].Kind == lexer.Newline {
			break
		}
		if !f.is(n, "in") {
			continue
		}
		f.names(from, n)
		if f.is(n+1, "range") && f.is(n+2, "(") {
			end := f.closing(n+2, to)
			f.ranged(f.parts(n+3, end, ","))
			return min(end+1, to)
		}
		f.act(codeEach, n)
		return n + 1
	}
	return from
}

func (f *former) names(from, to int) {
	var buffer [64]byte
	for n := from; n < to; n++ {
		if f.word(n) && len(f.text(n)) <= longestName {
			key := folded(buffer[:0], f.text(n))
			_, reserved := words[string(key)]
			_, typed := types[string(key)]
			if !reserved && (!typed || n+1 == to || f.is(n+1, ",")) {
				f.emit(Name, hash(key), n)
			}
		}
	}
}

// ranged writes range(a, b, c) with all its parts.
func (f *former) ranged(cuts []int) {
	zero := numberCode(0)
	switch len(cuts) {
	case 2:
		f.act(codeRange, cuts[0])
		f.emit(Number, zero, cuts[0])
		f.walk(cuts[0]+1, cuts[1])
	case 3:
		f.act(codeRange, cuts[0])
		f.walk(cuts[0]+1, cuts[1])
		f.walk(cuts[1]+1, cuts[2])
	case 4:
		if !f.is(cuts[2]+1, "-") {
			f.act(codeRange, cuts[0])
			f.walk(cuts[0]+1, cuts[1])
			f.walk(cuts[1]+1, cuts[2])
			f.act(codeStep, cuts[2])
			f.walk(cuts[2]+1, cuts[3])
			return
		}
		f.act(codeDown, cuts[0])
		f.walk(cuts[0]+1, cuts[1])
		f.bound(cuts[1]+1, cuts[2], true)
		if !f.is(cuts[2]+2, "1") {
			f.act(codeStep, cuts[2])
			f.walk(cuts[2]+1, cuts[3])
		}
	}
}

// bound writes the end of a range, one more if it belongs to the range.
func (f *former) bound(from, to int, more bool) {
	if !more {
		f.walk(from, to)
		return
	}
	if to-from == 2 && f.is(from, "-") && f.is(from+1, "1") {
		f.emit(Number, numberCode(0), from)
		return
	}
	if to-from >= 2 && f.is(to-2, "-") && f.is(to-1, "1") {
		f.walk(from, to-2)
		return
	}
	if to-from == 1 && f.tok[from].Kind == lexer.Number {
		if v, ok := numberOf(f.text(from)); ok {
			f.emit(Number, numberCode(v+1), from)
			return
		}
	}
	f.walk(from, to)
	f.act(codePlus, to-1)
	f.emit(Number, numberCode(1), to-1)
}

// header reads init; condition; step.
func (f *former) header(cuts []int) {
	first, cond, step := cuts[0]+1, cuts[1]+1, cuts[2]+1
	assign := -1
	for n := first; n < cuts[1]; n++ {
		if f.is(n, "=") || f.is(n, ":=") {
			assign = n
			break
		}
	}
	simple := assign > first && f.word(assign-1) && cuts[2]-cond >= 3 && bytes.Equal(f.text(cond), f.text(assign-1))
	op := string(f.text(cond + 1))
	up, down := f.by(step, cuts[3])
	if simple && (up && (op == "<" || op == "<=" || op == "!=") || down && (op == ">" || op == ">=")) {
		f.names(assign-1, assign)
		code := codeRange
		if down {
			code = codeDown
		}
		f.act(code, cond)
		f.walk(assign+1, cuts[1])
		f.bound(cond+2, cuts[2], op == "<=" || op == ">")
		return
	}
	if simple && f.is(step+1, "+=") && (op == "<" || op == "<=") && bytes.Equal(f.text(step), f.text(cond)) {
		f.names(assign-1, assign)
		f.act(codeRange, cond)
		f.walk(assign+1, cuts[1])
		f.bound(cond+2, cuts[2], op == "<=")
		f.act(codeStep, step)
		f.walk(step+2, cuts[3])
		return
	}
	f.walk(first, cuts[1])
	f.walk(cond, cuts[2])
	f.walk(step, cuts[3])
}

// by says that the step of a loop is one up or one down.
func (f *former) by(from, to int) (up, down bool) {
	switch to - from {
	case 2:
		up = f.is(from, "++") || f.is(from+1, "++")
		down = f.is(from, "--") || f.is(from+1, "--")
	case 3:
		up = f.is(from+1, "+=") && f.is(from+2, "1")
		down = f.is(from+1, "-=") && f.is(from+2, "1")
	case 5:
		up = f.is(from+3, "+") && f.is(from+4, "1")
		down = f.is(from+3, "-") && f.is(from+4, "1")
	}
	return up, down
}

// each reads "x : xs", "x of xs", "x in xs", "i, x := range xs", "xs as x" and while headers
// of Go.
func (f *former) each(from, end int) {
	for n := from; n < end; n++ {
		switch string(f.text(n)) {
		case ":", "of", "in", "range":
			f.names(from, n)
			if dots := f.dots(n+1, end); dots > 0 {
				f.span(n+1, dots, end)
				return
			}
			f.act(codeEach, n)
			f.walk(n+1, end)
			return
		case "as":
			f.names(n+1, end)
			f.act(codeEach, n)
			f.walk(from, n)
			return
		}
	}
	f.walk(from, end)
}

func (f *former) dots(from, to int) int {
	depth := 0
	for n := from; n < to; n++ {
		if f.tok[n].Kind != lexer.Operator {
			continue
		}
		switch string(f.text(n)) {
		case "(", "[":
			depth++
		case ")", "]":
			depth--
		case "..", "..=":
			if depth <= 1 {
				return n
			}
		}
	}
	return 0
}

// span reads a..b and (a..b).rev() of Rust.
func (f *former) span(from, dots, end int) {
	last := end
	down := false
	if f.is(from, "(") {
		last = f.closing(from, end)
		down = f.is(last+1, ".") && f.is(last+2, "rev")
		from++
	}
	inclusive := f.is(dots, "..=")
	if down {
		f.act(codeDown, dots)
		if inclusive {
			f.walk(dots+1, last)
		} else {
			f.walk(dots+1, last)
			f.act(codeMinus, dots)
			f.emit(Number, numberCode(1), dots)
		}
		f.walk(from, dots)
		return
	}
	f.act(codeRange, dots)
	f.walk(from, dots)
	f.bound(dots+1, last, inclusive)
}
