package app

import (
	"context"
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
