package formula

import (
	"encoding/xml"
	"strings"
	"unicode/utf8"
)

// mathML writes a tree as one inline <math> element of MathML Core.
func mathML(tree node, reading string) string {
	w := mathWriter{}
	w.out.WriteString(`<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline" alttext="` + escaped(reading) + `">`)
	w.node(tree)
	w.out.WriteString(`</math>`)
	return w.out.String()
}

type mathWriter struct{ out strings.Builder }

func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a strings.Builder takes everything
	return out.String()
}

// leaf writes an element with text, its attributes given with a space before each.
func (w *mathWriter) leaf(element, attributes, text string) {
	w.out.WriteString("<" + element + attributes + ">" + escaped(text) + "</" + element + ">")
}

// wrap writes an element with one child for each part.
func (w *mathWriter) wrap(element string, parts ...node) {
	w.out.WriteString("<" + element + ">")
	for _, part := range parts {
		w.node(part)
	}
	w.out.WriteString("</" + element + ">")
}

func (w *mathWriter) node(n node) {
	switch n := n.(type) {
	case nil:
		w.out.WriteString("<mrow></mrow>")
	case row:
		w.row(n)
	case number:
		w.leaf("mn", "", strings.ReplaceAll(string(n), " ", "\u202f"))
	case letter:
		w.leaf("mi", "", string(n))
	case *sign:
		w.sign(n, "prefix")
	case caption:
		w.caption(n)
	case gap:
		w.space("1em")
	case fraction:
		w.fraction(n)
	case root:
		if n.index == nil {
			w.wrap("msqrt", n.body)
		} else {
			w.wrap("mroot", n.body, n.index)
		}
	case scripts:
		w.scripts(n)
	case fenced:
		w.fenced(n)
	case bracket:
		w.leaf("mo", ` stretchy="false"`, string(n))
	case accent:
		w.accent(n)
	case stacked:
		w.stacked(n)
	case grid:
		w.grid(n)
	}
}

// space is a gap of a width in ems.
func (w *mathWriter) space(width string) {
	w.out.WriteString(`<mspace width="` + width + `"></mspace>`)
}

// row writes pieces in an <mrow>, with the thin spaces round functions and units.
func (w *mathWriter) row(items row) {
	w.out.WriteString("<mrow>")
	for i, n := range items {
		var before node
		if i > 0 {
			before = items[i-1]
		}
		switch {
		case applied(before) && argues(n):
			w.leaf("mo", "", "\u2061") // function application
			if _, brackets := n.(fenced); !brackets {
				w.space("0.1667em")
			}
		case applied(n) && i > 0 && !joins(before) && !isBracket(before):
			w.space("0.1667em")
		case isUnit(n) && unitApart(before):
			w.space("0.1667em")
		}
		if s, plain := n.(*sign); plain {
			w.sign(s, items.position(i))
		} else {
			w.node(n)
		}
	}
	w.out.WriteString("</mrow>")
}

// position is the form of a sign that can stand before, between or after operands.
func (r row) position(i int) string {
	switch {
	case r.infix(i):
		return "infix"
	case i > 0 && i == len(r)-1 && !joins(r[i-1]):
		return "postfix"
	}
	return "prefix"
}

// argues reports a piece that can be a function's argument.
func argues(n node) bool {
	s, plain := n.(*sign)
	return !plain || s.class == ordinary || s.class == function || s.class == prefix
}

// sign writes a mark; form matters where it can have one side.
func (w *mathWriter) sign(s *sign, form string) {
	switch s.class {
	case function:
		w.leaf("mi", "", s.char)
	case ordinary:
		w.ordinary(s)
	case binary:
		switch {
		case s.char == "mod":
			w.leaf("mo", ` lspace="0.2222em" rspace="0.2222em"`, s.char)
		case s.char == "/":
			w.leaf("mo", ` lspace="0" rspace="0" stretchy="false"`, s.char)
		case form == "infix":
			w.leaf("mo", ` form="infix"`, s.char)
		default: // of a sign alone, as in Na⁺, the dictionary knows no spacing
			w.leaf("mo", ` form="`+form+`" lspace="0" rspace="0"`, s.char)
		}
	case prefix:
		w.leaf("mo", ` form="prefix" lspace="0" rspace="0"`, s.char)
	case postfix:
		w.leaf("mo", ` form="postfix" lspace="0" rspace="0" stretchy="false"`, s.char)
	case large:
		w.leaf("mo", ` movablelimits="true"`, s.char)
	case relation:
		w.leaf("mo", ` stretchy="false"`, s.char)
	case punctuation:
		if s.char == "." {
			w.leaf("mtext", "", s.char)
			return
		}
		w.leaf("mo", ` separator="true"`, s.char)
	}
}

func (w *mathWriter) ordinary(s *sign) {
	switch {
	case s == degreeSign || s == primeSign || s.char == "…" || s.char == "⋯":
		w.leaf("mo", ` lspace="0" rspace="0"`, s.char)
	case s.char >= "Α" && s.char <= "Ω":
		w.leaf("mi", ` mathvariant="normal"`, s.char)
	default:
		w.leaf("mi", "", s.char)
	}
}

