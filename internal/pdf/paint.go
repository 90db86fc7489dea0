package pdf

import (
	"slices"

	pdflib "github.com/ledongthuc/pdf"
)

// shade is what matters of a colour: whether text in it can be seen on white paper.
type shade uint8

const (
	dark shade = iota
	white
)

// nearWhite is the lightness from which a colour counts as white.
const nearWhite = 0.95

// patch is a filled area. Text in white on a dark patch is a design, on bare paper it is
// there for machines only.
type patch struct {
	area
	shade shade
}

// maxPatches bounds what is remembered of a page full of drawings.
const maxPatches = 4096

// doPaint handles colours, paths and fills.
func (c *canvas) doPaint(operator string, in []object, resources pdflib.Value) bool {
	switch operator {
	case "g", "rg", "k":
		c.fill, c.tint = shadeOf(in, len(in) == 4), false
	case "cs":
		c.fill = dark
		c.tint = len(in) > 0 && !isLight(resources, in[len(in)-1].str)
	case "sc", "scn":
		c.fill = dark
		if !c.tint {
			c.fill = shadeOf(in, len(in) == 4)
		}
	case "m", "l", "c", "v", "y":
		for i := 0; i+1 < len(in); i += 2 {
			c.path = c.path.with(c.matrix.apply(in[i].num, in[i+1].num))
		}
	case "re":
		if len(in) >= 4 {
			x, y, w, h := in[0].num, in[1].num, in[2].num, in[3].num
			c.path = c.path.with(c.matrix.apply(x, y)).with(c.matrix.apply(x+w, y+h))
		}
	case "f", "F", "f*", "B", "B*", "b", "b*":
		c.cover(c.path, c.fill)
		c.path = nowhere
	case "n", "S", "s":
		c.path = nowhere
	case "sh":
		c.cover(c.sheet, dark)
	default:
		return false
	}
	return true
}

// shadeOf judges colour components. Ink is the opposite of light.
func shadeOf(in []object, ink bool) shade {
	if len(in) == 0 {
		return dark
	}
	for _, o := range in {
		if o.kind != number || !ink && o.num < nearWhite || ink && o.num > 1-nearWhite {
			return dark
		}
	}
	return white
}

// isLight reports whether larger components of a colour space mean more light, so that
// all ones are white. Spots and patterns are taken for dark.
func isLight(resources pdflib.Value, label string) bool {
	switch label {
	case "DeviceGray", "DeviceRGB", "DeviceCMYK", "CalGray", "CalRGB":
		return true
	}
	space, ok := resource(resources, "ColorSpace", label)
	if !ok {
		return false
	}
	switch first, _ := element(space, 0); first.Name() {
	case "ICCBased", "CalGray", "CalRGB":
		return true
	}
	return false
}

func (c *canvas) cover(a area, s shade) {
	if a.left <= a.right && len(c.painted) < maxPatches {
		c.painted = append(c.painted, patch{area: a, shade: s})
	}
}

// under returns the shade of the topmost patch at a place, white where there is none.
func (c *canvas) under(x, y float64) shade {
	for _, p := range slices.Backward(c.painted) {
		if p.holds(x, y) {
			return p.shade
		}
	}
	return white
}
