package resume

import (
	"slices"
	"strings"
)

// headerReach is how many tokens beside the dates may belong to the header.
const headerReach = 40

// maxWarnings bounds the warnings about dates of one text.
const maxWarnings = 50

// maxHeaderWords is what a line of a job header has at most; longer lines are duties.
const maxHeaderWords = 16

// jobs reads the positions of one part of the text.
func (r *reading) jobs(pt part) {
	if pt.first >= pt.last {
		return
	}
	b := &block{reading: r, first: pt.first, last: pt.last}
	b.anchors = r.anchors(pt.first, pt.last)
	if apart := b.apart(); apart != nil {
		b.anchors = apart
	}
	if len(b.anchors) == 0 {
		r.undatedJobs(pt)
		return
	}
	b.takeEmployers()
	b.readColumns()
	b.layOut()
	if b.dropMoments() {
		b.layOut()
	}
	v := &votes{slots: map[slot]*vote{}, looks: map[style]*vote{}}
	headers := make([]*jobHeader, len(b.anchors))
	for k := range b.anchors {
		headers[k] = b.header(k)
		v.add(headers[k])
	}
	known := len(r.record.Positions)
	for k, a := range b.anchors {
		job := Position{Work: pt.kind != volunteerSection, Start: r.lines[a.line-a.above].start, End: r.lines[max(b.end(k)-1, a.lastLine)].end}
		if start := r.lines[pt.first].start; pt.start > job.Start && pt.start > start {
			job.Start = pt.start
		}
		h := headers[k]
		h.fill(&job, h.choose(v, a.above == 0))
		b.takeBulletedTitle(&job, k)
		if e := b.anchors[k].under; e != nil {
			job.Company, job.Location = e.name, e.place
		} else if k > 0 && b.continuesEmployer(k, job, h) {
			before := r.record.Positions[known+k-1]
			job.Company, job.Location = before.Company, before.Location
		}
		r.date(&job, a.period)
		if duties := a.lastText + a.below + 1; duties < b.end(k) {
			job.Text = strings.TrimSpace(r.text[r.lines[duties].start:r.lines[b.end(k)-1].end])
		}
		job.Work = job.Work && !isStudy(job.Title+" "+job.Company) && !r.tellsDegree(h) && !r.unpaid(r.lines[a.line].first, r.lines[a.lastLine].last)
		r.record.Positions = append(r.record.Positions, job)
	}
}

// isLeave reports a time without work that was read as a job: "Career break", "Отпуск по уходу за детьми".
func (r *reading) isLeave(job Position) bool {
	return r.namesLeave(job.Title) || r.namesLeave(job.Company)
}

// namesLeave reports text that calls a time so, or goes on from that with a preposition.
func (r *reading) namesLeave(text string) bool {
	text, _, _ = strings.Cut(fold(text), " (")
	said := strings.Fields(strings.NewReplacer("'", " ", "-", " ", ",", " , ").Replace(strings.TrimRight(text, ". ")))
	for n := min(len(said), maxLeaveWords); n > 0; n-- {
		if r.asides[leaveAside][strings.Join(said[:n], " ")] {
			return n == len(said) || leaveGoesOn[said[n]]
		}
	}
	return false
}

// maxLeaveWords is how many words the name of a leave has at most.
const maxLeaveWords = 5

var leaveGoesOn = words(", and и за for with due из-за в at")

// unpaid reports words of work without pay in tokens [first, last).
func (r *reading) unpaid(first, last int) bool {
	return slices.ContainsFunc(r.tokens[first:last], func(t token) bool { return t.kind == wordToken && unpaidWords[t.word] })
}

var unpaidWords = words("unpaid volunteer volunteering voluntary безвозмездно волонтер волонтером волонтерство добровольно")

// nameSameEmployers gives jobs "at the same company" the employer of the one they stand below.
func (r *reading) nameSameEmployers() {
	for k := range r.record.Positions {
		if job := &r.record.Positions[k]; k > 0 && r.sameEmployer(job) {
			job.Company, job.Location = r.record.Positions[k-1].Company, r.record.Positions[k-1].Location
		}
	}
}

