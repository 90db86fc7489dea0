// Package upstream is the only way out: every byte kadry reads from another system comes
// through here. A policy per host says how often, how many at once, what is worth a second
// try and how long an answer keeps; around it stand a guard against private addresses and
// redirects off the list, robots.txt, a breaker, and a cache on disk that can answer when
// the other side cannot. It knows nothing of what the bytes mean.
//
// A request passes, from the outside in: cache, flight (equal requests share one), tries,
// redirects, robots.txt, breaker, daily budget, queue, connection. Each is one file.
//
// A delivery to a host that a caller names (Send) goes another way, from the outside in:
// address, place among the deliveries to that host, connection of the tenant.
package upstream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"kadry/internal/fault"
)

// Kind names a sort of page, "problem" or "catalogue"; it chooses the lifetime of a copy.
type Kind string

// Policy is how one group of hosts is treated. All of them share one queue, breaker and
// budget; the first two are the process's own, the budget is the folder's. A zero field
// means what its comment says.
type Policy struct {
	Name string // in metrics and messages, and in file names: a-z, 0-9 and dashes
	// Suffixes are the hosts: ".sdamgia.ru" is that domain and everything below it on ports
	// 80 and 443, "api.example.org" that one host on them, "127.0.0.1:9000" that host and port.
	Suffixes []string
	// Below narrows the policy to paths that begin so, for parts of a host with limits of their
	// own; "" is every path. Such a policy stands before that of the whole host.
	Below     string
	Private   bool          // hosts may lie on private addresses; every one must be named as host:port
	PerSecond float64       // requests this process starts a second at most; 0 is unlimited
	Jitter    float64       // the gap between requests is lengthened by a random share of up to this, 0-1
	AtOnce    int           // requests in flight; 0 is 2
	Daily     int           // requests in a UTC day; 0 is unlimited
	Attempts  int           // tries of one request, the first included; 0 is 4
	Backoff   time.Duration // before the second try, doubled for each further one; 0 is 1 s
	Timeout   time.Duration // of one attempt, body included; 0 is 30 s
	MaxBytes  int64         // of a body, decompressed; 0 is 16 MiB
	UserAgent string        // "" is "kadry"; robots.txt is read for its first word
	Robots    bool          // honour robots.txt
	Header    http.Header   // sent with every request
	Lifetimes map[Kind]time.Duration
	Negative  time.Duration // how long a 404, a 410 or a NotFound of Accept is remembered; 0 is not at all
	// LongestWait bounds every wait a caller may be put to, in the queue or for a
	// Retry-After. What is longer is told to the caller instead of waited for. 0 is 1 min.
	LongestWait time.Duration
}

// Forever is the lifetime of content that never changes under its address.
const Forever = time.Duration(1<<63 - 1)

// Config is what a Client is made of.
type Config struct {
	Policies   []Policy // the first that covers a host is its policy; no policy, no request
	Open       []Open   // for Send; the first is the one of deliveries that name none
	Folder     string   // of the cache and the budgets; empty keeps nothing over a restart
	CacheBytes int64    // the cache is swept to below this; 0 is unbounded
	Offline    bool     // never dial
	Logger     *slog.Logger
	// Now is the calendar: ages of copies, days of budgets, dates in Retry-After. Waiting
	// goes by the process's own timers. nil is time.Now.
	Now func() time.Time
	// Count is told of everything that happened, from many goroutines; it must not call the
	// client. nil is nobody.
	Count func(Event)
}

// ErrAbsent is in the error of an Accept that read the other side's own word for absence.
var ErrAbsent = errors.New("upstream: absent by its own word")

// Request asks for one address, by GET where Query is nil.
type Request struct {
	URL  string
	Kind Kind
	// Query is sent as the body of a POST that only reads, as GraphQL has it: such a request
	// may be tried again, and its answer may be kept.
	Query []byte
	// Header is sent besides the policy's, and not to another host that a redirect names. It is
	// part of what a copy is kept under, so that nobody reads what another credential fetched.
	Header     http.Header
	Revalidate bool // ask even when a copy is within its lifetime
	// Accept says whether a 2xx body is what was asked for. What it refuses is not kept, so
	// a page with a captcha never stands in for the real one: an older copy answers instead,
	// marked stale, and with no copy the error of Accept reaches the caller as it is. One that
	// is a NotFound says that nothing stands there, under whatever status: that is remembered
	// as a 404 is where there is no older copy, and takes an older copy away where it is an
	// ErrAbsent as well: the word of the other side, and no guess from what a page looks like.
	// Equal requests (address, kind, Revalidate) at one time share one answer and with it
	// the Accept of the first. It runs on a goroutine of its own, and may still run when a
	// caller who did not wait for the answer has left Get.
	Accept func(Response) error
}

