package document

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// page writes HTML as text. It works on tags and not on a tree: the tree algorithm takes
// quadratic time on hostile nesting, and a CV needs no more than the tags say.
type page struct {
	out    styled
	open   []element
	lost   int // elements open beyond maxOpen
	hidden int
	cells  int // cells so far in the current table row
}

// element is an open element that changes what its text means.
type element struct {
	tag    atom.Atom
	silent bool // not text at all
	hidden bool // text nobody sees
	pre    bool
	href   string
	from   int // where its text begins
	face   face
}

const maxOpen = 512

func readHTML(ctx context.Context, data []byte, limits Limits) (Document, error) {
	text, name, err := decodeHTML(data)
	if err != nil {
		return Document{}, damagedFault(HTML, err)
	}
	var p page
	z := html.NewTokenizer(strings.NewReader(text))
	z.SetMaxBuf(limits.TextBytes)
	for count := 0; ; count++ {
		if count%1024 == 0 && ctx.Err() != nil {
			return Document{}, ctx.Err()
		}
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if errors.Is(z.Err(), html.ErrBufferExceeded) {
				return Document{}, textFault(limits)
			}
			doc := Document{Charset: name}
			doc.setText(p.out.lines())
			doc.warnHidden(p.hidden)
			return doc, nil
		case html.TextToken:
			p.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			p.start(z.Token())
		case html.EndTagToken:
			tag, _ := z.TagName()
			p.end(atom.Lookup(tag))
		}
	}
}

// decodeHTML takes the charset the page declares, unless the bytes say otherwise.
func decodeHTML(data []byte) (text, name string, err error) {
	if utf16Order(data) != nil || utf8.Valid(data) {
		text, name = decodeText(data)
		return text, name, nil
	}
	codec, name, certain := charset.DetermineEncoding(data, "")
	if !certain || name == "utf-8" {
		text, name = decodeText(data)
		return text, name, nil
	}
	decoded, err := io.ReadAll(codec.NewDecoder().Reader(bytes.NewReader(data)))
	return string(decoded), name, err
}

var silentTags = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Head: true, atom.Noscript: true, atom.Template: true,
	atom.Iframe: true, atom.Object: true, atom.Select: true, atom.Textarea: true, atom.Svg: true, atom.Math: true,
	atom.Button: true, atom.Canvas: true, atom.Audio: true, atom.Video: true,
}

var lineTags = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true,
	atom.Main: true, atom.Aside: true, atom.Nav: true, atom.Ul: true, atom.Ol: true, atom.Li: true, atom.Dl: true,
	atom.Dt: true, atom.Dd: true, atom.Table: true, atom.Tr: true, atom.Thead: true, atom.Tbody: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Pre: true,
	atom.Blockquote: true, atom.Hr: true, atom.Br: true, atom.Address: true, atom.Figure: true, atom.Form: true,
	atom.Fieldset: true, atom.Caption: true, atom.Body: true, atom.Figcaption: true, atom.Details: true, atom.Summary: true,
}

// spacedTags are set off from what is above them by an empty line.
var spacedTags = map[atom.Atom]bool{
	atom.P: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.Section: true, atom.Table: true,
}

var voidTags = map[atom.Atom]bool{
	atom.Br: true, atom.Hr: true, atom.Img: true, atom.Input: true, atom.Meta: true, atom.Link: true, atom.Wbr: true,
	atom.Area: true, atom.Base: true, atom.Col: true, atom.Embed: true, atom.Source: true, atom.Track: true,
}

func (p *page) start(t html.Token) {
	tag := t.DataAtom
	switch tag {
	case atom.Body:
		p.closeTo(atom.Head)
	case atom.P, atom.Li, atom.Td, atom.Th, atom.Tr, atom.Option:
		p.closeImplied(tag)
	}
	hidden := isHidden(t)
	switch {
	case hidden:
	case tag == atom.Td || tag == atom.Th:
		if p.cells++; p.cells > 1 && p.seen() {
			p.write(cellBorder)
		}
	case tag == atom.Time:
		if p.seen() && !p.atStart() {
			p.write("\t")
		}
	case lineTags[tag]:
		p.line(spacedTags[tag])
		if tag == atom.Li && p.seen() {
			p.write(bullet)
		}
	}
	if tag == atom.Tr {
		p.cells = 0
	}
	if voidTags[tag] || t.Type == html.SelfClosingTagToken && !lineTags[tag] {
		return
	}
	if len(p.open) >= maxOpen {
		p.lost++
		return
	}
	p.open = append(p.open, element{
		tag: tag, silent: silentTags[tag], hidden: hidden, pre: tag == atom.Pre,
		href: hrefOf(t), from: p.out.Len(), face: faceOf(t, p.face()),
	})
}

