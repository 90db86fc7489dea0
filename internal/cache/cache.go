// Package cache keeps answers that cost something to make, for a while: in this process, or in
// a Redis that several processes share. It knows keys, bytes and lifetimes; what they mean, and
// whose they are, those who make the keys know. Copies of foreign pages, with their own rules of
// freshness, are upstream's.
//
// A cache is allowed to lose anything at any time and never fails a caller: while Redis is away,
// values are kept in this process, and calls cost no wait.
package cache

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"kadry/internal/fault"
)

const (
	// LargestValue is how many bytes a value may have; a larger one is not kept.
	LargestValue = 8 << 20

	defaultBytes    = 64 << 20
	defaultPatience = 500 * time.Millisecond
	// longestKeep bounds a lifetime: Redis refuses times far beyond its clock.
	longestKeep = 365 * 24 * time.Hour
)

// Backend is where values are kept.
type Backend string

// The backends.
const (
	Memory Backend = "memory"
	Redis  Backend = "redis"
)

// Config is what a Cache is made of.
type Config struct {
	URL   string // of Redis, like redis://user:password@host:6379/0; empty keeps values in this process
	Bytes int64  // of memory in this process at most; 64 MiB when zero
	// Patience is what one step with Redis may take before Redis is taken for away; 500 ms when
	// zero. What is kept took longer to make.
	Patience time.Duration
	Log      *slog.Logger
	// Now is the clock of values in this process; the system's when nil. With another one
	// expired values go when they are asked for or room is needed, not by themselves.
	Now func() time.Time
}

// Cache keeps values under keys. It is safe for concurrent use. Values are shared between all
// who set and get them: nobody changes one.
type Cache struct {
	memory  *memory
	remote  *remote // nil without Redis
	flights flights

	hits, misses, refused atomic.Int64
}

// New returns a cache. A Redis that does not answer is no error: it is looked for until it does.
func New(ctx context.Context, c Config) (*Cache, error) {
	if c.Bytes < 0 || c.Patience < 0 {
		return nil, errors.New("cache: a negative size or time")
	}
	c.Bytes, c.Patience = cmp.Or(c.Bytes, defaultBytes), cmp.Or(c.Patience, defaultPatience)
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	memory, err := newMemory(c.Bytes, c.Now)
	if err != nil {
		return nil, err
	}
	made := &Cache{memory: memory, flights: flights{active: map[string]*flight{}}}
	if c.URL == "" {
		return made, nil
	}
	made.remote, err = newRemote(ctx, c, memory.clear)
	if err != nil {
		memory.close()
		return nil, err
	}
	return made, nil
}

// Get returns the value of a key, if it is kept.
func (c *Cache) Get(ctx context.Context, key string) ([]byte, bool) {
	value, found := c.find(ctx, key)
	c.count(found)
	return value, found
}

func (c *Cache) find(ctx context.Context, key string) ([]byte, bool) {
	if c.remote != nil {
		if value, found, err := c.remote.get(ctx, key); err == nil {
			return value, found
		}
	}
	return c.memory.get(key)
}

func (c *Cache) count(hit bool) {
	if hit {
		c.hits.Add(1)
	} else {
		c.misses.Add(1)
	}
}

// Set keeps a value for as long as keep says, which is not at all where it is not positive. A
// value larger than LargestValue is not kept, and takes with it what the key had.
func (c *Cache) Set(ctx context.Context, key string, value []byte, keep time.Duration) {
	if keep <= 0 {
		return
	}
	if len(value) > LargestValue {
		c.refused.Add(1)
		_ = c.forget(ctx, key) // it lives no longer than it was meant to
		return
	}
	keep = min(keep, longestKeep)
	if c.remote != nil && c.remote.set(ctx, key, value, keep) == nil {
		return
	}
	c.memory.set(key, value, keep)
}

// Delete forgets a key, and what a Do under way in this process is about to keep under it. The
// error says that Redis was away: what it has of the key then stays until its time is over.
func (c *Cache) Delete(ctx context.Context, key string) error {
	c.flights.forget(key)
	return c.forget(ctx, key)
}

func (c *Cache) forget(ctx context.Context, key string) error {
	c.memory.delete(key)
	if c.remote == nil {
		return nil
	}
	if err := c.remote.delete(ctx, key); err != nil {
		return fmt.Errorf("cache: delete: %w", err)
	}
	return nil
}

// Stats is how a cache stands. Hits and misses are those of this process since it started.
type Stats struct {
	Backend Backend `json:"backend"` // the configured one
	Down    bool    `json:"down"`    // Redis is away, and values are kept in this process
	Hits    int64   `json:"hits"`
	Misses  int64   `json:"misses"`
	Total   int64   `json:"total"`
	Refused int64   `json:"refused"` // values that were too large
	Bytes   int64   `json:"bytes"`   // in this process
}

// Stats returns how the cache stands.
func (c *Cache) Stats() Stats {
	s := Stats{
		Backend: Memory, Hits: c.hits.Load(), Misses: c.misses.Load(), Refused: c.refused.Load(), Bytes: c.memory.bytes(),
	}
	s.Total = s.Hits + s.Misses
	if c.remote != nil {
		s.Backend, s.Down = Redis, c.remote.away.Load()
	}
	return s
}

// Check says what is wrong with Redis, where there is one.
func (c *Cache) Check(ctx context.Context) error {
	if c.remote == nil {
		return nil
	}
	err := c.remote.check(ctx)
	if err == nil {
		return nil
	}
	return fault.E(fault.Unavailable, fault.Say("Redis keeps nothing: %v. Until it does, each process keeps values of its own.",
		"Redis ничего не хранит: %v. Пока это так, каждый процесс хранит значения у себя.", err), err).
		WithHint(fault.Say("Check redis_url, and that the server runs and has memory to write to.",
			"Проверьте redis_url, а также что сервер запущен и у него есть память для записи."))
}

// Close releases connections and memory. Nothing is asked of the cache after it.
func (c *Cache) Close() {
	if c.remote != nil {
		c.remote.close()
	}
	c.memory.close()
}
