package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	tries = 3 // of one request, the first included
	// backoff is the wait before the second try, doubled for the third.
	backoff = time.Second
	// jitter is the random share added to a wait, so that those who failed together do not
	// come back together.
	jitter = 0.25
	// longestPause bounds what a caller is told of a Retry-After of ten years.
	longestPause = time.Hour
)

// say sends the question as the talk stands until there is an answer, or a refusal or
// failure that the same request would meet again.
func (t *talk) say(ctx context.Context) (reply, error) {
	for try := 1; ; try++ {
		got, err := t.exchange(ctx)
		wait, again := pause(err, try)
		if !again || wait > t.client.longestWait || !inTime(ctx, wait) {
			return got, err
		}
		if !sleep(ctx, wait) {
			return reply{}, left(ctx)
		}
	}
}

// pause says whether the same request may fare better, and after how long: too many
// requests, a server that is unwell, a connection that broke. What a timeout cut off is not
// asked for again: it would only keep a candidate waiting for as long once more.
func pause(err error, try int) (time.Duration, bool) {
	if err == nil || try == tries {
		return 0, false
	}
	wait := backoff << (try - 1)
	wait += time.Duration(float64(wait) * jitter * rand.Float64())
	if f, ok := errors.AsType[*Failure](err); ok {
		return wait, f.Why == Unreachable
	}
	r, ok := errors.AsType[*refusal](err)
	if !ok || r.aboutManner() {
		return 0, false
	}
	switch r.status {
	case http.StatusTooManyRequests, http.StatusRequestTimeout:
	case http.StatusNotImplemented:
		return 0, false
	default:
		if r.status < 500 {
			return 0, false
		}
	}
	return max(wait, r.wait), true
}

// retryAfter reads a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3), as
// something between 0 and longestPause.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	seconds, err := strconv.ParseUint(value, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(min(seconds, uint64(longestPause/time.Second))) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return min(max(0, at.Sub(now)), longestPause)
}

// inTime reports whether anything is left of ctx's time after a wait.
func inTime(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > wait
}

// sleep waits, and reports whether it waited to the end.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
