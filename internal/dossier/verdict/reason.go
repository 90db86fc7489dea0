package verdict

import (
	"slices"
	"strings"

	"kadry/internal/dossier/number"
	"kadry/internal/dossier/proof"
)

// decide is the advice and the sentence that says what decided it. The sentence is made where
// the decision is, so the two cannot part.
func (j judge) decide(score int, g Gate) (Decision, []string) {
	advice, why := j.advice(score, g)
	if advice == No && j.mayYetShow() {
		return Hold, []string{j.say("Advice: hold. Not read: %[1]s, which may speak for skills that nothing else shows. As far as was read: %[2]s",
			"Совет: отложить. Не прочитано: %[1]s; там могут быть навыки, которых не видно больше нигде. По прочитанному: %[2]s", j.unread(), why)}
	}
	switch advice {
	case Go:
		return Go, []string{j.say("Advice: invite. ", "Совет: пригласить. ") + why}
	case Hold:
		return Hold, []string{j.say("Advice: hold. ", "Совет: отложить. ") + why}
	}
	return No, []string{j.say("Advice: decline. ", "Совет: отказать. ") + why}
}

func (j judge) advice(score int, g Gate) (Decision, string) {
	switch {
	case len(j.Mandatory)+len(j.Preferred) == 0:
		return Hold, j.say("No skills were asked for, so there is nothing to judge by.", "Навыки не названы, судить не по чему.")
	case !g.Open:
		return No, g.Text
	case score < HoldFrom:
		return No, j.say("The score is %[1]d of 100, under %[2]d.", "Балл %[1]d из 100, меньше %[2]d.", score, HoldFrom)
	case g.Total == 0:
		return Hold, j.say("No mandatory skills are set, and without a proven one nobody is advised to be invited.",
			"Обязательные навыки не заданы, а без подтверждённого обязательного навыка мы не советуем приглашать.")
	case score < GoFrom:
		return Hold, j.say("The score is %[1]d of 100; an invitation takes %[2]d.", "Балл %[1]d из 100; чтобы пригласить, нужно %[2]d.", score, GoFrom)
	}
	return Go, j.say("The score is %[1]d of 100. %[2]s", "Балл %[1]d из 100. %[2]s", score, g.Text)
}

// mayYetShow reports whether a source that could not be read might speak for a skill of which
// nothing is known. Nobody is declined because a system was out of reach.
func (j judge) mayYetShow() bool {
	return len(j.Unread) > 0 && slices.ContainsFunc(slices.Concat(j.Mandatory, j.Preferred), func(h Held) bool {
		return h.Finding.Status != proof.Met
	})
}

func (j judge) unread() string {
	var names []string
	for _, s := range j.Unread {
		names = append(names, s.Name(j.lang))
	}
	return strings.Join(names, ", ")
}

// reasons are the sentences after the first: what is proven and by whom, what is not, how
// fresh the work is, and what to look at twice. Every missing skill is named.
func (j judge) reasons(v Verdict) []string {
	var list []string
	if proven := met(j.Mandatory); len(proven) > 0 {
		list = append(list, j.say("Proven mandatory skills: %s.", "Обязательные навыки подтверждены: %s.", j.withSources(proven)))
	}
	list = append(list, j.lacking(j.Mandatory,
		"Mandatory skills not proven: %s.", "Обязательные навыки не подтверждены: %s.")...)
	if proven := met(j.Preferred); len(proven) > 0 {
		list = append(list, j.say("Proven preferred skills: %s.", "Желательные навыки подтверждены: %s.", j.withSources(proven)))
	}
	list = append(list, j.lacking(j.Preferred,
		"Preferred skills not proven: %s.", "Желательные навыки не подтверждены: %s.")...)
	if last, ok := j.last(); ok {
		list = append(list, j.lastWork(last))
	}
	for _, r := range v.Risks {
		if r.Points > 0 {
			list = append(list, j.say("To clarify: %s", "Уточнить: %s", r.Text))
		}
	}
	return list
}

// lacking names every skill of a list that is not proven, with what is known instead.
func (j judge) lacking(list []Held, en, ru string) []string {
	var parts []string
	for _, h := range list {
		switch h.Finding.Status {
		case proof.Met:
			continue
		case proof.Weak:
			parts = append(parts, j.say("%[1]s (only %[2]s of the %[3]s needed, %[4]s)", "%[1]s (лишь %[2]s из нужных %[3]s, %[4]s)",
				h.Skill.Name, number.Decimal(h.Finding.Strength, 2, j.lang), number.Short(proof.Line, j.lang), j.source(h)))
		case proof.Denied:
			parts = append(parts, j.say("%[1]s (the person says not to have it, %[2]s)", "%[1]s (кандидат пишет, что опыта нет, %[2]s)", h.Skill.Name, j.source(h)))
		default:
			parts = append(parts, j.say("%s (no source mentions it)", "%s (источники не упоминают)", h.Skill.Name))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{j.say(en, ru, strings.Join(parts, ", "))}
}

func (j judge) withSources(list []Held) string {
	var parts []string
	for _, h := range list {
		parts = append(parts, h.Skill.Name+" ("+j.source(h)+")")
	}
	return strings.Join(parts, ", ")
}

// source names the source that a finding rests on.
func (j judge) source(h Held) string {
	best, _ := h.Finding.Best()
	return best.Source.Name(j.lang)
}

func joined(list []Held) string {
	var names []string
	for _, h := range list {
		names = append(names, h.Skill.Name)
	}
	return strings.Join(names, ", ")
}
