package document

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/talent/layout"
)

// readODT reads an OpenDocument text: page headers and footers from the styles, then the
// content.
func readODT(ctx context.Context, data []byte, limits Limits) (Document, error) {
	a, err := openArchive(ODT, data, limits)
	if err != nil {
		return Document{}, err
	}
	manifest, err := a.read(ODT, "META-INF/manifest.xml")
	if err != nil {
		return Document{}, err
	}
	if strings.Contains(string(manifest), "encryption-data") {
		return Document{}, fault.E(fault.Invalid, fault.Say(
			"This document is encrypted and cannot be read.", "Этот документ зашифрован, прочитать его нельзя."), nil).
			WithHint(fault.Say("Remove the password and send it again.", "Снимите пароль и пришлите файл снова."))
	}
	var text []line
	styles, err := readOpenStyles(ctx, a)
	if err != nil {
		return Document{}, err
	}
	for _, part := range []struct{ name, root string }{{"styles.xml", "master-styles"}, {"content.xml", "text"}} {
		content, err := a.read(ODT, part.name)
		if err != nil {
			return Document{}, err
		}
		o := openText{xml: newElements(ctx, content), root: part.root, styles: styles}
		blocks, err := o.readBlocks(false)
		if err != nil && !errors.Is(err, io.EOF) {
			return Document{}, partFault(ODT, err)
		}
		text = append(text, lines(blocks)...)
	}
	doc := Document{Charset: utf8Name}
	doc.setText(text)
	return doc, nil
}

// openText is one part of an OpenDocument file while it is read. Text counts inside of the
// root element only.
type openText struct {
	xml    *elements
	root   string
	inside bool
	styles openStyles
	margin layout.Margin
	tables int // tables that are open
}

var openSkipped = map[string]bool{
	"annotation": true, "tracked-changes": true, "hidden-text": true, "sequence-decls": true, "forms": true,
	"note-citation": true, "page-number": true, "page-count": true, "automatic-styles": true, "font-face-decls": true, "scripts": true, "title": true, "desc": true,
}

// readBlocks reads up to the end of the open element.
func (o *openText) readBlocks(list bool) ([]block, error) {
	return o.xml.blocks(func(t xml.StartElement) ([]block, error) { return o.readBlock(t, list) })
}

func (o *openText) readBlock(t xml.StartElement, list bool) ([]block, error) {
	local := t.Name.Local
	switch {
	case openSkipped[local]:
		return nil, o.xml.skip()
	case local == o.root && !o.inside:
		o.inside = true
		out, err := o.readBlocks(list)
		o.inside = false
		return out, err
	case !o.inside:
		return o.readBlocks(list)
	case local == "header" || local == "footer":
		o.margin = layout.Margin(local)
		out, err := o.readBlocks(list)
		o.margin = ""
		return out, err
	case local == "p" || local == "h":
		p := paragraph{face: o.styles.face(t, face{margin: o.margin})}
		err := o.readInline(&p, p.face)
		return append([]block{p.block(list)}, p.boxes...), err
	case local == "table" && o.tables < mostTables:
		o.tables++
		table, err := o.readTable()
		o.tables--
		return []block{{table: table}}, err
	}
	return o.readBlocks(list || local == "list-item")
}

func (o *openText) readTable() ([][]cell, error) {
	table := [][]cell{}
	for level := 0; ; {
		token, err := o.xml.next()
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
			if t.Name.Local != "table-cell" {
				if level++; t.Name.Local == "table-row" {
					table = append(table, nil)
				}
				continue
			}
			if len(table) == 0 {
				table = append(table, nil)
			}
			c, err := o.readBlocks(false)
			table[len(table)-1] = append(table[len(table)-1], c)
			if err != nil {
				return table, err
			}
		}
	}
}

// maxSpaces bounds the count a repeated space may claim.
const maxSpaces = 64

func (o *openText) readInline(p *paragraph, f face) error {
	for {
		token, err := o.xml.next()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			return nil
		case xml.CharData:
			p.text.write(string(t), f)
		case xml.StartElement:
			if err := o.readInlineElement(p, t, f); err != nil {
				return err
			}
		}
	}
}

func (o *openText) readInlineElement(p *paragraph, t xml.StartElement, f face) error {
	switch local := t.Name.Local; {
	case openSkipped[local]:
		return o.xml.skip()
	case local == "tab":
		p.text.write("\t", f)
	case local == "line-break":
		p.text.write("\n", f)
	case local == "s":
		n, err := strconv.Atoi(attribute(t, "c"))
		if err != nil {
			n = 1
		}
		p.text.write(strings.Repeat(" ", min(max(n, 1), maxSpaces)), f)
	case local == "text-box" || local == "note-body":
		boxes, err := o.readBlocks(false)
		p.boxes = append(p.boxes, boxes...)
		return err
	case local == "a":
		from := p.text.Len()
		if err := o.readInline(p, f); err != nil {
			return err
		}
		p.text.write(linkTail(p.text.String()[from:], attribute(t, "href")), f)
		return nil
	case local == "span":
		f = o.styles.face(t, f)
	}
	return o.readInline(p, f)
}
