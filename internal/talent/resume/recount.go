package resume

import "slices"

// Recounted settles anew what follows from positions and title, after somebody changed them:
// the total, the level, and how long and when each skill was used. What the CV states in so
// many words stays. Evidence belongs to the job in whose place it stands.
func (r Record) Recounted() Record {
	rd := &reading{record: r, toolNamed: make([]bool, len(r.Positions))}
	used := make([]usage, len(r.Skills))
	for i, s := range r.Skills {
		u := usage{Skill: s, stated: -1}
		if s.Stated {
			u.stated = s.Months
		}
		u.Evidence = slices.Clone(s.Evidence)
		rd.replace(&u)
		used[i] = u
	}
	rd.record.Skills = make([]Skill, len(used))
	for i := range used {
		rd.record.Skills[i] = rd.finish(&used[i])
	}
	rd.record.TotalMonths = unionMonths(workOf(rd.record.Positions))
	rd.readLevel()
	return rd.record
}

// replace finds the jobs of a skill's evidence again. A skill without evidence, which somebody
// vouched for, keeps what was said of it.
func (r *reading) replace(u *usage) {
	if len(u.Evidence) == 0 {
		return
	}
	u.MonthsKnown, u.Stated, u.Months, u.FirstUsed, u.LastUsed, u.LastYear, u.Strength = false, false, 0, 0, 0, false, ""
	for i := range u.Evidence {
		e := &u.Evidence[i]
		e.Position = slices.IndexFunc(r.record.Positions, func(p Position) bool { return p.Start <= e.Start && e.End <= p.End })
		if e.Position >= 0 && isExperience(e.Stance) {
			r.addJob(u, *e)
		}
		u.Strength = strongest(u.Strength, strengthAt(*e))
	}
}

// strengthAt is the strength of a place that is known only by its evidence.
func strengthAt(e Evidence) Strength {
	return strengthOf(part{kind: e.Section}, e)
}

// workOf are the months of the dated jobs that count as work.
func workOf(positions []Position) []interval {
	var spans []interval
	for _, job := range positions {
		if job.Work && job.From > 0 && job.To > 0 {
			spans = append(spans, interval{job.From, job.To, job.ToYear})
		}
	}
	return spans
}

// Overlaps reports that both jobs stand in the same place of the text.
func (p Position) Overlaps(other Position) bool { return p.Start < other.End && other.Start < p.End }

// Above reports that l is a higher level than other.
func (l Level) Above(other Level) bool { return slices.Index(levels, l) > slices.Index(levels, other) }

// OfDates reports that the warning is about the dates of jobs as they were read.
func (w Warning) OfDates() bool {
	return slices.Contains([]string{"future_dates", "reversed_dates", "duration_mismatch", "experience_conflict"}, w.Code)
}
