package upstream_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/fault"
	"kadry/internal/upstream"
)

func persistent() upstream.Policy {
	p := plain()
	p.Attempts, p.Backoff = 4, time.Second
	return p
}

func TestTry_waitsLongerEachTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		left := 3
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			if left--; left >= 0 {
				rw.WriteHeader(http.StatusBadGateway)
			}
		})
		c := client(t, w, upstream.Config{}, persistent())
		if _, err := c.Get(t.Context(), page("a")); err != nil {
			t.Fatal(err)
		}
		gaps := w.gaps()
		if len(gaps) != 3 {
			t.Fatalf("gaps %v", gaps)
		}
		for i, gap := range gaps {
			if least := time.Second << i; gap < least || gap > least+least/4 {
				t.Errorf("gap %d is %s, want %s and up to a quarter", i, gap, least)
			}
		}
		if happened(c, upstream.Retried) != 3 || happened(c, upstream.Requested) != 4 || happened(c, upstream.Failed) != 0 {
			t.Errorf("%v", c.Stats())
		}
	})
}

func TestTry_onlyWhatMayHelp(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{
		200: 1, 204: 1, 304: 1, 400: 1, 401: 1, 403: 1, 404: 1, 410: 1, 501: 1,
		429: 4, 500: 4, 502: 4, 503: 4, 504: 4,
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(status) })
				c := client(t, w, upstream.Config{}, persistent())
				_, _ = c.Get(t.Context(), page("a"))
				if n := w.requests(); n != want {
					t.Errorf("%d requests, want %d", n, want)
				}
			})
		})
	}
}

func TestTry_honoursRetryAfter(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		header http.Header
		waits  time.Duration // 0: told at once
		kind   fault.Kind
		told   time.Duration
	}{
		"seconds":                  {429, http.Header{"Retry-After": {"7"}}, 7 * time.Second, "", 0},
		"a date":                   {503, http.Header{"Retry-After": {"Sat, 01 Jan 2000 00:00:09 GMT"}}, 9 * time.Second, "", 0},
		"longer than the longest":  {503, http.Header{"Retry-After": {"61"}}, 0, fault.Unavailable, 61 * time.Second},
		"the same of a limit":      {429, http.Header{"Retry-After": {"61"}}, 0, fault.Limited, 61 * time.Second},
		"ten years":                {429, http.Header{"Retry-After": {"315360000"}}, 0, fault.Limited, upstream.LongestPause},
		"beyond any number":        {503, http.Header{"Retry-After": {"99999999999999999999999"}}, 0, fault.Unavailable, upstream.LongestPause},
		"a date in the past":       {429, http.Header{"Retry-After": {"Sat, 01 Jan 1990 00:00:00 GMT"}}, time.Second, "", 0},
		"nonsense":                 {429, http.Header{"Retry-After": {"soon"}}, time.Second, "", 0},
		"a negative number":        {429, http.Header{"Retry-After": {"-5"}}, time.Second, "", 0},
		"a limit spelled GitHub's": {403, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946684890"}}, 0, fault.Limited, 90 * time.Second},
		"403 with Retry-After":     {403, http.Header{"Retry-After": {"60"}}, 0, fault.Limited, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				first := true
				w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
					if !first {
						return
					}
					first = false
					maps.Copy(rw.Header(), c.header)
					rw.WriteHeader(c.status)
				})
				cl := client(t, w, upstream.Config{}, persistent())
				start := time.Now()
				_, err := cl.Get(t.Context(), page("a"))
				took := time.Since(start)
				if f := fault.From(err); fault.KindOf(err) != c.kind || err != nil && f.RetryAfter != c.told {
					t.Fatalf("%v", err)
				}
				if took < c.waits || took > c.waits+c.waits/4 {
					t.Errorf("took %s, want %s", took, c.waits)
				}
				if c.told > time.Minute {
					_, err := cl.Get(t.Context(), page("b"))
					if f := fault.From(err); f.Kind != c.kind || f.RetryAfter < c.told-time.Second || w.requests() != 1 {
						t.Errorf("the pause is not kept as the first caller was told: %v after %s, %d requests", err, f.RetryAfter, w.requests())
					}
					time.Sleep(c.told)
					if _, err := cl.Get(t.Context(), page("b")); err != nil {
						t.Errorf("after the pause: %v", err)
					}
				}
			})
		})
	}
}

func TestBreaker_opensAndTriesAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		status := 500
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(status) })
		opened := 0
		c := client(t, w, upstream.Config{Count: func(e upstream.Event) {
			if e.What == upstream.Opened && e.Policy == "town" {
				opened++
			}
		}}, plain())
		for i := range 8 {
			_, err := c.Get(t.Context(), page(fmt.Sprint(i)))
			if want := fault.Upstream; i < 5 && fault.KindOf(err) != want {
				t.Errorf("%d: %v", i, err)
			}
			if f := fault.From(err); i >= 5 && (f.Kind != fault.Unavailable || f.RetryAfter <= 0 || f.Hint.EN == "" || f.Hint.RU == "") {
				t.Errorf("%d: %v, hint %+v", i, err, f.Hint)
			}
		}
		if s := c.Stats()[0]; w.requests() != 5 || s.Breaker != "open" || opened != 1 {
			t.Errorf("%d requests, opened %d, %+v", w.requests(), opened, s)
		}
		time.Sleep(31 * time.Second)
		_, _ = c.Get(t.Context(), page("probe"))
		if _, err := c.Get(t.Context(), page("x")); fault.KindOf(err) != fault.Unavailable || w.requests() != 6 {
			t.Errorf("after a failed probe: %v, %d requests", err, w.requests())
		}
		time.Sleep(31 * time.Second)
		status = 200
		for range 3 {
			if _, err := c.Get(t.Context(), page("well")); err != nil {
				t.Error(err)
			}
		}
		if s := c.Stats()[0]; s.Breaker != "closed" {
			t.Errorf("%+v", s)
		}
	})
}

// What a caller did wrong or the other side merely declined is no sign of illness.
func TestBreaker_staysClosedForAnswersThatAreNoFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		status := 0
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) {
			rw.WriteHeader(status)
			_, _ = io.WriteString(rw, "some words")
		})
		p := plain()
		p.MaxBytes = 5
		c := client(t, w, upstream.Config{}, p)
		for _, status = range []int{200, 400, 401, 403, 404, 429} {
			for range 6 {
				_, _ = c.Get(t.Context(), page("a"))
			}
		}
		if s := c.Stats()[0]; s.Breaker != "closed" || w.requests() != 36 {
			t.Errorf("%d requests, %+v", w.requests(), s)
		}
	})
}

func FuzzRetryAfter(f *testing.F) {
	for _, value := range []string{
		"", "0", "120", "-1", "+5", " 7 ", "1e9", "18446744073709551615", "18446744073709551616",
		"Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999", "Fri, 31 Dec 9999 23:59:59 GMT",
	} {
		f.Add(value)
	}
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		d, ok := upstream.RetryAfter(value, now)
		if d < 0 || d > upstream.LongestPause || !ok && d != 0 {
			t.Errorf("%q: %s, %t", value, d, ok)
		}
		if n, err := strconv.ParseUint(value, 10, 16); err == nil && n <= 3600 && d != time.Duration(n)*time.Second {
			t.Errorf("%q: %s", value, d)
		}
	})
}
