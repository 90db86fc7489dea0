package resume

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPositions shows each job as "from..to title @ company / place".
func TestPositions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       []string
	}{
		{
			"dates first, company and title below", "Experience\nMay 2024 to Current\nFoobar Logistics, Backend Developer\nBuilt services with Go.\n\nNovember 2020 to November 2023\nMock Retail Group, Developer\nBuilt.",
			[]string{"2024-05..2026-11 Backend Developer @ Foobar Logistics", "2020-11..2023-11 Developer @ Mock Retail Group"},
		},
		{
			"russian, organisation first", "Опыт работы\nс марта 2019 г. по наст. время\nООО «Пример», Бэкенд-разработчик\nРазработка.",
			[]string{"2019-03..2026-11 Бэкенд-разработчик @ ООО «Пример»"},
		},
		{
			"all on one line, dates between", "Experience\nCompany Name July 2011 to November 2012 Accountant\nCity , State\nDid the books.",
			[]string{"2011-07..2012-11 Accountant @ Company Name / City, State"},
		},
		{
			"title, dates, company on one line", "Experience\nAccountant , 10/2014 Current Company Name City , State\nDid the books.",
			[]string{"2014-10..2026-11 Accountant @ Company Name / City, State"},
		},
		{
			"title above company above dates", "Work History\nSenior Engineer\nAcme GmbH\nJan 2020 – Present\n• Built\n\nEngineer\nBeta Inc.\nJan 2018 – Dec 2019\n• Built",
			[]string{"2020-01..2026-11 Senior Engineer @ Acme GmbH", "2018-01..2019-12 Engineer @ Beta Inc."},
		},
		{
			"no empty lines between jobs", "Employment\nAcme Labs\nEngineer, Mar 2019 - Apr 2020\n- Built one\nBeta Labs\nAnalyst, Mar 2017 - Apr 2018\n- Built two",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs", "2017-03..2018-04 Analyst @ Beta Labs"},
		},
		{
			"title dash company", "Опыт\n2018–2021 гг. — ООО «Ромашка», ведущий инженер\nЧертил.\nс 2021 года — АО «Лютик», главный инженер\nЧертил.",
			[]string{"2018-07..2021-06 ведущий инженер @ ООО «Ромашка»", "2021-07..2026-11 главный инженер @ АО «Лютик»"},
		},
		{
			"dates at the end of the line", "Experience\n\nData Analyst, Bank of Tests, Toronto      Jan 2021 – Nov 2022\n• Reports\n\nIntern — Bar Inc. — Summer 2016\n• Notes",
			[]string{"2021-01..2022-11 Data Analyst @ Bank of Tests / Toronto", "2016-06..2016-08 Intern @ Bar Inc."},
		},
		{
			"title with a comma", "Experience\nDirector, Internal Control 10/2006 to 05/2011 Company Name City , State\nAudited.",
			[]string{"2006-10..2011-05 Director, Internal Control @ Company Name / City, State"},
		},
		{
			"title at company", "Experience\nEngineer at Acme (Jan 2019 - Feb 2020)\nBuilt.",
			[]string{"2019-01..2020-02 Engineer @ Acme"},
		},
		{
			"markdown", "## Work Experience\n\n### Acme GmbH — Berlin\n*Senior Engineer*\nJan 2020 – Present · 6 yrs 11 mos\n- Built",
			[]string{"2020-01..2026-11 Senior Engineer @ Acme GmbH / Berlin"},
		},
		{
			"dates inside duties are no jobs", "Experience\nMar 2019 - Apr 2020\nAcme, Engineer\nLed the migration from May 2019 to June 2019.\n- From July 2019 to August 2019 wrote tests\nВнедрение с марта 2020 по апрель 2020 года.",
			[]string{"2019-03..2020-04 Engineer @ Acme"},
		},
		{
			"no heading at all", "Ann Example\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
		{
			"dates in brackets are no phone", "Experience\nEngineer (2024.09 – 2025.04)\nAcme Labs\nBuilt.\n\n(2022-09 - 2024-08)\nAcme Labs\nAnalyst\nBuilt.",
			[]string{"2024-09..2025-04 Engineer @ Acme Labs", "2022-09..2024-08 Analyst @ Acme Labs"},
		},
		{
			"open end after a word at the start of the line", "Опыт работы\nС августа 2020 года ООО «Пример» — Разработчик C#\nРазработка.",
			[]string{"2020-08..2026-11 Разработчик C# @ ООО «Пример»"},
		},
		{
			"company and title parted by a colon", "Experience\nAcme Labs: Engineer (Jan 2020 – Mar 2021)\nBuilt.",
			[]string{"2020-01..2021-03 Engineer @ Acme Labs"},
		},
		{
			"columns of plain text", "Experience\nEngineer          Jan 2020 – Mar 2021\nAcme Labs\nBuilt.",
			[]string{"2020-01..2021-03 Engineer @ Acme Labs"},
		},
		{
			"duties without bullets are no company", "Experience\nEngineer at Quux Health (Jan 2020 – Mar 2021)\nTechnologies: Go\nDesigned and maintained solutions based on Go",
			[]string{"2020-01..2021-03 Engineer @ Quux Health"},
		},
		{
			"unlisted heading after education", "Education\nExample University, 2010 - 2014\n\nProfessional journey\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nBuilt.",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
		{
			"reversed dates stay unknown", "Experience\nMar 2020 - Apr 2019\nAcme Labs, Engineer\nBuilt.",
			[]string{".. Engineer @ Acme Labs"},
		},
		{
			"education is no work", "Experience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\nEducation\nExample University, 2010 - 2015",
			[]string{"2019-03..2020-04 Engineer @ Acme Labs"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range extract(tt.text).Positions {
				s := fmt.Sprintf("%s..%s %s @ %s", p.From, p.To, p.Title, p.Company)
				if p.Location != "" {
					s += " / " + p.Location
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("positions (-want +got):\n%s", diff)
			}
		})
	}
}

const headHunter = `Образцова Анна Тестовна
Женщина, 34 года, родилась 12 марта 1992
+7 (912) 345-67-89
obraztsova@example.ru
Проживает: Санкт-Петербург
Гражданство: Россия, есть разрешение на работу: Россия
Готова к переезду, готова к командировкам

Желаемая должность и зарплата
Ведущий Python-разработчик
350 000 руб. на руки

Опыт работы — 7 лет 8 месяцев
Март 2021 —
настоящее время
5 лет 9 месяцев
ООО «Тестовые системы»
Санкт-Петербург, www.test-systems.example
Информационные технологии, системная интеграция
• Разработка программного обеспечения
Ведущий разработчик
Микросервисы на Python. Внедрение Docker с марта 2022 по июнь 2022 года.
Апрель 2019 — Февраль 2021
1 год 11 месяцев
АО «Образец»
Москва
Разработчик
Поддержка сервисов на Go.

Образование
Высшее
2014
Тестовый политехнический университет
Прикладная математика, магистр

Ключевые навыки
Знание языков
Русский — Родной
Английский — B2 — Средне-продвинутый
Навыки
Python Docker SQL

Дополнительная информация
Обо мне
Замужем, двое детей. Люблю порядок.
`

func TestHeadHunterLayout(t *testing.T) {
	t.Parallel()
	rec := extract(headHunter)
	got := []string{rec.Name, rec.Title, rec.Location, rec.SalaryWish, rec.Relocation, string(rec.Level), fmt.Sprint(rec.TotalMonths, rec.StatedMonths)}
	for _, p := range rec.Positions {
		got = append(got, fmt.Sprintf("%s..%s %s @ %s / %s: %s", p.From, p.To, p.Title, p.Company, p.Location, p.Text))
	}
	for _, e := range rec.Education {
		got = append(got, e.Institution+" "+e.Level+" "+e.To.String())
	}
	for _, l := range rec.Languages {
		got = append(got, l.Code+" "+l.CEFR)
	}
	want := []string{
		"Образцова Анна Тестовна", "Ведущий Python-разработчик", "Санкт-Петербург", "350 000 руб. на руки", "Готова к переезду", "senior", "92 92",
		"2021-03..2026-11 Ведущий разработчик @ ООО «Тестовые системы» / Санкт-Петербург: Микросервисы на Python. Внедрение Docker с марта 2022 по июнь 2022 года.",
		"2019-04..2021-02 Разработчик @ АО «Образец» / Москва: Поддержка сервисов на Go.",
		"Тестовый политехнический университет master 2014-12", "ru native", "en B2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("record (-want +got):\n%s", diff)
	}
	if len(rec.Warnings) > 0 {
		t.Errorf("warnings %+v, want none: the printed lengths agree", rec.Warnings)
	}
}

func TestLevel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		total, stated int
		title         string
		want          Level
	}{
		{35, 0, "", Junior},
		{36, 0, "", Mid},
		{95, 0, "", Mid},
		{96, 0, "", Senior},
		{12, 0, "Head of Everything", Mid},
		{60, 0, "Lead Developer", Senior},
		{60, 0, "Ведущий инженер", Senior},
		{120, 0, "Junior Tester", Mid},
		{60, 0, "Lead Generation Specialist", Mid},
		{60, 0, "Младший аналитик", Junior},
		{60, 0, "Middle Developer", Mid},
		{60, 0, "Стажёр", Junior},
		{0, 100, "", Senior},
		{0, 0, "Senior Chef", Senior},
		{0, 0, "Chef", Junior},
		{0, 40, "Тимлид", Senior},
	}
	for _, tt := range tests {
		word, claimed := seniorityWord(tt.title)
		got, basis := settleLevel(tt.total, tt.stated, word, claimed)
		if got != tt.want || basis == "" {
			t.Errorf("%d months, %d stated, %q: %s (%s), want %s", tt.total, tt.stated, tt.title, got, basis, tt.want)
		}
	}
}

