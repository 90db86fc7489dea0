package resume

import (
	"slices"
	"strings"
)

// anchor is a dated line that opens a job.
type anchor struct {
	period
	line, lastLine int       // the range may end on the next line
	top            int       // the first line of the sentence the dates stand in
	lastText       int       // and its last
	stop           int       // the token that ends it
	above          int       // header lines above it
	below          int       // header lines under it
	apart          bool      // the dates stand elsewhere; line and top are the first of the entry
	under          *employer // of whose posts it is one, nil for none
	told           bool      // the dates stand in a sentence about a job
}

// anchors picks the periods of lines [first, last) that open a job. A date inside a
// sentence about the work is no job of its own.
func (r *reading) anchors(first, last int) []anchor {
	if first >= last {
		return nil
	}
	var found []anchor
	from, to := r.lines[first].start, r.lines[last-1].end
	latest := r.latestEnd(from, to)
	head, row := r.tableHead(first, last), tableRow{line: -1}
	for i := r.firstPeriod(from); i < len(r.spans) && r.spans[i].start < to; i++ {
		p := r.spans[i]
		if p.dangling > 0 && !p.ranged && p.from.first >= latest {
			p.ranged, p.open, p.next = true, true, p.dangling
		}
		a := anchor{period: p, line: r.lineOf(p.start), lastLine: r.lineOf(p.tail - 1)}
		a.top, a.lastText = a.line, a.lastLine
		if len(found) > 0 && a.line <= found[len(found)-1].lastText {
			continue
		}
		floor := first
		if len(found) > 0 {
			floor = found[len(found)-1].lastText + 1
		}
		if r.tokenAt(a.next).mark == '?' || r.ofLeave(a) || r.ofLicence(a) || r.ofClient(a, found) || r.ofFormerName(a) || r.tellsPromotion(a) {
			continue
		}
		if a.line != row.line {
			row = r.rowAt(a.line, head)
		}
		at := r.tokenIndex(a.start)
		dates := row.dates.first <= at && at < row.dates.last
		if row.dates.last > 0 && !dates {
			continue
		}
		if dates && (a.ranged || slices.Contains(head, titleRole)) || r.toldJob(&a, floor) || r.opensJob(a) && !r.ofProject(a) {
			a.stop = a.next
			switch {
			case r.tokenAt(a.next).kind == breakToken, r.closesLine(a.next):
			case len(r.cells(a.lastLine)) >= tableColumns: // a row goes on with no line below it
				a.stop = r.lines[a.lastLine].last
			default:
				from := a.next
				if r.tokenAt(from).mark == '.' { // "2024 – 2025. Sample Works": the full stop parts dates and job
					from++
				}
				a.stop, a.lastText = r.sentenceEnd(from, a.lastLine, last)
			}
			found = append(found, a)
		}
	}
	return found
}

// tableHead is the first head of a table of jobs in lines [first, last), nil when there is none.
func (r *reading) tableHead(first, last int) []role {
	for i := first; i < last; i++ {
		if len(r.cells(i)) < tableColumns {
			continue
		}
		if list := r.columns(i); list != nil {
			r.findDates(list, i+1, last)
			return list
		}
	}
	return nil
}

// findDates makes a column of dates of the one under a name of its own in which most rows of the
// table, lines [first, last), have a period.
func (r *reading) findDates(head []role, first, last int) {
	if slices.Contains(head, datesRole) {
		return
	}
	rows, dated := 0, make([]int, len(head))
	for i := first; i < last; i++ {
		cells := r.cells(i)
		if len(cells) != len(head) {
			continue
		}
		rows++
		for k, c := range cells {
			if r.periodIn(c) {
				dated[k]++
			}
		}
	}
	for k, n := range dated {
		if head[k] == otherRole && 2*n > rows {
			head[k] = datesRole
			return
		}
	}
}

// tableRow is a line of a table of jobs: the tokens of its cell of dates, none where the line is no
// row or has no period there.
type tableRow struct {
	line  int
	dates run
}

func (r *reading) rowAt(i int, head []role) tableRow {
	row := tableRow{line: i}
	at := slices.Index(head, datesRole)
	if at < 0 {
		return row
	}
	if cells := r.cells(i); len(cells) == len(head) && r.periodIn(cells[at]) {
		row.dates = cells[at]
	}
	return row
}

