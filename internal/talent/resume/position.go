package resume

import (
	"slices"
	"strings"
)

// anchor is a dated line that opens a job.
type anchor struct {
	period
	line, lastLine int // the range may end on the next line
	above          int // header lines above it
	below          int // header lines under it
}

// headerReach is how many tokens beside the dates may belong to the header.
const headerReach = 40

// maxWarnings bounds the warnings about dates of one text.
const maxWarnings = 50

// maxHeaderWords is what a line of a job header has at most; longer lines are duties.
const maxHeaderWords = 16

// anchors picks the periods of lines [first, last) that open a job. A date inside a
// sentence about the work is no job of its own.
func (r *reading) anchors(first, last int) []anchor {
	if first >= last {
		return nil
	}
	var found []anchor
	from, to := r.lines[first].start, r.lines[last-1].end
	for i := r.firstPeriod(from); i < len(r.spans) && r.spans[i].start < to; i++ {
		p := r.spans[i]
		a := anchor{period: p, line: r.lineOf(p.start), lastLine: r.lineOf(p.tail - 1)}
		if len(found) > 0 && a.line <= found[len(found)-1].lastLine {
			continue
		}
		if r.opensJob(a) {
			found = append(found, a)
		}
	}
	return found
}

func (r *reading) opensJob(a anchor) bool {
	l := r.lines[a.line]
	before := r.wordsBetween(l.start, a.start)
	after := 0
	if a.line == a.lastLine {
		after = r.wordsBetween(a.tail, l.end)
	}
	last := r.tokenAt(l.last - 1)
	switch {
	case !a.ranged && after == 0 && before >= 2:
		return before <= 10 && l.blankBefore && !l.bulleted && last.mark != '.' && r.namesTitle(l)
	case !a.ranged:
		return before == 0 && after <= 12 && (after == 0 || !a.from.yearOnly || r.tokenAt(a.next).kind == markToken) &&
			last.mark != '.' && !l.bulleted && r.shortLine(l)
	case before == 0 && after == 0:
		return last.mark != '.' || r.tokenAt(a.next-1).mark == '.' || !a.from.yearOnly
	case before == 0 && r.startsLower(a.next) && (a.prefixed || l.bulleted):
		return false
	case before == 0:
		return after <= maxHeaderWords && !r.startsLower(a.next) || !a.from.yearOnly
	case r.tokenAt(a.next).mark == '.':
		return false
	case a.prefixed && r.tokenAt(r.tokenIndex(a.start)).word != "с" && (l.bulleted || before > 6):
		return false
	case r.proseBefore(a, before):
		return false
	case after <= 6:
		return before <= 14 && !(l.bulleted && before > 8)
	}
	return before <= 12 && !a.from.yearOnly && !l.bulleted
}

// proseBefore reports that the words before the dates are running text.
func (r *reading) proseBefore(a anchor, words int) bool {
	i := r.tokenIndex(a.start)
	switch r.tokenAt(i - 1).word {
	case "in", "during", "between", "within", "around", "of", "by", "before", "after", "за", "период", "в", "течение", "for":
		return true
	}
	if words >= maxCount {
		return true
	}
	l := r.lines[a.line]
	lower := 0
	for j := l.first; j < i; j++ {
		t := r.tokens[j]
		if t.kind == wordToken && len(t.word) > 3 && t.word == r.text[t.start:t.end] && t.word[0] < 0x80 {
			lower++
		}
		if t.mark == '.' && j+1 < i && r.tokens[j+1].kind == wordToken && lower > 2 {
			return true
		}
	}
	return words > 4 && lower*10 > words*6
}

func (r *reading) startsLower(i int) bool {
	t := r.tokenAt(i)
	return t.kind == wordToken && t.word == r.text[t.start:t.end] && t.word[0] < 0x80
}

func (r *reading) shortLine(l line) bool { return r.wordsBetween(l.start, l.end) <= maxHeaderWords }

