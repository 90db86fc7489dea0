package linkedin_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/evidence/linkedin"
)

func m(year, month int) linkedin.Month { return linkedin.Month{Year: year, Month: month} }

func TestReadPDF(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body []byte
		asOf linkedin.Month
		want linkedin.Profile
	}{
		"english, two pages, jobs of one company together": {englishPage(), m(2026, 7), linkedin.Profile{
			Username: "ann-example-17", FullName: "Ann Example", Headline: "Backend engineer at Example Bank | payments and more",
			Location: "Oslo, Norway", Summary: "Ten years of payments. Write to […] or call.",
			Skills: []linkedin.Skill{{Name: "Go (Programming Language)"}, {Name: "PostgreSQL"}, {Name: "Kafka"}},
			Experience: []linkedin.Position{
				{Company: "Example Bank", Title: "Lead backend engineer", Location: "Oslo, Norway", Description: "Payments in Go.\n- Cut the cost", Start: m(2022, 5), Current: true, DurationMonths: 51},
				{Company: "Example Bank", Title: "Backend engineer", Description: "Wrote ledgers for the bank, one after the other, in 2021.", Start: m(2020, 1), End: m(2022, 5), DurationMonths: 29},
				{Company: "Sample Telecom", Title: "Engineer", Location: "Greater Bergen Area", Start: m(2016, 0), End: m(2019, 0), DurationMonths: 36},
			},
			TotalMonths: 36 + 79,
			Education: []linkedin.Education{
				{School: "Example University", Degree: "Master of Science - MS", Field: "Statistics", StartYear: 2010, EndYear: 2015},
				{School: "Sample School", EndYear: 2010},
			},
			Certifications: []linkedin.Certification{{Name: "Certified Sampler"}},
			Languages:      []linkedin.Language{{Name: "English", Proficiency: "Native or Bilingual"}, {Name: "Norwegian"}},
		}},
		"russian": {russianPage(), m(2026, 7), linkedin.Profile{
			Username: "анна-примерова", FullName: "Анна Примерова", Headline: "Инженер в ООО «Пример»",
			Location: "Казань, Татарстан, Россия", Summary: "Пишу серверы.",
			Skills: []linkedin.Skill{{Name: "Go"}, {Name: "Нагрузочное тестирование"}},
			Experience: []linkedin.Position{
				{Company: "ООО «Пример»", Title: "Ведущий инженер", Location: "Казань", Start: m(2024, 10), Current: true, DurationMonths: 22},
				{Company: "АО «Образец»", Title: "Инженер", Description: "Поддерживала базы данных.", Start: m(2019, 3), End: m(2024, 9), DurationMonths: 67},
			},
			TotalMonths: 89,
			Education:   []linkedin.Education{{School: "Университет примеров", Degree: "Магистр", Field: "Прикладная математика", StartYear: 2012, EndYear: 2018}},
			Languages:   []linkedin.Language{{Name: "Русский", Proficiency: "Native or Bilingual"}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, reading, err := linkedin.Read("Profile.pdf", c.body, today)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if reading.Source != linkedin.PDF || reading.AsOf != c.asOf || len(reading.Warnings) != 0 {
				t.Errorf("got %v as of %v, warnings %v", reading.Source, reading.AsOf, reading.Warnings)
			}
		})
	}
}

// languages has a row for each: its name, the headings of contact, skills, summary,
// experience and education, and the line with the dates of an open job.
//
//go:embed testdata/languages.tsv
var languages string

// TestReadPDFLanguages reads one small page under the headings of other languages.
func TestReadPDFLanguages(t *testing.T) {
	t.Parallel()
	for row := range strings.Lines(languages) {
		words := strings.Split(strings.TrimSpace(row), "\t")
		language, words := words[0], words[1:]
		s := &sheet{}
		s.page()
		s.column(sidebarAt, 740, set{13, words[0]}, set{10.5, "x"}, set{13, words[1]}, set{10.5, "Go"})
		s.column(mainAt, 740, set{26, "Ann Example"}, set{12, "Engineer"}, set{15.75, words[2]}, set{12, "Serves."},
			set{15.75, words[3]}, set{12, "Example"}, set{11.5, "Engineer"}, set{10.5, words[5]},
			set{15.75, words[4]}, set{12, "Example University"})
		got, reading, err := linkedin.Read("Profile.pdf", s.bytes(), today)
		if err != nil {
			t.Errorf("%s: %v", language, err)
			continue
		}
		want := linkedin.Profile{
			FullName: "Ann Example", Headline: "Engineer", Summary: "Serves.", Skills: []linkedin.Skill{{Name: "Go"}},
			Experience: []linkedin.Position{{Company: "Example", Title: "Engineer", Start: m(2020, 3), Current: true, DurationMonths: 38}},
			Education:  []linkedin.Education{{School: "Example University"}}, TotalMonths: 38,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", language, diff)
		}
		if reading.AsOf != m(2023, 4) {
			t.Errorf("%s: as of %v", language, reading.AsOf)
		}
	}
}

// TestReadPDFReading says on which page a field stands and what a page cannot know.
func TestReadPDFReading(t *testing.T) {
	t.Parallel()
	_, reading := read(t, englishPage())
	places := map[linkedin.Field][]string{}
	for _, o := range reading.Origins {
		places[o.Field] = o.Places
	}
	if diff := cmp.Diff([]string{"page 1", "page 2"}, places[linkedin.Experience]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"page 2"}, places[linkedin.Schools]); diff != "" {
		t.Error(diff)
	}
	want := []linkedin.Field{
		linkedin.Skills, linkedin.Endorsements, linkedin.SkillsUsed, linkedin.Recommendations,
		linkedin.Connections, linkedin.ProfileStrength, linkedin.Posts, linkedin.Engagement,
	}
	if diff := cmp.Diff(want, unknown(reading)); diff != "" {
		t.Error(diff)
	}
}

// TestReadPDFPages has a page in one column after the first, and a sidebar that goes on.
func TestReadPDFPages(t *testing.T) {
	t.Parallel()
	s := &sheet{}
	s.page()
	s.column(sidebarAt, 740, set{13, "Contact"}, set{10.5, "x"}, set{13, "Certifications"}, set{10.5, "Certified Sampler"})
	s.column(mainAt, 740, set{26, "Ann Example"}, set{12, "Engineer"}, set{15.75, "Experience"}, set{12, "Example"}, set{11.5, "Engineer"}, set{10.5, "March 2019 - March 2020 (1 year 1 month)"})
	s.page()
	s.column(sidebarAt, 740, set{10.5, "Certified Tester"})
	s.column(mainAt, 740, set{12, "Sample"}, set{11.5, "Tester"}, set{10.5, "March 2018 - March 2019 (1 year 1 month)"})
	s.page()
	s.column(sidebarAt, 740, set{12, "Mock Retail"}, set{11.5, "Intern"}, set{10.5, "March 2017 - March 2018 (1 year 1 month)"},
		set{10.5, "Counted goods in a large store and wrote a program that counts them."})
	profile, _ := read(t, s.bytes())
	var got []string
	for _, p := range profile.Experience {
		got = append(got, p.Company+", "+p.Title)
	}
	if diff := cmp.Diff([]string{"Example, Engineer", "Sample, Tester", "Mock Retail, Intern"}, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]linkedin.Certification{{Name: "Certified Sampler"}, {Name: "Certified Tester"}}, profile.Certifications); diff != "" {
		t.Error(diff)
	}
}
