package resume

import (
	"slices"
	"strings"
)

// isHeadHunter recognises the printed layout of hh.ru by its wanted job, or the lines of
// its form under the wanted job, and the length in the heading of its experience.
func (r *reading) isHeadHunter() bool {
	wanted, length := false, false
	for _, l := range r.lines[:min(len(r.lines), maxCount)] {
		sign := r.tokenAt(l.first + 1)
		wanted = wanted || sign.mark == ':' && headHunterFields[r.tokens[l.first].word]
	}
	for _, pt := range r.parts {
		wanted = wanted || pt.kind == wantedSection
		length = length || pt.kind == experienceSection && strings.ContainsAny(pt.heading, "0123456789")
	}
	return wanted && length
}

// headHunterFields open lines of the form that hh.ru prints above the experience.
var headHunterFields = words("занятость специализации проживает")

// headHunterJobs reads the date column of hh.ru: the range, its length, then company,
// place and site, industries with their bullets, the title and the duties. Each job
// begins at its date, so nothing above it belongs to it.
func (r *reading) headHunterJobs(pt part) {
	b := &block{reading: r, first: pt.first, last: pt.last}
	anchors := b.apart()
	if anchors == nil {
		anchors = slices.DeleteFunc(r.anchors(pt.first, pt.last), func(a anchor) bool {
			return a.start > r.lines[a.line].start
		})
	}
	for k, a := range anchors {
		end := pt.last
		if k+1 < len(anchors) {
			end = anchors[k+1].line
		}
		job := Position{Work: true, Start: r.lines[a.line].start, End: r.lines[max(end-1, a.lastLine)].end}
		r.date(&job, a.period)
		duties := r.headHunterHeader(&job, a, end)
		if duties < end {
			job.Text = strings.TrimSpace(r.text[r.lines[duties].start:r.lines[end-1].end])
		}
		r.record.Positions = append(r.record.Positions, job)
	}
}

// headHunterHeader fills the header and returns the first line of the duties.
func (r *reading) headHunterHeader(job *Position, a anchor, end int) int {
	if a.apart {
		a.lastLine--
		a.line = a.lastLine
	}
	// Text beside the dates is the company when the columns were printed on one line.
	if !a.apart && (a.line != a.lastLine || r.wordsBetween(a.tail, r.lines[a.lastLine].end) > 0) {
		job.Company = r.beside(a)
	}
	i := a.lastLine + 1
	for i < end && r.restOfDates(r.lines[i]) {
		i++
	}
	if job.Company == "" && i < end {
		job.Company = r.headline(r.lines[i].start, r.lines[i].end)
		i++
	}
	trade := false
	for n := 0; i < end && n < maxEmployerLines; i, n = i+1, n+1 {
		l := r.lines[i]
		switch {
		case job.Location == "" && !trade && (r.holdsLink(l) || r.standsForPlace(i, end)):
			job.Location = r.placeBeforeLink(l)
		case l.bulleted, r.isIndustry(i, end), r.aboveTitle(i, end), trade && r.titled(i) < 1 && r.titled(i+1) >= 1 && i+1 < end:
			// The industry of an employer is no skill of the person.
			r.muted = append(r.muted, Span{l.start, l.end})
			trade = true
		case !r.headerLike(i):
			return i
		default:
			job.Title = r.headline(l.start, l.end)
			return i + 1
		}
	}
	return i
}

// aboveTitle reports what is still said of the employer: the title below is set apart from it
// by a gap or in bold.
func (r *reading) aboveTitle(i, end int) bool {
	if i+1 >= end || r.lines[i+1].bulleted || !r.headerLike(i+1) {
		return false
	}
	next := r.lines[i+1]
	return next.look.Bold && !r.lines[i].look.Bold || next.blankBefore && r.titled(i) < r.titled(i+1)
}

// restOfDates reports what a page broke off a time or its length: "Май 2021", "лет 2 месяца".
func (r *reading) restOfDates(l line) bool {
	said := false
	for _, t := range r.tokens[l.first:l.last] {
		switch {
		case t.kind == wordToken && durationUnits[t.word] == 0 && monthNames[t.word] == 0, t.kind == numberToken && t.digits() > 4:
			return false
		case t.kind == wordToken:
			said = true
		}
	}
	return said
}

// maxEmployerLines is how many lines about an employer may stand above the title.
const maxEmployerLines = 12

// titled is how strongly line i speaks for a title.
func (r *reading) titled(i int) float64 {
	if i >= len(r.lines) {
		return 0
	}
	e := r.weigh(r.lines[i].first, r.lines[i].last)
	return e.title - e.duty
}

