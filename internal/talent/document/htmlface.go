package document

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/talent/layout"
)

// headingSizes are the font sizes browsers give to h1 ... h6, as shares of the body's.
var headingSizes = [...]float32{2, 1.5, 1.17, 1, 0.83, 0.67}

// pixelsPerSize is the body font size browsers start with.
const pixelsPerSize = 16

// faceOf is how the inside of an element looks: as what is around it, with what the tag
// and the words of its own style and class say.
func faceOf(t html.Token, f face) face {
	switch t.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		f.heading = int(t.Data[1] - '0')
		f.size, f.bold = headingSizes[f.heading-1], true
	case atom.B, atom.Strong, atom.Th:
		f.bold = true
	case atom.I, atom.Em, atom.Cite:
		f.italic = true
	case atom.Big:
		f.size *= 1.2
	case atom.Small:
		f.size *= 0.83
	case atom.Nav:
		f.margin = layout.Header
	}
	for _, a := range t.Attr {
		switch a.Key {
		case "class":
			if lower := strings.ToLower(a.Val); strings.Contains(lower, "strong") || strings.Contains(lower, "bold") {
				f.bold = true
			}
		case "style":
			f = styleFace(a.Val, f)
		}
	}
	return f
}

// styleFace applies the declarations of a style attribute.
func styleFace(style string, f face) face {
	for declaration := range strings.SplitSeq(strings.ToLower(style), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(property) {
		case "font-weight":
			n, err := strconv.Atoi(value)
			f.bold = strings.HasPrefix(value, "bold") || err == nil && n >= 600
		case "font-style":
			f.italic = value == "italic" || value == "oblique"
		case "font-size":
			f.size = fontSize(value, f.size)
		}
	}
	return f
}

// fontSize reads a length of CSS as a share of the body font size.
func fontSize(value string, around float32) float32 {
	for _, unit := range []struct {
		name  string
		share float32
	}{{"px", 1.0 / pixelsPerSize}, {"pt", 4.0 / 3 / pixelsPerSize}, {"rem", 1}, {"em", around}, {"%", around / 100}} {
		number, ok := strings.CutSuffix(value, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 32)
		if err != nil || n <= 0 || n > 1000 {
			return around
		}
		return float32(n) * unit.share
	}
	return around
}
