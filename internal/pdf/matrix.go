package pdf

import (
	"math"

	pdflib "github.com/ledongthuc/pdf"
)

// matrix is the transformation [a b c d e f] of PDF: x' = ax + cy + e, y' = bx + dy + f.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// times applies m first and n after it.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) apply(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// moved is m after a shift in its own space.
func (m matrix) moved(x, y float64) matrix {
	return matrix{1, 0, 0, 1, x, y}.times(m)
}

// finite reports whether arithmetic on wild operands has left the plane.
func (m matrix) finite() bool {
	for _, v := range m {
		if math.IsNaN(v) || math.Abs(v) > 1e9 {
			return false
		}
	}
	return true
}

// matrixOf reads six numbers; ok is false for anything else.
func matrixOf(in []object) (m matrix, ok bool) {
	if len(in) < 6 {
		return identity, false
	}
	for i, o := range in[len(in)-6:] {
		m[i] = o.num
	}
	return m, m.finite()
}

func matrixValue(v pdflib.Value) matrix {
	if v.Len() != 6 {
		return identity
	}
	var m matrix
	for i := range m {
		m[i] = v.Index(i).Float64()
	}
	return m
}

// rotation turns a page that is shown turned by a multiple of 90 degrees clockwise.
func rotation(rotate pdflib.Value) matrix {
	switch ((rotate.Int64() % 360) + 360) % 360 {
	case 90:
		return matrix{0, -1, 1, 0, 0, 0}
	case 180:
		return matrix{-1, 0, 0, -1, 0, 0}
	case 270:
		return matrix{0, 1, -1, 0, 0, 0}
	}
	return identity
}

// upright is the way of a page to how it is shown: turned, with its lower left corner in
// the origin; and its box there.
func upright(rotate pdflib.Value, box area) (matrix, area) {
	turn := rotation(rotate)
	if math.IsInf(box.right, 1) {
		return turn, box
	}
	shown := nowhere.with(turn.apply(box.left, box.bottom)).with(turn.apply(box.right, box.top))
	turn[4], turn[5] = -shown.left, -shown.bottom
	return turn, area{right: shown.right - shown.left, top: shown.top - shown.bottom}
}

// area is a rectangle on the page.
type area struct{ left, bottom, right, top float64 }

var nowhere = area{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

func (a area) with(x, y float64) area {
	return area{min(a.left, x), min(a.bottom, y), max(a.right, x), max(a.top, y)}
}

func (a area) holds(x, y float64) bool {
	return x >= a.left && x <= a.right && y >= a.bottom && y <= a.top
}

// boxOf reads a media box; a missing or empty one gives an area that holds everything.
func boxOf(v pdflib.Value) area {
	everything := area{math.Inf(-1), math.Inf(-1), math.Inf(1), math.Inf(1)}
	if v.Len() != 4 {
		return everything
	}
	a := nowhere.with(v.Index(0).Float64(), v.Index(1).Float64()).with(v.Index(2).Float64(), v.Index(3).Float64())
	if a.right-a.left < 1 || a.top-a.bottom < 1 {
		return everything
	}
	return a
}
