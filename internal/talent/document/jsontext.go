package document

import (
	"slices"
	"strings"

	"kadry/internal/talent/layout"
)

// lines writes the resume as a CV is written, under the headings every reader of CVs
// knows, and says of every value that is a fact what it is.
func (r *resume) lines() []line {
	var w sheet
	b := r.Basics
	w.row("", piece{layout.Name, firstOf(b.Name, r.Name)})
	w.row("", piece{layout.Headline, firstOf(b.Label, r.Info.Label)})
	w.row("", piece{layout.Location, join(", ", place.text(b.Location), place.text(r.Location))})
	w.row(" | ", piece{layout.Email, firstOf(b.Email, r.Contact.Email)}, piece{layout.Phone, firstOf(b.Phone, r.Contact.Phone)},
		piece{"", firstOf(b.URL, b.Website, r.Contact.Website)})
	for _, p := range append(b.Profiles, r.Social...) {
		w.row(": ", piece{"", string(p.Network)}, piece{"", firstOf(p.URL, p.Username, p.User)})
	}
	w.summary("Summary", firstOf(b.Summary, r.Info.Brief, r.Info.Summary))
	w.list("Skills", r.Skills, (*sheet).skill)
	w.dated("Experience", jobRoles, r.Work, r.Employment)
	w.dated("Education", schoolRoles, r.Education)
	w.list("Certificates", r.Certificates, (*sheet).certificate)
	w.dated("Projects", entryRoles{}, r.Projects, r.Samples)
	w.list("Languages", r.Languages, (*sheet).language)
	w.dated("Volunteering", entryRoles{}, r.Volunteer, r.Service)
	w.list("Awards", r.Awards, (*sheet).award)
	w.list("Awards", r.Recognition, (*sheet).award)
	w.list("Publications", r.Publications, (*sheet).award)
	w.list("Publications", r.Writing, (*sheet).award)
	w.list("Talks", r.Speaking, (*sheet).award)
	w.dated("Memberships", entryRoles{}, r.Affiliation, r.Governance)
	w.list("Interests", r.Interests, (*sheet).interest)
	return w.out
}

// entryRoles are the roles of the values of a section, none where a section states no
// facts of its own kind.
type entryRoles struct{ title, field, employer, location, start, end, text layout.Role }

var (
	jobRoles = entryRoles{
		title: layout.JobTitle, employer: layout.JobEmployer, location: layout.JobLocation,
		start: layout.JobStart, end: layout.JobEnd, text: layout.JobText,
	}
	schoolRoles = entryRoles{
		title: layout.SchoolDegree, field: layout.SchoolField, employer: layout.SchoolInstitution,
		start: layout.SchoolStart, end: layout.SchoolEnd,
	}
)

// piece is a value on its way into a line.
type piece struct {
	role layout.Role
	text string
}

// sheet is the text under construction.
type sheet struct {
	out   []line
	entry int // of what is written now; zero for the person
	last  int // entry given out last
}

// row writes values on one line, parted by the separator.
func (w *sheet) row(separator string, parts ...piece) {
	var text strings.Builder
	var fields []layout.Field
	for _, p := range parts {
		value := cleanValue(p.text)
		if value == "" {
			continue
		}
		if text.Len() > 0 {
			text.WriteString(separator)
		}
		if p.role != "" {
			fields = append(fields, layout.Field{Role: p.role, Entry: w.entry, Start: text.Len(), End: text.Len() + len(value)})
		}
		text.WriteString(value)
	}
	if text.Len() > 0 {
		w.out = append(w.out, line{text: text.String(), fields: fields})
	}
}

// cleanValue is a value on one line, as it will stand in the text.
func cleanValue(text string) string {
	return strings.Join(strings.Fields(replace(plainText(text))), " ")
}

// text writes a text that may have several lines, with a sign before the first one.
func (w *sheet) text(role layout.Role, sign, text string) {
	for part := range strings.SplitSeq(replace(plainText(text)), "\n") {
		value := cleanValue(part)
		if value == "" {
			continue
		}
		l := line{text: sign + value}
		if role != "" {
			l.fields = []layout.Field{{Role: role, Entry: w.entry, Start: len(sign), End: len(l.text)}}
		}
		w.out = append(w.out, l)
		sign = ""
	}
}

func (w *sheet) heading(text string) {
	w.out = append(w.out, line{}, line{text: text, look: layout.Line{Heading: 1}})
}

func (w *sheet) summary(heading, text string) {
	if text != "" {
		w.heading(heading)
		w.text(layout.Summary, "", text)
	}
}

// section writes a heading and what is under it, nothing when there is nothing.
func (w *sheet) section(heading string, write func()) {
	start := len(w.out)
	w.heading(heading)
	under := len(w.out)
	write()
	if len(w.out) == under {
		w.out = w.out[:start]
	}
	w.entry = 0
}

// begin starts another entry.
func (w *sheet) begin() {
	w.last++
	w.entry = w.last
}

