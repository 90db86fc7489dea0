package document

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// wordStyles are the named styles of a Word file.
type wordStyles struct {
	base  face // of text without a style
	named map[string]*wordStyle
}

// wordStyle is one style: what it is based on and the properties it sets itself.
type wordStyle struct {
	parent     string
	heading    int
	properties []xml.StartElement
}

// maxStyleDepth bounds a chain of styles: one may be based on itself.
const maxStyleDepth = 16

// headings are the levels of an outline that are remembered.
const headings = 6

// readWordStyles reads the styles part; a file without one has none.
func readWordStyles(ctx context.Context, a *archive) (wordStyles, error) {
	styles := wordStyles{named: map[string]*wordStyle{}}
	content, err := a.read(DOCX, "word/styles.xml")
	if err != nil {
		return styles, err
	}
	standard := ""
	var current *wordStyle
	for e := newElements(ctx, content); ; {
		token, err := e.next()
		if errors.Is(err, io.EOF) {
			styles.base = styles.resolve(standard, styles.base)
			return styles, nil
		}
		if err != nil {
			return styles, err
		}
		t, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case t.Name.Local == "style":
			current = &wordStyle{}
			styles.named[attribute(t, "styleId")] = current
			if attribute(t, "default") == "1" && attribute(t, "type") == "paragraph" {
				standard = attribute(t, "styleId")
			}
		case current == nil:
			faceProperty(&styles.base, t) // the defaults of the document come first
		default:
			current.take(t)
		}
	}
}

func (s *wordStyle) take(t xml.StartElement) {
	switch value := attribute(t, "val"); t.Name.Local {
	case "basedOn":
		s.parent = value
	case "outlineLvl":
		s.heading = outlineHeading(value)
	case "name":
		if strings.EqualFold(value, "title") {
			s.heading = 1
		}
		if level, ok := strings.CutPrefix(strings.ToLower(value), "heading "); ok {
			n, _ := strconv.Atoi(level)
			s.heading = min(max(n, 0), headings)
		}
	case "sz", "b", "i":
		s.properties = append(s.properties, t)
	}
}

// resolve applies a style, after the ones it is based on, to a face.
func (s *wordStyles) resolve(id string, f face) face {
	var chain []*wordStyle
	for len(chain) < maxStyleDepth {
		style, ok := s.named[id]
		if !ok {
			break
		}
		chain = append(chain, style)
		id = style.parent
	}
	for _, style := range slices.Backward(chain) {
		if style.heading > 0 {
			f.heading = style.heading
		}
		for _, t := range style.properties {
			faceProperty(&f, t)
		}
	}
	return f
}

// faceProperty reads one property of characters. Sizes are in half points.
func faceProperty(f *face, t xml.StartElement) {
	switch t.Name.Local {
	case "b":
		f.bold = isOn(t)
	case "i":
		f.italic = isOn(t)
	case "sz":
		if n, err := strconv.Atoi(attribute(t, "val")); err == nil && n > 0 {
			f.size = float32(n) / 2
		}
	}
}

// outlineHeading is the heading level of an outline level, which counts from 0; level 9 is
// body text.
func outlineHeading(level string) int {
	n, err := strconv.Atoi(level)
	if err != nil || n < 0 || n >= headings {
		return 0
	}
	return n + 1
}
