package outbox_test

import (
	"context"
	"crypto/x509"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/seal"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

// patience is how long a test waits for what must happen; it is for machines that are busy.
const patience = 60 * time.Second

const acme, globex = "acme", "globex"

// conform runs a test of what the outbox promises on every engine, with an empty database.
func conform(t *testing.T, fn func(t *testing.T, b storetest.Bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, fn, jobs.Schema(), outbox.Schema())
}

// clock is time as everything in a test has it. It stands still unless it is set; or it
// begins now and passes as quickly as its speed says, 1 being our own.
type clock struct {
	mu    sync.Mutex
	at    time.Time
	since time.Time
	speed time.Duration
}

func standing() *clock { return &clock{at: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)} }

func quick(speed time.Duration) *clock {
	now := time.Now()
	return &clock{at: now.UTC(), since: now, speed: speed}
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at.Add(time.Since(c.since) * c.speed)
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *clock) step(d time.Duration) { c.set(c.now().Add(d)) }

// arrival is one request as a receiver got it.
type arrival struct {
	path   string
	header http.Header
	body   string
}

func (a arrival) id() string { return a.header.Get(webhook.HeaderID) }

func (a arrival) stamp() webhook.Stamp {
	return webhook.Stamp{
		ID: a.id(), Timestamp: a.header.Get(webhook.HeaderTimestamp), Signature: a.header.Get(webhook.HeaderSignature),
		Signature256: a.header.Get(webhook.HeaderSignature256),
	}
}

// behaviour answers request number n of a receiver, the first being 1.
type behaviour func(n int, w http.ResponseWriter, r *http.Request)

func status(code int) behaviour {
	return func(_ int, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// receiver records what arrives and then behaves.
type receiver struct {
	behave behaviour
	url    string
	roots  *x509.CertPool // of a secure one
	leave  chan struct{}  // closed at the end of the test: for those that hang
	news   chan arrival
	mu     sync.Mutex
	got    []arrival
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // it was broken off and is no arrival
	}
	r.mu.Lock()
	a := arrival{req.URL.Path, req.Header, string(body)}
	r.got = append(r.got, a)
	n := len(r.got)
	r.mu.Unlock()
	r.news <- a
	r.behave(n, w, req)
}

func (r *receiver) arrived() []arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

func (r *receiver) ids() (ids []string) {
	for _, a := range r.arrived() {
		ids = append(ids, a.id())
	}
	return ids
}

func newReceiver(t testing.TB, behave behaviour) *receiver {
	t.Helper()
	return serve(t, behave, (*httptest.Server).Start)
}

func newSecureReceiver(t testing.TB, behave behaviour) *receiver {
	t.Helper()
	return serve(t, behave, (*httptest.Server).StartTLS)
}

func serve(t testing.TB, behave behaviour, start func(*httptest.Server)) *receiver {
	t.Helper()
	r := &receiver{behave: behave, leave: make(chan struct{}), news: make(chan arrival, 1<<16)}
	server := httptest.NewUnstartedServer(r)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // it tells of clients that break off
	start(server)
	r.url = server.URL
	if cert := server.Certificate(); cert != nil {
		r.roots = x509.NewCertPool()
		r.roots.AddCert(cert)
	}
	t.Cleanup(func() {
		close(r.leave)
		server.CloseClientConnections()
		server.Close()
	})
	return r
}

// receive waits for a value as long as a test waits for anything.
func receive[T any](t testing.TB, from <-chan T) T {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case v := <-from:
		return v
	case <-limit.C:
		t.Fatalf("nothing came in %v", patience)
	}
	panic("unreachable")
}

// plan is what differs between the offices of the tests.
type plan struct {
	clock     *clock // standing when nil
	receivers []*receiver
	open      upstream.Open // Inside, Plain and Roots are set
	config    outbox.Config // the rest is set
	jobs      jobs.Config   // Kinds, Clock, Watch, Poll and Lease are set
	idle      bool          // the queue does not run until start is called
}

var testKey = []byte("0123456789abcdef0123456789abcdef")

