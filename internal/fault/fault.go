// Package fault is the vocabulary of failure: a small set of kinds, a text that is
// safe to show in both languages, and one table from kind to what each front answers.
// It holds no transport code and no domain rule.
package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kind says what went wrong in terms a caller can act on.
type Kind string

// The kinds. A front never needs another distinction than these.
const (
	Invalid         Kind = "invalid_argument" // the caller's words are off; fix and call again
	Unauthenticated Kind = "unauthenticated"  // no token or an unknown one
	Denied          Kind = "denied"           // known caller, not allowed
	NotFound        Kind = "not_found"        // no such thing for this caller's tenant
	Conflict        Kind = "conflict"         // the state of the thing forbids it
	TooLarge        Kind = "too_large"        // over a documented size limit
	Limited         Kind = "rate_limited"     // too many calls; RetryAfter says when
	Timeout         Kind = "timeout"          // the deadline of the call passed
	Canceled        Kind = "canceled"         // the caller went away
	Upstream        Kind = "upstream_error"   // a foreign system answered badly
	Unavailable     Kind = "unavailable"      // a system we need is out of reach for now
	Internal        Kind = "internal"         // our own defect; the text never says more
)

// Text is one message written in both languages. Writing the two side by side keeps
// them equally good and makes a missing translation impossible.
type Text struct{ EN, RU string }

// Say formats the same operands into both languages.
func Say(en, ru string, operands ...any) Text {
	if len(operands) == 0 {
		return Text{EN: en, RU: ru}
	}
	return Text{EN: fmt.Sprintf(en, operands...), RU: fmt.Sprintf(ru, operands...)}
}

// In returns the Russian text for "ru" and the English one for anything else.
func (t Text) In(lang string) string {
	if lang == "ru" && t.RU != "" {
		return t.RU
	}
	return t.EN
}

// Error is a failure at the boundary that knows what it means. Text and Hint are safe
// to show to anyone; Err, the cause, is for the log alone.
type Error struct {
	Kind       Kind
	Text       Text
	Hint       Text          // the next step, empty when there is none
	RetryAfter time.Duration // when a retry may help; zero when unknown
	Candidates []string      // nearest valid values, best first
	Fields     []Field       // per-field findings of a rejected input
	Err        error
}

// Field is one finding about one field of an input.
type Field struct {
	Path string // "required_skills[2]", empty for the input as a whole
	Text Text
}

// E makes an Error. A nil cause is allowed: many failures have none.
func E(kind Kind, text Text, cause error) *Error {
	return &Error{Kind: kind, Text: text, Err: cause}
}

// WithHint returns e with the next step set.
func (e *Error) WithHint(hint Text) *Error { e.Hint = hint; return e }

// WithCandidates returns e with the nearest valid values set.
func (e *Error) WithCandidates(nearest ...string) *Error { e.Candidates = nearest; return e }

// After returns e with the time after which a retry may help.
func (e *Error) After(d time.Duration) *Error { e.RetryAfter = d; return e }

func (e *Error) Error() string {
	if e.Err == nil {
		return string(e.Kind) + ": " + e.Text.EN
	}
	return string(e.Kind) + ": " + e.Text.EN + ": " + e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// From folds any error into an Error: deadline and cancellation keep their meaning,
// everything unknown is our own defect and says nothing of its cause.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var known *Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.DeadlineExceeded):
		return E(Timeout, Say("The call took longer than it may.", "Вызов занял больше отведённого времени."), err).
			WithHint(Say("Ask for less, or try again.", "Сузьте запрос или повторите позже."))
	case errors.Is(err, context.Canceled):
		return E(Canceled, Say("The call was cancelled.", "Вызов отменён."), err)
	}
	return E(Internal, Say("Something broke on our side.", "Ошибка на нашей стороне."), err).
		WithHint(Say("Try again; if it stays, report the request id.", "Повторите; если не поможет, сообщите номер запроса."))
}

// KindOf returns the kind of err, Internal for an unknown one and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	return From(err).Kind
}
