package upstream

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"kadry/internal/fault"
)

const (
	longestAnswer  = 64 << 10 // bytes read of an answer of which only an excerpt is kept
	longestExcerpt = 1 << 10  // bytes of text in Receipt.Excerpt
)

// Delivery is one request to a receiver that a caller named.
type Delivery struct {
	Policy string // the name of an Open; "" is the first
	Tenant string // whose it is: connections are never shared between tenants
	// Hosts are the tenant's own receivers, spelled as Policy.Suffixes, when the tenant keeps
	// to some; what the Open refuses they do not open. Empty is no further bound.
	Hosts  []string
	Method string // "" is POST
	URL    string
	Header http.Header // as it is to go out; User-Agent is the Open's unless it is here
	Body   []byte      // sent byte for byte
}

// Class says how far a delivery came.
type Class string

// The classes.
const (
	Answered    Class = "answered"    // with the status of the receipt, whichever
	Forbidden   Class = "forbidden"   // not sent: the address or what it resolves to is not allowed
	Waiting     Class = "waiting"     // not sent: the host's places are taken, or the server is offline or stops
	Unresolved  Class = "unresolved"  // the name does not resolve
	Unreachable Class = "unreachable" // nobody took the connection
	Insecure    Class = "insecure"    // no TLS, too old a TLS, or a certificate that does not hold
	Broken      Class = "broken"      // connected, and broke off or spoke no HTTP
	Silent      Class = "silent"      // no answer in time
)

// Receipt is what became of a delivery. The headers of the answer are not part of it.
type Receipt struct {
	Class      Class
	Status     int           // 0 unless answered
	RetryAfter time.Duration // as the answer asks, 0 to 1 hour; 0 when it does not
	Excerpt    string        // the beginning of the answer, at most 1 KiB, "" when it is no text
	Body       []byte        // the answer whole, where Open.Answer asks for it
	Took       time.Duration // from the dial to the end of the answer
}

// Send makes one request and reads its answer: no copy answers it, no redirect is followed,
// nothing is tried twice (but for a connection found closed before a byte of the request
// was sent). Whatever status comes back is an answer and no error.
//
// The Receipt is filled beside an error too. Kinds of error: Invalid (as from Check),
// Denied (the name resolves into a private network or to this server), Limited (the host's
// places are taken, with RetryAfter), Unavailable (offline, no such host, down, silent,
// broken off), Upstream (no TLS to be trusted, or a body over Open.Answer). A caller who
// leaves gets the error of ctx.
func (c *Client) Send(ctx context.Context, d Delivery) (Receipt, error) {
	o, err := c.outboxOf(d.Policy)
	if err != nil {
		return Receipt{Class: Forbidden}, err
	}
	u, err := o.receiver(d)
	if err != nil {
		o.tell(Denied)
		return Receipt{Class: Forbidden}, err
	}
	if c.offline || o.closed.Load() {
		o.tell(Failed)
		return Receipt{Class: Waiting}, notNow()
	}
	leave, err := o.places.enter(ctx, u.Hostname())
	if full, ok := errors.AsType[crowded](err); ok {
		o.tell(Limited)
		return Receipt{Class: Waiting}, taken(u, full)
	} else if err != nil {
		return Receipt{Class: Waiting}, fmt.Errorf("upstream: %w", err)
	}
	defer leave()
	o.tell(Requested)
	start := time.Now()
	r, err := o.deliver(ctx, u, d)
	r.Took = time.Since(start)
	switch {
	case err == nil || ctx.Err() != nil:
	case r.Class == Forbidden:
		o.tell(Denied)
	default:
		o.tell(Failed)
	}
	return r, err
}

// deliver makes the request within the delivery's time.
func (o *outbox) deliver(ctx context.Context, u *url.URL, d Delivery) (Receipt, error) {
	bounded, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	resp, err := ask(bounded, o.lanes.of(d.Tenant), cmp.Or(d.Method, http.MethodPost), u, d.Body, http.Header{"User-Agent": {o.UserAgent}}, d.Header)
	if unmade, ok := errors.AsType[*unsendable](err); ok {
		return Receipt{Class: Forbidden}, refused(notAnAddress, unquoted(unmade.cause))
	}
	if err != nil {
		return o.undelivered(ctx, u, err)
	}
	defer resp.Body.Close()
	r := Receipt{Class: Answered, Status: resp.StatusCode}
	r.RetryAfter, _ = retryAfter(resp.Header.Get("Retry-After"), o.now())
	body, err := io.ReadAll(io.LimitReader(resp.Body, max(longestAnswer, o.Answer+1)))
	r.Excerpt = excerpt(body)
	switch {
	case o.Answer == 0: // the status is the answer, even when the body broke off
		return r, nil
	case err != nil:
		broken, err := o.undelivered(ctx, u, err)
		r.Class = broken.Class
		return r, err
	case int64(len(body)) > o.Answer:
		return r, fault.E(fault.Upstream, fault.Say("%[1]s sent an answer larger than %[2]d kB.",
			"%[1]s прислал ответ больше %[2]d кБ.", u.Host, o.Answer>>10), nil)
	}
	r.Body = body
	return r, nil
}

// excerpt makes a line for the log of an answer's beginning: text without control and
// direction marks, "" for anything that holds a NUL.
func excerpt(body []byte) string {
	body = body[:min(len(body), longestExcerpt)]
	if bytes.IndexByte(body, 0) >= 0 {
		return ""
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(body), "")))
}
