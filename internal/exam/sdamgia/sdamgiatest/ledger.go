package sdamgiatest

import (
	"bytes"
	"net/http"
	"sync"
)

// ledger counts what the site is asked.
type ledger struct {
	mu         sync.Mutex
	changed    *sync.Cond
	byRoute    map[Route]int
	agents     map[string]bool
	now, most  int
	notChanged int
}

func newLedger() *ledger {
	l := &ledger{byRoute: map[Route]int{}, agents: map[string]bool{}}
	l.changed = sync.NewCond(&l.mu)
	return l
}

func (l *ledger) open(route Route, r *http.Request) (done func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byRoute[route]++
	l.agents[r.UserAgent()] = true
	l.now++
	l.most = max(l.most, l.now)
	l.changed.Broadcast()
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.now--
	}
}

func (l *ledger) unchanged() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.notChanged++
}

// Requests is how many requests came, robots.txt excepted.
func (f *Fake) Requests() int {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	total := 0
	for route, n := range f.ledger.byRoute {
		if route != Robots {
			total += n
		}
	}
	return total
}

// RequestsTo is how many requests came to a route.
func (f *Fake) RequestsTo(route Route) int {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	return f.ledger.byRoute[route]
}

// NotModified is how many were answered with 304.
func (f *Fake) NotModified() int {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	return f.ledger.notChanged
}

// MostAtOnce is how many requests were in flight at most.
func (f *Fake) MostAtOnce() int {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	return f.ledger.most
}

// Agents lists how the callers named themselves.
func (f *Fake) Agents() []string {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	var list []string
	for agent := range f.ledger.agents {
		list = append(list, agent)
	}
	return list
}

// Forget sets the counters to zero.
func (f *Fake) Forget() {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	clear(f.ledger.byRoute)
	clear(f.ledger.agents)
	f.ledger.most, f.ledger.notChanged = f.ledger.now, 0
}

// AwaitInFlight waits until so many requests are in flight at once. With Hold a test sees
// who is waiting without guessing at times.
func (f *Fake) AwaitInFlight(n int) {
	f.ledger.mu.Lock()
	defer f.ledger.mu.Unlock()
	for f.ledger.now < n {
		f.ledger.changed.Wait()
	}
}

// recorded keeps a page instead of sending it.
type recorded struct {
	header http.Header
	body   bytes.Buffer
}

func (r *recorded) Header() http.Header         { return r.header }
func (r *recorded) Write(p []byte) (int, error) { return r.body.Write(p) }
func (r *recorded) WriteHeader(int)             {}
