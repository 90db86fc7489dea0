package interpreter

import (
	"regexp"
	"slices"
	"strings"
)

// Python is run as Starlark, which lacks parts of its syntax. This file rewrites the simple
// ones on the level of tokens; what it does not know is left, and does not load.

// pyToken is a token with the space before it.
type pyToken struct {
	space string
	text  string
	first bool // begins a line outside of brackets
}

var pyPattern = regexp.MustCompile(
	`(?s)^(?:[rRbBuUfF]{0,2}(?:"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?''')` +
		`|[rRbBuUfF]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')` +
		`|[A-Za-z_]\w*|\d[\w.]*(?:[eE][+-]?\d+)?|\.\d+` +
		`|\*\*=|//=|<<=|>>=|\*\*|//|<<|>>|<=|>=|==|!=|->|:=|[-+*/%&|^@]=|.)`)

// pySpace is what stands between tokens; a comment goes.
var pySpace = regexp.MustCompile(`^(?:[ \t\r\n]|\\\n)+`)

var pyComment = regexp.MustCompile(`^#[^\n]*`)

// pyTokens cuts a program. It never fails: what is no token is one of a single character.
func pyTokens(code string) []pyToken {
	var out []pyToken
	depth, space, first := 0, "", true
	for code != "" {
		if gap := pySpace.FindString(code); gap != "" {
			space += gap
			code = code[len(gap):]
			first = first || depth == 0 && strings.Contains(strings.ReplaceAll(gap, "\\\n", ""), "\n")
			continue
		}
		if comment := pyComment.FindString(code); comment != "" {
			code = code[len(comment):]
			continue
		}
		text := pyPattern.FindString(code)
		if text == "" {
			text = code[:1]
		}
		code = code[len(text):]
		switch text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth = max(0, depth-1)
		}
		out = append(out, pyToken{space, text, first})
		space, first = "", false
	}
	return out
}

func pyText(tokens []pyToken) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(t.space)
		b.WriteString(t.text)
	}
	return b.String() + "\n"
}

func isName(text string) bool {
	return text != "" && (text[0] == '_' || text[0] >= 'a' && text[0] <= 'z' || text[0] >= 'A' && text[0] <= 'Z') && !isPyString(text)
}

func isPyString(text string) bool {
	return strings.HasSuffix(text, `"`) || strings.HasSuffix(text, "'")
}

// closing finds the bracket that ends the one at i; len(tokens) where none does.
func closing(tokens []pyToken, i int) int {
	depth := 0
	for j := i; j < len(tokens); j++ {
		switch tokens[j].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
			if depth == 0 {
				return j
			}
		}
	}
	return len(tokens)
}

// opening finds the bracket that begins what the one at i ends; -1 where none does.
func opening(tokens []pyToken, i int) int {
	depth := 0
	for j := i; j >= 0; j-- {
		switch tokens[j].text {
		case ")", "]", "}":
			depth++
		case "(", "[", "{":
			depth--
			if depth == 0 {
				return j
			}
		}
	}
	return -1
}

// line is where the logical line of the token at i ends.
func line(tokens []pyToken, i int) int {
	for j := i + 1; j < len(tokens); j++ {
		if tokens[j].first {
			return j
		}
	}
	return len(tokens)
}

// insert puts texts at a place.
func insert(tokens []pyToken, at int, texts ...string) []pyToken {
	added := make([]pyToken, len(texts))
	for i, text := range texts {
		added[i] = pyToken{" ", text, false}
	}
	return slices.Insert(tokens, at, added...)
}

// unlikePython are words whose statements Starlark lacks.
var unlikePython = map[string]bool{
	"class": true, "try": true, "except": true, "with": true, "yield": true, "async": true, "await": true, "global": true,
	"nonlocal": true, "exec": true, "eval": true, "__import__": true, "globals": true,
}

// pyRewrite makes Starlark of Python as far as that is simple. Its error is a *Refusal.
func pyRewrite(code string) (string, error) {
	tokens := pyTokens(code)
	var err error
	if tokens, err = pyImports(tokens); err != nil {
		return "", err
	}
	for _, t := range tokens {
		if unlikePython[t.text] {
			return "", &Refusal{Syntax, t.text}
		}
	}
	tokens = pyStatements(tokens)
	tokens = pyAnnotations(tokens)
	tokens = pyStrings(tokens)
	tokens = pyBrackets(tokens)
	tokens = pyPowers(tokens)
	tokens = pyChains(tokens)
	return pyText(tokens), nil
}

// pyModules are the modules that stand in for Python's; typing is for annotations, which go.
var pyModules = map[string]bool{"math": true, "typing": true, "functools": true, "collections": true, "string": true, "copy": true}