// standsForPlace reports a name without a telling word above an industry or a title: the
// town of the employer.
func (r *reading) standsForPlace(i, end int) bool {
	l := r.lines[i]
	if r.lineKind(i) == placePiece {
		return true
	}
	if l.bulleted || r.isIndustry(i, end) || r.titled(i) >= 1 || i+1 >= end || r.wordsBetween(l.start, l.end) > 3 {
		return false
	}
	return r.isIndustry(i+1, end) || r.titled(i+1) >= 1
}

func (r *reading) beside(a anchor) string {
	l := r.lines[a.lastLine]
	if text := r.headline(min(a.tail, l.end), l.end); text != "" {
		return text
	}
	return ""
}

func (r *reading) holdsLink(l line) bool {
	text := fold(r.of(l))
	if i := strings.LastIndexByte(text, ' '); len(text) < maxQuote && isAddress(text[i+1:]) {
		return true
	}
	return len(text) < maxQuote && (strings.Contains(text, "www.") || strings.Contains(text, "http") || strings.HasSuffix(text, ".ru") || strings.HasSuffix(text, ".com"))
}

// isAddress reports "sample-foods.example": a word with a point in it and Latin letters alone.
func isAddress(word string) bool {
	name, zone, ok := strings.Cut(word, ".")
	latin := func(s string) bool {
		return !strings.ContainsFunc(s, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != '.' && (c < '0' || c > '9') })
	}
	return ok && len(name) > 1 && len(zone) > 1 && latin(name) && latin(zone) && !strings.ContainsAny(zone, "0123456789")
}

func (r *reading) placeBeforeLink(l line) string {
	h := &jobHeader{page: r.page}
	h.add(l.first, min(l.last, l.first+headerReach))
	if len(h.pieces) == 0 {
		return ""
	}
	return h.textOf(h.pieces[0])
}

// isIndustry recognises the industries that hh.ru prints between company and title: a
// line with bullets under it, or a list of nouns with commas above the real title.
func (r *reading) isIndustry(i, end int) bool {
	if r.namesIndustry(r.lines[i]) || i+1 < end && r.lines[i+1].bulleted && r.titled(i) < 1 {
		return true
	}
	text := fold(r.of(r.lines[i]))
	return len(text) < maxQuote && strings.Contains(text, ",") && r.lineKind(i) != titlePiece && i+1 < end && r.lineKind(i+1) == titlePiece
}

// namesIndustry reports a known industry, or the beginning of one that the page broke.
func (r *reading) namesIndustry(l line) bool {
	said := strings.Join(r.wordsOf(l), " ")
	for known := range r.industries {
		if said != "" && strings.HasPrefix(known, said) {
			return true
		}
	}
	return false
}

// wordsOf lists the folded words of a line.
func (r *reading) wordsOf(l line) []string {
	var list []string
	for _, t := range r.tokens[l.first:l.last] {
		if t.kind == wordToken {
			list = append(list, t.word)
		}
	}
	return list
}

// labelled recognises the form "company - X" / "description - Y".
func (r *reading) labelled(pt part) bool {
	return r.nextLabel(pt.first, pt.last) < pt.last
}

func (r *reading) nextLabel(i, last int) int {
	for ; i < last; i++ {
		l := r.lines[i]
		sign := r.tokenAt(l.first + 1)
		if r.tokens[l.first].word == "company" && sign.kind == markToken && isDash(sign.mark) {
			return i
		}
	}
	return last
}

// labelledJobs reads jobs that begin with "company -"; their dates, if any, stand in the
// first lines of the description.
func (r *reading) labelledJobs(pt part) {
	for i := r.nextLabel(pt.first, pt.last); i < pt.last; {
		end := r.nextLabel(i+1, pt.last)
		l := r.lines[i]
		job := Position{Work: true, Start: l.start, End: r.lines[end-1].end}
		if l.first+2 < l.last {
			job.Company = r.headline(r.tokens[l.first+2].start, l.end)
		}
		if i+1 < end {
			job.Text = strings.TrimSpace(r.text[r.lines[i+1].start:job.End])
			r.labelledDates(&job, i+1, min(end, i+4))
		}
		r.record.Positions = append(r.record.Positions, job)
		i = end
	}
}

func (r *reading) labelledDates(job *Position, first, last int) {
	for k := r.firstPeriod(r.lines[first].start); k < len(r.spans) && r.spans[k].start < r.lines[last-1].end; k++ {
		p := r.spans[k]
		if p.ranged && r.wordsBetween(r.lines[r.lineOf(p.start)].start, p.start) <= 8 {
			r.date(job, p)
			return
		}
	}
}
