package pdf

import (
	"math"
	"strings"

	pdflib "github.com/ledongthuc/pdf"

	"kadry/internal/pdf/layout"
)

// tiny is the size in points under which nobody reads text on paper or screen.
const tiny = 2.0

// maxGlyphs bounds a page; a dense one has six thousand.
const maxGlyphs = 200_000

// doText handles the operators that set and show text.
func (c *canvas) doText(operator string, in []object) bool {
	switch operator {
	case "BT":
		c.text, c.line = identity, identity
	case "ET":
	case "Tc":
		c.charSpace = last(in)
	case "Tw":
		c.wordSpace = last(in)
	case "Tz":
		c.scale = last(in) / 100
	case "TL":
		c.leading = last(in)
	case "Ts":
		c.rise = last(in)
	case "Tr":
		c.mode = int(last(in))
	case "Td", "TD":
		if len(in) >= 2 {
			if operator == "TD" {
				c.leading = -in[1].num
			}
			c.newLine(in[0].num, in[1].num)
		}
	case "Tm":
		if m, ok := matrixOf(in); ok {
			c.text, c.line = m, m
		}
	case "T*":
		c.newLine(0, -c.leading)
	case "Tj":
		c.showAll(in)
	case "TJ":
		if len(in) > 0 {
			c.showAll(in[0].list)
		}
	case "'":
		c.newLine(0, -c.leading)
		c.showAll(in)
	case "\"":
		if len(in) >= 3 {
			c.wordSpace, c.charSpace = in[0].num, in[1].num
			c.newLine(0, -c.leading)
			c.showAll(in[2:])
		}
	default:
		return false
	}
	return true
}

func last(in []object) float64 {
	if len(in) == 0 {
		return 0
	}
	return in[len(in)-1].num
}

func (c *canvas) setFont(in []object, resources pdflib.Value) error {
	if len(in) < 2 {
		return nil
	}
	f, err := c.reader.font(resources, in[0].str)
	if err != nil {
		return err
	}
	if f == nil {
		c.page.Damaged = true
	}
	c.state.font, c.state.size = f, in[1].num
	return nil
}

func (c *canvas) newLine(x, y float64) {
	if next := c.line.moved(x, y); next.finite() {
		c.text, c.line = next, next
	}
}

// showAll shows strings; numbers among them move the pen, in thousandths of the size.
func (c *canvas) showAll(in []object) {
	for _, o := range in {
		switch o.kind {
		case text:
			c.show(o.str)
		case number:
			c.advance(-o.num / 1000 * c.state.size * c.scale)
		}
	}
}

func (c *canvas) advance(x float64) {
	if next := c.text.moved(x, 0); next.finite() {
		c.text = next
	}
}

func (c *canvas) show(raw string) {
	if c.state.font == nil {
		return
	}
	for _, g := range c.state.font.glyphs(raw) {
		if len(c.shown) >= maxGlyphs {
			return
		}
		width := g.width * c.state.size
		step := width + c.charSpace
		if g.space {
			step += c.wordSpace
		}
		c.put(g.text, width*c.scale)
		c.advance(step * c.scale)
	}
}

// put records one character at the pen.
func (c *canvas) put(shown string, width float64) {
	m := c.text.times(c.matrix)
	x0, y0 := m.apply(0, c.rise)
	x1, y1 := m.apply(width, c.rise)
	em := math.Hypot(m[2], m[3]) * math.Abs(c.state.size) * c.state.font.em
	turn := turnOf(x1-x0, y1-y0)
	if turn == slanted {
		c.page.Rotated++
		return
	}
	face := c.state.font.face
	glyph := layout.Glyph{Text: shown, Left: x0, Right: x1, Base: y0, Size: em, Bold: face.bold || c.mode == 2, Italic: face.italic}
	if turn != level {
		back := c.sheet.turned(turn)
		glyph.Left, glyph.Base = back.apply(x0, y0)
		glyph.Right, _ = back.apply(x1, y1)
	}
	if s := c.replacing(); s != nil {
		s.add(glyph, turn)
		return
	}
	if shown == "" {
		c.page.Unnamed++
		return
	}
	c.place(glyph, turn)
}

// add widens the place of a replacement text by one glyph of its line.
func (s *span) add(g layout.Glyph, turn turn) {
	if !s.started {
		s.glyph, s.turn, s.started = g, turn, true
		return
	}
	if math.Abs(g.Base-s.glyph.Base) < 0.5*g.Size {
		s.glyph.Left = min(s.glyph.Left, g.Left)
		s.glyph.Right = max(s.glyph.Right, g.Right)
	}
}

// place keeps a glyph, which way it is turned and whether anybody would see it.
func (c *canvas) place(g layout.Glyph, turn turn) {
	blank := strings.TrimSpace(g.Text) == ""
	x, y := (g.Left+g.Right)/2, g.Base+g.Size/4
	if turn != level {
		x, y = c.sheet.turned(turn).inverse().apply(x, y)
	}
	invisible := c.mode == 3 || c.mode == 7 || g.Size < tiny || c.offSheet(x, y) ||
		c.fill == white && c.mode != 1 && c.under(x, y) == white
	c.shown = append(c.shown, g)
	c.turns = append(c.turns, turn)
	c.hidden = append(c.hidden, invisible && !blank)
}

// offSheet reports whether a place is outside of the page.
func (c *canvas) offSheet(x, y float64) bool { return !c.sheet.holds(x, y) }
