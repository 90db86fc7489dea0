package app

import (
	"context"
	"sync"
	"time"
)

// writeProbeEvery is how often at most the database is written to see whether it can be:
// anybody may ask whether the server is ready.
const writeProbeEvery = 5 * time.Second

// writeProbe tries to write now and then and remembers how it went.
type writeProbe struct {
	write func(context.Context) error
	now   func() time.Time

	mu  sync.Mutex
	at  time.Time
	err error // of the last write that was tried
}

func newWriteProbe(write func(context.Context) error) *writeProbe {
	return &writeProbe{write: write, now: time.Now}
}

// check says why the database could not be written when that was last tried. A write that
// only waits for others tells nothing.
func (p *writeProbe) check(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now().Sub(p.at) < writeProbeEvery {
		return p.err
	}
	err := p.write(ctx)
	if ctx.Err() != nil {
		return p.err
	}
	p.at, p.err = p.now(), err
	return err
}
