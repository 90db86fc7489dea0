package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sony/gobreaker/v2"
)

// longestExplanation is how much of the body of an error answer is read: enough to tell a
// captcha from a login page.
const longestExplanation = 256 << 10

// longestRedirects is how many redirects one request follows.
const longestRedirects = 5

// answer is what one exchange brought. Its status is 0 when the other side said nothing.
type answer struct {
	url    *url.URL
	status int
	header http.Header
	body   []byte
	asked  pause // what it asks us to wait, if anything

	confirms bool // the request named a copy, so a 304 is an answer to it
}

// response is the answer as a caller sees it, the zero Response if there was none.
func (a answer) response(now time.Time) Response {
	if a.status == 0 {
		return Response{}
	}
	return Response{URL: a.url.String(), Status: a.status, Header: a.header, Body: a.body, FetchedAt: now}
}

// next returns where a redirect points, "" if the answer is none.
func (a answer) next() string {
	switch a.status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return a.header.Get("Location")
	}
	return ""
}

// follow asks for a page and goes where redirects send it, as long as that is inside the
// policy. Every hop is a request of its own: robots.txt, budget and queue apply to it.
func (c *Client) follow(ctx context.Context, w want, old entry) (answer, error) {
	u := w.url
	for hop := 0; ; hop++ {
		if err := c.allowed(ctx, w, u); err != nil {
			return answer{}, err
		}
		ask := http.Header{}
		if old.URL == u.String() && w.query == nil {
			ask = old.validators()
		}
		got, err := w.site.exchange(ctx, w, u, ask)
		target := got.next()
		switch {
		case err != nil || target == "" || w.once:
			return got, err
		case hop == longestRedirects:
			return got, w.site.redirectsTooOften()
		}
		if u, err = w.site.redirected(u, target); err != nil {
			return got, err
		}
	}
}

// redirected resolves where a redirect points and refuses what is off the policy's list or
// gives up encryption.
func (s *site) redirected(from *url.URL, target string) (*url.URL, error) {
	raw, err := from.Parse(target)
	if err != nil {
		return nil, s.redirectOff(target, err)
	}
	to, err := address(raw.String())
	switch {
	case err != nil:
		return nil, s.redirectOff(raw.Host, err)
	case !s.covers(to), from.Scheme == "https" && to.Scheme == "http":
		return nil, s.redirectOff(to.Scheme+"://"+to.Host, nil)
	}
	return to, nil
}

// exchange makes one HTTP request when breaker, budget and queue let it. The error is a
// fault when a further try cannot help.
func (s *site) exchange(ctx context.Context, w want, u *url.URL, ask http.Header) (answer, error) {
	if s.breaker.State() == gobreaker.StateOpen {
		return answer{}, s.broken()
	}
	if s.budget.remaining(s.now()) == 0 {
		return answer{}, s.spent()
	}
	leave, err := s.queue.enter(ctx)
	if err != nil {
		if full, ok := errors.AsType[crowded](err); ok {
			return answer{}, s.busy(full)
		}
		return answer{}, err
	}
	defer leave()
	done, err := s.breaker.Allow()
	if err != nil {
		return answer{}, s.broken()
	}
	if !s.budget.spend(s.now()) {
		done(errNoResult)
		return answer{}, s.spent()
	}
	s.tell(Requested)
	left(ctx)
	got, err := s.fetch(ctx, w, u, ask)
	failed := outage(ctx, got, err)
	if failed != nil && !errors.Is(failed, errNoResult) {
		text := s.silence(failed)
		if got.status > 0 {
			text = s.badStatus(got.status).Text
		}
		s.failure.Store(&text)
	}
	done(failed)
	s.queue.pause(got.asked)
	return got, err
}

// outage is what an exchange says about the health of the other side.
func outage(ctx context.Context, got answer, err error) error {
	switch {
	case ctx.Err() != nil, prohibited(err):
		return errNoResult
	case got.status >= http.StatusInternalServerError:
		return fmt.Errorf("upstream: status %d", got.status)
	case got.status != 0 && final(err):
		return nil // it answered; that we cannot use the answer is another matter
	}
	return err
}

// fetch makes the request and reads the answer whole, within one attempt's time.
func (s *site) fetch(ctx context.Context, w want, u *url.URL, validators http.Header) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	var own http.Header
	if u.Host == w.url.Host {
		own = w.header
	}
	resp, err := ask(ctx, s.wire, w.method(), u, w.query, s.Header, own, validators, http.Header{"User-Agent": {s.UserAgent}})
	if err != nil {
		_, unmade := errors.AsType[*unsendable](err)
		switch {
		case unmade:
			return answer{}, s.unusable(err)
		case prohibited(err):
			return answer{}, s.privateAddress(u.Hostname(), err)
		}
		return answer{}, brokenOff(u, err)
	}
	defer resp.Body.Close()
	got := answer{url: u, status: resp.StatusCode, header: resp.Header, confirms: len(validators) > 0}
	got.header.Del("Set-Cookie")
	got.asked = pauseAsked(got.status, got.header, s.now())
	if w.reader != nil && got.status >= 200 && got.status < 300 {
		return got, s.handOver(resp, got, w.reader)
	}
	if got.body, err = s.read(resp); err != nil && !final(err) {
		return answer{}, err // broken off: what came is no answer
	}
	return got, err
}

// brokenOff puts a connection's error into the type the retry policy knows. The query is
// left out: it may hold what a person searched for, and the error goes to the log.
func brokenOff(u *url.URL, err error) error {
	return &url.Error{Op: "Get", URL: u.Scheme + "://" + u.Host + u.EscapedPath(), Err: err}
}

// read returns the decompressed body of an answer, whole or with an error. Of a redirect
// nothing is read; of an error answer the beginning, and it does not matter if that fails.
func (s *site) read(resp *http.Response) ([]byte, error) {
	switch {
	case resp.StatusCode >= http.StatusBadRequest:
		body, _ := io.ReadAll(io.LimitReader(resp.Body, min(longestExplanation, s.MaxBytes)))
		return body, nil
	case resp.StatusCode >= http.StatusMultipleChoices:
		return nil, nil
	case resp.Header.Get("Content-Encoding") != "":
		return nil, s.unusable(fmt.Errorf("upstream: content encoding %q", resp.Header.Get("Content-Encoding")))
	case resp.ContentLength > s.MaxBytes:
		return nil, s.tooLarge()
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, s.MaxBytes+1))
	switch {
	case int64(len(body)) > s.MaxBytes:
		return body[:s.MaxBytes], s.tooLarge()
	case err != nil:
		return nil, fmt.Errorf("upstream: body: %w", err)
	}
	return body, nil
}
