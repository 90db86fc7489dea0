package upstream_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

const tokenAddress = "http://front.town.test/token"

func TestSubmit_sendsTheFormOnceEachTime(t *testing.T) {
	t.Parallel()
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(rw, r.Method+" "+r.Header.Get("Content-Type")+" "+string(body))
	})
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	for n := range 2 {
		res, err := c.Submit(t.Context(), tokenAddress, url.Values{"a": {"1 &"}, "b": {"я"}})
		if want := "POST application/x-www-form-urlencoded a=1+%26&b=%D1%8F"; err != nil || string(res.Body) != want || res.FromCache || res.Requests != 1 {
			t.Errorf("%+v %q, %v", res, res.Body, err)
		}
		if w.requests() != n+1 {
			t.Errorf("%d requests after %d calls", w.requests(), n+1)
		}
	}
}

// What fails is told and not tried again, since the other side may have acted on it.
func TestSubmit_isNeverTriedAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page http.HandlerFunc
		kind fault.Kind
	}{
		"an error of the other side": {status(http.StatusInternalServerError), fault.Upstream},
		"out of service":             {status(http.StatusServiceUnavailable), fault.Unavailable},
		"too many":                   {status(http.StatusTooManyRequests), fault.Limited},
		"refused":                    {status(http.StatusForbidden), fault.Upstream},
		"nothing there":              {status(http.StatusNotFound), fault.NotFound},
		"broken off":                 {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, fault.Unavailable},
		"sent on": {func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, fault.Upstream},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, c.page)
				p := plain()
				p.Attempts, p.Backoff = 4, time.Second
				_, err := client(t, w, upstream.Config{}, p).Submit(t.Context(), tokenAddress, url.Values{"a": {"1"}})
				if fault.KindOf(err) != c.kind || w.requests() != 1 {
					t.Errorf("%v after %d requests", err, w.requests())
				}
			})
		})
	}
}

func status(code int) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(code) }
}

func TestSubmit_isSharedByNobody(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("token"))
	c := client(t, w, upstream.Config{}, plain())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := c.Submit(t.Context(), tokenAddress, url.Values{"a": {"1"}}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if w.requests() != 8 {
		t.Errorf("%d requests", w.requests())
	}
}

func TestSubmit_refusals(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("token"))
	c := client(t, w, upstream.Config{Offline: true}, plain())
	if _, err := c.Submit(t.Context(), tokenAddress, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("offline: %v", err)
	}
	if _, err := c.Submit(t.Context(), "http://elsewhere.test/", nil); fault.KindOf(err) != fault.Denied {
		t.Errorf("off the list: %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	c = client(t, w, upstream.Config{}, plain())
	if _, err := c.Submit(gone, tokenAddress, nil); err == nil || w.requests() != 0 {
		t.Errorf("who has left: %v, %d requests", err, w.requests())
	}
}
