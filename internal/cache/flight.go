package cache

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Load makes a value that is not kept, and says for how long it may be: not at all where keep
// is not positive, as for a value made of half the data.
type Load func(ctx context.Context) (value []byte, keep time.Duration, err error)

// flights are the loads under way, at most one for a key that still is to be kept.
type flights struct {
	mu     sync.Mutex
	active map[string]*flight
}

// flight is one load, which all who ask for its key meanwhile wait for.
type flight struct {
	landed    chan struct{} // closed when what follows is set
	value     []byte
	err       error
	abandoned bool // its maker was called off or panicked: it says nothing of the value

	deleted bool // its key was, while it was under way; guarded by flights.mu
}

// Do returns the value of a key, and makes it where it is not kept. Callers who ask for it at
// the same time in this process share one load; when its caller is called off, one of the others
// makes it instead. An error is returned to all who shared the load, and never kept. hit says
// that nothing had to be made.
func (c *Cache) Do(ctx context.Context, key string, load Load) (value []byte, hit bool, err error) {
	defer func() { c.count(hit) }()
	if value, hit = c.find(ctx, key); hit {
		return value, true, nil
	}
	for {
		f, first := c.flights.board(key)
		if first {
			return c.fly(ctx, key, f, load)
		}
		select {
		case <-f.landed:
		case <-ctx.Done():
			return nil, false, fmt.Errorf("cache: %w", ctx.Err())
		}
		if !f.abandoned {
			return f.value, false, f.err
		}
	}
}

// fly makes the value of a flight.
func (c *Cache) fly(ctx context.Context, key string, f *flight, load Load) (value []byte, hit bool, err error) {
	f.abandoned = true
	defer func() {
		if c.flights.leave(key, f) {
			_ = c.forget(ctx, key) // who deleted it was told whether Redis was there
		}
		close(f.landed)
	}()
	// Another flight may have landed between the look of Do and this one.
	if f.value, hit = c.find(ctx, key); hit {
		f.abandoned = false
		return f.value, true, nil
	}
	var keep time.Duration
	f.value, keep, f.err = load(ctx)
	f.abandoned = f.err != nil && ctx.Err() != nil
	if f.err == nil {
		c.Set(ctx, key, f.value, keep)
	}
	return f.value, false, f.err
}

// board returns the flight of a key, and whether it is the caller's to fly.
func (f *flights) board(key string) (_ *flight, first bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if under, ok := f.active[key]; ok {
		return under, false
	}
	mine := &flight{landed: make(chan struct{})}
	f.active[key] = mine
	return mine, true
}

// leave ends a flight for those who come now, and says whether its key was deleted meanwhile.
func (f *flights) leave(key string, mine *flight) (deleted bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.active[key] == mine {
		delete(f.active, key)
	}
	return mine.deleted
}

// forget lets the flight of a key land for those who wait, and nobody else.
func (f *flights) forget(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if under, ok := f.active[key]; ok {
		under.deleted = true
		delete(f.active, key)
	}
}
