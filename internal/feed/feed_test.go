package feed_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"kadry/internal/feed"
)

// log is a feed of numbers and what a follower took of it.
type log struct {
	mu      sync.Mutex
	changes []int64
	reads   int
	before  func(read int) error // of each read, counted from 1; nil is nothing

	taken []int64 // by the follower alone
	take  func([]int64)
}

var errLost = errors.New("connection lost")

func (l *log) commit(changes ...int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.changes = append(l.changes, changes...)
}

func (l *log) read(_ context.Context, after int64, limit int) ([]int64, error) {
	l.mu.Lock()
	l.reads++
	read := l.reads
	from, _ := slices.BinarySearch(l.changes, after+1)
	page := slices.Clone(l.changes[from:min(from+limit, len(l.changes))])
	l.mu.Unlock()
	if l.before != nil {
		if err := l.before(read); err != nil {
			return nil, err
		}
	}
	return page, nil
}

func (l *log) follower(atOnce int) *feed.Follower[int64] {
	return feed.New(feed.Source[int64]{
		Read: l.read, Number: func(c int64) int64 { return c }, AtOnce: atOnce,
		Take: func(_ context.Context, changes []int64) {
			if l.take != nil {
				l.take(changes)
			}
			l.taken = append(l.taken, changes...)
		},
	})
}

func numbers(n int) (list []int64) {
	for i := range n {
		list = append(list, int64(i)+1)
	}
	return list
}

// Whatever is lost on the way, each change is taken in once and in order.
func TestFollow_everyChangeOnceInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		failing := rapid.SliceOf(rapid.IntRange(1, 12)).Draw(t, "failing reads")
		l := &log{before: func(read int) error {
			if slices.Contains(failing, read) {
				return errLost
			}
			return nil
		}}
		f, next := l.follower(rapid.IntRange(1, 4).Draw(t, "at once")), int64(1)
		for range rapid.IntRange(1, 5).Draw(t, "rounds") {
			for range rapid.IntRange(0, 9).Draw(t, "commits") {
				l.commit(next)
				next++
			}
			if err := f.Follow(context.Background(), nil); err != nil && !errors.Is(err, errLost) {
				t.Fatal(err)
			}
		}
		l.before = nil
		if err := f.Follow(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		if want := numbers(int(next) - 1); !slices.Equal(l.taken, want) {
			t.Fatalf("took %v, want %v", l.taken, want)
		}
	})
}

// Who arrives while a pull is under way does not make do with it: it began before what was
// committed meanwhile. Of those who waited, one pulls for all.
func TestFollow_seesWhatWasCommittedBeforeTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		l := &log{before: func(read int) error {
			if read == 1 {
				<-release
			}
			return nil
		}}
		f := l.follower(10)
		var calls sync.WaitGroup
		calls.Go(func() {
			if err := f.Follow(context.Background(), nil); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		l.commit(1, 2)
		for range 5 {
			calls.Go(func() {
				if err := f.Follow(context.Background(), nil); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		close(release)
		calls.Wait()
		if want := numbers(2); !slices.Equal(l.taken, want) || l.reads != 2 {
			t.Errorf("took %v in %d reads, want %v in 2", l.taken, l.reads, want)
		}
	})
}

func TestFollow_waitingEndsWithTheCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		l := &log{before: func(int) error { <-release; return nil }}
		f := l.follower(10)
		done := make(chan error)
		go func() { done <- f.Follow(context.Background(), nil) }()
		synctest.Wait()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := f.Follow(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		close(release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// A page is not passed over because it made somebody's call panic.
func TestFollow_afterAPanic(t *testing.T) {
	t.Parallel()
	l := &log{}
	l.commit(numbers(5)...)
	f := l.follower(2)
	l.take = func(changes []int64) {
		if slices.Contains(changes, 3) {
			panic("a change nobody expected")
		}
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("nobody was told")
			}
		}()
		_ = f.Follow(context.Background(), nil)
	}()
	l.take = nil
	if err := f.Follow(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if want := numbers(5); !slices.Equal(l.taken, want) {
		t.Errorf("took %v, want %v", l.taken, want)
	}
}

func TestFollow_tellsItsProgress(t *testing.T) {
	t.Parallel()
	l := &log{}
	l.commit(numbers(5)...)
	var told []int
	if err := l.follower(2).Follow(context.Background(), func(changes int) { told = append(told, changes) }); err != nil {
		t.Fatal(err)
	}
	if want := []int{2, 4, 5}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

func TestFollow_manyAtOnce(t *testing.T) {
	t.Parallel()
	l := &log{}
	f := l.follower(7)
	var all sync.WaitGroup
	all.Go(func() {
		for _, n := range numbers(500) {
			l.commit(n)
		}
	})
	for range 4 {
		all.Go(func() {
			for range 100 {
				if err := f.Follow(context.Background(), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := f.Follow(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if want := numbers(500); !slices.Equal(l.taken, want) {
		t.Errorf("took %d changes, want %d in order", len(l.taken), len(want))
	}
}
