package document

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// run is the formatting of a stretch of text that decides whether it can be seen.
type run struct{ vanish, white, tiny, shaded bool }

// paragraph gathers the text of one paragraph and the boxes anchored in it.
type paragraph struct {
	text  strings.Builder
	list  bool
	boxes []block
}

func (w *wordPart) readParagraph() ([]block, error) {
	var p paragraph
	shaded := w.shaded
	err := w.readRuns(&p, run{})
	w.shaded = shaded
	text := p.text.String()
	if p.list && strings.TrimSpace(text) != "" {
		text = bullet + text
	}
	return append([]block{{text: text}}, p.boxes...), err
}

// bullet begins a list item whatever its mark or number was.
const bullet = "• "

// readRuns reads the inside of a paragraph, link, run or control.
func (w *wordPart) readRuns(p *paragraph, r run) error {
	for {
		token, err := w.xml.next()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if err := w.readInline(p, t, &r); err != nil {
				return err
			}
		}
	}
}

func (w *wordPart) readInline(p *paragraph, t xml.StartElement, r *run) error {
	local := t.Name.Local
	switch {
	case skipped[local]:
		return w.xml.skip()
	case local == "t":
		return w.readText(p, *r)
	case local == "hyperlink":
		return w.readLink(p, t, *r)
	case local == "txbxContent":
		shaded := w.shaded
		w.shaded++
		boxes, err := w.readBlocks()
		w.shaded = shaded
		p.boxes = append(p.boxes, boxes...)
		return err
	case local == "rPr" || local == "pPr":
		return w.readProperties(p, r, local == "pPr")
	case local == "p" || local == "tbl":
		blocks, err := w.readBlock(t)
		p.boxes = append(p.boxes, blocks...)
		return err
	}
	p.text.WriteString(inlineSigns[local])
	if local == "sym" {
		p.text.WriteString(symbol(attribute(t, "char")))
	}
	return w.readRuns(p, *r)
}

var inlineSigns = map[string]string{"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}

func symbol(code string) string {
	n, err := strconv.ParseUint(code, 16, 32)
	if err != nil {
		return ""
	}
	return string(rune(n))
}

// readText reads a text element, leaving out what cannot be seen.
func (w *wordPart) readText(p *paragraph, r run) error {
	for {
		token, err := w.xml.next()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.StartElement:
			if err := w.xml.skip(); err != nil {
				return err
			}
		case xml.CharData:
			if r.vanish || r.tiny || r.white && w.shaded == 0 && !r.shaded {
				w.hidden += utf8.RuneCount(t)
				continue
			}
			p.text.Write(t)
		}
	}
}

// readLink writes the address behind a linked text that does not show it.
func (w *wordPart) readLink(p *paragraph, t xml.StartElement, r run) error {
	from := p.text.Len()
	if err := w.readRuns(p, r); err != nil {
		return err
	}
	p.text.WriteString(linkTail(p.text.String()[from:], w.links[attribute(t, "id")]))
	return nil
}

// maxShown is how long the text of a link may be to get its address added.
const maxShown = 2048

// linkTail is " (address)" when the shown text does not say the address itself.
func linkTail(shown, address string) string {
	bare := strings.TrimPrefix(strings.TrimPrefix(address, "mailto:"), "tel:")
	short := strings.TrimPrefix(strings.TrimPrefix(bare, "https://"), "http://")
	short = strings.TrimSuffix(strings.TrimPrefix(short, "www."), "/")
	if short == "" || strings.HasPrefix(bare, "#") || len(shown) > maxShown ||
		strings.Contains(strings.ToLower(shown), strings.ToLower(short)) {
		return ""
	}
	if strings.HasPrefix(strings.ToLower(bare), "javascript:") || strings.HasPrefix(address, "tel:") {
		return ""
	}
	return " (" + bare + ")"
}

// tinyHalfPoints is the font size, in half points, under which text cannot be read.
const tinyHalfPoints = 4

// readProperties reads what formatting says about lists and visibility.
func (w *wordPart) readProperties(p *paragraph, r *run, ofParagraph bool) error {
	for level := 1; level > 0; {
		token, err := w.xml.next()
		if err != nil {
			return err
		}
		t, ok := token.(xml.StartElement)
		if !ok {
			if _, end := token.(xml.EndElement); end {
				level--
			}
			continue
		}
		level++
		on := attribute(t, "val") != "0" && attribute(t, "val") != "false"
		switch t.Name.Local {
		case "numId":
			p.list = on
		case "pStyle":
			style := attribute(t, "val")
			p.list = p.list || strings.HasPrefix(style, "ListBullet") || strings.HasPrefix(style, "ListNumber")
		case "shd":
			if ofParagraph {
				w.shade(t)
			} else {
				shaded := w.shaded
				r.shaded = w.shade(t)
				w.shaded = shaded
			}
		case "highlight":
			r.shaded = true
		case "vanish", "webHidden":
			r.vanish = !ofParagraph && on && t.Name.Local == "vanish"
		case "color":
			r.white = !ofParagraph && strings.EqualFold(attribute(t, "val"), "FFFFFF")
		case "sz":
			n, err := strconv.Atoi(attribute(t, "val"))
			r.tiny = !ofParagraph && err == nil && n < tinyHalfPoints
		}
	}
	return nil
}
