package app

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// alone is how long a tenant must not have called until another may take every processor.
const alone = time.Minute

// turns shares the processors between tenants: one that works as hard as it may leaves room for
// the next call of another. A tenant that calls alone is not held up at all.
type turns struct {
	processors int
	now        func() time.Time

	mu      sync.Mutex
	working map[string]int       // calls of a tenant that run
	called  map[string]time.Time // when a tenant called last
	total   int
	waiting []*turn // the oldest first
}

// turn is a call that waits for its own.
type turn struct {
	tenant string
	begun  chan struct{}
}

func newTurns(now func() time.Time) *turns {
	return &turns{processors: runtime.GOMAXPROCS(0), now: now, working: map[string]int{}, called: map[string]time.Time{}}
}

// take waits until a call of a tenant may run; done is told when it has.
func (t *turns) take(ctx context.Context, tenant string) (done func(), err error) {
	t.mu.Lock()
	t.called[tenant] = t.now()
	if t.may(tenant) {
		t.begin(tenant)
		t.mu.Unlock()
		return func() { t.end(tenant) }, nil
	}
	w := &turn{tenant: tenant, begun: make(chan struct{})}
	t.waiting = append(t.waiting, w)
	t.mu.Unlock()
	select {
	case <-w.begun:
		return func() { t.end(tenant) }, nil
	case <-ctx.Done():
		if !t.leave(w) {
			t.end(tenant) // its turn came as it left
		}
		return nil, ctx.Err()
	}
}

// may reports whether a call of a tenant can begin: always the first one, and more as long as a
// processor stays free for whoever comes next.
func (t *turns) may(tenant string) bool {
	return t.working[tenant] == 0 || t.total < t.processors-1 || !t.shared()
}

// shared reports whether more than one tenant has called lately.
func (t *turns) shared() bool {
	for tenant, at := range t.called {
		if t.working[tenant] == 0 && t.now().Sub(at) > alone {
			delete(t.called, tenant)
		}
	}
	return len(t.called) > 1
}

func (t *turns) begin(tenant string) {
	t.working[tenant]++
	t.total++
}

func (t *turns) end(tenant string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total--
	if t.working[tenant]--; t.working[tenant] == 0 {
		delete(t.working, tenant)
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(w *turn) bool {
		if !t.may(w.tenant) {
			return false
		}
		t.begin(w.tenant)
		close(w.begun)
		return true
	})
}

// leave takes a call out of those that wait; false says that its turn has come.
func (t *turns) leave(w *turn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.waiting, w)
	if at < 0 {
		return false
	}
	t.waiting = slices.Delete(t.waiting, at, at+1)
	return true
}
