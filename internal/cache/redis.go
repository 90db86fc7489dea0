package cache

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"

	"kadry/internal/fault"
)

// lookEvery is how often Redis is looked for while it is away.
const lookEvery = time.Second

// probeKey is written to see whether Redis keeps what it is given; a full server, or one that
// only follows another, answers PING as well.
const probeKey = "kadry:probe"

var errAway = errors.New("redis is away")

// remote keeps values in Redis. While Redis is away every step fails at once, and it is looked
// for in the background, so that nobody waits for what is not there.
type remote struct {
	option   rueidis.ClientOption
	patience time.Duration
	log      *slog.Logger
	back     func() // called when Redis is there again

	client rueidis.Client // set once, before away is false for the first time
	away   atomic.Bool

	mu      sync.Mutex
	cause   error // why it is away
	closed  chan struct{}
	looking sync.WaitGroup
}

func newRemote(ctx context.Context, c Config, back func()) (*remote, error) {
	option, err := rueidis.ParseURL(c.URL)
	if err != nil { // which holds the password
		return nil, fault.E(fault.Invalid, fault.Say("redis_url is not an address like redis://user:password@host:6379/0.",
			"redis_url — это не адрес вида redis://user:password@host:6379/0."), nil)
	}
	option.DisableCache, option.DisableRetry = true, true
	option.AlwaysPipelining = true // a connection that is read all the time is known to be broken before it is used
	option.Dialer.Timeout, option.ConnWriteTimeout = c.Patience, c.Patience
	r := &remote{option: option, patience: c.Patience, log: c.Log, back: back, closed: make(chan struct{})}
	if err := r.reach(ctx); err != nil {
		r.fall(ctx, err)
	}
	return r, nil
}

func (r *remote) get(ctx context.Context, key string) (value []byte, found bool, err error) {
	err = r.step(ctx, func(ctx context.Context) error {
		kept, err := r.client.Do(ctx, r.client.B().Get().Key(key).Build()).AsBytes()
		value, found = kept, err == nil
		if _, refused := rueidis.IsRedisErr(err); refused || rueidis.IsRedisNil(err) {
			return nil // no such key, or one that is not ours to read: Redis itself is there
		}
		return err
	})
	return value, found, err
}

func (r *remote) set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	return r.step(ctx, func(ctx context.Context) error {
		left := max(1, keep.Milliseconds()) // Redis refuses 0
		return r.client.Do(ctx, r.client.B().Set().Key(key).Value(rueidis.BinaryString(value)).PxMilliseconds(left).Build()).Error()
	})
}

func (r *remote) delete(ctx context.Context, key string) error {
	return r.step(ctx, func(ctx context.Context) error {
		return r.client.Do(ctx, r.client.B().Del().Key(key).Build()).Error()
	})
}

// step takes one step with Redis. It is not broken off with its caller: half a step costs the
// connection that others use, and says nothing of Redis.
func (r *remote) step(ctx context.Context, do func(context.Context) error) error {
	if r.away.Load() {
		return errAway
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), r.patience)
	defer cancel()
	err := do(bounded)
	if err != nil {
		r.fall(ctx, err)
	}
	return err
}

// check tries Redis, and says why it is away where that is known.
func (r *remote) check(ctx context.Context) error {
	err := r.step(ctx, r.probe)
	if !errors.Is(err, errAway) {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cause
}

func (r *remote) probe(ctx context.Context) error {
	return r.client.Do(ctx, r.client.B().Set().Key(probeKey).Value("").PxMilliseconds(1).Build()).Error()
}

// fall goes without Redis from now on, and looks for it.
func (r *remote) fall(ctx context.Context, cause error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.closed:
		return
	default:
	}
	if r.away.Swap(true) {
		return
	}
	r.cause = cause
	r.log.WarnContext(ctx, "cache: Redis is away, values are kept in this process", "error", cause)
	r.looking.Go(func() { r.look(context.WithoutCancel(ctx)) })
}

// look waits until Redis is back.
func (r *remote) look(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-r.closed:
			return
		case <-tick.C:
		}
		if r.reach(ctx) == nil {
			r.log.InfoContext(ctx, "cache: Redis is back")
			r.away.Store(false)
			r.back()
			return
		}
	}
}

// reach connects to Redis if that was never possible, and tries it.
func (r *remote) reach(ctx context.Context) error {
	if r.client == nil {
		client, err := rueidis.NewClient(r.option)
		if err != nil {
			return err
		}
		r.client = client
	}
	bounded, cancel := context.WithTimeout(ctx, r.patience)
	defer cancel()
	return r.probe(bounded)
}

func (r *remote) close() {
	r.mu.Lock()
	close(r.closed)
	r.mu.Unlock()
	r.looking.Wait()
	if r.client != nil {
		r.client.Close()
	}
}
