package resume

import "slices"

// A form may hold its jobs and its documents in tables that have no heading but their head: "Document |
// Number | Issued | Valid until". Such a table is a part of its own.

// partTables cuts the tables that their heads name out of the parts they stand in.
func (r *reading) partTables() {
	var parts []part
	for _, pt := range r.parts {
		switch pt.kind {
		case experienceSection, projectsSection, volunteerSection:
			parts = append(parts, pt)
		default:
			parts = append(parts, r.tablesIn(pt)...)
		}
	}
	if len(parts) > len(r.parts) {
		r.parts = parts
		r.dates().closeParts(r.parts)
	}
}

func (r *reading) tablesIn(pt part) []part {
	out := []part{pt}
	for i := pt.first; i < pt.last; i++ {
		kind := r.tableKind(i)
		if kind == "" || kind == pt.kind {
			continue
		}
		end := i + 1
		for end < pt.last && len(r.cells(end)) >= tableColumns && r.tableKind(end) == "" {
			end++
		}
		if end == i+1 {
			continue
		}
		l := r.lines[i]
		table := part{kind: kind, heading: flat(r.of(l), maxHeading), first: i, last: end, offset: l.start, start: l.start}
		if kind != experienceSection { // whose heads are read with their rows
			table.first, table.start = i+1, l.end
		}
		rest := part{kind: pt.kind, first: end, last: pt.last, offset: len(r.text), start: len(r.text)}
		if end < len(r.lines) {
			rest.offset, rest.start = r.lines[end].start, r.lines[end].start
		}
		out[len(out)-1].last = i
		out = append(out, table, rest)
		i = end - 1
	}
	return out
}

// tableKind is what the rows under a head of a table are: jobs, schools or certificates; empty where the line is no head.
func (r *reading) tableKind(i int) string {
	cells := r.cells(i)
	if len(cells) < tableColumns || slices.ContainsFunc(cells, r.periodIn) {
		return ""
	}
	switch {
	case r.documentHead(cells):
		return certificatesSection
	case r.schoolHead(cells):
		return educationSection
	}
	head := r.columns(i)
	if slices.Contains(head, titleRole) && slices.Contains(head, datesRole) && slices.Contains(head, untilRole) {
		return experienceSection
	}
	return ""
}

// documentHead reports cells that name documents in the first column and their numbers or terms in another.
func (r *reading) documentHead(cells []run) bool {
	named := slices.ContainsFunc(r.tokens[cells[0].first:cells[0].last], func(t token) bool { return documentWords[t.word] })
	terms := 0
	for _, c := range cells {
		if c.last-c.first > maxLabel {
			return false
		}
		if slices.ContainsFunc(r.tokens[c.first:c.last], func(t token) bool { return termWords[t.word] || t.mark == '№' }) {
			terms++
		}
	}
	return named && terms >= 2
}

// schoolHead reports cells that name schools in the first column, and their years or fields in others.
func (r *reading) schoolHead(cells []run) bool {
	first := cells[0]
	kind, _ := r.formLabelAt(first.first, first.last)
	if kind != schoolLabel && kind != educationLabel && r.dates().kindOfTokens(first.first, first.last) != educationSection {
		return false
	}
	known := 0
	for _, c := range cells[1:] {
		kind, _ := r.formLabelAt(c.first, c.last)
		switch role := r.labelAt(c.first, c.last).role; {
		case role == datesRole, role == untilRole, kind == fieldLabel, kind == degreeLabel, kind == yearsLabel:
			known++
		case c.last-c.first > maxLabel:
			return false
		}
	}
	return known >= 2
}

var (
	documentWords = words("document documents certificate certificates certification licence license training course diploma документ документы сертификат сертификаты свидетельство удостоверение диплом диплома")
	termWords     = words("number no issued issue issuing expiry expires expiration valid validity until номер выдан выдано выдачи действителен действительно срок окончания серия")
)
