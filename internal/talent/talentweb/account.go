package talentweb

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
	"kadry/internal/webui/kit"
)

// fieldForm is the form of a file: json, else Markdown.
const fieldForm = "form"

// exportCandidate hands out everything that is known of a person as a file.
func (w *web) exportCandidate(s *screen) error {
	_, r, err := w.report(s)
	if err != nil {
		return err
	}
	file, err := r.File(s.Request.URL.Query().Get(fieldForm))
	if err != nil {
		return err
	}
	return s.Send(file)
}

// printCandidate shows it as one page for paper.
func (w *web) printCandidate(s *screen) error {
	f, r, err := w.report(s)
	if err != nil {
		return err
	}
	prose, err := r.Prose()
	if err != nil {
		return err
	}
	return s.Show(http.StatusOK, paperPage(s, f, prose))
}

func (w *web) report(s *screen) (f file, r kit.Report, err error) {
	f = file{search: readSearch(s.Request.URL.Query())}
	if err = w.read(s, &f, s.Request.PathValue("id")); err == nil {
		r, err = s.Report(f.subject(s))
	}
	return f, r, err
}

// read fills f with what is known of a CV, as its search may show it.
func (w *web) read(s *screen, f *file, id string) error {
	return s.Run(opDetails, func(ctx context.Context) error { return w.load(ctx, s, f, id) })
}

// accounts are what a CV says, and what people corrected in it.
func (w *web) accounts() []kit.Account {
	return []kit.Account{{Kind: kit.Person, Order: 10, ID: "cv", Tell: func(k *kit.Screen, about kit.Subject) (kit.Told, error) {
		s := w.screen(k)
		facts, err := s.Answer(opDetails, map[string]any{"candidate_id": about.ID, "max_chars": textLimit, "redact": about.Blind})
		if err != nil {
			return kit.Told{}, err
		}
		f := file{search: search{Query: talent.Query{Redact: about.Blind}}}
		if err := w.read(s, &f, about.ID); err != nil {
			return kit.Told{}, err
		}
		return kit.Told{Facts: json.RawMessage(facts.JSON), Text: s.told(f)}, nil
	}}}
}

// sheet writes Markdown. What a CV says can act as none.
type sheet struct{ strings.Builder }

func (b *sheet) head(text string) { b.WriteString("\n## " + text + "\n\n") }

func (b *sheet) item(parts ...string) {
	line := strings.Join(slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" }), ", ")
	if line != "" {
		b.WriteString("- " + fault.EscapeMarkdown(strings.Join(strings.Fields(line), " ")) + "\n")
	}
}

func (b *sheet) fact(name, value string) {
	if value != "" {
		b.item(name + ": " + value)
	}
}

// told is a CV for a reader: what the page of the person says of it, and the text it was read from.
func (s *screen) told(f file) string {
	var b sheet
	r := f.person()
	b.WriteString("# " + s.T("export.cv") + "\n\n" + fault.EscapeMarkdown(s.headline(r)) + "\n\n")
	b.fact(s.T("filter.place"), r.Location)
	b.fact(s.T("side.salary"), r.SalaryWish)
	b.fact(s.T("side.relocation"), r.Relocation)
	b.fact(s.T("section.contacts"), strings.Join(slices.Concat(r.Contacts.Emails, r.Contacts.Phones, r.Contacts.Links), ", "))
	b.fact(s.T("side.source"), s.sourceText(f)+", "+s.T("side.added", "Date", s.Date(f.Candidate.Source.IngestedAt)))
	b.fact(s.T("filter.tags"), strings.Join(f.Candidate.Tags, ", "))
	for _, text := range append(s.warnings(f), s.changes(f.Details)...) {
		b.item(text)
	}
	s.tellWork(&b, r)
	s.tellSkills(&b, f)
	s.tellRest(&b, r)
	b.head(s.T("case.text"))
	for line := range strings.Lines(f.Text) {
		b.WriteString(fault.EscapeMarkdown(strings.TrimSpace(line)) + "  \n")
	}
	if f.NextCursor != "" {
		b.WriteString("\n" + s.T("case.textCut") + "\n")
	}
	return b.String()
}

func (s *screen) tellWork(b *sheet, r resume.Record) {
	b.head(s.T("section.experience"))
	if len(r.Positions) == 0 {
		b.WriteString(s.T("case.noPositions") + "\n")
	}
	for _, p := range r.Positions {
		b.item(s.stretch(p), s.lengthText(p), s.job(p), p.Location)
		if !p.Work {
			b.WriteString("  ")
			b.item(s.T("case.notWork"))
		}
	}
}

func (s *screen) tellSkills(b *sheet, f file) {
	claimed, said := f.known()
	b.head(s.T("section.skills"))
	if len(claimed) == 0 {
		b.WriteString(s.T("case.noSkills") + "\n")
	}
	for _, found := range claimed {
		last := ""
		if found.LastUsed > 0 {
			last = s.T("evidence.last", "Month", s.last(found))
		}
		b.item(found.Name+": "+s.lasting(found), last, s.T("strength."+string(found.Strength)))
	}
	for _, found := range said {
		b.item(found.Name + ": " + s.T(stance(found)))
	}
}

func (s *screen) tellRest(b *sheet, r resume.Record) {
	if len(r.Projects) > 0 {
		b.head(s.T("section.projects"))
	}
	for _, p := range r.Projects {
		b.item(p.Name, p.Text)
	}
	if len(r.Education) > 0 {
		b.head(s.T("section.education"))
	}
	for _, e := range r.Education {
		b.item(e.Institution, s.studied(e))
	}
	if len(r.Certificates) > 0 {
		b.head(s.T("section.certificates"))
	}
	for _, c := range r.Certificates {
		b.item(s.certified(c))
	}
	if len(r.Languages) > 0 {
		b.head(s.T("section.languages"))
	}
	for _, l := range r.Languages {
		b.item(s.speaksText(l))
	}
}