func TestStatedTotal(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want int
	}{
		{"Summary\nEngineer with 10+ years of experience.", 120},
		{"Summary\nOver 8 years' experience in banking", 96},
		{"О себе\nОпыт работы более 7 лет в торговле.", 84},
		{"О себе\nИнженер со стажем 15 лет.", 180},
		{"Summary\nThe project ran for 3 years.", 0},
		{"О себе\nМне 34 года.", 0},
		{"Summary\nBuilt 10 sites.", 0},
	}
	for _, tt := range tests {
		if got := extract(tt.text).StatedMonths; got != tt.want {
			t.Errorf("%q: stated %d, want %d", tt.text, got, tt.want)
		}
	}
	conflict := extract("Summary\nEngineer with 20 years of experience.\n\nExperience\nMar 2024 - Apr 2025\nAcme Labs, Engineer\nBuilt.")
	if !hasWarning(conflict, "experience_conflict") {
		t.Errorf("20 stated years against 14 dated months gave %+v", conflict.Warnings)
	}
}

func hasWarning(rec Record, code string) bool {
	for _, w := range rec.Warnings {
		if w.Code == code && w.Text.EN != "" && w.Text.RU != "" {
			return true
		}
	}
	return false
}

func TestVolunteeringIsNotWork(t *testing.T) {
	t.Parallel()
	rec := extract("Experience\nMar 2024 - Apr 2024\nAcme Labs, Engineer\n\nVolunteer Experience\nJan 2010 - Dec 2019\nCode Club, Mentor\nTaught.")
	if len(rec.Positions) != 2 || rec.Positions[1].Work || rec.TotalMonths != 2 {
		t.Errorf("total %d of %+v", rec.TotalMonths, rec.Positions)
	}
}

