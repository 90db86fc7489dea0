package webhook

import (
	"math"
	"slices"
	"time"
)

// schedule is the wait before each attempt. The early ones are dense: a candidate is
// waiting for the question.
var schedule = []time.Duration{
	0, 2 * time.Second, 10 * time.Second, 30 * time.Second, 2 * time.Minute,
	10 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour,
}

const (
	spread       = 0.2       // each wait is up to this share longer or shorter
	longestAsked = time.Hour // what a receiver's Retry-After can lengthen a wait to
)

// Schedule returns the wait before each attempt, the first included, without the spread.
func Schedule() []time.Duration { return slices.Clone(schedule) }

// Outcome is what an attempt came to.
type Outcome string

// The outcomes.
const (
	Delivered  Outcome = "delivered"  // 2xx
	Redirected Outcome = "redirected" // 3xx: failed, since a redirect is never followed
	Gone       Outcome = "gone"       // 410: the receiver wants no more; the rest of the session is not sent either
	Throttled  Outcome = "throttled"  // 429, 502, 503, 504: alive and overloaded
	Failed     Outcome = "failed"     // any other status, or none
)

// Attempt is what a receiver answered.
type Attempt struct {
	Status     int           // 0 for none
	RetryAfter time.Duration // as it asks, 0 when it does not
}

// Outcome classifies the answer.
func (a Attempt) Outcome() Outcome {
	switch {
	case a.Status >= 200 && a.Status < 300:
		return Delivered
	case a.Status >= 300 && a.Status < 400:
		return Redirected
	case a.Status == 410:
		return Gone
	case a.Status == 429, a.Status >= 502 && a.Status <= 504:
		return Throttled
	}
	return Failed
}

// Wait says how long after attempt number n (1 is the first) the next one is due; no more
// are when the event is delivered, unwanted, or dead after the last. Chance, from 0 to 1,
// chooses within the spread. A throttled receiver's Retry-After lengthens the wait, up to
// an hour, and never shortens it: ten attempts are not to be spent in a minute.
func (a Attempt) Wait(n int, chance float64) (wait time.Duration, again bool) {
	outcome := a.Outcome()
	if outcome == Delivered || outcome == Gone || n >= len(schedule) {
		return 0, false
	}
	if math.IsNaN(chance) {
		chance = 0.5
	}
	share := 1 + spread*(2*min(max(chance, 0), 1)-1)
	wait = time.Duration(float64(schedule[max(n, 1)]) * share)
	if outcome == Throttled {
		wait = max(wait, min(a.RetryAfter, longestAsked))
	}
	return wait, true
}
