package interview

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// The paths under which most routes lie.
const (
	vacanciesPath  = "/api/v1/vacancies"
	interviewsPath = "/api/v1/interviews"
	sessionPath    = interviewsPath + "/{id}"
)

// routeBody is the size of a body in bytes: a resume of 200,000 characters and what stands
// around it.
const routeBody = 1 << 20

// examples are answers of a real run, one file an operation, and requests of the same run.
//
//go:embed example/*.json
var examples embed.FS

// routed is an operation of the REST contract: it answers at routes of its own and is no
// tool of models, whose list must stay short.
func routed[In, Out any](spec op.Spec, run func(context.Context, In) (Out, error)) *op.Op {
	spec.Toolset, spec.BodyLimit = toolset, cmp.Or(spec.BodyLimit, routeBody)
	if spec.Fronts == nil {
		spec.Fronts = besideModels
	}
	spec.Routes = shown(spec.Name, spec.Routes)
	return op.New(spec, func(ctx context.Context, in In) (Out, error) {
		out, err := run(ctx, in)
		return out, renamed(err)
	})
}

// shown gives the routes of an operation its examples.
func shown(name string, routes []op.Route) []op.Route {
	for i := range routes {
		routes[i].Body, _ = examples.ReadFile("example/" + name + ".body.json") // most take none
		routes[i].Answer, _ = examples.ReadFile("example/" + name + ".json")
	}
	return routes
}

// members are the names in the REST contract of what the room calls otherwise.
var members = map[string]string{
	"consent_version": "consent.version",
	"total_limit":     "total_limit_s",
	"answer_limit":    "answer_limit_s",
	"remind_after":    "remind_after_s",
	"by":              "by_s",
	"overlap":         "overlap_s",
}

// renamed returns a failure with its fields as callers write them.
func renamed(err error) error {
	f := (*fault.Error)(nil)
	if !errors.As(err, &f) || len(f.Fields) == 0 {
		return err
	}
	as := *f
	as.Fields = slices.Clone(f.Fields)
	for i, field := range as.Fields {
		if name, ok := members[field.Path]; ok {
			as.Text.EN = strings.Replace(as.Text.EN, field.Path+": ", name+": ", 1)
			as.Text.RU = strings.Replace(as.Text.RU, field.Path+": ", name+": ", 1)
			as.Fields[i].Path = name
		}
	}
	return &as
}

// findable refuses an id that nothing can have: databases do not even take it as a text.
func findable(id string) error {
	if id == "" || !utf8.ValidString(id) || strings.ContainsRune(id, 0) {
		return fault.E(fault.NotFound, fault.Say("There is nothing with this id.", "С этим идентификатором ничего нет."), nil)
	}
	return nil
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

// moment reads a date with a time; an empty text is none.
func moment(path, text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() < 1 || at.Year() > 9999 {
		return time.Time{}, fault.Wrong(path, fault.Say("must be a time like 2026-11-20T09:30:00Z", "должно быть временем вида 2026-11-20T09:30:00Z"))
	}
	return at.UTC(), nil
}

// utc keeps a zero time zero.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC()
}

// none is an input that has nothing in it.
type none struct{}

// sessionInput names an interview.
type sessionInput struct {
	ID string `json:"id" doc:"Of the interview: its session_id."`
}

// deletedBody counts what an operation has removed.
type deletedBody struct {
	Deleted int `json:"deleted" doc:"How many were removed, with everything kept of them."`
}
