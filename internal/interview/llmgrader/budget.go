package llmgrader

import (
	"sync"
	"time"

	"kadry/internal/llm"
)

// budget is what a process may spend in a UTC day. What a question may use is taken out
// before it is put, and what it did not use put back, so that questions under way at one
// time cannot overspend together.
type budget struct {
	limit llm.Spending
	now   func() time.Time

	mu    sync.Mutex
	day   time.Time
	spent llm.Spending // what is taken out included
}

// take takes out as much of the wanted as is left; ok is false when something is used up.
func (b *budget) take(wanted llm.Spending) (granted llm.Spending, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if today := b.now().UTC().Truncate(24 * time.Hour); !today.Equal(b.day) {
		b.day, b.spent = today, llm.Spending{}
	}
	granted = llm.Spending{
		Calls: min(wanted.Calls, b.limit.Calls-b.spent.Calls), Tokens: min(wanted.Tokens, b.limit.Tokens-b.spent.Tokens),
		Time: min(wanted.Time, b.limit.Time-b.spent.Time),
	}
	if granted.Calls <= 0 || granted.Tokens <= 0 || granted.Time <= 0 { // 0 would be no bound at all
		return llm.Spending{}, false
	}
	b.spend(granted, 1)
	return granted, true
}

// settle puts what was really used in place of what was taken out. Over midnight it may put
// back into the new day what came from the old one; spent stays at 0 or more.
func (b *budget) settle(granted, used llm.Spending) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spend(granted, -1)
	b.spend(used, 1)
	b.spent = llm.Spending{Calls: max(0, b.spent.Calls), Tokens: max(0, b.spent.Tokens), Time: max(0, b.spent.Time)}
}

func (b *budget) spend(s llm.Spending, sign int) {
	b.spent.Calls += sign * s.Calls
	b.spent.Tokens += sign * s.Tokens
	b.spent.Time += time.Duration(sign) * s.Time
}
