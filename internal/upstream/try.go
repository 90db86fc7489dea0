package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/sethvargo/go-retry"

	"kadry/internal/fault"
)

const (
	// backoffJitter is the random share added to a wait, so that callers who failed
	// together do not come back together.
	backoffJitter = 0.25
	// longestPause bounds what a Retry-After can do: one of ten years is a mistake or
	// malice, and must not shut a policy until the next restart.
	longestPause = time.Hour
)

// pause is what an answer asked us to wait.
type pause struct {
	limited bool // because we asked too often, not because the other side is unwell
	wait    time.Duration
}

// try asks until there is an answer to work with or no further try is worth it. The error
// is a fault, or that of ctx; the answer beside it is the last one.
func (c *Client) try(ctx context.Context, w want, old entry) (got answer, err error) {
	longer := retry.WithCappedDuration(w.site.LongestWait, retry.NewExponential(w.site.Backoff))
	pauses := retry.BackoffFunc(func() (time.Duration, bool) {
		wait, _ := longer.Next()
		wait += time.Duration(float64(wait) * backoffJitter * rand.Float64())
		if wait = max(wait, got.asked.wait); w.once || wait > w.site.LongestWait || ctx.Err() != nil {
			return 0, true
		}
		w.site.tell(Retried)
		return wait, false
	})
	_ = retry.Do(ctx, retry.WithMaxRetries(uint64(w.site.Attempts-1), pauses), func(ctx context.Context) error {
		if got, err = c.follow(ctx, w, old); passing(got, err) {
			return retry.RetryableError(errNoResult)
		}
		return nil
	})
	return got, w.site.verdict(ctx, got, err)
}

// passing reports a failure that may be over at the next try.
func passing(got answer, err error) bool {
	if err != nil {
		_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
		return !final(err) && !untrusted
	}
	return got.status == http.StatusTooManyRequests || got.status >= http.StatusInternalServerError && got.status != http.StatusNotImplemented
}

// final reports whether an error has already been judged: trying again would not help.
func final(err error) bool {
	_, judged := errors.AsType[*fault.Error](err)
	_, read := errors.AsType[*readerError](err)
	return judged || read
}

// pauseAsked reads how long an answer asks us to stay away: Retry-After of a 429, 503 or
// 403, and the limit headers of GitHub's kind, which name the second the limit is renewed.
func pauseAsked(status int, header http.Header, now time.Time) pause {
	p := pause{limited: status == http.StatusTooManyRequests}
	switch status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusForbidden:
	default:
		return p
	}
	if wait, ok := retryAfter(header.Get("Retry-After"), now); ok {
		p.wait = wait
		p.limited = p.limited || status == http.StatusForbidden
	}
	if status != http.StatusServiceUnavailable && header.Get("X-Ratelimit-Remaining") == "0" {
		p.limited = true
		if at, err := strconv.ParseInt(header.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
			p.wait = max(p.wait, boundedPause(time.Unix(at, 0).Sub(now)))
		}
	}
	return p
}

// retryAfter reads a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3). The
// wait is between 0 and longestPause.
func retryAfter(value string, now time.Time) (time.Duration, bool) {
	value = strings.TrimSpace(value)
	seconds, err := strconv.ParseUint(value, 10, 64)
	switch {
	case err == nil:
		return time.Duration(min(seconds, uint64(longestPause/time.Second))) * time.Second, true
	case errors.Is(err, strconv.ErrRange):
		return longestPause, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	return boundedPause(at.Sub(now)), true
}

func boundedPause(d time.Duration) time.Duration { return min(max(0, d), longestPause) }
