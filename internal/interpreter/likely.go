package interpreter

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/interpreter/value"
)

// comments of the languages that are run here. A mark within a text is taken for one too,
// which only costs a guess.
var (
	slashComments = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*`)
	hashComments  = regexp.MustCompile(`(?m)(^|\s)#[^\n]*`)
)

func withoutComments(code string) string { return slashComments.ReplaceAllString(code, "") }

// use is a way to use a parameter, %s, that speaks for a type.
type use struct {
	pattern string
	speaks  value.Type
	weight  int
}

var uses = []use{
	{`\b%s\.(split|charAt|charCodeAt|toLowerCase|toUpperCase|trim|replace|replaceAll|match|substring|substr|startsWith|endsWith|padStart|codePointAt|localeCompare)\b`, value.Text, 5},
	{`\b%s\.(lower|upper|strip|lstrip|rstrip|isdigit|isalpha|isupper|islower|isalnum|startswith|endswith|find|swapcase|title|capitalize|encode|format|zfill|elems|partition)\b`, value.Text, 5},
	{`\b%s\[[^\]]*\]\s*[=!]==?\s*["']`, value.Text, 2},
	{`\b%s\s*[=!]==?\s*["']`, value.Text, 4},
	{`\b%s\.(slice|concat|indexOf|includes|at|index|count)\b`, value.Text, 1},
	{`\b%s\.(slice|concat|indexOf|includes|at|index|count)\b`, value.List(value.Int), 1},
	{`\b%s\.slice\(\)`, value.List(value.Int), 3},
	{`["']\.join\(%s\)`, value.List(value.Text), 3},
	{`\b%s\.(push|pop|map|filter|reduce|sort|forEach|every|some|splice|shift|unshift|join|fill|flat|append|extend|insert|remove)\b`, value.List(value.Int), 4},
	{`\b(sum|sorted|min|max)\(\s*%s\b`, value.List(value.Int), 3},
	{`\.\.\.%s\b`, value.List(value.Int), 2},
	{`\b(len|enumerate|list|set|tuple|reversed)\(\s*%s\b`, value.List(value.Int), 1},
	{`\b%s\.length\b`, value.List(value.Int), 1},
	{`\b%s\[`, value.List(value.Int), 1},
	{`\b(in|of)\s+%s\b`, value.List(value.Int), 1},
	{`\b%s\[[^\]]*\]\[`, value.List(value.List(value.Int)), 3},
	{`\b%s\.(keys|values|items|entries|hasOwnProperty)\b|Object\.(keys|values|entries)\(\s*%s\b`, value.Map(value.Text, value.Int), 5},
	{`\b%s\s*(%%|\*|/|-|<<|>>|\*\*)\s*[\w(]`, value.Int, 2},
	{`[\w)]\s*(%%|\*|/|-|<|>|<=|>=)\s*%s\b[^\[.(]`, value.Int, 1},
	{`\b%s\s*(<|>|<=|>=|===?|!==?)\s*-?\d`, value.Int, 3},
	{`\b(range|abs|bin|hex|chr|String|Math\.\w+)\([^()\[\]]*\b%s\b[^()\[\].]*\)`, value.Int, 2},
	{`\b%s\s*(-|\+|%%|\*|/)=`, value.Int, 2},
	{`\b%s(\+\+|--)`, value.Int, 3},
}

// likely are the types that the use of a parameter speaks for, best first: how often a type
// is spoken for, by how strongly.
func likely(name, source string) []value.Type {
	quoted := regexp.QuoteMeta(name)
	if name == "" || name == "_" {
		return nil
	}
	scores := map[value.Type]int{}
	for _, u := range uses {
		pattern, err := regexp.Compile(strings.ReplaceAll(strings.ReplaceAll(u.pattern, "%s", quoted), "%%", "%"))
		if err != nil {
			continue
		}
		scores[u.speaks] += u.weight * min(3, len(pattern.FindAllStringIndex(source, 3)))
	}
	if scores[value.Text] > 1 || scores[value.List(value.List(value.Int))] > 0 || scores[value.List(value.Text)] > 0 {
		// What is indexed, measured or walked is more than a list of numbers.
		scores[value.List(value.Int)] -= 4
	}
	var out []value.Type
	for _, t := range guesses {
		if scores[t] > 0 {
			out = append(out, t)
		}
	}
	sortByScore(out, scores)
	for _, t := range guesses {
		if scores[t] <= 0 {
			out = append(out, t)
		}
	}
	return out
}

// guesses are the types that an undeclared parameter may have, the most common first.
var guesses = []value.Type{
	value.Int, value.List(value.Int), value.Text, value.List(value.Text), value.Float, value.List(value.List(value.Int)),
	value.Map(value.Text, value.Int), value.Bool, value.List(value.Any),
}

func sortByScore(types []value.Type, scores map[value.Type]int) {
	slices.SortStableFunc(types, func(a, b value.Type) int { return scores[b] - scores[a] })
}

// scriptTypes are the declared types of the parameters of a function of TypeScript's.
func scriptTypes(code, function string) map[string]value.Type {
	out := map[string]value.Type{}
	declared := regexp.MustCompile(`\b` + regexp.QuoteMeta(function) + `\b[^(\n]*\(`).FindStringIndex(code)
	if declared == nil {
		return out
	}
	for _, param := range splitTop(code[declared[1]:]) {
		name, declaration, found := strings.Cut(param, ":")
		if !found {
			continue
		}
		declaration, _, _ = strings.Cut(declaration, "=")
		out[strings.Trim(name, " \n\t?.")] = scriptType(declaration)
	}
	return out
}

// splitTop cuts a list at its commas up to the bracket that ends it.
func splitTop(text string) []string {
	var parts []string
	depth, from := 0, 0
	for i, r := range text {
		switch r {
		case '(', '[', '{', '<':
			depth++
		case ']', '}', '>':
			depth--
		case ')':
			if depth == 0 {
				return append(parts, text[from:i])
			}
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, text[from:i])
				from = i + 1
			}
		}
	}
	return nil
}

// scriptType is a type of TypeScript's. A number is taken for a whole one: most are, and a
// function of numbers takes them too.
func scriptType(declaration string) value.Type {
	t := strings.TrimSpace(declaration)
	t = strings.TrimPrefix(t, "readonly ")
	switch t {
	case "number", "bigint":
		return value.Int
	case "string":
		return value.Text
	case "boolean":
		return value.Bool
	case "any", "unknown":
		return value.Any
	}
	if elem, ok := strings.CutSuffix(t, "[]"); ok {
		return listOf(scriptType(elem))
	}
	if elem, ok := within(t, "Array<", ">"); ok {
		return listOf(scriptType(elem))
	}
	if elem, ok := within(t, "Record<string,", ">"); ok {
		if e := scriptType(elem); e != value.Unknown {
			return value.Map(value.Text, e)
		}
	}
	return value.Unknown
}

func listOf(elem value.Type) value.Type {
	if elem == value.Unknown {
		return value.Unknown
	}
	return value.List(elem)
}

// within cuts what stands between a head and a tail.
func within(text, head, tail string) (string, bool) {
	inner, ok := strings.CutPrefix(text, head)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(inner, tail)
}
