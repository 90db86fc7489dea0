package evidence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
)

const (
	longBatch  = 10 // people; more are long work
	batchAtOne = 4  // people analysed at one time: GitHub's own advice is few requests at once
)

type batchInput struct {
	Usernames []string `json:"usernames" min:"1" max:"100" doc:"GitHub user names; over ten are long work."`
	Skills    []string `json:"required_skills,omitempty" max:"50" doc:"As in analyze_github."`
	Limit     int      `json:"repos_limit,omitzero" min:"1" max:"50" default:"5" doc:"Repositories to read of each person."`
	Lookback  int      `json:"lookback_days,omitzero" min:"1" max:"36500" doc:"As in analyze_github."`
}

type batchOutput struct {
	Results   []personWire  `json:"results" doc:"In the order given."`
	Total     int           `json:"total"`
	Succeeded int           `json:"succeeded"`
	Failed    int           `json:"failed"`
	Partial   bool          `json:"partial_data"`
	Warnings  []string      `json:"warnings"`
	Budget    github.Budget `json:"budget" doc:"The requests of all; the limit as it was told last."`
	Note      string        `json:"note,omitempty"`
}

type personWire struct {
	Username string         `json:"username"`
	Status   string         `json:"status" doc:"ok, partial, failed or pending."`
	Analysis *analyzeOutput `json:"analysis,omitempty"`
	Problem  *problemWire   `json:"error,omitempty"`
}

type problemWire struct {
	Code       string `json:"code"`
	Message    string `json:"message"`
	Hint       string `json:"hint,omitempty"`
	RetryAfter int    `json:"retry_after_s,omitzero"`
}

// Condense shortens the analyses together, then leaves scores and counts.
func (o batchOutput) Condense() (batchOutput, bool) {
	o.Note = "Shortened to fit; analyze_github shows one person whole."
	shorter := false
	people := make([]personWire, len(o.Results))
	for i, p := range o.Results {
		if p.Analysis != nil {
			less, ok := p.Analysis.Condense()
			less.Note = ""
			if !ok && len(less.Repos)+len(less.Languages)+len(less.Unknown)+len(less.Risks) > 0 {
				less.Repos, less.Languages, less.Unknown, less.Risks, ok = nil, nil, nil, nil, true
			}
			p.Analysis, shorter = &less, shorter || ok
		}
		people[i] = p
	}
	o.Results = people
	return o, shorter
}

func (h *handlers) analyzeBatch() *op.Op {
	return op.New(op.Spec{
		Name: "analyze_github_batch", Toolset: githubToolset, Title: "What the public code of several people proves", Effect: op.Reads, World: true,
		Timeout: hubTimeout, Long: true, Detach: detachBatch,
		Doc: "Does what analyze_github does for up to 100 people, and says for each how it went; one who cannot be analysed stops nobody else. " +
			"Over ten people it is long work that survives a restart; at GitHub's limit it pauses and goes on by itself.",
		Examples: []op.Example{{Title: "Two people", Input: `{"usernames":["tiangolo","mitsuhiko"],"required_skills":["Python","Flask"]}`}},
	}, func(ctx context.Context, in batchInput) (batchOutput, error) {
		if _, err := skills(in.Skills); err != nil {
			return batchOutput{}, err
		}
		b := &batch{h: h, in: in, lang: langOf(ctx), point: op.Checkpoint(ctx), people: make([]personWire, len(in.Usernames))}
		return b.run(ctx)
	})
}

// detachBatch says which batches are long work.
func detachBatch(_ context.Context, args []byte) (detached []byte, long bool, err error) {
	var in batchInput
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, false, fmt.Errorf("evidence: checked input does not decode: %w", err)
	}
	return args, len(in.Usernames) > longBatch, nil
}

// batch is the work on several people.
type batch struct {
	h     *handlers
	in    batchInput
	lang  string
	point *op.Savepoint // nil in a plain call

	mu     sync.Mutex
	people []personWire
	done   int
	budget github.Budget
	kept   detail // of the people in the resume point
	told   detail // of those that an attempt before analysed
}

// pending is the status of who has not been dealt with.
const pending = "pending"

