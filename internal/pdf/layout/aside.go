package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// A narrow side of a page may hold no text of its own but the dates or labels of what
// stands beside it. Its paragraphs then begin where paragraphs of the wide side do, or
// stand in a gap of it as headings. Such a side is read together with the wide one: each of
// its paragraphs next to the one it belongs to.

// Proportions of a side with dates or labels.
const (
	asideLeading = 1.9  // steps wider than this many font sizes part two of its paragraphs
	asideFace    = 1.2  // times larger letters are a heading of their own
	asideShift   = 0.6  // of the font size: baselines of rows that stand side by side
	freshStep    = 1.15 // of the usual step: a wider one begins a paragraph
	labelWidth   = 0.35 // of both sides: labels are not wider
	sameFace     = 0.05 // sizes closer than this share are one
	labelRows    = 2    // and not longer on average
	dateGap      = 0.5  // font sizes: spaces within a text are narrower
	asideRows    = 5    // dates with what is written under them are not longer
)

// aside is a paragraph of the narrow side.
type aside struct {
	rows []row
	at   int  // the row of the wide side it stands before or beside
	even bool // it stands beside: their baselines are one
	over bool // at the margin, with no row of the wide side at its height: a heading over both
}

// asides divides the narrow side and finds the place of each paragraph. It is not ok when
// the side is a column of its own.
func asides(narrow, wide []*word) (out []aside, ok bool) {
	short, long := rows(narrow), rows(wide)
	fresh := freshRows(long)
	at, even, dated, over := 0, 0, 0, 0
	lead := min(leastStep(short), leastStep(long))
	margin := atMargin(short, long)
	for i, r := range short {
		for at < len(long) && long[at].base > r.base+asideShift*max(r.size, long[at].size) {
			at++
		}
		beside := at < len(long) && math.Abs(long[at].base-r.base) <= asideShift*max(r.size, long[at].size)
		n := len(out)
		opens := beside && hasYear(r.text()) // a date beside a row begins an entry, little white above it or not
		named := beside && fresh(at) && n > 0 && out[n-1].over
		if n > 0 && goesOn(short[i-1], r) && !named && !(opens && out[n-1].dated() && short[i-1].base-r.base > recordStep*lead) {
			out[n-1].rows = append(out[n-1].rows, r)
			continue
		}
		if at < len(long) && !fresh(at) && !opens {
			return nil, false
		}
		out = append(out, aside{rows: []row{r}, at: at, even: beside, over: margin && inGap(r, long, at)})
	}
	for _, a := range out {
		if len(a.rows) > asideRows {
			return nil, false
		}
		if a.even {
			even++
			if a.dated() {
				dated++
			}
		} else if a.over && len(a.rows) == 1 {
			over++
		}
	}
	if len(out) == 1 && len(short) >= len(long) {
		return nil, false
	}
	if len(out) > 0 && 3*dated >= len(out) {
		return out, true
	}
	slim := width(narrow) < labelWidth*(width(narrow)+width(wide))
	few := dated > 0 || 3*len(short) <= 2*len(long) // a date beside the text tells more than how much stands there
	return out, slim && even >= 2 && 2*even >= len(out)-over && len(short) <= labelRows*len(out) && few && oneFace(out)
}

// atMargin reports whether the narrow side stands at one edge on the left of the wide one, further off
// than a word from the next, as headings and the labels below them do.
func atMargin(narrow, wide []row) bool {
	edge, text := math.Inf(1), math.Inf(1)
	for _, r := range narrow {
		edge = min(edge, r.words[0].left)
	}
	for _, r := range wide {
		text = min(text, r.words[0].left)
	}
	return !slices.ContainsFunc(narrow, func(r row) bool {
		return r.words[0].left > edge+r.size/2 || r.words[len(r.words)-1].right > text-r.size
	})
}

// inGap reports whether a row has none of the wide side at its height; at is the first of them that
// is not above it.
func inGap(r row, wide []row, at int) bool {
	for _, w := range wide[max(0, at-1):min(at+1, len(wide))] {
		if math.Abs(w.base-r.base) < max(r.size, w.size) {
			return false
		}
	}
	return true
}

// leastStep is the least distance of neighbouring lines, of those that a text can have.
func leastStep(all []row) float64 {
	least := math.Inf(1)
	for i := 1; i < len(all); i++ {
		if step := all[i-1].base - all[i].base; step >= sameLine*all[i].size {
			least = min(least, step)
		}
	}
	return least
}

// oneFace reports whether what stands beside rows is set alike, as labels are. A sidebar
// has headings over its text.
func oneFace(all []aside) bool {
	var first *Line
	for _, a := range all {
		for _, r := range a.rows {
			line := r.line()
			if first == nil && a.even {
				first = &line
			}
			if a.even && (line.Bold != first.Bold || math.Abs(line.Size-first.Size) > sameFace*first.Size) {
				return false
			}
			if !a.even && len(a.rows) > 1 {
				return false
			}
		}
	}
	return true
}

