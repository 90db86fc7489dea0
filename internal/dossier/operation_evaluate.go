package dossier

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"kadry/internal/dossier/report"
	"kadry/internal/dossier/source"
	"kadry/internal/fault"
	"kadry/internal/op"
)

type evaluateInput struct {
	Role       string           `json:"role" min:"1" max:"200" doc:"Job title, level included."`
	Location   string           `json:"location,omitzero" max:"120" doc:"Where the work is, for the market."`
	Mandatory  []string         `json:"skills,omitempty" max:"60" doc:"Mandatory skills, in any spelling."`
	Preferred  []string         `json:"nice_to_have_skills,omitempty" max:"60" doc:"Welcome ones."`
	Candidates []candidateInput `json:"candidates" min:"1" max:"100" doc:"People, each by one id or several; over 25 are long work."`
	Company    string           `json:"company_name,omitzero" max:"200" doc:"For letters."`
	Salary     []int            `json:"salary_range,omitempty" max:"2" doc:"Your offer, [from, to] a month in roubles."`
	NoMarket   bool             `json:"without_market,omitzero" doc:"Do not ask the market."`
	Above      *float64         `json:"mandatory_threshold,omitempty" doc:"0-1, default 0.7: share of vacancies from which the market calls a skill mandatory."`
	Welcome    *float64         `json:"preferred_threshold,omitempty" doc:"0-1, default 0.3: and preferred."`
	Background bool             `json:"background,omitzero" doc:"Long work whatever the number of people."`
}

type evaluateOutput struct {
	ID string `json:"report_id" doc:"For get_hiring_report and override_decision."`
	report.Report
	Milliseconds int64     `json:"processing_time_ms"`
	Cache        cacheWire `json:"cache_stats"`
}

// cacheWire counts what came out of the cache: public code of a person, the market.
type cacheWire struct {
	Hits   int `json:"hits"`
	Misses int `json:"misses"`
	Total  int `json:"total"`
}

func wireTally(t source.Tally) cacheWire {
	return cacheWire{Hits: t.Hits, Misses: t.Misses, Total: t.Hits + t.Misses}
}

// Condense implements op.Condenser.
func (o evaluateOutput) Condense() (evaluateOutput, bool) {
	less, ok := o.Report.Condense()
	o.Report = less
	return o, ok
}

// longList is how many people a plain call reads at most.
const longList = 25

func (h *handlers) evaluate() *op.Op {
	return op.New(op.Spec{
		Name: "evaluate_candidates", Toolset: toolset, Title: "Hiring report", Effect: op.Creates, Idempotent: true, World: true, Timeout: callTimeout,
		Long: true, BodyLimit: 32 << 20, Detach: func(_ context.Context, args []byte) ([]byte, bool, error) {
			var in evaluateInput
			if err := json.Unmarshal(args, &in); err != nil {
				return nil, false, fmt.Errorf("dossier: checked input does not decode: %w", err)
			}
			return args, in.Background || len(in.Candidates) > longList, nil
		},
		Doc: "Judges up to 100 people for a role by evidence from public code, CVs and LinkedIn exports: a score that adds up, a gate of mandatory skills, go/hold/no with reasons, " +
			"what each skill rests on, risks, whom to interview, an offer range from the market. It is advice: people decide. For one person's code use analyze_github.",
		Examples: []op.Example{{
			Title: "Two people for a Go role",
			Input: `{"role":"Go developer","skills":["Go","PostgreSQL"],"nice_to_have_skills":["Kubernetes"],"without_market":true,"candidates":[{"candidate_id":"cv_66q7bo3rtckazg2i"},{"resume_text":"Ivan Sample\nGo developer\n\nExperience\nMarch 2021 - May 2024\nSample Works, Go developer\nServices with Go and PostgreSQL."}]}`,
		}},
	}, func(ctx context.Context, in evaluateInput) (evaluateOutput, error) {
		began := h.Now()
		o, err := in.order()
		if err != nil {
			return evaluateOutput{}, err
		}
		d, made, err := h.produce(ctx, o)
		if err != nil {
			return evaluateOutput{}, err
		}
		return evaluateOutput{ID: d.id, Report: made, Milliseconds: time.Since(began).Milliseconds(), Cache: wireTally(d.tally)}, nil
	})
}

// order is the checked input.
func (in evaluateInput) order() (order, error) {
	if err := skillsOf(in.Mandatory, in.Preferred); err != nil {
		return order{}, err
	}
	if n := len(in.Salary); n > 0 && (in.Salary[0] < 0 || in.Salary[0] > in.Salary[n-1]) {
		return order{}, fault.Wrong("salary_range", fault.Say("must be [from, to] with from not above to", "нужно [от, до], где от не больше до"))
	}
	t, err := thresholds(in.Above, in.Welcome)
	if err != nil {
		return order{}, err
	}
	list, err := people(in.Candidates)
	o := order{
		Role:      report.Role{Title: in.Role, Location: in.Location, Company: in.Company},
		Mandatory: in.Mandatory, Preferred: in.Preferred, Thresholds: t, People: list,
	}
	if !in.NoMarket {
		o.Market = &source.Role{Title: in.Role, Location: in.Location, Salary: in.Salary}
	}
	return o, err
}