func (w *mathWriter) caption(n caption) {
	switch {
	case n.role == prose:
		w.leaf("mtext", "", "\u00a0"+n.text+"\u00a0")
	case n.role == upright:
		w.leaf("mi", ` mathvariant="normal"`, n.text)
	case utf8.RuneCountInString(n.text) == 1 && n.role == label:
		w.leaf("mi", ` mathvariant="normal"`, n.text)
	default:
		w.leaf("mtext", "", n.text)
	}
}

func (w *mathWriter) fraction(n fraction) {
	if !n.binomial {
		w.wrap("mfrac", n.over, n.under)
		return
	}
	w.out.WriteString("<mrow>")
	w.fence("prefix", "(")
	w.out.WriteString(`<mfrac linethickness="0">`)
	w.node(n.over)
	w.node(n.under)
	w.out.WriteString("</mfrac>")
	w.fence("postfix", ")")
	w.out.WriteString("</mrow>")
}

// scripts writes indices beside the base, those of a sum or a limit under and over it.
func (w *mathWriter) scripts(n scripts) {
	s, _ := n.base.(*sign)
	under := s != nil && (s.class == large && s.char != "∫" && s.char != "∮" || s.char == "lim" || s.char == "max" || s.char == "min")
	switch {
	case n.sup == degreeSign && n.sub == nil && n.base != nil: // ° is raised by itself
		w.wrap("mrow", n.base, degreeSign)
	case n.sub != nil && n.sup != nil && under:
		w.wrap("munderover", n.base, n.sub, n.sup)
	case n.sub != nil && n.sup != nil:
		w.wrap("msubsup", n.base, n.sub, n.sup)
	case n.sub != nil && under:
		w.wrap("munder", n.base, n.sub)
	case n.sub != nil:
		w.wrap("msub", n.base, n.sub)
	default:
		w.wrap("msup", n.base, n.sup)
	}
}

// fence writes a bracket that grows with what it holds.
func (w *mathWriter) fence(form, char string) {
	if char != "" {
		w.leaf("mo", ` form="`+form+`" stretchy="true"`, char)
	}
}

// fenced writes brackets, which grow only round something tall: browsers pick a larger
// bracket for an index otherwise.
func (w *mathWriter) fenced(n fenced) {
	grows := `"false"`
	if tall(n.body) {
		grows = `"true"`
	}
	w.out.WriteString("<mrow>")
	w.leaf("mo", ` form="prefix" stretchy=`+grows, n.open)
	w.node(n.body)
	w.leaf("mo", ` form="postfix" stretchy=`+grows, n.close)
	w.out.WriteString("</mrow>")
}

// accentMark is the character over or under the body of each accent; for the lines, the one
// that mathematical fonts stretch.
var accentMark = map[string]string{
	"vec": "→", "overrightarrow": "→", "overline": "\u0332", "underline": "\u0332", "hat": "^", "widehat": "^",
	"tilde": "~", "dot": "˙", "ddot": "¨", `overset{\frown}`: "⏜",
}

func (w *mathWriter) accent(n accent) {
	element, attribute := "mover", ` accent="true"`
	if n.mark == "underline" {
		element, attribute = "munder", ` accentunder="true"`
	}
	w.out.WriteString("<" + element + attribute + ">")
	w.node(n.body)
	stretchy := ` stretchy="true"`
	switch n.mark {
	case "vec", "hat", "tilde", "dot", "ddot":
		stretchy = ` stretchy="false"`
	}
	w.leaf("mo", stretchy, accentMark[n.mark])
	w.out.WriteString("</" + element + ">")
}

func (w *mathWriter) stacked(n stacked) {
	if n.over == nil {
		w.wrap("munder", n.base, n.under)
		return
	}
	if s, ok := n.base.(*sign); ok && s.char == "→" {
		w.out.WriteString(`<mover><mo stretchy="true" minsize="2.5em">→</mo>`)
		w.node(n.over)
		w.out.WriteString(`</mover>`)
		return
	}
	w.wrap("mover", n.base, n.over)
}

// gridFence is the brackets round the rows of each look.
var gridFence = map[look][2]string{system: {"{", ""}, union: {"[", ""}, matrix: {"(", ")"}, determinant: {"|", "|"}, table: {"", ""}}

func (w *mathWriter) grid(n grid) {
	w.out.WriteString("<mrow>")
	w.fence("prefix", gridFence[n.look][0])
	if n.look == system || n.look == union {
		w.out.WriteString(`<mtable columnalign="left">`)
	} else {
		w.out.WriteString("<mtable>")
	}
	for _, cells := range n.rows {
		w.out.WriteString("<mtr>")
		for _, cell := range cells {
			w.wrap("mtd", cell)
		}
		w.out.WriteString("</mtr>")
	}
	w.out.WriteString("</mtable>")
	w.fence("postfix", gridFence[n.look][1])
	w.out.WriteString("</mrow>")
}
