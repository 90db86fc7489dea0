package align

import (
	"strings"

	"kadry/internal/codematch/align/syntax"
)

// shown is an expression in a few words, for people. It is spelt as most languages do, not
// letter for letter.
func shown(n *syntax.Node) string {
	var b strings.Builder
	show(&b, n, 0)
	return clip(b.String())
}

// clip keeps a text short and on one line.
func clip(text string) string {
	const most = 48
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

func show(b *strings.Builder, n *syntax.Node, depth int) {
	if b.Len() > 400 || depth > 12 {
		b.WriteString("…")
		return
	}
	list := func(kids []*syntax.Node, between string) {
		for i, k := range kids {
			if i > 0 {
				b.WriteString(between)
			}
			show(b, k, depth+1)
		}
	}
	switch n.Kind {
	case syntax.Name, syntax.Number, syntax.Constant, syntax.Raw:
		b.WriteString(n.Value)
	case syntax.Text:
		b.WriteString(`"` + n.Value + `"`)
	case syntax.Binary, syntax.Assign:
		list(n.Kids, " "+n.Value+" ")
	case syntax.Unary:
		b.WriteString(n.Value)
		list(n.Kids, " ")
	case syntax.Call:
		list(n.Kids[:min(1, len(n.Kids))], "")
		b.WriteByte('(')
		list(n.Kids[min(1, len(n.Kids)):], ", ")
		b.WriteByte(')')
	case syntax.Field:
		list(n.Kids, "")
		b.WriteString("." + n.Value)
	case syntax.Index:
		list(n.Kids[:1], "")
		b.WriteByte('[')
		list(n.Kids[1:], ", ")
		b.WriteByte(']')
	case syntax.Slice:
		list(n.Kids, ":")
	case syntax.List:
		b.WriteByte('[')
		list(n.Kids, ", ")
		b.WriteByte(']')
	case syntax.Pair:
		list(n.Kids, ": ")
	case syntax.Choice:
		list(n.Kids, " ? ")
	case syntax.Do:
		list(n.Kids, " ")
	case syntax.None:
	case syntax.Return, syntax.Throw, syntax.Break, syntax.Continue:
		b.WriteString(n.Kind.String() + " ")
		list(n.Kids, ", ")
	case syntax.If, syntax.While, syntax.Each, syntax.Count:
		b.WriteString(n.Kind.String() + " ")
		list(n.Kids[:max(0, min(len(n.Kids)-1, 3))], ", ")
	default:
		b.WriteString(n.Kind.String() + " " + n.Value)
	}
}