// periodIn reports a period that begins in a run of tokens.
func (r *reading) periodIn(c run) bool {
	i := r.firstPeriod(r.tokens[c.first].start)
	return i < len(r.spans) && r.spans[i].start < r.tokens[c.last-1].end
}

// latestEnd is the last month the ranges of a part reach, so that only the newest of its
// entries may have left its end out.
func (r *reading) latestEnd(from, to int) Month {
	latest := Month(1)
	for i := r.firstPeriod(from); i < len(r.spans) && r.spans[i].start < to; i++ {
		p := r.spans[i]
		if p.ranged || p.dangling > 0 || r.dates().opensLine(r.tokenIndex(p.start)) { // a date in a sentence is within some job
			latest = max(latest, p.from.first)
		}
		if p.ranged && !p.open {
			latest = max(latest, p.to.first)
		}
	}
	return latest
}

// toldJob recognises dates within a sentence about a job: "Worked as a Nurse in Mission
// Hospital from May 2019 to June 2020", "Since May 2019 with Mission Hospital as a Nurse".
func (r *reading) toldJob(a *anchor, floor int) bool {
	if !a.ranged && !a.prefixed {
		return false
	}
	top := r.sentenceBefore(a.line, floor)
	at := r.tokenIndex(a.start)
	if _, ok := r.tellsJob(r.lines[top].first, at); ok {
		a.top, a.told = top, true
		return true
	}
	if !r.sequenceWords(r.lines[a.line].first, at) {
		return false
	}
	end := r.lines[a.lastLine].last
	_, cue := r.tellsJob(a.next, end)
	kind, next := r.connectorAt(a.next, end)
	a.told = cue || (kind == orgConnector || kind == titleConnector) && r.connects(kind, next)
	return a.told
}

// sequenceWords reports that tokens [first, last) have no words but those that put one job
// after another.
func (r *reading) sequenceWords(first, last int) bool {
	return !slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return t.kind == wordToken && !sequence[t.word] })
}

var sequence = words(`а и and then since afterwards later next before previously earlier after that currently presently now at present first initially
	затем потом далее после этого того позже ранее раньше до сначала вначале сейчас`)

// tellsPromotion reports the beginning of a promotion that a title tells in brackets, "Engineer (trainee,
// from 2015 engineer)": the dates of the job stand elsewhere.
func (r *reading) tellsPromotion(a anchor) bool {
	words := 0
	for i := r.tokenIndex(a.start) - 1; a.prefixed && (a.open || !a.ranged) && i >= r.lines[a.line].first; i-- {
		switch t := r.tokens[i]; {
		case t.mark == '(':
			return words > 0
		case t.mark == ')':
			return false
		case t.kind == wordToken:
			words++
		}
	}
	return false
}

// ofLeave reports the dates of a leave: it is no job, and no break of the one it stands in. Its name
// may stand on the line above.
func (r *reading) ofLeave(a anchor) bool {
	l := r.lines[a.line]
	if above := a.line - 1; above >= 0 && r.onlyDates(l.start, l.end) && !l.blankBefore && r.namesLeave(r.of(r.lines[above])) {
		return true
	}
	if below := a.lastText + 1; r.onlyDates(l.start, l.end) && below < len(r.lines) {
		if _, next, ok := r.dates().durationAt(r.lines[below].first); ok && next == r.lines[below].last {
			below++ // the length of the time has a line of its own
		}
		if below < len(r.lines) && !r.datedBelow(below) {
			if said, _, _ := strings.Cut(r.of(r.lines[below]), ";"); r.namesLeave(said) {
				return true
			}
		}
	}
	if r.wordsBetween(l.start, l.end) > maxHeaderWords {
		return false
	}
	for i := l.first; i < l.last; i++ {
		if r.tokens[i].mark == '(' && r.tokens[i].start > a.start {
			return false // a leave within the job whose dates these are
		}
		phrase := ""
		for k := i; k < min(l.last, i+maxLeave) && r.tokens[k].kind == wordToken; k++ {
			phrase = strings.TrimPrefix(phrase+" "+r.tokens[k].word, " ")
			if r.asides[leaveAside][phrase] && r.tokenAt(k+1).word != "cover" {
				return i == l.first && r.tokenAt(k+1).mark == ':' || !r.dates().titleWithin(k+1, l.last) // "National Service, then Support Analyst" is a job too
			}
		}
	}
	return false
}

