package hh_test

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/markettest"
	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
	"kadry/internal/market/source/hh"
)

// many are postings of little text, which are quickly read, one every ten minutes.
func many(n int) []posting.Posting {
	spans := []posting.Experience{posting.None, posting.ThreeToSix, posting.ThreeToSix, posting.ThreeToSix}
	all := make([]posting.Posting, n)
	for i := range all {
		all[i] = posting.Posting{
			ID: strconv.Itoa(1000 + i), Title: "Работа", Area: posting.Named{ID: "1", Name: "Москва"}, Experience: spans[i%len(spans)],
			Published: now.Add(-time.Duration(i) * 10 * time.Minute),
		}
	}
	return all
}

// late is a context whose time is over when a test says so.
type late struct {
	context.Context //nolint:containedctx // it is one
	over            chan struct{}
}

func (l late) Done() <-chan struct{} { return l.over }

func (l late) Err() error {
	select {
	case <-l.over:
		return context.DeadlineExceeded
	default:
		return l.Context.Err()
	}
}

// distinct checks that no posting comes twice.
func distinct(t *testing.T, s posting.Snapshot) {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range s.Postings {
		if seen[p.ID] {
			t.Errorf("%s comes twice", p.ID)
		}
		seen[p.ID] = true
	}
}

func TestCrawl_readsTheWholeSearch(t *testing.T) {
	t.Parallel()
	h, c := visit(t, sample.Postings(1, 730, now), markettest.HHOptions{Latency: 2 * time.Millisecond})
	last, calls := 0, 0
	q := posting.Query{Text: "опыт", Areas: []string{"113"}}
	s, err := c.Crawl(t.Context(), posting.Query{}, 2000, func(done, total int) {
		if done < last || total != 730 {
			t.Errorf("%d of %d after %d", done, total, last)
		}
		last, calls = done, calls+1
	})
	if err != nil || !s.Complete || s.Found != 730 || len(s.Postings) != 730 || s.Requests != 8 || len(s.Failures) != 0 || s.Source != posting.HH || !s.Taken.Equal(now) {
		t.Errorf("%d of %d, %d requests, %+v, %v", len(s.Postings), s.Found, s.Requests, s.Failures, err)
	}
	distinct(t, s)
	if last != 730 || calls != 8 || h.AtOnce() < 2 || h.AtOnce() > 4 {
		t.Errorf("told %d times up to %d, %d at once", calls, last, h.AtOnce())
	}
	if s, err = c.Crawl(t.Context(), q, 150, nil); err != nil || len(s.Postings) != 150 || s.Complete || s.Found <= 150 {
		t.Errorf("%d of %d, %v", len(s.Postings), s.Found, err)
	}
}

func TestCrawl_deeperThanMayBeRead(t *testing.T) {
	t.Parallel()
	_, c := visit(t, many(2600), markettest.HHOptions{})
	s, err := c.Crawl(t.Context(), posting.Query{}, 10_000, nil)
	if err != nil || !s.Complete || s.Found != 2600 || len(s.Postings) != 2600 || s.Requests > 45 {
		t.Errorf("%d of %d, %d requests, %+v, %v", len(s.Postings), s.Found, s.Requests, s.Failures, err)
	}
	distinct(t, s)
	if s, err = c.Crawl(t.Context(), posting.Query{}, 2100, nil); err != nil || len(s.Postings) != 2100 || s.Complete {
		t.Errorf("%d of %d, %v", len(s.Postings), s.Found, err)
	}
}

// What was published within an hour is split by experience, and what is too deep even so is told.
func TestCrawl_tooManyInAnHour(t *testing.T) {
	t.Parallel()
	all := many(2900)
	for i := range all {
		all[i].Published = now.Add(-2 * time.Hour)
	}
	_, c := visit(t, all, markettest.HHOptions{})
	s, err := c.Crawl(t.Context(), posting.Query{}, 10_000, nil)
	if err != nil || s.Complete || len(s.Failures) == 0 {
		t.Fatalf("%d of %d, %+v, %v", len(s.Postings), s.Found, s.Failures, err)
	}
	if len(s.Postings) != 725+2000 || len(s.Failures) != 1 || s.Failures[0].Code != string(hh.TooDeep) || s.Failures[0].ReasonRU == "" {
		t.Errorf("%d of %d, %+v", len(s.Postings), s.Found, s.Failures)
	}
	distinct(t, s)
}

