package jobs

import (
	"context"
	"sync"
	"time"
)

// clock is the database's time, counted on by the process's monotonic clock. What happens
// to the wall clock of the machine meanwhile does not show.
type clock struct {
	mu    sync.Mutex
	base  time.Time // what the database said
	asked time.Time // when it was asked, with a monotonic reading
}

// jump is how far the database's clock may differ from what was counted, before the
// difference is one that somebody made.
const jump = time.Second

// set takes in what the database says and reports whether its clock was set back.
func (c *clock) set(said time.Time) (back bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	back = !c.asked.IsZero() && said.Before(c.base.Add(time.Since(c.asked)-jump))
	c.base, c.asked = said, time.Now()
	return back
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.base.Add(time.Since(c.asked))
}

func (c *clock) micros() int64 { return c.now().UnixMicro() }

// synchronise asks the database for the time and reports whether its clock was set back.
func (q *Queue) synchronise(ctx context.Context) (back bool, err error) {
	said, err := q.config.Clock(ctx)
	if err != nil {
		return false, err
	}
	return q.clock.set(said.Round(0)), nil
}

// moment is the time of a stored number, zero for 0.
func moment(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}
