package resume

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// block is a part of the text that holds jobs, while it is cut into entries.
type block struct {
	*reading
	first, last int // lines
	anchors     []anchor
	columns     []role // of the table the jobs stand in, nil for none
	vessels     int    // which of them, from 1, has the names of ships; 0 is none
	opening     role   // of the label that begins a record, if records have labels
	airy        bool   // empty lines stand within headers too
}

// pattern is where the lines of a header stand around their dates.
type pattern struct {
	above, below int
	airy         bool // empty lines stand within headers too
}

// maxAbove and maxBelow bound the lines of a header around its dates.
const (
	maxAbove = 3
	maxBelow = 3
)

// maxTried is how many entries are looked at to find the pattern of all.
const maxTried = 24

// What a pattern is judged by beside how well its headers read.
const (
	lineMissing = 0.2 // a header has fewer lines than the pattern
	lineLeft    = 0.5 // a line right above the dates stays with the job before
	placeFound  = 0.1
	airCost     = 0.1 // empty lines within headers are rarer than between entries
	pieceLeft   = 0.3 // a piece of the header is neither title, nor employer, nor place
)

// layOut finds the pattern that reads the entries of the block best, and settles for each
// anchor which lines around it are its header.
func (b *block) layOut() {
	if len(b.anchors) == 0 {
		return
	}
	b.opening = b.openingLabel()
	best, top := pattern{}, 0.0
	for above := 0; above <= maxAbove; above++ {
		for below := 0; below <= maxBelow; below++ {
			for _, airy := range []bool{false, true} {
				p := pattern{above, below, airy}
				score := b.fit(p)
				if score > top || above+below == 0 && !airy {
					best, top = p, score
				}
			}
		}
	}
	b.apply(best, len(b.anchors))
}

// fit judges a pattern over the first entries.
func (b *block) fit(p pattern) float64 {
	tried := min(len(b.anchors), maxTried)
	b.apply(p, tried)
	score := 0.0
	for k := range b.anchors[:tried] {
		a := b.anchors[k]
		h := b.header(k)
		c := h.choose(nil, a.above == 0)
		score += c.score
		for i, piece := range h.pieces {
			switch {
			case i == c.title || i == c.org || piece.comma:
			case piece.place > 0:
				score += placeFound
			default:
				score -= pieceLeft
			}
		}
		if !a.told {
			score -= lineMissing * float64(max(0, p.above-a.above)+max(0, p.below-a.below))
			if p.airy {
				score -= airCost
			}
			if b.spare(k) {
				score -= lineLeft
			}
		}
	}
	return score
}

// spare reports a line right above the header that looks like one more of it and is in no
// other header.
func (b *block) spare(k int) bool {
	i := b.anchors[k].top - b.anchors[k].above - 1
	return i >= b.floor(k) && b.joins(i+1) && b.headerLike(i)
}

// floor is the first line the header of anchor k may reach up to.
func (b *block) floor(k int) int {
	floor := b.first
	if k > 0 {
		floor = b.anchors[k-1].lastText + b.anchors[k-1].below + 1
	}
	if e := b.anchors[k].under; e != nil {
		floor = max(floor, e.floor)
	}
	return floor
}

// apply gives the first anchors the lines of the pattern that are there.
func (b *block) apply(p pattern, count int) {
	b.airy = p.airy
	for k := range b.anchors[:count] {
		a := &b.anchors[k]
		a.above, a.below = 0, 0
		if a.told {
			continue
		}
		floor := b.floor(k)
		if a.apart {
			floor = a.top // nothing above the first line of an entry is its own
		} else if b.labels(k, floor) {
			continue
		}
		if a.under != nil && a.under.grouped {
			a.above = 1
			continue
		}
		for a.above < p.above && a.top-a.above-1 >= floor && b.joins(a.top-a.above) && b.headerLike(a.top-a.above-1) {
			a.above++
		}
		// The lines above the next dates are its own.
		ceil := b.last
		if k+1 < len(b.anchors) {
			next := b.anchors[k+1]
			ceil = next.top - b.above(next.top, a.lastText+1, p.above)
			if next.under != nil && next.under != a.under {
				ceil = next.under.top
			}
		}
		for a.below < p.below && a.lastText+a.below+1 < ceil && (a.below == 0 || b.joins(a.lastText+a.below+1) && !b.indented(a.lastText+a.below+1)) && b.headerLike(a.lastText+a.below+1) {
			a.below++
		}
	}
}

