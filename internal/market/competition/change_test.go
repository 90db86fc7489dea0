package competition_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"kadry/internal/market/competition"
	"kadry/internal/market/posting"
)

const day = 24 * time.Hour

// asking is so many vacancies, of which so many ask for a skill.
func asking(n, hits int, name string) []posting.Posting {
	all := make([]posting.Posting, n)
	for i := range all {
		all[i] = posting.Posting{Source: posting.HH, ID: fmt.Sprint(i), Title: fmt.Sprint("Место ", i), Requirement: "git"}
		if i < hits {
			all[i].Requirement += " " + name
		}
	}
	return all
}

func TestOf_trend(t *testing.T) {
	t.Parallel()
	s := sampleOf(asking(200, 80, "rust")...)
	earlier := func(age time.Duration, source posting.Source, postings []posting.Posting) posting.Snapshot {
		return posting.Snapshot{Source: source, Taken: today.Add(-age), Postings: postings}
	}
	s.Earlier = []posting.Snapshot{
		earlier(40*day, posting.Trudvsem, asking(100, 100, "rust")), // another source is another market
		earlier(30*day, posting.HH, asking(100, 10, "rust")),
		earlier(20*day, posting.HH, asking(100, 90, "rust")),
	}
	a := of(t, competition.Question{}, s)
	trend := a.TrendBase
	if trend == nil || trend.NBefore != 100 || trend.NNow != 200 || !trend.Since.Equal(today.Add(-30*day)) || trend.Reach != competition.InSearch {
		t.Fatalf("the trend is %+v", trend)
	}
	if c := a.Trending[0]; c.Name != "rust" || math.Abs(c.Delta-30) > 1e-9 || c.Before != 0.1 || c.Now != 0.4 || c.P > 1e-4 || c.Adjusted < c.P {
		t.Errorf("the largest change is %+v", c)
	}
	if c := a.Trending[1]; c.Name != "git" || c.Delta != 0 || c.P != 1 {
		t.Errorf("what stays the same is told as %+v", c)
	}
}

func TestOf_trendNeedsTimeAndVacancies(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]posting.Snapshot{
		"too young": {Source: posting.HH, Taken: today.Add(-6 * day), Postings: asking(100, 10, "rust")},
		"too few":   {Source: posting.HH, Taken: today.Add(-9 * day), Postings: asking(29, 10, "rust")},
	} {
		s := sampleOf(asking(200, 80, "rust")...)
		s.Earlier = []posting.Snapshot{before}
		if a := of(t, competition.Question{}, s); a.Trending != nil || reason(a, "trending") == "" {
			t.Errorf("%s: %+v", name, a.Trending)
		}
	}
}

// history is daily snapshots in which one posting a day appears and stays for so many days.
func history(days int, stays func(born int) int) []posting.Snapshot {
	all := make([]posting.Snapshot, days)
	for d := range all {
		at := today.Add(time.Duration(d-days) * day)
		all[d] = posting.Snapshot{Source: posting.HH, Taken: at, Complete: true}
		for born := -10; born <= d; born++ {
			if d < born+stays(born) {
				created := today.Add(time.Duration(born-days)*day - 12*time.Hour)
				all[d].Postings = append(all[d].Postings, posting.Posting{Source: posting.HH, ID: fmt.Sprint(born), Created: created})
			}
		}
	}
	return all
}

// timeOf answers over a history whose last snapshot is now.
func timeOf(t *testing.T, snapshots []posting.Snapshot) competition.Answer {
	t.Helper()
	s := sampleOf()
	s.Now, s.Earlier = snapshots[len(snapshots)-1], snapshots[:len(snapshots)-1]
	return of(t, competition.Question{}, s)
}

func TestOf_postingTime(t *testing.T) {
	t.Parallel()
	// Each is created half a day before it is first seen, and gone half a day after it is last seen.
	if got := timeOf(t, history(60, func(int) int { return 8 })).PostingTime; got == nil || got.Median != 8 || got.Censored == 0 || got.N != 59 {
		t.Errorf("all stay for 8 days: %+v", got)
	}
	mixed := timeOf(t, history(60, func(born int) int { return []int{4, 10, 16}[(born+30)%3] })).PostingTime
	if mixed == nil || mixed.Median != 10 {
		t.Errorf("4, 10 or 16 days: %+v", mixed)
	}
	forever := timeOf(t, history(60, func(int) int { return 1000 }))
	if got := forever.PostingTime; got == nil || got.Median != 0 || got.Censored != got.N || reason(forever, "posting_time.median_open_days") == "" {
		t.Errorf("none closes: %+v", got)
	}
	// What the source takes down by itself after 30 days was not seen to be filled.
	limit := timeOf(t, history(90, func(int) int { return 30 }))
	if got := limit.PostingTime; got == nil || got.Median != 0 || got.Censored != got.N {
		t.Errorf("all are taken down: %+v", got)
	}
}

func TestOf_postingTimeNeedsCompleteSnapshots(t *testing.T) {
	t.Parallel()
	if a := timeOf(t, history(2, func(int) int { return 1 })); a.PostingTime != nil || reason(a, "posting_time") == "" {
		t.Errorf("of two snapshots: %+v", a.PostingTime)
	}
	if a := timeOf(t, history(10, func(int) int { return 1 })); a.PostingTime != nil || reason(a, "posting_time") == "" {
		t.Errorf("of nine postings: %+v", a.PostingTime)
	}
	partial := history(60, func(int) int { return 8 })
	for i := range partial {
		partial[i].Complete = i < 2
	}
	if a := timeOf(t, partial); a.PostingTime != nil || reason(a, "posting_time") == "" {
		t.Errorf("of partial snapshots: %+v", a.PostingTime)
	}
}
