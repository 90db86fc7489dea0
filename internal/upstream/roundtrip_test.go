package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// way is a RoundTripper to a town that keeps answers of up to 1 kB.
func way(tb testing.TB, w *town, o upstream.Open) http.RoundTripper {
	tb.Helper()
	o.Answer = 1 << 10
	return sender(tb, w, o).RoundTripper("webhook", "team")
}

func ask(tb testing.TB, ctx context.Context, method, body string) *http.Request {
	tb.Helper()
	req, err := http.NewRequestWithContext(ctx, method, "http://model.town.test/v1/chat/completions?x=1", strings.NewReader(body))
	if err != nil {
		tb.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer secret")
	req.Header.Set("Content-Type", "application/json")
	return req
}

func TestRoundTripper_carriesTheExchange(t *testing.T) {
	t.Parallel()
	type seen struct{ method, uri, body, key, kind string }
	got := make(chan seen, 1)
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got <- seen{r.Method, r.RequestURI, string(body), r.Header.Get("Authorization"), r.Header.Get("Content-Type")}
		rw.Header().Set("Set-Cookie", "a=b")
		rw.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(rw, `{"ok": true}`)
	})
	req := ask(t, t.Context(), http.MethodPost, `{"q":1}`)
	res, err := way(t, w, upstream.Open{}).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if s := <-got; s != (seen{"POST", "/v1/chat/completions?x=1", `{"q":1}`, "Bearer secret", "application/json"}) {
		t.Errorf("received %+v", s)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || string(body) != `{"ok": true}` || res.StatusCode != 200 || res.ContentLength != 12 || len(res.Header) != 0 || res.Request != req {
		t.Errorf("%q, %v, %+v", body, err, res)
	}
}

// Every status is an answer with its body; a wait that is asked for comes along.
func TestRoundTripper_everyStatus(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		status      int
		after, want string
	}{
		{200, "", ""},
		{302, "", ""},
		{400, "", ""},
		{401, "", ""},
		{404, "9", "9"},
		{429, "7", "7"},
		{429, "0", ""},
		{429, "soon", ""},
		{429, "99999999999999999999", "3600"},
		{503, "120", "120"},
		{500, "", ""},
	} {
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Location", "http://model.town.test/elsewhere")
			rw.Header().Set("Retry-After", row.after)
			rw.WriteHeader(row.status)
			_, _ = io.WriteString(rw, "why")
		})
		res, err := way(t, w, upstream.Open{}).RoundTrip(ask(t, t.Context(), http.MethodPost, ""))
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		if res.StatusCode != row.status || string(body) != "why" || res.Header.Get("Retry-After") != row.want || w.requests() != 1 {
			t.Errorf("%d, %q: %d, %q, wait %q, %d requests", row.status, row.after, res.StatusCode, body, res.Header.Get("Retry-After"), w.requests())
		}
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestRoundTripper_failures(t *testing.T) {
	t.Parallel()
	large := newTown(t, text(strings.Repeat("x", 1<<10+1)))
	full := newTown(t, text(strings.Repeat("x", 1<<10)))
	gone := newTown(t, text(""))
	gone.down.Store(true)
	for name, c := range map[string]struct {
		way  http.RoundTripper
		kind fault.Kind
	}{
		"down":            {way(t, gone, upstream.Open{}), fault.Unavailable},
		"too large":       {way(t, large, upstream.Open{}), fault.Upstream},
		"off the list":    {way(t, full, upstream.Open{Hosts: []string{"other.test"}}), fault.Invalid},
		"just not larger": {way(t, full, upstream.Open{}), ""},
	} {
		res, err := c.way.RoundTrip(ask(t, t.Context(), http.MethodPost, "{}"))
		switch {
		case c.kind != "" && (fault.KindOf(err) != c.kind || res != nil):
			t.Errorf("%s: %v, %v, want %s", name, res, err, c.kind)
		case c.kind == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		}
		if res != nil {
			_ = res.Body.Close()
		}
	}
	for name, rt := range map[string]http.RoundTripper{
		"no such way":     sender(t, full, upstream.Open{Answer: 1}).RoundTripper("other", ""),
		"keeps no answer": sender(t, full, upstream.Open{}).RoundTripper("webhook", ""),
	} {
		if res, err := rt.RoundTrip(ask(t, t.Context(), http.MethodPost, "")); err == nil {
			_ = res.Body.Close()
			t.Errorf("%s: no error", name)
		}
	}
}

// A body that cannot be read is no request, and is closed all the same.
func TestRoundTripper_brokenBody(t *testing.T) {
	t.Parallel()
	w := newTown(t, text(""))
	req := ask(t, t.Context(), http.MethodPost, "")
	b := &brokenBody{}
	req.Body = b
	res, err := way(t, w, upstream.Open{}).RoundTrip(req)
	if err == nil {
		_ = res.Body.Close()
	}
	if !errors.Is(err, io.ErrUnexpectedEOF) || !b.closed || w.requests() != 0 {
		t.Errorf("%v, closed %v, %d requests", err, b.closed, w.requests())
	}
}

type brokenBody struct{ closed bool }

func (b *brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func (b *brokenBody) Close() error { b.closed = true; return nil }

// The caller's deadline ends an exchange as the caller's own.
func TestRoundTripper_deadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		})
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		began := time.Now()
		res, err := way(t, w, upstream.Open{}).RoundTrip(ask(t, ctx, http.MethodPost, "{}"))
		if err == nil {
			_ = res.Body.Close()
		}
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 2*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}
