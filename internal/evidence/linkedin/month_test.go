package linkedin

import (
	"testing"

	"pgregory.net/rapid"
)

func TestParseMonth(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Jan 2020": "2020-01", "January 2020": "2020-01", "2020": "2020", " 2020 ": "2020", "2020-03": "2020-03", "2020-03-15": "2020-03",
		"01/19/13, 12:10 AM": "2013-01", "2026/07/28 13:20:47 UTC": "2026-07", "3/2019": "2019-03", "12/31/2019": "2019-12", "2020-03-15T10:00:00Z": "2020-03",
		"октябрь 2024 г.": "2024-10", "сент. 2020 г.": "2020-09", "1 января 2020": "2020-01", "Jan 15, 2020": "2020-01", "15 Jan 2020": "2020-01", "März 2019": "2019-03",
		"octobre 2019": "2019-10", "diciembre de 2019": "2019-12", "outubro de 2019": "2019-10", "październik 2019": "2019-10", "listopad 2019": "2019-11",
		"": "", "soon": "", "Jan": "", "13/13/2013": "", "2020-13": "", "99999": "", "0001": "", "Jan 2020 2021": "", "Jan Feb 2020": "", "15 2020": "", "in about 2020 or so": "",
	} {
		got, ok := parseMonth(given)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q: got %v %v, want %q", given, got, ok, want)
		}
	}
}

func TestParsePeriod(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]period{
		"October 2024 - Present (9 months)": {start: Month{2024, 10}, current: true, months: 9},
		"2016 - 2019 (3 years)":             {start: Month{2016, 0}, end: Month{2019, 0}, months: 36},
		"январь 2020 г. – сентябрь 2024 г. (4 года 9 месяцев)": {start: Month{2020, 1}, end: Month{2024, 9}, months: 57},
		"октябрь 2024 г. - Present (1 год)":                    {start: Month{2024, 10}, current: true, months: 12},
		"Oktober 2020 - Heute (2 Jahre 1 Monat)":               {start: Month{2020, 10}, current: true, months: 25},
		"octubre de 2020 - actualidad (2 años 1 mes)":          {start: Month{2020, 10}, current: true, months: 25},
		"mai 2019 – aujourd’hui (1 an)":                        {start: Month{2019, 5}, current: true, months: 12},
		"outubro de 2020 - atual (2 anos 3 meses)":             {start: Month{2020, 10}, current: true, months: 27},
		"June 2020 (1 month)":                                  {start: Month{2020, 6}, end: Month{2020, 6}, months: 1},
		"maj 2019 - obecnie (5 lat 2 miesiące)":                {start: Month{2019, 5}, current: true, months: 62},
	} {
		got, ok := parsePeriod(given)
		if !ok || got != want {
			t.Errorf("%q: got %+v %v", given, got, ok)
		}
	}
	for _, given := range []string{"", "Present", "Wrote tests in 2019 - 2020 (3 years)", "2019 - 2020 (version 3)", "2019 - 2020 - 2021", "Room 2019 - 2020", "Engineer (9 months)"} {
		if got, ok := parsePeriod(given); ok {
			t.Errorf("%q: got %+v", given, got)
		}
	}
}

