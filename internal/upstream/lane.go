package upstream

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// mostLanes is how many tenants' connections are kept open at one time.
const mostLanes = 64

// lanes keeps the connections of each tenant apart: what one tenant's receiver did to a
// connection (a session ticket, a half-read answer) never meets another tenant's delivery.
type lanes struct {
	build func() *http.Transport

	mu   sync.Mutex
	kept map[string]*lane // by tenant
}

type lane struct {
	*http.Transport
	used time.Time
}

func newLanes(build func() *http.Transport) *lanes {
	return &lanes{build: build, kept: map[string]*lane{}}
}

// of returns the connections of a tenant. When there are too many lanes, the one longest
// unused is given up; deliveries under way on it come to their end.
func (l *lanes) of(tenant string) *http.Transport {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.kept[tenant] == nil {
		if len(l.kept) >= mostLanes {
			l.drop()
		}
		l.kept[tenant] = &lane{Transport: l.build()}
	}
	l.kept[tenant].used = time.Now()
	return l.kept[tenant].Transport
}

func (l *lanes) drop() {
	oldest := slices.MinFunc(slices.Collect(maps.Keys(l.kept)), func(a, b string) int { return l.kept[a].used.Compare(l.kept[b].used) })
	l.kept[oldest].CloseIdleConnections()
	delete(l.kept, oldest)
}

func (l *lanes) closeIdle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lane := range l.kept {
		lane.CloseIdleConnections()
	}
}

// places bounds the deliveries under way to one host, so that one receiver that hangs does
// not hold up the rest.
type places struct {
	limits Policy // of the queue of one host

	mu    sync.Mutex
	hosts map[string]*place
}

type place struct {
	*queue
	users int // holding or waiting; the last to leave takes the entry away
}

func newPlaces(each int, longest time.Duration) *places {
	return &places{limits: Policy{AtOnce: each, LongestWait: longest}, hosts: map[string]*place{}}
}

// enter waits for a place. The error is a crowded, or that of ctx.
func (p *places) enter(ctx context.Context, host string) (leave func(), err error) {
	free, err := p.join(host).enter(ctx)
	if err != nil {
		p.part(host)
		return nil, err
	}
	return func() {
		free()
		p.part(host)
	}, nil
}

func (p *places) join(host string) *place {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.hosts[host] == nil {
		p.hosts[host] = &place{queue: newQueue(p.limits)}
	}
	p.hosts[host].users++
	return p.hosts[host]
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