// list writes a section whose entries take a line each.
func (w *sheet) list(heading string, s section, write func(*sheet, jsonItem)) {
	w.section(heading, func() {
		w.text("", "", s.summary)
		for _, item := range s.items {
			w.begin()
			write(w, item)
		}
	})
}

// dated writes sections whose entries have a period and a text, an empty line between two.
func (w *sheet) dated(heading string, roles entryRoles, sections ...section) {
	w.section(heading, func() {
		under := len(w.out)
		for _, s := range sections {
			w.text("", "", s.summary)
			for _, item := range s.items {
				if len(w.out) > under {
					w.out = append(w.out, line{})
				}
				w.begin()
				w.position(item, roles)
			}
		}
	})
}

// position is an entry of a career: the period, the role and the place on their own
// lines, then what was done there.
func (w *sheet) position(i jsonItem, roles entryRoles) {
	role := firstOf(i.Position, i.Role, i.StudyType)
	where := firstOf(i.Employer, i.Company, i.Organization, i.Institution)
	own := firstOf(i.Name, i.Title)
	if where == "" {
		where, own = own, ""
	} else if role == "" {
		role, own = own, ""
	}
	w.period(i, roles)
	w.row(", ", piece{roles.title, role}, piece{roles.field, string(i.Area)}, piece{roles.employer, where},
		piece{"", string(i.Entity)}, piece{roles.location, string(i.Location)})
	w.text("", "", own)
	w.text("", "", firstOf(i.URL, i.Website))
	w.text("", "", string(i.Repo))
	w.text(roles.text, "", string(i.Description))
	w.text(roles.text, "", string(i.Summary))
	for _, h := range i.Highlights {
		w.text(roles.text, bullet, h)
	}
	for _, words := range []terms{i.Keywords, i.Courses, i.Curriculum} {
		w.text(roles.text, "", strings.Join(words, ", "))
	}
	if score := firstOf(i.Score, i.GPA, i.Grade); score != "" {
		w.text("", "GPA: ", score)
	}
}

// period is "2013-12-01 – 2014-12-01". An entry that has begun and has no end goes on.
func (w *sheet) period(i jsonItem, roles entryRoles) {
	start, end := firstOf(i.StartDate, i.Start), firstOf(i.EndDate, i.End)
	if start == "" {
		w.row("", piece{roles.end, firstOf(scalar(end), i.Date, i.ReleaseDate)})
		return
	}
	if end == "" {
		end = "present"
	}
	w.row(" – ", piece{roles.start, start}, piece{roles.end, end})
}

// skill writes a skill, or a group of them under its name.
func (w *sheet) skill(i jsonItem) {
	words := slices.Concat(i.Keywords, i.Skills)
	own := layout.SkillName
	if len(words) > 0 {
		own = ""
	}
	w.skills(i, own, layout.SkillName, words)
}

func (w *sheet) interest(i jsonItem) { w.skills(i, "", "", slices.Concat(i.Keywords, i.Skills)) }

func (w *sheet) skills(i jsonItem, own, each layout.Role, words []string) {
	level := string(i.Level)
	if years := string(i.Years); years != "" {
		level = join(", ", level, years+" years")
	}
	name := firstOf(i.Name, i.Title)
	var list sheet
	list.entry = w.entry
	list.row("", piece{own, name})
	named := len(list.out) > 0
	if level != "" && named {
		list.out[0].text += " (" + cleanValue(level) + ")"
	}
	var parts []piece
	for _, word := range words {
		parts = append(parts, piece{each, word})
	}
	list.row(", ", parts...)
	list.row("", piece{"", string(i.Summary)})
	w.out = append(w.out, glue(": ", list.out)...)
}

// glue makes one line of several.
func glue(separator string, lines []line) []line {
	if len(lines) == 0 {
		return nil
	}
	out := lines[0]
	for _, l := range lines[1:] {
		out.text += separator
		for _, f := range l.fields {
			f.Start += len(out.text)
			f.End += len(out.text)
			out.fields = append(out.fields, f)
		}
		out.text += l.text
	}
	return []line{out}
}

func (w *sheet) language(i jsonItem) {
	w.row(": ", piece{layout.LanguageName, firstOf(i.Language, i.Name)}, piece{layout.LanguageLevel, firstOf(i.Fluency, i.Level)})
}

func (w *sheet) certificate(i jsonItem) {
	w.row(", ", piece{layout.CertificateName, firstOf(i.Title, i.Name)},
		piece{layout.CertificateIssuer, firstOf(i.Issuer, i.Awarder, i.From, i.Publisher, i.Event)},
		piece{layout.CertificateDate, firstOf(i.Date, i.ReleaseDate)}, piece{"", string(i.URL)}, piece{"", string(i.Summary)})
}

func (w *sheet) award(i jsonItem) {
	w.row(", ", piece{"", firstOf(i.Title, i.Name)}, piece{"", firstOf(i.Issuer, i.Awarder, i.From, i.Publisher, i.Event)},
		piece{"", firstOf(i.Date, i.ReleaseDate)}, piece{"", string(i.URL)}, piece{"", string(i.Summary)})
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
