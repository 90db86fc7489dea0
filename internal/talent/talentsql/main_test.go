package talentsql

import (
	"context"
	"os"
	"testing"
	"time"

	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(crashURL); url != "" {
		os.Exit(crashChild(context.Background(), url))
	}
	os.Exit(pgtest.Tidy(m))
}

// noon is the time of the tests' clock.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

// conform runs a test of what Candidates promises on every engine, with an empty database.
func conform(t *testing.T, fn func(t *testing.T, s *Candidates, b storetest.Bench)) {
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