// ofLicence reports since when somebody drives: "Водительское удостоверение B, C с 1990 г.".
func (r *reading) ofLicence(a anchor) bool {
	first := r.lines[a.line].first
	return licenceWords[r.tokenAt(first).word+" "+r.tokenAt(first+1).word]
}

var licenceWords = map[string]bool{
	"водительское удостоверение": true, "водительские права": true, "водительский стаж": true, "стаж вождения": true, "права категории": true, "права категорий": true,
	"driving licence": true, "driving license": true, "driver license": true, "drivers license": true, "drivers licence": true,
}

// datedBelow reports dates alone under a line: they are its own.
func (r *reading) datedBelow(line int) bool {
	return line+1 < len(r.lines) && r.onlyDates(r.lines[line+1].start, r.lines[line+1].end)
}

// maxLeave is how many words the name of a leave has.
const maxLeave = 4

// ofClient reports a line without a title under a job whose time it lies in: an item of a list, a
// client, or what stands deeper than the job and is a thing done there.
func (r *reading) ofClient(a anchor, found []anchor) bool {
	l := r.lines[a.line]
	if len(found) == 0 {
		return false
	}
	if r.inClientTable(a.line) {
		return slices.ContainsFunc(found[max(0, len(found)-maxClients):], func(job anchor) bool { return job.ranged && a.within(job.period, r.asOf) })
	}
	if r.namesTitle(l) {
		return false
	}
	above := found[len(found)-1]
	job := r.lines[above.line]
	if !above.ranged || job.bulleted {
		return false
	}
	told := r.wordsBetween(l.start, a.start) > 0
	deeper := told && job.look.Left > 0 && l.look.Page == job.look.Page && l.look.Column == job.look.Column && l.look.Left-job.look.Left > indent
	if !(l.bulleted && told || deeper || r.underClients(a.line, above.line) || clientWords[r.tokens[l.first].word] || r.tokenAt(a.next).mark == ':') {
		return false
	}
	jobs := found[max(0, len(found)-maxClients):]
	if l.bulleted && told && r.lines[a.line-1].bulleted && !slices.ContainsFunc(jobs, func(job anchor) bool { return r.lines[job.line].bulleted }) {
		return true // one of the duties of a job, in a list that holds no jobs
	}
	return a.within(above.period, r.asOf)
}

// within reports a time that lies in another one.
func (p period) within(o period, asOf Month) bool {
	from, to := o.bounds(asOf)
	first, last := p.bounds(asOf)
	return first >= from && last <= to
}

// inClientTable reports a row of a table of clients or projects and no posts: its head says so.
func (r *reading) inClientTable(line int) bool {
	for i := line; i >= max(0, line-maxClients) && len(r.cells(i)) >= tableColumns; i-- {
		cells := r.cells(i)
		if i == line || !slices.ContainsFunc(cells[:2], func(c run) bool { return c.last == c.first+1 && clientWords[r.tokens[c.first].word] }) {
			continue
		}
		return !slices.ContainsFunc(cells, func(c run) bool { return r.periodIn(c) || r.labelAt(c.first, c.last).role == titleRole })
	}
	return false
}

// underClients reports a line under one that announces clients or projects, "Clients include:", within
// the job of line top.
func (r *reading) underClients(line, top int) bool {
	for i := line - 1; i > max(top, line-maxClients); i-- {
		l := r.lines[i]
		if r.tokens[l.last-1].mark == ':' && slices.ContainsFunc(r.tokens[l.first:l.last], func(t token) bool { return clientHeads[t.word] }) {
			return true
		}
	}
	return false
}

// maxClients is how many lines above clients their head stands at most.
const maxClients = 60

var clientHeads = words("clients projects assignments engagements клиенты заказчики проекты объекты")

// closesLine reports a bracket at token i that ends its line: "[ 05/2019 – now ]".
func (r *reading) closesLine(i int) bool {
	t := r.tokenAt(i)
	return t.kind == markToken && (t.mark == ']' || t.mark == ')' || t.mark == '}') && r.tokenAt(i+1).kind == breakToken
}

