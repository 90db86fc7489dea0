// Package verdict turns what is known of one person into advice: a score that adds up row by
// row, a gate of mandatory skills, reasons in whole sentences, and go, hold or no. A person
// may overrule it; both stay. It knows skills, proofs, activity and risks, and nothing else
// of the person: age, sex, looks, origin and family have no place to stand.
//
// The table, of 100 points:
//
//	mandatory  60  share of mandatory skills that are proven (proof.Line)
//	preferred  15  share of preferred skills that are
//	evidence   15  mean strength of the proofs of those that are
//	activity   10  how long ago the last work was that we know of
//	risk      -20  at most, each risk with its reason
//
// Points of a part that cannot be judged (no preferred skills asked, no activity known) go to
// the mandatory row, so that nobody gains or loses by them: the part counts as if it were as
// good as the mandatory coverage. Without mandatory skills they all go to the preferred row.
// Stars, followers and the number of repositories play no part.
package verdict

import (
	"math"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/requirement"
	"kadry/internal/fault"
)

// Decision is advice, or what a person decided.
type Decision string

// The decisions.
const (
	Go   Decision = "go"
	Hold Decision = "hold"
	No   Decision = "no"
)

// Enum implements the closed set of decisions.
func (Decision) Enum() []string { return []string{string(Go), string(Hold), string(No)} }

// The lines of the advice.
const (
	GoFrom   = 70 // points
	HoldFrom = 45
	// MinCoverage is the share of mandatory skills that opens the gate.
	MinCoverage = 0.8
)

// Held is an asked skill with what is known of it.
type Held struct {
	Skill   requirement.Skill
	Finding proof.Finding
}

// Activity is how long ago one source saw work.
type Activity struct {
	Source proof.Source `json:"source"`
	Days   int          `json:"days"`
}

// Case is what is known of one person in view of a role.
type Case struct {
	Mandatory []Held
	Preferred []Held
	Activity  []Activity // of the sources that tell; none is unknown
	Risks     []Risk
	Unread    []proof.Source // sources that were named and could not be read
}

// NewCase joins the proofs of a person to what a role asks for.
func NewCase(r requirement.Requirement, proofs []proof.Proof) Case {
	hold := func(asked []requirement.Skill) []Held {
		var list []Held
		for _, s := range asked {
			list = append(list, Held{Skill: s, Finding: proof.Join(s.ID, proofs)})
		}
		return list
	}
	return Case{Mandatory: hold(r.Mandatory), Preferred: hold(r.Preferred)}
}

// Verdict is the advice on one person with everything it rests on.
type Verdict struct {
	Decision Decision `json:"decision" doc:"Advice; people decide."`
	Score    int      `json:"score" doc:"0-100, the sum of the points of the parts."`
	Reasons  []string `json:"reasons" doc:"Whole sentences, the one that decided first."`
	Parts    []Part   `json:"parts"`
	Gate     Gate     `json:"gate"`
	Risks    []Weight `json:"risks"`
}

// Part is one row of the score.
type Part struct {
	Part   string `json:"part" doc:"mandatory, preferred, evidence, activity or risk."`
	Points int    `json:"points" doc:"Negative for risk."`
	Of     int    `json:"of" doc:"Most points of the part; 0 where it was not asked or is not known, and for risk."`
	Why    string `json:"why"`
}

// Judge says what a case comes to. It fails on nothing: what is not known is said.
func Judge(c Case, lang string) Verdict {
	j := judge{Case: c, lang: lang}
	v := Verdict{Gate: j.gate()}
	v.Parts, v.Risks = j.parts()
	for _, p := range v.Parts {
		v.Score += p.Points
	}
	v.Decision, v.Reasons = j.decide(v.Score, v.Gate)
	v.Reasons = append(v.Reasons, j.reasons(v)...)
	return v
}

// judge is one case being told in one language.
type judge struct {
	Case
	lang string
}

func (j judge) say(en, ru string, operands ...any) string {
	return fault.Say(en, ru, operands...).In(j.lang)
}

// met are the skills of a list that are proven.
func met(list []Held) (proven []Held) {
	for _, h := range list {
		if h.Finding.Status == proof.Met {
			proven = append(proven, h)
		}
	}
	return proven
}

// Gate says whether enough of the mandatory skills is proven.
type Gate struct {
	Open        bool     `json:"open"`
	MinScore    float64  `json:"min_score" doc:"Strength from which a skill counts as proven."`
	MinCoverage float64  `json:"min_coverage"`
	Total       int      `json:"total"`
	Needed      int      `json:"needed" doc:"Mandatory skills that must be proven; of one to four, all."`
	Proven      int      `json:"proven"`
	Missing     []string `json:"missing" doc:"Mandatory skills that are not proven, all of them."`
	Text        string   `json:"text"`
}

func (j judge) gate() Gate {
	total := len(j.Mandatory)
	g := Gate{MinScore: proof.Line, MinCoverage: MinCoverage, Total: total, Proven: len(met(j.Mandatory))}
	g.Needed = int(math.Ceil(MinCoverage*float64(total) - 1e-9)) // 0.8 of 5 is 4, whatever binary fractions make of it
	g.Open = g.Proven >= g.Needed
	for _, h := range j.Mandatory {
		if h.Finding.Status != proof.Met {
			g.Missing = append(g.Missing, h.Skill.Name)
		}
	}
	switch {
	case total == 0:
		g.Text = j.say("No mandatory skills are set, so the gate is open to everyone, and nobody is advised above hold.",
			"Обязательные навыки не заданы: порог проходят все, но никому не советуем больше, чем «отложить».")
	case g.Needed == total:
		g.Text = j.say("Proven mandatory skills: %[1]d of %[2]d; all of them are needed.", "Подтверждено обязательных навыков: %[1]d из %[2]d; нужны все.", g.Proven, total)
	default:
		g.Text = j.say("Proven mandatory skills: %[1]d of %[2]d; at least %[3]d are needed.", "Подтверждено обязательных навыков: %[1]d из %[2]d; нужно не меньше %[3]d.", g.Proven, total, g.Needed)
	}
	return g
}
