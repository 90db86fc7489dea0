package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// slow answers after a second of the bubble's time, or ends with its caller.
func slow(rw http.ResponseWriter, r *http.Request) {
	select {
	case <-time.After(time.Second):
		_, _ = io.WriteString(rw, "page")
	case <-r.Context().Done():
	}
}

func TestGet_asksOnceForAllWhoWantTheSame(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]string{"with a cache": t.TempDir(), "without": ""} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, slow)
				c := client(t, w, upstream.Config{Folder: folder}, plain())
				var callers sync.WaitGroup
				bodies := make([][]byte, 50)
				for i := range bodies {
					callers.Go(func() {
						res, err := c.Get(t.Context(), page("a"))
						if err != nil {
							t.Error(err)
						}
						bodies[i] = res.Body
					})
				}
				callers.Wait()
				bodies[0][0] = '!'
				for i, body := range bodies[1:] {
					if string(body) != "page" {
						t.Errorf("caller %d got %q: the answer is shared", i+1, body)
					}
				}
				if n := w.requests(); n != 1 {
					t.Errorf("%d requests, want 1", n)
				}
			})
		})
	}
}

func TestGet_oneWhoLeavesTakesNobodyAlong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, slow)
		c := client(t, w, upstream.Config{}, plain())
		impatient, leave := context.WithCancel(t.Context())
		var callers sync.WaitGroup
		callers.Go(func() {
			if _, err := c.Get(impatient, page("a")); fault.KindOf(err) != fault.Canceled {
				t.Errorf("who left: %v", err)
			}
		})
		synctest.Wait() // the one who leaves is the one whose request it was
		callers.Go(func() {
			if res, err := c.Get(t.Context(), page("a")); err != nil || string(res.Body) != "page" {
				t.Errorf("who stayed: %+v, %v", res, err)
			}
		})
		synctest.Wait()
		leave()
		callers.Wait()
		if n := w.requests(); n != 1 {
			t.Errorf("%d requests, want 1", n)
		}
	})
}

func TestGet_theLastWhoLeavesEndsTheRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ended := make(chan struct{}, 1)
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			slow(rw, r)
			if r.Context().Err() != nil {
				ended <- struct{}{}
			}
		})
		c := client(t, w, upstream.Config{}, plain())
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if _, err := c.Get(ctx, page("a")); fault.KindOf(err) != fault.Timeout {
			t.Errorf("%v", err)
		}
		<-ended
		if res, err := c.Get(t.Context(), page("a")); err != nil || string(res.Body) != "page" {
			t.Errorf("the next caller: %+v, %v", res, err)
		}
		if s := c.Stats()[0]; s.Breaker != "closed" || s.Happened[upstream.Failed] != 0 || s.InFlight != 0 {
			t.Errorf("a caller's leaving counts against the other side: %+v", s)
		}
	})
}

func TestGet_survivesAPanicInAccept(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("page"))
	c := client(t, w, upstream.Config{}, plain())
	ask := page("a")
	ask.Accept = func(r upstream.Response) error { _ = r.Header["Absent"][0]; return nil }
	if _, err := c.Get(t.Context(), ask); fault.KindOf(err) != fault.Internal {
		t.Errorf("%v", err)
	}
	if _, err := c.Get(t.Context(), page("a")); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestClose_endsWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, slow)
		c := client(t, w, upstream.Config{}, plain())
		result := make(chan error, 1)
		go func() {
			_, err := c.Get(t.Context(), page("a"))
			result <- err
		}()
		synctest.Wait()
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := <-result; fault.KindOf(err) != fault.Unavailable {
			t.Errorf("under way: %v", err)
		}
		if _, err := c.Get(t.Context(), page("b")); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("after the end: %v", err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestGet_asksNothingForACallerWhoLeft(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("page"))
	c := client(t, w, upstream.Config{}, plain())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Get(ctx, page("a")); !errors.Is(err, context.Canceled) || w.dials.Load() != 0 {
		t.Errorf("%v, %d dials", err, w.dials.Load())
	}
}