// ofFormerName reports the year in brackets until which a firm had another name: "(until 2015 Sample
// & Sons)".
func (r *reading) ofFormerName(a anchor) bool {
	i := r.tokenIndex(a.start)
	return untilWords[r.tokenAt(i-1).word] && r.tokenAt(i-2).mark == '(' || untilWords[r.tokenAt(i).word] && r.tokenAt(i-1).mark == '('
}

var untilWords = words("until till до before")

var clientWords = words("client clients customer project projects заказчик клиент проект объект")

// ofProject reports the dates of a project within a job.
func (r *reading) ofProject(a anchor) bool {
	l := r.lines[a.line]
	if r.wordsBetween(l.start, a.start) == 0 {
		return false
	}
	for i := l.first; i < l.last && i < l.first+2; i++ {
		switch r.tokens[i].word {
		case "проект", "project", "проекты", "projects":
			return !r.namesTitle(l)
		}
	}
	return false
}

// tableColumns is how many cells a row of a table of jobs has at least.
const tableColumns = 3

func (r *reading) opensJob(a anchor) bool {
	l := r.lines[a.line]
	before := r.wordsBetween(l.start, a.start)
	after := 0
	if a.line == a.lastLine {
		after = r.wordsBetween(a.tail, l.end)
	}
	if before > 0 && r.tokenAt(a.next).mark == ':' {
		after = 0 // what was done there
	}
	if a.ranged && len(r.cells(a.line)) >= tableColumns && r.namesTitle(l) {
		return true // a row of a table
	}
	if m := r.labelOf(a.line); m.role == datesRole {
		return a.ranged || a.open
	}
	last := r.tokenAt(l.last - 1)
	season := a.from.yearOnly && !a.from.wholeYear()
	switch {
	case !a.ranged && season:
		return before <= 10 && after <= 10 && last.mark != '.' && r.namesTitle(l)
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
		return after <= maxHeaderWords && !r.startsLower(a.next) || !a.from.yearOnly || r.namesTitle(l)
	case r.tokenAt(a.next).mark == '.':
		return a.ranged && before <= 12 && !r.proseBefore(a, before) && r.headsBefore(l, a)
	case a.prefixed && r.tokenAt(r.tokenIndex(a.start)).word != "с" && (l.bulleted || before > 6):
		return false
	case r.proseBefore(a, before):
		return false
	case after <= 6:
		return before <= 14 && !(l.bulleted && before > 8)
	}
	return before <= 12 && !a.from.yearOnly && !l.bulleted
}

// headsBefore reports names that signs part, a title among them, before the dates: "Sample
// Ltd -- Electrician -- 2019 to 2023. Wired houses."
func (r *reading) headsBefore(l line, a anchor) bool {
	h := &jobHeader{page: r.page}
	h.add(l.first, r.tokenIndex(a.start))
	titled := false
	for _, p := range h.pieces {
		titled = titled || p.title >= 1.5
		if p.duty > 1 {
			return false
		}
	}
	return titled && (len(h.pieces) >= 2 || h.pieces[0].title >= 2.5)
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
	if l.bulleted && (first.mark != '*' || !r.touches(l.first)) || l.end-l.start > 200 || !r.shortLine(l) || r.startsLower(l.first) {
		return false
	}
	if last.mark == ':' || last.mark == ';' || r.labelsOrTells(l) {
		return false
	}
	if last.mark == '.' {
		w := r.tokenAt(l.last - 2).word
		return orgForms[w] || w == "co" || w == "г" || abbreviated[w] || len([]rune(w)) == 1
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
		// Single letters are of abbreviations: "Sp. z o.o."
		if t.kind == wordToken && len(t.word) > 1 && t.word[0] < 0x80 && t.word == r.text[t.start:t.end] && !smallWords[t.word] {
			small++
		}
	}
	return small >= 3 && !orgForms[r.tokenAt(l.first).word]
}

// smallWords are written small within names of firms and posts.
var smallWords = words("of and the for in at de von van der la le du e i s a an or to on with y")

// namesTitle reports a line with a word of a job title.
func (r *reading) namesTitle(l line) bool {
	return slices.ContainsFunc(r.tokens[l.first:l.last], func(t token) bool { return t.kind == wordToken && isTitleWord(t.word) })
}

func (r *reading) lineKind(i int) headerKind {
	l := r.lines[i]
	return classify(r.tokens[l.first:l.last], r.text)
}
