package pipelineroom

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kadry/internal/op"
	"kadry/internal/pipeline"
)

// Operations of other rooms that the sample is made of.
const (
	askVacancies = "list_vacancies"
	askSearch    = "search_by_skills"
)

func sampled() []string { return []string{askVacancies, askSearch} }

// sampleVacancies is how many of the sample vacancies get people.
const sampleVacancies = 3

// sampleAuthor is who moved the people of the sample.
const sampleAuthor = "sample"

// putSample puts the best of the sample's people into its vacancies, at several stages, unless
// the tenant has somebody in a vacancy already.
func putSample(ctx context.Context, p pipeline.Parts, tenant string) error {
	there, err := p.Keeper.List(ctx, tenant, pipeline.Filter{}, nil, 0, 1)
	if err != nil || len(there) > 0 {
		return err
	}
	caller := op.CallerFrom(ctx)
	caller.Tenant = tenant
	ctx = op.WithCaller(ctx, caller)
	var vacancies struct {
		Items []struct {
			ID    string   `json:"vacancy_id"`
			Needs []string `json:"needs"`
		} `json:"items"`
	}
	err = p.Ask(ctx, askVacancies, map[string]int{"limit": 20}, &vacancies)
	if errors.Is(err, pipeline.ErrAbsent) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pipelineroom: sample: %w", err)
	}
	var rankings []ranking
	for _, v := range vacancies.Items {
		if len(v.Needs) == 0 {
			continue
		}
		r := ranking{vacancy: v.ID}
		if err := r.read(ctx, p, v.Needs); err != nil {
			return fmt.Errorf("pipelineroom: sample: %w", err)
		}
		rankings = append(rankings, r)
	}
	slices.SortStableFunc(rankings, func(a, b ranking) int { return cmp.Compare(b.best(), a.best()) })
	for _, r := range rankings[:min(len(rankings), sampleVacancies)] {
		if err := r.fill(ctx, p, tenant); err != nil {
			return fmt.Errorf("pipelineroom: sample: %w", err)
		}
	}
	return nil
}

// sampleStages are where the people of a vacancy stand, the best first.
func sampleStages(now time.Time) []pipeline.Standing {
	return []pipeline.Standing{
		{Stage: pipeline.Invited},
		{Stage: pipeline.Interviewed},
		{Stage: pipeline.Shortlist},
		{Stage: pipeline.Rejected, Reason: pipeline.Salary, Comment: "Просит больше, чем мы можем."},
		{Stage: pipeline.Postponed, Until: now.AddDate(0, 1, 0).Format(time.DateOnly)},
		{Stage: pipeline.New},
	}
}

// ranking is who fits a vacancy of the sample.
type ranking struct {
	vacancy string
	People  []struct {
		ID    string  `json:"candidate_id"`
		Score float64 `json:"match_score"`
	} `json:"candidates"`
}

func (r *ranking) read(ctx context.Context, p pipeline.Parts, needs []string) error {
	const mostSkills = 40
	err := p.Ask(ctx, askSearch, map[string]any{"required_skills": needs[:min(len(needs), mostSkills)], "match": "any", "top_k": len(sampleStages(p.Now()))}, r)
	if errors.Is(err, pipeline.ErrAbsent) {
		return nil
	}
	return err
}

func (r *ranking) best() float64 {
	if len(r.People) == 0 {
		return 0
	}
	return r.People[0].Score
}

// fill puts the people into the vacancy.
func (r *ranking) fill(ctx context.Context, p pipeline.Parts, tenant string) error {
	var changes []pipeline.Change
	for i, to := range sampleStages(p.Now())[:min(len(r.People), len(sampleStages(p.Now())))] {
		add := pipeline.Change{Vacancy: r.vacancy, Candidate: r.People[i].ID, To: pipeline.Standing{Stage: pipeline.Shortlist}, Add: true, Author: sampleAuthor, At: p.Now().UTC()}
		move := add
		move.Add, move.To, move.At = false, to, add.At.Add(time.Second)
		changes = append(changes, add, move)
	}
	_, err := p.Keeper.Move(ctx, tenant, changes)
	return err
}
