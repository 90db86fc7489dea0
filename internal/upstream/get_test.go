package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func TestGet_answersFromTheCopyWithinItsLifetime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			http.SetCookie(rw, &http.Cookie{Name: "session", Value: "secret"})
			rw.Header().Set("X-Mark", "kept")
			_, _ = io.WriteString(rw, "the page")
		})
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
		first, err := c.Get(t.Context(), page("a?q=1"))
		if err != nil || first.FromCache || first.Stale || string(first.Body) != "the page" || first.Status != 200 {
			t.Fatalf("first: %+v, %v", first, err)
		}
		time.Sleep(59 * time.Minute)
		second, err := c.Get(t.Context(), page("a?q=1#part"))
		if err != nil || !second.FromCache || second.Stale || string(second.Body) != "the page" || !second.FetchedAt.Equal(first.FetchedAt) {
			t.Fatalf("second: %+v, %v", second, err)
		}
		for _, res := range []upstream.Response{first, second} {
			if res.Header.Get("X-Mark") != "kept" || res.Header.Get("Set-Cookie") != "" || res.URL != "http://front.town.test/a?q=1" {
				t.Errorf("%+v", res)
			}
		}
		time.Sleep(time.Minute)
		if third, err := c.Get(t.Context(), page("a?q=1")); err != nil || third.FromCache {
			t.Fatalf("over its lifetime: %+v, %v", third, err)
		}
		if n := w.requests(); n != 2 {
			t.Errorf("%d requests, want 2", n)
		}
	})
}

func TestGet_keepsByKind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, text("x"))
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
		for kind, want := range map[upstream.Kind]int{"page": 2, "picture": 1, "search": 3} {
			before := w.requests()
			for range 3 {
				if _, err := c.Get(t.Context(), upstream.Request{URL: "http://town.test/x", Kind: kind}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(40 * time.Minute)
			}
			if n := w.requests() - before; n != want {
				t.Errorf("%s: %d requests, want %d", kind, n, want)
			}
		}
		time.Sleep(20 * 365 * 24 * time.Hour)
		if res, err := c.Get(t.Context(), upstream.Request{URL: "http://town.test/x", Kind: "picture"}); err != nil || !res.FromCache || res.Stale {
			t.Errorf("what keeps for ever: %+v, %v", res, err)
		}
	})
}

func TestGet_renewsWhatIsConfirmed(t *testing.T) {
	t.Parallel()
	for name, validator := range map[string][3]string{
		"by tag":  {"Etag", "If-None-Match", `"v1"`},
		"by date": {"Last-Modified", "If-Modified-Since", "Sat, 01 Jan 2000 00:00:00 GMT"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
					rw.Header().Set(validator[0], validator[2])
					if r.Header.Get(validator[1]) == validator[2] {
						rw.WriteHeader(http.StatusNotModified)
						return
					}
					_, _ = io.WriteString(rw, "long body")
				})
				c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
				first, _ := c.Get(t.Context(), page("a"))
				time.Sleep(2 * time.Hour)
				second, err := c.Get(t.Context(), page("a"))
				if err != nil || string(second.Body) != "long body" || second.FromCache || second.Stale ||
					second.FetchedAt.Sub(first.FetchedAt) < 2*time.Hour || second.Status != 200 {
					t.Fatalf("%+v, %v", second, err)
				}
				third, err := c.Get(t.Context(), page("a"))
				if err != nil || !third.FromCache || !third.FetchedAt.Equal(second.FetchedAt) || string(third.Body) != "long body" {
					t.Fatalf("the copy was not renewed: %+v, %v", third, err)
				}
				if happened(c, upstream.Revalidated) != 1 || w.requests() != 2 {
					t.Errorf("%v", c.Stats())
				}
			})
		})
	}
}

func TestGet_doesNotTakeAConfirmationOfNothing(t *testing.T) {
	t.Parallel()
	w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusNotModified) })
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	if res, err := c.Get(t.Context(), page("a")); fault.KindOf(err) != fault.Upstream {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestGet_remembersThatAPageIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var status atomic.Int64
		status.Store(404)
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(int(status.Load())) })
		p := plain()
		p.Negative = time.Minute
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
		for range 3 {
			if res, err := c.Get(t.Context(), page("a")); fault.KindOf(err) != fault.NotFound || res.Status != 404 {
				t.Fatalf("%+v, %v", res, err)
			}
		}
		if n := w.requests(); n != 1 {
			t.Errorf("%d requests, want 1", n)
		}
		time.Sleep(time.Minute)
		status.Store(500)
		if res, err := c.Get(t.Context(), page("a")); fault.KindOf(err) != fault.Upstream || res.Stale {
			t.Errorf("the memory of an absence stood in for a page: %+v, %v", res, err)
		}
		status.Store(200)
		if _, err := c.Get(t.Context(), page("a")); err != nil {
			t.Errorf("a page that came back: %v", err)
		}
	})
}

