package demand

import (
	"strings"

	"kadry/internal/skill"
)

// employer is the name of who published a posting: a skill in it is no requirement.
type employer struct {
	name  string
	skill skill.ID // the skill whose name the employer bears alone, as SAP does
}

// leastName is the shortest name that is looked for in texts.
const leastName = 3

func employerOf(g *skill.Graph, name string) employer {
	e := employer{name: lower(strings.TrimSpace(name))}
	e.skill, _ = g.Named(e.name)
	return e
}

// named reports a mention that is part of the employer's name. A bare name that is also a
// product of the firm, "опыт работы с SAP", stays: only the words of the firm drop it.
func (e employer) named(text string, m skill.Mention) bool {
	if len(e.name) < leastName || e.skill == m.Skill && !beside(text[:m.Start]) {
		return false
	}
	from, to := max(0, m.Start-len(e.name)), min(len(text), m.End+len(e.name))
	i := strings.Index(text[from:to], e.name)
	return i >= 0 && from+i <= m.Start && from+i+len(e.name) >= m.End
}

// beside reports words of a firm at the end of a text: "компания SAP", "join SAP".
func beside(before string) bool {
	word := before[strings.LastIndexAny(strings.TrimRight(before, " «\""), " \n")+1:]
	switch strings.Trim(word, " «\"") {
	case "компания", "компании", "компанию", "ооо", "ао", "группа", "команда", "команду", "команде", "join", "at", "company":
		return true
	}
	return false
}
