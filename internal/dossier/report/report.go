package report

import (
	"time"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

// Report is the answer, in one language.
type Report struct {
	Language        string                     `json:"language"`
	Role            Role                       `json:"role"`
	Context         requirement.Context        `json:"role_context"`
	Summary         string                     `json:"summary"`
	Requirement     requirement.Requirement    `json:"requirement"`
	Classification  requirement.Classification `json:"skill_classification_report"`
	Market          MarketSummary              `json:"market"`
	Candidates      []Candidate                `json:"candidates" doc:"By rank; those of whom nothing could be read come last and stay."`
	Ranking         string                     `json:"ranking" doc:"What the order rests on."`
	Recommendations Recommendations            `json:"recommendations"`
	Unknown         []Unknown                  `json:"unknown" doc:"What is left out, with the reason."`
	At              time.Time                  `json:"made_at"`
	Engine          string                     `json:"engine"`
	Note            string                     `json:"note,omitzero"`
}

// Unknown is something that is left out.
type Unknown struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// MarketSummary is the market in short.
type MarketSummary struct {
	Known     bool       `json:"known"`
	Reason    string     `json:"reason,omitzero" doc:"Why it is not known."`
	Source    string     `json:"source,omitzero"`
	At        time.Time  `json:"at,omitzero"`
	Found     int        `json:"total_found" doc:"Postings there are; vacancies_analyzed says how many were read."`
	Skills    []Count    `json:"top_skills"`
	Pay       *Pay       `json:"salary,omitempty"`
	Employers []Count    `json:"top_companies"`
	Places    []Count    `json:"top_locations"`
	BySkill   []SkillPay `json:"salary_by_skill"`
	Responses *float64   `json:"responses_per_vacancy,omitempty"`
}

// Candidate is one person in the report.
type Candidate struct {
	ID string `json:"id"`
	identity.Identity
	Name     string            `json:"name,omitzero"`
	Rank     int               `json:"rank,omitzero" doc:"From 1; left out where there is no decision."`
	Status   Status            `json:"status"`
	Problems []string          `json:"problems" doc:"Why the status is not ok."`
	Decision verdict.Decision  `json:"decision,omitzero" doc:"That of a person where there is one, else the advice."`
	Verdict  *verdict.Verdict  `json:"verdict,omitempty" doc:"The advice as computed, whatever a person decided."`
	Override *verdict.Override `json:"override,omitempty"`
	Skills   []Cell            `json:"skills"`
	Code     *Code             `json:"code,omitempty"`
}

// Find is the candidate whom any of their ids names.
func (r Report) Find(id string) (Candidate, error) {
	var found []Candidate
	var ids []string
	for _, c := range r.Candidates {
		if c.ID == id {
			return c, nil
		}
		if c.IsNamed(id) {
			found, ids = append(found, c), append(ids, c.ID)
		}
	}
	switch len(found) {
	case 0:
		return Candidate{}, fault.E(fault.NotFound, fault.Say("There is no candidate %q in this report.", "В этом отчёте нет кандидата «%s».", fault.Clip(id)), nil)
	case 1:
		return found[0], nil
	}
	return Candidate{}, fault.E(fault.Invalid, fault.Say("%q names several candidates of this report.", "«%s» — это несколько кандидатов отчёта.", fault.Clip(id)), nil).
		WithCandidates(ids...)
}

// Kind is the list an asked skill is from.
type Kind string

// The kinds.
const (
	Mandatory Kind = "mandatory"
	Preferred Kind = "preferred"
)

// Enum implements the closed set of kinds.
func (Kind) Enum() []string { return []string{string(Mandatory), string(Preferred)} }

// Cell is one skill of one candidate.
type Cell struct {
	Skill    string         `json:"skill"`
	ID       string         `json:"id"`
	Kind     Kind           `json:"kind"`
	Status   proof.Status   `json:"status"`
	Strength *float64       `json:"strength,omitempty" doc:"0-1; left out where no source says anything."`
	Source   proof.Source   `json:"source,omitzero" doc:"That the strength rests on."`
	Evidence []Evidence     `json:"evidence" doc:"Best first."`
	Silent   []proof.Source `json:"silent" doc:"Sources that were read and do not mention it."`
}

// Best is the evidence that the strength rests on, empty where none is shown.
func (c Cell) Best() Evidence {
	if len(c.Evidence) == 0 {
		return Evidence{}
	}
	return c.Evidence[0]
}

// Evidence is one proof as it is shown.
type Evidence struct {
	Source   proof.Source `json:"source"`
	Strength float64      `json:"strength"`
	Text     string       `json:"text"`
	Place    proof.Place  `json:"place,omitzero"`
	Years    float64      `json:"years,omitzero"`
	LastUsed string       `json:"last_used,omitzero"`
}

// Recommendations are what follows; people decide.
type Recommendations struct {
	Shortlist []Pick   `json:"shortlist" doc:"Up to ten, go before hold."`
	Interview []Pick   `json:"interview_next" doc:"Up to five go and two hold."`
	Train     []Gap    `json:"skills_to_train" doc:"Up to five gaps that at least two candidates share."`
	Risks     []string `json:"risks"`
	Offer     *Offer   `json:"competitive_offer_range,omitempty"`
}

// Pick is a candidate in a list of recommendations.
type Pick struct {
	ID       string           `json:"id"`
	Score    *int             `json:"score,omitempty"`
	Decision verdict.Decision `json:"decision"`
	Reasons  []string         `json:"top_reasons"`
}

// Gap is a skill that several candidates lack.
type Gap struct {
	Skill      string   `json:"skill"`
	Candidates []string `json:"candidates"`
}

// Offer is the middle half of what postings for the role offer.
type Offer struct {
	From     float64 `json:"from"`
	To       float64 `json:"to"`
	Currency string  `json:"currency"`
	Basis    string  `json:"basis"`
	N        int     `json:"n"`
}