func TestGet_forgetsACopyOfWhatIsGone(t *testing.T) {
	t.Parallel()
	var status atomic.Int64
	status.Store(200)
	w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(int(status.Load())) })
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	if _, err := c.Get(t.Context(), page("a")); err != nil {
		t.Fatal(err)
	}
	status.Store(410)
	if _, err := c.Get(t.Context(), again("a")); fault.KindOf(err) != fault.NotFound {
		t.Fatal(err)
	}
	w.down.Store(true)
	if res, err := c.Get(t.Context(), again("a")); fault.KindOf(err) == fault.NotFound || err == nil {
		t.Errorf("%+v, %v", res, err)
	}
}

// Whatever ails the other side, a copy answers and says how old it is.
func TestGet_answersWithAStaleCopy(t *testing.T) {
	t.Parallel()
	ill := map[string]http.HandlerFunc{
		"500": func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(500) },
		"503 with Retry-After": func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Retry-After", "3000")
			rw.WriteHeader(503)
		},
		"429": func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(429) },
		"403": func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(403) },
		"redirect off the list": func(rw http.ResponseWriter, r *http.Request) {
			http.Redirect(rw, r, "https://parked.example/", http.StatusFound)
		},
		"a captcha": text("captcha"),
		"too large": text(strings.Repeat("x", 2000)),
		"silence":   func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	}
	for name, sick := range ill {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var isIll atomic.Bool
				w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
					if isIll.Load() {
						sick(rw, r)
						return
					}
					_, _ = io.WriteString(rw, "page")
				})
				p := plain()
				p.MaxBytes = 1000
				c := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
				ask := page("a")
				ask.Accept = func(r upstream.Response) error {
					if string(r.Body) != "page" {
						return errors.New("not the page")
					}
					return nil
				}
				first, err := c.Get(t.Context(), ask)
				if err != nil {
					t.Fatal(err)
				}
				isIll.Store(true)
				time.Sleep(3 * time.Hour)
				res, err := c.Get(t.Context(), ask)
				if err != nil || !res.Stale || !res.FromCache || string(res.Body) != "page" || !res.FetchedAt.Equal(first.FetchedAt) {
					t.Fatalf("%+v, %v", res, err)
				}
				if happened(c, upstream.WentStale) != 1 || happened(c, upstream.Failed) != 0 {
					t.Errorf("%v", c.Stats())
				}
				isIll.Store(false)
				time.Sleep(time.Hour)
				if res, err := c.Get(t.Context(), ask); err != nil || res.Stale || res.FromCache {
					t.Errorf("after recovery: %+v, %v", res, err)
				}
			})
		})
	}
}

func TestGet_answersForAnHourWithoutTheSite(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, text("page"))
		p := plain()
		p.Attempts = 4
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
		if _, err := c.Get(t.Context(), page("a")); err != nil {
			t.Fatal(err)
		}
		w.down.Store(true)
		before := w.dials.Load()
		for range 60 {
			time.Sleep(time.Minute)
			if res, err := c.Get(t.Context(), again("a")); err != nil || !res.Stale {
				t.Fatalf("%+v, %v", res, err)
			}
			if _, err := c.Get(t.Context(), page("absent")); fault.KindOf(err) != fault.Unavailable {
				t.Fatalf("no copy: %v", err)
			}
		}
		if n := w.dials.Load() - before; n > 70 { // a try a minute once the breaker is open
			t.Errorf("%d connections tried while the site was down", n)
		}
	})
}

func TestGet_answersBeforeTheDeadlineWhenThereIsACopy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var hang atomic.Bool
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			if hang.Load() {
				<-r.Context().Done()
			}
			_, _ = io.WriteString(rw, "page")
		})
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
		if _, err := c.Get(t.Context(), page("a")); err != nil {
			t.Fatal(err)
		}
		hang.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		start := time.Now()
		res, err := c.Get(ctx, again("a"))
		if err != nil || !res.Stale || time.Since(start) >= 10*time.Second {
			t.Errorf("%+v, %v after %s", res, err, time.Since(start))
		}
		if _, err := c.Get(ctx, page("absent")); fault.KindOf(err) != fault.Timeout {
			t.Errorf("no copy: %v", err)
		}
	})
}

