package evidence

import (
	"context"

	"kadry/internal/evidence/quality"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
)

type qualityInput struct {
	Username string `json:"username" min:"1" max:"120" doc:"GitHub user name."`
}

type qualityOutput struct {
	Username   string         `json:"username"`
	Review     reviewWire     `json:"code_review_participation"`
	Issues     issueWire      `json:"issue_resolution"`
	Pulls      pullWire       `json:"pull_requests"`
	Acceptance ratioWire      `json:"pr_acceptance_rate" doc:"Merged of merged and declined; open ones are apart (CHAOSS: Change Request Acceptance Ratio)."`
	Engagement engagementWire `json:"community_engagement"`
	Unknown    []unknownWire  `json:"unknown"`
	Partial    bool           `json:"partial_data"`
	Budget     github.Budget  `json:"budget"`
	Source     string         `json:"source"`
}

// ratioWire is a share. Without enough cases it is no figure.
type ratioWire struct {
	N      int     `json:"n"`
	Value  float64 `json:"value,omitzero" doc:"0-1."`
	Low    float64 `json:"low,omitzero" doc:"Lower end of the 95 % Wilson interval."`
	High   float64 `json:"high,omitzero" doc:"Upper end of it."`
	Status string  `json:"status" doc:"ok, or insufficient under five cases."`
}

// spanWire is a median time.
type spanWire struct {
	N      int     `json:"n"`
	Hours  float64 `json:"median_hours,omitzero"`
	Status string  `json:"status" doc:"ok, or insufficient under five cases."`
}

type reviewWire struct {
	Given         int            `json:"reviews_given" doc:"Pull requests of others that were reviewed."`
	States        map[string]int `json:"outcomes" doc:"Of the newest fifty, by GitHub's states."`
	Participation ratioWire      `json:"participation" doc:"Reviewed, of reviewed and opened pull requests."`
	Delay         spanWire       `json:"time_to_review" doc:"From the opening of somebody's pull request to the first review of this person."`
}

type issueWire struct {
	Opened  int       `json:"opened"`
	Closed  int       `json:"closed"`
	Closure ratioWire `json:"closure_rate"`
	ToClose spanWire  `json:"time_to_close" doc:"CHAOSS: Issue Resolution Duration."`
}

type pullWire struct {
	Total    int      `json:"total" doc:"Since the account began; the newest hundred were read."`
	Read     int      `json:"read"`
	Merged   int      `json:"merged"`
	Declined int      `json:"closed_unmerged"`
	Open     int      `json:"open"`
	ToMerge  spanWire `json:"time_to_merge" doc:"CHAOSS: Change Requests Duration, of merged ones."`
	First    spanWire `json:"time_to_first_response" doc:"To the first word of somebody else who is no bot."`
}

type engagementWire struct {
	Answered       int      `json:"issues_answered" doc:"Issues of others with a comment of this person."`
	Responsiveness spanWire `json:"responsiveness" doc:"From somebody's word on an own pull request to the next word of this person there."`
}

func (h *handlers) contributionQuality() *op.Op {
	return op.New(op.Spec{
		Name: "analyze_contribution_quality", Toolset: githubToolset, Title: "How somebody works with others", Effect: op.Reads, World: true, Timeout: hubTimeout,
		Doc: "Says how a person works with others on GitHub: reviews given, how many pull requests are accepted and how fast, issues closed, how soon they answer. " +
			"CHAOSS definitions; each figure with its number of cases, ratios with an interval, and \"insufficient\" under five cases. Bots are left out.",
		Examples: []op.Example{{Title: "One person", Input: `{"username":"davidism"}`}},
	}, func(ctx context.Context, in qualityInput) (qualityOutput, error) {
		login, err := github.CheckLogin(in.Username)
		if err != nil {
			return qualityOutput{}, err
		}
		hub, err := h.Open(ctx)
		if err != nil {
			return qualityOutput{}, err
		}
		p, err := hub.Participation(ctx, login)
		if err != nil {
			return qualityOutput{}, err
		}
		out := wireQuality(quality.Of(login, p), p)
		out.Username, out.Source, out.Budget = login, "github", hub.Budget()
		for _, path := range p.Missing {
			out.Partial = true
			out.Unknown = append(out.Unknown, unknownWire{Field: path, Reason: fault.Say("GitHub left this out of its answer.", "GitHub не включил это в ответ.").In(langOf(ctx))})
		}
		return out, nil
	})
}

func wireQuality(q quality.Quality, p github.Participation) qualityOutput {
	return qualityOutput{
		Review: reviewWire{Given: q.Reviewed, States: q.ReviewStates, Participation: wireRatio(q.Participation), Delay: wireSpan(q.ReviewDelay)},
		Issues: issueWire{Opened: p.IssuesTotal, Closed: q.IssuesClosed, Closure: wireRatio(q.IssueClosure), ToClose: wireSpan(q.ToClose)},
		Pulls: pullWire{
			Total: p.PullsTotal, Read: q.Opened, Merged: q.Merged, Declined: q.Declined, Open: q.Open,
			ToMerge: wireSpan(q.ToMerge), First: wireSpan(q.FirstResponse),
		},
		Acceptance: wireRatio(q.Acceptance),
		Engagement: engagementWire{Answered: q.Answered, Responsiveness: wireSpan(q.Responsiveness)},
	}
}

const (
	figure       = "ok"
	insufficient = "insufficient"
)

func wireRatio(r quality.Ratio) ratioWire {
	w := ratioWire{N: r.N, Value: r.Value, Low: r.Low, High: r.High, Status: insufficient}
	if r.Sufficient {
		w.Status = figure
	}
	return w
}

func wireSpan(s quality.Span) spanWire {
	w := spanWire{N: s.N, Hours: s.Hours, Status: insufficient}
	if s.Sufficient {
		w.Status = figure
	}
	return w
}
