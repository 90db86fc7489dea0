package replica

import (
	"maps"
	"net/http"
	"slices"
	"sync"
)

// mostPaths bounds the list of paths; what a test asks for stays far below.
const mostPaths = 1 << 17

// Counts is what a server has been asked.
type Counts struct {
	Requests       map[Resource]int // faults and refusals included
	Free           int              // answered 304 and charged to nobody
	Bytes          int64            // of bodies, as sent
	MostConcurrent int              // requests in flight at one moment, archives included
	Paths          []string         // "GET /users/ada-example?page=2", in the order they came
}

// ledger counts. Callers are kept apart for the secondary limit, which is each caller's own.
type ledger struct {
	mu     sync.Mutex
	counts Counts
	now    int
	flying map[string]int
}

// ticket is one request in flight. Flying is how many of the caller's were, with it.
type ticket struct {
	resource Resource
	caller   string
	flying   int
}

func newLedger() *ledger {
	return &ledger{counts: Counts{Requests: map[Resource]int{}}, flying: map[string]int{}}
}

func (l *ledger) open(k Resource, caller string, r *http.Request) ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts.Requests[k]++
	l.now++
	l.counts.MostConcurrent = max(l.counts.MostConcurrent, l.now)
	if len(l.counts.Paths) < mostPaths {
		l.counts.Paths = append(l.counts.Paths, r.Method+" "+r.URL.RequestURI())
	}
	if k != Codeload {
		l.flying[caller]++
	}
	return ticket{k, caller, l.flying[caller]}
}

func (l *ledger) close(t ticket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now--
	if t.resource == Codeload {
		return
	}
	if l.flying[t.caller]--; l.flying[t.caller] == 0 {
		delete(l.flying, t.caller)
	}
}

func (l *ledger) sent(n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts.Bytes += n
}

func (l *ledger) free() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts.Free++
}

func (l *ledger) read() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.counts
	c.Requests, c.Paths = maps.Clone(c.Requests), slices.Clone(c.Paths)
	return c
}
