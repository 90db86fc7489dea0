package document

import (
	"strconv"
	"strings"
	"unicode"

	"kadry/internal/talent/layout"
)

// Where on a page its header and footer stand, in shares of its height, and how small the
// print at the edges is when it is not part of the text.
const (
	headerTop  = 0.10
	footerTop  = 0.90
	smallPrint = 0.85
)

// setMargins parts the headers and footers of pages from the text between them, so that
// they do not cut into a paragraph that goes on over the page. A line that pages repeat is
// kept once, page numbers alone are not; what is left stands at the end, except for the
// header of the first page, which is in its place.
func setMargins(pages [][]line) []line {
	repeated := map[string]int{}
	var all []line
	for _, page := range pages {
		all = append(all, page...)
		seen := map[string]bool{}
		for _, l := range page {
			if key := marginKey(l); edgeOf(l) != "" && !seen[key] {
				seen[key] = true
				repeated[key]++
			}
		}
	}
	usual := usualSize(all)
	var flow, margins []line
	written := map[string]bool{}
	for i, page := range pages {
		for _, l := range page {
			edge, key := edgeOf(l), marginKey(l)
			running := repeated[key] > 1
			small := l.look.Size < smallPrint*usual && (i > 0 || edge == layout.Footer)
			if edge == "" || !running && !small {
				flow = append(flow, l)
				continue
			}
			if written[key] || !strings.ContainsFunc(key, unicode.IsLetter) {
				continue
			}
			written[key] = true
			l.look.Margin = edge
			if i == 0 && edge == layout.Header {
				flow = append(flow, l)
				continue
			}
			margins = append(margins, l)
		}
	}
	if len(margins) > 0 {
		flow = append(append(flow, line{}), margins...)
	}
	return flow
}

// edgeOf is the margin a line of a page may belong to by its place.
func edgeOf(l line) layout.Margin {
	switch {
	case l.text == "":
		return ""
	case l.look.Top < headerTop:
		return layout.Header
	case l.look.Top > footerTop:
		return layout.Footer
	}
	return ""
}

// marginKey is the height of a line and its text without what changes from page to page.
func marginKey(l line) string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, l.text)
	return strconv.Itoa(int(100*l.look.Top)) + strings.Join(strings.Fields(text), " ")
}
