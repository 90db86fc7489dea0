package jobs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// Why the context of a handler ended; the cause of the context is one of them.
var (
	ErrLost    = errors.New("jobs: the lease is lost")
	ErrStopped = errors.New("jobs: the queue stops")
)

// Schedule says how long a job waits after each failed attempt.
type Schedule struct {
	Delays []time.Duration // after the first attempt, the second, ...; the last one stays
	Jitter float64         // each wait is longer or shorter by a random share of up to this, 0-1
}

// Dense is the schedule of work that somebody waits for: ten attempts in about twenty minutes.
func Dense() Schedule {
	const s, m = time.Second, time.Minute
	return Schedule{Delays: []time.Duration{1 * s, 2 * s, 5 * s, 10 * s, 30 * s, 1 * m, 2 * m, 5 * m, 10 * m}, Jitter: 0.2}
}

// after returns the wait after the given attempt, the first being 1.
func (s Schedule) after(attempt int) time.Duration {
	if len(s.Delays) == 0 {
		return 0
	}
	wait := s.Delays[min(max(attempt, 1), len(s.Delays))-1]
	return wait + time.Duration(float64(wait)*s.Jitter*(2*rand.Float64()-1))
}

// attempts is how many a job gets that does not say so itself.
func (s Schedule) attempts() int { return len(s.Delays) + 1 }

// snooze, delayed and permanent are the errors that say more than "failed".
type (
	snooze  struct{ until time.Time }
	delayed struct {
		wait  time.Duration
		cause error
	}
	permanent struct{ cause error }
)

// Snooze is returned by a handler whose work is to be done at a later date. The attempt is not counted.
func Snooze(until time.Time) error { return &snooze{until} }

// RetryIn is a failed attempt whose repetition waits that long instead of what the
// schedule says, because the other side asked for it; 0 repeats it at once, which is told as
// Repeated and no failure until no attempt is left. An effect may return it too.
func RetryIn(wait time.Duration, cause error) error { return &delayed{max(0, wait), cause} }

// Permanent is a failure that no repetition mends: the job is dead.
func Permanent(cause error) error { return &permanent{cause} }

func (e *snooze) Error() string    { return "jobs: snoozed until " + e.until.UTC().Format(time.RFC3339) }
func (e *delayed) Error() string   { return fmt.Sprintf("%v (again in %v)", e.cause, e.wait) }
func (e *delayed) Unwrap() error   { return e.cause }
func (e *permanent) Error() string { return fmt.Sprintf("%v (for good)", e.cause) }
func (e *permanent) Unwrap() error { return e.cause }

// verdict is what becomes of a running job.
type verdict struct {
	what     What
	state    State
	due      int64 // µs since 1970
	span     int64 // µs
	attempts int   // is added to the count
	err      error // nil leaves the last error as it is
	effect   Effect
	buried   bool // effect includes the kind's Buried
}

// judge turns what a handler returned into what becomes of its job.
func (q *Queue) judge(h *hold, effect Effect, err error) verdict {
	now := q.clock.micros()
	var (
		later  *snooze
		asked  *delayed
		hard   *permanent
		wait   = h.kind.Retry.after(h.job.Attempt)
		last   = h.job.Attempt >= h.job.MaxAttempts
		failed = verdict{what: Retried, state: Waiting, err: err, effect: effect}
	)
	switch {
	case err == nil:
		return verdict{what: Finished, state: Done, effect: effect}
	case errors.As(err, &later):
		return verdict{what: Snoozed, state: Waiting, due: later.until.UnixMicro(), attempts: -1, effect: effect}
	case errors.As(err, &hard), last:
		return q.bury(h, effect, err)
	case errors.As(err, &asked):
		if wait = asked.wait; wait == 0 {
			failed.what = Repeated
		}
	}
	if wait <= 0 {
		failed.state = Ready // without the sweep that ends a wait
		return failed
	}
	failed.due, failed.span = now+wait.Microseconds(), wait.Microseconds()
	return failed
}

// release gives a job back that was not worked to its end through no fault of its own.
func release() verdict { return verdict{what: Released, state: Ready, attempts: -1} }

// maxError bounds what is kept of an error: a foreign system can say anything.
const maxError = 1000

// brief is the text of err in a form that every engine keeps.
func brief(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	if len(text) > maxError {
		text = text[:maxError]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}
