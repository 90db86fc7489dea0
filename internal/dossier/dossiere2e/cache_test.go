package dossiere2e_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kadry/internal/cache/redistest"
	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

const onCode = `{"role":"Go developer","skills":["Go"],"candidates":[{"github_username":"ada-example"},{"github_username":"cyan-demo"}]}`

// The same call again answers from the cache, in this process and through a Redis that another
// process filled; either asks nobody.
func TestCache_sameCallAgain(t *testing.T) {
	t.Parallel()
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		o := newOutside(t)
		s := o.serve(t)
		wantCached(t, o, s, s)
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		o := newOutside(t)
		o.env = append(o.env, "KADRY_REDIS_URL="+redistest.Start(t).URL)
		wantCached(t, o, o.serve(t), o.serve(t))
	})
}

func wantCached(t *testing.T, o outside, first, second *e2etest.Server) {
	t.Helper()
	made := run(t, first.REST(), onCode)
	if made.Cache.Hits != 0 || made.Cache.Misses != 3 || made.Cache.Total != 3 {
		t.Errorf("at first: %+v", made.Cache)
	}
	o.hub.behave(replica.Options{})
	asked := o.hh.Requests("/vacancies")
	again := run(t, second.REST(), onCode)
	if again.Cache.Hits != 3 || again.Cache.Misses != 0 {
		t.Errorf("again: %+v", again.Cache)
	}
	if o.hub.askedAbout("") != 0 || o.hh.Requests("/vacancies") != asked {
		t.Errorf("GitHub was asked %d times, HeadHunter %d", o.hub.askedAbout(""), o.hh.Requests("/vacancies")-asked)
	}
	if fmt.Sprint(made.Report) != fmt.Sprint(again.Report) {
		t.Errorf("the report is another:\n%v\n%v", made.Report, again.Report)
	}
}

// A Redis that goes away costs nothing but its hits: the server works, says so, and uses it again
// when it is back.
func TestCache_redisKilled(t *testing.T) {
	t.Parallel()
	o := newOutside(t)
	redis := redistest.Start(t)
	s := o.serve(t, "KADRY_REDIS_URL="+redis.URL)
	run(t, s.REST(), onCode)
	redis.Kill(t)
	if got := run(t, s.REST(), onCode); len(got.Report.Scores) != 2 || got.Market.Data == nil {
		t.Errorf("without Redis: %+v", got)
	}
	e2etest.Await(t, func(context.Context) bool { return isDown(t, s, "1") })
	if got := run(t, s.REST(), onCode); got.Cache.Hits != 3 {
		t.Errorf("without Redis this process keeps nothing: %+v", got.Cache)
	}
	redis.Again(t)
	e2etest.Await(t, func(context.Context) bool { return isDown(t, s, "0") })
	run(t, s.REST(), onCode)
	if got := run(t, o.serve(t, "KADRY_REDIS_URL="+redis.URL).REST(), onCode); got.Cache.Hits != 3 {
		t.Errorf("another process finds nothing in the Redis that is back: %+v", got.Cache)
	}
}

func isDown(t *testing.T, s *e2etest.Server, value string) bool {
	t.Helper()
	lines := strings.Split(string(s.REST().Get(t, "/metrics").Body), "\n")
	return slices.Contains(lines, `kadry_cache_down{backend="redis"} `+value)
}
