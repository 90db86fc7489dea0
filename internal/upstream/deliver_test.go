package upstream_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// sender delivers to a town over plain http.
func sender(tb testing.TB, w *town, o upstream.Open) *upstream.Client {
	tb.Helper()
	o.Name, o.Plain = "webhook", true
	c, err := upstream.NewOn(upstream.Config{Open: []upstream.Open{o}}, w.dial)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close() })
	return c
}

func hook(path string) upstream.Delivery {
	return upstream.Delivery{URL: "http://hooks.town.test/" + path, Body: []byte("{}")}
}

func TestSend_theExactBytes(t *testing.T) {
	t.Parallel()
	type seen struct{ method, uri, host, body, agent, signature, kind string }
	got := make(chan seen, 1)
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- seen{r.Method, r.RequestURI, r.Host, string(body), r.UserAgent(), r.Header.Get("X-Webhook-Signature-256"), r.Header.Get("Content-Type")}
		rw.Header().Set("Retry-After", "7")
		rw.WriteHeader(http.StatusAccepted)
		_, _ = io.WriteString(rw, " принято\x1b[31m\u202e\n")
	})
	c := sender(t, w, upstream.Open{UserAgent: "kadry/1"})
	d := hook("приём?a=b%20c")
	d.Body = []byte("{\"x\": \"<&> сбой\"}\n\x00")
	d.Header = http.Header{"x-webhook-signature-256": {"sha256=00"}, "Content-Type": {"application/json"}}
	r, err := c.Send(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	want := seen{"POST", "/%D0%BF%D1%80%D0%B8%D1%91%D0%BC?a=b%20c", "hooks.town.test", string(d.Body), "kadry/1", "sha256=00", "application/json"}
	if s := <-got; s != want {
		t.Errorf("received %+v", s)
	}
	if r.Class != upstream.Answered || r.Status != 202 || r.RetryAfter != 7*time.Second || r.Excerpt != "принято[31m" || r.Body != nil || r.Took <= 0 {
		t.Errorf("%+v", r)
	}
	d.Method, d.Header = http.MethodPut, http.Header{"User-Agent": {"mine"}}
	if _, err := c.Send(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s.method != "PUT" || s.agent != "mine" {
		t.Errorf("received %+v", s)
	}
}

// Whatever status comes is an answer; nothing is followed, tried again or kept.
func TestSend_everyStatusIsAnAnswer(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 204, 301, 302, 303, 307, 308, 400, 401, 404, 410, 429, 500, 502, 503, 504} {
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Location", "http://hooks.town.test/elsewhere")
			rw.WriteHeader(status)
		})
		c := sender(t, w, upstream.Open{})
		for n := range 2 {
			r, err := c.Send(t.Context(), hook("a"))
			if err != nil || r.Status != status || r.Class != upstream.Answered || w.requests() != n+1 {
				t.Errorf("%d: %+v, %v, %d requests", status, r, err, w.requests())
			}
		}
	}
}

func TestSend_retryAfterIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	var header atomic.Value
	w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Retry-After", header.Load().(string))
		rw.WriteHeader(http.StatusTooManyRequests)
	})
	cfg := upstream.Config{Open: []upstream.Open{{Name: "webhook", Plain: true}}, Now: func() time.Time { return now }}
	c, err := upstream.NewOn(cfg, w.dial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "120": 2 * time.Minute, "-5": 0, "soon": 0, "315360000": time.Hour, "99999999999999999999999": time.Hour,
		"Fri, 20 Nov 2026 09:00:30 GMT": 30 * time.Second, "Fri, 20 Nov 2020 09:00:30 GMT": 0, "Fri, 20 Nov 2099 09:00:30 GMT": time.Hour,
	} {
		header.Store(value)
		if r, err := c.Send(t.Context(), hook("a")); err != nil || r.RetryAfter != want {
			t.Errorf("%q: %+v, %v, want %s", value, r, err, want)
		}
	}
}

func TestSend_survivesHostileReceivers(t *testing.T) {
	t.Parallel()
	const ok = "HTTP/1.1 200 OK\r\n"
	say := func(s string) func(net.Conn) {
		return raw(func(conn net.Conn) { _, _ = io.WriteString(conn, s) })
	}
	for name, c := range map[string]struct {
		serve   func(net.Conn)
		class   upstream.Class
		longest time.Duration
	}{
		"an endless answer":       {endless(ok+"\r\n", strings.Repeat("x", 4096)), upstream.Answered, 0},
		"an answer of binary":     {say(ok + "Content-Length: 3\r\n\r\n\x00ab"), upstream.Answered, 0},
		"an answer cut short":     {say(ok + "Content-Length: 100\r\n\r\nshort"), upstream.Answered, 0},
		"an answer that drips":    {drip(ok + "Content-Length: 900\r\n\r\n"), upstream.Answered, 15 * time.Second},
		"headers that drip":       {drip(ok), upstream.Silent, 15 * time.Second},
		"silence":                 {raw(func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }), upstream.Silent, 15 * time.Second},
		"endless headers":         {endless(ok, "X-More: and more\r\n"), upstream.Broken, 0},
		"endless interim answers": {endless("", "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n"), upstream.Broken, 0},
		"not HTTP":                {say("SSH-2.0-OpenSSH_9.9\r\n"), upstream.Broken, 0},
		"nothing at all":          {say(""), upstream.Broken, 0},
		"a connection cut":        {func(conn net.Conn) { _ = conn.Close() }, upstream.Broken, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, nil)
				w.serve = c.serve
				cl := sender(t, w, upstream.Open{})
				r, err := cl.Send(t.Context(), hook("a"))
				if r.Class != c.class || (err == nil) != (c.class == upstream.Answered) || r.Took != c.longest {
					t.Errorf("%+v, %v", r, err)
				}
				if err != nil && fault.KindOf(err) != fault.Unavailable {
					t.Errorf("%v", err)
				}
				if len(r.Excerpt) > 1024 || strings.Contains(r.Excerpt, "\x00") || name == "an answer of binary" && r.Excerpt != "" {
					t.Errorf("kept %q", r.Excerpt)
				}
				if n := w.dials.Load(); n != 1 {
					t.Errorf("%d dials", n)
				}
			})
		})
	}
}

