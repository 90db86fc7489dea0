package llm

import (
	"context"
	"sync"
	"time"

	"kadry/internal/fault"
)

// Daily is what a process may spend on one use of a model in a UTC day. What a question may
// use is taken out before it is put, and what it did not use put back, so that questions under
// way at one time cannot overspend together. It is safe for concurrent use.
type Daily struct {
	limit Spending
	now   func() time.Time

	mu    sync.Mutex
	day   time.Time
	spent Spending // what is taken out included
}

// NewDaily returns a budget of limit a day, none of which may be 0.
func NewDaily(limit Spending, now func() time.Time) *Daily { return &Daily{limit: limit, now: now} }

// Complete puts a question within what it may use itself and what the day leaves.
func (d *Daily) Complete(ctx context.Context, c *Client, p Prompt, most Spending) (Answer, error) {
	var a Answer
	err := d.Within(most, func(b *Budget) (err error) {
		p.Budget = b
		a, err = c.Complete(ctx, p)
		return err
	})
	return a, err
}

// Within lets ask put questions that may use so much together, and no more than the day leaves.
func (d *Daily) Within(most Spending, ask func(*Budget) error) error {
	granted, ok := d.take(most)
	if !ok {
		return fault.E(fault.Unavailable, fault.Say(
			"Today's model budget of this process is used up.", "Дневной запас обращений этого процесса к языковой модели исчерпан."), nil).
			WithHint(fault.Say("Everything goes on without the model until tomorrow.", "До завтра всё работает без модели."))
	}
	b := NewBudget(granted, Spending{})
	err := ask(b)
	d.settle(granted, b.Spent())
	return err
}

// take takes out as much of the wanted as is left; ok is false when something is used up.
func (d *Daily) take(wanted Spending) (granted Spending, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if today := d.now().UTC().Truncate(24 * time.Hour); !today.Equal(d.day) {
		d.day, d.spent = today, Spending{}
	}
	granted = Spending{
		Calls: min(wanted.Calls, d.limit.Calls-d.spent.Calls), Tokens: min(wanted.Tokens, d.limit.Tokens-d.spent.Tokens),
		Time: min(wanted.Time, d.limit.Time-d.spent.Time),
	}
	if granted.Calls <= 0 || granted.Tokens <= 0 || granted.Time <= 0 { // 0 would be no bound at all
		return Spending{}, false
	}
	d.spend(granted, 1)
	return granted, true
}

// settle puts what was really used in place of what was taken out. Over midnight it may put
// back into the new day what came from the old one; spent stays at 0 or more.
func (d *Daily) settle(granted, used Spending) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.spend(granted, -1)
	d.spend(used, 1)
	d.spent = Spending{Calls: max(0, d.spent.Calls), Tokens: max(0, d.spent.Tokens), Time: max(0, d.spent.Time)}
}

func (d *Daily) spend(s Spending, sign int) {
	d.spent.Calls += sign * s.Calls
	d.spent.Tokens += sign * s.Tokens
	d.spent.Time += time.Duration(sign) * s.Time
}
