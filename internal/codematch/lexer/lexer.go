// Package lexer cuts source text of many languages into tokens without parsing it: it is
// tolerant of text that no compiler would take, needs no toolchain and never fails.
package lexer

// Language is a programming language by its short name, as Languages lists them; "" is a
// language that is not known, whose text is cut as that of C is.
type Language string

// The languages that are known to the room.
const (
	Python     Language = "python"
	JavaScript Language = "javascript"
	TypeScript Language = "typescript"
	Java       Language = "java"
	Go         Language = "go"
	C          Language = "c"
	CPP        Language = "cpp"
	CSharp     Language = "csharp"
	Rust       Language = "rust"
	PHP        Language = "php"
	Ruby       Language = "ruby"
)

// Languages are all known languages, sorted.
func Languages() []Language {
	return []Language{C, CPP, CSharp, Go, Java, JavaScript, PHP, Python, Ruby, Rust, TypeScript}
}

// Kind is what a token is.
type Kind uint8

// The kinds of tokens.
const (
	Word     Kind = iota // identifier or keyword
	Number               // with its sign left out
	Text                 // string, template or character literal, quotes included
	Operator             // the longest that the language has: "<<=", "=>", "("
	Comment              // docstrings of Python are Text
	Newline              // where it ends a statement: Python, Ruby, Go; and a line of the preprocessor of C
	Indent               // Python alone; no text
	Dedent               // Python alone; no text
)

// Token is a piece of the text. Space between tokens is none.
type Token struct {
	Kind       Kind
	Start, End int32 // bytes of the text
	Line       int32 // of its start, from 1
}

// Of is the token's text.
func (t Token) Of(src []byte) []byte { return src[t.Start:t.End] }
