package resume

import (
	"slices"
	"strings"
)

// isHeadHunter recognises the printed layout of hh.ru by its wanted job and the length
// in the heading of its experience.
func isHeadHunter(parts []part) bool {
	wanted, length := false, false
	for _, pt := range parts {
		wanted = wanted || pt.kind == wantedSection
		length = length || pt.kind == experienceSection && strings.ContainsAny(pt.heading, "0123456789")
	}
	return wanted && length
}

// headHunterJobs reads the date column of hh.ru: the range, its length, then company,
// place and site, industries with their bullets, the title and the duties. Each job
// begins at its date, so nothing above it belongs to it.
func (r *reading) headHunterJobs(pt part) {
	anchors := slices.DeleteFunc(r.anchors(pt.first, pt.last), func(a anchor) bool {
		return a.start > r.lines[a.line].start
	})
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
	// Text beside the dates is the company when the columns were printed on one line.
	if a.line != a.lastLine || r.wordsBetween(a.tail, r.lines[a.lastLine].end) > 0 {
		job.Company = r.beside(a)
	}
	i := a.lastLine + 1
	if job.Company == "" && i < end {
		job.Company = r.headline(r.lines[i].start, r.lines[i].end)
		i++
	}
	for n := 0; i < end && n < 8; i, n = i+1, n+1 {
		l := r.lines[i]
		switch {
		case job.Location == "" && (r.lineKind(i) == placePiece || r.holdsLink(l)):
			job.Location = r.placeBeforeLink(l)
		case l.bulleted, r.isIndustry(i, end):
			// The industry of an employer is no skill of the person.
			r.muted = append(r.muted, Span{l.start, l.end})
		case !r.headerLike(i):
			return i
		default:
			job.Title = r.headline(l.start, l.end)
			return i + 1
		}
	}
	return i
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
	return len(text) < maxQuote && (strings.Contains(text, "www.") || strings.Contains(text, "http") || strings.HasSuffix(text, ".ru") || strings.HasSuffix(text, ".com"))
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
	if i+1 < end && r.lines[i+1].bulleted && r.lineKind(i) != titlePiece {
		return true
	}
	text := fold(r.of(r.lines[i]))
	return len(text) < maxQuote && strings.Contains(text, ",") && r.lineKind(i) != titlePiece && i+1 < end && r.lineKind(i+1) == titlePiece
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
		job := Position{Work: true, Start: l.start, End: r.lines[end-1].end, Precision: "month"}
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
