package outbox

import (
	"sync"
	"time"
)

const (
	shortestTurn = 200 * time.Millisecond // before a delivery that found no place looks again
	betweenTurns = 50 * time.Millisecond  // of one tenant: a look costs the database two commits
	longestTurn  = 30 * time.Second
	hanging      = 5 * time.Second // a delivery that takes longer says that its receiver hangs
)

// places bounds the deliveries of each tenant that are under way in this process.
type places struct {
	most    int // of one tenant
	mu      sync.Mutex
	tenants map[string]*share // of tenants that have deliveries under way, or whose receivers hang
}

// share is what one tenant takes of them.
type share struct {
	taken int
	hangs bool      // the last delivery that ended had no answer in good time
	next  time.Time // the turn of the next one that finds no place
}

func newPlaces(most int) *places { return &places{most: most, tenants: map[string]*share{}} }

// enter takes a place, or says when to look again. Those who find none get turns one behind
// the other, so that a thousand that wait cost no more looks than a few.
func (p *places) enter(tenant string, now time.Time) (again time.Duration, entered bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.tenants[tenant]
	if s == nil {
		s = &share{}
		p.tenants[tenant] = s
	}
	most := p.most
	if s.hangs {
		most = 1
	}
	if s.taken < most {
		s.taken++
		return 0, true
	}
	turn := now.Add(shortestTurn)
	if s.next.After(turn) {
		turn = s.next
	}
	if latest := now.Add(longestTurn); turn.After(latest) {
		turn = latest
	}
	s.next = turn.Add(betweenTurns)
	return turn.Sub(now), false
}

// leave gives a place back. Sent is false when nothing was, which says nothing of the receiver.
func (p *places) leave(tenant string, sent bool, took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.tenants[tenant]
	s.taken--
	if sent {
		s.hangs = took >= hanging
	}
	if s.taken == 0 && !s.hangs {
		delete(p.tenants, tenant)
	}
}
