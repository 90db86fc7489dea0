package document

import (
	"strings"
)

// text writes the resume as a CV is written, under the headings every reader of CVs knows.
func (r *resume) text() string {
	var w sheet
	b := r.Basics
	w.line(firstOf(b.Name, r.Name))
	w.line(firstOf(b.Label, r.Info.Label))
	w.line(join(", ", place.text(b.Location), place.text(r.Location)))
	w.line(join(" | ", firstOf(b.Email, r.Contact.Email), firstOf(b.Phone, r.Contact.Phone),
		firstOf(b.URL, b.Website, r.Contact.Website)))
	for _, p := range append(b.Profiles, r.Social...) {
		w.line(join(": ", string(p.Network), firstOf(p.URL, p.Username, p.User)))
	}
	w.paragraph("Summary", firstOf(b.Summary, r.Info.Brief, r.Info.Summary))
	w.list("Skills", r.Skills, jsonItem.skill)
	w.dated("Experience", r.Work, r.Employment)
	w.dated("Education", r.Education)
	w.list("Certificates", r.Certificates, jsonItem.award)
	w.dated("Projects", r.Projects, r.Samples)
	w.list("Languages", r.Languages, jsonItem.language)
	w.dated("Volunteering", r.Volunteer, r.Service)
	w.list("Awards", r.Awards, jsonItem.award)
	w.list("Awards", r.Recognition, jsonItem.award)
	w.list("Publications", r.Publications, jsonItem.award)
	w.list("Publications", r.Writing, jsonItem.award)
	w.list("Talks", r.Speaking, jsonItem.award)
	w.dated("Memberships", r.Affiliation, r.Governance)
	w.list("Interests", r.Interests, jsonItem.skill)
	return w.out.String()
}

// sheet is the text under construction.
type sheet struct{ out strings.Builder }

func (w *sheet) line(text string) {
	if text != "" {
		w.out.WriteString(text + "\n")
	}
}

func (w *sheet) paragraph(heading, text string) {
	if text != "" {
		w.line("\n" + heading)
		w.line(text)
	}
}

// list writes a section whose entries take a line each.
func (w *sheet) list(heading string, s section, format func(jsonItem) string) {
	var out []string
	for _, item := range s.items {
		out = append(out, nonEmpty(format(item))...)
	}
	w.paragraph(heading, join("\n", append(nonEmpty(s.summary), out...)...))
}

// dated writes sections whose entries have a period and a text.
func (w *sheet) dated(heading string, sections ...section) {
	var out []string
	for _, s := range sections {
		out = append(out, nonEmpty(s.summary)...)
		for _, item := range s.items {
			out = append(out, nonEmpty(item.position())...)
		}
	}
	w.paragraph(heading, join("\n\n", out...))
}

// position is an entry of a career: the period, the role and the place on their own
// lines, then what was done there.
func (i jsonItem) position() string {
	role := firstOf(i.Position, i.Role, i.StudyType)
	where := firstOf(i.Employer, i.Company, i.Organization, i.Institution)
	own := firstOf(i.Name, i.Title)
	if where == "" {
		where, own = own, ""
	} else if role == "" {
		role, own = own, ""
	}
	if area := string(i.Area); area != "" {
		role = join(", ", role, area)
	}
	out := nonEmpty(i.period(), join(", ", role, where, string(i.Entity), string(i.Location)), own,
		firstOf(i.URL, i.Website), string(i.Repo), string(i.Description), string(i.Summary))
	for _, h := range i.Highlights {
		out = append(out, bullet+h)
	}
	out = append(out, nonEmpty(strings.Join(i.Keywords, ", "))...)
	out = append(out, nonEmpty(strings.Join(i.Courses, ", "), strings.Join(i.Curriculum, ", "))...)
	if score := firstOf(i.Score, i.GPA, i.Grade); score != "" {
		out = append(out, "GPA: "+score)
	}
	return join("\n", out...)
}

// period is "2013-12-01 – 2014-12-01". An entry that has begun and has no end goes on.
func (i jsonItem) period() string {
	start, end := firstOf(i.StartDate, i.Start), firstOf(i.EndDate, i.End)
	if start == "" {
		return firstOf(scalar(end), i.Date, i.ReleaseDate)
	}
	if end == "" {
		end = "present"
	}
	return start + " – " + end
}

func (i jsonItem) skill() string {
	level := string(i.Level)
	if years := string(i.Years); years != "" {
		level = join(", ", level, years+" years")
	}
	name := firstOf(i.Name, i.Title)
	if level != "" && name != "" {
		name += " (" + level + ")"
	}
	return join(": ", name, strings.Join(append(i.Keywords, i.Skills...), ", "), string(i.Summary))
}

func (i jsonItem) language() string {
	return join(": ", firstOf(i.Language, i.Name), firstOf(i.Fluency, i.Level))
}

func (i jsonItem) award() string {
	return join(", ", firstOf(i.Title, i.Name), firstOf(i.Issuer, i.Awarder, i.From, i.Publisher, i.Event),
		firstOf(i.Date, i.ReleaseDate), string(i.URL), string(i.Summary))
}

func (p place) text() string {
	return join(", ", string(p.City), string(p.Region), firstOf(p.Country, p.Land))
}

func firstOf(values ...scalar) string {
	for _, v := range values {
		if v != "" {
			return string(v)
		}
	}
	return ""
}

// join joins what is not empty.
func join(separator string, parts ...string) string {
	return strings.Join(nonEmpty(parts...), separator)
}