func TestGet_offlineNeverDials(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		w := newTown(t, text("page"))
		p := plain()
		p.Robots = true
		online := client(t, w, upstream.Config{Folder: folder}, p)
		if _, err := online.Get(t.Context(), page("a")); err != nil {
			t.Fatal(err)
		}
		before := w.dials.Load()
		c := client(t, w, upstream.Config{Folder: folder, Offline: true}, p)
		if res, err := c.Get(t.Context(), page("a")); err != nil || res.Stale || !res.FromCache {
			t.Errorf("within its lifetime: %+v, %v", res, err)
		}
		if res, err := c.Get(t.Context(), again("a")); err != nil || !res.Stale {
			t.Errorf("to be confirmed: %+v, %v", res, err)
		}
		time.Sleep(48 * time.Hour)
		if res, err := c.Get(t.Context(), page("a")); err != nil || !res.Stale {
			t.Errorf("over its lifetime: %+v, %v", res, err)
		}
		_, err := c.Get(t.Context(), page("b"))
		if f := fault.From(err); f.Kind != fault.Unavailable || f.Hint.EN == "" || f.Hint.RU == "" {
			t.Errorf("absent: %v", err)
		}
		if n := w.dials.Load(); n != before {
			t.Errorf("%d dials offline", n-before)
		}
	})
}

func TestGet_keepsNothingThatWasRefused(t *testing.T) {
	t.Parallel()
	captcha := errors.New("a captcha")
	w := newTown(t, text("captcha"))
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	ask := page("a")
	ask.Accept = func(upstream.Response) error { return captcha }
	for range 2 {
		if res, err := c.Get(t.Context(), ask); !errors.Is(err, captcha) || string(res.Body) != "captcha" {
			t.Fatalf("%+v, %v", res, err)
		}
	}
	if n := w.requests(); n != 2 || happened(c, upstream.Refused) != 2 {
		t.Errorf("%d requests, %v", n, c.Stats())
	}
}

func TestGet_namesEveryStatusInBothLanguages(t *testing.T) {
	t.Parallel()
	var status atomic.Int64
	w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
		rw.WriteHeader(int(status.Load()))
		_, _ = io.WriteString(rw, "why")
	})
	c := client(t, w, upstream.Config{Folder: t.TempDir()}, plain())
	for _, want := range []struct {
		status int
		kind   fault.Kind
	}{
		{204, ""},
		{300, fault.Upstream},
		{400, fault.Upstream},
		{401, fault.Upstream},
		{403, fault.Upstream},
		{404, fault.NotFound},
		{410, fault.NotFound},
		{429, fault.Limited},
		{500, fault.Upstream},
		{502, fault.Upstream},
		{503, fault.Unavailable},
	} {
		status.Store(int64(want.status))
		res, err := c.Get(t.Context(), upstream.Request{URL: "http://town.test/", Kind: "unkept"})
		if fault.KindOf(err) != want.kind || res.Status != want.status {
			t.Errorf("%d: %+v, %v", want.status, res, err)
		}
		if err == nil {
			continue
		}
		if f := fault.From(err); f.Text.EN == "" || f.Text.RU == "" || strings.Contains(f.Text.EN+f.Text.RU, "%!") || f.Text.EN == f.Text.RU {
			t.Errorf("%d: %+v", want.status, f.Text)
		}
		if want.status >= 400 && string(res.Body) != "why" {
			t.Errorf("%d: the explanation %q is lost", want.status, res.Body)
		}
	}
}

