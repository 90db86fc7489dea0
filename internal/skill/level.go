package skill

import "strings"

// The levels of experience, one vocabulary for candidates, vacancies and questions.
const (
	JuniorLevel = "junior"
	MidLevel    = "mid"
	SeniorLevel = "senior"
)

// LevelSpellings are other names of the levels, in lower case.
func LevelSpellings() map[string]string {
	return map[string]string{
		"jr": JuniorLevel, "джуниор": JuniorLevel, "джун": JuniorLevel, "младший": JuniorLevel, "начинающий": JuniorLevel,
		"middle": MidLevel, "mid-level": MidLevel, "intermediate": MidLevel, "мидл": MidLevel, "миддл": MidLevel, "средний": MidLevel,
		"sr": SeniorLevel, "сеньор": SeniorLevel, "синьор": SeniorLevel, "старший": SeniorLevel, "ведущий": SeniorLevel,
	}
}

// LevelOf returns the level that a text names in any spelling, else the text.
func LevelOf(text string) string {
	folded := strings.ToLower(strings.TrimSpace(text))
	switch folded {
	case JuniorLevel, MidLevel, SeniorLevel:
		return folded
	}
	if level, ok := LevelSpellings()[folded]; ok {
		return level
	}
	return text
}
