package resume

import (
	"slices"
	"strings"
)

// readProjects cuts a project section at lines that look like a name: after an empty
// line, with a date, or above bullets.
func (r *reading) readProjects(pt part) {
	var current *Project
	known := len(r.record.Projects)
	for i := pt.first; i < pt.last; i++ {
		l := r.lines[i]
		start := max(l.start, pt.start)
		if start >= l.end {
			continue
		}
		if current == nil || r.opensProject(i, pt) {
			r.record.Projects = append(r.record.Projects, Project{Start: start})
			current = &r.record.Projects[len(r.record.Projects)-1]
			current.Name = r.projectName(start, l)
		}
		current.End = l.end
	}
	for i := known; i < len(r.record.Projects); i++ {
		p := &r.record.Projects[i]
		p.Text = strings.TrimSpace(r.text[p.Start:p.End])
		if at := linkPattern.FindStringIndex(p.Text); at != nil {
			p.Link = strings.TrimRight(p.Text[at[0]:at[1]], ".,:!?/")
		}
	}
	if len(r.record.Projects) > 0 {
		r.record.Confidence.Projects = 0.8
	}
}

func (r *reading) opensProject(i int, pt part) bool {
	l := r.lines[i]
	if l.blankBefore {
		return true
	}
	next := i + 1
	if l.bulleted || next >= pt.last {
		return r.bulletedList(pt) && l.bulleted
	}
	return r.headerLike(i) && r.lines[next].bulleted
}

// bulletedList reports a section in which every project is one bullet.
func (r *reading) bulletedList(pt part) bool {
	return r.lines[pt.first].bulleted
}

// projectName takes the first line up to a sign that ends a name.
func (r *reading) projectName(start int, l line) string {
	name := r.text[start:l.end]
	for _, sep := range []string{" — ", " – ", " - ", ": ", " | ", " ("} {
		if i := strings.Index(name, sep); i > 2 {
			name = name[:i]
		}
	}
	return strings.Trim(flat(name, 120), " *#•-–—.")
}

// linkProjects notes for each project the skills that have evidence in it.
func (r *reading) linkProjects() {
	for i := range r.record.Projects {
		p := &r.record.Projects[i]
		for _, s := range r.record.Skills {
			if slices.ContainsFunc(s.Evidence, func(e Evidence) bool { return e.Start >= p.Start && e.End <= p.End && isExperience(e.Stance) }) {
				p.Skills = append(p.Skills, s.Skill)
			}
		}
	}
}
