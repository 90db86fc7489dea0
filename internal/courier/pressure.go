package courier

import (
	"context"
	"database/sql"
	"time"

	"kadry/internal/fault"
)

// lookEvery is how old the count of the backlog may get: starts are many, and the queue is
// slow to fill against that.
const lookEvery = time.Second

// Admit refuses new work while too much of it waits, so that what is accepted is also done.
func (c *Courier) Admit(ctx context.Context) error {
	waiting, err := c.waiting(ctx)
	if err != nil || waiting < c.Backlog {
		return err
	}
	return fault.E(fault.Unavailable, fault.Say("Too much work is waiting just now.", "Сейчас ждёт выполнения слишком много задач."), nil).
		WithHint(fault.Say("Try again in a few seconds.", "Повторите через несколько секунд.")).After(5 * time.Second)
}

// waiting counts the ready jobs of interviews, not older than lookEvery.
func (c *Courier) waiting(ctx context.Context) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.Now(); now.Sub(c.looked) >= lookEvery {
		counts, err := c.queue.Snapshot(ctx)
		if err != nil {
			return 0, err
		}
		c.looked, c.backlog = now, 0
		for _, n := range counts {
			c.backlog += n.Ready
		}
	}
	return c.backlog, nil
}

// note appends one entry in a transaction of its own.
func (c *Courier) note(ctx context.Context, tenant, action string) error {
	return c.DB.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return c.Audit.Append(ctx, tx, c.entry(ctx, tenant, action, tenant, nil))
	})
}
