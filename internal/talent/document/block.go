package document

import (
	"regexp"
	"strings"

	"kadry/internal/talent/layout"
)

// block is a paragraph or a table of a flowing document.
type block struct {
	lines []line
	table [][]cell // rows of cells
}

// cell is what stands in one cell of a table.
type cell []block

// sideRows is how many rows a table has at most when it is there to set two columns side
// by side and not to list things.
const sideRows = 4

// sideParagraphs is how many paragraphs a cell of such a table has at least.
const sideParagraphs = 3

// mostTables is how many tables stand within one another and are tables; what is deeper is read as the
// text in it.
const mostTables = 16

// cellBorder stands between two cells of a table set on one line.
const cellBorder = " |\t"

// lines writes blocks as lines, tables in their order of reading.
func lines(blocks []block) []line {
	var out []line
	for _, b := range blocks {
		if b.table == nil {
			out = append(out, b.lines...)
			continue
		}
		out = append(out, tableLines(b.table)...)
	}
	return out
}

// tableLines writes a table. Tables within its cells are written first and once, since each cell is looked
// at several times.
func tableLines(table [][]cell) []line {
	for _, row := range table {
		for i, c := range row {
			row[i] = cell{block{lines: lines(c)}}
		}
	}
	if isLayout(table) {
		return columnLines(table)
	}
	var out []line
	for _, row := range table {
		out = append(out, rowLines(row)...)
	}
	return out
}

// isLayout reports whether the cells of a table are columns of a page.
func isLayout(table [][]cell) bool {
	if len(table) > sideRows || listsTimes(table) {
		return false
	}
	long := 0
	for _, row := range table {
		for _, c := range row {
			if paragraphs(c) >= sideParagraphs {
				long++
			}
		}
	}
	return long > 0
}

// Bounds of cells that a writer has broken to fit their column: paragraphs, and bytes in all.
const (
	fewParagraphs = 3
	shortCell     = 120
)

// whole puts the paragraphs of a cell together that its column has broken; set in two ways they are two
// things, as a firm and the post in it. It is not ok for a cell of more.
func whole(filled []line) (line, bool) {
	if len(filled) == 0 || len(filled) > fewParagraphs {
		return line{}, false
	}
	out := filled[0]
	for i, l := range filled[1:] {
		if before := filled[i].look; l.look.Bold != before.Bold || l.look.Italic != before.Italic {
			out.text += ","
		}
		out.text += " " + l.text
	}
	return out, len(filled) == 1 || len(out.text) <= shortCell
}

// listsTimes reports a table with a short cell in one of its columns, in several rows, that has a year:
// it lists jobs or schools row by row.
func listsTimes(table [][]cell) bool {
	dated := map[int]int{}
	for _, row := range table {
		for i, c := range row {
			if text, ok := whole(filledLines(c)); ok && len(text.text) <= shortCell && year.MatchString(text.text) {
				dated[i]++
			}
		}
	}
	for _, rows := range dated {
		if rows > 1 && 2*rows > len(table) {
			return true
		}
	}
	return false
}

// year is a year of somebody's life.
var year = regexp.MustCompile(`\b(?:19|20)\d\d\b`)

func paragraphs(c cell) int { return len(filledLines(c)) }

// columnLines reads the first column down, then the next one. A row of a single cell is a
// header over the columns and is read in its place.
func columnLines(table [][]cell) []line {
	var out []line
	var rows [][]cell
	flush := func() {
		for i := 0; ; i++ {
			found := false
			for _, row := range rows {
				if i < len(row) {
					found = true
					out = append(out, lines(row[i])...)
				}
			}
			if !found {
				break
			}
			out = append(out, line{})
		}
		rows = nil
	}
	for _, row := range table {
		if len(row) != 1 {
			rows = append(rows, row)
			continue
		}
		flush()
		out = append(out, lines(row[0])...)
	}
	flush()
	return out
}

// rowLines puts a row of short cells on one line and longer cells one under the other.
func rowLines(row []cell) []line {
	if list := wideRow(row); list != nil {
		return list
	}
	var short []line
	for _, c := range row {
		filled := filledLines(c)
		if len(filled) > 1 {
			return longRow(row)
		}
		short = append(short, filled...)
	}
	return []line{sideBySide(short)}
}

// wideRow is a row of three cells and more whose short cells the writer has broken to fit: each is put
// together, all stand on one line, and what else the last cell tells stands below. It is nil for
// another row.
func wideRow(row []cell) []line {
	if len(row) < 3 {
		return nil
	}
	var side, below []line
	for i, c := range row {
		filled := filledLines(c)
		if len(filled) == 0 {
			continue
		}
		switch text, ok := whole(filled); {
		case ok:
			side = append(side, text)
		case i == len(row)-1:
			side, below = append(side, filled[0]), filled[1:]
		default:
			return nil
		}
	}
	if len(side) == 0 {
		return nil
	}
	return append([]line{sideBySide(side)}, below...)
}

// sideBySide puts the cells of a row on one line, which looks as the longest one does.
func sideBySide(cells []line) line {
	var look layout.Line
	var texts []string
	longest := -1
	for _, c := range cells {
		texts = append(texts, c.text)
		if len(c.text) > longest {
			longest, look = len(c.text), c.look
		}
	}
	return line{text: strings.Join(texts, cellBorder), look: look}
}

// longRow puts the short cells a row begins with on one line, when they are several, and
// the rest one under the other.
func longRow(row []cell) []line {
	var short, out []line
	for len(row) > 0 {
		filled := filledLines(row[0])
		if len(filled) > 1 {
			break
		}
		short = append(short, filled...)
		row = row[1:]
	}
	if len(short) > 0 {
		out = append(out, sideBySide(short))
	}
	for _, c := range row {
		out = append(out, lines(c)...)
	}
	return out
}

func filledLines(c cell) []line {
	var out []line
	for _, l := range lines(c) {
		if strings.TrimSpace(l.text) != "" {
			out = append(out, l)
		}
	}
	return out
}