// above counts the header lines right above line i, at most limit.
func (b *block) above(i, floor, limit int) int {
	n := 0
	for n < limit && i-n-1 >= floor && b.joins(i-n) && b.headerLike(i-n-1) {
		n++
	}
	return n
}

// joins reports that neither an empty line nor a column of the page parts line i from the
// one above it.
func (b *block) joins(i int) bool {
	if i <= 0 || i >= len(b.lines) {
		return false
	}
	here, above := b.lines[i].look, b.lines[i-1].look
	if here.Column != above.Column && math.Abs(float64(here.Left-above.Left)) > columnsApart {
		return false
	}
	return b.airy || !b.lines[i].blankBefore
}

// indented reports a line that begins deeper than the line of the header above it, as lists
// of duties do.
func (b *block) indented(i int) bool {
	here, above := b.lines[i].look, b.lines[i-1].look
	return above.Left > 0 && here.Page == above.Page && here.Column == above.Column && here.Left-above.Left > indent
}

// indent is the least share of the width of a page that sets a list apart.
const indent = 0.015

// columnsApart is the share of the width of a page between the left edges of two columns.
const columnsApart = 0.1

// headerLike also takes lines that a label or a sentence makes part of a header.
func (b *block) headerLike(i int) bool {
	l := b.lines[i]
	if m := b.labelOf(i); m.role != noRole {
		return m.role != dutiesRole
	}
	if next, ok := b.tellsJob(l.first, l.last); ok {
		h := &jobHeader{page: b.page}
		b.addSentence(h, next, l.last)
		return h.told(titleRole) && h.told(orgRole)
	}
	return b.reading.headerLike(i)
}

// labels gives anchor k the labelled lines around it, up to where a label comes again.
func (b *block) labels(k, floor int) bool {
	a := &b.anchors[k]
	seen := map[role]bool{datesRole: true}
	own := b.labelOf(a.line).role
	if own == noRole {
		seen[datesRole] = false
	}
	if own != b.opening {
		for a.top-a.above-1 >= floor && b.takes(a.top-a.above-1, -1, seen) {
			a.above++
			if b.labelOf(a.top-a.above).role == b.opening {
				break
			}
		}
	}
	for a.lastText+a.below+1 < b.last && b.takes(a.lastText+a.below+1, 1, seen) {
		a.below++
	}
	if own == b.opening && seen[titleRole] && !seen[orgRole] {
		b.employerAfterDuties(k, seen)
	}
	return seen[titleRole] && seen[orgRole]
}

// employerAfterDuties gives anchor k the employer of a form that asks for the duties before: they are no
// part of the header, which reaches over them.
func (b *block) employerAfterDuties(k int, seen map[role]bool) {
	a := &b.anchors[k]
	first := a.lastText + a.below + 1
	if first >= b.last || b.labelOf(first).role != dutiesRole {
		return
	}
	for i := first + 1; i < min(b.last, first+maxDuties); i++ {
		switch b.labelOf(i).role {
		case orgRole:
			for line := first; line < i; line++ {
				b.given[line] = dutiesRole
			}
			seen[orgRole], a.below = true, i-a.lastText
			return
		case b.opening, titleRole:
			return
		}
	}
}

// maxDuties is how many lines the duties of a form have at most before its next point.
const maxDuties = 20

// takes notes the label of line i when it was not seen before. A label of words that no table has
// belongs to the record when the line behind it, seen from the dates, goes on with one.
func (b *block) takes(i, step int, seen map[role]bool) bool {
	role := b.labelOf(i).role
	if role == noRole && b.strangeLabel(i) && i+step >= b.first && i+step < b.last && b.fresh(b.labelOf(i+step).role, seen) {
		b.given[i] = otherRole
		return true
	}
	if !b.fresh(role, seen) {
		return false
	}
	seen[role] = true
	return true
}

func (b *block) fresh(role role, seen map[role]bool) bool {
	return role != noRole && role != dutiesRole && (!seen[role] || role == otherRole)
}

// strangeLabel reports a line like "Turnover: 5 million": few words, a colon that touches them, and more.
func (b *block) strangeLabel(i int) bool {
	l := b.lines[i]
	for k := l.first; k < min(l.last, l.first+strangeWords+1); k++ {
		switch t := b.tokens[k]; {
		case t.mark == ':':
			return k > l.first && k+1 < l.last && b.touches(k-1) && !b.touches(k)
		case t.kind != wordToken:
			return false
		}
	}
	return false
}

// strangeWords is how many words a label has at most that no table knows.
const strangeWords = 3

