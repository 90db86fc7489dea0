package document

import (
	"strings"
)

// block is a paragraph or a table of a flowing document.
type block struct {
	text  string
	table [][]cell // rows of cells
}

// cell is what stands in one cell of a table.
type cell []block

// sideRows is how many rows a table has at most when it is there to set two columns side
// by side and not to list things.
const sideRows = 4

// sideParagraphs is how many paragraphs a cell of such a table has at least.
const sideParagraphs = 3

// lines writes blocks as lines, tables in their order of reading.
func lines(blocks []block) []string {
	var out []string
	for _, b := range blocks {
		if b.table == nil {
			out = append(out, b.text)
			continue
		}
		out = append(out, tableLines(b.table)...)
	}
	return out
}

func tableLines(table [][]cell) []string {
	if isLayout(table) {
		return columnLines(table)
	}
	var out []string
	for _, row := range table {
		out = append(out, rowLines(row)...)
	}
	return out
}

// isLayout reports whether the cells of a table are columns of a page.
func isLayout(table [][]cell) bool {
	if len(table) > sideRows {
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

func paragraphs(c cell) int {
	count := 0
	for _, line := range lines(c) {
		if strings.TrimSpace(line) != "" {
			count++
		}
	}
	return count
}

// columnLines reads the first column down, then the next one. A row of a single cell is a
// header over the columns and is read in its place.
func columnLines(table [][]cell) []string {
	var out []string
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
			out = append(out, "")
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
func rowLines(row []cell) []string {
	var short []string
	for _, c := range row {
		text := lines(c)
		filled := text[:0:0]
		for _, line := range text {
			if strings.TrimSpace(line) != "" {
				filled = append(filled, line)
			}
		}
		if len(filled) > 1 {
			return longRow(row)
		}
		short = append(short, filled...)
	}
	return []string{strings.Join(short, " | ")}
}

func longRow(row []cell) []string {
	var out []string
	for _, c := range row {
		out = append(out, lines(c)...)
	}
	return out
}
