package code

import "strings"

// mostDepth bounds how deep brackets are followed; deeper ones are plain marks.
const mostDepth = 200

var closers = setOf(") ] } '' ...>")

var closing = map[string]string{"(": ")", "[": "]", "{": "}", "'": "''", "<...": "...>"}

// tree arranges tokens by brackets. One that nothing closes ends with the text or with the
// bracket around it; one that nothing opens is left out.
func (r *reader) tree(tokens []node) []node {
	type open struct {
		at   node
		kids []node
	}
	stack := []open{{}}
	shut := func() {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		top.at.kids = trim(r.lang, top.kids)
		if n := len(top.kids); n > 0 {
			top.at.span.End = max(top.at.span.End, top.kids[n-1].span.End)
		}
		under := &stack[len(stack)-1]
		under.kids = append(under.kids, top.at)
	}
	for _, t := range tokens {
		if under := stack[len(stack)-1]; t.text == "{" && t.kind == op && len(stack) > 1 && under.at.text == "(" && r.forgotten(stack[len(stack)-2].kids, under.kids) {
			r.fail("brackets are not closed")
			shut()
		}
		if t.kind == op || t.kind == deep {
			if closing[t.text] != "" && len(stack) <= mostDepth {
				if t.kind == op {
					t.kind = group
				}
				stack = append(stack, open{at: t})
				continue
			}
			if i := opener(len(stack), func(i int) string { return stack[i].at.text }, t.text); i > 0 {
				for len(stack)-1 > i {
					r.fail("brackets are not closed")
					shut()
				}
				stack[i].at.span.End = t.span.End
				shut()
				continue
			}
			if closers[t.text] {
				r.fail("a bracket closes nothing")
				continue
			}
		}
		top := &stack[len(stack)-1]
		top.kids = append(top.kids, t)
	}
	for len(stack) > 1 {
		r.fail("brackets are not closed")
		shut()
	}
	return stack[0].kids
}

// forgotten says that a block begins inside of a condition: its bracket was not closed.
func (r *reader) forgotten(before, condition []node) bool {
	if r.pattern || r.lang != PHP && r.lang != JavaScript || len(before) == 0 || !heads[before[len(before)-1].text] || len(condition) == 0 {
		return false
	}
	last := condition[len(condition)-1]
	if last.kind == op {
		return false
	}
	for _, n := range condition {
		if n.kind == word && (n.text == "function" || n.text == "match") {
			return false
		}
	}
	return true
}

var heads = setOf("if while elseif foreach switch")

// reach is how many open brackets a closing one looks through for its own.
const reach = 8

// opener is the place of the open bracket that a mark closes; 0 is none.
func opener(depth int, at func(int) string, mark string) int {
	if !closers[mark] {
		return 0
	}
	for i := depth - 1; i > 0 && i >= depth-reach; i-- {
		if closing[at(i)] == mark {
			return i
		}
	}
	return 0
}

// trim takes separators from the edges of a sequence, and the comma behind its last element.
func trim(lang Language, nodes []node) []node {
	for len(nodes) > 0 && nodes[0].kind == sep {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 && (nodes[len(nodes)-1].kind == sep || nodes[len(nodes)-1].text == "," && nodes[len(nodes)-1].kind == op && lang != SQL) {
		nodes = nodes[:len(nodes)-1]
	}
	return nodes
}

// statements puts separators where a language ends a statement without a mark, at every level
// of braces, and takes them from the heads of loops.
func statements(lang Language, nodes []node) {
	for i := range nodes {
		if nodes[i].kind == group {
			if nodes[i].text == "{" {
				nodes[i].kids = parted(lang, nodes[i].kids)
			} else {
				for j := range nodes[i].kids {
					if nodes[i].kids[j].kind == sep {
						nodes[i].kids[j].kind = op
					}
				}
			}
			statements(lang, nodes[i].kids)
		}
	}
}

// parted is a sequence of statements with separators between them.
func parted(lang Language, nodes []node) []node {
	out := make([]node, 0, len(nodes)+len(nodes)/4)
	head := false // between "for" of Go and its block
	for i, n := range nodes {
		if i > 0 && ends(lang, nodes[i-1], n) && !head {
			out = append(out, node{kind: sep, text: ";", span: Span{n.span.Start, n.span.Start}})
		}
		if lang == Go && n.kind == word && (n.text == "for" || n.text == "if" || n.text == "switch") {
			head = true
		}
		if n.kind == group && n.text == "{" && head {
			head = false
		}
		if head && n.kind == sep {
			n.kind = op
		}
		out = append(out, n)
	}
	return trim(lang, out)
}

// ends says that a statement ends between two tokens.
func ends(lang Language, before, after node) bool {
	if before.kind == sep || after.kind == sep {
		return false
	}
	brace := before.kind == group && before.text == "{"
	switch lang {
	case Go:
		return after.line && (before.kind != op || before.text == "++" || before.text == "--")
	case PHP:
		return brace && after.kind == word && !continues[after.text] || before.kind == op && before.text == ":" && after.line
	default:
		if brace && after.kind == word && !continues[after.text] && (after.line || starts[after.text]) {
			return true
		}
		if !after.line || before.kind == op && before.text != "++" && before.text != "--" {
			return false
		}
		return after.kind == word && !continues[after.text] || after.kind == num || after.kind == group && after.text == "{"
	}
}

var (
	continues = setOf("else catch finally while as in of instanceof elseif extends implements use")
	starts    = setOf("return const let var if for function while switch throw try class")
)

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
