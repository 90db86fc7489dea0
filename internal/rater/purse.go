package rater

import (
	"sync"
	"time"

	"kadry/internal/llm"
)

// purse is what a process may spend in a UTC day. What a question may use is taken out
// before it is put, and what it did not use put back, so that questions under way at one
// time cannot overspend together.
type purse struct {
	limit llm.Spending
	now   func() time.Time

	mu    sync.Mutex
	day   time.Time
	spent llm.Spending // what is taken out included
}

// take takes out as much of the wanted as is left; ok is false when something is used up.
func (p *purse) take(wanted llm.Spending) (granted llm.Spending, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if today := p.now().UTC().Truncate(24 * time.Hour); !today.Equal(p.day) {
		p.day, p.spent = today, llm.Spending{}
	}
	granted = llm.Spending{
		Calls: min(wanted.Calls, p.limit.Calls-p.spent.Calls), Tokens: min(wanted.Tokens, p.limit.Tokens-p.spent.Tokens),
		Time: min(wanted.Time, p.limit.Time-p.spent.Time),
	}
	if granted.Calls <= 0 || granted.Tokens <= 0 || granted.Time <= 0 { // 0 would be no bound at all
		return llm.Spending{}, false
	}
	p.spend(granted, 1)
	return granted, true
}

// settle puts what was really used in place of what was taken out. Over midnight it may put
// back into the new day what came from the old one; spent stays at 0 or more.
func (p *purse) settle(granted, used llm.Spending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spend(granted, -1)
	p.spend(used, 1)
	p.spent = llm.Spending{Calls: max(0, p.spent.Calls), Tokens: max(0, p.spent.Tokens), Time: max(0, p.spent.Time)}
}

func (p *purse) spend(s llm.Spending, sign int) {
	p.spent.Calls += sign * s.Calls
	p.spent.Tokens += sign * s.Tokens
	p.spent.Time += time.Duration(sign) * s.Time
}
