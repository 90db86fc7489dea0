package evaluate

import (
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"kadry/internal/skill"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

// Facts compares what is read from files with gold facts, field by field. The definitions
// are the ones of the labelled set's own referee: a field that the gold does not have is
// left out, and a file that was refused counts as read empty.
type Facts struct {
	Files  int                         `json:"files"`
	Fields map[string]Share            `json:"fields"`
	Groups map[string]map[string]Share `json:"groups"` // the same by language and by form
}

// Share is how many of the facts of one field were right. For false_positions and
// skills_absent_claimed lower is better.
type Share struct {
	Hits  int     `json:"hits"`
	Of    int     `json:"of"`
	Share float64 `json:"share"` // Hits over Of, 0 of nothing
}

// goldCV is one line of the labelled set. A pointer or an empty slice that is nil says that
// the gold does not speak of the field.
type goldCV struct {
	File      string  `json:"file"`
	Form      string  `json:"form"`
	Lang      string  `json:"lang"`
	Expect    string  `json:"expect"`
	Name      *string `json:"name"`
	Email     *string `json:"email"`
	Phone     string  `json:"phone"`
	Headline  string  `json:"headline"`
	Level     string  `json:"level"`
	Updated   string  `json:"updated"`
	Positions []goldPosition
	Education []struct {
		Institution string `json:"institution"`
	}
	Languages []struct {
		Name string `json:"name"`
	}
	Certificates []string
	Present      []string `json:"skills_present"`
	Absent       []string `json:"skills_absent"`
}

type goldPosition struct{ Title, Employer, Start, End string }

// read is what the product made of one file.
type read struct {
	refused   bool
	candidate talent.Candidate
	pasted    talent.Candidate // the same text without its look, as a client pastes it
}

// facts measures every folder with a gold.jsonl and files/.
func (r *run) facts(ctx context.Context) (*Facts, error) {
	sum := &Facts{Groups: map[string]map[string]Share{}, Fields: map[string]Share{}}
	base := r.base()
	for _, name := range r.match(func(_, base string) bool { return base == "gold.jsonl" }) {
		gold, err := lines[goldCV](r, []string{name})
		if err != nil {
			return nil, err
		}
		for _, g := range gold {
			got, err := r.readFile(ctx, path.Join(path.Dir(name), "files", g.File))
			if err != nil {
				return nil, err
			}
			s := score{gold: g, shares: map[string]Share{}}
			s.all(got, base)
			r.noteMisses(g.File, s.misses)
			sum.add(g, s.shares)
		}
	}
	if sum.Files == 0 {
		r.note("gold.jsonl with files/: not found, left out")
		return nil, nil
	}
	return sum, nil
}

func (r *run) noteMisses(file string, misses []string) {
	if !r.Details {
		return
	}
	for _, m := range misses {
		r.note("%s: %s", file, m)
	}
}

func (r *run) readFile(ctx context.Context, name string) (read, error) {
	data, err := os.ReadFile(r.path(name))
	if err != nil {
		return read{}, err
	}
	doc, err := document.Read(ctx, path.Base(name), data, document.DefaultLimits)
	if err != nil {
		return read{refused: true}, ctx.Err()
	}
	month := resume.MonthOf(r.AsOf)
	return read{
		candidate: talent.Candidate{Text: doc.Text, Record: r.resumes.Extract(doc.Page(), month)},
		pasted:    talent.Candidate{Text: doc.Text, Record: r.resumes.Extract(layout.Page{Text: doc.Text}, month)},
	}, ctx.Err()
}

func (f *Facts) add(g goldCV, shares map[string]Share) {
	f.Files++
	for field, s := range shares {
		for _, into := range []map[string]Share{f.Fields, f.group("lang " + g.Lang), f.group(g.Form)} {
			into[field] = into[field].plus(s)
		}
	}
}

func (f *Facts) group(name string) map[string]Share {
	if f.Groups[name] == nil {
		f.Groups[name] = map[string]Share{}
	}
	return f.Groups[name]
}

func (s Share) plus(o Share) Share {
	s.Hits, s.Of = s.Hits+o.Hits, s.Of+o.Of
	if s.Of > 0 {
		s.Share = math.Round(float64(s.Hits)/float64(s.Of)*1000) / 1000
	}
	return s
}

// score is one file being compared.
type score struct {
	gold   goldCV
	shares map[string]Share
	misses []string
}

func (s *score) count(field string, hits, of int) {
	s.shares[field] = s.shares[field].plus(Share{Hits: hits, Of: of})
}

func (s *score) check(field string, right bool, want, got string) {
	s.count(field, btoi(right), 1)
	if !right {
		s.miss("%s %q read as %q", field, want, got)
	}
}

func (s *score) miss(format string, operands ...any) {
	s.misses = append(s.misses, fmt.Sprintf(format, operands...))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *score) all(got read, base *talent.Base) {
	if s.gold.Expect != "" {
		s.check("refused", got.refused, s.gold.Expect, "read")
		return
	}
	rec := got.candidate.Record
	s.person(rec)
	if s.gold.Positions != nil {
		s.positions(rec)
		s.years(rec)
	}
	s.lists(rec)
	s.skills(got, base)
}

func (s *score) person(rec resume.Record) {
	if g := s.gold.Name; g != nil {
		want, have := tokens(*g), tokens(rec.Name)
		if len(want)+len(have) > 0 {
			shared := len(want) - foreign(want, have)
			s.check("name", len(want) > 0 && len(have) > 0 && foreign(have, want) == 0 && (shared == len(want) || shared >= 2), *g, rec.Name)
		}
	}
	emails := rec.Contacts.Emails
	if g := s.gold.Email; g != nil && (*g != "" || len(emails) > 0) {
		s.check("email", len(emails) > 0 && strings.EqualFold(emails[0], *g), *g, strings.Join(emails, " "))
	}
	if g := s.gold.Phone; g != "" {
		s.check("phone", slices.ContainsFunc(rec.Contacts.Phones, func(p string) bool { return lastDigits(p) == lastDigits(g) }), g, strings.Join(rec.Contacts.Phones, ", "))
	}
	if g := s.gold.Headline; g != "" {
		s.check("headline", similar(g, rec.Title) >= 0.5, g, rec.Title)
	}
}

// lastDigits are the seven digits that tell phone numbers apart whatever stands before.
func lastDigits(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
	return digits[max(0, len(digits)-7):]
}

// lists compares education, languages and certificates.
func (s *score) lists(rec resume.Record) {
	if s.gold.Education != nil {
		var want, have []string
		for _, e := range s.gold.Education {
			if e.Institution != "" {
				want = append(want, e.Institution)
			}
		}
		for _, e := range rec.Education {
			have = append(have, e.Institution)
		}
		s.recall("education", want, have)
	}
	if s.gold.Languages != nil {
		have := map[string]bool{}
		for _, l := range rec.Languages {
			have[languageName(l.Name)] = true
		}
		for _, l := range s.gold.Languages {
			s.check("languages", have[languageName(l.Name)], l.Name, "missing")
		}
	}
	if s.gold.Certificates != nil {
		var have []string
		for _, c := range rec.Certificates {
			have = append(have, c.Name)
		}
		s.recall("certificates", s.gold.Certificates, have)
	}
}

// recall pairs wanted names with read ones, each used once, and counts both ways.
func (s *score) recall(field string, want, have []string) {
	left, hits := slices.Clone(have), 0
	for _, w := range want {
		i := slices.IndexFunc(left, func(h string) bool {
			return similar(w, h) >= 0.5 && foreign(tokens(h), tokens(w)) <= 6
		})
		if i < 0 {
			s.miss("%s missed %q", field, w)
			continue
		}
		left = slices.Delete(left, i, i+1)
		hits++
	}
	for _, h := range left {
		s.miss("%s false %q", field, h)
	}
	s.count(field+"_recall", hits, len(want))
	s.count(field+"_precision", hits, len(have))
}

func (s *score) skills(got read, base *talent.Base) {
	for _, asked := range s.gold.Present {
		s.check("skill_recall", !got.refused && base.Covers(got.pasted, asked), asked, "not covered")
	}
	named := map[string]bool{}
	for _, k := range got.candidate.Record.Skills {
		if k.Stance == skill.Affirmed || k.Stance == skill.Weak {
			named[strings.ToLower(k.Name)] = true
		}
	}
	for _, absent := range s.gold.Absent {
		claimed := slices.ContainsFunc(strings.Split(absent, "|"), func(name string) bool { return named[strings.ToLower(name)] })
		s.count("skills_absent_claimed", btoi(claimed), 1)
		if claimed {
			s.miss("claimed %q", absent)
		}
	}
}

// goldMonth is the gold's month as the referee counts: a bare year starts in July and ends in June.
func goldMonth(text string, end bool, now resume.Month) resume.Month {
	if text == "now" {
		return now
	}
	if t, err := time.Parse("2006-01", text); err == nil {
		return resume.MonthOf(t)
	}
	t, err := time.Parse("2006", text)
	if err != nil {
		return 0
	}
	if end {
		return resume.MonthOf(t) + 5
	}
	return resume.MonthOf(t) + 6
}
