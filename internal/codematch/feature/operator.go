package feature

import (
	"bytes"

	"kadry/internal/codematch/lexer"
)

func (f *former) operator(i, to int) int {
	t := string(f.text(i))
	switch t {
	case ";", "{", "}":
		f.end()
		return i + 1
	case "(":
		return f.paren(i, to)
	case "++", "--":
		code := codeAddTo
		if t == "--" {
			code = codeTakeFrom
		}
		f.act(code, i)
		f.emit(Number, numberCode(1), i)
		return i + 1
	case "=":
		return f.assign(i, to)
	case "<<", ">>":
		if f.stream != nothing {
			return i + 1
		}
	case "?":
		if f.is(i+1, ".") {
			return i + 1
		}
	case "[":
		f.bracket(i)
		return i + 1
	case "]":
		if n := len(f.square); n > 0 {
			f.square = f.square[:n-1]
		}
		return i + 1
	case ":":
		if n := len(f.square); n > 0 && f.square[n-1] && f.lang == lexer.Python {
			f.act(codeSlice, i)
		}
		return i + 1
	}
	if code, ok := operatorCodes[t]; ok {
		f.act(code, i)
	}
	return i + 1
}

// bracket tells an index from a list.
func (f *former) bracket(i int) {
	before := f.text(i - 1)
	index := f.word(i-1) || len(before) == 1 && (before[0] == ']' || before[0] == ')')
	if m, ok := words[string(before)]; ok && m.sense != nothing {
		index = false
	}
	f.square = append(f.square, index)
	if index {
		f.act(codeIndex, i)
	} else {
		f.act(codeArr, i)
	}
}

// paren reads a cast, "(int) x", and skips other brackets.
func (f *former) paren(i, _ int) int {
	if f.word(i+1) && f.is(i+2, ")") && i+3 < len(f.tok) && (f.tok[i+3].Kind != lexer.Operator || f.is(i+3, "(")) {
		var buffer [40]byte
		if m, ok := types[string(folded(buffer[:0], f.text(i+1)))]; ok && !f.word(i-1) {
			for _, c := range m.codes {
				f.act(c, i+1)
			}
			return i + 3
		}
	}
	return i + 1
}

// assign reads "=", and x = x + y as x += y.
func (f *former) assign(i, to int) int {
	const longest = 8
	for n := 1; n <= longest; n++ {
		if i-n < 0 || i+n+1 >= to {
			break
		}
		k := f.tok[i-n].Kind
		if k != lexer.Word && k != lexer.Operator && k != lexer.Number || f.is(i-n, ";") || f.is(i-n, "{") || f.is(i-n, "}") {
			break
		}
		if n > 1 && !f.word(i-n) || n == 1 && !f.word(i-1) && !f.is(i-1, "]") {
			continue
		}
		if !f.same(i-n, i+1, n) {
			continue
		}
		switch op := string(f.text(i + n + 1)); op {
		case "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "//":
			if f.is(i-n-1, ".") {
				continue
			}
			if op == "//" {
				op = "/"
			}
			f.act(hash(op+"="), i)
			return i + n + 2
		}
	}
	f.act(codeAssign, i)
	return i + 1
}

func (f *former) same(a, b, n int) bool {
	for k := range n {
		if !bytes.Equal(f.text(a+k), f.text(b+k)) {
			return false
		}
	}
	return true
}
