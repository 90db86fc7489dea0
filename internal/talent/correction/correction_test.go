package correction_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/correction"
	"kadry/internal/talent/resume"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func entry(id int64, e correction.Engine, f correction.Field, v correction.Value) correction.Entry {
	return correction.Entry{ID: id, Engine: e, Field: f, Value: v, At: noon}
}

func back(e correction.Entry) correction.Entry {
	e.Back = &correction.Back{Author: "x"}
	return e
}

func name(id skill.ID) string { return strings.ToUpper(string(id)) }

// The last word of a person holds, whenever a model spoke; what is taken back does not.
func TestHolding(t *testing.T) {
	t.Parallel()
	named := func(id int64, by correction.Engine, to string) correction.Entry {
		return entry(id, by, correction.Name, correction.Value{Text: to})
	}
	skilled := func(id int64, s string, gone bool) correction.Entry {
		return entry(id, correction.Person, correction.Skill, correction.Value{Skill: correction.SkillValue{Skill: skill.ID(s), Gone: gone}})
	}
	for _, c := range []struct {
		entries []correction.Entry
		want    []int64
	}{
		{nil, nil},
		{[]correction.Entry{named(1, correction.Person, "A"), named(2, correction.Person, "B")}, []int64{2}},
		{[]correction.Entry{named(1, correction.Person, "A"), back(named(2, correction.Person, "B"))}, []int64{1}},
		{[]correction.Entry{named(1, correction.Person, "A"), named(2, correction.Model, "B")}, []int64{1}},
		{[]correction.Entry{named(1, correction.Model, "A"), named(2, correction.Person, "B")}, []int64{2}},
		{[]correction.Entry{named(1, correction.Model, "A"), back(named(2, correction.Person, "B"))}, []int64{1}},
		{[]correction.Entry{skilled(1, "go", false), skilled(2, "sql", true), skilled(3, "go", true)}, []int64{2, 3}},
	} {
		var got []int64
		for _, e := range correction.Holding(c.entries) {
			got = append(got, e.ID)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.entries, diff)
		}
	}
}

const text = "Nina Example\nnina@example.com\nAcme, Go developer, 2019 to 2021\nwrote Go services\nsays ANNA Else and annabel\n"

func read() resume.Record {
	job := strings.Index(text, "Acme")
	go1 := strings.Index(text, "Go services")
	return resume.Record{
		Name: "Nina Example", Title: "Go developer", AsOf: 2026 * 12, TotalMonths: 24, Level: resume.Junior, Language: "en",
		Contacts:  resume.Contacts{Emails: []string{"nina@example.com"}, Spans: []resume.Span{{Start: 0, End: 12}}},
		Positions: []resume.Position{{Title: "Go developer", Company: "Acme", From: 2019*12 + 6, To: 2021*12 + 5, Work: true, Start: job, End: job + 52, Text: "wrote Go services"}},
		Skills: []resume.Skill{{
			Skill: "go", Name: "GO", Months: 24, MonthsKnown: true, FirstUsed: 2019*12 + 6, LastUsed: 2021*12 + 5, Strength: resume.InPosition, Stance: skill.Affirmed,
			Evidence: []resume.Evidence{{Section: "experience", Start: go1, End: go1 + 2, Surface: "Go", Stance: skill.Affirmed, Position: 0}},
		}},
		Confidence: resume.Confidence{Name: 1, Title: 0.9, Positions: 1},
		Warnings:   []resume.Warning{{Code: "reversed_dates"}, {Code: "keyword_stuffing"}},
	}
}

// Jobs that keep their place keep their duties, and what follows from jobs follows anew.
func TestApply_positions(t *testing.T) {
	t.Parallel()
	r := read()
	given := []resume.Position{
		{Title: "Teacher", From: 2010 * 12, To: 2010*12 + 11, Work: true},
		{Title: "Senior Go developer", Company: "Acme", From: 2019 * 12, Current: true, Work: true, Start: r.Positions[0].Start, End: r.Positions[0].End},
	}
	got, effective := correction.Apply(r, text, []correction.Entry{entry(1, correction.Person, correction.Positions, correction.Value{Positions: given})}, name)
	if len(effective) != 1 || got.Positions[1].Text != "wrote Go services" || got.Positions[1].To != r.AsOf || got.Positions[0].Text != "" {
		t.Errorf("jobs: %+v", got.Positions)
	}
	if want := 12 + 7*12 + 1; got.TotalMonths != want || got.Skills[0].Months != want-12 || got.Skills[0].Evidence[0].Position != 1 {
		t.Errorf("%d months, skill %+v; want %d", got.TotalMonths, got.Skills[0], want)
	}
	if got.Level != resume.Senior || len(got.Warnings) != 1 || got.Warnings[0].Code != "keyword_stuffing" {
		t.Errorf("level %s, warnings %v", got.Level, got.Warnings)
	}
	if diff := cmp.Diff(read(), r); diff != "" {
		t.Errorf("the record that was read changed (-want +got):\n%s", diff)
	}
}

