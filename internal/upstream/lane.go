package upstream

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

// mostLanes is how many tenants' connections are kept open at one time.
const mostLanes = 64

// lanes keeps the connections of each tenant apart: what one tenant's receiver did to a
// connection (a session ticket, a half-read answer) never meets another tenant's delivery.
type lanes struct {
	build func() *http.Transport

	mu   sync.Mutex
	used map[string]time.Time
	wire map[string]*http.Transport
}

func newLanes(build func() *http.Transport) *lanes {
	return &lanes{build: build, used: map[string]time.Time{}, wire: map[string]*http.Transport{}}
}

// of returns the connections of a tenant. When there are too many lanes, the one longest
// unused is given up; deliveries under way on it come to their end.
func (l *lanes) of(tenant string) *http.Transport {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.wire[tenant] == nil {
		if len(l.wire) >= mostLanes {
			l.drop()
		}
		l.wire[tenant] = l.build()
	}
	l.used[tenant] = time.Now()
	return l.wire[tenant]
}

func (l *lanes) drop() {
	oldest, at := "", time.Time{}
	for tenant, used := range l.used {
		if at.IsZero() || used.Before(at) {
			oldest, at = tenant, used
		}
	}
	l.wire[oldest].CloseIdleConnections()
	delete(l.wire, oldest)
	delete(l.used, oldest)
}

func (l *lanes) closeIdle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, wire := range l.wire {
		wire.CloseIdleConnections()
	}
}

// places bounds the deliveries under way to one host, so that one receiver that hangs does
// not hold up the rest.
type places struct {
	each    int64
	longest time.Duration

	mu    sync.Mutex
	hosts map[string]*place
}

type place struct {
	free  *semaphore.Weighted
	users int // holding or waiting; the last to leave takes the entry away
}

func newPlaces(each int, longest time.Duration) *places {
	return &places{each: int64(each), longest: longest, hosts: map[string]*place{}}
}

// enter waits for a place. The error is a crowded, or that of ctx.
func (p *places) enter(ctx context.Context, host string) (leave func(), err error) {
	at := p.join(host)
	bounded, cancel := context.WithTimeout(ctx, p.longest)
	defer cancel()
	if at.free.Acquire(bounded, 1) != nil {
		p.part(host)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, crowded{wait: p.longest}
	}
	return func() {
		at.free.Release(1)
		p.part(host)
	}, nil
}

func (p *places) join(host string) *place {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := p.hosts[host]
	if at == nil {
		at = &place{free: semaphore.NewWeighted(p.each)}
		p.hosts[host] = at
	}
	at.users++
	return at
}

func (p *places) part(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hosts[host].users--; p.hosts[host].users == 0 {
		delete(p.hosts, host)
	}
}

// inUse counts those holding a place or waiting for one.
func (p *places) inUse() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, at := range p.hosts {
		n += at.users
	}
	return n
}