func (b *batch) run(ctx context.Context) (batchOutput, error) {
	b.resume()
	var left []int
	for i, name := range b.in.Usernames {
		if b.people[i].Status == "" {
			b.people[i] = personWire{Username: fault.Clip(name), Status: pending}
			left = append(left, i)
		}
	}
	b.done = len(b.people) - len(left)
	op.Progress(ctx)(op.Stage{Done: b.done, Total: len(b.people), Text: fault.Say("%d to analyse", "осталось: %d", len(left))})
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(batchAtOne)
	for _, i := range left {
		g.Go(func() error { return b.one(inner, i) })
	}
	err := g.Wait()
	if late := ctx.Err(); late != nil && (b.point != nil || b.done == 0 || !errors.Is(late, context.DeadlineExceeded)) {
		return batchOutput{}, fmt.Errorf("evidence: batch: %w", late)
	}
	if err != nil && ctx.Err() == nil {
		return batchOutput{}, err // that of a task, which goes on later
	}
	return b.output(), nil // with those that a call had no time for
}

// one analyses a person and keeps the outcome. In a task the limit of GitHub ends the attempt;
// in a plain call the person has failed for now.
func (b *batch) one(ctx context.Context, i int) error {
	if ctx.Err() != nil {
		return nil // what ended the others is told by them
	}
	person, budget, err := b.analyse(ctx, b.in.Usernames[i])
	b.mu.Lock()
	defer b.mu.Unlock()
	b.budget.Requests += budget.Requests
	if budget.Remaining >= 0 {
		b.budget.Remaining, b.budget.ResetAt = budget.Remaining, budget.ResetAt
	}
	if err != nil {
		f := fault.From(err)
		if ctx.Err() != nil || b.point != nil && f.Kind == fault.Limited {
			return err
		}
		person = personWire{Username: b.people[i].Username, Status: "failed", Problem: &problemWire{
			Code: string(f.Kind), Message: f.Text.In(b.lang), Hint: f.Hint.In(b.lang), RetryAfter: int(f.RetryAfter.Seconds()),
		}}
	}
	b.people[i] = person
	b.done++
	op.Progress(ctx)(op.Stage{Done: b.done, Total: len(b.people), Text: fault.Say("%s analysed", "%s: готово", person.Username)})
	return b.save(ctx)
}

// analyse asks for one person. In a task an answer that the limit of GitHub cut short is none.
func (b *batch) analyse(ctx context.Context, username string) (personWire, github.Budget, error) {
	q, err := analyzeInput{Username: username, Skills: b.in.Skills, Limit: b.in.Limit, Lookback: b.in.Lookback}.question()
	if err != nil {
		return personWire{}, github.Budget{Remaining: -1}, err
	}
	hub, err := b.h.Open(ctx)
	if err != nil {
		return personWire{}, github.Budget{Remaining: -1}, err
	}
	got, err := b.h.Analyst.Analyze(ctx, hub, q, func(int, int, fault.Text) {})
	if err != nil {
		return personWire{}, hub.Budget(), err
	}
	for _, f := range got.Failed {
		if b.point != nil && f.Limit != nil {
			return personWire{}, got.Budget, f.Limit
		}
	}
	out := wireAnalysis(got, nil, b.lang)
	status := "ok"
	if out.Partial {
		status = "partial"
	}
	return personWire{Username: got.User.Login, Status: status, Analysis: &out}, got.Budget, nil
}

func (b *batch) output() batchOutput {
	waiting := 0
	out := batchOutput{Results: append([]personWire(nil), b.people...), Total: len(b.people), Budget: b.budget}
	for _, p := range b.people {
		switch p.Status {
		case "ok", "partial":
			out.Succeeded++
			out.Partial = out.Partial || p.Status == "partial"
		case "failed":
			out.Failed++
			out.Partial = true
			out.Warnings = append(out.Warnings, p.Username+": "+p.Problem.Message)
		default:
			out.Partial = true
			waiting++
		}
	}
	if waiting > 0 && b.point == nil {
		out.Warnings = append(out.Warnings, fault.Say("There was no time for %d people. Ask for them again, or for all as long work.",
			"Времени не хватило на людей: %d. Спросите о них ещё раз или запустите долгую задачу.", waiting).In(b.lang))
	}
	if b.told > whole {
		out.Note = resumedNote
	}
	return out
}
