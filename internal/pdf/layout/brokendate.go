package layout

import (
	"math"
	"regexp"
	"slices"
)

// A narrow column of dates breaks a stretch of time over its lines: "Mar 2020 – Oct", "2021". Beside
// a text whose lines are set closer, or in another rhythm, the halves then stand on rows of different
// things. Such a stretch is put on its first line.

const (
	dateLines   = 3   // lines that a stretch of time is broken over at most
	dateLetters = 36  // bytes that no part of it exceeds by much
	dateLeading = 2.0 // font sizes: its lines stand no further apart
	dateShift   = 0.5 // of the font size: lines of it begin, or end, at one edge
)

const (
	monthWord = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\pL*\.?`
	dateWord  = `(?:(?:\d{1,2}[./]){0,2}(?:19|20)\d\d|` + monthWord + `,?\s+(?:19|20)\d\d|(?:19|20)\d\d,?\s+` + monthWord + `)(?:\s*г(?:ода|\.)?)?`
	openWord  = `(?:to date|present|now|current|today|ongoing|(?:по )?н\.?\s*вр?\.?|(?:по )?наст\pL*\.?(?:\s+(?:время|вр\.?|момент))?|сейчас)`
)

// stretchOfTime is a stretch with both of its ends.
var stretchOfTime = regexp.MustCompile(`(?i)^(?:с |from |since )?` + dateWord + `\s*(?:[–—−-]|to|till|until|по|до)\s*(?:` + dateWord + `|` + openWord + `)$`)

// joinDates puts stretches of time that a column has broken on one line each.
func joinDates(all []row) {
	for i := range all {
		cells := all[i].cells(nil)
		if len(cells) > maxBeside {
			continue
		}
		last := 0 // of the words of the row, behind the cell
		for _, head := range cells {
			last += len(head)
			text := row{words: head}.text()
			if len(text) > 2*dateLetters || !mayBeginDates(text) || stretchOfTime.MatchString(text) {
				continue
			}
			if at, rest := dateGoesOn(all, i, head, text); rest != nil {
				moveUp(all[at+1:], rest)
				for k := i + 1; k <= at; k++ {
					all[k].words = slices.DeleteFunc(all[k].words, func(w *word) bool { return slices.Contains(rest, w) })
				}
				onOneLine(head, rest)
				all[i].words = slices.Insert(all[i].words, last, rest...)
				break // the cells of this row stand elsewhere now
			}
		}
	}
}

// mayBeginDates is a cheap look at what a stretch of time may begin with.
func mayBeginDates(text string) bool {
	return text[0] >= '0' && text[0] <= '9' || hasYear(text) || beginsMonth.MatchString(text)
}

var beginsMonth = regexp.MustCompile(`(?i)^(?:с |from |since )?` + monthWord + `$`)

// dateGoesOn finds the cells below that make a stretch of time of the text of a cell, and the row of the
// last of them; nil when there are none.
func dateGoesOn(all []row, i int, head []*word, text string) (at int, rest []*word) {
	base := head[0].base
	for at = i + 1; at < len(all) && len(rest) < 4*dateLines; at++ {
		r := all[at]
		if base-r.base > dateLeading*head[0].size {
			return 0, nil
		}
		below := r.cellUnder(head)
		if below == nil {
			continue // a row of the text beside
		}
		more := row{words: below}.text()
		if len(more) > dateLetters || math.Abs(below[0].size-head[0].size) > sameFace*head[0].size {
			return 0, nil
		}
		text, base = text+" "+more, r.base
		rest = append(rest, below...)
		if stretchOfTime.MatchString(text) {
			return at, rest
		}
	}
	return 0, nil
}

// moveUp closes the gap that a line of a column leaves for what stands right under it, as the length of the
// stretch of time does.
func moveUp(below []row, line []*word) {
	lines := [][]*word{line}
	for _, r := range below {
		last := lines[len(lines)-1]
		if last[0].base-r.base > dateLeading*last[0].size || len(lines) > dateLines {
			break
		}
		next := r.cellUnder(last)
		if next == nil {
			continue
		}
		if text := (row{words: next}).text(); hasYear(text) || beginsMonth.MatchString(text) {
			break // the next stretch
		}
		lines = append(lines, next)
	}
	for k := len(lines) - 1; k > 0; k-- {
		for _, w := range lines[k] {
			w.base = lines[k-1][0].base
		}
	}
}

// cellUnder is the cell of a row that begins or ends where another does, nil when there is none.
func (r row) cellUnder(head []*word) []*word {
	size := head[0].size
	cells := r.cells(nil)
	if len(cells) > maxBeside {
		return nil
	}
	for _, below := range cells {
		left := math.Abs(below[0].left - head[0].left)
		right := math.Abs(below[len(below)-1].right - head[len(head)-1].right)
		if below[0].base < head[0].base-sameLine*size && min(left, right) < dateShift*size {
			return below
		}
	}
	return nil
}

// onOneLine sets words behind others, all of them as close together as they have room for
// in their column.
func onOneLine(head, rest []*word) {
	all := slices.Concat(head, rest)
	left, right := head[0].left, head[0].right
	letters := 0
	for _, w := range all {
		left, right = min(left, w.left), max(right, w.right)
		letters += w.letters + 1
	}
	letter := (right - left) / float64(letters)
	for i, w := range all {
		w.left, w.right = left, left+letter*float64(w.letters)
		w.base, w.spaced = head[0].base, i+1 < len(all)
		left += letter * float64(w.letters+1)
	}
}
