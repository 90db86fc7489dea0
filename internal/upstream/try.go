package upstream

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"

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
func (c *Client) try(ctx context.Context, w want, old kept) (answer, error) {
	for attempt := 1; ; attempt++ {
		got, err := c.follow(ctx, w, old)
		wait, again := w.site.again(ctx, attempt, got, err)
		if !again {
			return got, w.site.verdict(ctx, got, err)
		}
		w.site.tell(Retried)
		if err := sleep(ctx, wait); err != nil {
			return answer{}, fmt.Errorf("upstream: %w", err)
		}
	}
}

// again decides whether to try once more, and after how long.
func (s *site) again(ctx context.Context, attempt int, got answer, err error) (time.Duration, bool) {
	if attempt >= s.Attempts || final(err) {
		return 0, false
	}
	seen := &http.Response{StatusCode: got.status}
	if retry, _ := retryablehttp.DefaultRetryPolicy(ctx, seen, err); !retry {
		return 0, false
	}
	wait := retryablehttp.DefaultBackoff(s.Backoff, s.LongestWait, attempt-1, nil)
	wait += time.Duration(float64(wait) * backoffJitter * rand.Float64())
	wait = max(wait, got.asked.wait)
	return wait, wait <= s.LongestWait
}

// final reports whether an error has already been judged: trying again would not help.
func final(err error) bool {
	var f *fault.Error
	return errors.As(err, &f)
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
			p.wait = max(p.wait, bounded(time.Unix(at, 0).Sub(now)))
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
	return bounded(at.Sub(now)), true
}

func bounded(d time.Duration) time.Duration { return min(max(0, d), longestPause) }
