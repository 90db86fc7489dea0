package llm

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
)

const (
	// tripAfter failures of the endpoint in a row leave it alone for restFor: with a hung
	// model server every candidate would otherwise wait out the whole patience.
	tripAfter = 3
	restFor   = 30 * time.Second
)

func newBreaker() *gobreaker.CircuitBreaker[Answer] {
	return gobreaker.NewCircuitBreaker[Answer](gobreaker.Settings{
		Name:         "llm",
		Timeout:      restFor,
		ReadyToTrip:  func(n gobreaker.Counts) bool { return n.ConsecutiveFailures >= tripAfter },
		IsSuccessful: func(err error) bool { return !endpointFailed(err) },
		IsExcluded:   neverAsked,
	})
}

// endpointFailed reports whether a failure speaks of the endpoint, not of the question, the
// budget or the caller: only those say that the next question would fare no better.
func endpointFailed(err error) bool {
	f, ok := errors.AsType[*Failure](err)
	if !ok {
		return false
	}
	switch f.Why {
	case Unreachable, Slow, Busy, Rejected:
		return true
	case TooLong, Declined, Unusable, Spent, Resting:
	}
	return false
}

// neverAsked reports whether a talk says nothing of the endpoint, good or bad: the caller
// left, or had no budget to ask with.
func neverAsked(err error) bool {
	if err == nil {
		return false
	}
	f, ok := errors.AsType[*Failure](err)
	return !ok || f.Why == Spent
}

// guarded runs a talk unless the endpoint is being left alone.
func (c *Client) guarded(ctx context.Context, t *talk) (Answer, error) {
	answer, err := c.breaker.Execute(func() (Answer, error) { return t.run(ctx) })
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return Answer{}, c.failed(Resting, err).After(restFor)
	}
	return answer, err
}
