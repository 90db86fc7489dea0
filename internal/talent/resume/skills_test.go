package resume

import (
	"strings"
	"testing"

	"kadry/internal/skill"
)

func TestSkillMonths(t *testing.T) {
	t.Parallel()
	job := func(from, to, title, duties string) string {
		return from + " - " + to + "\nAcme Labs, " + title + "\n" + duties + "\n\n"
	}
	tests := []struct {
		name, text    string
		id            skill.ID
		months        int
		known, stated bool
		strength      Strength
		stance        skill.Stance
	}{
		{"union of overlapping jobs", "Experience\n" + job("Jan 2020", "Dec 2020", "Engineer", "Used Python.") + job("Jul 2020", "Jun 2021", "Engineer", "Used Python again."), "python", 18, true, false, InPosition, skill.Affirmed},
		{"only listed", "Skills\nPython, Go", "go", 0, false, false, InList, skill.Affirmed},
		{"form row", "Skill Details\nJAVASCRIPT- Exprience - 24 months\nOracle- Exprience - Less than 1 year months", "javascript", 24, true, true, InList, skill.Affirmed},
		{"form row of nothing", "Skill Details\nJAVASCRIPT- Exprience - 24 months\nOracle- Exprience - Less than 1 year months", "oracle", 0, true, true, InList, skill.Affirmed},
		{"form row glued to a heading", "Skill Details\nPython- Exprience - 24 monthsCompany Details\ncompany - Acme", "python", 24, true, true, InList, skill.Affirmed},
		{"form row of several", "Skill Details\nGo, SQL- Exprience - 6 months", "go", 6, true, true, InList, skill.Affirmed},
		{"brackets", "Skills\nPython (5 years), Go (2 years)", "python", 60, true, true, InList, skill.Affirmed},
		{"brackets of the next", "Skills\nPython (5 years), Go (2 years)", "go", 24, true, true, InList, skill.Affirmed},
		{"dash", "Навыки\nSQL - 2 года, Python: 18 мес.", "sql", 24, true, true, InList, skill.Affirmed},
		{"russian words", "Навыки\nDocker — опыт 3 года", "docker", 36, true, true, InList, skill.Affirmed},
		{"duration before", "О себе\n5 лет опыта с Python.", "python", 60, true, true, InText, skill.Affirmed},
		{"years of", "Summary\nOver 3 years of Go and SQL.", "sql", 36, true, true, InText, skill.Affirmed},
		{"not a claim", "Summary\nWorked with Python 3 years ago.", "python", 0, false, false, InText, skill.Affirmed},
		{"stated beats dated", "Skills\nPython (5 years)\n\nExperience\n" + job("Jan 2020", "Dec 2020", "Engineer", "Used Python."), "python", 60, true, true, InPosition, skill.Affirmed},
		{"negated", "Summary\nNo experience with Kubernetes.", "kubernetes", 0, false, false, InText, skill.Negated},
		{"planned", "Summary\nPlan to learn Rust.", "rust", 0, false, false, InText, skill.Planned},
		{"affirmed beats negated", "Summary\nNo experience with Rust.\n\nExperience\n" + job("Jan 2020", "Dec 2020", "Engineer", "Used Rust."), "rust", 12, true, false, InPosition, skill.Affirmed},
		{"negated in a job is no month", "Experience\n" + job("Jan 2020", "Dec 2020", "Engineer", "No experience with Rust."), "rust", 0, false, false, InPosition, skill.Negated},
		{"title where duties name no tool", "Experience\n" + job("Jan 2020", "Dec 2020", "Python Developer", "Wrote code."), "python", 12, true, false, InPosition, skill.Affirmed},
		{"title beside named tools", "Experience\n" + job("Jan 2020", "Dec 2020", "Python Developer", "Used Go.") + job("Jan 2021", "Jun 2021", "Python Developer", "Used Python."), "python", 6, true, false, InPosition, skill.Affirmed},
		{"reversed dates add nothing", "Experience\n" + job("Dec 2020", "Jan 2020", "Engineer", "Used Go."), "go", 0, false, false, InPosition, skill.Affirmed},
		{"project", "Projects\nkvstore: a store in Go", "go", 0, false, false, InProject, skill.Affirmed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := find(t, extract(tt.text), tt.id)
			if got.Months != tt.months || got.MonthsKnown != tt.known || got.Stated != tt.stated {
				t.Errorf("months %d known %v stated %v, want %d %v %v", got.Months, got.MonthsKnown, got.Stated, tt.months, tt.known, tt.stated)
			}
			if got.Strength != tt.strength || got.Stance != tt.stance {
				t.Errorf("%s %s, want %s %s", got.Strength, got.Stance, tt.strength, tt.stance)
			}
		})
	}
}

func TestEmployerAndPersonAreNoSkills(t *testing.T) {
	t.Parallel()
	rec := extract("Java Petrova\njava.petrova@example.com\nEngineer\n\nExperience\nJan 2020 - Dec 2020\nOracle, Engineer\nUsed Go. Java Petrova led the team.")
	if rec.Name != "Java Petrova" {
		t.Errorf("name %q", rec.Name)
	}
	for _, s := range rec.Skills {
		if s.Skill == "java" || s.Skill == "oracle" {
			t.Errorf("%s counted from %+v", s.Skill, s.Evidence)
		}
	}
}

func TestStuffing(t *testing.T) {
	t.Parallel()
	rec := extract("Skills\n" + strings.Repeat("Python, ", 400))
	if got := find(t, rec, "python"); len(got.Evidence) != maxEvidence {
		t.Errorf("%d pieces of evidence kept, want %d", len(got.Evidence), maxEvidence)
	}
	if !hasWarning(rec, "keyword_stuffing") {
		t.Errorf("warnings %+v", rec.Warnings)
	}
	if honest := extract("Skills\nPython, Go\n\nSummary\nI like Python."); len(honest.Warnings) > 0 {
		t.Errorf("an honest text gave %+v", honest.Warnings)
	}
}

// A skill that every line gives to somebody else is not the person's; one line of their own keeps it.
func TestForeignSkills(t *testing.T) {
	t.Parallel()
	duties := func(text string) string {
		return "Experience\nMarch 2020 - May 2021\nSample Trading Company, Developer\n" + text
	}
	for name, tt := range map[string]struct {
		text   string
		stance skill.Stance
	}{
		"another team's":       {duties("Wrote the billing service; the screens in Docker were done by another team."), skill.Negated},
		"russian":              {duties("Писал сервис расчётов, мобильное приложение на Docker делали подрядчики."), skill.Negated},
		"own line as well":     {duties("The screens in Docker were done by another team.\nLater rewrote them in Docker myself."), skill.Affirmed},
		"listed as well":       {"Skills\nDocker\n\n" + duties("The screens in Docker were done by another team."), skill.Affirmed},
		"studied":              {"Education\nDocker, taught by the team of another faculty, 2010", skill.Affirmed},
		"stated years":         {"Summary\nMy colleagues say that 5 years of experience with Docker are enough.", skill.Affirmed},
		"among other people":   {duties("Docker services for four customers, with a team of five."), skill.Affirmed},
		"planned by the cues":  {"Summary\nPlan to learn Docker.", skill.Planned},
		"known a little stays": {"Summary\nBasic Docker, the rest was done by another team.", skill.Weak},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := find(t, extract(tt.text), "docker"); got.Stance != tt.stance {
				t.Errorf("%s, want %s", got.Stance, tt.stance)
			}
		})
	}
}