// Response is an answer. Its body is whole and belongs to the caller.
type Response struct {
	URL       string // after redirects
	Status    int
	Header    http.Header // without cookies
	Body      []byte      // decompressed, in the charset of the sender
	FetchedAt time.Time   // when the other side last sent or confirmed it
	FromCache bool        // no request was made for it
	Stale     bool        // a copy that the other side should have confirmed and could not
	// Requests is how many HTTP requests left for it, tries and redirects included, up to
	// the moment it is told; also beside an error. Callers who share an answer are each told
	// all of them. Reading a robots.txt is the client's own affair and is not counted.
	Requests int
}

// Client reads from other systems. It is safe for concurrent use, and several clients in
// several processes may share one folder.
type Client struct {
	sites    []*site
	outboxes []*outbox
	cache    *cache
	flights  *flights
	robots   *robots
	offline  bool
	now      func() time.Time
	count    func(Event)
}

// New checks the configuration and returns a client. Close it.
func New(cfg Config) (*Client, error) { return open(cfg, network{}) }

// open is New on a given network, which tests replace.
func open(cfg Config, way network) (*Client, error) {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Count == nil {
		cfg.Count = func(Event) {}
	}
	calendar := cfg.Now
	if calendar == nil {
		calendar = time.Now
	}
	cfg.Now = func() time.Time { return calendar().Round(0).UTC() } // as it is read back from a copy
	c := &Client{
		flights: newFlights(), robots: newRobots(),
		offline: cfg.Offline, now: cfg.Now, count: cfg.Count,
	}
	var err error
	if c.cache, err = openCache(cfg.Folder, cfg.CacheBytes, cfg.Logger); err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, p := range cfg.Policies {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("upstream: policy %q: %w", p.Name, err)
		}
		if taken[p.Name] {
			return nil, fmt.Errorf("upstream: policy %q is given twice", p.Name)
		}
		taken[p.Name] = true
		c.sites = append(c.sites, newSite(p.filled(), cfg, way))
	}
	for _, o := range cfg.Open {
		if err := o.check(); err != nil {
			return nil, fmt.Errorf("upstream: deliveries %q: %w", o.Name, err)
		}
		if taken[o.Name] {
			return nil, fmt.Errorf("upstream: the name %q is given twice", o.Name)
		}
		taken[o.Name] = true
		c.outboxes = append(c.outboxes, newOutbox(o.filled(), cfg, way))
	}
	return c, nil
}

// Get answers a request from the cache or from the other side.
//
// A 2xx answer comes with no error. Any other status is an error, and the Response beside
// it still carries status, header and what was read of the body. Kinds of error:
// Invalid (not an address), Denied (the host is on no policy, its address is private, or
// its robots.txt forbids the page), NotFound (404, 410), Limited (429, queue, daily
// budget; with RetryAfter), Unavailable (offline, down, silent, breaker open), Upstream
// (any other bad answer: redirect off the list, too large, 4xx, 5xx).
//
// When the other side cannot be asked or answers badly (anything but Denied and NotFound)
// and there is a copy of any age, the copy answers with Stale set and no error. With a copy
// at hand and a deadline in ctx, it answers before the deadline passes.
func (c *Client) Get(ctx context.Context, r Request) (Response, error) {
	u, s, err := c.route(r.URL)
	if err != nil {
		return Response{}, err
	}
	w := wanted(r, u, s)
	old, found := c.cache.read(w.name())
	switch {
	case found && !w.revalidate && s.fresh(old, c.now()):
		return w.fromCopy(old)
	case c.offline && found:
		return w.fromStale(old, s.offline())
	case c.offline:
		return Response{}, w.failed(s.offline())
	}
	if !old.usable() {
		return c.flights.join(ctx, w.flight(), func(ctx context.Context) (Response, error) { return c.ask(ctx, w) })
	}
	return c.getBefore(ctx, w, old)
}

// getBefore asks for a page of which there is a copy, leaving time to answer with the copy
// before the caller's deadline: an answer that comes too late to be used is none.
func (c *Client) getBefore(ctx context.Context, w want, old entry) (Response, error) {
	waiting, stop := ctx, context.CancelFunc(func() {})
	if deadline, ok := ctx.Deadline(); ok {
		waiting, stop = context.WithTimeout(ctx, time.Until(deadline)/4*3)
	}
	defer stop()
	res, err := c.flights.join(waiting, w.flight(), func(ctx context.Context) (Response, error) { return c.ask(ctx, w) })
	if err != nil && waiting.Err() != nil && ctx.Err() == nil {
		sent := res.Requests
		res, err = w.fromStale(old, w.site.silent(err))
		res.Requests = sent
	}
	return res, err
}

// Close ends what is under way and waits for it; those who wait for an answer get an
// Unavailable. A delivery under way is its caller's: it comes to its end. It returns nil.
func (c *Client) Close() error {
	c.flights.close(fault.E(fault.Unavailable, fault.Say("The server is stopping.", "Сервер останавливается."), nil))
	for _, s := range c.sites {
		s.wire.CloseIdleConnections()
	}
	for _, o := range c.outboxes {
		o.close()
	}
	return nil
}

var _ io.Closer = (*Client)(nil)
