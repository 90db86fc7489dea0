package sdamgia

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const invisible rune = -1

// fold is how a letter of a page is kept: invisible for what only steers line breaks, a
// plain space for every kind of space. The minus sign stays what it is: search folds it,
// display needs it.
func fold(r rune) rune {
	switch {
	case r > 0x20 && r < 0x7f || r >= 0x400 && r < 0x530:
		return r
	case r == 0xAD, r >= 0x200B && r <= 0x200F, r == 0x2060, r == 0xFEFF, r == 0xFFFD: // soft hyphen, zero widths, byte-order mark, what was no letter
		return invisible
	case unicode.IsSpace(r), r == 0x2028, r == 0x2029:
		return ' '
	case unicode.IsControl(r):
		return invisible
	}
	return r
}

// clean folds every letter and leaves single spaces, none at the ends.
func clean(s string) string {
	out := make([]byte, 0, len(s))
	gap := false
	for _, r := range s {
		switch r = fold(r); r {
		case invisible:
		case ' ':
			gap = len(out) > 0
		default:
			if gap {
				out = append(out, ' ')
				gap = false
			}
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out)
}

// textOf is the clean text under a node.
func textOf(n *html.Node) string {
	var out strings.Builder
	gather(&out, n)
	return clean(out.String())
}

func gather(out *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		out.WriteString(n.Data)
	case unread(n):
	default:
		if n.DataAtom == atom.Br || n.DataAtom == atom.P || n.DataAtom == atom.Div {
			out.WriteByte(' ')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			gather(out, c)
		}
	}
}

// unread are elements whose content no reader sees.
func unread(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Iframe, atom.Head:
		return true
	}
	return n.Type == html.CommentNode || n.Type == html.DoctypeNode
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// hiddenInline reports an element that its own style hides.
func hiddenInline(n *html.Node) bool {
	style := attr(n, "style")
	return strings.Contains(style, "none") && strings.Contains(strings.ReplaceAll(style, " ", ""), "display:none")
}

// digits is s when it is a number the site could have given, else "".
func digits(s string) string {
	if s == "" || len(s) > 20 || strings.Trim(s, "0123456789") != "" {
		return ""
	}
	return s
}

// once tells what comes for the first time. A page can be made of nothing but links.
type once map[string]struct{}

func (o *once) first(v string) bool {
	if *o == nil {
		*o = once{}
	}
	before := len(*o)
	(*o)[v] = struct{}{}
	return len(*o) > before
}

// set keeps strings once, in the order they came, without the empty one and one more.
type set struct {
	list []string
	not  string
	seen once
}

func newSet(not string) *set { return &set{not: not} }

func (s *set) add(v string) {
	if v != "" && v != s.not && s.seen.first(v) {
		s.list = append(s.list, v)
	}
}

// find is the first element under n that matches, not entering another block: unclosed
// tags put the rest of a list inside its first problem.
func (s selector) find(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isBlock(c) {
			continue
		}
		if s.match(c) {
			return c
		}
		if found := s.find(c); found != nil {
			return found
		}
	}
	return nil
}

// each visits the outermost elements under n that match, not entering another block.
func (s selector) each(n *html.Node, visit func(*html.Node)) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type != html.ElementNode || isBlock(c):
		case s.match(c):
			visit(c)
		default:
			s.each(c, visit)
		}
	}
}

func isBlock(n *html.Node) bool { return n.DataAtom == atom.Div && selectors.block.match(n) }
