package embed

import (
	"context"
	"fmt"

	"kadry/internal/fault"
)

// Why says why there are no vectors.
type Why string

// The reasons.
const (
	Unreachable Why = "unreachable"   // no connection, broken off, or 5xx to the last try
	Slow        Why = "slow"          // no whole answer in the time given
	Busy        Why = "busy"          // 429 to the last try, or a Retry-After too long to wait for
	Rejected    Why = "rejected"      // 400, 401, 403, 404, a redirect
	TooLong     Why = "too_long"      // a text is over the model's context, cut short as it is
	Unusable    Why = "unusable"      // not the vectors that were asked for
	Resting     Why = "endpoint_rest" // not asked: it failed several times in a row just now
)

// Failure is the typed inside of every fault of this package.
type Failure struct {
	Why Why
	Err error // for the log: no key, no part of the texts
}

func (f *Failure) Error() string { return fmt.Sprintf("embed: %s: %v", f.Why, f.Err) }

func (f *Failure) Unwrap() error { return f.Err }

var failureTexts = map[Why]fault.Text{
	Unreachable: fault.Say("The embedding model cannot be reached.", "Не удаётся связаться с моделью эмбеддингов."),
	Slow:        fault.Say("The embedding model did not answer in time.", "Модель эмбеддингов не ответила вовремя."),
	Busy:        fault.Say("The embedding model is overloaded.", "Модель эмбеддингов перегружена запросами."),
	Rejected:    fault.Say("The embedding model's server does not accept our requests.", "Сервер модели эмбеддингов не принимает наши запросы."),
	TooLong:     fault.Say("The text is too long for the embedding model.", "Текст слишком длинный для модели эмбеддингов."),
	Unusable:    fault.Say("The embedding model's answer cannot be used.", "Ответом модели эмбеддингов нельзя воспользоваться."),
	Resting:     fault.Say("The embedding model failed several times in a row and is left alone for a while.", "Модель эмбеддингов несколько раз подряд не ответила; пока к ней не обращаемся."),
}

var failureHints = map[Why]fault.Text{
	Unreachable: fault.Say("Everything works without it; the operator should check the server at KADRY_EMBED_URL.", "Всё работает и без неё; администратору стоит проверить сервер по адресу из KADRY_EMBED_URL."),
	Rejected:    fault.Say("The operator should check KADRY_EMBED_URL, KADRY_EMBED_MODEL and KADRY_EMBED_API_KEY.", "Администратору стоит проверить KADRY_EMBED_URL, KADRY_EMBED_MODEL и KADRY_EMBED_API_KEY."),
	Unusable:    fault.Say("The operator should check KADRY_EMBED_MODEL and KADRY_EMBED_DIMENSIONS.", "Администратору стоит проверить KADRY_EMBED_MODEL и KADRY_EMBED_DIMENSIONS."),
}

// failed makes the fault of a reason. What it says to people names no cause; the cause is for
// the log, with the host.
func (c *Client) failed(why Why, cause error) *fault.Error {
	f := &Failure{Why: why, Err: fmt.Errorf("%s: %w", c.host, cause)}
	return fault.E(fault.Unavailable, failureTexts[why], f).WithHint(failureHints[why])
}

// left is the end of the caller's own context.
func left(ctx context.Context) error { return fmt.Errorf("embed: %w", context.Cause(ctx)) }
