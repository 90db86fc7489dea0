package upstream_test

import (
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

func polite() upstream.Policy {
	p := plain()
	p.Robots, p.UserAgent = true, "kadry/1.0 (+https://a.test)"
	return p
}

// withRobots serves pages, and a robots.txt of the given status and text.
func withRobots(status *atomic.Int64, file *atomic.Value) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			_, _ = io.WriteString(rw, "page")
			return
		}
		rw.WriteHeader(int(status.Load()))
		_, _ = io.WriteString(rw, file.Load().(string))
	}
}

func robotsTown(t *testing.T, status int64, file string) (*town, *atomic.Int64, *atomic.Value) {
	t.Helper()
	var s atomic.Int64
	var f atomic.Value
	s.Store(status)
	f.Store(file)
	return newTown(t, withRobots(&s, &f)), &s, &f
}

func TestRobots_areAskedForOnceADay(t *testing.T) {
	t.Parallel()
	for name, folder := range map[string]bool{"with a cache": true, "without": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w, _, file := robotsTown(t, 200, "User-agent: *\nDisallow: /closed\n\nUser-agent: Kadry\nDisallow: /ours")
				cfg := upstream.Config{}
				if folder {
					cfg.Folder = t.TempDir()
				}
				c := client(t, w, cfg, polite())
				for path, want := range map[string]fault.Kind{"open": "", "closed": "", "ours": fault.Denied, "ours/x?y": fault.Denied} {
					if _, err := c.Get(t.Context(), again(path)); fault.KindOf(err) != want {
						t.Errorf("%s: %v", path, err)
					}
				}
				if n := w.requests(); n != 3 { // robots.txt, open, closed
					t.Errorf("%d requests: %v", n, w.paths)
				}
				file.Store("User-agent: *\nDisallow: /open")
				if _, err := c.Get(t.Context(), again("open")); err != nil {
					t.Errorf("within the day: %v", err)
				}
				time.Sleep(24 * time.Hour)
				if _, err := c.Get(t.Context(), again("open")); fault.KindOf(err) != fault.Denied {
					t.Errorf("the next day: %v", err)
				}
				if _, err := c.Get(t.Context(), page("robots.txt")); err != nil {
					t.Errorf("the file itself: %v", err)
				}
			})
		})
	}
}

func TestRobots_byTheStatusOfTheFile(t *testing.T) {
	t.Parallel()
	for status, want := range map[int64]fault.Kind{
		404: "", 401: "", 403: "", 410: "", 300: "",
		429: fault.Unavailable, 500: fault.Unavailable, 503: fault.Unavailable,
	} {
		synctest.Test(t, func(t *testing.T) {
			w, s, _ := robotsTown(t, status, "User-agent: *\nDisallow: /")
			c := client(t, w, upstream.Config{Folder: t.TempDir()}, polite())
			_, err := c.Get(t.Context(), page("a"))
			if fault.KindOf(err) != want {
				t.Fatalf("%d: %v", status, err)
			}
			if want == "" {
				return
			}
			if f := fault.From(err); f.RetryAfter <= 0 || f.RetryAfter > 2*time.Minute || !strings.Contains(f.Text.EN, "robots.txt") {
				t.Errorf("%d: %v after %s", status, err, f.RetryAfter)
			}
			if _, err := c.Get(t.Context(), page("b")); fault.KindOf(err) != want || w.requests() != 1 {
				t.Errorf("%d: %d requests, %v", status, w.requests(), err)
			}
			s.Store(404)
			time.Sleep(2 * time.Minute)
			if _, err := c.Get(t.Context(), page("a")); err != nil {
				t.Errorf("%d: after recovery: %v", status, err)
			}
		})
	}
}

// Rules that were known hold while they cannot be had anew.
func TestRobots_staleRulesHold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, status, _ := robotsTown(t, 200, "User-agent: *\nDisallow: /closed")
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, polite())
		if _, err := c.Get(t.Context(), page("a")); err != nil {
			t.Fatal(err)
		}
		status.Store(500)
		time.Sleep(25 * time.Hour)
		if _, err := c.Get(t.Context(), page("b")); err != nil {
			t.Errorf("open: %v", err)
		}
		if _, err := c.Get(t.Context(), page("closed")); fault.KindOf(err) != fault.Denied {
			t.Errorf("closed: %v", err)
		}
	})
}

func TestRobots_crawlDelayRaisesTheGap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, _, _ := robotsTown(t, 200, "User-agent: *\nCrawl-delay: 4.5")
		p := polite()
		p.PerSecond = 1
		c := client(t, w, upstream.Config{}, p)
		for _, path := range []string{"a", "b", "c"} {
			if _, err := c.Get(t.Context(), page(path)); err != nil {
				t.Fatal(err)
			}
		}
		for i, gap := range w.gaps() {
			if want := 4500 * time.Millisecond; i > 0 && gap < want || gap > want+time.Millisecond {
				t.Errorf("gap %d is %s, want %s", i, gap, want)
			}
		}
	})
}

