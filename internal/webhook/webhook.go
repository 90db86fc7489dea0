// Package webhook is the form in which the events of an interview leave kadry: the bytes of
// a payload, the headers that sign it, what a receiver's answer means and when to try again.
// It sends nothing, keeps nothing and knows neither HTTP nor the rules of an interview.
//
// Signatures follow Standard Webhooks 1.0 (webhook-id, webhook-timestamp, webhook-signature),
// and beside them stands the older X-Webhook-Signature-256 over the body alone.
package webhook

import (
	"regexp"
	"time"

	"kadry/internal/fault"
)

// Version is the value of schema_version: it grows when a member changes its meaning or
// goes away, not when one is added.
const Version = 1

// Type is the kind of an event.
type Type string

// The types. There are no others.
const (
	TypeQuestion Type = "question" // the candidate is to be asked
	TypeEnd      Type = "end"      // the interview is over; the result is here
	TypeError    Type = "error"    // the interview failed
	TypeReminder Type = "reminder" // the candidate has not answered yet; only where it was asked for
	TypeTest     Type = "test"     // somebody tries the receiver
)

// TestSession is the session_id of test events; no interview has it.
const TestSession = "test"

// Shape says where the members of an event stand in the payload.
type Shape string

// The shapes.
const (
	Compat   Shape = "compat"   // both at the top and in `data`; the standard
	Flat     Shape = "flat"     // at the top alone
	Envelope Shape = "envelope" // in `data` alone
)

// ParseShape reads a setting; "" is Compat.
func ParseShape(s string) (Shape, error) {
	switch shape := Shape(s); shape {
	case "":
		return Compat, nil
	case Compat, Flat, Envelope:
		return shape, nil
	}
	return "", fault.E(fault.Invalid, fault.Say("The payload shape %[1]q is unknown: use compat, flat or envelope.",
		"Вид сообщения %[1]q неизвестен: нужен compat, flat или envelope.", fault.Clip(s)), nil)
}

// Event is what every payload carries whatever its type.
type Event struct {
	ID      string    // also the webhook-id: the same on every attempt
	Session string    // of the interview
	Seq     int64     // 1, 2, 3 … within the session
	At      time.Time // when it happened; told in UTC to the millisecond
	UserID  string    // of the candidate in the receiver's own system, "" when none was given
}

// plainID keeps ids out of trouble in headers, logs and the signed text, where a dot
// separates them from the time.
var plainID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

func (e Event) check() error {
	switch {
	case !plainID.MatchString(e.ID):
		return unfit("id")
	case !plainID.MatchString(e.Session):
		return unfit("session_id")
	case e.Seq < 1:
		return unfit("seq")
	case !tellable(e.At):
		return unfit("timestamp")
	}
	return nil
}

// tellable says that a time has a form that every receiver reads.
func tellable(at time.Time) bool { return at.UTC().Year() >= 1970 && at.UTC().Year() <= 9999 }

func unfit(member string) *fault.Error {
	return fault.E(fault.Invalid, fault.Say("The event cannot be written: %[1]s is missing or out of bounds.",
		"Событие нельзя записать: поле %[1]s пусто или выходит за границы.", member), nil)
}
