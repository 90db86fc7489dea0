package source

import (
	"context"
	"strings"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

// profileKey begins the keys of what GitHub shows of a person.
const profileKey = "hr:candidate:"

type githubInput struct {
	Username string   `json:"username"`
	Skills   []string `json:"required_skills,omitempty"`
	Limit    int      `json:"repos_limit,omitzero"`
	Lookback int      `json:"lookback_days,omitzero"`
}

type githubAnswer struct {
	Skills []struct {
		Skill    string       `json:"skill"`
		Score    float64      `json:"score"`
		Status   string       `json:"status"` // shown, weak or unknown
		Evidence string       `json:"evidence"`
		Items    []githubItem `json:"evidence_items"`
	} `json:"skill_scores"`
	Top      []string `json:"top_languages"`
	Read     int      `json:"repos_analyzed"`
	Partial  bool     `json:"partial_data"`
	Warnings []string `json:"warnings"`
	Risks    []struct {
		Flag     string `json:"flag"`
		Evidence string `json:"evidence"`
	} `json:"risks"`
	Activity struct {
		report.Metrics
		Days int `json:"days_since_last_push"` // -1 where none is known
	} `json:"activity_metrics"`
}

type githubItem struct {
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Path       string `json:"path"`
	URL        string `json:"url"`
	Own        int    `json:"own_commits"`
	To         string `json:"last_date"`
}

func (r *Reader) github(ctx context.Context, p Person, asked requirement.Requirement, lang string, s *report.Subject, tally *Tally) error {
	var a githubAnswer
	in := githubInput{Username: p.GitHub, Skills: names(asked), Limit: p.Repos, Lookback: p.Lookback}
	if err := r.ask(ctx, profileKey, analyzeGitHub, []string{lang}, in, &a, tally); err != nil {
		return err
	}
	for _, got := range a.Skills {
		id, ok := idOf(asked, got.Skill)
		if !ok {
			continue
		}
		c := proof.Code{Skill: id, Shown: got.Status != "unknown", Score: got.Score, Why: fault.Text{EN: got.Evidence, RU: got.Evidence}}
		if len(got.Items) > 0 {
			item := got.Items[0]
			c.Place = proof.Place{Repository: item.Repository, Path: item.Path, Commit: item.Commit, URL: item.URL}
			c.LastUsed = item.To[:min(len(item.To), len("2006-01"))]
			c.Why = fault.Say("%[1]s: %[2]s, own commits: %[3]d.", "%[1]s: %[2]s, своих коммитов: %[3]d.", item.Repository, item.Path, item.Own)
		}
		s.Proofs = append(s.Proofs, proof.OfCode(c))
	}
	for _, risk := range a.Risks {
		s.Risks = append(s.Risks, verdict.Risk{Code: risk.Flag, Source: proof.GitHub, Text: fault.Text{EN: risk.Evidence, RU: risk.Evidence}})
	}
	s.Code = &report.Code{Read: a.Read, Languages: a.Top, Metrics: a.Activity.Metrics}
	s.Code.Metrics.Days = nil
	if days := a.Activity.Days; days >= 0 {
		s.Code.Metrics.Days = &days
		s.Activity = append(s.Activity, verdict.Activity{Source: proof.GitHub, Days: days})
	}
	if a.Partial {
		why := strings.Join(a.Warnings, " ")
		s.Readings = append(s.Readings, report.Reading{Source: proof.GitHub, State: report.Partial, Why: fault.Text{EN: why, RU: why}})
	}
	return nil
}
