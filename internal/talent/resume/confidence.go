package resume

// rate says how far each part of the record can be trusted: what a labelled place stated
// is 1, what rules inferred is less, what was not found is 0.
func (r *reading) rate() {
	rec := &r.record
	rec.Confidence.Positions = r.ratePositions()
	rec.Confidence.Education = r.bySection(len(rec.Education), educationSection)
	rec.Confidence.Skills = 0
	if len(rec.Skills) > 0 {
		rec.Confidence.Skills = max(0.7, r.bySection(len(rec.Skills), skillsSection))
	}
	if len(rec.Contacts.Emails)+len(rec.Contacts.Phones) > 0 {
		rec.Confidence.Contacts = 1
	} else if len(rec.Contacts.Links) > 0 {
		rec.Confidence.Contacts = 0.7
	}
}

// ratePositions averages how much of each job's header was read.
func (r *reading) ratePositions() float64 {
	if len(r.record.Positions) == 0 {
		return 0
	}
	sum := 0.0
	for _, job := range r.record.Positions {
		for _, known := range []bool{job.From > 0, job.To > 0, job.Title != "", job.Company != ""} {
			if known {
				sum += 0.25
			}
		}
	}
	return sum / float64(len(r.record.Positions)) * max(0.6, r.bySection(1, experienceSection))
}

func (r *reading) bySection(found int, kind string) float64 {
	if found == 0 {
		return 0
	}
	for _, pt := range r.parts {
		if pt.kind == kind {
			return 1
		}
	}
	return 0.5
}