func TestSections(t *testing.T) {
	t.Parallel()
	text := "Ann Example\n\nPROFILE\nx\n\nS K I L L S\nx\n\nПрофессиональный опыт:\nx\n\n— Education & Training —\nx\n\n## Проекты\nx\n\nСертификаты и лицензии\nx\n\nLanguages: English\n\nКонтакты\nx\n\nHobbies and Interests\nx"
	var got []string
	for _, s := range extract(text).Sections {
		got = append(got, s.Kind)
		if s.Start < 0 || s.End > len(text) || s.Start > s.End {
			t.Errorf("section %+v is out of the text", s)
		}
	}
	want := strings.Fields("contacts summary skills experience education projects certificates languages contacts other")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	for _, prose := range []string{"Experience with Docker is a plus for this team", "skills that matter.", "Worked on education", "I have experience.", "Project management", "Опыт с Docker"} {
		if s := extract("Ann\n" + prose).Sections; len(s) != 1 {
			t.Errorf("%q opened a section: %+v", prose, s)
		}
	}
}

func TestHeadingsMeanOneThing(t *testing.T) {
	t.Parallel()
	all := testTables(t)
	if kinds := len(all.headings); kinds < 300 {
		t.Fatalf("only %d headings", kinds)
	}
	for heading := range all.headings {
		if got := (dates{page: newPage(heading), tables: all}).kindOfTokens(0, len(newPage(heading).tokens)); got != all.headings[heading] {
			t.Errorf("heading %q read as %q, listed as %q", heading, got, all.headings[heading])
		}
	}
}