func newVault(t testing.TB, key []byte) *seal.Vault {
	t.Helper()
	v, err := seal.New(key)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// office is an outbox with its queue and its way out, as one process has them.
type office struct {
	*outbox.Outbox
	db     *store.DB
	queue  *jobs.Queue
	clock  *clock
	way    *upstream.Client
	events chan jobs.Event
	told   chan outbox.Event
}

func newOffice(t testing.TB, db *store.DB, p plan) *office {
	t.Helper()
	o := &office{db: db, clock: p.clock, events: make(chan jobs.Event, 1<<16), told: make(chan outbox.Event, 1<<16)}
	if o.clock == nil {
		o.clock = standing()
	}
	o.way = wayTo(t, p, o.clock)
	c := p.config
	c.DB, c.Now = db, o.clock.now
	c.Watch = func(e outbox.Event) { o.told <- e }
	c.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	if c.Send == nil {
		c.Send = o.way.Send
	}
	if c.Check == nil {
		c.Check = o.way.Check
	}
	if c.Seal == nil {
		c.Seal = newVault(t, testKey)
	}
	j := p.jobs
	j.Log = c.Log
	j.Clock = func(context.Context) (time.Time, error) { return o.clock.now(), nil }
	j.Watch = func(e jobs.Event) {
		if e.What != jobs.Idle {
			o.events <- e
		}
	}
	j.Poll = 5 * time.Millisecond
	j.Lease = 10_000 * time.Hour // the clock is set while jobs run
	var err error
	if o.queue, err = jobs.New(db, j); err != nil {
		t.Fatal(err)
	}
	c.Queue = o.queue
	if o.Outbox, err = outbox.New(c); err != nil {
		t.Fatal(err)
	}
	if !p.idle {
		o.start(t)
	}
	return o
}

// wayTo is the way out to the receivers, which are on this machine.
func wayTo(t testing.TB, p plan, c *clock) *upstream.Client {
	t.Helper()
	open := p.open
	open.Name, open.Plain, open.UserAgent = "hooks", true, "kadry-test"
	for _, r := range p.receivers {
		u, err := url.Parse(r.url)
		if err != nil {
			t.Fatal(err)
		}
		open.Inside = append(open.Inside, u.Host)
		if r.roots != nil && open.Roots == nil {
			open.Roots = r.roots
		}
	}
	way, err := upstream.New(upstream.Config{Open: []upstream.Open{open}, Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = way.Close() })
	return way
}

// start runs the queue until stop is called or the test ends.
func (o *office) start(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() {
		if err := o.queue.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	stop = func() {
		cancel()
		run.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// await passes over events of the queue until n of the given sorts came.
func (o *office) await(t testing.TB, n int, what ...jobs.What) (last jobs.Event) {
	t.Helper()
	for n > 0 {
		if last = receive(t, o.events); slices.Contains(what, last.What) {
			n--
		}
	}
	return last
}

// message is the nth of a stream.
func message(tenant, stream string, n int, url string) outbox.Message {
	return outbox.Message{
		ID: fmt.Sprintf("%s-%s-%d", tenant, stream, n), Tenant: tenant, Stream: stream, Seq: n, Type: "question", URL: url,
		Body: fmt.Appendf(nil, `{"seq":%d,"text":"<b>«%s»</b>"}`, n, stream), At: standing().now(),
	}
}

func (o *office) add(t testing.TB, messages ...outbox.Message) {
	t.Helper()
	o.write(t, func(ctx context.Context, tx *sql.Tx) error {
		for _, m := range messages {
			if err := o.Add(ctx, tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

func (o *office) write(t testing.TB, fn func(ctx context.Context, tx *sql.Tx) error) {
	t.Helper()
	if err := o.db.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func (o *office) perform(t testing.TB, text string, args ...any) {
	t.Helper()
	o.write(t, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text, args...)
		return err
	})
}

func (o *office) count(t testing.TB, text string, args ...any) (n int64) {
	t.Helper()
	err := o.db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, text, args...).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// stream returns the messages of one.
func (o *office) stream(t testing.TB, tenant, stream string) []outbox.Sent {
	t.Helper()
	list, err := o.Messages(t.Context(), tenant, stream)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// states are those of a stream in its order.
func (o *office) states(t testing.TB, tenant, stream string) string {
	t.Helper()
	var states []string
	for _, s := range o.stream(t, tenant, stream) {
		states = append(states, string(s.State))
	}
	return strings.Join(states, " ")
}

func (o *office) rotate(t testing.TB, tenant string, overlap time.Duration) webhook.Secret {
	t.Helper()
	text, err := o.Rotate(t.Context(), tenant, overlap)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := webhook.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}
