package talentweb

import (
	"strings"
	"unicode/utf8"

	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

// headline is a candidate in one line: title, level, length of work.
func (s *screen) headline(r resume.Record) string {
	var parts []string
	if r.Title != "" {
		parts = append(parts, r.Title)
	}
	return strings.Join(append(parts, s.level(r.Level), s.worked(r.TotalMonths)), " · ")
}

// backText says where the way back leads.
func (s *screen) backText(a search) string {
	if a.empty() {
		return s.T("case.backAll")
	}
	return s.T("case.back")
}

// sourceText says which file a candidate was read from.
func (s *screen) sourceText(f file) string {
	source := f.Candidate.Source
	name := source.File
	switch {
	case f.search.Redact:
		name = s.T("side.fileHidden")
	case name == "":
		name = s.T("side.pasted")
	}
	text := name + ", " + strings.ToUpper(string(source.Format))
	if source.Pages > 0 {
		text += ", " + s.N("page.count", source.Pages)
	}
	return text
}

// warnings are what the reading of the file and of its text ran into.
func (s *screen) warnings(f file) []string {
	var list []string
	for _, w := range f.Candidate.Source.Warnings {
		list = append(list, s.Say(w.Text))
	}
	for _, w := range f.person().Warnings {
		list = append(list, s.Say(w.Text))
	}
	return list
}

// relativeText names another candidate: with its file where it is the same person's.
func (s *screen) relativeText(f file, r talent.Relative) string {
	switch {
	case f.search.Redact:
		return s.pseudonym(r.ID)
	case len(r.Because) == 0:
		return s.name(r.Name) + ", " + s.fileOf(r)
	}
	return s.name(r.Name) + " — " + s.likeness(r)
}

// lengthText is how long a position lasted, nothing when a date is not known. From a bare
// year it is known to the year, and not at all below one.
func (s *screen) lengthText(p resume.Position) string {
	if p.From <= 0 || p.To < p.From {
		return ""
	}
	months := int(p.To-p.From) + 1
	if !p.FromYear && !p.ToYear {
		return s.Duration(months)
	}
	if months < 12 {
		return ""
	}
	return s.Duration((months + 6) / 12 * 12)
}

// studied is an education in one line: degree, field, years.
func (s *screen) studied(e resume.Education) string {
	var parts []string
	for _, text := range []string{e.Degree, e.Field} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if e.From > 0 || e.To > 0 {
		parts = append(parts, s.stretch(resume.Position{From: e.From, To: e.To, FromYear: e.FromYear, ToYear: e.ToYear}))
	}
	if len(parts) == 0 {
		return s.T("dates.unknown")
	}
	return strings.Join(parts, ", ")
}

func (s *screen) certified(c resume.Certificate) string {
	text := c.Name
	if c.Issuer != "" {
		text += ", " + c.Issuer
	}
	if c.Date > 0 {
		text += ", " + s.month(c.Date, c.Year)
	}
	return text
}

// speaksText names a language with its level, as far as the CV states one.
func (s *screen) speaksText(l resume.Language) string {
	switch l.CEFR {
	case "":
		return l.Name
	case "native":
		return l.Name + " — " + s.T("language.native")
	}
	return l.Name + " — " + l.CEFR
}

// redaction is a stretch of text that is covered or not.
type redaction struct {
	text    string
	covered bool
}

// redactionRune is what the room covers identity with.
const redactionRune = '█'

// redactions cuts text where covering begins and ends.
func redactions(text string) []redaction {
	var list []redaction
	for text != "" {
		first, _ := utf8.DecodeRuneInString(text)
		covered := first == redactionRune
		end := strings.IndexFunc(text, func(r rune) bool { return (r == redactionRune) != covered })
		if end < 0 {
			end = len(text)
		}
		list = append(list, redaction{text: text[:end], covered: covered})
		text = text[end:]
	}
	return list
}
