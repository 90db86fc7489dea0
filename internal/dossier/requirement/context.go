package requirement

import (
	"slices"
	"strings"
	"unicode"

	"kadry/internal/dossier/quote"
	"kadry/internal/skill"
)

// Focus is the kind of work a role is about.
type Focus string

// The kinds of work.
const (
	Backend   Focus = "backend"
	Frontend  Focus = "frontend"
	Fullstack Focus = "fullstack"
	DevOps    Focus = "devops"
	ML        Focus = "ml"
	QA        Focus = "qa"
	Data      Focus = "data"
	General   Focus = "general"
)

// Enum implements the closed set of kinds of work.
func (Focus) Enum() []string {
	return []string{string(Backend), string(Frontend), string(Fullstack), string(DevOps), string(ML), string(QA), string(Data), string(General)}
}

// LeadLevel is the seniority above the levels of experience that candidates have: one who
// leads others, whatever their years.
const LeadLevel = "lead"

// Context is what the words of a role tell.
type Context struct {
	Seniority string   `json:"seniority,omitzero" doc:"junior, mid, senior or lead; left out where the role does not say."`
	Focus     Focus    `json:"primary_focus"`
	Signals   []string `json:"tech_stack_signals" doc:"Skills that the role itself names."`
}

// longestRole is how many characters of a role are read.
const longestRole = 200

// ContextOf reads the words of a role, in Russian or English.
func ContextOf(g *skill.Graph, role string) Context {
	role = quote.Clean(role, longestRole)
	words := strings.FieldsFunc(skill.Fold(role), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	c := Context{Seniority: seniority(words), Focus: focus(words)}
	for _, id := range named(g, role) {
		c.Signals = append(c.Signals, g.Name(id))
		if c.Focus == General {
			c.Focus = ofSkill(id)
		}
	}
	return c
}

// named are the skills that a role names, in its order. Fields of work ("frontend
// development") are no skills to ask for.
func named(g *skill.Graph, role string) []skill.ID {
	var ids []skill.ID
	for _, m := range g.Find(role, skill.List) {
		if s, _ := g.Skill(m.Skill); !s.Concept && !slices.Contains(ids, m.Skill) {
			ids = append(ids, m.Skill)
		}
	}
	return ids
}

// seniority is that of the highest level a role names: "Senior/Lead" leads.
func seniority(words []string) string {
	leads := []string{"lead", "lid", "teamlead", "techlead", "head", "principal", "architect", "лид", "тимлид", "техлид", "тимлидер", "руководитель", "архитектор", "начальник"}
	found := ""
	for _, w := range words {
		if slices.Contains(leads, w) {
			return LeadLevel
		}
		if level := levelOf(w); rank(level) > rank(found) {
			found = level
		}
	}
	return found
}

func levelOf(word string) string {
	if slices.Contains([]string{"intern", "trainee", "стажер", "стажёр"}, word) {
		return skill.JuniorLevel
	}
	if level := skill.LevelOf(word); rank(level) > 0 {
		return level
	}
	return ""
}

func rank(level string) int {
	return slices.Index([]string{skill.JuniorLevel, skill.MidLevel, skill.SeniorLevel}, level) + 1
}

// kinds are the beginnings of words that name a kind of work. The first kind that fits wins,
// so the narrower stand before the wider: "data scientist" is machine learning, "тестировщик
// бэкенда" tests.
var kinds = []struct {
	focus Focus
	stems []string
}{
	{QA, []string{"qa", "sdet", "aqa", "tester", "testing", "test", "quality", "тестиров", "тестер"}},
	{Fullstack, []string{"fullstack", "фуллстек", "фулстек", "фулстак", "фуллстак"}},
	{ML, []string{"ml", "mlops", "nlp", "llm", "ai", "machine", "deep", "scientist", "датасаент", "машинн", "нейро", "ии"}},
	{DevOps, []string{"devops", "devsecops", "sre", "reliability", "platform", "infrastructure", "sysadmin", "девопс", "инфраструктур", "администратор", "эксплуатац"}},
	{Data, []string{"data", "dwh", "etl", "bi", "analyst", "analytics", "dba", "данных", "аналитик", "дата"}},
	{Frontend, []string{"frontend", "фронтенд", "фронтэнд", "верстальщик", "ui"}},
	{Backend, []string{"backend", "бэкенд", "бекенд", "бэкэнд", "серверн", "server"}},
}

func focus(words []string) Focus {
	joined := pairs(words)
	for _, k := range kinds {
		if slices.ContainsFunc(joined, func(w string) bool { return begins(w, k.stems) }) {
			return k.focus
		}
	}
	return General
}

// pairs are the words and each two neighbours as one: "full stack", "front-end".
func pairs(words []string) []string {
	all := slices.Clone(words)
	for i := 1; i < len(words); i++ {
		all = append(all, words[i-1]+words[i])
	}
	return all
}

// begins reports whether a word begins with a stem; one of up to three letters is a whole word.
func begins(word string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool {
		return word == stem || len([]rune(stem)) > 3 && strings.HasPrefix(word, stem)
	})
}

// ofSkill is the kind of work that a skill alone tells: languages and frameworks that are
// used for hardly anything else. Python and C++ tell nothing.
func ofSkill(id skill.ID) Focus {
	switch id {
	case "go", "java", "php", "c#", "ruby", "django", "flask", "fastapi", "spring", "spring boot", "node.js", "ruby on rails", "laravel":
		return Backend
	case "react", "vue", "vue.js", "angular", "angularjs", "svelte", "css", "html", "javascript", "typescript":
		return Frontend
	case "kubernetes", "terraform", "ansible", "docker":
		return DevOps
	case "pytorch", "tensorflow", "scikit-learn", "machine learning", "deep learning":
		return ML
	case "apache spark", "apache airflow", "power bi", "tableau", "sql":
		return Data
	case "selenium", "pytest", "cypress", "playwright":
		return QA
	}
	return General
}
