package exam_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/store/storetest"
)

// storage is a shelf in a database of the test's own that can be taken out of reach.
type storage struct {
	*examsql.Problems

	mu     sync.Mutex
	fail   error
	writes int   // that still succeed, when breaks is set
	breaks error // what every later write fails with
}

func newStorage(t testing.TB) *storage {
	t.Helper()
	return &storage{Problems: examsql.NewProblems(storetest.SQLite(t, examsql.Schema()).Open(t))}
}

// Fail makes reading fail with err until it is called with nil: a database out of reach.
func (s *storage) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// BreakAfter lets so many writes succeed and fails every later one with err, until it is
// called with nil: a process killed at that point.
func (s *storage) BreakAfter(writes int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes, s.breaks = writes, err
}

func (s *storage) reading() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fail
}

func (s *storage) writing() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.breaks == nil {
		return nil
	}
	if s.writes == 0 {
		return s.breaks
	}
	s.writes--
	return nil
}

func (s *storage) Get(ctx context.Context, refs []problem.Ref) (map[problem.Ref]problem.Stored, error) {
	if err := s.reading(); err != nil {
		return nil, err
	}
	return s.Problems.Get(ctx, refs)
}

func (s *storage) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	if err := s.reading(); err != nil {
		return nil, err
	}
	return s.Problems.Changes(ctx, after, limit)
}

func (s *storage) Put(ctx context.Context, problems []problem.Stored) error {
	if err := s.writing(); err != nil {
		return err
	}
	return s.Problems.Put(ctx, problems)
}

func (s *storage) PutCatalogue(ctx context.Context, c problem.Catalogue, at time.Time) error {
	if err := s.writing(); err != nil {
		return err
	}
	return s.Problems.PutCatalogue(ctx, c, at)
}

func (s *storage) PutPage(ctx context.Context, problems []problem.Stored, progress bank.Progress) error {
	if err := s.writing(); err != nil {
		return err
	}
	return s.Problems.PutPage(ctx, problems, progress)
}

// shelved is everything on a shelf.
func shelved(t testing.TB, s *storage) map[problem.Ref]problem.Stored {
	t.Helper()
	changes, err := s.Problems.Changes(context.Background(), 0, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	refs := make([]problem.Ref, len(changes))
	for i, c := range changes {
		refs[i] = c.Ref
	}
	all, err := s.Problems.Get(context.Background(), refs)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
