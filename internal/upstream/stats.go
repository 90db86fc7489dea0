package upstream

import (
	"maps"
	"sync"
	"time"
)

// What happened, as Event.What says it.
const (
	Requested   = "request"     // an HTTP request left, whatever for
	Retried     = "retry"       // a second or further try
	Cached      = "cached"      // answered with a copy within its lifetime
	Revalidated = "revalidated" // the other side confirmed a copy
	WentStale   = "stale"       // answered with a copy nobody could confirm
	Refused     = "refused"     // Accept did not want the body
	Opened      = "opened"      // the breaker opened
	Denied      = "denied"      // a host off the list, a private address, a page robots.txt forbids
	Limited     = "limited"     // told to come later: 429, queue, daily budget
	Failed      = "error"       // any other failure that reached the caller
)

// Happenings are all values of Event.What.
func Happenings() []string {
	return []string{Requested, Retried, Cached, Revalidated, WentStale, Refused, Opened, Denied, Limited, Failed}
}

// Event is one thing that happened, for counters.
type Event struct {
	Policy string // "" for a host that is on no policy
	What   string // one of Happenings
}

// Stat is the state of one policy.
type Stat struct {
	Policy     string
	Happened   map[string]int64 // by Event.What, since the start; every one of Happenings is there
	InFlight   int
	Waiting    int           // in the queue
	Breaker    string        // "closed", "half-open", "open"
	Paused     time.Duration // how much longer nothing starts because the other side asked so
	BudgetLeft int           // of the day's requests; -1 without a budget
}

// Stats returns the state of every policy, in the order of the configuration, and after
// them of every Open, which has neither queue nor breaker nor budget.
func (c *Client) Stats() []Stat {
	stats := make([]Stat, 0, len(c.sites))
	for _, s := range c.sites {
		stats = append(stats, Stat{
			Policy:     s.Name,
			Happened:   s.snapshot(),
			InFlight:   int(s.queue.inFlight.Load()),
			Waiting:    int(s.queue.waiting.Load()),
			Breaker:    s.breaker.State().String(),
			Paused:     max(0, s.queue.pausedFor()),
			BudgetLeft: s.budget.remaining(c.now()),
		})
	}
	for _, o := range c.outboxes {
		stats = append(stats, o.stat())
	}
	return stats
}

// tally counts what happened under one name, and passes it on.
type tally struct {
	name  string
	count func(Event)
	mu    sync.Mutex
	n     map[string]int64
}

func newTally(name string, count func(Event)) *tally {
	t := &tally{name: name, count: count, n: map[string]int64{}}
	for _, what := range Happenings() {
		t.n[what] = 0
	}
	return t
}

func (t *tally) tell(what string) {
	t.mu.Lock()
	t.n[what]++
	t.mu.Unlock()
	t.count(Event{Policy: t.name, What: what})
}

func (t *tally) snapshot() map[string]int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.n)
}
