package upstream

import (
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"

	"kadry/internal/fault"
)

const (
	failuresToOpen = 5 // in a row: more than one request's tries
	openFor        = 30 * time.Second
)

// site is a policy at work.
type site struct {
	Policy
	*tally
	wire    *http.Transport
	queue   *queue
	budget  *budget
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
	failure atomic.Pointer[fault.Text] // the last that spoke against the health of the other side
	now     func() time.Time
}

func newSite(p Policy, cfg Config, way network) *site {
	s := &site{
		Policy: p, tally: newTally(p.Name, cfg.Count), wire: way.transport(p.reach()), queue: newQueue(p),
		budget: newBudget(p, cfg.Folder, cfg.Logger), now: cfg.Now,
	}
	s.breaker = s.newBreaker(cfg.Logger)
	return s
}

// newBreaker returns a breaker that opens after several failures in a row and lets one
// request try again after a while. A request that came to no result is no evidence.
func (s *site) newBreaker(logger *slog.Logger) *gobreaker.TwoStepCircuitBreaker[struct{}] {
	return gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        s.Name,
		Timeout:     openFor,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failuresToOpen },
		IsExcluded:  func(err error) bool { return errors.Is(err, errNoResult) },
		OnStateChange: func(_ string, from, to gobreaker.State) {
			logger.Warn("upstream breaker", "policy", s.Name, "from", from.String(), "to", to.String())
			if to == gobreaker.StateOpen {
				s.tell(Opened)
			}
		},
	})
}

var errNoResult = errors.New("upstream: no result")

// life is how long a copy of this kind answers without asking.
func (s *site) life(kind Kind, gone bool) time.Duration {
	switch {
	case kind == robotsKind:
		return robotsLife
	case gone:
		return s.Negative
	}
	return s.Lifetimes[kind]
}

// fresh reports whether a copy is within its lifetime. One from the future, written before
// the clock was put back, is not.
func (s *site) fresh(k entry, now time.Time) bool {
	life, age := s.life(k.Kind, k.gone()), now.Sub(k.FetchedAt)
	return life == Forever || (age >= 0 && age < life)
}
