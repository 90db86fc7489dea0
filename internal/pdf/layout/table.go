package layout

import (
	"math"
	"slices"
)

// A printed grid has cells of several lines, set apart by more white below a record than
// between the lines of a cell. Read line by line or column by column its records fall
// apart, so a run of rows is taken for one when no word crosses its columns and dates stand
// in one of them. It is then written record by record, cell after cell.

// Proportions of a grid.
const (
	cellGap     = 0.7  // of the font size: cells of a row stand further apart
	edgeShift   = 0.1  // of the font size: a word that begins closer to the edge of a column stands at it
	tableCells  = 3    // columns at least; two are read as text with labels beside it
	tableRows   = 2    // records at least, without the head
	tableStep   = 6.0  // font sizes: records stand no further apart
	recordStep  = 1.12 // times the step between the lines of a cell begins another record
	sameLine    = 0.85 // of the font size: steps below are of cells set at other heights
	datedShare  = 0.6  // of the records have a year in one column
	filledShare = 0.6  // of the records fill this many columns
	maxRecord   = 12   // lines of one record
	maxHeads    = 16   // heads of grids that a page has within what looked like one
)

// span is the width of a column or of a cell.
type span struct{ left, right float64 }

func (s span) overlaps(o span) bool { return s.left < o.right && o.left < s.right }

// table is a run of rows [from, to) and its records.
type table struct {
	from, to int
	records  []row
}

// findTable returns the first grid among rows.
func findTable(all []row) (table, bool) {
	done, heads := 0, 0 // rows that a grid begun above reached over, and heads tried among them
	for i := 0; i+tableRows < len(all); i++ {
		if len(cellsOf(all[i])) < tableCells {
			continue
		}
		if i < done {
			if heads == maxHeads || len(cellsOf(all[i-1])) >= tableCells || hasYear(all[i].text()) {
				continue
			}
			heads++
		}
		columns, to := growTable(all, i)
		if len(columns) < tableCells || to-i <= tableRows {
			continue
		}
		if records, n, ok := recordsOf(all[i:to], columns); ok {
			return table{i, i + n, records}, true
		}
		done = max(done, to-1) // what is no grid from here on is none from a row below, but from the next head
	}
	return table{}, false
}

// cellsOf are the words of a row between wide gaps.
func cellsOf(r row) []span { return cellsAt(r, nil) }

// cellsAt parts the words of a row at wide gaps, and at narrow ones where the next word begins
// at the left edge of one of the columns: a full cell leaves little white before its neighbour.
func cellsAt(r row, columns []span) []span {
	var out []span
	for _, words := range r.cells(columns) {
		c := span{words[0].left, words[0].right}
		for _, w := range words {
			c.right = max(c.right, w.right)
		}
		out = append(out, c)
	}
	return out
}

// cells are the words of a row, cell by cell; see cellsAt.
func (r row) cells(columns []span) [][]*word {
	if len(r.words) == 0 {
		return nil
	}
	var out [][]*word
	start, right := 0, math.Inf(-1) // of the cell, and how far it reaches
	for i, w := range r.words {
		begins := func(c span) bool { return math.Abs(w.left-c.left) < edgeShift*w.size }
		if i > 0 && (w.left-right > cellGap*max(w.size, r.words[i-1].size) || slices.ContainsFunc(columns, begins)) {
			out = append(out, r.words[start:i])
			start, right = i, w.right
		}
		right = max(right, w.right)
	}
	return append(out, r.words[start:])
}

// growTable follows the rows from i on while their cells keep apart, and returns the
// columns and the row after the last.
func growTable(all []row, i int) ([]span, int) {
	columns, to := cellsOf(all[i]), i+1
	for ; to < len(all) && all[to-1].base-all[to].base <= tableStep*all[to].size; to++ {
		next, ok := widen(columns, cellsOf(all[to]))
		if !ok {
			next, ok = widen(columns, cellsAt(all[to], columns))
		}
		if !ok && !spans(all[to], columns) {
			break
		}
		if ok {
			columns = next
		}
	}
	return columns, to
}

// spans reports a row of two cells, of which the second reaches over several columns.
func spans(r row, columns []span) bool {
	cells := cellsOf(r)
	return len(cells) == 2 && math.Abs(cells[0].left-columns[0].left) < edgeShift*r.size && cells[0].right < columns[1].left
}

