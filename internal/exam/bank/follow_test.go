package bank_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
)

// slowShelf tells changes, and keeps the first answer back until it is released.
type slowShelf struct {
	*examtest.Storage
	once    sync.Once
	release chan struct{}
}

func (s *slowShelf) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	changes, err := s.Storage.Changes(ctx, after, limit)
	s.once.Do(func() { <-s.release })
	return changes, err
}

// A search that arrives while another one pulls must not make do with that pull: it began
// before the problem was committed.
func TestFind_seesWhatWasCommittedBeforeIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shelf := &slowShelf{Storage: examtest.NewStorage(t), release: make(chan struct{})}
		b := bank.New(bank.Parts{Shelf: shelf, Now: func() time.Time { return examtest.Today }, Alone: true})
		q := bank.TextQuery{Course: examtest.Math, Text: examtest.TextOf(examtest.Math, 1), Threshold: 0.9, Limit: 5}
		early := make(chan error)
		go func() {
			_, err := b.Find(context.Background(), q)
			early <- err
		}()
		synctest.Wait()
		examtest.Put(t, shelf.Storage, examtest.Stocked(examtest.Math, 2), examtest.Today)
		found := make(chan int)
		go func() {
			got, err := b.Find(context.Background(), q)
			if err != nil {
				t.Error(err)
			}
			found <- got.Total
		}()
		synctest.Wait()
		close(shelf.release)
		if err := <-early; err != nil {
			t.Error(err)
		}
		if n := <-found; n != 1 {
			t.Errorf("%d found", n)
		}
	})
}

func TestFind_waitingEndsWithTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		shelf := &slowShelf{Storage: examtest.NewStorage(t), release: make(chan struct{})}
		b := bank.New(bank.Parts{Shelf: shelf, Now: func() time.Time { return examtest.Today }, Alone: true})
		done := make(chan error)
		go func() { done <- b.Load(context.Background(), nil) }()
		synctest.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := b.Load(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		close(shelf.release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// brittleShelf fails at the given page of changes.
type brittleShelf struct {
	*examtest.Storage
	failAt, pages int
}

func (s *brittleShelf) Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) {
	if s.pages++; s.pages == s.failAt {
		return nil, errKilled
	}
	return s.Storage.Changes(ctx, after, limit)
}

// A bank of several pages of changes survives a failure at any of them.
func TestLoad_manyPagesAndAFailureAtEach(t *testing.T) {
	t.Parallel()
	var stored []problem.Stored
	for n := range 1200 {
		p := problem.Problem{Ref: examtest.RefOf(examtest.Math, fmt.Sprint(n+1)), Type: "1", Question: examtest.Paragraphs(fmt.Sprintf("Кладовая номер %d и ещё %d полок", n, n*n))}
		stored = append(stored, problem.Stored{Problem: p, FetchedAt: examtest.Today})
	}
	for failAt := 1; failAt <= 3; failAt++ {
		shelf := &brittleShelf{Storage: examtest.NewStorage(t), failAt: failAt}
		if err := shelf.Put(t.Context(), stored); err != nil {
			t.Fatal(err)
		}
		b := bank.New(bank.Parts{Shelf: shelf, Now: func() time.Time { return examtest.Today }, Alone: true})
		if err := b.Load(t.Context(), nil); !errors.Is(err, errKilled) {
			t.Fatalf("page %d: %v", failAt, err)
		}
		if err := b.Load(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 499, 500, 777, 1199} {
			got := find(t, b, bank.TextQuery{Text: stored[n].Question.SearchText(), Threshold: 0.99, Limit: 5})
			if len(got.Items) == 0 || got.Items[0].Ref != stored[n].Ref {
				t.Errorf("page %d: problem %d is lost: %+v", failAt, n, got.Items)
			}
		}
	}
}
