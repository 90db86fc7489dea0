package sdamgia

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"kadry/internal/exam/problem"
)

// survey is what stands on a page around its problems.
type survey struct {
	printed bool
	blocks  []blockAt
	list    *html.Node // the frame of a list
	page    int        // from the pager, 0 where there is none
	pages   int
	active  int               // the page the reader is on, by the pager
	title   string            // of the category, the search or the test
	key     map[string]string // answers printed apart from the problems, by number
	linked  []string          // numbers offered as other tasks of the same group
}

// blockAt is a problem of a page with what was printed before it.
type blockAt struct {
	node     *html.Node
	position int
	passage  *html.Node // a shared text outside the block
}

// survey walks the page once. Blocks inside blocks are blocks of their own: in old lists
// the frames stay open.
func (p *page) survey() *survey {
	s := &survey{printed: p.at.Query().Get("print") == "true", key: map[string]string{}}
	var docTitle string
	var v visitor
	walk(p.root, func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.Title:
			if docTitle == "" && n.Parent != nil && n.Parent.DataAtom == atom.Head {
				docTitle = textOf(n)
			}
		case atom.Div:
			v.div(s, n)
		case atom.Span:
			s.pagerPage(n)
		case atom.B:
			if s.title == "" && selectors.title.match(n) {
				s.title = strings.TrimSpace(strings.TrimPrefix(textOf(n), "Каталог заданий."))
			}
		case atom.Tr:
			if selectors.keyRow.match(n) {
				s.keyRow(n)
			}
		}
		return true
	})
	if s.title == "" {
		s.title = docTitle
	}
	return s
}

// visitor remembers what stood before the problem that comes next.
type visitor struct {
	position int
	loose    *html.Node
}

func (v *visitor) div(s *survey, n *html.Node) {
	class := attr(n, "class")
	switch {
	case class == "":
	case selectors.block.match(n):
		at := blockAt{node: n, position: v.position, passage: v.loose}
		if own := number(attr(n, "data-num")); own > 0 {
			at.position = own
		}
		s.blocks = append(s.blocks, at)
		v.position = 0
	case selectors.position.match(n):
		v.position = number(clean(firstText(n)))
	case selectors.container.match(n), selectors.view.match(n) && !within(n, selectors.container):
		v.loose = nil // a passage belongs to the problems of its own frame
	case selectors.passage.match(n) && !within(n, selectors.block):
		v.loose = n
	case selectors.list.match(n) && s.list == nil:
		s.list = n
		s.page, s.pages = number(attr(n, "data-page")), number(attr(n, "data-total"))
	case selectors.expand.match(n):
		selectors.problemLink.each(n, func(a *html.Node) {
			s.linked = append(s.linked, problemID(attr(a, "href")))
		})
	}
}

func within(n *html.Node, s selector) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.Type == html.ElementNode && s.match(up) {
			return true
		}
	}
	return false
}

func (s *survey) pagerPage(n *html.Node) {
	if !selectors.pager.match(n) {
		return
	}
	k := number(attr(n, "data-page"))
	s.pages = max(s.pages, k)
	if selectors.pagerNow.match(n) {
		s.active = k
	}
}

// keyRow takes one answer of the key that a print page has instead of answers beside the
// problems.
func (s *survey) keyRow(row *html.Node) {
	link, cell := selectors.problemLink.find(row), selectors.keyAnswer.find(row)
	if link == nil || cell == nil || !within(row, selectors.key) {
		return
	}
	if id := problemID(attr(link, "href")); id != "" {
		s.key[id] = plainAnswer(textOf(cell))
	}
}

// listing is the page as a list, still without problems. A page scrolled to its end says
// so by the active page; its own number stays that of the first. A list without a pager may
// go on: only the page of one problem and the print page are whole by themselves.
func (p *page) listing(s *survey) problem.Listing {
	l := problem.Listing{Title: s.title, Page: s.page, Pages: s.pages}
	for _, other := range []int{s.active, number(p.at.Query().Get("page")), 1} {
		if l.Page == 0 {
			l.Page = other
		}
	}
	if s.printed {
		l.Page, l.Pages = 1, 1
	}
	l.Whole = s.printed || p.asked != "" || s.pages > 0 && max(l.Page, s.active) >= s.pages
	return l
}
