package code

import "slices"

// statement is what stands between two separators, and how far from the beginning of its line.
type statement struct {
	nodes  []node
	column int
}

// suites arranges a text in which indentation makes blocks: a line that ends in a colon and
// what is indented below it become a group of braces.
func (r *reader) suites() []node {
	flat := r.tree(r.tokens)
	if r.pattern {
		return flat
	}
	at := 0
	return suite(r.statements(flat), &at, 0, 0)
}

// statements cuts nodes where a line or a separator ends one.
func (r *reader) statements(flat []node) []statement {
	var list []statement
	begun, seen := 0, 0 // where the line begins that what was seen ends in
	fresh := true
	for _, n := range flat {
		if fresh = fresh || n.line || n.kind == sep; n.kind == sep {
			continue
		}
		if fresh {
			for ; seen < n.span.Start; seen++ {
				if r.src[seen] == '\n' {
					begun = seen + 1
				}
			}
			list, fresh = append(list, statement{column: n.span.Start - begun}), false
		}
		last := &list[len(list)-1]
		last.nodes = append(last.nodes, n)
	}
	return list
}

// suite takes the statements that are indented at least so far.
func suite(list []statement, at *int, indent, depth int) []node {
	var out []node
	for *at < len(list) && list[*at].column >= indent {
		line, own := list[*at].nodes, list[*at].column
		*at++
		if len(out) > 0 {
			out = append(out, node{kind: sep, text: ";", span: Span{line[0].span.Start, line[0].span.Start}})
		}
		last := line[len(line)-1]
		if last.kind == op && last.text == ":" && depth < mostDepth {
			kids := suite(list, at, own+1, depth+1)
			block := node{kind: group, text: "{", span: last.span, kids: kids}
			if n := len(kids); n > 0 {
				block.span.End = kids[n-1].span.End
			}
			line = append(line, block)
		}
		out = append(out, line...)
	}
	return out
}

// instructions begin a line of a Dockerfile.
var instructions = setOf("from run copy add cmd entrypoint workdir env arg user expose label volume shell stopsignal healthcheck onbuild maintainer")

// stages arranges the instructions of a Dockerfile under the FROM that they follow; the last
// stage, which is the image, has the word final before it. An instruction may also follow a
// semicolon, as people write them in a line.
func (r *reader) stages(flat []node) []node {
	if r.pattern {
		return flat
	}
	var out []node
	var stage *node
	begin := true
	for i := range flat {
		n := flat[i]
		switch {
		case begin && n.kind == word && n.text == "from":
			if stage != nil {
				out = append(out, *stage)
				out = append(out, node{kind: sep, text: "\n"})
			}
			end := i
			for end < len(flat) && flat[end].kind != sep {
				end++
			}
			out = append(out, flat[i:end]...)
			stage = &node{kind: group, text: "{", span: n.span}
		case begin && n.kind == word && !instructions[n.text]:
			r.fail("a line begins with no instruction")
			fallthrough
		default:
			if stage != nil && (len(stage.kids) > 0 || n.kind == sep || instructions[n.text] && begin) {
				stage.kids = append(stage.kids, n)
				stage.span.End = n.span.End
			} else if stage == nil {
				out = append(out, n)
			}
		}
		begin = n.kind == sep && (n.text == "\n" || n.text == ";" && i+1 < len(flat) && instructions[flat[i+1].text])
	}
	if stage != nil {
		out = append(out, *stage)
	}
	for i := range out {
		if out[i].kind == group && out[i].text == "{" {
			out[i].kids = trim(Dockerfile, out[i].kids)
		}
	}
	for i, n := range slices.Backward(out) {
		if n.kind == word && n.text == "from" {
			final := node{kind: word, text: "final", span: Span{out[i].span.Start, out[i].span.Start}}
			return append(append(append([]node{}, out[:i]...), final), out[i:]...)
		}
	}
	if len(out) > 0 {
		r.fail("there is no FROM")
	}
	return out
}