func TestRobots_holdForRedirects(t *testing.T) {
	t.Parallel()
	w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt" && r.Host == "closed.town.test":
			_, _ = io.WriteString(rw, "User-agent: *\nDisallow: /")
		case r.URL.Path == "/robots.txt":
			http.Redirect(rw, r, "http://elsewhere.example/robots.txt", http.StatusFound) // counts as none
		default:
			http.Redirect(rw, r, "http://closed.town.test/", http.StatusFound)
		}
	})
	c := client(t, w, upstream.Config{}, polite())
	if _, err := c.Get(t.Context(), page("a")); fault.KindOf(err) != fault.Denied || w.requests() != 3 {
		t.Errorf("%v, %v", err, w.paths)
	}
}

// The file may lie elsewhere, under an address that is itself subject to rules.
func TestRobots_mayBeRedirected(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newTown(t, func(rw http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/robots.txt":
				http.Redirect(rw, r, "/rules", http.StatusMovedPermanently)
			case "/rules":
				_, _ = io.WriteString(rw, "User-agent: *\nDisallow: /closed\nDisallow: /rules")
			}
		})
		c := client(t, w, upstream.Config{Folder: t.TempDir()}, polite())
		own := upstream.Request{URL: page("robots.txt").URL, Kind: "robots.txt"}
		for _, ask := range []struct {
			upstream.Request
			want fault.Kind
		}{{own, fault.Denied}, {page("open"), ""}, {page("closed"), fault.Denied}, {page("rules"), fault.Denied}} {
			if _, err := c.Get(t.Context(), ask.Request); fault.KindOf(err) != ask.want {
				t.Errorf("%s: %v", ask.URL, err)
			}
		}
	})
}

func TestRobots_ofAnySizeCountByTheirBeginning(t *testing.T) {
	t.Parallel()
	w, _, _ := robotsTown(t, 200, "User-agent: *\nDisallow: /closed\n"+strings.Repeat("# and so on\n", 1000))
	p := polite()
	p.MaxBytes = 5000
	c := client(t, w, upstream.Config{}, p)
	for path, want := range map[string]fault.Kind{"open": "", "closed": fault.Denied} {
		if _, err := c.Get(t.Context(), page(path)); fault.KindOf(err) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestRobots_readsRealFiles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file  string
		path  string
		want  bool
		delay time.Duration
	}{
		"empty":                      {"", "/a", true, 0},
		"a page sent in its place":   {"<!DOCTYPE html>\n<html><body>User-agent: *</body></html>", "/a", true, 0},
		"rules before any agent":     {"Disallow: /\nUser-agent: *\nDisallow: /b", "/a", true, 0},
		"a bad delay beside a rule":  {"User-agent: *\nCrawl-delay: soon\nDisallow: /a", "/a", false, 0},
		"a comment and odd spaces":   {"User-agent : * # all\r\n  Disallow :/a # this\r\n", "/a/b", false, 0},
		"a byte order mark":          {"\xef\xbb\xbfUser-agent: *\nDisallow: /a", "/a", false, 0},
		"an allowed part":            {"User-agent: *\nDisallow: /\nAllow: /a", "/a", true, 0},
		"a wildcard":                 {"User-agent: *\nDisallow: /*?print=", "/test?print=true", false, 0},
		"bytes that are no text":     {"User-agent: *\nDisallow: /\xff*\nDisallow: /a", "/a", false, 0},
		"an empty disallow":          {"User-agent: *\nDisallow:\n", "/a", true, 0},
		"a delay of years":           {"User-agent: *\nCrawl-delay: 1e300", "/a", true, time.Minute},
		"a delay beyond all numbers": {"User-agent: *\nCrawl-delay: 1e999\nDisallow: /a", "/a", false, 0},
		"a group for us alone":       {"User-agent: *\nDisallow: /\nUser-agent: kadry\nAllow: /", "/a", true, 0},
	} {
		got, delay := upstream.RobotsAllow([]byte(c.file), "kadry", c.path)
		if got != c.want || delay != c.delay {
			t.Errorf("%s: %t, %s", name, got, delay)
		}
	}
}

func FuzzRobots(f *testing.F) {
	for _, file := range []string{"User-agent: *\nDisallow: /", "User-agent: a\nUser-agent: b\nAllow: /*$\nCrawl-delay: 1", "\xef\xbb\xbf#", "Sitemap: x\nHost: y"} {
		f.Add([]byte(file), "/a?b")
	}
	f.Fuzz(func(t *testing.T, file []byte, path string) {
		if _, delay := upstream.RobotsAllow(file, "kadry", "/"+path); delay < 0 || delay > time.Minute {
			t.Errorf("a gap of %s", delay)
		}
		closed := append([]byte("User-agent: *\nDisallow: /\nUser-agent: x\n"), file...)
		if allowed, _ := upstream.RobotsAllow([]byte("User-agent: *\nDisallow: /"), "kadry", "/"+path); allowed {
			t.Error("a closed site is open")
		}
		upstream.RobotsAllow(closed, "kadry", path)
	})
}