// headerLike reports that a line can be a title, a company or a place.
func (r *reading) headerLike(i int) bool {
	l := r.lines[i]
	first, last := r.tokenAt(l.first), r.tokenAt(l.last-1)
	if l.bulleted && first.mark != '*' || l.end-l.start > 200 || !r.shortLine(l) || r.startsLower(l.first) {
		return false
	}
	if last.mark == ':' || last.mark == ';' || r.labelsOrTells(l) {
		return false
	}
	if last.mark == '.' {
		w := r.tokenAt(l.last - 2).word
		return orgForms[w] || w == "co" || w == "г"
	}
	return true
}

// labelsOrTells reports a line of duties without a bullet: "Technologies: Go" or a
// sentence, which has more small words than any title or company.
func (r *reading) labelsOrTells(l line) bool {
	small := 0
	for i := l.first; i < l.last; i++ {
		t := r.tokens[i]
		if t.mark == ':' && i > l.first && i < l.first+4 && !r.touches(i) && t.kind == markToken {
			return stackWords[r.tokenAt(i-1).word]
		}
		if t.kind == wordToken && t.word[0] < 0x80 && t.word == r.text[t.start:t.end] && !smallWords[t.word] {
			small++
		}
	}
	return small >= 3 && !orgForms[r.tokenAt(l.first).word]
}

// smallWords are written small within names of firms and posts.
var smallWords = words("of and the for in at de von van der la le du e i s a an or to on with y")

// layOut decides for each anchor which lines around it are its header. The first job of
// the section shows whether headers stand above their dates; the others follow it.
func (r *reading) layOut(anchors []anchor, first, last int) {
	if len(anchors) == 0 {
		return
	}
	lead := r.linesAbove(anchors[0].line, first, 3)
	blanks := false
	for _, a := range anchors[1:] {
		blanks = blanks || r.linesAbove(a.line, first, 3) < 3 && r.lines[a.line].blankBefore || r.gapAbove(a.line)
	}
	for k := range anchors {
		a := &anchors[k]
		floor := first
		if k > 0 {
			floor = anchors[k-1].lastLine + 1
		}
		if lead > 0 {
			a.above = r.linesAbove(a.line, floor, lead)
			if blanks && k > 0 {
				a.above = min(r.linesAbove(a.line, floor, 3), max(lead, r.untilBlank(a.line, floor)))
			}
		} else if n := r.untilBlank(a.line, floor); n > 0 && n <= 3 && r.bare(*a) {
			a.above = r.linesAbove(a.line, floor, n)
		}
	}
	for k := range anchors {
		end := last
		if k+1 < len(anchors) {
			end = anchors[k+1].line - anchors[k+1].above
		}
		anchors[k].below = r.linesBelow(anchors[k], end)
	}
}

// namesTitle reports a line with a word of a job title.
func (r *reading) namesTitle(l line) bool {
	return slices.ContainsFunc(r.tokens[l.first:l.last], func(t token) bool { return t.kind == wordToken && isTitleWord(t.word) })
}

// bare reports a line with nothing but the dates.
func (r *reading) bare(a anchor) bool {
	return r.wordsBetween(r.lines[a.line].start, a.start) == 0 && r.wordsBetween(a.tail, r.lines[a.lastLine].end) == 0
}

// linesAbove counts header-like lines right above line i, at most limit, none past an empty line.
func (r *reading) linesAbove(i, floor, limit int) int {
	n := 0
	for n < limit && i-n-1 >= floor && !r.lines[i-n].blankBefore && r.headerLike(i-n-1) {
		n++
	}
	return n
}

func (r *reading) gapAbove(i int) bool {
	for n := 0; n < 4 && i-n > 0; n++ {
		if r.lines[i-n].blankBefore {
			return true
		}
	}
	return false
}

func (r *reading) untilBlank(i, floor int) int {
	for n := 0; n < 4 && i-n >= floor; n++ {
		if r.lines[i-n].blankBefore {
			return n
		}
	}
	return 0
}

