package feature

import (
	"bytes"

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

// longestName is how much of a name is read, in bytes.
const longestName = 60

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
