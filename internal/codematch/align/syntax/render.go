package syntax

import "strings"

var kindNames = [...]string{
	Raw: "raw", Name: "name", Number: "number", Text: "text", Constant: "constant", Binary: "binary", Unary: "unary",
	Assign: "assign", Call: "call", Field: "field", Index: "index", Slice: "slice", Choice: "choice", List: "list", Pair: "pair",
	Lambda: "lambda", Cast: "cast", Comprehension: "comprehension", Spread: "spread", None: "none", Block: "block",
	Function: "function", Class: "class", Parameter: "parameter", If: "if", While: "while", Until: "until", Loop: "loop",
	Each: "each", Count: "count", Try: "try", Catch: "catch", Switch: "switch", Case: "case", Return: "return", Throw: "throw",
	Break: "break", Continue: "continue", Declare: "declare", Do: "do", Other: "other", Import: "import",
}

// String names the kind.
func (k Kind) String() string { return kindNames[k] }

// String is the node as a term: (assign = (name x) (number 1)).
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	b.WriteByte('(')
	b.WriteString(n.Kind.String())
	if n.Value != "" {
		b.WriteByte(' ')
		b.WriteString(n.Value)
	}
	for _, k := range n.Kids {
		b.WriteByte(' ')
		k.write(b)
	}
	b.WriteByte(')')
}
