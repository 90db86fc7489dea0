package pdf

import (
	"bytes"

	pdflib "github.com/ledongthuc/pdf"

	"kadry/internal/pdf/layout"
)

// maxForms bounds forms that draw forms.
const maxForms = 8

// maxSaved bounds the stack of saved states; deeper ones are counted, not kept.
const maxSaved = 256

// state is the part of the graphics state that decides where and how text appears.
type state struct {
	matrix    matrix // user space to page
	font      *font
	size      float64
	charSpace float64
	wordSpace float64
	scale     float64 // horizontal scaling, 1 is normal
	leading   float64
	rise      float64
	mode      int // text rendering mode, 3 draws nothing
	fill      shade
	tint      bool // the fill colour space is a spot or a pattern
}

// canvas runs the content of one page and collects what it shows.
type canvas struct {
	*reader
	state
	sheet      area
	saved      []state
	overflow   int
	text, line matrix // the text matrix and the one of the line's start
	path       area
	painted    []patch
	spans      []span
	shown      []layout.Glyph
	hidden     []bool // beside shown
	turns      []turn // beside shown
	page       Page
}

// span is an open marked-content sequence; one with a replacement text gathers the
// place of its glyphs and shows the text there once.
type span struct {
	replacement string
	replaces    bool
	glyph       layout.Glyph
	turn        turn
	started     bool
}

// run interprets one content stream.
func (c *canvas) run(program []byte, resources pdflib.Value, depth int) error {
	l := &lexer{src: program}
	var operands []object
	for {
		if err := c.budget.step(); err != nil {
			return err
		}
		o, ok := l.next()
		if !ok {
			return nil
		}
		if o.kind != keyword {
			if len(operands) < maxSaved {
				operands = append(operands, o)
			}
			continue
		}
		if err := c.do(o.str, operands, l, resources, depth); err != nil {
			return err
		}
		operands = operands[:0]
	}
}

func (c *canvas) do(operator string, in []object, l *lexer, resources pdflib.Value, depth int) error {
	switch operator {
	case "BI":
		skipInlineImage(l)
		return nil
	case "Do":
		return c.draw(in, resources, depth)
	case "Tf":
		return c.setFont(in, resources)
	case "BDC", "BMC":
		c.openSpan(in, resources)
		return nil
	case "EMC":
		c.closeSpan()
		return nil
	}
	if c.doText(operator, in) || c.doPaint(operator, in, resources) {
		return nil
	}
	c.doState(operator, in)
	return nil
}

// doState handles the operators of the general graphics state.
func (c *canvas) doState(operator string, in []object) {
	switch operator {
	case "q":
		if len(c.saved) < maxSaved {
			c.saved = append(c.saved, c.state)
		} else {
			c.overflow++
		}
	case "Q":
		if c.overflow > 0 {
			c.overflow--
		} else if n := len(c.saved); n > 0 {
			c.state, c.saved = c.saved[n-1], c.saved[:n-1]
		}
	case "cm":
		if m, ok := matrixOf(in); ok {
			if next := m.times(c.matrix); next.finite() {
				c.matrix = next
			}
		}
	}
}

// draw handles Do: a form is run in place, an image covers what is under it.
func (c *canvas) draw(in []object, resources pdflib.Value, depth int) (err error) {
	if len(in) == 0 || depth >= maxForms {
		return nil
	}
	form, ok := resource(resources, "XObject", in[len(in)-1].str)
	if !ok {
		return nil
	}
	if form.Key("Subtype").Name() == "Image" {
		c.cover(unitArea(c.matrix), dark)
		return nil
	}
	own, ok := resource(form, "Resources", "")
	if !ok {
		own = resources
	}
	content, err := c.budget.read(form)
	if err != nil {
		return err
	}
	before, saved, overflow := c.state, c.saved, c.overflow
	text, line := c.text, c.line
	c.matrix = matrixValue(form.Key("Matrix")).times(c.matrix)
	c.saved, c.overflow = nil, 0
	err = c.run(content, own, depth+1)
	c.state, c.saved, c.overflow = before, saved, overflow
	c.text, c.line = text, line
	return err
}

// resource looks an entry up; a damaged one is a missing one. An empty label asks for
// the category itself.
func resource(from pdflib.Value, category, label string) (v pdflib.Value, ok bool) {
	defer func() {
		if recover() != nil {
			v, ok = pdflib.Value{}, false
		}
	}()
	v = from.Key(category)
	if label != "" {
		v = v.Key(label)
	}
	return v, !v.IsNull()
}

func unitArea(m matrix) area {
	a := nowhere
	for _, corner := range [][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		a = a.with(m.apply(corner[0], corner[1]))
	}
	return a
}

// skipInlineImage moves past the data between ID and EI.
func skipInlineImage(l *lexer) {
	for at := l.pos; ; {
		n := bytes.Index(l.src[at:], []byte("EI"))
		if n < 0 {
			l.pos = len(l.src)
			return
		}
		at += n
		end := at + 2
		if at > 0 && isSpace(l.src[at-1]) && (end == len(l.src) || isSpace(l.src[end])) {
			l.pos = end
			return
		}
		at = end
	}
}

func (c *canvas) openSpan(in []object, resources pdflib.Value) {
	var s span
	if len(in) > 0 {
		last := in[len(in)-1]
		if actual, ok := last.dict["ActualText"]; ok && last.kind == dict {
			s.replacement, s.replaces = textString(actual.str), true
		}
		if last.kind == name && len(in) > 1 {
			if v, ok := resource(resources, "Properties", last.str); ok && v.Key("ActualText").Kind() == pdflib.String {
				s.replacement, s.replaces = textString(v.Key("ActualText").RawString()), true
			}
		}
	}
	if len(c.spans) < maxSaved {
		c.spans = append(c.spans, s)
	}
}

func (c *canvas) closeSpan() {
	n := len(c.spans)
	if n == 0 {
		return
	}
	s := c.spans[n-1]
	c.spans = c.spans[:n-1]
	if s.replaces && s.started && s.replacement != "" {
		s.glyph.Text = s.replacement
		c.place(s.glyph, s.turn)
	}
}

// replacing returns the innermost open span with a replacement text.
func (c *canvas) replacing() *span {
	for i := len(c.spans) - 1; i >= 0; i-- {
		if c.spans[i].replaces {
			return &c.spans[i]
		}
	}
	return nil
}

// textString decodes a text string of a dictionary: UTF-16 or UTF-8 by its mark, else
// Latin.
func textString(s string) string {
	switch {
	case len(s) >= 2 && s[0] == 0xFE && s[1] == 0xFF:
		return utf16Text(s[2:])
	case len(s) >= 3 && s[:3] == "\xEF\xBB\xBF":
		return s[3:]
	}
	runes := make([]rune, 0, len(s))
	for i := range len(s) {
		runes = append(runes, rune(s[i]))
	}
	return string(runes)
}

// finish decides about the hidden glyphs. When they are the greater part of a page the
// guess about colours is wrong, or the page is a scan with a recognised text under it:
// then everything counts.
func (c *canvas) finish() Page {
	c.turnUpright()
	count := 0
	for _, h := range c.hidden {
		if h {
			count++
		}
	}
	if 2*count > len(c.shown) {
		c.page.Glyphs = c.shown
		return c.page
	}
	for i, g := range c.shown {
		if !c.hidden[i] {
			c.page.Glyphs = append(c.page.Glyphs, g)
		}
	}
	c.page.Hidden = count
	return c.page
}