// widen takes the cells of a row into the columns; it fails when one reaches over two
// columns.
func widen(columns, cells []span) ([]span, bool) {
	out := append([]span(nil), columns...)
	for _, cell := range cells {
		at := -1
		for k := range columns {
			if !cell.overlaps(columns[k]) {
				continue
			}
			if at >= 0 {
				return nil, false
			}
			at = k
		}
		if at < 0 {
			return nil, false
		}
		out[at].left, out[at].right = min(out[at].left, cell.left), max(out[at].right, cell.right)
	}
	for k := 1; k < len(out); k++ {
		if out[k-1].right > out[k].left {
			return nil, false
		}
	}
	return out, true
}

// recordsOf puts the rows of one record together, of as many rows as are of the grid: a heading below may
// stand in its first column. It is not ok when the rows are no grid.
func recordsOf(all []row, columns []span) (records []row, n int, ok bool) {
	lead := math.Inf(1)
	for i := 1; i < len(all); i++ {
		if step := all[i-1].base - all[i].base; step >= sameLine*all[i].size {
			lead = min(lead, step)
		}
	}
	var groups [][]row
	for i, r := range all {
		step := math.Inf(1)
		if i > 0 {
			step = all[i-1].base - r.base
		}
		switch n := len(groups); {
		case step > recordStep*lead || n == 0 || step >= sameLine*r.size && lead > maxLeading*r.size:
			groups = append(groups, []row{r})
		case step < sameLine*r.size && n > 1, len(groups[n-1]) == maxRecord:
			return nil, 0, false // another text stands beside
		default:
			groups[n-1] = append(groups[n-1], r)
		}
	}
	for last := len(groups) - 1; last > 0 && len(cellsOf(groups[last][0])) < 2; last-- {
		groups = groups[:last]
	}
	if len(groups) > tableRows && !datedGrid(groups[1:], columns) && !hasYear(all[0].text()) {
		groups = withoutLabels(upToHeading(groups))
	}
	if len(groups) <= tableRows || !datedGrid(groups[1:], columns) {
		return nil, 0, false
	}
	for _, g := range groups {
		records, n = append(records, recordOf(g, columns)), n+len(g)
	}
	return records, n, true
}

// upToHeading ends a grid at the first row that stands in its first column alone.
func upToHeading(groups [][]row) [][]row {
	if at := slices.IndexFunc(groups, func(g []row) bool { return len(cellsOf(g[0])) < 2 }); at > tableRows {
		return groups[:at]
	}
	return groups
}

// withoutLabels leaves out the rows below a grid that are labels with one value each.
func withoutLabels(groups [][]row) [][]row {
	last := len(groups)
	for last > 0 && len(cellsOf(groups[last-1][0])) < tableCells {
		last--
	}
	return groups[:last]
}

// datedGrid reports records that begin with cells side by side, most of them full, and
// years in one column.
func datedGrid(groups [][]row, columns []span) bool {
	full := 0
	years := make([]int, len(columns))
	for _, g := range groups {
		if len(cellsOf(g[0])) < 2 {
			return false
		}
		filled := 0
		for k, cell := range byColumn(g, columns) {
			if len(cell) > 0 {
				filled++
			}
			if hasYear(row{words: cell}.text()) {
				years[k]++
			}
		}
		if filled >= tableCells {
			full++
		}
	}
	best := 0
	for _, n := range years {
		best = max(best, n)
	}
	least := filledShare * float64(len(groups))
	return float64(full) >= least && float64(best) >= datedShare*float64(len(groups))
}

// byColumn are the words of a record by column, line after line.
func byColumn(g []row, columns []span) [][]*word {
	out := make([][]*word, len(columns))
	for _, r := range g {
		k := 0
		for _, w := range r.words {
			for k+1 < len(columns) && w.left >= columns[k+1].left {
				k++
			}
			out[k] = append(out[k], w)
		}
	}
	return out
}

// recordOf is a record as one row, cell after cell.
func recordOf(g []row, columns []span) row {
	out := row{base: g[0].base, size: g[0].size}
	for k, cell := range byColumn(g, columns) {
		for i := 1; i < len(cell); i++ {
			cell[i-1].broken = cell[i].breaks(cell[i-1], columns[k].right)
		}
		out.words = append(out.words, cell...)
	}
	return out
}
