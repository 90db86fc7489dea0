package examtest

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

// Storage is a shelf in a database of the test's own that can be taken out of reach.
type Storage struct {
	*examsql.Problems

	mu     sync.Mutex
	fail   error
	writes int   // that still succeed, when breaks is set
	breaks error // what every later write fails with
}

// NewStorage returns an empty shelf.
func NewStorage(t testing.TB) *Storage {
	t.Helper()
	return &Storage{Problems: examsql.NewProblems(storetest.SQLite(t, examsql.Schema()).Open(t))}
}

// Fail makes reading fail with err until it is called with nil: a database out of reach.
func (s *Storage) Fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// BreakAfter lets so many writes succeed and fails every later one with err, until it is
// called with nil: a process killed at that point.
func (s *Storage) BreakAfter(writes int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes, s.breaks = writes, err
}

func (s *Storage) reading() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fail
}

func (s *Storage) writing() error {
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

// Get reads problems.
func (s *Storage) Get(ctx context.Context, refs []problem.Ref) (map[problem.Ref]problem.Stored, error) {
	if err := s.reading(); err != nil {
		return nil, err
	}
	return s.Problems.Get(ctx, refs)
}

// Changes reads the feed.
func (s *Storage) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	if err := s.reading(); err != nil {
		return nil, err
	}
	return s.Problems.Changes(ctx, after, limit)
}

// Put writes problems.
func (s *Storage) Put(ctx context.Context, problems []problem.Stored) error {
	if err := s.writing(); err != nil {
		return err
	}
	return s.Problems.Put(ctx, problems)
}

// PutCatalogue writes a catalogue.
func (s *Storage) PutCatalogue(ctx context.Context, c problem.Catalogue, at time.Time) error {
	if err := s.writing(); err != nil {
		return err
	}
	return s.Problems.PutCatalogue(ctx, c, at)
}

// PutPage writes a page of a category.
func (s *Storage) PutPage(ctx context.Context, problems []problem.Stored, progress bank.Progress) error {
	if err := s.writing(); err != nil {
		return err
	}
	return s.Problems.PutPage(ctx, problems, progress)
}

// All is everything on a shelf.
func All(t testing.TB, s *Storage) map[problem.Ref]problem.Stored {
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