// pyImports takes imports out. The names they bring are there already.
func pyImports(tokens []pyToken) ([]pyToken, error) {
	for i := 0; i < len(tokens); i++ {
		if !tokens[i].first || tokens[i].text != "import" && tokens[i].text != "from" || i+1 >= len(tokens) {
			continue
		}
		end := line(tokens, i)
		for _, t := range tokens[i:end] {
			if t.text == "as" {
				return nil, &Refusal{Impure, "import as"}
			}
		}
		if !pyModules[tokens[i+1].text] {
			return nil, &Refusal{Impure, "import " + tokens[i+1].text}
		}
		tokens[i].text = "pass"
		tokens = slices.Delete(tokens, i+1, end)
	}
	return tokens, nil
}

// pyStatements rewrites raise, assert, del and is.
func pyStatements(tokens []pyToken) []pyToken {
	for i := 0; i < len(tokens); i++ {
		starts := tokens[i].first || i > 0 && tokens[i-1].text == ":"
		switch {
		case starts && (tokens[i].text == "raise" || tokens[i].text == "assert"):
			end := line(tokens, i)
			name := map[string]string{"raise": "fail", "assert": "assert__"}[tokens[i].text]
			if name == "fail" {
				tokens = slices.Delete(tokens, i+1, end)
				end = i + 1
			}
			tokens[i].text = name
			tokens = insert(tokens, end, ")")
			tokens = insert(tokens, i+1, "(")
		case starts && tokens[i].text == "del":
			end := line(tokens, i)
			if from := opening(tokens, end-1); from > i && tokens[end-1].text == "]" {
				tokens[i].text, tokens[from].text, tokens[end-1].text = "del__(", ",", ")"
			}
		case tokens[i].text == "is" && i+1 < len(tokens):
			tokens[i].text = "=="
			if tokens[i+1].text == "not" {
				tokens[i].text = "!="
				tokens = slices.Delete(tokens, i+1, i+2)
			}
		}
	}
	return tokens
}

// pyAnnotations takes the types out of definitions and assignments.
func pyAnnotations(tokens []pyToken) []pyToken {
	for i := 0; i+2 < len(tokens); i++ {
		if tokens[i].text == "def" && tokens[i+2].text == "(" {
			end := closing(tokens, i+2)
			tokens = dropTypes(tokens, i+3, end)
			end = closing(tokens, i+2)
			if end+1 < len(tokens) && tokens[end+1].text == "->" {
				colon := end + 1
				for colon < len(tokens) && tokens[colon].text != ":" {
					if tokens[colon].text == "[" {
						colon = closing(tokens, colon)
					}
					colon++
				}
				tokens = slices.Delete(tokens, end+1, min(colon, len(tokens)))
			}
			continue
		}
		if tokens[i].first && isName(tokens[i].text) && tokens[i+1].text == ":" && !pyBlock[tokens[i].text] && !tokens[i+2].first {
			end := line(tokens, i)
			if to := slices.IndexFunc(tokens[i:end], func(t pyToken) bool { return t.text == "=" }); to > 0 {
				tokens = slices.Delete(tokens, i+1, i+to)
			}
		}
	}
	return tokens
}

var pyBlock = map[string]bool{"else": true, "try": true, "finally": true}

// dropTypes takes ": type" out of the parameters between two places.
func dropTypes(tokens []pyToken, from, to int) []pyToken {
	for i := from; i < to && i < len(tokens); i++ {
		switch tokens[i].text {
		case "(", "[", "{":
			i = closing(tokens, i)
		case ":":
			end := i
			for end < to && tokens[end].text != "," && tokens[end].text != "=" {
				if tokens[end].text == "[" {
					end = closing(tokens, end)
				}
				end++
			}
			end = min(end, to)
			tokens = slices.Delete(tokens, i, end)
			to -= end - i
			i--
		}
	}
	return tokens
}

// pyStrings rewrites formatted texts to calls of format__, and takes prefixes away that mean
// nothing here.
func pyStrings(tokens []pyToken) []pyToken {
	var out []pyToken
	for _, t := range tokens {
		prefix := strings.ToLower(t.text[:max(0, strings.IndexAny(t.text, `"'`))])
		if !isPyString(t.text) || prefix == "" || prefix == "r" || prefix == "b" {
			out = append(out, t)
			continue
		}
		t.text = t.text[len(prefix):]
		if prefix == "u" {
			out = append(out, t)
			continue
		}
		out = append(out, formatted(t)...)
	}
	return out
}

// field is a value within a formatted text: an expression, and how it is shown.
var field = regexp.MustCompile(`\{([^{}!:]+)(?::([^{}]*))?\}`)

// formatted is a call that fills a formatted text.
func formatted(t pyToken) []pyToken {
	args := ""
	text := field.ReplaceAllStringFunc(t.text, func(found string) string {
		parts := field.FindStringSubmatch(found)
		args += ", (" + parts[1] + ")"
		return "{:" + parts[2] + "}"
	})
	out := []pyToken{{t.space, "format__", t.first}, {"", "(", false}, {"", text, false}}
	out = append(out, pyTokens(args)...)
	return append(out, pyToken{"", ")", false})
}

