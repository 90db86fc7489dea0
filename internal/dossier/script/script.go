// Package script proposes questions for an interview with one candidate of a report, made from
// what that report says of them and of nobody else: strong proofs are asked in depth at the
// very place they stand, gaps are probed, risks are clarified. It conducts and marks nothing.
// Words of others stand between quotation marks.
package script

import (
	"cmp"
	"slices"

	"kadry/internal/dossier/number"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/quote"
	"kadry/internal/dossier/report"
	"kadry/internal/fault"
)

// Kind is what a question is for.
type Kind string

// The kinds.
const (
	Depth   Kind = "depth"   // a proof is strong: how deep does it go
	Probe   Kind = "probe"   // a proof is weak or missing: is there more
	Clarify Kind = "clarify" // something does not fit
)

// Enum implements the closed set of kinds.
func (Kind) Enum() []string { return []string{string(Depth), string(Probe), string(Clarify)} }

// Interview is the proposal for one candidate.
type Interview struct {
	ID       string `json:"id"`
	Role     string `json:"role"`
	Language string `json:"language"`
	Script   Script `json:"script"`
}

// Script is the questions in the order of asking.
type Script struct {
	Questions []Question `json:"questions"`
}

// Question is one question with what to listen for.
type Question struct {
	Skill    string   `json:"skill,omitzero" doc:"Left out where the question is about a risk."`
	Kind     Kind     `json:"kind"`
	Question string   `json:"question"`
	Why      string   `json:"why"`
	Good     []string `json:"good_signs"`
	Weak     []string `json:"weak_signs"`
}

// An hour has room for a dozen questions.
const (
	mostDepth   = 4
	mostProbe   = 6
	mostClarify = 3
)

// longestQuote is how much is quoted in a question, in characters.
const longestQuote = 160

// Of proposes questions for the candidate whom an id names, in the language of the report.
func Of(r report.Report, id string) (Interview, error) {
	c, err := r.Find(id)
	if err != nil {
		return Interview{}, err
	}
	w := writer{lang: r.Language}
	return Interview{ID: c.ID, Role: r.Role.Title, Language: r.Language, Script: Script{
		Questions: slices.Concat(w.depth(c.Skills), w.probes(c.Skills), w.clarifications(c)),
	}}, nil
}

type writer struct{ lang string }

func (w writer) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(w.lang)
}

func (w writer) quoted(text string) string { return quote.In(w.lang, text, longestQuote) }

// depth asks about the strongest proofs where they stand, strongest first.
func (w writer) depth(cells []report.Cell) (list []Question) {
	proven := slices.DeleteFunc(slices.Clone(cells), func(c report.Cell) bool { return c.Status != proof.Met })
	slices.SortStableFunc(proven, func(a, b report.Cell) int { return cmp.Compare(*b.Strength, *a.Strength) })
	for _, c := range proven[:min(len(proven), mostDepth)] {
		q := w.about(c.Skill, c.Best())
		q.Skill, q.Kind = c.Skill, Depth
		q.Why = w.say("Proven by %[1]s, strength %[2]s: %[3]s", "Подтверждение: %[1]s, сила %[2]s: %[3]s",
			c.Source.Name(w.lang), number.Decimal(*c.Strength, 2, w.lang), w.quoted(c.Best().Text))
		list = append(list, q)
	}
	return list
}

// about asks about the place of a proof.
func (w writer) about(skill string, e report.Evidence) Question {
	switch {
	case e.Source == proof.GitHub && e.Place.Repository != "":
		return Question{
			Question: w.say("The repository %[1]s shows your work with %[2]s%[3]s. Which decision there was the hardest, and what would you do differently today?",
				"В репозитории %[1]s видна ваша работа с %[2]s%[3]s. Какое решение там далось труднее всего и что сегодня вы сделали бы иначе?",
				w.quoted(e.Place.Repository), skill, w.file(e.Place.Path)),
			Good: []string{
				w.say("Names the reason for the decision and what was turned down", "Называет причину решения и то, от чего отказались"),
				w.say("Remembers what broke and how it was found", "Помнит, что ломалось и как это нашли"),
				w.say("Tells own work from that of others", "Отделяет свою работу от чужой"),
			},
			Weak: []string{
				w.say("Retells documentation instead of this code", "Пересказывает документацию, а не этот код"),
				w.say("Cannot say which part is their own", "Не может сказать, какая часть его собственная"),
			},
		}
	case e.Source == proof.Interview:
		return w.told(w.say("You have already answered questions on %s.", "Вы уже отвечали на вопросы о %s.", skill), skill)
	case e.Place.Quote != "":
		return w.told(w.say("%[1]s says: %[2]s.", "%[1]s сказано: %[2]s.", w.document(e.Source), w.quoted(e.Place.Quote)), skill)
	}
	return w.told(w.say("%[1]s tells of work with %[2]s.", "%[1]s есть работа с %[2]s.", w.document(e.Source), skill), skill)
}

