package formula

import "strings"

// latex writes a tree for LaTeX's math mode.
func latex(tree node) string {
	var w latexWriter
	w.node(tree)
	return strings.Join(strings.Fields(w.out.String()), " ")
}

type latexWriter struct {
	out  strings.Builder
	last string // the piece written last, to keep \alpha from swallowing x
}

// put writes a piece, apart from a command it would make longer.
func (w *latexWriter) put(piece string) {
	if piece == "" {
		return
	}
	if endsCommand(w.last) && isLatin(rune(piece[0])) {
		w.out.WriteByte(' ')
	}
	w.out.WriteString(piece)
	w.last = piece
}

// endsCommand reports a piece that ends with a command's name.
func endsCommand(piece string) bool {
	i := strings.LastIndexByte(piece, '\\')
	if i < 0 || i == len(piece)-1 {
		return false
	}
	return strings.IndexFunc(piece[i+1:], func(r rune) bool { return !isLatin(r) }) < 0
}

func (w *latexWriter) braced(n node) {
	w.put("{")
	w.node(n)
	w.put("}")
}

func (w *latexWriter) node(n node) {
	switch n := n.(type) {
	case row:
		w.row(n)
	case number:
		w.put(latexNumber.Replace(string(n)))
	case letter:
		w.put(string(n))
	case *sign:
		w.put(n.latex)
	case caption:
		w.caption(n)
	case gap:
		w.put(`\quad `)
	case fraction:
		w.fraction(n)
	case root:
		w.root(n)
	case scripts:
		w.scripts(n)
	case fenced:
		w.fenced(n)
	case bracket:
		w.put(latexBracket[string(n)])
	case accent:
		w.put(`\` + n.mark)
		w.braced(n.body)
	case stacked:
		w.stacked(n)
	case grid:
		w.grid(n)
	}
}

func (w *latexWriter) fraction(n fraction) {
	if n.binomial {
		w.put(`\binom`)
	} else {
		w.put(`\frac`)
	}
	w.braced(n.over)
	w.braced(n.under)
}

// row writes pieces with a space round the signs that have two sides.
func (w *latexWriter) row(items row) {
	for i, n := range items {
		var before node
		if i > 0 {
			before = items[i-1]
		}
		s, plain := n.(*sign)
		switch {
		case plain && s.class == relation, plain && s.class == binary && s.char != "/" && items.infix(i):
			w.put(" " + s.latex + " ")
		case plain && s.class == punctuation && s.char != ".":
			w.put(s.latex + " ")
		case isUnit(n) && unitApart(before):
			w.put(`\,`)
			w.node(n)
		case applied(before) && !plain:
			w.argument(n)
		default:
			w.node(n)
		}
	}
}

// argument writes what follows a function, apart from its name where nothing else parts
// them: "\sin 2x" but "\sin(x)".
func (w *latexWriter) argument(n node) {
	if _, brackets := n.(fenced); !brackets && !isBracket(n) {
		w.put(" ")
	}
	w.node(n)
}

func (w *latexWriter) caption(n caption) {
	text := latexText.Replace(n.text)
	switch n.role {
	case prose:
		w.put(`\text{ ` + text + ` }`)
	case upright:
		w.put(`\mathrm{` + text + `}`)
	case label, unit:
		w.put(`\text{` + text + `}`)
	}
}

// latexNumber keeps a decimal comma from being spaced as a list's, and parts thousands.
var latexNumber = strings.NewReplacer(",", "{,}", " ", `\,`)

// latexText escapes what is special inside \text.
var latexText = strings.NewReplacer(`%`, `\%`, `#`, `\#`, `&`, `\&`, `_`, `\_`, `~`, ` `, `^`, ` `)

func (w *latexWriter) root(n root) {
	w.put(`\sqrt`)
	if n.index != nil {
		w.put("[")
		switch n.index.(type) {
		case number, letter:
			w.node(n.index)
		default: // braces keep a bracket inside from ending the index
			w.braced(n.index)
		}
		w.put("]")
	}
	w.braced(n.body)
}

func (w *latexWriter) scripts(n scripts) {
	switch base := n.base.(type) {
	case nil:
		w.put("{}")
	case scripts, row, root, fraction, accent:
		w.braced(base)
	default:
		w.node(base)
	}
	if n.sub != nil {
		w.put("_")
		w.braced(n.sub)
	}
	if n.sup != nil {
		w.put("^")
		w.braced(n.sup)
	}
}

// latexBracket is brackets in LaTeX's spelling.
var latexBracket = map[string]string{
	"": ".", "(": "(", ")": ")", "[": "[", "]": "]", "{": `\{`, "}": `\}`, "|": "|",
	"⟨": `\langle `, "⟩": `\rangle `, "⌊": `\lfloor `, "⌋": `\rfloor `, "⌈": `\lceil `, "⌉": `\rceil `,
}

func (w *latexWriter) fenced(n fenced) {
	grow, shrink := "", ""
	if tall(n.body) {
		grow, shrink = `\left`, `\right`
	}
	w.put(grow + latexBracket[n.open])
	w.node(n.body)
	w.put(shrink + latexBracket[n.close])
}

func (w *latexWriter) stacked(n stacked) {
	if s, ok := n.base.(*sign); ok && s.char == "→" && n.over != nil {
		w.put(` \xrightarrow`)
		w.braced(n.over)
		w.put(" ")
		return
	}
	label := n.over
	if label == nil {
		w.put(`\underset`)
		label = n.under
	} else {
		w.put(`\overset`)
	}
	w.braced(label)
	w.braced(n.base)
}

// gridStyle is the LaTeX round the rows of each look.
var gridStyle = map[look]struct{ open, close string }{
	system:      {`\begin{cases}`, `\end{cases}`},
	union:       {`\left[\begin{array}{l}`, `\end{array}\right.`},
	matrix:      {`\begin{pmatrix}`, `\end{pmatrix}`},
	determinant: {`\begin{vmatrix}`, `\end{vmatrix}`},
	table:       {`\begin{matrix}`, `\end{matrix}`},
}

func (w *latexWriter) grid(n grid) {
	style := gridStyle[n.look]
	w.put(style.open + " ")
	for i, cells := range n.rows {
		if i > 0 {
			w.put(` \\ `)
		}
		for j, cell := range cells {
			if j > 0 {
				w.put(" & ")
			}
			w.node(cell)
		}
	}
	w.put(" " + style.close)
}
