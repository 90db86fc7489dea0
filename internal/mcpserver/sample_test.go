package mcpserver

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// The sample is a small product: operations of every effect over two toolsets, one in a
// room apart, with resources and prompts.

type seniority string

func (seniority) Enum() []string { return []string{"junior", "senior"} }

type findInput struct {
	Skills []string  `json:"skills" doc:"Skills that must be there." min:"1" max:"5"`
	Limit  int       `json:"limit,omitzero" doc:"How many to answer." min:"1" max:"50" default:"10"`
	Level  seniority `json:"level,omitzero" doc:"Seniority."`
	Strict bool      `json:"strict,omitzero" doc:"All skills, not any."`
}

type findOutput struct {
	Items   []findItem        `json:"items" doc:"Best first."`
	Total   int               `json:"total"`
	HasMore bool              `json:"has_more"`
	Notes   map[string]string `json:"notes" doc:"By skill."`
}

type findItem struct {
	ID     string   `json:"id"`
	Score  float64  `json:"score"`
	Skills []string `json:"skills"`
}

type idInput struct {
	ID      string `json:"id" doc:"Whose."`
	Confirm bool   `json:"confirm,omitzero" doc:"Must be true."`
}

type doneOutput struct {
	Done string `json:"done"`
}

type failInput struct {
	Kind string `json:"kind" doc:"Kind of the failure."`
}

// slow is where a test holds a call and sees it end.
type slow struct {
	entered chan struct{}
	left    chan error
}

func newSlow() slow { return slow{entered: make(chan struct{}, 1), left: make(chan error, 1)} }

func (s slow) wait(ctx context.Context, _ nothing) (doneOutput, error) {
	s.entered <- struct{}{}
	<-ctx.Done()
	s.left <- context.Cause(ctx)
	return doneOutput{}, ctx.Err()
}

func declare[In, Out any](name, toolset string, effect op.Effect, run func(context.Context, In) (Out, error), aliases ...string) *op.Op {
	return op.New(op.Spec{
		Name: name, Toolset: toolset, Title: strings.ReplaceAll(name, "_", " "), Doc: "Does " + name + ".",
		Effect: effect, World: toolset == "market", Timeout: 10 * time.Second, Aliases: aliases,
	}, run)
}

func find(_ context.Context, in findInput) (findOutput, error) {
	out := findOutput{Total: in.Limit}
	for _, skill := range in.Skills {
		out.Items = append(out.Items, findItem{ID: skill, Score: 0.5})
	}
	return out, nil
}

func fail(_ context.Context, in failInput) (doneOutput, error) {
	return doneOutput{}, fault.E(fault.Kind(in.Kind), fault.Say("It went wrong.", "Не получилось."), errors.New("the cause, dsn=secret")).
		WithHint(fault.Say("Try another.", "Попробуйте другое.")).WithCandidates("first", "second").After(1500 * time.Millisecond)
}

func report(ctx context.Context, _ nothing) (doneOutput, error) {
	for _, done := range []int{0, 1, 1, 0, 2} {
		op.Progress(ctx)(op.Stage{Done: done, Total: 2, Text: fault.Say("stage", "этап")})
	}
	return doneOutput{Done: "yes"}, nil
}

func explode(context.Context, nothing) (doneOutput, error) {
	var words []string
	return doneOutput{Done: words[len("secret")]}, nil
}

func sampleOps(hold slow) []*op.Op {
	return []*op.Op{
		declare("find_people", "talent", op.Reads, find, "find"),
		declare("delete_candidate", "talent", op.Destroys, func(_ context.Context, in idInput) (doneOutput, error) {
			if !in.Confirm {
				return doneOutput{}, errors.New("the front let an unconfirmed call through")
			}
			return doneOutput{Done: in.ID}, nil
		}),
		declare("save_vacancy", "market", op.Creates, func(_ context.Context, in idInput) (doneOutput, error) { return doneOutput{Done: in.ID}, nil }),
		declare("find_jobs", "market", op.Reads, find),
		declare("fail_as", "market", op.Reads, fail),
		declare("report_stages", "market", op.Reads, report),
		declare("explode_now", "market", op.Reads, explode),
		declare("wait_long", "market", op.Reads, hold.wait),
		op.New(op.Spec{Name: "find_code", Toolset: "retrieval", Title: "find code", Doc: "Does find_code.", Effect: op.Reads, StandsFor: "find_people"}, find),
	}
}

func sampleConfig(t *testing.T, hold slow) Config {
	t.Helper()
	registry, err := op.NewRegistry(sampleOps(hold)...)
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Registry: registry,
		OwnPath:  []string{"retrieval"},
		Pipeline: &op.Pipeline{},
		Resources: []op.Resource{
			{Toolset: "talent", URI: "kadry://candidate/{id}", Name: "candidate", Title: "Candidate", Doc: "One candidate.", MIME: "application/json", Read: readCandidate, Complete: map[string]op.Completer{"id": proposeIDs}},
			{Toolset: "market", URI: "kadry://market/summary", Name: "summary", Title: "Summary", Doc: "The market today.", MIME: "text/markdown", Read: func(context.Context, map[string]string) (string, error) { return "# Market", nil }},
		},
		Prompts: []op.Prompt{{
			Toolset: "talent", Name: "screen_candidate", Title: "Screen", Doc: "Screens one candidate.",
			Arguments: []op.Argument{{Name: "skill", Doc: "The skill.", Required: true, Complete: proposeSkills}, {Name: "tone", Doc: "How to write."}},
			Render: func(ctx context.Context, args map[string]string) (string, error) {
				if args["skill"] == "panic" {
					_, err := explode(ctx, nothing{})
					return "", err
				}
				return "Screen for " + args["skill"], nil
			},
		}},
		Version: "test",
		About:   "kadry hires on evidence.",
		Guides:  map[string]string{"talent": "start with find_people."},
		Logger:  testLogger(t),
	}
}

func readCandidate(ctx context.Context, vars map[string]string) (string, error) {
	switch vars["id"] {
	case "missing":
		return "", fault.E(fault.NotFound, fault.Say("No such candidate.", "Такого кандидата нет."), nil)
	case "broken":
		return "", errors.New("dsn=secret")
	case "panic":
		_, err := explode(ctx, nothing{})
		return "", err
	}
	return `{"id":"` + vars["id"] + `"}`, nil
}

func proposeIDs(context.Context, string) ([]string, error) { return []string{"c_1", "c_2"}, nil }

func proposeSkills(_ context.Context, prefix string) ([]string, error) {
	if prefix == "many" {
		return strings.Split(strings.Repeat("x ", 149)+"x", " "), nil
	}
	var found []string
	for _, name := range []string{"go", "golang", "python"} {
		if strings.HasPrefix(name, prefix) {
			found = append(found, name)
		}
	}
	return found, nil
}

func newSample(t *testing.T) *Server {
	t.Helper()
	s, err := New(sampleConfig(t, newSlow()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
