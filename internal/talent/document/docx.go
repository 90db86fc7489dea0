package document

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/talent/layout"
)

// readDOCX reads headers, the body, notes and footers of a Word file in this order.
func readDOCX(ctx context.Context, data []byte, limits Limits) (Document, error) {
	a, err := openArchive(DOCX, data, limits)
	if err != nil {
		return Document{}, err
	}
	parts := a.names("word/header")
	parts = append(parts, "word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
	parts = append(parts, a.names("word/footer")...)
	styles, err := readWordStyles(ctx, a)
	if err != nil {
		return Document{}, partFault(DOCX, err)
	}
	doc := Document{Charset: utf8Name}
	var text []line
	hidden := 0
	for _, part := range parts {
		w := wordPart{styles: styles}
		w.styles.base.margin = marginOf(part)
		if err := w.read(ctx, a, part); err != nil {
			return Document{}, partFault(DOCX, err)
		}
		hidden += w.hidden
		if strings.HasPrefix(part, "word/footer") && doc.isFurniture(w.blocks) {
			continue
		}
		text = append(text, lines(w.blocks)...)
	}
	doc.setText(text)
	doc.warnHidden(hidden)
	return doc, nil
}

// marginOf tells the headers and footers from the parts with text of their own.
func marginOf(part string) layout.Margin {
	switch {
	case strings.HasPrefix(part, "word/header"):
		return layout.Header
	case strings.HasPrefix(part, "word/footer"):
		return layout.Footer
	}
	return ""
}

// phoneDigits is how many digits a phone number has at least.
const phoneDigits = 7

// isFurniture reports whether a page footer says something about the page and not about
// the person: all but the ones with an address, a link or a phone number. What is left out
// is shown in a warning.
func (d *Document) isFurniture(footer []block) bool {
	var words []string
	for _, l := range lines(footer) {
		words = append(words, strings.Fields(l.text)...)
	}
	text := strings.Join(words, " ")
	digits := strings.Count(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return ' '
	}, text), "0")
	if strings.Contains(text, "@") || strings.Contains(text, "://") || strings.Contains(text, "www.") || digits >= phoneDigits {
		return false
	}
	shown := []rune(text)
	d.warn(strings.ContainsFunc(text, unicode.IsLetter), "page_footer", fault.Say(
		"The page footer was left out: %q.", "Нижний колонтитул пропущен: «%s».", string(shown[:min(len(shown), 80)])))
	return true
}

// warnHidden says how much text was left out because a reader of the file would not see it.
func (d *Document) warnHidden(characters int) {
	d.warn(characters > 0, "hidden_text", fault.Say(
		"%d characters of hidden text were left out.", "Пропущено знаков скрытого текста: %d.", characters))
}

// partFault keeps faults and the clock and calls everything else damage.
func partFault(format Format, err error) error {
	var known *fault.Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return damagedFault(format, err)
}

// wordPart is one XML part of a Word file while it is read.
type wordPart struct {
	xml    *elements
	styles wordStyles
	links  map[string]string // relationship id to external address
	blocks []block
	shaded int // depth of elements with a background of their own
	tables int // tables that are open
	hidden int // characters nobody would see
}

func (w *wordPart) read(ctx context.Context, a *archive, part string) error {
	content, err := a.read(DOCX, part)
	if err != nil || content == nil {
		return err
	}
	if w.links, err = readLinks(ctx, a, part); err != nil {
		return err
	}
	w.xml = newElements(ctx, content)
	w.blocks, err = w.readBlocks()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readLinks reads the external relationships of a part.
func readLinks(ctx context.Context, a *archive, part string) (map[string]string, error) {
	content, err := a.read(DOCX, path.Join(path.Dir(part), "_rels", path.Base(part)+".rels"))
	if err != nil {
		return nil, err
	}
	links := map[string]string{}
	for e := newElements(ctx, content); ; {
		token, err := e.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return links, err
		}
		if s, ok := token.(xml.StartElement); ok && attribute(s, "TargetMode") == "External" {
			links[attribute(s, "Id")] = attribute(s, "Target")
		}
	}
}

// readBlocks reads paragraphs and tables up to the end of the element that is open.
func (w *wordPart) readBlocks() ([]block, error) { return w.xml.blocks(w.readBlock) }

// skipped are elements whose text is not part of the document: second renderings,
// deletions, field codes, properties.
var skipped = map[string]bool{
	"Fallback": true, "del": true, "moveFrom": true, "instrText": true, "delText": true, "sectPr": true,
	"sdtPr": true, "sdtEndPr": true, "tblPr": true, "tblGrid": true, "trPr": true, "blip": true, "separator": true,
	"posOffset": true, "align": true, "pctWidth": true, "pctHeight": true,
}

func (w *wordPart) readBlock(t xml.StartElement) ([]block, error) {
	switch {
	case skipped[t.Name.Local]:
		return nil, w.xml.skip()
	case t.Name.Local == "p":
		return w.readParagraph()
	case t.Name.Local == "shd":
		w.shade(t)
	case t.Name.Local == "tbl" && w.tables < mostTables:
		w.tables++
		table, err := w.readTable()
		w.tables--
		return []block{{table: table}}, err
	}
	return w.readBlocks()
}

// readTable reads the rows of a table; controls around rows and cells are transparent.
func (w *wordPart) readTable() ([][]cell, error) {
	table := [][]cell{}
	for level := 0; ; {
		token, err := w.xml.next()
		if err != nil {
			return table, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			if level == 0 {
				return table, nil
			}
			level--
		case xml.StartElement:
			switch {
			case skipped[t.Name.Local]:
				err = w.xml.skip()
			case t.Name.Local == "tr":
				level++
				table = append(table, nil)
			case t.Name.Local == "tc":
				if len(table) == 0 {
					table = append(table, nil)
				}
				shaded := w.shaded
				var c cell
				c, err = w.readBlocks()
				w.shaded = shaded
				table[len(table)-1] = append(table[len(table)-1], c)
			case t.Name.Local == "shd":
				w.shade(t)
				level++
			default:
				level++
			}
			if err != nil {
				return table, err
			}
		}
	}
}

func (w *wordPart) shade(t xml.StartElement) bool {
	fill := strings.ToUpper(attribute(t, "fill"))
	if fill == "" || fill == "AUTO" || fill == "FFFFFF" {
		return false
	}
	w.shaded++
	return true
}
