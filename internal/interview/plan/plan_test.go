package plan_test

import (
	"slices"
	"sync"
	"testing"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

var (
	shippedBank = sync.OnceValues(bank.Load)
	skillGraph  = sync.OnceValues(skill.Load)
)

func planner(t *testing.T) *plan.Planner {
	t.Helper()
	b, err := shippedBank()
	if err != nil {
		t.Fatal(err)
	}
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	return plan.NewPlanner(b, g)
}

func vacancyOf(t *testing.T, d vacancy.Draft) vacancy.Vacancy {
	t.Helper()
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	if d, err = d.Completed(g); err != nil {
		t.Fatal(err)
	}
	return vacancy.Vacancy{ID: "v", Version: 1, Draft: d}
}

var goDraft = vacancy.Draft{
	Title:        "Старший разработчик Go",
	Description:  "Делаем платёжную платформу. Работа в команде из шести человек, код-ревью, разбор инцидентов.",
	Requirements: "Опыт коммерческой разработки от 5 лет.\nУверенное знание Go, PostgreSQL и Kafka.\nDocker, Kubernetes.\nПлюсом будет Redis.",
}

func ids(items []plan.Item) []string {
	var list []string
	for _, i := range items {
		list = append(list, i.Question)
	}
	return list
}

func TestPlan_hashFollowsWhatIsCompared(t *testing.T) {
	t.Parallel()
	p, v := planner(t), vacancyOf(t, goDraft)
	made := p.Plan(v, bank.Russian, 0, vacancy.Fit{})
	if again := p.Plan(v, bank.Russian, 0, vacancy.Fit{}); again.Hash != made.Hash {
		t.Error("two hashes of one plan")
	}
	newer := v
	newer.Version++
	for name, other := range map[string]plan.Plan{
		"language": p.Plan(v, bank.English, 0, vacancy.Fit{}),
		"version":  p.Plan(newer, bank.Russian, 0, vacancy.Fit{}),
		"size":     p.Plan(v, bank.Russian, 5, vacancy.Fit{}),
	} {
		if other.Hash == made.Hash {
			t.Errorf("%s: the same hash", name)
		}
	}
}

func TestPlan_sizes(t *testing.T) {
	t.Parallel()
	p, v := planner(t), vacancyOf(t, goDraft)
	full := p.Plan(v, bank.Russian, 0, vacancy.Fit{})
	lightest := 1.0
	for _, i := range full.Core {
		lightest = min(lightest, i.Weight)
	}
	for most, want := range map[int]int{0: 8, 1: 1, 3: 3, 8: 8, 9: 8, 10: 8, 12: 10, 20: 18} {
		core := p.Plan(v, bank.Russian, most, vacancy.Fit{}).Core
		if len(core) != want {
			t.Errorf("at most %d: core of %d, want %d", most, len(core), want)
		}
		if most > 0 && most < 8 {
			for _, i := range core {
				if !slices.Contains(ids(full.Core), i.Question) || i.Weight < lightest {
					t.Errorf("at most %d: %s is not of the full core", most, i.Question)
				}
			}
		}
	}
}

func TestPlan_fitsTheVacancy(t *testing.T) {
	t.Parallel()
	p := planner(t)
	made := p.Plan(vacancyOf(t, goDraft), bank.Russian, 0, vacancy.Fit{})
	if made.Core[0].Skill != "go" || made.Core[0].Level != bank.Senior {
		t.Errorf("the heaviest skill comes first, at the level of the vacancy: %+v", made.Core[0])
	}
	behaviour := map[bank.Competency]bool{}
	for _, i := range made.Core {
		if i.Theme != "" {
			if behaviour[i.Competency] {
				t.Errorf("two questions on behaviour for %s", i.Competency)
			}
			behaviour[i.Competency] = true
		}
	}
	if !behaviour[bank.Collaboration] || !behaviour[bank.ProblemSolving] {
		t.Errorf("the vacancy asks for a team and for incidents: %v", behaviour)
	}
	unknown := p.Plan(vacancyOf(t, vacancy.Draft{Title: "Флорист"}), bank.Russian, 0, vacancy.Fit{})
	if len(unknown.Core) == 0 {
		t.Error("a vacancy without a known skill has no plan")
	}
	for _, i := range unknown.Core {
		if i.Skill != "" {
			t.Errorf("a florist is asked about %s", i.Skill)
		}
	}
}
