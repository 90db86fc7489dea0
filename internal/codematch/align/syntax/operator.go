package syntax

import "kadry/internal/codematch/lexer"

// Strengths of binding, the loosest first.
const (
	assigning = iota + 1
	choosing
	ranging
	disjoint
	conjoint
	negating
	comparing
	oring
	xoring
	anding
	shifting
	adding
	multiplying
	raising
)

// strengths are those of the operators of C and most others.
var strengths = map[string]int{
	"??": disjoint, "||": disjoint, "xor": disjoint, "&&": conjoint, "|>": disjoint,
	"==": comparing, "!=": comparing, "===": comparing, "!==": comparing, "<": comparing, ">": comparing, "<=": comparing,
	">=": comparing, "<=>": comparing, "=~": comparing, "!~": comparing, "<>": comparing,
	"in": comparing, "is": comparing, "instanceof": comparing, "not in": comparing, "is not": comparing,
	"..": ranging, "...": ranging, "..=": ranging,
	"|": oring, "^": xoring, "&": anding, "<<": shifting, ">>": shifting, ">>>": shifting,
	"+": adding, "-": adding, "*": multiplying, "/": multiplying, "%": multiplying, "//": multiplying, "@": multiplying,
	"&^": multiplying, "**": raising,
}

// assignments are the operators that assign.
var assignments = map[string]bool{
	"=": true, ":=": true, "+=": true, "-=": true, "*=": true, "/=": true, "%=": true, "//=": true, "**=": true, "&=": true,
	"|=": true, "^=": true, "<<=": true, ">>=": true, ">>>=": true, "&&=": true, "||=": true, "??=": true, ".=": true, "&^=": true,
	"@=": true,
}

// infix is the operator between two operands at the next token, how strong it binds and how
// many tokens it has; strength 0 is none.
func (p *parser) infix() (op string, strength, size int) {
	t := p.now()
	if t.kind != lexer.Operator && t.kind != lexer.Word {
		return "", 0, 0
	}
	switch {
	case p.lang == lexer.Python && t.text == "!" && p.isAt(1, "in"):
		return "not in", comparing, 2
	case p.lang == lexer.Python && t.text == "is" && p.isAt(1, "!"):
		return "is not", comparing, 2
	case p.lang == lexer.PHP && t.text == ".":
		return "+", adding, 1
	case t.kind == lexer.Word && t.text != "in" && t.text != "instanceof" && (t.text != "is" || p.lang != lexer.Python && p.lang != lexer.CSharp):
		return "", 0, 0
	case t.text == "in" && (p.lang == lexer.Ruby || p.lang == lexer.Rust || p.lang == lexer.Go):
		return "", 0, 0
	}
	return t.text, p.strength(t.text), 1
}

// strength is that of an operator in the language.
func (p *parser) strength(op string) int {
	switch p.lang {
	case lexer.Go:
		switch op {
		case "&", "<<", ">>":
			return multiplying
		case "|", "^":
			return adding
		}
	case lexer.C, lexer.CPP, lexer.Java, lexer.CSharp, lexer.JavaScript, lexer.TypeScript, lexer.PHP, "":
		switch op { // comparisons bind closer than the operators on bits
		case "|", "^", "&":
			return comparing
		case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "<>", "<=>":
			return anding
		}
	}
	return strengths[op]
}
