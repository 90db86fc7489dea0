package linkedin

import (
	"strings"

	"kadry/internal/fault"
)

// domain is a part of a member's data: a file of the archive, a domain of the snapshot.
type domain string

const (
	profileDomain        domain = "profile"
	positionDomain       domain = "positions"
	educationDomain      domain = "education"
	skillDomain          domain = "skills"
	languageDomain       domain = "languages"
	licenceDomain        domain = "certifications"
	recommendationDomain domain = "recommendations"
	endorsementDomain    domain = "endorsements"
)

// domainOf tells a domain by the name of a file or of a domain of the snapshot, whatever
// its case, spaces and underscores. All that is not listed, the data of other people before
// all, is not a domain and is never opened.
func domainOf(name string) (domain, bool) {
	d, ok := vocabulary.domains[letters(name)]
	return d, ok
}

// letters keeps the letters of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// row is a record by the letters of its column titles.
type row map[string]string

// titles are the columns by which the header of each domain is told, as letters.
var titles = map[domain][]string{
	profileDomain:        {"firstname", "lastname", "headline", "summary", "industry", "geolocation"},
	positionDomain:       {"companyname", "title", "description", "location", "startedon", "finishedon"},
	educationDomain:      {"schoolname", "startdate", "enddate", "notes", "degreename", "activities"},
	skillDomain:          {"name"},
	languageDomain:       {"name", "proficiency"},
	licenceDomain:        {"name", "url", "authority", "startedon", "finishedon", "licensenumber"},
	recommendationDomain: {"firstname", "lastname", "text", "creationdate", "status"},
	endorsementDomain:    {"skillname", "endorsementdate", "endorsementstatus"},
}

// table is the records of one domain.
type table struct {
	domain  domain
	place   string
	columns map[string]bool
	rows    []row
}

// take maps the records of a domain into the profile.
func (d *draft) take(t table) {
	switch t.domain {
	case profileDomain:
		d.takeProfile(t)
	case positionDomain:
		d.found(t.place, Experience)
		each(d, t, &d.Experience, d.position)
	case educationDomain:
		d.found(t.place, Schools)
		each(d, t, &d.Education, d.school)
	case skillDomain:
		d.found(t.place, Skills)
		each(d, t, &d.Skills, d.skill)
	case languageDomain:
		d.found(t.place, Languages)
		each(d, t, &d.Languages, d.language)
	case licenceDomain:
		d.found(t.place, Certificates)
		each(d, t, &d.Certifications, d.licence)
	case recommendationDomain:
		d.found(t.place, Recommendations)
		count := t.count("status", "visible")
		d.RecommendationCount = &count
	case endorsementDomain:
		// Joined with the skills once all of them are known.
	}
}

// each reads records one by one; what a record lacks makes a warning.
func each[T any](d *draft, t table, out *[]T, read func(place string, r row) (T, bool)) {
	for i, r := range t.rows {
		if len(*out) >= maxItems {
			d.warn(t.place, fault.Say("Only the first %d records were read.", "Прочитаны только первые записи: %d.", maxItems))
			return
		}
		item, ok := read(t.place, r)
		if !ok {
			d.warn(t.place, fault.Say("Record %d was left out: it has no name.", "Запись %d пропущена: в ней нет названия.", i+1))
			continue
		}
		*out = append(*out, item)
	}
}

// count is the number of records whose column has the value; where there is no such column
// every record counts.
func (t table) count(column, value string) int {
	if !t.columns[column] {
		return len(t.rows)
	}
	n := 0
	for _, r := range t.rows {
		if strings.EqualFold(strings.TrimSpace(r[column]), value) {
			n++
		}
	}
	return n
}

func (d *draft) takeProfile(t table) {
	if len(t.rows) == 0 {
		return
	}
	r := t.rows[0]
	if d.FullName = line(r["firstname"] + " " + r["lastname"]); d.FullName != "" {
		d.found(t.place, FullName)
	}
	for _, f := range []struct {
		field  Field
		column string
		into   *string
	}{
		{Headline, "headline", &d.Headline}, {Location, "geolocation", &d.Location}, {Summary, "summary", &d.Summary},
	} {
		*f.into = text(r[f.column])
		if t.columns[f.column] {
			d.found(t.place, f.field)
		}
	}
}

