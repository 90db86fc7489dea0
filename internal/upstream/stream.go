package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"kadry/internal/fault"
)

// reader takes a body as it comes.
type reader func(answer, io.Reader) error

// Stream asks for one address and hands the body of a 2xx answer to read as it comes, at most
// MaxBytes of it. No copy answers and none is kept; the request is tried again only as long as
// read has not been called. read runs before Stream returns, may stop early, and its error is
// that of Stream, as it is. An answer that breaks off reaches read as the error of its reader.
// The errors and the Response, which has no body, are those of Get besides.
func (c *Client) Stream(ctx context.Context, r Request, read func(Response, io.Reader) error) (Response, error) {
	u, s, err := c.route(r.URL)
	if err != nil {
		return Response{}, err
	}
	w := wanted(r, u, s)
	if c.offline {
		return Response{}, w.failed(s.offline())
	}
	w.reader = func(got answer, body io.Reader) error { return read(got.response(c.now()), body) }
	return c.flights.alone(ctx, func(ctx context.Context) (Response, error) {
		got, err := c.try(ctx, w, entry{})
		if own, ok := errors.AsType[*readerError](err); ok {
			err = own.cause
		}
		if err != nil {
			err = w.failed(err)
		}
		return got.response(c.now()), err
	})
}

// readerError is what the caller's reader returned: no fault of the other side, and nothing
// a further try would better.
type readerError struct{ cause error }

func (e *readerError) Error() string { return e.cause.Error() }
func (e *readerError) Unwrap() error { return e.cause }

// handOver gives a body to its reader, and no more of it than the policy allows.
func (s *site) handOver(resp *http.Response, got answer, read reader) error {
	switch {
	case resp.Header.Get("Content-Encoding") != "":
		return s.unusable(fmt.Errorf("upstream: content encoding %q", resp.Header.Get("Content-Encoding")))
	case resp.ContentLength > s.MaxBytes:
		return s.tooLarge()
	}
	if err := read(got, &bounded{from: resp.Body, left: s.MaxBytes, over: s.tooLarge()}); err != nil {
		return &readerError{err}
	}
	return nil
}

// bounded reads so many bytes and fails at the next.
type bounded struct {
	from io.Reader
	left int64
	over *fault.Error
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, b.over
	}
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, b.over
	}
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}
