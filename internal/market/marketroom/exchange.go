package marketroom

import (
	"bytes"
	"context"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/currency"
	"kadry/internal/market/source/cbr"
	"kadry/internal/market/source/hh"
)

// exchange gives the rates of the day: those of the Bank of Russia, else HeadHunter's, else
// the ones compiled in.
type exchange struct {
	bank *cbr.Client
	hh   *hh.Client
	now  func() time.Time

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
	var why []fault.Text
	for _, source := range []func(context.Context) (currency.Rates, error){e.fromBank, e.fromHH} {
		rates, err := source(ctx)
		if err == nil {
			e.last, e.until, e.reason = rates, now.Add(ratesKept), nil
			return e.last, nil
		}
		text := fault.From(err).Text
		why = append(why, fault.Text{EN: "Rates of the day could not be had: " + text.EN, RU: "Курсы дня получить не удалось: " + text.RU})
	}
	e.last, e.until, e.reason = currency.Last(), now.Add(worseKept), why[:1]
	return e.last, e.reason
}

func (e *exchange) fromBank(ctx context.Context) (currency.Rates, error) {
	body, err := e.bank.Daily(ctx, e.now())
	if err != nil {
		return currency.Rates{}, err
	}
	return currency.ReadCBR(bytes.NewReader(body))
}

func (e *exchange) fromHH(ctx context.Context) (currency.Rates, error) {
	body, err := e.hh.Dictionaries(ctx)
	if err != nil {
		return currency.Rates{}, err
	}
	return currency.ReadHH(bytes.NewReader(body), e.now())
}
