package bank

import "kadry/internal/fault"

// Title is the name of a competency for a reader.
func (c Competency) Title() fault.Text {
	switch c {
	case Knowledge:
		return fault.Say("Knowledge of the tools", "Знание инструментов")
	case ProblemSolving:
		return fault.Say("Problem solving", "Решение проблем")
	case Quality:
		return fault.Say("Quality", "Качество")
	case Delivery:
		return fault.Say("Delivery", "Доведение до результата")
	case Collaboration:
		return fault.Say("Collaboration", "Совместная работа")
	case Communication:
		return fault.Say("Communication", "Общение")
	}
	return fault.Text{EN: string(c), RU: string(c)}
}

// ThemeTitle is the name of a behaviour theme for a reader.
func ThemeTitle(theme string) fault.Text {
	switch theme {
	case "communication":
		return fault.Say("Explaining", "Умение объяснять")
	case "conflict":
		return fault.Say("Disagreement", "Разногласия")
	case "incident":
		return fault.Say("Incidents", "Сбои")
	case "learning":
		return fault.Say("Learning", "Обучение")
	case "ownership":
		return fault.Say("Ownership", "Ответственность")
	case "teamwork":
		return fault.Say("Teamwork", "Командная работа")
	}
	return fault.Text{EN: theme, RU: theme}
}