// openingLabel is the label that the first labelled record of the block begins with.
func (b *block) openingLabel() role {
	for i := b.first; i < min(b.last, b.first+maxCount); i++ {
		switch role := b.labelOf(i).role; role {
		case titleRole, orgRole, datesRole:
			return role
		}
	}
	return noRole
}

// end is the line after the last one of entry k.
func (b *block) end(k int) int {
	if k+1 < len(b.anchors) {
		if e := b.anchors[k+1].under; e != nil && e != b.anchors[k].under {
			return e.top
		}
		return b.anchors[k+1].top - b.anchors[k+1].above
	}
	return b.last
}

// readColumns finds the head of a table of jobs above the first dates.
func (b *block) readColumns() {
	if len(b.anchors) == 0 {
		return
	}
	for i := b.first; i < b.anchors[0].line; i++ {
		if list := b.reading.columns(i); list != nil {
			b.columns, b.first = list, i+1
			b.vessels = 1 + slices.IndexFunc(b.cells(i), func(c run) bool { return vesselWords[b.tokens[c.first].word] })
			return
		}
	}
}

var vesselWords = words("vessel ship судно теплоход")

// header gathers the pieces of the header of entry k: lines above, the dated sentence
// without its dates, lines below.
func (b *block) header(k int) *jobHeader {
	a := b.anchors[k]
	h := &jobHeader{page: b.page}
	for i := a.top - a.above; i < a.top; i++ {
		h.line = i - a.top
		b.addLine(h, b.lines[i].first, b.lines[i].last)
	}
	h.line = 0
	at := b.tokenIndex(a.start)
	switch {
	case a.apart:
	case b.columns != nil && len(b.cells(a.line)) == len(b.columns):
		b.addRow(h, a)
	case a.told:
		b.addTold(h, a, at, a.stop)
	default:
		b.addLine(h, max(b.lines[a.top].first, at-2*headerReach), at)
		h.line = afterDates
		if b.tokenAt(a.next).mark != ':' || len(h.pieces) == 0 {
			b.addLine(h, a.next, min(a.stop, a.next+2*headerReach))
		}
	}
	for i := a.lastText + 1; i <= a.lastText+a.below; i++ {
		h.line = i - a.lastText
		first := b.lines[i].first
		if first == a.rest.first {
			first = a.rest.last
		}
		b.addLine(h, first, b.lines[i].last)
	}
	h.chainPlaces()
	h.dropGuesses()
	return h
}

// afterDates stands for the rest of the dated line, which is another slot than what is
// before the dates.
const afterDates = 100

// addTold adds a sentence about a job on both sides of its dates.
func (b *block) addTold(h *jobHeader, a anchor, at, end int) {
	h.flows = true
	defer func() { h.flows = false }()
	first := b.lines[a.top].first
	if next, ok := b.tellsJob(first, at); ok {
		first = next
	}
	b.addSentence(h, first, at)
	from := a.next
	if next, ok := b.tellsJob(from, end); ok {
		from = next
	}
	h.line = afterDates
	b.addSentence(h, from, end)
}

// addLine adds a line of a header: a label names the role of what follows it.
func (b *block) addLine(h *jobHeader, first, last int) {
	first = b.skipSequence(b.skipNumber(first, last), last)
	if next, ok := b.tellsJob(first, last); ok {
		b.addSentence(h, next, last)
		return
	}
	if _, next, ok := (dates{page: b.page}).durationAt(first); ok && next >= last {
		return // how long all posts of one employer took
	}
	m := b.labelAt(first, last)
	if given := b.labelOf(b.lineOf(b.tokens[min(first, len(b.tokens)-1)].start)); given.role != noRole && first < last && given.next == first {
		m = given
	}
	switch m.role {
	case noRole:
		if i, next := b.announcesOrg(first, last); i > first {
			h.add(first, i)
			h.role = orgRole
			h.add(next, last)
			h.role = noRole
			return
		}
		h.add(first, last)
	case titleRole, orgRole, placeRole:
		h.role = m.role
		h.add(m.next, last)
		h.role = noRole
	}
}

// announcesOrg finds the words that part a title from its employer without a sign: "Дизайнер
// в компании Студия «Белый шум»".
func (b *block) announcesOrg(first, last int) (at, next int) {
	for i := first + 1; i < last; i++ {
		if kind, next := b.connectorAt(i, last); kind == orgConnector && next == i+2 && b.tokens[i].word[0] >= 0x80 && b.connects(kind, next) {
			return i, next
		}
	}
	return first, first
}