func (d *draft) position(place string, r row) (Position, bool) {
	p := Position{
		Company: line(r["companyname"]), Title: line(r["title"]),
		Description: text(r["description"]), Location: line(r["location"]),
	}
	if p.Company == "" && p.Title == "" {
		return p, false
	}
	p.Start = d.date(place, r["startedon"])
	p.End = d.date(place, r["finishedon"])
	p.Current = strings.TrimSpace(r["finishedon"]) == "" && !p.Start.IsZero()
	d.dated(place, p)
	return p, true
}

// dated notes the months of a job as an origin, or why they cannot be counted.
func (d *draft) dated(place string, p Position) {
	if p.span(d.reading.AsOf).months() > 0 {
		d.found(place, TotalExperience)
		return
	}
	d.warn(place, fault.Say("The dates of %q at %q (%s to %s) cannot be counted.", "Даты работы «%s» в «%s» (%s — %s) посчитать нельзя.",
		fault.Clip(p.Title), fault.Clip(p.Company), p.Start, p.End))
}

// date reads a date; one that is not understood makes a warning.
func (d *draft) date(place, raw string) Month {
	if strings.TrimSpace(raw) == "" {
		return Month{}
	}
	m, ok := parseMonth(raw)
	if !ok {
		d.warn(place, fault.Say("%q is no date.", "«%s» — не дата.", fault.Clip(line(raw))))
		return Month{}
	}
	return m
}

func (d *draft) school(place string, r row) (Education, bool) {
	e := Education{
		School: line(r["schoolname"]), Degree: line(r["degreename"]), Field: line(r["fieldofstudy"]),
		StartYear: d.date(place, r["startdate"]).Year, EndYear: d.date(place, r["enddate"]).Year,
	}
	// The archive has one column for both: "BSc, Statistics".
	if e.Field == "" {
		e.Degree, e.Field = degree(e.Degree)
	}
	return e, e.School != "" || e.Degree != ""
}

// degree parts a degree from its field where a comma does.
func degree(whole string) (name, field string) {
	name, field, _ = strings.Cut(whole, ", ")
	return strings.TrimSpace(name), strings.TrimSpace(field)
}

func (d *draft) skill(_ string, r row) (Skill, bool) {
	name := line(r["name"])
	return Skill{Name: name}, name != ""
}

func (d *draft) language(_ string, r row) (Language, bool) {
	l := Language{Name: line(r["name"]), Proficiency: line(r["proficiency"])}
	return l, l.Name != ""
}

func (d *draft) licence(place string, r row) (Certification, bool) {
	c := Certification{
		Name: line(r["name"]), Organization: line(r["authority"]), Issued: d.date(place, r["startedon"]),
		CredentialID: line(r["licensenumber"]), URL: line(r["url"]),
	}
	return c, c.Name != ""
}

// endorse counts the accepted endorsements of each skill. Who gave them is not kept.
func (d *draft) endorse(t table) {
	d.found(t.place, Endorsements)
	counts := map[string]int{}
	for _, r := range t.rows {
		if status := r["endorsementstatus"]; !t.columns["endorsementstatus"] || strings.EqualFold(strings.TrimSpace(status), "accepted") {
			counts[fold(line(r["skillname"]))]++
		}
	}
	for i := range d.Skills {
		n := counts[fold(d.Skills[i].Name)]
		d.Skills[i].Endorsements = &n
	}
}

// takeAll maps the domains found, each once.
func (d *draft) takeAll(tables map[domain]table) {
	for _, name := range []domain{
		profileDomain, positionDomain, educationDomain, skillDomain, languageDomain, licenceDomain, recommendationDomain,
	} {
		if t, ok := tables[name]; ok {
			d.take(t)
		}
	}
	if t, ok := tables[endorsementDomain]; ok {
		d.endorse(t)
	}
}
