package resume

// apart finds jobs whose dates were read as a column of their own before the text beside
// them: so many ranges alone on their lines, then as many entries without dates. The
// entries are told by how their first lines are set. It returns nothing when the numbers
// do not agree.
func (b *block) apart() []anchor {
	if b.first >= b.last {
		return nil
	}
	dates, from := b.dateColumn()
	if len(dates) < 2 || b.rangedAfter(from) {
		return nil
	}
	starts := b.entryStarts(from, len(dates))
	if len(starts) != len(dates) {
		return nil
	}
	var list []anchor
	for k, p := range dates {
		at := starts[k]
		list = append(list, anchor{period: p, line: at, lastLine: at, top: at, lastText: at - 1, apart: true})
	}
	return list
}

// dateColumn reads the ranges alone on their lines at the top of the block, and the first
// line after them.
func (b *block) dateColumn() (dates []period, from int) {
	i := b.first
	for k := b.firstPeriod(b.lines[i].start); i < b.last && k < len(b.spans); k++ {
		p := b.spans[k]
		line, last := b.lineOf(p.start), b.lineOf(p.tail-1)
		if line != i || !p.ranged || b.wordsBetween(b.lines[line].start, p.start) > 0 || b.wordsBetween(p.tail, b.lines[last].end) > 0 {
			break
		}
		dates, i = append(dates, p), last+1
		if i < b.last {
			if _, next, ok := b.dates().durationAt(b.lines[i].first); ok && next >= b.lines[i].last {
				i++
			}
		}
	}
	return dates, i
}

// rangedAfter reports a range that opens a line of the entries themselves.
func (b *block) rangedAfter(from int) bool {
	if from >= b.last {
		return true
	}
	for k := b.firstPeriod(b.lines[from].start); k < len(b.spans) && b.spans[k].start < b.lines[b.last-1].end; k++ {
		if p := b.spans[k]; p.ranged && b.wordsBetween(b.lines[b.lineOf(p.start)].start, p.start) == 0 {
			return true
		}
	}
	return false
}

// How strongly a line must speak for a firm or a title to be told by its words alone, and the
// first test of entryStarts that goes by words.
const (
	firmInEntry  = 2.5
	titleInEntry = 3
	byWords      = 2
)

// entryStarts finds the first lines of count entries: by their look, by empty lines, by
// the words of employers or of titles.
func (b *block) entryStarts(from, count int) []int {
	first := b.lines[from]
	look := b.styleOf(first.first, first.last)
	tests := []func(i int) bool{
		func(i int) bool { return b.styleOf(b.lines[i].first, b.lines[i].last) == look },
		func(i int) bool { return b.lines[i].blankBefore },
		func(i int) bool { return b.weigh(b.lines[i].first, b.lines[i].last).org >= firmInEntry },
		func(i int) bool { return b.titled(i) >= titleInEntry },
	}
	for k, test := range tests {
		if k >= byWords && !test(from) {
			continue // the words of the first line tell of another order
		}
		var starts []int
		for i := from; i < b.last; i++ {
			if i == from || b.headerLike(i) && test(i) {
				starts = append(starts, i)
			}
		}
		switch len(starts) {
		case count:
			return starts
		case 2 * count: // title and employer are set alike
			var odd []int
			for k := 0; k < len(starts); k += 2 {
				odd = append(odd, starts[k])
			}
			return odd
		}
	}
	return nil
}
