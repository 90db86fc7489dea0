package marketroom

import (
	"bytes"
	"context"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/currency"
	"kadry/internal/market/source/hh"
)

// exchange gives the rates of the day: those of the Bank of Russia, else HeadHunter's, else
// the ones compiled in.
type exchange struct {
	hh  *hh.Client
	now func() time.Time

	mu     sync.Mutex
	last   currency.Rates
	until  time.Time
	reason []fault.Text
}

// ratesKept is how long rates are taken as those of the day; worse ones are kept for less.
const (
	ratesKept = 6 * time.Hour
	worseKept = 10 * time.Minute
)

// ratesPatience bounds the wait for rates, which no answer is worth more of.
const ratesPatience = 3 * time.Second

func (e *exchange) rates(ctx context.Context) (currency.Rates, []fault.Text) {
	e.mu.Lock()
	defer e.mu.Unlock()
	now := e.now()
	if now.Before(e.until) {
		return e.last, e.reason
	}
	ctx, cancel := context.WithTimeout(ctx, ratesPatience)
	defer cancel()
	e.reason = nil
	body, err := e.hh.Dictionaries(ctx)
	if err == nil {
		if e.last, err = currency.ReadHH(bytes.NewReader(body), now); err == nil {
			e.until = now.Add(ratesKept)
			return e.last, nil
		}
	}
	e.reason = append(e.reason, told("HeadHunter", err))
	e.last, e.until = currency.Last(), now.Add(worseKept)
	return e.last, e.reason
}