// document begins a sentence about what the person wrote.
func (w writer) document(s proof.Source) string {
	switch s {
	case proof.CV:
		return w.say("Your CV", "В вашем резюме")
	case proof.LinkedIn:
		return w.say("Your LinkedIn profile", "В вашем профиле LinkedIn")
	}
	return w.say("Your public code", "В вашем открытом коде")
}

func (w writer) file(path string) string {
	if path == "" {
		return ""
	}
	return w.say(" (file %s)", " (файл %s)", w.quoted(path))
}

// told asks about work that the person tells of.
func (w writer) told(opening, skill string) Question {
	return Question{
		Question: opening + w.say(" What in the work with %s was your own part, and how could one see that it worked?",
			" Что в работе с %s делали лично вы и по чему было видно, что получилось?", skill),
		Good: []string{
			w.say("Tells of one task: what was wanted, what was done, what came of it", "Рассказывает об одной задаче: что было нужно, что сделано, что вышло"),
			w.say("Names figures or events by which the result was seen", "Называет числа или события, по которым виден результат"),
		},
		Weak: []string{
			w.say("Says we and never I", "Говорит «мы» и ни разу «я»"),
			w.say("Dates or duties differ from what is written", "Даты или обязанности расходятся с написанным"),
		},
	}
}

// probes ask after what is not proven, mandatory skills first: the cells stand in that order.
func (w writer) probes(cells []report.Cell) (list []Question) {
	for _, c := range cells {
		if c.Status == proof.Met || len(list) == mostProbe {
			continue
		}
		list = append(list, w.probe(c))
	}
	return list
}

func (w writer) probe(c report.Cell) Question {
	q := Question{
		Skill: c.Skill, Kind: Probe,
		Good: []string{
			w.say("Tells of a real task without being led", "Сам рассказывает о настоящей задаче"),
			w.say("Knows where the knowledge ends and says so", "Знает границы своего знания и говорит о них"),
		},
		Weak: []string{
			w.say("Stays with general words", "Остаётся в общих словах"),
			w.say("Passes off an exercise as work", "Выдаёт учебный пример за работу"),
		},
	}
	switch c.Status {
	case proof.Denied:
		q.Question = w.say("You write that you have no experience with %[1]s yet. Where would you begin if it were needed in the first month?",
			"Вы пишете, что опыта с %[1]s пока нет. С чего вы начали бы, если это понадобится в первый месяц?", c.Skill)
		q.Why = w.say("The person says not to have it.", "Кандидат сам пишет, что опыта нет.")
		q.Good[0] = w.say("Has a plan and names what is alike in what they know", "Есть план; называет похожее из того, что знает")
	case proof.Weak:
		q.Question = w.say("What was your latest task with %[1]s: what was wanted, what did you do, how did it end?",
			"Какой была ваша последняя задача с %[1]s: что было нужно, что вы сделали, чем закончилось?", c.Skill)
		q.Why = w.say("There is only a weak proof (%[1]s, %[2]s): %[3]s", "Подтверждение слабое (%[1]s, %[2]s): %[3]s",
			c.Source.Name(w.lang), number.Decimal(*c.Strength, 2, w.lang), w.quoted(c.Best().Text))
	case proof.Unknown, proof.Met:
		q.Question = w.say("Have you worked with %[1]s? Where, for how long, and on what?", "Работали ли вы с %[1]s? Где, как долго и над чем?", c.Skill)
		q.Why = w.say("No source mentions it; that does not say it is not there.", "Источники об этом молчат; это не значит, что опыта нет.")
	}
	return q
}

// clarifications ask about what cost points.
func (w writer) clarifications(c report.Candidate) (list []Question) {
	if c.Verdict == nil {
		return nil
	}
	for _, r := range c.Verdict.Risks {
		if r.Points == 0 || len(list) == mostClarify {
			continue
		}
		list = append(list, Question{
			Kind:     Clarify,
			Question: w.say("We noticed this and would like to understand it: %s How did it come about?", "Мы заметили и хотим понять: %s Как это получилось?", w.quoted(r.Text)),
			Why:      w.say("It counts against the score: %d.", "Это учтено в оценке как риск: %d.", r.Points),
			Good:     []string{w.say("Explains it calmly, and it can be checked", "Объясняет спокойно, и это можно проверить")},
			Weak:     []string{w.say("The explanation changes when asked again", "При повторном вопросе объяснение меняется")},
		})
	}
	return list
}