// sameEmployer takes "там же" and "same company" out of a job and reports that it has them.
func (r *reading) sameEmployer(job *Position) bool {
	if r.asides[sameAside][strings.Trim(fold(job.Company), `"«».,()[] `)] {
		return true
	}
	for said := range r.asides[sameAside] {
		if title, ok := strings.CutSuffix(fold(job.Title), ", "+said); ok {
			job.Title = strings.TrimRight(job.Title[:len(title)], " ,")
			return true
		}
	}
	return false
}

// takeBulletedTitle reads an employer with its dates over its only post in a list:
// "Sample Bakery, Porto (2015 – 2016)" above "• Waiter".
func (b *block) takeBulletedTitle(job *Position, k int) {
	i := b.anchors[k].lastText + b.anchors[k].below + 1
	if job.Title != "" && job.Company != "" || i >= b.end(k) || !b.lines[i].bulleted || b.wordsBetween(b.lines[i].start, b.lines[i].end) > maxBulletedTitle {
		return
	}
	l := b.lines[i]
	first := l.first
	for first < l.last && b.tokens[first].kind == markToken {
		first++
	}
	if first >= l.last || b.titled(i) < 1.5 || job.Title != "" && b.namesTitle(b.lines[b.anchors[k].top]) {
		return
	}
	if job.Company == "" {
		job.Company = job.Title
	}
	job.Title = b.textOfTokens(first, l.last)
	b.anchors[k].below++
}

// maxBulletedTitle is how many words a title has that stands in a list of its own.
const maxBulletedTitle = 5

// dropMoments gives up single dates among ranges that no title and employer stand beside: talks, prizes
// and certificates have a date, jobs have two.
func (b *block) dropMoments() bool {
	ranged := 0
	for _, a := range b.anchors {
		if a.ranged {
			ranged++
		}
	}
	if ranged+len(b.record.Positions) == 0 || ranged == len(b.anchors) {
		return false
	}
	var kept []anchor
	for k, a := range b.anchors {
		h := b.header(k)
		c := h.choose(nil, a.above == 0)
		season := a.from.yearOnly && !a.from.wholeYear() && c.title >= 0 && h.pieces[c.title].title >= 3
		if a.ranged || season || c.title >= 0 && c.org >= 0 && h.pieces[c.title].title >= 3 && h.pieces[c.org].org >= 1 {
			kept = append(kept, a)
		}
	}
	dropped := len(kept) < len(b.anchors)
	b.anchors = kept
	return dropped
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
	job.From, job.To, job.Current, job.FromYear, job.ToYear = d.from, d.to, d.current, d.fromYear, d.toYear
	if d.warning != nil && len(r.record.Warnings) < maxWarnings && !slices.Contains(r.record.Warnings, *d.warning) {
		r.record.Warnings = append(r.record.Warnings, *d.warning)
	}
}

func (r *reading) quoteOf(p period) string {
	return strings.Join(strings.Fields(r.text[p.start:p.end]), " ")
}

// isStudy tells training that is no employment. What a student is paid for and a practice of one's
// own are: "Working Student", "Student Assistant", «частная практика».
func isStudy(title string) bool {
	said := strings.FieldsFunc(fold(title), func(r rune) bool { return strings.ContainsRune(" ,.()", r) })
	beside := func(k int, jobs map[string]bool) bool { return k >= 0 && k < len(said) && jobs[said[k]] }
	for i, w := range said {
		if traineeWords[w] && !beside(i-1, paidBefore) && !beside(i+1, paidBehind) {
			return true
		}
	}
	return false
}

var (
	traineeWords = words(`учащийся учащаяся призыву срочная conscript conscription volunteer волонтер волонтерство практика практикант курсы студент студентка student
	аспирант аспирантка аспирантура магистрант магистрантка магистратура бакалавриат специалитет курсант`)
	paidBefore = words("working paid оплачиваемая частная частной собственная юридическая адвокатская врачебная нотариальная")
	paidBehind = words("assistant worker helper tutor consultant employee")
)