// pyBrackets makes lists of generators and sets of braces without colons.
func pyBrackets(tokens []pyToken) []pyToken {
	for i := 0; i < len(tokens); i++ {
		open := tokens[i].text
		if open != "(" && open != "{" {
			continue
		}
		end := closing(tokens, i)
		if end >= len(tokens) {
			break
		}
		loops, colons := 0, 0
		lambda := false
		for j := i + 1; j < end; j++ {
			switch tokens[j].text {
			case "(", "[", "{":
				j = closing(tokens, j)
			case "for":
				loops++
			case "lambda":
				lambda = true
			case ":":
				if !lambda {
					colons++
				}
				lambda = false
			}
		}
		switch {
		case open == "(" && loops > 0:
			tokens = insert(tokens, end, "]")
			tokens = insert(tokens, i+1, "[")
		case open == "{" && colons == 0 && end > i+1:
			tokens[i].text, tokens[end].text = "set([", "])"
			tokens[end] = pyToken{tokens[end].space, "]", false}
			tokens = insert(tokens, end+1, ")")
			tokens[i].text = "["
			tokens = slices.Insert(tokens, i, pyToken{tokens[i].space, "set", tokens[i].first}, pyToken{"", "(", false})
			tokens[i+2].space, tokens[i+2].first = "", false
			i += 2
		}
	}
	return tokens
}

// left is where the operand that ends at i begins.
func left(tokens []pyToken, i int) int {
	for i >= 0 {
		t := tokens[i].text
		if t == ")" || t == "]" {
			i = opening(tokens, i)
			if i > 0 && (isName(tokens[i-1].text) && !pyKeyword[tokens[i-1].text] || tokens[i-1].text == ")" || tokens[i-1].text == "]") {
				i--
				continue
			}
			return i
		}
		if i > 0 && tokens[i-1].text == "." {
			i -= 2
			continue
		}
		return i
	}
	return i
}

// right is where the operand that begins at i ends, behind it.
func right(tokens []pyToken, i int) int {
	if i < len(tokens) && (tokens[i].text == "-" || tokens[i].text == "+") {
		i++
	}
	if i >= len(tokens) {
		return i
	}
	if t := tokens[i].text; t == "(" || t == "[" {
		i = closing(tokens, i)
	}
	i++
	for i < len(tokens) && !tokens[i].first {
		switch tokens[i].text {
		case "(", "[":
			i = closing(tokens, i) + 1
		case ".":
			i += 2
		default:
			return i
		}
	}
	return i
}

var pyKeyword = map[string]bool{
	"and": true, "or": true, "not": true, "in": true, "if": true, "elif": true, "else": true, "return": true, "for": true,
	"while": true, "lambda": true, "is": true,
}

// pyPowers rewrites x ** y, from the right, where the power binds first.
func pyPowers(tokens []pyToken) []pyToken {
	for i := len(tokens) - 1; i > 0; i-- {
		before := tokens[i-1].text
		if tokens[i].text != "**" || before == "(" || before == "," {
			continue
		}
		from, to := left(tokens, i-1), right(tokens, i+1)
		if from < 0 || to > len(tokens) {
			continue
		}
		tokens[i].text = ","
		tokens = insert(tokens, to, ")")
		head := []pyToken{{tokens[from].space, "pow", tokens[from].first}, {"", "(", false}}
		tokens[from].space, tokens[from].first = "", false
		tokens = slices.Insert(tokens, from, head...)
	}
	return tokens
}

var comparison = map[string]bool{"<": true, "<=": true, ">": true, ">=": true, "==": true, "!=": true}

// endsOperand are what a side of a comparison cannot reach over.
var endsOperand = map[string]bool{
	"and": true, "or": true, "not": true, "if": true, "else": true, "for": true, "in": true, ",": true, ":": true, "=": true,
	"return": true, "elif": true, "while": true, "lambda": true,
}

// pyChains rewrites a < b < c to a < b and b < c; b stands twice, so it must not do anything,
// which holds for all but odd programs.
func pyChains(tokens []pyToken) []pyToken {
	for i := 0; i < len(tokens); i++ {
		if !comparison[tokens[i].text] {
			continue
		}
		j := i + 1
		for j < len(tokens) && !comparison[tokens[j].text] && !endsOperand[tokens[j].text] && !tokens[j].first {
			switch tokens[j].text {
			case "(", "[", "{":
				j = closing(tokens, j)
			case ")", "]", "}":
				j = len(tokens)
			}
			j++
		}
		if j < len(tokens) && comparison[tokens[j].text] {
			middle := slices.Clone(tokens[i+1 : j])
			tokens = slices.Insert(tokens, j, slices.Concat([]pyToken{{" ", "and", false}}, middle)...)
			i = j
		}
	}
	return tokens
}
