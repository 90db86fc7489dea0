package interviewjobs

import (
	"context"
	"time"

	"kadry/internal/fault"
)

// lookEvery is how old the count of the backlog may get: starts are many, and the queue is
// slow to fill against that.
const lookEvery = time.Second

// Admit refuses new work while too much of it waits, so that what is accepted is also done.
func (c *Hooks) Admit(ctx context.Context) error {
	waiting, err := c.waiting(ctx)
	if err != nil || waiting < c.Backlog {
		return err
	}
	return fault.E(fault.Unavailable, fault.Say("Too much work is waiting just now.", "Сейчас ждёт выполнения слишком много задач."), nil).
		WithHint(fault.Say("Try again in a few seconds.", "Повторите через несколько секунд.")).After(5 * time.Second)
}

// waiting counts the tasks of interviews that are ready, not longer than lookEvery ago.
// Deliveries are not among them: receivers of one tenant that are away must not keep the
// others from their interviews. Whoever finds the count too old counts anew, and those who
// come meanwhile take the old one.
func (c *Hooks) waiting(ctx context.Context) (int64, error) {
	now := c.Now()
	c.mu.Lock()
	known, fresh := c.backlog, c.looking || now.Sub(c.looked).Abs() < lookEvery
	c.looking = c.looking || !fresh
	c.mu.Unlock()
	if fresh {
		return known, nil
	}
	counts, err := c.Queue.Snapshot(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.looking = false
	if err != nil {
		return 0, err
	}
	c.looked, c.backlog = now, counts[advanceKind].Ready
	return c.backlog, nil
}
