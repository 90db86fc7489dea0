package sdamgia

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/formula"
	"kadry/internal/exam/problem"
)

// extent says how much of a text is read where the page hides parts until they are clicked.
type extent int

const (
	atOnce     extent = iota // what is shown at once
	everything               // also what a click unfolds
)

// writer writes the content of elements as a body. White space is written when something
// follows it, so that none is left at the ends of a block and none is lost or doubled at
// the edge of a tag.
type writer struct {
	page   *page
	extent extent
	skip   *html.Node // an element to leave out

	blocks []problem.Block
	spans  []problem.Span // of the block being written
	item   bool           // which is a list item
	fresh  bool           // and holds nothing yet but its number
	gap    bool           // white space waits
	run    []byte         // of text in one style, not yet a span
	style  problem.Style  // of the run

	files, audio links // gathered over all bodies
}

// body is the content of an element. The links a body offers add to those of the bodies
// before.
func (w *writer) body(n *html.Node, e extent) problem.Body {
	w.extent, w.blocks = e, nil
	w.children(n, problem.Plain)
	w.flush()
	return problem.Body{Blocks: w.blocks}
}

// passage is a text shared by problems, with the links it offers to each.
func (w *writer) passage(n *html.Node) problem.Body {
	text, known := w.page.shared[n]
	if !known {
		inner := writer{page: w.page}
		text.body = inner.body(inside(n, selectors.anyBody), atOnce)
		text.files, text.audio = inner.files.list, inner.audio.list
		w.page.shared[n] = text
	}
	for _, l := range text.files {
		w.files.add(l.URL, l.Title)
	}
	for _, l := range text.audio {
		w.audio.add(l.URL, l.Title)
	}
	return text.body
}

func (w *writer) children(n *html.Node, style problem.Style) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c, style)
	}
}

func (w *writer) node(n *html.Node, style problem.Style) {
	if n.Type == html.TextNode {
		w.text(n.Data, style)
		return
	}
	if n.Type != html.ElementNode || n == w.skip || unread(n) || w.extent == atOnce && hiddenInline(n) {
		return
	}
	switch n.DataAtom {
	case atom.Br, atom.Hr:
		w.flush()
	case atom.Img:
		w.picture(n)
	case atom.Table:
		w.flush()
		w.table(n)
	case atom.Li:
		w.flush()
		w.item = true
		w.children(n, style)
		w.flush()
	case atom.Ol:
		w.numbered(n, style)
	case atom.Audio, atom.Source:
		w.sound(attr(n, "src"), attr(n, "title"))
		w.children(n, style)
	case atom.A:
		w.link(n)
		w.children(n, style)
	case atom.Div:
		w.div(n, style)
	case atom.Pre:
		w.program(n)
	case atom.Button, atom.Select, atom.Input, atom.Textarea:
	default:
		w.styled(n, style)
	}
}

// styled writes an element that only says how its text is set or that it is a block.
func (w *writer) styled(n *html.Node, style problem.Style) {
	if s, ok := styles[n.DataAtom]; ok {
		if style != problem.Superscript && style != problem.Subscript { // height carries meaning, slant within it does not
			style = s
		}
		w.children(n, style)
		return
	}
	heading := false
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		heading = true
	case atom.P, atom.Center, atom.Blockquote, atom.Ul, atom.Dl, atom.Dt, atom.Dd, atom.Section, atom.Article, atom.Figure, atom.Figcaption, atom.Caption:
	default:
		w.children(n, style)
		return
	}
	if heading {
		style = problem.Bold
	}
	if !w.item || n.DataAtom != atom.P || w.begun() && !w.fresh { // a paragraph at the start of an item is the item
		w.flush()
	}
	w.children(n, style)
	w.flush()
}

var styles = map[atom.Atom]problem.Style{
	atom.B: problem.Bold, atom.Strong: problem.Bold, atom.I: problem.Italic, atom.Em: problem.Italic, atom.U: problem.Underlined, atom.Ins: problem.Underlined,
	atom.Sup: problem.Superscript, atom.Sub: problem.Subscript, atom.S: problem.Struck, atom.Strike: problem.Struck, atom.Del: problem.Struck,
}

