package embed

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/sethvargo/go-retry"
	"github.com/sony/gobreaker/v2"
)

const (
	tries = 3 // of one request, the first included
	// backoff is the wait before the second try, doubled for the third, with a random share
	// added so that those who failed together do not come back together.
	backoff = time.Second
	jitter  = 0.25
	// longestPause bounds what a caller is told of a Retry-After of ten years.
	longestPause = time.Hour

	// tripAfter failures of the endpoint in a row leave it alone for restFor: with a hung
	// server every search would otherwise wait out the whole patience.
	tripAfter = 3
	restFor   = 30 * time.Second
)

func newBreaker() *gobreaker.CircuitBreaker[[][]float32] {
	return gobreaker.NewCircuitBreaker[[][]float32](gobreaker.Settings{
		Name:         "embed",
		Timeout:      restFor,
		ReadyToTrip:  func(n gobreaker.Counts) bool { return n.ConsecutiveFailures >= tripAfter },
		IsSuccessful: func(err error) bool { return !endpointFailed(err) },
		IsExcluded:   callerLeft,
	})
}

// endpointFailed reports whether a failure speaks of the endpoint, not of the texts: only that
// says that the next ones would fare no better.
func endpointFailed(err error) bool {
	_, ok := errors.AsType[*Failure](err)
	return ok && !aboutTexts(err)
}

// callerLeft reports an end that says nothing of the endpoint, good or bad.
func callerLeft(err error) bool {
	_, ok := errors.AsType[*Failure](err)
	return err != nil && !ok
}

// guarded asks unless the endpoint is being left alone.
func (c *Client) guarded(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := c.breaker.Execute(func() ([][]float32, error) { return c.try(ctx, texts) })
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return nil, c.failed(Resting, err).After(restFor)
	}
	return vectors, err
}

// try asks until there is an answer, or a failure that the same request would meet again. What
// a timeout cut off is not asked for again: it would only keep a caller waiting once more.
func (c *Client) try(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	patient, stop := context.WithTimeout(ctx, c.patience)
	defer stop()
	longer := retry.NewExponential(backoff)
	pauses := retry.BackoffFunc(func() (time.Duration, bool) {
		wait, _ := longer.Next()
		wait += time.Duration(float64(wait) * jitter * rand.Float64())
		r, refused := errors.AsType[*refusal](err)
		if refused {
			wait = max(wait, r.wait)
		}
		deadline, _ := patient.Deadline()
		return wait, wait > c.longestWait || wait >= time.Until(deadline)
	})
	_ = retry.Do(patient, retry.WithMaxRetries(tries-1, pauses), func(ctx context.Context) error {
		if vectors, err = c.exchange(ctx, texts); err != nil && passing(err) {
			return retry.RetryableError(err)
		}
		return err
	})
	if ctx.Err() != nil {
		return nil, left(ctx)
	}
	return vectors, err
}

// passing reports a failure that may be over at the next try: too many requests, a server that
// is unwell, a connection that broke.
func passing(err error) bool {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.why == Busy || r.why == Unreachable && r.status != http.StatusNotImplemented
	}
	f, ok := errors.AsType[*Failure](err)
	return ok && f.Why == Unreachable
}

// retryAfter reads a Retry-After in seconds (RFC 9110, 10.2.3), as between 0 and longestPause.
func retryAfter(value string) time.Duration {
	seconds, err := strconv.ParseUint(strings.TrimSpace(value), 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return time.Duration(min(seconds, uint64(longestPause/time.Second))) * time.Second
}
