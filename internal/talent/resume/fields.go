package resume

import (
	"cmp"
	"strings"

	"kadry/internal/talent/layout"
)

// takeFields keeps the fields that stand within the text, and notes the kinds of entries,
// jobs and schools for one, that the file states itself.
func (r *reading) takeFields(fields []layout.Field) {
	r.stated = map[string]bool{}
	for _, f := range fields {
		if f.Start < 0 || f.Start >= f.End || f.End > len(r.text) {
			continue
		}
		r.fields = append(r.fields, f)
		r.stated[kindOf(f)] = true
	}
}

// kindOf is the kind of the entry a field is of; its role begins with it.
func kindOf(f layout.Field) string {
	kind, _, _ := strings.Cut(string(f.Role), ".")
	return kind
}

// eachEntry gives the fields of every entry of a kind to take, in text order.
func (r *reading) eachEntry(kind string, take func(entry []layout.Field)) {
	var entry []layout.Field
	flush := func() {
		if len(entry) > 0 {
			take(entry)
		}
		entry = nil
	}
	for _, f := range r.fields {
		if kindOf(f) != kind {
			continue
		}
		if len(entry) > 0 && entry[0].Entry != f.Entry {
			flush()
		}
		entry = append(entry, f)
	}
	flush()
}

// valueOf is the text of the field of a role within an entry, empty without one.
func (r *reading) valueOf(entry []layout.Field, role layout.Role) string {
	for _, f := range entry {
		if f.Role == role {
			return flat(r.text[f.Start:f.End], maxQuote)
		}
	}
	return ""
}

func (r *reading) statedJob(fields []layout.Field) {
	job := Position{Work: true, Start: fields[0].Start, End: fields[len(fields)-1].End}
	p := period{length: -1, start: job.Start, end: job.Start}
	text := Span{}
	for _, f := range fields {
		said := flat(r.text[f.Start:f.End], maxQuote)
		switch f.Role {
		case layout.JobTitle:
			job.Title = said
		case layout.JobEmployer:
			job.Company = said
		case layout.JobLocation:
			job.Location = said
		case layout.JobStart:
			p.from, p.start = r.statedDate(f), f.Start
			p.end = max(p.end, f.End)
		case layout.JobEnd:
			p.to = r.statedDate(f)
			p.end = max(p.end, f.End)
		case layout.JobText:
			if text.End == 0 {
				text.Start = f.Start
			}
			text.End = f.End
		}
	}
	job.Text = strings.TrimSpace(r.text[text.Start:text.End])
	p.ranged, p.open = true, p.to.first == 0
	if p.from.first > 0 {
		r.date(&job, p)
	}
	r.record.Positions = append(r.record.Positions, job)
}

func (r *reading) statedDate(f layout.Field) date {
	d, _ := r.dates().at(r.tokenIndex(f.Start))
	return d
}

func (r *reading) statedSchools() {
	r.eachEntry("school", func(entry []layout.Field) {
		e := Education{
			Institution: r.valueOf(entry, layout.SchoolInstitution), Degree: r.valueOf(entry, layout.SchoolDegree), Field: r.valueOf(entry, layout.SchoolField),
			Start: entry[0].Start, End: entry[len(entry)-1].End,
		}
		first, last := r.tokenIndex(e.Start), r.tokenIndex(e.End)
		if first < last {
			r.datesOf(&e, first, last)
			e.Level = r.degreeLevel(first, last)
		}
		r.record.Education = append(r.record.Education, e)
	})
}

func (r *reading) statedLanguages(seen map[string]int) {
	r.eachEntry("language", func(entry []layout.Field) {
		r.languagesIn(part{start: entry[0].Start, end: entry[len(entry)-1].End}, seen, true)
	})
}

func (r *reading) statedCertificates() {
	r.eachEntry("certificate", func(entry []layout.Field) {
		c := Certificate{
			Name: r.valueOf(entry, layout.CertificateName), Issuer: r.valueOf(entry, layout.CertificateIssuer),
			Start: entry[0].Start, End: entry[len(entry)-1].End,
		}
		if c.Name == "" {
			return
		}
		c.Date, c.Year = r.dateWithin(c.Start, c.End)
		first, last := r.tokenIndex(c.Start), r.tokenIndex(c.End)
		if name, issuer, ok := r.knownName(first, last, c.Name); ok {
			c.Name, c.Issuer = name, cmp.Or(c.Issuer, issuer)
		}
		r.record.Certificates = append(r.record.Certificates, c)
	})
}