func (w *writer) div(n *html.Node, style problem.Style) {
	switch {
	case isBlock(n): // the next problem of a list with open frames
	case selectors.flexTable.match(n):
		w.flush()
		w.columns(n)
	case selectors.program.match(n):
		w.program(n)
	default:
		w.flush()
		w.children(n, style)
		w.flush()
	}
}

// numbered writes the items of an ordered list with their numbers: questions refer to them.
func (w *writer) numbered(list *html.Node, style problem.Style) {
	w.flush()
	n, err := strconv.Atoi(attr(list, "start"))
	if err != nil {
		n = 1
	}
	for c := list.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Li {
			w.flush()
			w.text(strconv.Itoa(n)+". ", style)
			w.item, w.fresh = true, true
			w.children(c, style)
			w.flush()
			n++
			continue
		}
		w.node(c, style)
	}
	w.flush()
}

// flush ends the block being written.
func (w *writer) flush() {
	w.endRun()
	if len(w.spans) > 0 && !w.fresh {
		kind := problem.Paragraph
		if w.item {
			kind = problem.ListItem
		}
		w.blocks = append(w.blocks, problem.Block{Kind: kind, Spans: w.spans})
	}
	w.spans, w.item, w.fresh, w.gap = nil, false, false, false
}

// begun reports a block with something in it.
func (w *writer) begun() bool { return len(w.spans)+len(w.run) > 0 }

func (w *writer) endRun() {
	if len(w.run) > 0 {
		w.spans = append(w.spans, problem.Span{Text: string(w.run), Style: w.style})
		w.run = w.run[:0]
	}
}

func (w *writer) text(s string, style problem.Style) {
	for _, r := range s {
		switch r = fold(r); r {
		case invisible:
		case ' ':
			w.gap = true
		default:
			if w.gap {
				w.space(style)
			}
			if style != w.style {
				w.endRun()
				w.style = style
			}
			w.run = utf8.AppendRune(w.run, r)
			w.fresh = false
		}
	}
}

// space writes the white space that waits before text of a style: into plain text on either
// side of the edge, so that no styled run begins or ends with it.
func (w *writer) space(style problem.Style) {
	w.gap = false
	switch {
	case !w.begun():
		return
	case len(w.run) > 0 && (w.style == problem.Plain || w.style == style):
	default:
		w.endRun()
		w.style = problem.Plain
	}
	w.run = append(w.run, ' ')
}

// put writes what is not text.
func (w *writer) put(s problem.Span) {
	if w.gap {
		w.space(problem.Plain)
	}
	w.endRun()
	w.fresh = false
	w.spans = append(w.spans, s)
}

// picture writes a formula or an image; signs of the page's own furniture are neither.
func (w *writer) picture(n *html.Node) {
	src := w.page.absolute(attr(n, "src"))
	if src == "" || attr(n, "src") == "" {
		return
	}
	if selectors.formula.match(n) {
		if alt := clean(attr(n, "alt")); alt != "" {
			f := formula.Convert(alt)
			w.put(problem.Span{Formula: &problem.Formula{Alt: alt, LaTeX: f.LaTeX, MathML: f.MathML, SVG: src, OK: f.OK}})
			return
		}
	} else if selectors.icon.match(n) {
		return
	}
	w.put(problem.Span{Image: &problem.Image{URL: src, Alt: clean(attr(n, "alt"))}})
}

// link gathers what can be downloaded or heard; its text is written as any other.
func (w *writer) link(n *html.Node) {
	href := attr(n, "href")
	at := w.page.absolute(href)
	if at == "" || href == "" {
		return
	}
	where := at[strings.Index(at, "://")+3:]
	_, where, _ = strings.Cut(where, "/")
	switch {
	case strings.HasSuffix(strings.ToLower(where), ".mp3"):
		w.sound(href, textOf(n))
	case strings.HasPrefix(where, "doc/"), strings.HasPrefix(where, "get_file"):
		w.files.add(at, textOf(n))
	}
}

func (w *writer) sound(src, title string) {
	if at := w.page.absolute(src); at != "" && src != "" {
		w.audio.add(at, clean(title))
	}
}

// links keeps every address once.
type links struct {
	list []problem.Link
	seen once
}

// add takes an address under the words of its link, else its last part.
func (l *links) add(at, title string) {
	if !l.seen.first(at) {
		return
	}
	if title == "" {
		title = path.Base(at)
	}
	l.list = append(l.list, problem.Link{Title: title, URL: at})
}