// closeDates reports whether paragraphs no further from the text than a word from the next
// are dates on its left: then the text begins at one edge, and some of them end further from it.
// In a paragraph with years in it spaces stand one below the other too.
func closeDates(left, right []*word, found []aside) bool {
	if width(left) >= labelWidth*(width(left)+width(right)) || 2*dates(found) < len(found) {
		return false
	}
	edge := math.Inf(1)
	for _, w := range right {
		edge = min(edge, w.left)
	}
	text, even := rows(right), 0
	for _, r := range text {
		if r.words[0].left < edge+r.size {
			even++
		}
	}
	return 2*even > len(text) && slices.ContainsFunc(found, func(a aside) bool {
		date := a.rows[0].words
		return a.even && text[a.at].words[0].left-date[len(date)-1].right > dateGap*text[a.at].size
	})
}

// placesFirst reports whether a paragraph on the right begins with something else than its
// date: then each of its rows belongs to the row it stands on, as a town to the employer
// and the dates under it to the title.
func placesFirst(all []aside) bool {
	return slices.ContainsFunc(all, func(a aside) bool { return a.even && len(a.rows) > 1 && !hasYear(a.rows[0].text()) })
}

// dates counts the paragraphs that are dates.
func dates(all []aside) int {
	count := 0
	for _, a := range all {
		if a.dated() {
			count++
		}
	}
	return count
}

// inRows reports whether reading row by row does the same.
func inRows(all []aside) bool {
	return !slices.ContainsFunc(all, func(a aside) bool { return len(a.rows) > 1 || !a.even })
}

// goesOn reports whether a row of the narrow side belongs to the paragraph of the one above.
func goesOn(above, r row) bool {
	small, large := min(above.size, r.size), max(above.size, r.size)
	return above.base-r.base < asideLeading*large && large < asideFace*small
}

// freshRows tells which rows begin a paragraph: after a gap, or in another face. Rows are looked at
// when they are asked about, since most sides are no asides for one of their first.
func freshRows(all []row) (fresh func(i int) bool) {
	usual := usualStep(all)
	faces := make([]*Line, len(all))
	face := func(i int) *Line {
		if faces[i] == nil {
			line := all[i].line()
			faces[i] = &line
		}
		return faces[i]
	}
	return func(i int) bool {
		if i == 0 || all[i-1].base-all[i].base > freshStep*usual {
			return true
		}
		before, now := face(i-1), face(i)
		return now.Bold != before.Bold || math.Abs(now.Size-before.Size) > 0.05*now.Size
	}
}

// dated reports whether a year stands in the first rows.
func (a aside) dated() bool {
	return slices.ContainsFunc(a.rows[:min(2, len(a.rows))], func(r row) bool { return hasYear(r.text()) })
}

// hasYear looks for four digits alone that are a year of our time, or two behind an apostrophe:
// "Mar’18", or two behind the number of a month: "6/22".
func hasYear(text string) bool {
	run := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] >= '0' && text[i] <= '9' {
			run++
			continue
		}
		if run == 4 && (text[i-4:i-2] == "19" || text[i-4:i-2] == "20") {
			return true
		}
		if before := text[:i-run]; run == 2 && (strings.HasSuffix(before, "'") || strings.HasSuffix(before, "’") || endsInMonth(before)) {
			return true
		}
		run = 0
	}
	return false
}

// merge writes the rows of the wide side with the paragraphs of the narrow one in their
// places. What stands on the left comes before the row beside it, on one line with it when
// it is short; what stands on the right ends that row.
func merge(wide []row, narrow []aside, left bool) []row {
	var out []row
	for i := 0; i <= len(wide); i++ {
		var tail []*word
		for len(narrow) > 0 && narrow[0].at <= i {
			a := narrow[0]
			narrow = narrow[1:]
			switch {
			case i < len(wide) && a.even && (!left || len(a.rows) == 1):
				tail = append(tail, flatRows(a.rows)...)
			default:
				out = append(out, a.rows...)
			}
		}
		if i == len(wide) {
			break
		}
		r := wide[i]
		if left {
			r.words = slices.Concat(tail, r.words)
		} else {
			r.words = slices.Concat(r.words, tail)
		}
		out = append(out, r)
	}
	return out
}

func flatRows(all []row) []*word {
	var out []*word
	for _, r := range all {
		out = append(out, r.words...)
	}
	return out
}

// endsInMonth reports a text that ends with the number of a month and a stroke: "6/".
func endsInMonth(text string) bool {
	number, ok := strings.CutSuffix(text, "/")
	if !ok {
		return false
	}
	digits := number[len(strings.TrimRight(number, "0123456789")):]
	month, err := strconv.Atoi(digits)
	return err == nil && len(digits) <= 2 && month >= 1 && month <= 12
}
