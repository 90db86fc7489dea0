// Package syntax reads a fragment of source as statements and expressions in one form for all
// languages. It is tolerant: what it cannot read stands as Raw with its words, and any text
// ends in a tree. Comments, docstrings, imports, layout and modifiers are not in the tree;
// normalise.go rewrites forms that say the same into one.
//
// The way through: token.go prepares the tokens; statement.go reads statements, those that begin
// with a word in control.go, loop.go, choice.go, guard.go and definition.go; expression.go reads
// expressions, operator.go says how strong they bind, postfix.go and element.go what stands
// behind an operand and between brackets; declare.go reads functions, parameters and types,
// ruby.go what Ruby alone has; normalise.go rewrites.
package syntax

import "kadry/internal/codematch/lexer"

// Kind is what a node is.
type Kind uint8

// The kinds of expressions.
const (
	Raw           Kind = iota // words that were not understood
	Name                      // Value
	Number                    // Value, in one spelling: 16 for 0x10
	Text                      // Value between quotes, escapes as written; kids are the code inside
	Constant                  // true, false, null
	Binary                    // Value is the operator
	Unary                     // Value is the operator
	Assign                    // target, value; Value is the operator, "=" as a rule; Type when declared
	Call                      // callee, arguments
	Field                     // Value of the kid
	Index                     // object, places
	Slice                     // from, to, step in an index
	Choice                    // condition, then, else
	List                      // Value is the bracket
	Pair                      // key, value; a named argument too
	Lambda                    // parameters, Block
	Cast                      // Type, kid
	Comprehension             // Value is the bracket; element, then Each and If without bodies
	Spread                    // kid
	None                      // an expression that was left out

	Block
	Function // Value is the name; parameters, Block
	Class    // Value is the name; members
	Parameter
	If    // condition, Block, Block or If
	While // condition, Block
	Until // Block, condition: the body runs once at least
	Loop  // start, condition, step, Block, of C
	Each  // target, what is gone through, Block
	Count // variable, from, below, step, Block: an ascending or descending count
	Try   // Block, Catch..., Block
	Catch
	Switch // subject, Case...
	Case   // patterns, Block
	Return
	Throw
	Break
	Continue
	Declare // a variable without a value; Type
	Do      // an expression for its effect
	Other   // a statement by keyword: Value is the word; kids
	Import  // dropped
)

// Node is a piece of a fragment.
type Node struct {
	Kind  Kind
	Value string
	// Spelt is the operator as it was written where Value says less: "===" of "==", "//" of
	// "/". Within a language it counts.
	Spelt string
	Type  string // declared, as written, without space
	Kids  []*Node
	Line  int // from 1, of the first word
	Last  int // of the last
}

// Tree is a fragment that was read.
type Tree struct {
	Language lexer.Language
	Root     *Node // Block
	// Cut says that the fragment was longer than what is read.
	Cut bool
	// Raw is how many tokens were not understood, of All.
	Raw, All int
	// Dead are lines that never run, from a to b each: after a return, under a condition that
	// is never met, of private functions that nobody calls.
	Dead [][2]int
}

// Bounds of what is read.
const (
	mostTokens = 40_000
	mostDepth  = 150 // of calls of the parser
)

// Read reads a fragment.
func Read(lang lexer.Language, tokens []lexer.Token, src []byte) *Tree {
	p := &parser{lang: lang, style: styleOf(lang)}
	t := &Tree{Language: lang}
	if len(tokens) > mostTokens {
		tokens, t.Cut = tokens[:mostTokens], true
	}
	p.prepare(tokens, src)
	root := &Node{Kind: Block, Line: 1, Last: 1}
	for !p.end() {
		before := p.pos
		root.Kids = append(root.Kids, p.statement()...)
		if p.pos == before {
			p.skip()
		}
	}
	if n := len(p.tokens); n > 0 {
		root.Line, root.Last = int(p.tokens[0].line), int(p.tokens[n-1].last)
	}
	t.Root, t.Raw, t.All = root, p.raw, len(p.tokens)
	return t
}

// Walk visits a node and all under it, parents first; where visit says false it goes no
// deeper.
func (n *Node) Walk(visit func(*Node) bool) {
	if n == nil || !visit(n) {
		return
	}
	for _, k := range n.Kids {
		k.Walk(visit)
	}
}

// Statement tells whether a kind is that of statements.
func (k Kind) Statement() bool { return k >= Block && k != Parameter }