func TestNew_refusesBadPolicies(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*upstream.Policy){
		"no name":             func(p *upstream.Policy) { p.Name = "" },
		"name with a path":    func(p *upstream.Policy) { p.Name = "../x" },
		"no hosts":            func(p *upstream.Policy) { p.Suffixes = nil },
		"a dot alone":         func(p *upstream.Policy) { p.Suffixes = []string{"."} },
		"an empty host":       func(p *upstream.Policy) { p.Suffixes = []string{""} },
		"an address":          func(p *upstream.Policy) { p.Suffixes = []string{"https://town.test"} },
		"upper case":          func(p *upstream.Policy) { p.Suffixes = []string{".Town.test"} },
		"private by suffix":   func(p *upstream.Policy) { p.Private = true },
		"a path of nothing":   func(p *upstream.Policy) { p.Below = "search" },
		"a negative rate":     func(p *upstream.Policy) { p.PerSecond = -1 },
		"a negative timeout":  func(p *upstream.Policy) { p.Timeout = -1 },
		"jitter over the gap": func(p *upstream.Policy) { p.Jitter = 1.5 },
		"our own header":      func(p *upstream.Policy) { p.Header = http.Header{"accept-encoding": {"br"}} },
	} {
		p := plain()
		spoil(&p)
		if c, err := upstream.New(upstream.Config{Policies: []upstream.Policy{p}}); err == nil {
			_ = c.Close()
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := upstream.New(upstream.Config{Policies: []upstream.Policy{plain(), plain()}}); err == nil {
		t.Error("two policies of one name are accepted")
	}
}

// What the reader of a page calls absent is as absent as a 404, but takes no older copy away.
func TestGet_remembersThatAPageHoldsNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var body atomic.Value
		body.Store("nothing here")
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, body.Load().(string)) })
		p := plain()
		p.Negative = time.Minute
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
		ask := page("a")
		ask.Accept = func(r upstream.Response) error {
			if string(r.Body) == "page" {
				return nil
			}
			return fault.E(fault.NotFound, fault.Say("Nothing.", "Ничего."), nil)
		}
		for i := range 3 {
			if res, err := c.Get(t.Context(), ask); fault.KindOf(err) != fault.NotFound || res.Stale || (res.Requests == 1) != (i == 0) {
				t.Fatalf("%d: %+v, %v", i, res, err)
			}
		}
		if n := w.requests(); n != 1 {
			t.Errorf("%d requests, want 1", n)
		}
		time.Sleep(time.Minute)
		body.Store("page")
		if res, err := c.Get(t.Context(), ask); err != nil || string(res.Body) != "page" {
			t.Fatalf("after its time: %+v, %v", res, err)
		}
		body.Store("nothing here")
		time.Sleep(2 * time.Hour)
		for range 2 {
			if res, err := c.Get(t.Context(), ask); err != nil || !res.Stale || string(res.Body) != "page" {
				t.Errorf("the copy is gone: %+v, %v", res, err)
			}
		}
	})
}

// The other side's own word for absence is a 404 in other clothes: no copy stands against it.
func TestGet_takesAWordOfAbsenceForA404(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var body atomic.Value
		body.Store("page")
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, body.Load().(string)) })
		p := plain()
		p.Negative = time.Minute
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
		ask := page("a")
		ask.Accept = func(r upstream.Response) error {
			if string(r.Body) == "page" {
				return nil
			}
			return fault.E(fault.NotFound, fault.Say("Nothing.", "Ничего."), upstream.ErrAbsent)
		}
		if _, err := c.Get(t.Context(), ask); err != nil {
			t.Fatal(err)
		}
		body.Store("deleted")
		time.Sleep(2 * time.Hour)
		for range 2 {
			if res, err := c.Get(t.Context(), ask); fault.KindOf(err) != fault.NotFound || res.Stale {
				t.Errorf("%+v, %v", res, err)
			}
		}
		if n := w.requests(); n != 2 {
			t.Errorf("%d requests, want 2: the absence is remembered", n)
		}
	})
}

// A policy below a path is for that path alone, and a pause of it for nothing else.
func TestGet_keepsThePartsOfAHostApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/search/") {
				rw.Header().Set("Retry-After", "600")
				rw.WriteHeader(http.StatusTooManyRequests)
			}
		})
		narrow, whole := plain(), plain()
		narrow.Name, narrow.Below = "search", "/search/"
		c, err := upstream.NewOn(upstream.Config{Policies: []upstream.Policy{narrow, whole}}, w.dial)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		for range 2 {
			if _, err := c.Get(t.Context(), page("search/a")); fault.KindOf(err) != fault.Limited {
				t.Error(err)
			}
			for _, path := range []string{"a", "searches", ""} {
				if _, err := c.Get(t.Context(), page(path)); err != nil {
					t.Errorf("%q: %v", path, err)
				}
			}
		}
		if n := w.requests(); n != 7 {
			t.Errorf("%d requests, want 7: the paused part is not asked again", n)
		}
	})
}

func TestGet_countsTheRequestsOfAnAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/moved":
				http.Redirect(rw, r, "/a", http.StatusFound)
			case "/ill":
				rw.WriteHeader(http.StatusBadGateway)
			case "/slow":
				<-r.Context().Done()
			}
		})
		p := plain()
		p.Attempts, p.Backoff = 3, time.Second
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, p)
		for _, x := range []struct {
			path string
			want int
		}{{"a", 1}, {"a", 0}, {"moved", 2}, {"ill", 3}, {"ill", 2}, {"ill", 0}} { // the fifth failure opens the breaker
			if res, err := c.Get(t.Context(), page(x.path)); res.Requests != x.want {
				t.Errorf("%s: %d requests, want %d; %v", x.path, res.Requests, x.want, err)
			}
		}
		if n := w.requests(); n != 8 {
			t.Errorf("%d requests in all", n)
		}
		time.Sleep(time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if res, err := c.Get(ctx, page("slow")); err == nil || res.Requests != 1 {
			t.Errorf("who did not wait is told of %d requests, %v", res.Requests, err)
		}
	})
}
