package analysis

import (
	"context"
	"errors"
	"testing"
	"time"

	"kadry/internal/evidence/tech"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/skill"
)

// slowHub has two repositories, one of which never comes.
type slowHub struct{ Hub }

func (slowHub) Authenticated() bool   { return true }
func (slowHub) Budget() github.Budget { return github.Budget{} }

func (slowHub) Profile(context.Context, string) (github.Profile, error) {
	return github.Profile{
		User: github.User{Login: "ada-example"},
		Own:  map[string][]github.YearOwn{"ada-example/quick": {{Year: 2025, Commits: 9}}, "ada-example/slow": {{Year: 2025, Commits: 9}}},
	}, nil
}

func (slowHub) Details(_ context.Context, _ github.User, list []github.Repository) (found []github.Detail, _ []github.Failure, _ error) {
	for _, r := range list {
		r.Languages = map[string]int{"Go": 100}
		found = append(found, github.Detail{Repository: r, Mine: 9, All: 9})
	}
	return found, nil, nil
}

func (slowHub) History(context.Context, github.User, []github.Path) (map[github.Path]github.Traces, error) {
	return nil, nil
}

func (slowHub) Archive(ctx context.Context, r github.Repository, visit func(github.File) error) (github.Contents, error) {
	if r.Name() == "slow" {
		<-ctx.Done()
		return github.Contents{}, ctx.Err()
	}
	return github.Contents{Repository: r.FullName, Files: 1, Kept: 1}, visit(github.File{Path: "main.go", Size: 13, Body: []byte("package main\n")})
}

// One repository that does not come in time costs itself and not the answer; who goes away gets none.
func TestAnalyze_late(t *testing.T) {
	t.Parallel()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	table, err := tech.Load()
	if err != nil {
		t.Fatal(err)
	}
	a := &Analyst{Skills: graph, Table: table, Now: time.Now}
	ask := func(ctx context.Context) (Analysis, error) {
		return a.Analyze(ctx, slowHub{}, Question{Login: "ada-example", Skills: []string{"Go"}, Most: 5}, func(int, int, fault.Text) {})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	got, err := ask(ctx)
	if err != nil || ctx.Err() != nil || len(got.Shares) != 1 || len(got.Failed) != 1 || got.Failed[0].Repository != "ada-example/slow" || got.Failed[0].Why != Late {
		t.Errorf("%+v, %v", got.Failed, err)
	}
	gone, leave := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, leave)
	if _, err := ask(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("gone: %v", err)
	}
}
