package app

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// limiter holds one bucket a caller. Callers are named tokens, so their number is bounded
// by the tokens file.
type limiter struct {
	perMinute int

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

func newLimiter(perMinute int) *limiter {
	return &limiter{perMinute: perMinute, buckets: map[string]*rate.Limiter{}}
}

// allow refuses a caller that has used up its calls; a fifth of a minute may come at once.
func (l *limiter) allow(_ context.Context, c op.Caller, _ *op.Op) error {
	if l.perMinute == 0 {
		return nil
	}
	wait := l.bucket(c.Tenant + "/" + c.Name).Reserve()
	if delay := wait.Delay(); delay > 0 {
		wait.Cancel()
		return fault.E(fault.Limited, fault.Say("Too many calls: %d a minute are allowed.", "Слишком много вызовов: разрешено %d в минуту.", l.perMinute), nil).
			After(delay.Round(time.Second) + time.Second)
	}
	return nil
}

func (l *limiter) bucket(key string) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[key]
	if b == nil {
		b = rate.NewLimiter(rate.Limit(float64(l.perMinute)/60), max(1, l.perMinute/5))
		l.buckets[key] = b
	}
	return b
}

// How many wrong tokens one address may show before it is told to come later, and how many
// addresses are remembered.
const (
	failuresPerMinute = 60
	maxAddresses      = 10_000
)

// failures slows down whoever tries tokens. It bounds the noise and the log; the tokens
// themselves are too long to be guessed, so a right one always passes, whatever came before
// it from the same proxy.
type failures struct {
	mu   sync.Mutex
	seen map[string]*rate.Limiter
}

func newFailures() *failures { return &failures{seen: map[string]*rate.Limiter{}} }

// count turns the refusal of a wrong token into a fault.Limited when there were too many. A
// nil failures counts nothing.
func (f *failures) count(r *http.Request, refusal error) error {
	if f == nil || fault.KindOf(refusal) != fault.Unauthenticated {
		return refusal
	}
	address, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		address = r.RemoteAddr
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.seen) >= maxAddresses {
		clear(f.seen)
	}
	l := f.seen[address]
	if l == nil {
		l = rate.NewLimiter(rate.Limit(failuresPerMinute)/60, failuresPerMinute)
		f.seen[address] = l
	}
	if l.Allow() {
		return refusal
	}
	return fault.E(fault.Limited, fault.Say("Too many wrong tokens.", "Слишком много неверных токенов."), refusal).After(time.Minute)
}