// line begins a new line, after an empty one when spaced.
func (p *page) line(spaced bool) {
	if !p.seen() || strings.HasSuffix(p.out.String(), "\n"+bullet) {
		return
	}
	if !p.atStart() {
		p.write("\n")
	}
	if spaced {
		p.write("\n")
	}
}

// atStart reports whether the text stands at the beginning of a line.
func (p *page) atStart() bool { return strings.HasSuffix(p.out.String(), "\n") }

func (p *page) end(tag atom.Atom) {
	if p.lost > 0 && !voidTags[tag] {
		p.lost--
		return
	}
	seen := p.seen()
	p.closeTo(tag)
	if lineTags[tag] && seen {
		p.line(false)
	}
}

// closeTo closes the innermost element of the tag and what is open inside of it. An end
// tag without a beginning closes nothing.
func (p *page) closeTo(tag atom.Atom) {
	for i, e := range slices.Backward(p.open) {
		if e.tag != tag {
			continue
		}
		if e.href != "" {
			p.write(linkTail(p.out.String()[min(e.from, p.out.Len()):], e.href))
		}
		p.open = p.open[:i]
		return
	}
}

// closeImplied closes an element whose end tag may be left out before its next sibling.
func (p *page) closeImplied(tag atom.Atom) {
	if n := len(p.open); n > 0 && p.open[n-1].tag == tag {
		p.open = p.open[:n-1]
	}
}

// seen reports whether text at this place is part of the document.
func (p *page) seen() bool {
	for _, e := range p.open {
		if e.silent || e.hidden {
			return false
		}
	}
	return true
}

func (p *page) text(s string) {
	pre := false
	for _, e := range p.open {
		switch {
		case e.silent:
			return
		case e.hidden:
			p.hidden += utf8.RuneCountInString(strings.TrimSpace(s))
			return
		}
		pre = pre || e.pre
	}
	if !pre {
		s = collapse(s)
		if p.atStart() && strings.TrimSpace(s) == "" {
			return
		}
	}
	p.write(s)
}

// collapse makes one space of blanks and line ends, as browsers do.
func collapse(s string) string {
	if !strings.ContainsAny(s, "\n\r\t") && !strings.Contains(s, "  ") {
		return s
	}
	out := strings.Join(strings.FieldsFunc(s, isBlank), " ")
	if first := s[0]; isBlank(rune(first)) {
		out = " " + out
	}
	if last := s[len(s)-1]; out != " " && isBlank(rune(last)) {
		out += " "
	}
	return out
}

func isBlank(r rune) bool { return r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '\f' }

func (p *page) face() face {
	if n := len(p.open); n > 0 {
		return p.open[n-1].face
	}
	return face{size: 1}
}

func (p *page) write(s string) { p.out.write(s, p.face()) }

// isHidden reads the marks in the tag itself; style sheets are not evaluated.
func isHidden(t html.Token) bool {
	for _, a := range t.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "style":
			style := strings.ToLower(strings.ReplaceAll(a.Val, " ", ""))
			for _, mark := range []string{"display:none", "visibility:hidden", "font-size:0;", "font-size:0p", "font-size:1px", "opacity:0;"} {
				if strings.Contains(style+";", mark) {
					return true
				}
			}
		}
	}
	return false
}

func hrefOf(t html.Token) string {
	if t.DataAtom != atom.A {
		return ""
	}
	for _, a := range t.Attr {
		if a.Key == "href" && (strings.HasPrefix(a.Val, "http") || strings.HasPrefix(a.Val, "mailto:")) {
			return a.Val
		}
	}
	return ""
}
