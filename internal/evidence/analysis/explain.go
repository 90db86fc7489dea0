package analysis

import (
	"fmt"
	"strings"

	"kadry/internal/evidence/score"
	"kadry/internal/evidence/survey"
	"kadry/internal/fault"
	"kadry/internal/github"
)

// because says in one sentence what a rating rests on.
func because(s Skill, read int) fault.Text {
	if len(s.Items) == 0 {
		return silence(s, read)
	}
	var en, ru []string
	for _, i := range s.Items[:min(len(s.Items), 2)] {
		t := itemText(i)
		en, ru = append(en, t.EN), append(ru, t.RU)
	}
	return fault.Text{EN: strings.Join(en, "; "), RU: strings.Join(ru, "; ")}
}

func itemText(i score.Item) fault.Text {
	about, ru := "", ""
	if i.Estimated {
		about, ru = "about ", "около "
	}
	what := map[survey.Kind]fault.Text{
		survey.Written:   {EN: "to code written in it", RU: "в код на нём"},
		survey.Published: {EN: "to the project itself", RU: "в сам проект"},
		survey.Used:      {EN: "to files that import it", RU: "в файлы, которые его импортируют"},
		survey.Kept:      {EN: "to its files", RU: "в его файлы"},
		survey.Invoked:   {EN: "to scripts that call it", RU: "в скрипты, которые его вызывают"},
		survey.Declared:  {EN: "to a project that only declares it", RU: "в проект, где он только объявлен"},
	}[i.Kind]
	if i.Role == score.Reviewer {
		return fault.Say("%[1]s: %[2]d pull requests of others reviewed, whose changes were not read",
			"%[1]s: проверено чужих pull request — %[2]d, сами изменения не читались", i.Repository, i.Reviews)
	}
	t := fault.Text{
		EN: fmt.Sprintf("%s: %s%d own commits %s", i.Repository, about, i.Own, what.EN),
		RU: fmt.Sprintf("%s: %sсвоих коммитов %s — %d", i.Repository, ru, what.RU, i.Own),
	}
	if i.Symbols > 0 {
		t.EN += fmt.Sprintf(", %d names of its API used", i.Symbols)
		t.RU += fmt.Sprintf(", использовано имён его API: %d", i.Symbols)
	}
	if !i.To.IsZero() {
		t.EN += ", last in " + i.To.Format("2006-01")
		t.RU += ", последний — " + i.To.Format("2006-01")
	}
	return t
}

// silence says why nothing was found, and that this proves nothing.
func silence(s Skill, read int) fault.Text {
	reasons := map[string]fault.Text{
		"vendored":   {EN: "it is there only as somebody else's code that was copied in", RU: "он есть только в чужом коде, скопированном целиком"},
		"sample":     {EN: "it is there only in data of tests", RU: "он есть только в данных для тестов"},
		"generated":  {EN: "it is there only in generated files", RU: "он есть только в сгенерированных файлах"},
		"transitive": {EN: "only lock files name it", RU: "его называют только lock-файлы"},
		"managed":    {EN: "only a list of versions names it", RU: "он назван только в списке версий"},
		"unused":     {EN: "it is imported and nothing of it is used", RU: "он импортирован, но ничего из него не используется"},
		"own module": {EN: "what is imported under its name is the repository's own module", RU: "под его именем импортируется собственный модуль репозитория"},
	}
	if len(s.Only) > 0 {
		why := reasons[s.Only[0]]
		return fault.Text{EN: "No evidence: " + why.EN + ".", RU: "Подтверждений нет: " + why.RU + "."}
	}
	if read == 0 {
		return fault.Say("Nothing could be read, so nothing is known.", "Прочесть ничего не удалось, поэтому ничего не известно.")
	}
	return fault.Say("No trace in the %d repositories that were read; that says nothing of private work.",
		"В прочитанных репозиториях (%d) следов нет; о закрытой работе это ничего не говорит.", read)
}

// unknown lists what this analysis cannot know, with the reason.
func (a *Analyst) unknown(hub Hub, p github.Profile, out *Analysis) {
	if !hub.Authenticated() {
		out.Unknown = append(out.Unknown, Unknown{Field: "activity_metrics", Reason: fault.Say(
			"Without a token GitHub tells no contributions by day and year, no reviews and no issues.",
			"Без токена GitHub не сообщает вклад по дням и годам, ревью и задачи.")})
	}
	for _, path := range p.Missing {
		out.Unknown = append(out.Unknown, Unknown{Field: path, Reason: fault.Say("GitHub left this out of its answer.", "GitHub не включил это в ответ.")})
	}
	if out.Left > 0 {
		out.Unknown = append(out.Unknown, Unknown{Field: "skill_scores", Reason: fault.Say(
			"%d more repositories with own commits were not read: raise repos_limit.",
			"Ещё репозитории со своими коммитами не прочитаны (%d): увеличьте repos_limit.", out.Left)})
	}
	out.Unknown = append(out.Unknown, Unknown{Field: "evidence_items.changes", Reason: fault.Say(
		"The lines of each commit were not read: own commits are counted by file.",
		"Строки отдельных коммитов не читались: свои коммиты посчитаны по файлам.")})
}