func TestSpan(t *testing.T) {
	t.Parallel()
	asOf := Month{2026, 11}
	for name, c := range map[string]struct {
		job  Position
		want int
	}{
		"both ends count":    {Position{Start: Month{2020, 1}, End: Month{2020, 3}}, 3},
		"one month":          {Position{Start: Month{2020, 1}, End: Month{2020, 1}}, 1},
		"open":               {Position{Start: Month{2026, 10}, Current: true}, 2},
		"years alone":        {Position{Start: Month{2019, 0}, End: Month{2021, 0}}, 24},
		"one year alone":     {Position{Start: Month{2019, 0}, End: Month{2019, 0}}, 6},
		"this year alone":    {Position{Start: Month{2026, 0}, Current: true}, 5},
		"late start, year":   {Position{Start: Month{2019, 10}, End: Month{2019, 0}}, 3},
		"year, early end":    {Position{Start: Month{2019, 0}, End: Month{2019, 2}}, 2},
		"no end":             {Position{Start: Month{2019, 1}}, 0},
		"no start":           {Position{End: Month{2019, 1}}, 0},
		"backwards":          {Position{Start: Month{2019, 5}, End: Month{2019, 1}}, 0},
		"of the future":      {Position{Start: Month{2027, 5}, Current: true}, 0},
		"ends in the future": {Position{Start: Month{2026, 10}, End: Month{2030, 1}}, 2},
	} {
		if got := c.job.span(asOf).months(); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}

// TestUnion counts months one by one and compares.
func TestUnion(t *testing.T) {
	t.Parallel()
	asOf := Month{2026, 11}
	rapid.Check(t, func(t *rapid.T) {
		var jobs []Position
		worked := map[int]bool{}
		for range rapid.IntRange(0, 12).Draw(t, "jobs") {
			from := rapid.IntRange(2000*12, 2026*12).Draw(t, "from")
			to := from + rapid.IntRange(-3, 40).Draw(t, "length")
			p := Position{Start: monthOf(from), End: monthOf(to), Current: rapid.Bool().Draw(t, "current")}
			jobs = append(jobs, p)
			if s := p.span(asOf); s.months() > 0 {
				for month := s.from; month <= s.to; month++ {
					worked[month] = true
				}
			}
		}
		if got := union(jobs, asOf); got != len(worked) {
			t.Fatalf("got %d, want %d", got, len(worked))
		}
	})
}

// TestVocabulary proves that the tables are whole.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	for month := 1; month <= 12; month++ {
		names := 0
		for _, m := range vocabulary.months {
			if m == month {
				names++
			}
		}
		if names < 8 {
			t.Errorf("month %d has %d names", month, names)
		}
	}
	for heading, want := range map[string]section{
		"top skills": skillSection, "опыт работы": jobSection, "berufserfahrung": jobSection, "formation": schoolSection, "idiomas": languageSection,
		"résumé": summarySection, "certificazioni": licenceSection, "способы связаться": contactSection, "honors-awards": otherSection,
	} {
		if got := vocabulary.headings[heading]; got != want {
			t.Errorf("%s: got %q, want %q", heading, got, want)
		}
	}
	for name, want := range map[string]domain{
		"Profile": profileDomain, "Recommendations_Received": recommendationDomain, "Endorsements Received Info": endorsementDomain, "POSITIONS": positionDomain,
		"Connections": "", "messages": "", "Invitations": "", "Recommendations_Given": "", "Endorsement_Given_Info": "", "Email Addresses": "", "PhoneNumbers": "",
	} {
		if got, _ := domainOf(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if len(vocabulary.now) < 10 || len(vocabulary.years) < 10 || len(vocabulary.lengths) < 10 || len(vocabulary.legal) < 20 {
		t.Error("a table is missing")
	}
}

func TestWithhold(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"ann@mail.example":               "[…]",
		"a, анна@почта.пример, b":        "a, […], b",
		"+7 (916) 123-45-67.":            "[…].",
		"8 916 123-45-67":                "[…]",
		"tel 89161234567":                "tel […]",
		"(212) 555-0134 or 212.555.0134": "[…] or […]",
		"grew from 8 to 80, 2019-2021":   "grew from 8 to 80, 2019-2021",
		"1 000 000 000 requests":         "1 000 000 000 requests",
		"user@ home, +1 point":           "user@ home, +1 point",
		"version 1.2.3 of 2020.10.11":    "version 1.2.3 of 2020.10.11",
	} {
		if got := text(given); got != want {
			t.Errorf("%q: got %q, want %q", given, got, want)
		}
	}
}
