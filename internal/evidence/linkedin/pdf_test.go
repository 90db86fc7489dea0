package linkedin_test

import (
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
