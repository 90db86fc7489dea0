package llm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kadry/internal/fault"
)

// Why says why there is no answer.
type Why string

// The reasons. A caller goes on with its embedded engine on each of them, and may say which.
const (
	Unreachable Why = "unreachable"   // no connection, broken off, or 5xx to the last try
	Slow        Why = "slow"          // no whole answer in the time given
	Busy        Why = "busy"          // 429 to the last try, or a Retry-After too long to wait for
	Rejected    Why = "rejected"      // 401, 403, 404, a redirect, or every way of asking refused
	TooLong     Why = "too_long"      // the question is over the model's context
	Declined    Why = "declined"      // the model, or a filter at it, refused to answer
	Unusable    Why = "unusable"      // no answer of the asked shape, with the repair turn
	Spent       Why = "budget_spent"  // the session's budget; an *Exhausted is inside
	Resting     Why = "endpoint_rest" // not asked: it failed several times in a row just now
)

// Reasons are all reasons.
func Reasons() []Why {
	return []Why{Unreachable, Slow, Busy, Rejected, TooLong, Declined, Unusable, Spent, Resting}
}

// Failure is the typed inside of every fault that Complete returns.
type Failure struct {
	Why Why
	Err error // for the log: no key, no part of the prompt
}

func (f *Failure) Error() string { return fmt.Sprintf("llm: %s: %v", f.Why, f.Err) }

func (f *Failure) Unwrap() error { return f.Err }

var failureTexts = map[Why]fault.Text{
	Unreachable: fault.Say("The language model cannot be reached.", "Не удаётся связаться с языковой моделью."),
	Slow:        fault.Say("The language model did not answer in time.", "Языковая модель не ответила вовремя."),
	Busy:        fault.Say("The language model is overloaded.", "Языковая модель перегружена запросами."),
	Rejected:    fault.Say("The language model's server does not accept our requests.", "Сервер языковой модели не принимает наши запросы."),
	TooLong:     fault.Say("The text is too long for the language model.", "Текст слишком длинный для языковой модели."),
	Declined:    fault.Say("The language model refused to answer.", "Языковая модель отказалась отвечать."),
	Unusable:    fault.Say("The language model's answer cannot be used.", "Ответом языковой модели нельзя воспользоваться."),
	Spent:       fault.Say("The model budget of this session is used up.", "Запас обращений к языковой модели для этого сеанса исчерпан."),
	Resting:     fault.Say("The language model failed several times in a row and is left alone for a while.", "Языковая модель несколько раз подряд не ответила; пока к ней не обращаемся."),
}

var failureHints = map[Why]fault.Text{
	Unreachable: fault.Say("Everything works without it; the operator should check the server at KADRY_LLM_URL.", "Всё работает и без неё; администратору стоит проверить сервер по адресу из KADRY_LLM_URL."),
	Rejected:    fault.Say("The operator should check KADRY_LLM_URL, KADRY_LLM_MODEL and KADRY_LLM_API_KEY.", "Администратору стоит проверить KADRY_LLM_URL, KADRY_LLM_MODEL и KADRY_LLM_API_KEY."),
}

// failed makes the fault of a reason. What it says to people names no cause; the cause is
// for the log, with the host.
func (c *Client) failed(why Why, cause error) *fault.Error {
	f := &Failure{Why: why, Err: fmt.Errorf("%s: %w", c.host, cause)}
	return fault.E(fault.Unavailable, failureTexts[why], f).WithHint(failureHints[why])
}

// slow is an exchange, or a whole talk, that ran out of its time.
func (c *Client) slow(after time.Duration) *fault.Error {
	return c.failed(Slow, fmt.Errorf("no whole answer in %s", after.Round(time.Millisecond)))
}

// left is the end of the caller's own context.
func left(ctx context.Context) error { return fmt.Errorf("llm: %w", context.Cause(ctx)) }

// outcome is what an error counts as.
func outcome(err error) string {
	if err == nil {
		return Answered
	}
	if f, ok := errors.AsType[*Failure](err); ok {
		return string(f.Why)
	}
	return Left
}
