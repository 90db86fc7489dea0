package talentweb

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/talent/resume"
)

// form is the fields of a record as a person edits them: texts, a line an entry.
type form struct {
	Reason, Name, Title, Location, Level string
	Emails, Phones, Links                string // an entry a line
	Jobs, Schools, Certificates, Tongues []entry
	Add, Remove                          string // skills, between commas
}

// entry is one row of a list: a job, a school, a certificate, a language. The names of its
// fields are those that the operation has.
type entry map[string]string

// The fields of the lists, in the order they are shown.
var (
	jobFields         = []string{"title", "company", "from", "to"}
	schoolFields      = []string{"institution", "degree", "field", "from", "to"}
	certificateFields = []string{"name", "issuer", "date"}
	tongueFields      = []string{"name", "cefr"}
)

// formOf is a record in the fields of a form.
func formOf(r resume.Record) form {
	f := form{
		Name: r.Name, Title: r.Title, Location: r.Location, Level: string(r.Level),
		Emails: lines(r.Contacts.Emails), Phones: lines(r.Contacts.Phones), Links: lines(r.Contacts.Links),
	}
	for i, p := range r.Positions {
		job := entry{"number": strconv.Itoa(i + 1), "title": p.Title, "company": p.Company, "from": p.From.Text(p.FromYear), "to": p.To.Text(p.ToYear)}
		if p.Current {
			job["current"], job["to"] = "yes", ""
		}
		if !p.Work {
			job["not_work"] = "yes"
		}
		f.Jobs = append(f.Jobs, job)
	}
	for _, e := range r.Education {
		f.Schools = append(f.Schools, entry{
			"institution": e.Institution, "degree": e.Degree, "field": e.Field, "from": e.From.Text(e.FromYear), "to": e.To.Text(e.ToYear), "level": e.Level,
		})
	}
	for _, c := range r.Certificates {
		f.Certificates = append(f.Certificates, entry{"name": c.Name, "issuer": c.Issuer, "date": c.Date.Text(c.Year)})
	}
	for _, l := range r.Languages {
		f.Tongues = append(f.Tongues, entry{"name": l.Name, "cefr": l.CEFR})
	}
	return f
}

func lines(list []string) string { return strings.Join(list, "\n") }

// formFrom reads a form that was sent. A list comes as a column of values for each field.
func formFrom(v url.Values) form {
	get := func(name string) string { return strings.TrimSpace(v.Get(name)) }
	return form{
		Reason: get("reason"), Name: get("name"), Title: get("title"), Location: get("location"), Level: get("level"),
		Emails: get("emails"), Phones: get("phones"), Links: get("links"), Add: get("add"), Remove: get("remove"),
		Jobs:         rows(v, "job", append([]string{"number", "current", "not_work"}, jobFields...)),
		Schools:      rows(v, "school", append([]string{"level"}, schoolFields...)),
		Certificates: rows(v, "certificate", certificateFields),
		Tongues:      rows(v, "tongue", tongueFields),
	}
}

// mostRows bounds the rows that are read; the operation says what is too many.
const mostRows = 100

func rows(v url.Values, list string, fields []string) []entry {
	var out []entry
	for i := range min(len(v[list+"_"+fields[len(fields)-1]]), mostRows) {
		row, said := entry{}, false
		for _, f := range fields {
			if column := v[list+"_"+f]; i < len(column) && column[i] != "" {
				row[f] = strings.TrimSpace(column[i])
				said = said || !slices.Contains([]string{"number", "current", "not_work", "level"}, f)
			}
		}
		if said {
			out = append(out, row)
		}
	}
	return out
}

// call is the call of the operation that says what differs from what was shown.
func (f form) call(id string, shown form) map[string]any {
	in := map[string]any{"candidate_id": id, "reason": f.Reason}
	var empty []string
	say := func(name string, value any, changed, none bool) {
		switch {
		case changed && none:
			empty = append(empty, name)
		case changed:
			in[name] = value
		}
	}
	for name, pair := range map[string][2]string{
		"name": {f.Name, shown.Name}, "title": {f.Title, shown.Title}, "location": {f.Location, shown.Location},
	} {
		say(name, pair[0], pair[0] != pair[1], pair[0] == "")
	}
	say("experience_level", f.Level, f.Level != shown.Level && f.Level != "", false)
	for name, pair := range map[string][2]string{
		"emails": {f.Emails, shown.Emails}, "phones": {f.Phones, shown.Phones}, "links": {f.Links, shown.Links},
	} {
		now := strings.FieldsFunc(pair[0], lineEnd)
		say(name, now, !slices.Equal(now, strings.FieldsFunc(pair[1], lineEnd)), len(now) == 0)
	}
	for name, pair := range map[string][2][]entry{
		"positions": {f.Jobs, shown.Jobs}, "education": {f.Schools, shown.Schools},
		"certificates": {f.Certificates, shown.Certificates}, "languages": {f.Tongues, shown.Tongues},
	} {
		say(name, typed(pair[0]), !reflect.DeepEqual(said(pair[0]), said(pair[1])), len(pair[0]) == 0)
	}
	if add := commas(f.Add); len(add) > 0 {
		var list []map[string]string
		for _, name := range add {
			list = append(list, map[string]string{"skill": name})
		}
		in["add_skills"] = list
	}
	if remove := commas(f.Remove); len(remove) > 0 {
		in["remove_skills"] = remove
	}
	if slices.Sort(empty); len(empty) > 0 {
		in["clear"] = empty
	}
	return in
}

func lineEnd(r rune) bool { return r == '\n' || r == '\r' }

func commas(text string) []string {
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// said are entries without their empty fields, to be compared.
func said(list []entry) []entry {
	out := []entry{}
	for _, row := range list {
		clean := entry{}
		for name, value := range row {
			if value != "" {
				clean[name] = value
			}
		}
		out = append(out, clean)
	}
	return out
}

// typed are entries as the operation takes them.
func typed(list []entry) []map[string]any {
	var out []map[string]any
	for _, row := range list {
		one := map[string]any{}
		for name, value := range row {
			switch name {
			case "current", "not_work":
				one[name] = value == "yes"
			default:
				one[name] = value // the kernel reads a number from a text
			}
		}
		out = append(out, one)
	}
	return out
}
