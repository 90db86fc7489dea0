package linkedin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/pdf"
	"kadry/internal/pdf/layout"
)

// Bounds of a saved page: it has one to ten pages and some hundred kilobytes.
const (
	maxPages    = 40
	maxStreams  = 32 << 20 // bytes its streams unpack to
	maxGlyphs   = 400_000  // characters of all pages
	pagePlace   = "page %d"
	lineShift   = 0.35 // of the font size: baselines closer than this are one line
	wordGap     = 0.18 // of the font size: a gap wider than this is a space
	gutterWidth = 12   // points left of the main column that are white on the first page
	sidebarLeft = 60   // points: a main column that starts before this has no sidebar beside it
	footerTop   = 60   // points from the foot of the page where its number may stand
)

// pageLine is one line of a column.
type pageLine struct {
	text string
	size float64 // of its largest character
	left float64
	base float64
	page int
}

// place is the page a line stands on.
func (l pageLine) place() string { return fmt.Sprintf(pagePlace, l.page) }

// sheet is a saved page, its two columns one after the other.
type sheet struct{ sidebar, main []pageLine }

// readSheet reads the text of a saved page. The columns are parted before characters are
// put into lines: lines of the sidebar stand at the height of lines of the main column.
func readSheet(ctx context.Context, body []byte) (sheet, error) {
	pages, err := pdf.Read(ctx, body, pdf.Bounds{Pages: maxPages, Unpacked: maxStreams})
	if err != nil {
		return sheet{}, pdfFault(err)
	}
	count := 0
	for _, p := range pages {
		count += len(p.Glyphs)
	}
	if count > maxGlyphs {
		return sheet{}, fault.E(fault.TooLarge, fault.Say(
			"The PDF has %d characters; the limit is %d.", "В PDF %d знаков; допустимо не более %d.", count, maxGlyphs), nil)
	}
	var out sheet
	gutter := 0.0
	for i, p := range pages {
		if i == 0 {
			gutter = mainColumn(p.Glyphs)
		}
		left, right := split(p.Glyphs, gutter)
		if i > 0 && runsOver(p.Glyphs, gutter) {
			left, right = nil, append(left, right...)
		}
		out.sidebar = append(out.sidebar, lines(left, i+1, len(pages))...)
		out.main = append(out.main, lines(right, i+1, len(pages))...)
	}
	return out, nil
}

// mainColumn is where the column with the name starts: the name is set in the largest font.
// It is zero when there is no room for a sidebar beside it.
func mainColumn(page []layout.Glyph) float64 {
	size := 0.0
	for _, g := range page {
		if usable(g) {
			size = max(size, g.Size)
		}
	}
	left := math.Inf(1)
	for _, g := range page {
		if usable(g) && g.Size == size {
			left = min(left, g.Left)
		}
	}
	if left < sidebarLeft || math.IsInf(left, 1) {
		return 0
	}
	return left
}

// split parts the sidebar from the main column.
func split(page []layout.Glyph, column float64) (sidebar, main []layout.Glyph) {
	for _, g := range page {
		switch {
		case !usable(g):
		case g.Right < column-1:
			sidebar = append(sidebar, g)
		default:
			main = append(main, g)
		}
	}
	return sidebar, main
}

// runsOver reports whether a page after the first has one column: then its text runs over
// the gutter.
func runsOver(page []layout.Glyph, column float64) bool {
	return slices.ContainsFunc(page, func(g layout.Glyph) bool {
		return usable(g) && !footed(g) && g.Left < column-1 && g.Right > column-gutterWidth
	})
}

// footed reports whether a glyph may belong to the page's number, which is centred.
func footed(g layout.Glyph) bool { return g.Base < footerTop }

func usable(g layout.Glyph) bool {
	for _, v := range []float64{g.Left, g.Right, g.Base, g.Size} {
		if math.IsNaN(v) || math.Abs(v) > 1e6 {
			return false
		}
	}
	return g.Size > 0
}

// lines groups the glyphs of a column by baseline, from the top down.
func lines(column []layout.Glyph, page, pages int) []pageLine {
	slices.SortStableFunc(column, func(a, b layout.Glyph) int { return cmp.Compare(b.Base, a.Base) })
	var out []pageLine
	for len(column) > 0 {
		end := 1
		for end < len(column) && column[0].Base-column[end].Base < lineShift*min(column[0].Size, column[end].Size) {
			end++
		}
		l := joined(column[:end], page)
		column = column[end:]
		if l.text != "" && !(l.base < footerTop && isFooter(l.text, page, pages)) {
			out = append(out, l)
		}
	}
	return out
}

// joined writes the glyphs of one line.
func joined(glyphs []layout.Glyph, page int) pageLine {
	slices.SortStableFunc(glyphs, func(a, b layout.Glyph) int { return cmp.Compare(a.Left, b.Left) })
	l := pageLine{left: glyphs[0].Left, base: glyphs[0].Base, page: page}
	var out strings.Builder
	right := glyphs[0].Left
	for _, g := range glyphs {
		if g.Left-right > wordGap*g.Size {
			out.WriteByte(' ')
		}
		out.WriteString(g.Text)
		right = max(right, g.Right)
		if strings.TrimSpace(g.Text) != "" {
			l.size = max(l.size, g.Size)
		}
	}
	l.text = strings.Join(strings.Fields(strings.Map(visible, strings.ToValidUTF8(out.String(), "\uFFFD"))), " ")
	return l
}

// footerShape is "Page 1 of 3" in any language.
var footerShape = regexp.MustCompile(`^\D{0,20}?(\d{1,3})\D{1,20}(\d{1,3})\D{0,10}$`)

func isFooter(text string, page, pages int) bool {
	found := footerShape.FindStringSubmatch(text)
	return found != nil && number(found[1]) == page && number(found[2]) == pages
}

func pdfFault(err error) error {
	var size *pdf.SizeError
	switch {
	case errors.As(err, &size):
		return fault.E(fault.TooLarge, fault.Say(
			"The PDF is far larger than a saved profile.", "PDF намного больше сохранённого профиля."), err)
	case errors.Is(err, pdf.ErrEncrypted):
		return fault.E(fault.Invalid, fault.Say(
			"This PDF is encrypted and cannot be read.", "Этот PDF зашифрован, прочитать его нельзя."), err).WithHint(howToGet)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return fault.E(fault.Invalid, fault.Say(
		"The PDF is damaged and cannot be read.", "PDF повреждён, прочитать его нельзя."), err).WithHint(howToGet)
}