// What was said to identify the person is hidden where the text says it, in any case, and not
// inside another word.
func TestApply_hides(t *testing.T) {
	t.Parallel()
	got, _ := correction.Apply(read(), text, []correction.Entry{entry(1, correction.Person, correction.Name, correction.Value{Text: "Anna Else"})}, name)
	var hidden []string
	for _, s := range got.Contacts.Spans {
		hidden = append(hidden, text[s.Start:s.End])
	}
	if diff := cmp.Diff([]string{"Nina Example", "ANNA Else"}, hidden); diff != "" {
		t.Errorf("hidden (-want +got):\n%s", diff)
	}
}

// A model is heard only where the rules found nothing, and lowers nothing.
func TestApply_modelOnlyFills(t *testing.T) {
	t.Parallel()
	jobs := []resume.Position{{Title: "Junior clerk", From: 2024 * 12, To: 2024*12 + 1, Work: true}}
	entries := []correction.Entry{
		entry(1, correction.Model, correction.Name, correction.Value{Text: "Eve"}),
		entry(2, correction.Model, correction.Positions, correction.Value{Positions: jobs}),
		entry(3, correction.Model, correction.Level, correction.Value{Text: "senior"}),
		entry(4, correction.Model, correction.Skill, correction.Value{Skill: correction.SkillValue{Skill: "go", Gone: true}}),
	}
	got, effective := correction.Apply(read(), text, entries, name)
	if diff := cmp.Diff(read(), got); diff != "" || len(effective) != 0 {
		t.Errorf("a full record changed (-want +got):\n%s", diff)
	}
	poor := resume.Record{AsOf: 2026 * 12, Level: resume.Senior, LevelBasis: "title", Title: "Senior developer", Confidence: resume.Confidence{Title: 1}}
	got, effective = correction.Apply(poor, text, entries, name)
	if got.Name != "Eve" || got.TotalMonths != 2 || got.Level != resume.Senior || got.LevelBasis != "title" || len(effective) != 2 {
		t.Errorf("an empty record became %+v", got)
	}
}

// Whatever is said in whatever order, what was read stays as it is, and everything taken back
// leaves it as it was.
func TestApply_anything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var entries []correction.Entry
		for i := range rapid.IntRange(0, 8).Draw(rt, "entries") {
			f := rapid.SampledFrom(append(correction.Fields(), correction.Skill)).Draw(rt, "field")
			v := correction.Value{
				Text: rapid.String().Draw(rt, "text"), List: rapid.SliceOfN(rapid.String(), 0, 3).Draw(rt, "list"),
				Start: rapid.IntRange(-5, len(text)+5).Draw(rt, "start"), End: rapid.IntRange(-5, len(text)+5).Draw(rt, "end"),
				Skill: correction.SkillValue{Skill: skill.ID(rapid.SampledFrom([]string{"go", "sql"}).Draw(rt, "skill")), Gone: rapid.Bool().Draw(rt, "gone")},
				Positions: []resume.Position{{
					Title: rapid.String().Draw(rt, "job"), From: resume.Month(rapid.IntRange(0, 30000).Draw(rt, "from")), To: resume.Month(rapid.IntRange(0, 30000).Draw(rt, "to")),
					Work: true, Start: rapid.IntRange(0, len(text)).Draw(rt, "jobStart"), End: rapid.IntRange(0, len(text)).Draw(rt, "jobEnd"),
				}},
			}
			engine := rapid.SampledFrom([]correction.Engine{correction.Person, correction.Model}).Draw(rt, "engine")
			entries = append(entries, entry(int64(i+1), engine, f, v))
		}
		r := read()
		got, _ := correction.Apply(r, text, entries, name)
		if diff := cmp.Diff(read(), r); diff != "" {
			rt.Fatalf("what was read changed:\n%s", diff)
		}
		for _, s := range got.Contacts.Spans {
			if s.Start < 0 || s.End > len(text) || s.Start > s.End {
				rt.Fatalf("hides bytes %d to %d of %d", s.Start, s.End, len(text))
			}
		}
		for i := range entries {
			entries[i] = back(entries[i])
		}
		if undone, effective := correction.Apply(r, text, entries, name); !cmp.Equal(undone, read()) || len(effective) != 0 {
			rt.Fatalf("what was taken back still shows: %+v", undone)
		}
	})
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const now = resume.Month(2026 * 12)
	for _, c := range []struct {
		field correction.Field
		value correction.Value
		wrong int
	}{
		{correction.Name, correction.Value{Text: "Nina"}, 0},
		{correction.Name, correction.Value{}, 0},
		{correction.Name, correction.Value{Text: "a\nb"}, 1},
		{correction.Name, correction.Value{Text: strings.Repeat("я", 301)}, 1},
		{correction.Level, correction.Value{Text: "guru"}, 1},
		{correction.Emails, correction.Value{List: make([]string, 61)}, 1},
		{correction.Positions, correction.Value{Positions: []resume.Position{{Title: "A", From: now + 1}}}, 1},
		{correction.Positions, correction.Value{Positions: []resume.Position{{Title: "A", From: 5}, {Company: "B", From: now, Current: true}}}, 1},
		{correction.Education, correction.Value{Education: []resume.Education{{From: now - 12, To: now + 36}}}, 0},
		{correction.Certificates, correction.Value{Certificates: []resume.Certificate{{Date: now + 2}}}, 1},
	} {
		n := 0
		c.value.Check(c.field, now, func(string, fault.Text) { n++ })
		if n != c.wrong {
			t.Errorf("%s %v: %d findings, want %d", c.field, c.value, n, c.wrong)
		}
	}
}
