// Package report makes the hiring report of one role: what it asks for, what the market says
// of that, every candidate with what each skill rests on, advice, and what follows. A Case is
// everything a report is made from, in no language; Make turns it into a Report in one. The
// same case gives the same report. Nothing in it is invented: what is not known is left out
// and said under Unknown. It asks no source, keeps nothing and draws nothing.
package report

import (
	"time"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

// Case is what a report is made from.
type Case struct {
	Role       Role                   `json:"role"`
	Mandatory  []string               `json:"mandatory,omitzero"` // as asked
	Preferred  []string               `json:"preferred,omitzero"`
	Thresholds requirement.Thresholds `json:"thresholds"`
	Market     Market                 `json:"market"`
	Subjects   []Subject              `json:"subjects"`
	At         time.Time              `json:"at"`
	Engine     string                 `json:"engine"` // name and version of the rules and data
}

// Role is what people are sought for.
type Role struct {
	Title    string `json:"title"`
	Location string `json:"location,omitzero"`
	Company  string `json:"company,omitzero"`
}

// Subject is one person with all that the sources said.
type Subject struct {
	identity.Identity
	Name     string             `json:"name,omitzero"`
	Readings []Reading          `json:"readings"`
	Proofs   []proof.Proof      `json:"proofs,omitzero"`
	Activity []verdict.Activity `json:"activity,omitzero"`
	Risks    []verdict.Risk     `json:"risks,omitzero"`
	Code     *Code              `json:"code,omitzero"`
	Override *verdict.Override  `json:"override,omitzero"`
}

// Reading is how the reading of one source went.
type Reading struct {
	Source proof.Source `json:"source"`
	State  Status       `json:"state"`
	Why    fault.Text   `json:"why"` // of what is not ok
}

// Status is how much of something could be read.
type Status string

// The statuses.
const (
	OK      Status = "ok"
	Partial Status = "partial"
	Failed  Status = "failed"
)

// Enum implements the closed set of statuses.
func (Status) Enum() []string { return []string{string(OK), string(Partial), string(Failed)} }

// Code is what GitHub shows of a person besides skills: facts, and no part of any score but
// for the days.
type Code struct {
	Read      int      `json:"repos_analyzed"`
	Languages []string `json:"top_languages"`
	Metrics   Metrics  `json:"activity_metrics"`
}

// Metrics are counts of public activity.
type Metrics struct {
	Days      *int `json:"days_since_last_push,omitempty" doc:"Left out where no push is known."`
	Frequency int  `json:"commit_frequency_score"`
	Stars     int  `json:"total_stars"`
	Forks     int  `json:"total_forks"`
	Diversity int  `json:"repo_diversity_score"`
	OneCommit int  `json:"one_commit_repos_count"`
}

// Market is what the market answers to the role, as far as it was asked and answered.
type Market struct {
	Failed    fault.Text         `json:"failed,omitzero"` // why there is no answer; empty where there is one
	Source    string             `json:"source,omitzero"`
	At        time.Time          `json:"at,omitzero"`    // of the postings
	Found     int                `json:"found,omitzero"` // postings there are; Demand.Analyzed is how many were read
	Demand    requirement.Market `json:"demand"`
	Pay       *Pay               `json:"pay,omitzero"`
	Employers []Count            `json:"employers,omitzero"`
	Places    []Count            `json:"places,omitzero"`
	BySkill   []SkillPay         `json:"by_skill,omitzero"`
	Responses *float64           `json:"responses,omitzero"` // of applicants a posting, where they were counted
}

// Known reports whether the market answered.
func (m Market) Known() bool { return m.Failed == fault.Text{} && m.Source != "" }

// Pay is the distribution of offered pay a month. What a sample is too small for is left out.
type Pay struct {
	N        int      `json:"n"`
	Currency string   `json:"currency"`
	Basis    string   `json:"basis" doc:"net or gross."`
	Min      float64  `json:"minimum"`
	Max      float64  `json:"maximum"`
	P25      *float64 `json:"p25,omitempty"`
	Median   *float64 `json:"median,omitempty"`
	P75      *float64 `json:"p75,omitempty"`
}

// Count is how many postings somebody or somewhere has.
type Count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// SkillPay is the pay of postings that ask for a skill.
type SkillPay struct {
	Skill string `json:"skill"`
	Pay
}
