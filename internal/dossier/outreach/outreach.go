// Package outreach drafts the first letter to a candidate of a report: short, honest, with
// facts that the person made public or wrote in their CV, and each of them listed beside the
// letter. It sends nothing. It praises nobody, promises nothing, and tells nothing of scores.
package outreach

import (
	"strings"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/quote"
	"kadry/internal/dossier/report"
	"kadry/internal/fault"
)

// Letter is a draft.
type Letter struct {
	ID       string   `json:"id"`
	Role     string   `json:"role"`
	Subject  string   `json:"subject"`
	Body     string   `json:"body"`
	Language string   `json:"language"`
	Facts    []string `json:"facts_used" doc:"Every fact about the person that the letter tells, with its source."`
}

const (
	mostFacts   = 3
	longestName = 100 // of a repository, in characters
)

// Of drafts the letter to the candidate whom an id names, in the language of the report.
func Of(r report.Report, id string) (Letter, error) {
	c, err := r.Find(id)
	if err != nil {
		return Letter{}, err
	}
	w := writer{lang: r.Language}
	known, used := w.facts(c)
	role := r.Role.Title
	if r.Role.Location != "" {
		role += ", " + r.Role.Location
	}
	paragraphs := []string{w.greeting(c.Name), w.opening(role, r.Role.Company)}
	if len(known) > 0 {
		paragraphs = append(paragraphs, w.say("Why we write to you: %s.", "Почему мы пишем именно вам: %s.", strings.Join(known, "; ")))
	}
	paragraphs = append(paragraphs, w.say("If this interests you, answer this letter and we will tell you about the work and the terms. If not, there is no need to answer.",
		"Если вам интересно, ответьте на это письмо: расскажем о задачах и условиях. Если нет, можно не отвечать."))
	return Letter{
		ID: c.ID, Role: r.Role.Title, Language: r.Language, Facts: used,
		Subject: w.say("%s: shall we talk?", "%s: предлагаем поговорить", role), Body: strings.Join(paragraphs, "\n\n"),
	}, nil
}

type writer struct{ lang string }

func (w writer) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(w.lang)
}

func (w writer) greeting(name string) string {
	if name == "" {
		return w.say("Hello,", "Здравствуйте.")
	}
	return w.say("Hello %s,", "Здравствуйте, %s.", name)
}

func (w writer) opening(role, company string) string {
	if company == "" {
		return w.say("We are looking for someone for this role: %s.", "Мы ищем человека на роль: %s.", role)
	}
	return w.say("%[1]s is looking for someone for this role: %[2]s.", "Компания %[1]s ищет человека на роль: %[2]s.", quote.In(w.lang, company, longestName), role)
}

// facts are clauses of the letter and, for its author, where each comes from. What an
// interview or a LinkedIn export told was told for another purpose and stays out.
func (w writer) facts(c report.Candidate) (clauses, used []string) {
	var written []string
	for _, cell := range c.Skills {
		e, ok := shown(cell)
		switch {
		case !ok || len(used) == mostFacts:
			continue
		case e.Source == proof.CV:
			written = append(written, cell.Skill)
			used = append(used, w.say("CV: work with %s", "Резюме: работа с %s", cell.Skill))
		default:
			name := quote.In(w.lang, e.Place.Repository, longestName)
			clauses = append(clauses, w.say("the public repository %[1]s shows your work with %[2]s", "в открытом репозитории %[1]s видна ваша работа с %[2]s", name, cell.Skill))
			used = append(used, w.say("GitHub: %[1]s in %[2]s", "GitHub: %[1]s в %[2]s", cell.Skill, name))
		}
	}
	if len(written) > 0 {
		clauses = append(clauses, w.say("your CV tells of work with %s", "в вашем резюме есть работа с %s", strings.Join(written, ", ")))
	}
	return clauses, used
}

// shown is the best proof that may be told: real evidence in public code or in the CV.
func shown(cell report.Cell) (report.Evidence, bool) {
	for _, e := range cell.Evidence {
		if e.Strength >= proof.Line && (e.Source == proof.CV || e.Source == proof.GitHub && e.Place.Repository != "") {
			return e, true
		}
	}
	return report.Evidence{}, false
}
