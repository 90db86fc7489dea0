package pipeline

import (
	"context"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/op"
)

type shortlistInput struct {
	Vacancy    string   `json:"vacancy_id" min:"1" max:"200" doc:"Of a saved vacancy."`
	Candidates []string `json:"candidate_ids" min:"1" max:"100" doc:"From a search."`
	Stage      Stage    `json:"stage,omitzero" default:"shortlist" doc:"To begin at."`
	standingInput
}

func (h *handlers) shortlist() *op.Op {
	return op.New(op.Spec{
		Name: "shortlist_candidates", Toolset: toolset, Title: "Add people to a vacancy", Effect: op.Creates, Idempotent: true,
		Doc: "Puts people of the CV base into a vacancy at a stage, and answers for each what became of it. " +
			"Who is in it already stays at their stage; who was rejected comes back, which the history says.",
	}, func(ctx context.Context, in shortlistInput) (outcomes, error) {
		to := in.at(in.Stage)
		if err := to.Check(h.Now()); err != nil {
			return outcomes{}, err
		}
		if err := h.known(ctx, in.Vacancy); err != nil {
			return outcomes{}, err
		}
		who, err := h.people(ctx, in.Candidates, true)
		if err != nil {
			return outcomes{}, err
		}
		var out outcomes
		var changes []Change
		for _, id := range in.Candidates {
			if !who[id].Deleted {
				changes = append(changes, Change{Vacancy: in.Vacancy, Candidate: id, To: to, Add: true, Author: authorOf(ctx), At: h.Now().UTC()})
			}
		}
		moved, err := h.Keeper.Move(ctx, tenantOf(ctx), changes)
		if err != nil {
			return outcomes{}, err
		}
		for _, id := range in.Candidates {
			if who[id].Deleted {
				out.add(outcomeOf(id, Moved{Status: Refused, Err: unknownPerson(id)}, langOf(ctx)))
				continue
			}
			out.add(outcomeOf(id, moved[0], langOf(ctx)))
			moved = moved[1:]
		}
		return out, nil
	})
}

type moveInput struct {
	Vacancy   string `json:"vacancy_id" min:"1" max:"200" doc:"Of the vacancy."`
	Candidate string `json:"candidate_id" min:"1" max:"100" doc:"Of the CV base."`
	Stage     Stage  `json:"stage" doc:"To move to."`
	Version   int    `json:"version,omitzero" min:"0" doc:"The one you saw; refused when it has moved on."`
	standingInput
}

type moveOutput struct {
	Status Status `json:"status"`
	Application
}

func (h *handlers) move() *op.Op {
	return op.New(op.Spec{
		Name: "move_candidate", Toolset: toolset, Title: "Move a person to a stage", Effect: op.Updates,
		Doc: "Moves somebody who is in a vacancy: rejected needs a reason, postponed a day. Any stage may follow any, and every move stays in the history with its author.",
	}, func(ctx context.Context, in moveInput) (moveOutput, error) {
		to := in.at(in.Stage)
		if err := to.Check(h.Now()); err != nil {
			return moveOutput{}, err
		}
		moved, err := h.Keeper.Move(ctx, tenantOf(ctx), []Change{
			{Vacancy: in.Vacancy, Candidate: in.Candidate, To: to, Version: in.Version, Author: authorOf(ctx), At: h.Now().UTC()},
		})
		if err != nil {
			return moveOutput{}, err
		}
		return moveOutput{Status: moved[0].Status, Application: moved[0].Application}, moved[0].Err
	})
}

type seen struct {
	Candidate string `json:"candidate_id" min:"1" max:"100" doc:"Of the CV base."`
	Version   int    `json:"version,omitzero" min:"0" doc:"The one you saw; refused when it has moved on."`
}

type moveManyInput struct {
	Vacancy    string `json:"vacancy_id" min:"1" max:"200" doc:"Of the vacancy."`
	Candidates []seen `json:"candidates" min:"1" max:"500" doc:"Who is moved."`
	Stage      Stage  `json:"stage" doc:"To move them all to."`
	standingInput
}

func (h *handlers) moveMany() *op.Op {
	return op.New(op.Spec{
		Name: "move_candidates", Toolset: toolset, Title: "Move many people to a stage", Effect: op.Updates, Timeout: callTimeout,
		Doc: "Moves people of one vacancy to one stage and answers for each what became of it; a refused one keeps no other back.",
	}, func(ctx context.Context, in moveManyInput) (outcomes, error) {
		to := in.at(in.Stage)
		if err := to.Check(h.Now()); err != nil {
			return outcomes{}, err
		}
		var changes []Change
		for _, c := range in.Candidates {
			if slices.ContainsFunc(changes, func(other Change) bool { return other.Candidate == c.Candidate }) {
				return outcomes{}, fault.Wrong("candidates", fault.Say("%q is named twice", "«%s» указано дважды", fault.Clip(c.Candidate)))
			}
			changes = append(changes, Change{Vacancy: in.Vacancy, Candidate: c.Candidate, To: to, Version: c.Version, Author: authorOf(ctx), At: h.Now().UTC()})
		}
		moved, err := h.Keeper.Move(ctx, tenantOf(ctx), changes)
		if err != nil {
			return outcomes{}, err
		}
		var out outcomes
		for i, m := range moved {
			out.add(outcomeOf(changes[i].Candidate, m, langOf(ctx)))
		}
		return out, nil
	})
}
