package talentsql

import (
	"context"
	"os"
	"testing"
	"time"

	"kadry/internal/effort"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
	"kadry/internal/talent"
	"kadry/internal/talent/inmemory"
	"kadry/internal/talent/layout"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(crashURL); url != "" {
		os.Exit(crashChild(context.Background(), url))
	}
	effort.Checks(20)
	os.Exit(pgtest.Tidy(m))
}

// noon is the time of the tests' clock.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

// kept is what candidates are kept in: a database, or the memory of tests and evaluations.
type kept interface {
	Add(ctx context.Context, tenant string, c talent.Candidate) (string, bool, error)
	Known(ctx context.Context, tenant, sha256 string) (string, error)
	Candidates(ctx context.Context, tenant string, ids []string) ([]talent.Candidate, error)
	Remove(ctx context.Context, tenant, id, actor string) error
	Amend(ctx context.Context, tenant, id string, a talent.Amendment) error
	Link(ctx context.Context, tenant, id, other string, l *talent.Link, actor string) error
	Unread(ctx context.Context, tenant, rules, after string, limit int) ([]string, error)
	Reread(ctx context.Context, tenant string, list []talent.Candidate) (int, error)
	Looks(ctx context.Context, tenant string, ids []string) (map[string]layout.Page, error)
	Changes(ctx context.Context, tenant string, after int64, limit int) ([]talent.Change, error)
	Tenants(ctx context.Context) ([]string, error)
}

// conform runs a test of what every store of candidates promises, over each of them, empty.
func conform(t *testing.T, fn func(t *testing.T, s kept)) {
	t.Helper()
	onEngines(t, func(t *testing.T, s *Candidates, _ storetest.Bench) { fn(t, s) })
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		fn(t, inmemory.New())
	})
}

// onEngines runs a test on every engine, with an empty database.
func onEngines(t *testing.T, fn func(t *testing.T, s *Candidates, b storetest.Bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		fn(t, NewCandidates(b.Open(t), clock), b)
	}, Schema())
}

// another opens the bench's database like a second process does.
func another(t *testing.T, b storetest.Bench) *Candidates {
	t.Helper()
	return NewCandidates(b.Open(t), clock)
}
