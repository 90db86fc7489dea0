package upstream

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

// queue lets requests of one policy through in the order they came: a slot first, then the
// gap since the one before. The gap is taken with the slot in hand, so requests held up by
// slow answers do not leave in a burst when a slot comes free.
type queue struct {
	slots   *semaphore.Weighted // first come, first served
	door    *semaphore.Weighted // one at a time waits for the gap: its length is drawn anew for each
	pace    *rate.Limiter       // one token a gap, none saved up
	longest time.Duration
	jitter  float64

	mu     sync.Mutex
	gap    time.Duration // between starts, as configured
	crawl  time.Duration // as robots.txt asks, the longest of the hosts; the longer of the two holds
	crawls map[string]time.Duration
	resume time.Time // nobody starts before it; the other side asked for a pause
	limits bool      // that pause is for our asking too often, not for its own trouble

	waiting, inFlight atomic.Int64
}

// crowded is the error of a wait that is, or came to be, longer than a caller may be put to.
type crowded struct {
	wait   time.Duration
	paused bool // because the other side asked for a pause, not because of those ahead
	limits bool // and it asked for that because we asked too often
}

func (e crowded) Error() string { return fmt.Sprintf("upstream: a wait of %s", e.wait) }

func newQueue(p Policy) *queue {
	q := &queue{
		slots: semaphore.NewWeighted(int64(p.AtOnce)), door: semaphore.NewWeighted(1),
		longest: p.LongestWait, jitter: p.Jitter, crawls: map[string]time.Duration{},
	}
	if p.PerSecond > 0 {
		q.gap = time.Duration(float64(time.Second) / p.PerSecond)
	}
	q.pace = rate.NewLimiter(rate.Every(q.gap), 1)
	return q
}

// enter waits for a turn. The caller leaves when its answer is read. The error is a
// crowded, at once when the wait can be foreseen, or that of ctx.
func (q *queue) enter(ctx context.Context) (leave func(), err error) {
	ahead := q.waiting.Add(1) - 1
	defer q.waiting.Add(-1)
	if wait := q.expected(ahead); wait > q.longest {
		return nil, q.crowded(wait, q.longest)
	}
	bounded, cancel := context.WithTimeout(ctx, q.longest)
	defer cancel()
	if q.slots.Acquire(bounded, 1) != nil {
		return nil, q.gaveUp(ctx)
	}
	if q.turn(bounded) != nil {
		q.slots.Release(1)
		return nil, q.gaveUp(ctx)
	}
	q.inFlight.Add(1)
	return func() {
		q.inFlight.Add(-1)
		q.slots.Release(1)
	}, nil
}

func (q *queue) gaveUp(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return q.crowded(max(q.longest, q.expected(q.waiting.Load())), 0)
}

// crowded says why a wait is too long: a pause of more than so much, or those ahead.
func (q *queue) crowded(wait, pause time.Duration) crowded {
	q.mu.Lock()
	defer q.mu.Unlock()
	paused := time.Until(q.resume) > pause
	return crowded{wait: wait, paused: paused, limits: paused && q.limits}
}

// expected is the least a newcomer will wait behind so many others.
func (q *queue) expected(ahead int64) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return max(0, time.Until(q.resume)) + time.Duration(ahead)*max(q.gap, q.crawl)
}

// turn waits out a pause and the gap. A pause that began while waiting for the gap is
// waited out too, and the gap taken anew.
func (q *queue) turn(ctx context.Context) error {
	if err := q.door.Acquire(ctx, 1); err != nil {
		return err
	}
	defer q.door.Release(1)
	for {
		if err := sleep(ctx, q.pausedFor()); err != nil {
			return err
		}
		place := q.reserve()
		if err := sleep(ctx, place.Delay()); err != nil {
			place.Cancel()
			return err
		}
		if q.pausedFor() <= 0 {
			return nil
		}
	}
}

func (q *queue) reserve() *rate.Reservation {
	q.mu.Lock()
	defer q.mu.Unlock()
	gap := float64(max(q.gap, q.crawl)) * (1 + q.jitter*rand.Float64())
	q.pace.SetLimit(rate.Every(time.Duration(gap)))
	return q.pace.Reserve()
}

// pause keeps everybody from starting for as long as an answer asked. A longer pause
// already asked for stays.
func (q *queue) pause(asked pause) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if until := time.Now().Add(asked.wait); until.After(q.resume) {
		q.resume, q.limits = until, asked.limited
	}
}

func (q *queue) pausedFor() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return time.Until(q.resume)
}

// crawlDelay sets the gap that the robots.txt of one host asks for. It holds for all hosts
// of the policy: they are one site.
func (q *queue) crawlDelay(host string, d time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.crawls[host] = d
	q.crawl = slices.Max(slices.Collect(maps.Values(q.crawls)))
}

// sleep waits for d or until ctx is done, whichever comes first.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
