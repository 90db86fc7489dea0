package feature

import (
	"bytes"
	"strconv"

	"kadry/internal/codematch/lexer"
)

// Class is what a symbol of the canonical form stands for.
type Class uint8

// The classes.
const (
	Action Class = iota // control flow, operators and library calls, by a common name
	Name                // a variable, field or constant
	Callee              // a call of what no table knows
	Number              // by value
	Text                // by content
)

// Symbol is a piece of the canonical form.
type Symbol struct {
	Class     Class
	Code      uint32 // hash of the common name, of the name in lower case, of the value
	Token     int32  // it comes from
	Statement int32  // it stands in, from 0
}

// Form is the canonical form of a text: what all languages share once spelling is taken away.
type Form struct {
	Symbols []Symbol
	Params  []Span // names of the parameters of the first function, in order
	Depth   int    // deepest nesting of brackets of any kind or of indents
}

// Span is bytes of the text.
type Span struct{ Start, End int32 }

// Codes that rules ask for.
var (
	codeLoop, codeEach, codeRange, codeDown, codeStep = hash("LOOP"), hash("EACH"), hash("RANGE"), hash("DOWN"), hash("STEP")
	codePlus, codeMinus, codeAssign                   = hash("+"), hash("-"), hash("=")
	codeAddTo, codeTakeFrom                           = hash("+="), hash("-=")
	codeIndex, codeSlice, codeArr, codeSelf           = hash("["), hash("SLICE"), hash("ARR"), hash("RECURSE")
)

// former brings one text into form.
type former struct {
	lang      lexer.Language
	src       []byte
	tok       []lexer.Token
	form      Form
	statement int32
	stream    sense // printing or reading while << and >> of the statement mean that
	self      []byte
	square    []bool // of open square brackets: it indexes
}

// FormOf brings a text into canonical form.
func FormOf(lang lexer.Language, src []byte, tokens []lexer.Token) Form {
	f := former{lang: lang, src: src, tok: tokens}
	f.form.Symbols = make([]Symbol, 0, len(tokens))
	f.signature()
	f.walk(0, len(f.tok))
	return f.form
}

func (f *former) text(i int) []byte {
	if i < 0 || i >= len(f.tok) {
		return nil
	}
	return f.tok[i].Of(f.src)
}

func (f *former) is(i int, s string) bool { return string(f.text(i)) == s }

func (f *former) word(i int) bool {
	return i >= 0 && i < len(f.tok) && f.tok[i].Kind == lexer.Word
}

func (f *former) emit(class Class, code uint32, token int) {
	f.form.Symbols = append(f.form.Symbols, Symbol{class, code, int32(token), f.statement})
}

func (f *former) act(code uint32, token int) { f.emit(Action, code, token) }

// folded is a word in lower case without underscores and sigils, in dst.
func folded(dst, word []byte) []byte {
	for _, c := range word {
		switch {
		case c == '_' || c == '$' || c == '@':
		case c >= 'A' && c <= 'Z':
			dst = append(dst, c+'a'-'A')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func (f *former) walk(from, to int) {
	for i := from; i < to; {
		i = f.step(i, to)
	}
}

// step reads what begins at a token and says where to go on.
func (f *former) step(i, to int) int {
	switch f.tok[i].Kind {
	case lexer.Newline, lexer.Indent, lexer.Dedent:
		f.end()
	case lexer.Number:
		return f.number(i, to)
	case lexer.Text:
		f.emit(Text, textCode(f.text(i)), i)
	case lexer.Word:
		return f.wordAt(i, to)
	case lexer.Operator:
		return f.operator(i, to)
	}
	return i + 1
}

func (f *former) end() {
	f.statement++
	f.stream = nothing
}

// textCode is that of the content without quotes and prefix.
func textCode(t []byte) uint32 {
	return hash(bytes.TrimRight(bytes.TrimLeft(t, "rbfuLRBFU@$\"'`"), "\"'`"))
}

// number reads a number, and the sum and power that write a large one: 1e9 + 7, 10 ** 9 + 7.
func (f *former) number(i, to int) int {
	value, ok := numberOf(f.text(i))
	at := i
	if ok && value == 10 && f.is(i+1, "**") && i+2 < to {
		if power, ok := numberOf(f.text(i + 2)); ok && power < 19 && power == float64(int(power)) {
			value, i = 1, i+2
			for range int(power) {
				value *= 10
			}
		}
	}
	if ok && value >= 1e6 && f.is(i+1, "+") && i+2 < to && f.tok[i+2].Kind == lexer.Number {
		if more, ok := numberOf(f.text(i + 2)); ok {
			value, i = value+more, i+2
		}
	}
	if !ok {
		f.emit(Number, hash(f.text(i)), at)
		return i + 1
	}
	f.emit(Number, numberCode(value), at)
	return i + 1
}

func numberCode(v float64) uint32 {
	var buffer [32]byte
	return hash(strconv.AppendFloat(buffer[:0], v, 'g', -1, 64))
}

// numberOf is the value of a number of any of the languages.
func numberOf(t []byte) (float64, bool) {
	var buffer [40]byte
	digits := folded(buffer[:0], t)
	if len(digits) > 32 || len(digits) == 0 {
		return 0, false
	}
	if len(digits) > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'b' || digits[1] == 'o') {
		v, err := strconv.ParseUint(string(digits), 0, 64)
		return float64(v), err == nil
	}
	end := 0
	for end < len(digits) && (digits[end] >= '0' && digits[end] <= '9' || digits[end] == '.' ||
		digits[end] == 'e' && end+1 < len(digits) || (digits[end] == '-' || digits[end] == '+') && digits[end-1] == 'e') {
		end++
	}
	v, err := strconv.ParseFloat(string(digits[:end]), 64)
	return v, err == nil
}

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

func (f *former) wordAt(i, to int) int {
	var buffer [64]byte
	word := f.text(i)
	if len(word) > 60 {
		word = word[:60]
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
		if f.word(n) && len(f.text(n)) <= 60 {
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
	if w := f.text(name); len(w) <= 60 {
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
