package turn

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// seen notes which numbers were worked, and how many at once at most.
type seen struct {
	mu        sync.Mutex
	numbers   []int
	now, most int
}

func (s *seen) work(i int) {
	s.mu.Lock()
	s.numbers = append(s.numbers, i)
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	time.Sleep(time.Second) // of a bubble
	s.mu.Lock()
	s.now--
	s.mu.Unlock()
}

func (s *seen) all(tb testing.TB, n, atOnce int) {
	tb.Helper()
	slices.Sort(s.numbers)
	if len(s.numbers) != n || n > 0 && s.numbers[n-1] != n-1 || len(slices.Compact(s.numbers)) != n || s.most != atOnce {
		tb.Errorf("%d numbers of %d, %d at once, want %d", len(s.numbers), n, s.most, atOnce)
	}
}

// Every number is worked once: on all processors where nobody else calls, on one where the tenant can
// have no other.
func TestEach(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := New(time.Now)
		mine := With(t.Context(), turns, "mine")
		processors := runtime.GOMAXPROCS(0)
		for _, n := range []int{0, 1, 50} {
			var plain, own seen
			Each(t.Context(), n, plain.work)
			plain.all(t, n, min(n, processors))
			done, err := Take(mine)
			if err != nil {
				t.Fatal(err)
			}
			Each(mine, n, own.work)
			done()
			own.all(t, n, min(n, processors))
		}
		for i := range processors {
			turns.must(t, string(rune('a'+i)))
		}
		var unheld, held seen
		Each(mine, 50, unheld.work)
		unheld.all(t, 50, 1)
		done, err := Take(mine)
		if err != nil {
			t.Fatal(err)
		}
		defer done()
		Each(mine, 50, held.work)
		held.all(t, 50, 1)
	})
}

func TestEach_endsWithItsContext(t *testing.T) {
	t.Parallel()
	for name, each := range map[string]func(ctx context.Context, n int, work func()){
		"each":      func(ctx context.Context, n int, work func()) { Each(ctx, n, func(int) { work() }) },
		"in pieces": func(ctx context.Context, n int, work func()) { InPieces(ctx, n, func(context.Context, int) { work() }) },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var worked atomic.Int64
		each(ctx, 1000, func() { cancel(); worked.Add(1) })
		if n := int(worked.Load()); n > runtime.GOMAXPROCS(0) {
			t.Errorf("%s: %d were worked after the end", name, n)
		}
	}
}

// Long work lets other calls of its tenant come in between its pieces, takes no second turn inside of
// one, and gives back what it took.
func TestInPieces(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := New(time.Now)
		turns.processors = 2
		turns.must(t, "other")()
		mine := With(t.Context(), turns, "mine")
		var pieces seen
		var whole sync.WaitGroup
		whole.Go(func() {
			InPieces(mine, 20, func(ctx context.Context, i int) {
				done, err := Take(ctx)
				if err != nil {
					t.Error(err)
					return
				}
				pieces.work(i)
				done()
			})
		})
		synctest.Wait()
		began := time.Now()
		done, err := turns.take(t.Context(), "mine")
		if waited := time.Since(began); err != nil || waited > 2*time.Second { // the piece at work and one that waits already
			t.Fatalf("a call waits %v beside long work of its tenant, %v", waited, err)
		}
		time.Sleep(time.Second)
		done()
		whole.Wait()
		pieces.all(t, 20, 1)
		if turns.total != 0 || len(turns.waiting) != 0 {
			t.Errorf("left: %+v", turns)
		}
	})
}