// skipNumber passes the number of an entry: "(1)", "2.".
func (b *block) skipNumber(first, last int) int {
	i := first
	if i < last && b.tokens[i].mark == '(' {
		i++
	}
	if t := b.tokenAt(i); i < last && t.kind == numberToken && t.value < 100 {
		if sign := b.tokenAt(i + 1); sign.mark == ')' || sign.mark == '.' {
			return i + 2
		}
	}
	return first
}

// skipSequence passes "Then," and «Затем», with the signs after them.
func (b *block) skipSequence(first, last int) int {
	i := first
	for i < last && b.tokens[i].kind == wordToken && sequence[b.tokens[i].word] {
		i++
	}
	for ; i > first && i < last && (b.tokens[i].mark == ',' || isDash(b.tokens[i].mark)); i++ {
	}
	return i
}

// addRow adds the cells of a row of a table under their columns. Where no column has the title or the
// employer by its name, it stands under a name that no table knows.
func (b *block) addRow(h *jobHeader, a anchor) {
	unknown := !slices.Contains(b.columns, titleRole) || !slices.Contains(b.columns, orgRole)
	for i, cell := range b.cells(a.line) {
		if b.vessels == i+1 {
			b.mute(b.tokens[cell.first].start, b.tokens[cell.last-1].end) // ships have the names of anything
		}
		if role := b.columns[i]; role == titleRole || role == orgRole || role == placeRole {
			h.role = role
			h.add(cell.first, cell.last)
		} else if role == otherRole && unknown {
			if cell.last-cell.first > maxHeaderWords {
				cell.last = b.pieceEnd(cell) // a post and what was done there, in one cell
			}
			if cell.last-cell.first <= maxHeaderWords {
				h.role = noRole
				h.add(cell.first, cell.last)
			}
		}
	}
	h.role = noRole
}

// pieceEnd is where the first comma or full stop of a run stands.
func (b *block) pieceEnd(c run) int {
	for i := c.first; i < c.last; i++ {
		if t := b.tokens[i]; t.kind == markToken && (t.mark == ',' || t.mark == ';' || t.mark == '.' && !b.touches(i)) {
			return i
		}
	}
	return c.last
}

// continuesEmployer reports a further post under the employer of the entry before it: a
// header that has lost the lines in which the others name theirs.
func (b *block) continuesEmployer(k int, job Position, h *jobHeader) bool {
	if job.Company != "" || job.Title == "" {
		return false
	}
	if l := b.lines[b.anchors[k].top]; l.first > 1 && b.tokenAt(l.first-2).mark == ';' {
		return true // one after the other in a line
	}
	a, before := b.anchors[k], b.anchors[k-1]
	return !a.told && a.above < before.above || a.above == 0 && b.promoted(k) || b.titleAlone(a, h) && b.adjoins(k) && !onOwnAccount(job.Title)
}

// titleAlone reports an entry that begins with its dates and has nothing beside them but one title, whole.
func (b *block) titleAlone(a anchor, h *jobHeader) bool {
	if a.told || a.above > 0 || len(h.pieces) != 1 || b.wordsBetween(b.lines[a.line].start, a.start) > 0 {
		return false
	}
	last := b.tokens[h.pieces[0].last-1]
	return last.kind != wordToken || utf8.RuneCountInString(last.word) > 2 || b.isUpper(h.pieces[0].last-1) // not "chief in"
}

// adjoins reports that one of entries k and k-1 begins in the month in which the other ends, or
// the month after it.
func (b *block) adjoins(k int) bool {
	one, other := b.anchors[k].period, b.anchors[k-1].period
	meet := func(earlier, later period) bool {
		return earlier.ranged && !earlier.open && !earlier.to.yearOnly && !later.from.yearOnly &&
			(later.from.first == earlier.to.last || later.from.first == earlier.to.last+1)
	}
	return meet(one, other) || meet(other, one)
}

// onOwnAccount reports a title that tells of work without an employer.
func onOwnAccount(title string) bool {
	for w := range strings.FieldsSeq(fold(title)) {
		if ownAccount[strings.Trim(w, "(),.-")] {
			return true
		}
	}
	return false
}

var ownAccount = words("freelance freelancer self-employed independent private contractor фриланс фрилансер самозанятый самозанятая частный частная частно ип репетитор")

// promoted reports that the entry before took its employer from above its dates, or went
// without one itself.
func (b *block) promoted(k int) bool {
	for ; k > 0; k-- {
		if b.anchors[k-1].above > 0 {
			return true
		}
	}
	return false
}
