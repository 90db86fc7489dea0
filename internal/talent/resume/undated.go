package resume

// undatedJobs reads a part about work that gives no dates at all: there a line that names
// both a title and an employer in so many words is a job.
func (r *reading) undatedJobs(pt part) {
	if pt.kind != experienceSection || pt.heading == "" {
		return
	}
	b := &block{reading: r, first: pt.first, last: pt.last}
	for i := pt.first; i < pt.last && len(r.record.Positions) < maxUndated; i++ {
		l := r.lines[i]
		if l.start < pt.start || !r.shortLine(l) {
			continue
		}
		h := &jobHeader{page: r.page}
		b.addLine(h, l.first, l.last)
		h.chainPlaces()
		c := h.choose(nil, false)
		if c.title < 0 || c.org < 0 || h.pieces[c.title].title < sure || h.pieces[c.org].org < sure || h.pieces[c.title].duty > 0 {
			continue
		}
		job := Position{Work: true, Start: l.start, End: l.end}
		h.fill(&job, c)
		r.record.Positions = append(r.record.Positions, job)
	}
}

// sure is the weight of words that tell a title or an employer without any dates beside
// them.
const sure = 2.5

// maxUndated bounds the jobs of a part without dates.
const maxUndated = 50