func TestCrawl_aCaptchaInTheMiddleKeepsWhatWasRead(t *testing.T) {
	t.Parallel()
	h, c := visit(t, many(1900), markettest.HHOptions{CaptchaAfter: 5})
	s, err := c.Crawl(t.Context(), posting.Query{}, 2000, nil)
	if err != nil || s.Complete || len(s.Postings) != 500 || s.Found != 1900 {
		t.Fatalf("%d of %d, %v", len(s.Postings), s.Found, err)
	}
	if len(s.Failures) == 0 || s.Failures[0].Code != string(hh.Captcha) || s.Failures[0].Reason == "" {
		t.Errorf("%+v", s.Failures)
	}
	if n := h.Requests("/vacancies"); n > 9 {
		t.Errorf("asked %d times although a captcha was wanted", n)
	}
}

func TestCrawl_onePageMayFail(t *testing.T) {
	t.Parallel()
	_, c := visit(t, many(950), markettest.HHOptions{FailPage: 4})
	s, err := c.Crawl(t.Context(), posting.Query{}, 2000, nil)
	if err != nil || s.Complete || len(s.Postings) != 850 || len(s.Failures) != 1 || s.Failures[0].What != "page 4" || s.Failures[0].Code != string(hh.Down) {
		t.Errorf("%d of %d, %+v, %v", len(s.Postings), s.Found, s.Failures, err)
	}
}

func TestCrawl_thatReadsNothingIsAnError(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, sample.Postings(1, 50, now), markettest.HHOptions{})
	c := hh.New(hh.Config{Upstream: way(t, h, nil), API: h.URL(), Now: clock})
	s, err := c.Crawl(t.Context(), posting.Query{}, 2000, nil)
	if hh.CodeOf(err) != hh.AuthRequired || len(s.Failures) != 1 || h.Requests("") != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := c.Crawl(t.Context(), posting.Query{}, 0, nil); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
	_, c = visit(t, nil, markettest.HHOptions{})
	if s, err := c.Crawl(t.Context(), posting.Query{}, 10, nil); err != nil || !s.Complete || s.Found != 0 {
		t.Errorf("nothing to be found: %+v, %v", s, err)
	}
}

// The first anonymous search is answered, the second is not.
func TestCrawl_anonymous(t *testing.T) {
	t.Parallel()
	h := markettest.StartHH(t, sample.Postings(1, 500, now), markettest.HHOptions{Free: 1})
	c := hh.New(hh.Config{Upstream: way(t, h, nil), API: h.URL(), Now: clock})
	s, err := c.Crawl(t.Context(), posting.Query{}, 2000, nil)
	if err != nil || len(s.Postings) != 100 || s.Complete || s.Failures[0].Code != string(hh.AuthRequired) {
		t.Errorf("%d of %d, %+v, %v", len(s.Postings), s.Found, s.Failures, err)
	}
}

func TestCrawl_endsWithItsTime(t *testing.T) {
	t.Parallel()
	_, c := visit(t, many(1900), markettest.HHOptions{HangAfter: 1})
	bounded := late{t.Context(), make(chan struct{})}
	s, err := c.Crawl(bounded, posting.Query{}, 2000, func(int, int) { close(bounded.over) })
	if err != nil || s.Complete || len(s.Postings) != 100 || len(s.Failures) == 0 || s.Failures[0].Code != string(hh.Late) {
		t.Errorf("%d of %d, %+v, %v", len(s.Postings), s.Found, s.Failures, err)
	}
	_, c = visit(t, many(1900), markettest.HHOptions{HangAfter: 1})
	left, leave := context.WithCancel(t.Context())
	_, err = c.Crawl(left, posting.Query{Text: "работа"}, 2000, func(int, int) { leave() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
