// Package evaluate judges the advice of reports against decisions that somebody wrote down for
// made-up cases: what each source says of each skill, and go, hold or no. The rules that weigh
// are the product's own; only the sources are told instead of asked.
package evaluate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/evaldata"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

// File is the name of the labelled cases.
const File = "dossier.jsonl"

// told is one labelled case.
type told struct {
	ID         string               `json:"id"`
	Kind       string               `json:"kind"`
	Role       string               `json:"role"`
	Mandatory  []string             `json:"mandatory"`
	Preferred  []string             `json:"preferred"`
	Candidates []person             `json:"candidates"`
	Gold       map[string]goldEntry `json:"gold"`
}

type goldEntry struct {
	Decision verdict.Decision `json:"decision"`
	Why      string           `json:"why"`
}

// person is what the sources say: of public code a score or "unknown", of a CV years,
// "mentioned" or "absent", of LinkedIn "position" or "endorsed".
type person struct {
	Name     string                     `json:"name"`
	GitHub   map[string]json.RawMessage `json:"github"`
	CV       map[string]json.RawMessage `json:"cv"`
	LinkedIn map[string]string          `json:"linkedin"`
	Risks    []string                   `json:"risks"`
}

// Report is the result.
type Report struct {
	Cases      int                      `json:"cases"`
	Candidates int                      `json:"candidates"`
	Right      int                      `json:"right"`
	Accuracy   float64                  `json:"accuracy"`
	By         map[verdict.Decision]int `json:"right_by_gold"`
	Gold       map[verdict.Decision]int `json:"gold"`
}

// Run judges every case of a folder and names on notes what is decided otherwise.
func Run(_ context.Context, dir string, g *skill.Graph, now time.Time, notes io.Writer) (Report, error) {
	cases, err := evaldata.Lines[told](dir, File)
	if err != nil {
		return Report{}, err
	}
	r := Report{Cases: len(cases), By: map[verdict.Decision]int{}, Gold: map[verdict.Decision]int{}}
	for _, c := range cases {
		made := report.Make(g, c.made(g, now), "en")
		for i, p := range c.Candidates {
			gold, ok := c.Gold[p.Name]
			if !ok {
				continue
			}
			r.Candidates++
			r.Gold[gold.Decision]++
			got, err := made.Find(idOfPerson(c.ID, i))
			if err != nil {
				return r, fmt.Errorf("evaluate: %s: %w", c.ID, err)
			}
			if got.Decision == gold.Decision {
				r.Right++
				r.By[gold.Decision]++
				continue
			}
			fmt.Fprintf(notes, "%s (%s) %s: %s, want %s (%s)\n", c.ID, c.Kind, p.Name, cmp.Or(string(got.Decision), "none"), gold.Decision, gold.Why)
		}
	}
	r.Accuracy = float64(r.Right) / float64(max(1, r.Candidates))
	return r, nil
}

func (c told) made(g *skill.Graph, now time.Time) report.Case {
	made := report.Case{
		Role: report.Role{Title: c.Role}, Mandatory: c.Mandatory, Preferred: c.Preferred, Thresholds: requirement.DefaultThresholds(), At: now, Engine: "evaluation",
		Market: report.Market{Failed: fault.Say("Not asked.", "Не изучался.")},
	}
	asked := requirement.Of(g, c.Mandatory, c.Preferred)
	for i, p := range c.Candidates {
		made.Subjects = append(made.Subjects, p.subject(g, asked, idOfPerson(c.ID, i), now))
	}
	return made
}

func idOfPerson(id string, i int) string { return fmt.Sprintf("%s-%d", id, i) }

// idOf is the asked skill that a source's word names.
func idOf(g *skill.Graph, asked requirement.Requirement, word string) (string, bool) {
	for _, s := range requirement.Normalise(g, []string{word}) {
		if slices.ContainsFunc(asked.All(), func(a requirement.Skill) bool { return a.ID == s.ID }) {
			return s.ID, true
		}
	}
	return "", false
}

func (p person) subject(g *skill.Graph, asked requirement.Requirement, id string, now time.Time) report.Subject {
	s := report.Subject{Identity: identity.Identity{CV: id}, Name: p.Name}
	read := func(source proof.Source) {
		s.Readings = append(s.Readings, report.Reading{Source: source, State: report.OK})
	}
	if p.GitHub != nil {
		read(proof.GitHub)
		var days int
		if raw, ok := p.GitHub["days_since_last_push"]; ok && json.Unmarshal(raw, &days) == nil {
			s.Activity = append(s.Activity, verdict.Activity{Source: proof.GitHub, Days: days})
		}
	}
	if p.CV != nil {
		read(proof.CV)
	}
	if p.LinkedIn != nil {
		read(proof.LinkedIn)
	}
	for _, word := range slices.Sorted(maps.Keys(p.GitHub)) {
		var score float64
		known := json.Unmarshal(p.GitHub[word], &score) == nil
		if skillID, ok := idOf(g, asked, word); ok {
			s.Proofs = append(s.Proofs, proof.OfCode(proof.Code{Skill: skillID, Shown: known, Score: score}))
		}
	}
	for _, word := range slices.Sorted(maps.Keys(p.CV)) {
		if skillID, ok := idOf(g, asked, word); ok {
			if c, said := p.claim(skillID, p.CV[word]); said {
				s.Proofs = append(s.Proofs, proof.OfClaim(c, now))
			}
		}
	}
	for _, word := range slices.Sorted(maps.Keys(p.LinkedIn)) {
		if skillID, ok := idOf(g, asked, word); ok {
			c := proof.Claim{Skill: skillID, Source: proof.LinkedIn, Where: proof.List, Endorsements: 10, Named: len(p.LinkedIn)}
			if p.LinkedIn[word] == "position" {
				c.Where, c.Dated, c.Endorsements = proof.Position, true, 0
			}
			s.Proofs = append(s.Proofs, proof.OfClaim(c, now))
		}
	}
	for _, risk := range p.Risks {
		s.Risks = append(s.Risks, verdict.Risk{Code: verdict.Dates, Source: proof.CV, Text: fault.Say("%s", "%s", risk)})
	}
	return s
}

// claim is what the CV says of a skill: years of dated work, or a name in a list.
func (p person) claim(id string, raw json.RawMessage) (proof.Claim, bool) {
	c := proof.Claim{Skill: id, Source: proof.CV, Where: proof.List, Named: len(p.CV)}
	var years float64
	if json.Unmarshal(raw, &years) == nil {
		c.Where, c.Dated, c.Years = proof.Position, true, years
		return c, years > 0
	}
	return c, string(raw) == `"mentioned"`
}
