package upstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"kadry/internal/fault"
)

// want is a request that has found its policy.
type want struct {
	site       *site
	url        *url.URL
	kind       Kind
	query      []byte
	header     http.Header
	revalidate bool
	accept     func(Response) error
	robots     bool   // for our own reading of a robots.txt, which no robots.txt forbids
	reader     reader // of a body that is not kept; nil reads it whole
	once       bool   // neither tried again nor sent on to where a redirect points
}

func wanted(r Request, u *url.URL, s *site) want {
	return want{site: s, url: u, kind: r.Kind, query: r.Query, header: r.Header, revalidate: r.Revalidate, accept: r.Accept}
}

// name is what a copy is kept under. The kind is part of it: what one kind accepts need
// not be acceptable to another. Of what else is sent only a digest: it may hold a credential.
func (w want) name() string {
	name := string(w.kind) + " " + w.url.String()
	if w.query == nil && len(w.header) == 0 {
		return name
	}
	digest := sha256.New()
	_ = w.header.Write(digest) // in the order of names; a hash takes every byte
	fmt.Fprintf(digest, "\r\n%s", w.query)
	return name + " " + hex.EncodeToString(digest.Sum(nil))
}

// method is GET, or POST for a query.
func (w want) method() string {
	if w.query != nil {
		return http.MethodPost
	}
	return http.MethodGet
}

// flight is what requests have in common that share an answer.
func (w want) flight() string {
	switch {
	case w.robots: // apart, since a flight for a page may wait for it
		return "robots " + w.name()
	case w.revalidate:
		return "again " + w.name()
	}
	return "first " + w.name()
}

// ask brings an answer from the other side and sees to its copy. It runs once for all who
// want the same.
func (c *Client) ask(ctx context.Context, w want) (Response, error) {
	old, found := c.cache.read(w.name())
	if found && !w.revalidate && w.site.fresh(old, c.now()) {
		return w.fromCopy(old) // kept by a flight that landed as this one set out
	}
	got, err := c.try(ctx, w, old)
	if err == nil {
		return c.take(w, got, old)
	}
	res := got.response(c.now())
	if got.status == http.StatusNotFound || got.status == http.StatusGone {
		c.forget(w, got.url.String(), got.status)
		return res, err
	}
	if old.usable() && ctx.Err() == nil && fault.KindOf(err) != fault.Denied {
		return w.fromStale(old, err)
	}
	return res, w.failed(err)
}

// take makes an answer of what a successful exchange brought, and keeps a copy of it.
func (c *Client) take(w want, got answer, old entry) (Response, error) {
	if got.status == http.StatusNotModified {
		return c.renew(w, got, old), nil
	}
	res := got.response(c.now())
	if w.accept != nil {
		if err := w.accept(res); err != nil {
			w.site.tell(Refused)
			if old.usable() && !errors.Is(err, ErrAbsent) {
				return w.fromStale(old, err)
			}
			if fault.KindOf(err) == fault.NotFound {
				c.forget(w, got.url.String(), http.StatusNotFound)
			}
			return res, err
		}
	}
	if w.site.life(w.kind, false) > 0 {
		c.cache.write(entry{
			Name: w.name(), URL: res.URL, Kind: w.kind, Status: res.Status,
			Header: res.Header, FetchedAt: res.FetchedAt, body: res.Body,
		})
	}
	return res, nil
}

// renew makes an answer of a copy that the other side confirmed; headers it sent with that
// replace the copy's.
func (c *Client) renew(w want, got answer, old entry) Response {
	w.site.tell(Revalidated)
	old.FetchedAt = c.now()
	for name, values := range got.header {
		if !strings.HasPrefix(name, "Content-") { // a 304 has no content for these to speak of
			old.Header[name] = values
		}
	}
	c.cache.write(old)
	res := old.response()
	res.FromCache = false
	return res
}

// forget puts the memory of a page's absence, if that is to be kept, in place of its copy.
func (c *Client) forget(w want, address string, status int) {
	if w.site.life(w.kind, true) <= 0 {
		c.cache.remove(w.name())
		return
	}
	c.cache.write(entry{
		Name: w.name(), URL: address, Kind: w.kind, Status: status,
		Header: http.Header{}, FetchedAt: c.now(),
	})
}

// usable reports whether there is a copy that holds a page.
func (k entry) usable() bool { return k.Status != 0 && !k.gone() }

// fromCopy answers with a copy within its lifetime.
func (w want) fromCopy(old entry) (Response, error) {
	w.site.tell(Cached)
	if old.gone() {
		return old.response(), w.site.notFound(old.Status)
	}
	return old.response(), nil
}

// fromStale answers with a copy because of a failure, or with the failure if the copy is
// only the memory of an absence.
func (w want) fromStale(old entry, cause error) (Response, error) {
	if !old.usable() {
		return Response{}, w.failed(cause)
	}
	w.site.tell(WentStale)
	res := old.response()
	res.Stale = true
	return res, nil
}

// failed counts a failure on its way to the caller.
func (w want) failed(err error) error {
	if w.robots || errors.Is(err, context.Canceled) {
		return err // the page robots.txt was asked for tells of the failure; who left hears of none
	}
	switch fault.KindOf(err) {
	case fault.Limited:
		w.site.tell(Limited)
	case fault.Denied:
		w.site.tell(Denied)
	default:
		w.site.tell(Failed)
	}
	return err
}