func TestSend_readsNoMoreThanItMay(t *testing.T) {
	t.Parallel()
	var written atomic.Int64
	hungUp := make(chan struct{})
	w := newTown(t, nil)
	w.serve = raw(func(conn net.Conn) {
		defer close(hungUp)
		_, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		for err == nil {
			var n int
			n, err = io.WriteString(conn, strings.Repeat("é", 512))
			written.Add(int64(n))
		}
	})
	c := sender(t, w, upstream.Open{})
	r, err := c.Send(t.Context(), hook("a"))
	if err != nil || len(r.Excerpt) != 1024 {
		t.Errorf("%d bytes kept, %v", len(r.Excerpt), err)
	}
	<-hungUp
	if n := written.Load(); n > 128<<10 { // 64 kB and what buffers on both sides hold
		t.Errorf("%d bytes were taken", n)
	}
}

func TestSend_wholeAnswersWhereAskedFor(t *testing.T) {
	t.Parallel()
	var size atomic.Int64
	w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(rw, strings.Repeat("x", int(size.Load())))
	})
	c := sender(t, w, upstream.Open{Answer: 100_000})
	for _, n := range []int64{0, 5, 70_000, 100_000} {
		size.Store(n)
		if r, err := c.Send(t.Context(), hook("a")); err != nil || int64(len(r.Body)) != n {
			t.Errorf("%d: %d bytes, %v", n, len(r.Body), err)
		}
	}
	size.Store(100_001)
	if r, err := c.Send(t.Context(), hook("a")); fault.KindOf(err) != fault.Upstream || r.Body != nil || r.Status != 200 {
		t.Errorf("%+v, %v", r, err)
	}
	w.serve = raw(func(conn net.Conn) { _, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort") })
	c = sender(t, w, upstream.Open{Answer: 100})
	if r, err := c.Send(t.Context(), hook("a")); fault.KindOf(err) != fault.Unavailable || r.Class != upstream.Broken {
		t.Errorf("cut short: %+v, %v", r, err)
	}
}

// One receiver that hangs holds up its own deliveries alone.
func TestSend_boundsWhatOneHostHolds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, nil)
		w.serve = raw(func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
		c := sender(t, w, upstream.Open{AtOnce: 3, Timeout: 10 * time.Second})
		var hanging sync.WaitGroup
		for range 3 {
			hanging.Go(func() { _, _ = c.Send(context.Background(), hook("a")) })
		}
		synctest.Wait()
		if s := c.Stats()[0]; s.InFlight != 3 || s.Policy != "webhook" || s.BudgetLeft != -1 {
			t.Errorf("%+v", s)
		}
		start := time.Now()
		r, err := c.Send(t.Context(), hook("b"))
		if f := fault.From(err); f == nil || f.Kind != fault.Limited || f.RetryAfter != time.Second || r.Class != upstream.Waiting {
			t.Errorf("%+v, %v", r, err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("waited %s", took)
		}
		gone, leave := context.WithTimeout(t.Context(), time.Millisecond)
		defer leave()
		if _, err := c.Send(gone, hook("b")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
		d := hook("a")
		d.URL = "http://other.town.test/"
		if r, _ := c.Send(t.Context(), d); r.Class != upstream.Silent { // it was dialled, and hung
			t.Errorf("another host: %+v", r)
		}
		hanging.Wait()
		if s := c.Stats()[0]; s.InFlight != 0 || s.Happened[upstream.Limited] != 1 || s.Happened[upstream.Requested] != 4 || s.Happened[upstream.Failed] != 4 {
			t.Errorf("%+v", s)
		}
	})
}

func TestSend_callerLeaves(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, nil)
		w.serve = raw(func(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) })
		c := sender(t, w, upstream.Open{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := c.Send(ctx, hook("a")); !errors.Is(err, context.DeadlineExceeded) || fault.KindOf(err) != fault.Timeout {
			t.Errorf("%v", err)
		}
	})
}

func TestSend_notWhenOfflineOrClosed(t *testing.T) {
	t.Parallel()
	w := newTown(t, text("ok"))
	c, err := upstream.NewOn(upstream.Config{Offline: true, Open: []upstream.Open{{Name: "webhook", Plain: true}}}, w.dial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	closed := sender(t, w, upstream.Open{})
	_ = closed.Close()
	for name, c := range map[string]*upstream.Client{"offline": c, "closed": closed} {
		if r, err := c.Send(t.Context(), hook("a")); fault.KindOf(err) != fault.Unavailable || r.Class != upstream.Waiting || w.dials.Load() != 0 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}
