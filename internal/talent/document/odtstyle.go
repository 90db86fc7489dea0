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

// openStyles are the styles of an OpenDocument file by name, those of single paragraphs
// and stretches of text among them.
type openStyles map[string]*openStyle

// openStyle is one style: what it is based on and the properties it sets itself.
type openStyle struct {
	parent, outline, size, weight, slant string
}

// standardStyle is the name the defaults of paragraphs are kept under; no style of a file
// has an empty one.
const standardStyle = ""

func readOpenStyles(ctx context.Context, a *archive) (openStyles, error) {
	styles := openStyles{}
	for _, part := range []string{"styles.xml", "content.xml"} {
		content, err := a.read(ODT, part)
		if err != nil {
			return nil, err
		}
		if err := styles.read(newElements(ctx, content)); err != nil && !errors.Is(err, io.EOF) {
			return nil, partFault(ODT, err)
		}
	}
	return styles, nil
}

// read takes the styles of a part up to its text.
func (s openStyles) read(e *elements) error {
	current := &openStyle{}
	for {
		token, err := e.next()
		if err != nil {
			return err
		}
		t, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch t.Name.Local {
		case "body", "master-styles":
			return nil
		case "default-style":
			current = &openStyle{}
			if attribute(t, "family") == "paragraph" {
				s[standardStyle] = current
			}
		case "style":
			current = &openStyle{parent: attribute(t, "parent-style-name"), outline: attribute(t, "default-outline-level")}
			s[attribute(t, "name")] = current
		case "text-properties":
			current.size, current.weight, current.slant = attribute(t, "font-size"), attribute(t, "font-weight"), attribute(t, "font-style")
		}
	}
}

// face applies the style an element names.
func (s openStyles) face(t xml.StartElement, f face) face {
	var chain []*openStyle
	for name := attribute(t, "style-name"); len(chain) < maxStyleDepth; {
		style, ok := s[name]
		if !ok {
			break
		}
		chain = append(chain, style)
		if name == standardStyle {
			break
		}
		if name = style.parent; name == standardStyle && t.Name.Local == "span" {
			break // what a span does not say, its paragraph does
		}
	}
	for _, style := range slices.Backward(chain) {
		f = style.apply(f)
	}
	if level, err := strconv.Atoi(attribute(t, "outline-level")); err == nil {
		f.heading = min(max(level, 0), headings)
	}
	return f
}

func (s *openStyle) apply(f face) face {
	if n, err := strconv.Atoi(s.outline); err == nil {
		f.heading = min(max(n, 0), headings)
	}
	if points, ok := strings.CutSuffix(s.size, "pt"); ok {
		if n, err := strconv.ParseFloat(points, 32); err == nil && n > 0 {
			f.size = float32(n)
		}
	}
	if share, ok := strings.CutSuffix(s.size, "%"); ok {
		if n, err := strconv.ParseFloat(share, 32); err == nil && n > 0 {
			f.size *= float32(n) / 100
		}
	}
	if s.weight != "" {
		n, err := strconv.Atoi(s.weight)
		f.bold = s.weight == "bold" || err == nil && n >= 600
	}
	if s.slant != "" {
		f.italic = s.slant == "italic" || s.slant == "oblique"
	}
	return f
}
