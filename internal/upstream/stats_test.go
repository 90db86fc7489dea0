package upstream_test

import (
	"net/http"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/upstream"
)

func TestStats_agreeWithTheEvents(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		told := map[upstream.Event]int64{}
		status := 200
		w := newTown(t, func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(status) })
		p := plain()
		p.Attempts, p.Daily = 2, 100
		c := client(t, w, upstream.Config{Folder: t.TempDir(), Count: func(e upstream.Event) {
			mu.Lock()
			defer mu.Unlock()
			told[e]++
		}}, p)
		for _, status = range []int{200, 500, 429, 404, 403} {
			_, _ = c.Get(t.Context(), page("known"))
			_, _ = c.Get(t.Context(), again("known"))
			_, _ = c.Get(t.Context(), page("unknown"))
		}
		_, _ = c.Get(t.Context(), upstream.Request{URL: "http://elsewhere.test/"})

		if told[upstream.Event{What: upstream.Denied}] != 1 {
			t.Errorf("a host on no policy: %v", told)
		}
		stats := c.Stats()
		if len(stats) != 1 || len(stats[0].Happened) != len(upstream.Happenings()) {
			t.Fatalf("%+v", stats)
		}
		counted := map[string]int64{}
		for _, what := range upstream.Happenings() {
			counted[what] = told[upstream.Event{Policy: "town", What: what}]
		}
		if diff := cmp.Diff(counted, stats[0].Happened); diff != "" {
			t.Error(diff)
		}
		if s := stats[0]; s.Happened[upstream.Requested] != int64(w.requests()) || s.BudgetLeft != 100-w.requests() || s.Breaker != "closed" {
			t.Errorf("%+v, %d requests", s, w.requests())
		}
	})
}
