package pdf

import "math"

// turn is the way a text runs on a page.
type turn uint8

const (
	level    turn = iota // to the right
	upward               // turned to the left
	over                 // upside down
	downward             // turned to the right
	slanted              // none of these, as watermarks
)

const turns = int(slanted)

// maxSlant is how far a line may rise over its length.
const maxSlant = 0.2

func turnOf(dx, dy float64) turn {
	switch {
	case math.Abs(dy) <= maxSlant*math.Abs(dx) && dx >= 0:
		return level
	case math.Abs(dy) <= maxSlant*math.Abs(dx):
		return over
	case math.Abs(dx) <= maxSlant*math.Abs(dy) && dy > 0:
		return upward
	case math.Abs(dx) <= maxSlant*math.Abs(dy):
		return downward
	}
	return slanted
}

// turned is the way from a sheet to the same sheet turned so that the text runs level.
func (a area) turned(t turn) matrix {
	width, height := a.right, a.top
	if math.IsInf(width, 1) {
		width, height = 0, 0
	}
	switch t {
	case upward:
		return matrix{0, -1, 1, 0, 0, width}
	case over:
		return matrix{-1, 0, 0, -1, width, height}
	case downward:
		return matrix{0, 1, -1, 0, height, 0}
	}
	return identity
}

// inverse is the way back of a turn.
func (m matrix) inverse() matrix {
	return matrix{m[0], m[2], m[1], m[3], -m[4]*m[0] - m[5]*m[1], -m[4]*m[2] - m[5]*m[3]}
}

// turnUpright keeps the glyphs that run as most of the page does. A page set sideways is
// read; a note at the edge of an upright one is not.
func (c *canvas) turnUpright() {
	var count [turns]int
	for _, t := range c.turns {
		count[t]++
	}
	most := level
	for t := range turns {
		if 2*count[t] > len(c.turns) {
			most = turn(t)
		}
	}
	if most == upward || most == downward {
		c.page.Width, c.page.Height = c.page.Height, c.page.Width
	}
	kept := 0
	for i, t := range c.turns {
		if t != most {
			c.page.Rotated++
			continue
		}
		c.shown[kept], c.hidden[kept] = c.shown[i], c.hidden[i]
		kept++
	}
	c.shown, c.hidden = c.shown[:kept], c.hidden[:kept]
}
