package replica

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Resource names what a request is counted against, as X-RateLimit-Resource does.
type Resource string

// Codeload is no resource of GitHub's limits: archives are not counted against any.
const (
	Core       Resource = "core"
	Search     Resource = "search"
	CodeSearch Resource = "code_search"
	GraphQL    Resource = "graphql"
	Codeload   Resource = "codeload"
)

// limited are the resources /rate_limit tells of.
var limited = []Resource{CodeSearch, Core, GraphQL, Search}

func resourceOf(r *http.Request) Resource {
	path := r.URL.Path
	switch {
	case strings.HasPrefix(path, codeloadPrefix+"/"):
		return Codeload
	case path == "/graphql":
		return GraphQL
	case path == "/search/code":
		return CodeSearch
	case strings.HasPrefix(path, "/search/"):
		return Search
	}
	return Core
}

func isRateLimit(r *http.Request) bool { return r.URL.Path == "/rate_limit" }

// span is the time a resource's allowance is for.
func (k Resource) span() time.Duration {
	if k == Search || k == CodeSearch {
		return time.Minute
	}
	return time.Hour
}

// limits keeps what each caller has used. A span begins with the first request in it.
type limits struct {
	most Limits

	mu   sync.Mutex
	used map[bucket]*usage
}

type bucket struct {
	caller   string
	resource Resource
}

type usage struct {
	used  int
	reset time.Time
}

func newLimits(l Limits) *limits {
	for _, f := range []struct {
		at    *int
		usual int
	}{{&l.Anonymous, 60}, {&l.Core, 5000}, {&l.AnonymousSearch, 10}, {&l.Search, 30}, {&l.CodeSearch, 10}, {&l.Points, 5000}} {
		if *f.at <= 0 {
			*f.at = f.usual
		}
	}
	return &limits{most: l, used: map[bucket]*usage{}}
}

// allowance is 0 for what an anonymous caller may not do at all.
func (l *limits) allowance(caller string, k Resource) int {
	switch {
	case k == Core && caller == "":
		return l.most.Anonymous
	case k == Search && caller == "":
		return l.most.AnonymousSearch
	case caller == "":
		return 0
	case k == Search:
		return l.most.Search
	case k == CodeSearch:
		return l.most.CodeSearch
	case k == GraphQL:
		return l.most.Points
	}
	return l.most.Core
}

// at returns the usage of the span that now lies in. The lock is held.
func (l *limits) at(caller string, k Resource, now time.Time) *usage {
	u := l.used[bucket{caller, k}]
	if u == nil || !now.Before(u.reset) {
		u = &usage{reset: now.Add(k.span()).Truncate(time.Second)}
		l.used[bucket{caller, k}] = u
	}
	return u
}

// take charges a cost and says whether there was enough; without enough nothing is charged.
// A cost of 0 is refused as well once everything is used, but for the resource's own state.
func (l *limits) take(caller string, k Resource, cost int, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	u := l.at(caller, k, now)
	if cost > 0 && u.used+cost > l.allowance(caller, k) {
		return false
	}
	u.used += cost
	return true
}

// give takes a charge back: an unchanged answer costs a caller with a token nothing.
func (l *limits) give(caller string, k Resource, cost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if u := l.used[bucket{caller, k}]; u != nil {
		u.used = max(0, u.used-cost)
	}
}

// state is the allowance of a caller as GitHub tells it.
type state struct {
	Limit     int   `json:"limit"`
	Used      int   `json:"used"`
	Remaining int   `json:"remaining"`
	Reset     int64 `json:"reset"`
}

func (l *limits) state(caller string, k Resource, now time.Time) state {
	l.mu.Lock()
	defer l.mu.Unlock()
	u, most := l.at(caller, k, now), l.allowance(caller, k)
	return state{Limit: most, Used: u.used, Remaining: max(0, most-u.used), Reset: u.reset.Unix()}
}

// describe writes the rate headers, but not over those a fault has set.
func (l *limits) describe(h http.Header, caller string, k Resource, now time.Time) {
	if k == Codeload {
		return
	}
	s := l.state(caller, k, now)
	for name, value := range map[string]string{
		"X-RateLimit-Limit": strconv.Itoa(s.Limit), "X-RateLimit-Remaining": strconv.Itoa(s.Remaining), "X-RateLimit-Used": strconv.Itoa(s.Used),
		"X-RateLimit-Reset": strconv.FormatInt(s.Reset, 10), "X-RateLimit-Resource": string(k),
	} {
		if h.Get(name) == "" {
			h.Set(name, value)
		}
	}
}

// rateLimit is GET /rate_limit.
func (s *Server) rateLimit(w http.ResponseWriter, r *http.Request) {
	caller, now := callerOf(r.Context()), s.options.Now()
	resources := map[Resource]state{}
	for _, k := range limited {
		resources[k] = s.limits.state(caller, k, now)
	}
	writeJSON(w, http.StatusOK, struct {
		Resources map[Resource]state `json:"resources"`
		Rate      state              `json:"rate"`
	}{resources, resources[Core]})
}