// linesBelow counts the lines under the dates that still belong to the header: as long
// as the title or the company is missing, then one line with a place.
func (r *reading) linesBelow(a anchor, end int) int {
	n := 0
	for i := a.lastLine + 1; i < end && n < 3 && r.headerLike(i); i++ {
		if r.lines[i].blankBefore && (n > 0 || a.above > 0) {
			break
		}
		var job Position
		h := r.headerOf(a, n)
		h.assign(&job, true)
		kind := r.lineKind(i)
		full := job.Title != "" && job.Company != ""
		known := h.has(titlePiece) && h.has(companyPiece)
		switch {
		case kind == placePiece && job.Location == "":
		case full && (known || a.above > 0):
			return n
		case full && (kind != titlePiece || h.has(titlePiece)) && (kind != companyPiece || h.has(companyPiece)):
			return n
		case kind == unknownPiece && a.above > 0:
			return n
		}
		n++
	}
	return n
}

func (r *reading) lineKind(i int) headerKind {
	l := r.lines[i]
	return classify(r.tokens[l.first:l.last], r.text)
}

// headerOf gathers the pieces of a job's header: lines above, the dated line without its
// dates, n lines below.
func (r *reading) headerOf(a anchor, below int) *jobHeader {
	h := &jobHeader{page: r.page}
	for i := a.line - a.above; i < a.line; i++ {
		h.add(r.lines[i].first, r.lines[i].last)
	}
	at := r.tokenIndex(a.start)
	h.add(max(r.lines[a.line].first, at-headerReach), at)
	h.add(a.next, min(r.lines[a.lastLine].last, a.next+headerReach))
	for i := a.lastLine + 1; i <= a.lastLine+below; i++ {
		h.add(r.lines[i].first, r.lines[i].last)
	}
	return h
}

// jobs reads the positions of one part of the text.
func (r *reading) jobs(pt part) {
	anchors := r.anchors(pt.first, pt.last)
	r.layOut(anchors, pt.first, pt.last)
	for k, a := range anchors {
		end := pt.last
		if k+1 < len(anchors) {
			end = anchors[k+1].line - anchors[k+1].above
		}
		top := r.lines[a.line-a.above]
		job := Position{Work: pt.kind != volunteerSection, Start: top.start, End: r.lines[max(end-1, a.lastLine)].end}
		if start := r.lines[pt.first].start; pt.start > job.Start && pt.start > start {
			job.Start = pt.start
		}
		h := r.headerOf(a, a.below)
		h.assign(&job, a.above == 0)
		r.date(&job, a.period)
		duties := a.lastLine + a.below + 1
		if duties < end {
			job.Text = strings.TrimSpace(r.text[r.lines[duties].start:r.lines[end-1].end])
		}
		job.Work = job.Work && !isStudy(job.Title) && !r.tellsDegree(h)
		r.record.Positions = append(r.record.Positions, job)
	}
}

// tellsDegree reports the header of a course of study that strayed among the jobs: it has
// a degree and no post.
func (r *reading) tellsDegree(h *jobHeader) bool {
	if h.has(titlePiece) {
		return false
	}
	return slices.ContainsFunc(h.pieces, func(p piece) bool { return r.degreeLevel(p.first, p.last) != "" })
}

// date sets the months of a job and keeps the warning about dates that cannot be.
func (r *reading) date(job *Position, p period) {
	d := p.settle(r.asOf, r.quoteOf(p))
	job.From, job.To, job.Current, job.Precision = d.from, d.to, d.current, d.precision
	if d.warning != nil && len(r.record.Warnings) < maxWarnings && !slices.Contains(r.record.Warnings, *d.warning) {
		r.record.Warnings = append(r.record.Warnings, *d.warning)
	}
}

func (r *reading) quoteOf(p period) string {
	return strings.Join(strings.Fields(r.text[p.start:p.end]), " ")
}

// isStudy tells training that is no employment.
func isStudy(title string) bool {
	for w := range strings.FieldsSeq(fold(title)) {
		switch strings.Trim(w, ",.()") {
		case "volunteer", "волонтер", "волонтерство", "практика", "практикант", "курсы", "студент", "student":
			return true
		}
	}
	return false
}
