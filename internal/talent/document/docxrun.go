package document

import (
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"
)

// run is the formatting of a stretch of text: how it looks and whether it can be seen.
type run struct {
	face
	vanish, white, tiny, shaded bool
}

// paragraph gathers the text of one paragraph and the boxes anchored in it.
type paragraph struct {
	text  styled
	list  bool
	face  face // of its style, where a run does not say otherwise
	boxes []block
}

func (w *wordPart) readParagraph() ([]block, error) {
	p := paragraph{face: w.styles.base}
	shaded := w.shaded
	err := w.readRuns(&p, run{face: p.face})
	w.shaded = shaded
	return append([]block{p.block(p.list)}, p.boxes...), err
}

// block is the text of the paragraph, with a sign where it is an item of a list.
func (p *paragraph) block(list bool) block {
	out := block{lines: p.text.lines()}
	if list && strings.TrimSpace(p.text.String()) != "" {
		out.lines[0].text = bullet + out.lines[0].text
	}
	return out
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
	case local == "pPr":
		err := w.readProperties(p, r, true)
		r.face = p.face
		return err
	case local == "rPr":
		return w.readProperties(p, r, false)
	case local == "p" || local == "tbl":
		blocks, err := w.readBlock(t)
		p.boxes = append(p.boxes, blocks...)
		return err
	}
	p.text.write(inlineSigns[local], r.face)
	if local == "sym" {
		p.text.write(symbol(attribute(t, "char")), r.face)
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
			p.text.write(string(t), r.face)
		}
	}
}

// readLink writes the address behind a linked text that does not show it.
func (w *wordPart) readLink(p *paragraph, t xml.StartElement, r run) error {
	from := p.text.Len()
	if err := w.readRuns(p, r); err != nil {
		return err
	}
	p.text.write(linkTail(p.text.String()[from:], w.links[attribute(t, "id")]), r.face)
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
		if ofParagraph {
			w.paragraphProperty(p, t)
		} else {
			w.runProperty(r, t)
		}
	}
	return nil
}

// paragraphProperty reads one property of a paragraph. Those of the paragraph mark, which
// stand inside, say nothing of the text.
func (w *wordPart) paragraphProperty(p *paragraph, t xml.StartElement) {
	switch value := attribute(t, "val"); t.Name.Local {
	case "numId":
		p.list = isOn(t)
	case "pStyle":
		p.list = p.list || strings.HasPrefix(value, "ListBullet") || strings.HasPrefix(value, "ListNumber")
		p.face = w.styles.resolve(value, p.face)
	case "outlineLvl":
		p.face.heading = outlineHeading(value)
	case "shd":
		w.shade(t)
	}
}

// runProperty reads one property of a run.
func (w *wordPart) runProperty(r *run, t xml.StartElement) {
	switch value := attribute(t, "val"); t.Name.Local {
	case "shd":
		shaded := w.shaded
		r.shaded = w.shade(t)
		w.shaded = shaded
	case "highlight":
		r.shaded = true
	case "vanish":
		r.vanish = isOn(t)
	case "color":
		r.white = strings.EqualFold(value, "FFFFFF")
	case "rStyle":
		r.face = w.styles.resolve(value, r.face)
	case "sz":
		n, err := strconv.Atoi(value)
		r.tiny = err == nil && n < tinyHalfPoints
		faceProperty(&r.face, t)
	default:
		faceProperty(&r.face, t)
	}
}

func isOn(t xml.StartElement) bool {
	value := attribute(t, "val")
	return value != "0" && value != "false" && value != "off"
}
