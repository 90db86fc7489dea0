package upstream_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// crowd asks for n different pages in order and waits for all answers.
func crowd(t *testing.T, c *upstream.Client, n int) []error {
	t.Helper()
	errs := make([]error, n)
	var callers sync.WaitGroup
	for i := range n {
		callers.Go(func() { _, errs[i] = c.Get(t.Context(), page(fmt.Sprint(i))) })
		synctest.Wait() // so that the order of asking is that of the numbers
	}
	callers.Wait()
	return errs
}

func TestQueue_keepsTheGapAndTheOrder(t *testing.T) {
	t.Parallel()
	for name, took := range map[string]time.Duration{"quick answers": 0, "slow answers": 7 * time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
					time.Sleep(took)
					_, _ = io.WriteString(rw, "page")
				})
				p := plain()
				p.PerSecond, p.Jitter, p.AtOnce, p.LongestWait = 2, 0.5, 2, time.Hour
				c := client(t, w, upstream.Config{}, p)
				for _, err := range crowd(t, c, 12) {
					if err != nil {
						t.Fatal(err)
					}
				}
				varied := map[time.Duration]bool{}
				for i, gap := range w.gaps() {
					if gap < 499*time.Millisecond || took == 0 && gap > 751*time.Millisecond {
						t.Errorf("gap %d is %s, want 0.5-0.75 s", i, gap)
					}
					varied[gap] = true
				}
				if took == 0 && len(varied) < 6 {
					t.Errorf("the gaps %v are not random", w.gaps())
				}
				for i, path := range w.paths {
					if want := fmt.Sprintf("/%d", i); path != want {
						t.Errorf("request %d is for %s, want %s", i, path, want)
					}
				}
				if w.most > 2 {
					t.Errorf("%d requests at once, want 2", w.most)
				}
			})
		})
	}
}

func TestQueue_tellsOfALongWaitInsteadOfWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, text("page"))
		p := plain()
		p.PerSecond, p.AtOnce, p.LongestWait = 1, 1, 5*time.Second
		c := client(t, w, upstream.Config{}, p)
		start := time.Now()
		refused := 0
		for _, err := range crowd(t, c, 10) {
			if err == nil {
				continue
			}
			refused++
			if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter < 5*time.Second {
				t.Errorf("%v, after %s", err, f.RetryAfter)
			}
		}
		if refused == 0 || refused > 5 || time.Since(start) > 6*time.Second {
			t.Errorf("%d refused in %s", refused, time.Since(start))
		}
	})
}

// Slots held by answers that hang cannot be foreseen; the wait is bounded all the same.
func TestQueue_boundsAWaitBehindSlowAnswers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		p := plain()
		p.AtOnce, p.LongestWait, p.Timeout = 1, 3*time.Second, time.Minute
		c := client(t, w, upstream.Config{}, p)
		errs := make(chan error, 1)
		go func() {
			_, err := c.Get(t.Context(), page("first"))
			errs <- err
		}()
		synctest.Wait()
		start := time.Now()
		_, err := c.Get(t.Context(), page("second"))
		if took := time.Since(start); fault.KindOf(err) != fault.Limited || took != 3*time.Second {
			t.Errorf("%v after %s", err, took)
		}
		if s := c.Stats()[0]; s.InFlight != 1 || s.Waiting != 0 {
			t.Errorf("%+v", s)
		}
		if err := <-errs; fault.KindOf(err) != fault.Unavailable {
			t.Errorf("first: %v", err)
		}
	})
}

func TestQueue_givesUpThePlaceOfWhoLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, text("page"))
		p := plain()
		p.PerSecond, p.AtOnce = 0.1, 1
		c := client(t, w, upstream.Config{}, p)
		if _, err := c.Get(t.Context(), page("a")); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, err := c.Get(ctx, page("b")); fault.KindOf(err) != fault.Timeout {
				t.Errorf("%v", err)
			}
			cancel()
		}
		synctest.Wait()
		if s := c.Stats()[0]; s.InFlight != 0 || s.Waiting != 0 {
			t.Errorf("%+v", s)
		}
		start := time.Now()
		if _, err := c.Get(t.Context(), page("c")); err != nil || time.Since(start) > 6*time.Second {
			t.Errorf("those who left are still waited for: %v after %s", err, time.Since(start))
		}
	})
}

func TestQueue_keepsAPauseForEverybody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := true
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			if first {
				first = false
				rw.Header().Set("Retry-After", "20")
				rw.WriteHeader(http.StatusTooManyRequests)
			}
		})
		p := plain()
		p.AtOnce = 1
		c := client(t, w, upstream.Config{}, p)
		_, err := c.Get(t.Context(), page("a"))
		if f := fault.From(err); f.Kind != fault.Limited || f.RetryAfter != 20*time.Second {
			t.Fatal(err)
		}
		if s := c.Stats()[0]; s.Paused != 20*time.Second {
			t.Errorf("%+v", s)
		}
		if _, err := c.Get(t.Context(), page("b")); err != nil {
			t.Error(err)
		}
		if gaps := w.gaps(); len(gaps) != 1 || gaps[0] < 20*time.Second {
			t.Errorf("gaps %v", gaps)
		}
	})
}
