// Package turn shares the processors of a process between tenants: one that works as hard as it may
// leaves room for the next call of another. A tenant that works alone is not held up at all.
//
// Work that is short takes one turn for the whole of it, work that is long one for each piece. Inside
// of a turn work spreads over the processors that are free (Each, Workers), and takes no second one: who
// held one and waited for another could wait for themselves.
package turn

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// alone is how long a tenant must not have called until another may take every processor.
const alone = time.Minute

// Turns are the turns of a process. They are safe for concurrent use.
type Turns struct {
	processors int
	now        func() time.Time

	mu      sync.Mutex
	working map[string]int       // turns of a tenant that are taken
	called  map[string]time.Time // when a tenant took or asked for one last
	total   int
	waiting []*waiter // the oldest first
}

// waiter is work that waits for its turn.
type waiter struct {
	tenant string
	begun  chan struct{}
}

// New returns the turns of all processors that this process may use.
func New(now func() time.Time) *Turns {
	return &Turns{processors: runtime.GOMAXPROCS(0), now: now, working: map[string]int{}, called: map[string]time.Time{}}
}

// take waits until work of a tenant may begin; done is told when it has ended.
func (t *Turns) take(ctx context.Context, tenant string) (done func(), err error) {
	done = func() { t.end(tenant) }
	t.mu.Lock()
	if t.admit(tenant) {
		t.mu.Unlock()
		return done, nil
	}
	w := &waiter{tenant: tenant, begun: make(chan struct{})}
	t.waiting = append(t.waiting, w)
	t.mu.Unlock()
	select {
	case <-w.begun:
		return done, nil
	case <-ctx.Done():
		if !t.leave(w) {
			t.end(tenant) // its turn came as it left
		}
		return nil, ctx.Err()
	}
}

// try takes a turn if that is possible at once.
func (t *Turns) try(tenant string) (done func(), ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return func() { t.end(tenant) }, t.admit(tenant)
}

// enter begins work of a tenant whether or not it can.
func (t *Turns) enter(tenant string) (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.called[tenant] = t.now()
	t.begin(tenant)
	return func() { t.end(tenant) }
}

// admit begins work of a tenant if it can.
func (t *Turns) admit(tenant string) bool {
	t.called[tenant] = t.now()
	if !t.may(tenant) {
		return false
	}
	t.begin(tenant)
	return true
}

// may reports whether work of a tenant can begin: always the first, and more as long as a
// processor stays free for whoever comes next.
func (t *Turns) may(tenant string) bool {
	return t.working[tenant] == 0 || t.total < t.processors-1 || !t.shared()
}

// shared reports whether more than one tenant has called lately.
func (t *Turns) shared() bool {
	for tenant, at := range t.called {
		if t.working[tenant] == 0 && t.now().Sub(at) > alone {
			delete(t.called, tenant)
		}
	}
	return len(t.called) > 1
}

func (t *Turns) begin(tenant string) {
	t.working[tenant]++
	t.total++
}

func (t *Turns) end(tenant string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.total--
	if t.working[tenant]--; t.working[tenant] == 0 {
		delete(t.working, tenant)
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(w *waiter) bool {
		if !t.may(w.tenant) {
			return false
		}
		t.begin(w.tenant)
		close(w.begun)
		return true
	})
}

// leave takes work out of what waits; false says that its turn has come.
func (t *Turns) leave(w *waiter) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := slices.Index(t.waiting, w)
	if at < 0 {
		return false
	}
	t.waiting = slices.Delete(t.waiting, at, at+1)
	return true
}
