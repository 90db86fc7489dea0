package evidenceweb_test

import (
	"context"
	"net/http"
	"testing"

	"kadry/internal/evidence"
	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/evidenceweb"
	"kadry/internal/evidence/tech"
	"kadry/internal/op"
	"kadry/internal/skill"
	"kadry/internal/webui/webtest"
)

// newHouse is the pages over a GitHub.
func newHouse(t *testing.T, open func(context.Context) (evidence.Hub, error), caller op.Caller) http.Handler {
	t.Helper()
	skills, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	table, err := tech.Load()
	if err != nil {
		t.Fatal(err)
	}
	registry, err := op.NewRegistry(evidence.Operations(evidence.Parts{
		Analyst: &analysis.Analyst{Skills: skills, Table: table, Now: now}, Now: now, Open: open,
	})...)
	if err != nil {
		t.Fatal(err)
	}
	return webtest.Pages(t, registry, caller, evidenceweb.New(now))
}

// house is the pages over the people of fixture_test.go.
func house(t *testing.T) http.Handler {
	t.Helper()
	return newHouse(t, func(context.Context) (evidence.Hub, error) { return &hub{}, nil }, webtest.Everyone)
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, evidenceweb.New(now).Files)
}
