package resume

import (
	"slices"
	"testing"

	"kadry/internal/skill"
	"kadry/internal/talent/layout"
)

// TestAsides holds pairs of the same word where it is a claim and where it is none.
func TestAsides(t *testing.T) {
	t.Parallel()
	g, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(g)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		text string
		id   skill.ID
		want bool
	}{
		{"listed", "Skills\nKotlin, Docker", "kotlin", true},
		{"under a heading that denies", "Skills\nDocker\n\nWhat I don't do\n\n- Kotlin\n- sales", "kotlin", false},
		{"under a heading that lists", "Skills\nDocker\n\nWhat I do\n\n- Kotlin\n- sales", "kotlin", true},
		{"label that denies", "Умею | Docker\nНе умею | Kotlin, вёрстка", "kotlin", false},
		{"after the label that denies", "Не умею | вёрстка\nУмею | Kotlin", "kotlin", true},
		{"label of learning", "Skills\nDocker\nLearning | Kotlin, Flink", "kotlin", false},
		{"hedged among plans", "Планы\nИзучить Rust. Базовое понимание Kotlin.", "kotlin", true},
		{"hobby in the middle of a line", "О себе\nНе курю. Хобби – голуби, Kotlin", "kotlin", false},
		{"hobby without a sign", "Skills\nDocker\nLanguages English, German\nHobbies Kotlin, rangoli", "kotlin", false},
		{"title of a talk", "Skills\nDocker\n\nTalks\n2023 Kotlin against Go", "kotlin", false},
		{"referee's firm", "Skills\nDocker\n\nReferees\nAnn Example, Kotlin lead", "kotlin", false},
		{"after a talk", "Talks\n2023 Go\n\nSkills\nKotlin", "kotlin", true},
		{"person", "Experience\nWork with Prof. Ann Kotlin-Example.", "kotlin", false},
		{"consent", "Skills\nDocker\n\nI hereby consent to my personal data being processed for the purpose of\nmy application (Kotlin, EU 2016).", "kotlin", false},
		{"law of data in a job", "Опыт\nВела реестр согласований: обработка персональных данных, Kotlin", "kotlin", true},
		{"signature of a letter", "From: Ann <a@x.example>\nSubject: cv\n\nSkills: Docker\n\n--\nBob, we place Kotlin people", "kotlin", false},
		{"rule across a page", "Ann Example\n\nSkills\nDocker\n--\nKotlin", "kotlin", true},
		{"under hobbies", "Skills\nDocker\n\nHobbies\nKotlin island trips, robotics", "robotics", false},
		{"label of hobbies", "Summary\nQuiet engineer.\nInterests: sewing, robotics", "robotics", false},
		{"hobbies joined", "Summary\nQuiet engineer.\n\nHobbies and leisure\nsewing\nrobotics", "robotics", false},
		{"spaced heading", "Х О Б Б И\nробототехника и лыжи\n\nН А В Ы К И\nDocker", "robotics", false},
		{"after the hobbies", "Х О Б Б И\nлыжи\n\nН А В Ы К И\nробототехника", "robotics", true},
		{"row of a form", "| УВЛЕЧЕНИЯ | робототехника, сбор марок", "robotics", false},
		{"a club at work", "Experience\nMarch 2020 - May 2021\nSample Works, Engineer\nBuilt robotics cells.", "robotics", true},
		{"likes", "О себе\nСпокойная, увлекаюсь фотографией и лыжами.", "photography", false},
		{"trade", "О себе\nСвадебная фотография, портреты и предметная съёмка.", "photography", true},

		{"label of an account", "Nina Example\nKotlin Forum: https://forum.example/nina\n\nSkills\nDocker", "kotlin", false},
		{"label of an e-mail", "Nina Example\nE-mail: nina@example.com", "e-mail", false},
		{"label in a form", "Контакты\n| Электронная почта | nina@example.com |", "e-mail", false},
		{"letters", "Skills\ne-mail correspondence, Excel", "e-mail", true},

		{"employer in a header", "Experience\nMarch 2020 - May 2021\nKotlin Trading Company, Accountant\nKept the books.", "kotlin", false},
		{"employer in a sentence", "Experience\nPreviously worked as Senior Accountant in Kotlin Trading, Springfield (14.07.2016 to 28.04.2022)", "kotlin", false},
		{"employer behind at", "Recommendations\nNina was a Regional Manager at Kotlin Stores until May.", "kotlin", false},
		{"employer named again", "Summary\nLong with Kotlin Freight Lines.\n\nExperience\nKotlin Freight Lines\nDriver\nMarch 2020 - May 2021\nDrove.", "kotlin", false},
		{"legal form", "О себе\nРаботала в ООО «Котлин» и АО «Скала».", "kotlin", false},
		{"word of a firm", "О себе\nОфициант в кафе «Питон».", "python", false},
		{"course in quotes", "Курсы\nКурс «Python для анализа данных», 2020", "python", true},
		{"product in quotes", "О себе\nВнедряла «1С:Предприятие» на заводе.", "1c:enterprise", true},
		{"duty", "Experience\nMarch 2020 - May 2021\nSample Trading Company, Developer\nServices in Kotlin.", "kotlin", true},
		{"trade with a tool", "Summary\nDeveloper with Kotlin and Docker.", "kotlin", true},

		{"school of a field", "Education\nSample School of Law, 2010", "law", false},
		{"field of a degree", "Education\nBachelor of Civil Engineering, Sample University, 2010", "civil engineering", true},
		{"field before the school", "Education\nBachelor of Science : Accounting Sample University", "accounting", true},
		{"академия", "Образование\n2012 — 2017 Уральская академия дизайна и архитектуры", "design", false},
		{"school olympiad", "Достижения\nПризёр школьной олимпиады по химии и биологии.", "chemistry", false},
		{"not ready to travel", "Не готова к переезду, не готова к командировкам", "travel arrangements", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rec := e.Extract(layout.Page{Text: tt.text}, monthAt(2026, 11))
			got := slices.ContainsFunc(rec.Skills, func(s Skill) bool { return s.Skill == tt.id && isExperience(s.Stance) })
			if got != tt.want {
				t.Errorf("%s claimed: %v, want %v; companies %q", tt.id, got, tt.want, companies(rec))
			}
		})
	}
}

func companies(rec Record) []string {
	var list []string
	for _, p := range rec.Positions {
		list = append(list, p.Company)
	}
	return list
}
