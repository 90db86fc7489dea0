package llm

import (
	"fmt"
	"sync"
	"time"
)

// Spending is an amount of model use: of a limit, or of what was used.
type Spending struct {
	Calls  int           // HTTP exchanges, failed ones and second tries included
	Tokens int           // of questions and answers
	Time   time.Duration // in exchanges
}

// Budget bounds what one session spends on the model. It is safe for concurrent use. A nil
// Budget allows everything and counts nothing.
//
// Calls are exact. Tokens are reserved before an exchange, by an estimate of the question and
// the longest answer allowed, and corrected by the endpoint's own count after it: they can be
// overrun by one question's error of estimation. Time cuts an exchange short; exchanges of
// one session at the same time can together overrun it by what they had left.
type Budget struct {
	limit Spending

	mu    sync.Mutex
	spent Spending // reservations included
}

// NewBudget returns a budget of limit, of which already was spent before, as kept with the
// session over a restart. A zero field of limit is unbounded.
func NewBudget(limit, already Spending) *Budget { return &Budget{limit: limit, spent: already} }

// Spent returns what was used so far, for keeping with the session.
func (b *Budget) Spent() Spending {
	if b == nil {
		return Spending{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent
}

// Resource names what a budget ran out of.
type Resource string

// The resources of a budget.
const (
	Calls  Resource = "calls"
	Tokens Resource = "tokens"
	Time   Resource = "time"
)

// Exhausted is found by errors.As in the fault of a question the budget does not cover.
type Exhausted struct {
	Resource Resource
	Limit    Spending
}

func (e *Exhausted) Error() string {
	switch e.Resource {
	case Calls:
		return fmt.Sprintf("the budget of %d calls is spent", e.Limit.Calls)
	case Tokens:
		return fmt.Sprintf("the budget of %d tokens is spent", e.Limit.Tokens)
	case Time:
	}
	return fmt.Sprintf("the budget of %s is spent", e.Limit.Time)
}

// leastAnswer is the room, in tokens, below which an answer is not worth asking for.
const leastAnswer = 32

// grant is what one exchange may use.
type grant struct {
	budget   *Budget
	answer   int           // tokens of the answer at most
	time     time.Duration // of the exchange at most; 0 is unbounded
	reserved int           // tokens
}

// begin reserves one call: the question's tokens and as much of the wanted answer as is left.
func (b *Budget) begin(question, answer int) (grant, error) {
	if b == nil {
		return grant{answer: answer}, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	g := grant{budget: b, answer: answer}
	switch {
	case b.limit.Calls > 0 && b.spent.Calls >= b.limit.Calls:
		return g, &Exhausted{Resource: Calls, Limit: b.limit}
	case b.limit.Time > 0 && b.spent.Time >= b.limit.Time:
		return g, &Exhausted{Resource: Time, Limit: b.limit}
	case b.limit.Tokens > 0:
		g.answer = min(answer, b.limit.Tokens-b.spent.Tokens-question)
		if g.answer < min(answer, leastAnswer) {
			return g, &Exhausted{Resource: Tokens, Limit: b.limit}
		}
	}
	if b.limit.Time > 0 {
		g.time = b.limit.Time - b.spent.Time
	}
	g.reserved = question + g.answer
	b.spent.Calls++
	b.spent.Tokens += g.reserved
	return g, nil
}

// settle puts what an exchange really used in place of its reservation.
func (g grant) settle(tokens int, took time.Duration) {
	if g.budget == nil {
		return
	}
	g.budget.mu.Lock()
	defer g.budget.mu.Unlock()
	g.budget.spent.Tokens += tokens - g.reserved
	g.budget.spent.Time += took
}

// outOfTime reports whether an exchange that ran out of time did so by the budget's limit.
func (g grant) outOfTime(took time.Duration) error {
	if g.budget == nil || g.time == 0 || took < g.time {
		return nil
	}
	return &Exhausted{Resource: Time, Limit: g.budget.limit}
}
