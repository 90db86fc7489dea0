package vacancy_test

import (
	"strings"
	"sync"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

var skillGraph = sync.OnceValues(skill.Load)

func graph(t *testing.T) *skill.Graph {
	t.Helper()
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var goDraft = vacancy.Draft{
	Title:        "Старший разработчик Go",
	Description:  "Делаем платёжную платформу. Работа в команде из шести человек, код-ревью, разбор инцидентов.",
	Requirements: "Опыт коммерческой разработки от 5 лет.\nУверенное знание Go, PostgreSQL и Kafka.\nDocker, Kubernetes.\nПлюсом будет Redis.",
}

var pythonDraft = vacancy.Draft{
	Title:        "Middle Python Developer",
	Description:  "We build data tools for analysts and talk to stakeholders a lot.",
	Requirements: "Python, FastAPI, SQL and PostgreSQL.\nDocker and CI/CD.\nKubernetes is a plus.",
}

func TestDraft_readsNeedsAndLevel(t *testing.T) {
	t.Parallel()
	g := graph(t)
	for _, c := range []struct {
		draft vacancy.Draft
		level bank.Level
		lang  bank.Language
		needs map[string]float64 // at least; 0 is not at all
	}{
		{goDraft, bank.Senior, "ru", map[string]float64{"go": 1, "apache kafka": .8, "redis": .3, "c++": 0}},
		{pythonDraft, bank.Middle, "en", map[string]float64{"python": 1, "fastapi": .8, "kubernetes": .3}},
		{vacancy.Draft{Title: "Джуниор PHP", Requirements: "Опыт от 1 года. PHP, Laravel"}, bank.Junior, "ru", map[string]float64{"php": 1, "laravel": .8}},
		{vacancy.Draft{Title: "Java developer", Requirements: "At least 7 years of experience with Java"}, bank.Senior, "en", map[string]float64{"java": 1}},
		{vacancy.Draft{Title: "Java developer", Description: "Our firm is 25 years old"}, bank.Middle, "en", nil},
		{vacancy.Draft{Title: "Разработчик", Needs: []vacancy.Need{{Skill: "питон"}}}, bank.Middle, "ru", map[string]float64{"python": 1}},
	} {
		v, err := c.draft.Completed(g)
		if err != nil {
			t.Fatal(err)
		}
		if v.Level != c.level || v.Language != c.lang {
			t.Errorf("%s: level %s, language %s", v.Title, v.Level, v.Language)
		}
		have := map[string]vacancy.Need{}
		for _, n := range v.Needs {
			have[string(n.Skill)] = n
		}
		for name, least := range c.needs {
			if n := have[name]; n.Weight < least || least == 0 && n.Weight > 0 {
				t.Errorf("%s: %s weighs %.2f, want %.2f", v.Title, name, n.Weight, least)
			}
		}
	}
}

func TestDraft_refusesBadDrafts(t *testing.T) {
	t.Parallel()
	g := graph(t)
	for name, d := range map[string]vacancy.Draft{
		"no title":      {},
		"invisible":     {Title: "\u200b\x00"},
		"long title":    {Title: strings.Repeat("я", 301)},
		"long text":     {Title: "x", Description: strings.Repeat("я", 50_001)},
		"language":      {Title: "x", Language: "de"},
		"level":         {Title: "x", Level: "god"},
		"unknown skill": {Title: "x", Needs: []vacancy.Need{{Skill: "pythno"}}},
		"weight":        {Title: "x", Needs: []vacancy.Need{{Skill: "python", Weight: 2}}},
		"need level":    {Title: "x", Needs: []vacancy.Need{{Skill: "python", Level: "x"}}},
		"many needs":    {Title: "x", Needs: make([]vacancy.Need, 41)},
	} {
		if _, err := d.Completed(g); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// "A plus" is said of its own sentence and not of the whole line.
func TestDraft_optionalIsASentence(t *testing.T) {
	t.Parallel()
	g := graph(t)
	for _, requirements := range []string{"Go, PostgreSQL. Docker is a plus.", "Go, PostgreSQL. Плюсом будет Docker."} {
		weight := map[string]float64{}
		d, err := vacancy.Draft{Title: "Developer", Requirements: requirements}.Completed(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range d.Needs {
			weight[string(n.Skill)] = n.Weight
		}
		if weight["go"] != 0.8 || weight["postgresql"] != 0.8 || weight["docker"] != 0.3 {
			t.Errorf("%q: %v", requirements, weight)
		}
	}
}
