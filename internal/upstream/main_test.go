package upstream_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kadry/internal/upstream"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(writerFolder); folder != "" {
		writeUntilKilled(folder)
		return
	}
	goleak.VerifyTestMain(m)
}

// town is a network in memory: whatever host is dialled, its one server answers. Inside a
// synctest bubble its time is the bubble's.
type town struct {
	serve func(net.Conn) // one connection
	down  atomic.Bool    // nobody answers
	dials atomic.Int64

	mu      sync.Mutex
	at      []time.Time // of each request
	paths   []string
	now     int
	most    int // requests at one time
	serving sync.WaitGroup
	server  *http.Server
	conns   chan net.Conn
	closed  chan struct{}
}

var errDown = errors.New("connection refused")

func newTown(tb testing.TB, page http.HandlerFunc) *town {
	tb.Helper()
	w := &town{conns: make(chan net.Conn), closed: make(chan struct{})}
	w.server = &http.Server{Handler: w.counted(page), ErrorLog: nil}
	w.serving.Go(func() { _ = w.server.Serve(w) })
	tb.Cleanup(func() {
		_ = w.server.Close()
		w.serving.Wait()
	})
	return w
}

func (w *town) counted(page http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if w.down.Load() {
			panic(http.ErrAbortHandler) // cuts the connection
		}
		w.mu.Lock()
		w.at = append(w.at, time.Now())
		w.paths = append(w.paths, r.URL.RequestURI())
		w.now++
		w.most = max(w.most, w.now)
		w.mu.Unlock()
		defer func() {
			w.mu.Lock()
			w.now--
			w.mu.Unlock()
		}()
		page(rw, r)
	}
}

func (w *town) Accept() (net.Conn, error) {
	select {
	case conn := <-w.conns:
		return conn, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *town) Close() error {
	select {
	case <-w.closed:
	default:
		close(w.closed)
	}
	return nil
}

func (w *town) Addr() net.Addr { return &net.TCPAddr{} }

func (w *town) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	w.dials.Add(1)
	if w.down.Load() {
		return nil, errDown
	}
	ours, theirs := net.Pipe()
	if w.serve != nil {
		w.serving.Go(func() {
			defer theirs.Close()
			w.serve(theirs)
		})
		return ours, nil
	}
	select {
	case w.conns <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *town) requests() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.at)
}

// gaps are the times between the starts of requests.
func (w *town) gaps() []time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	var gaps []time.Duration
	for i := 1; i < len(w.at); i++ {
		gaps = append(gaps, w.at[i].Sub(w.at[i-1]))
	}
	return gaps
}

// plain is a policy that waits for nothing and keeps pages for an hour.
func plain() upstream.Policy {
	return upstream.Policy{
		Name: "town", Suffixes: []string{".town.test"}, Attempts: 1, AtOnce: 8,
		Lifetimes: map[upstream.Kind]time.Duration{"page": time.Hour, "picture": upstream.Forever},
	}
}

func client(tb testing.TB, w *town, cfg upstream.Config, p upstream.Policy) *upstream.Client {
	tb.Helper()
	cfg.Policies = []upstream.Policy{p}
	c, err := upstream.NewOn(cfg, w.dial)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close() })
	return c
}

func page(path string) upstream.Request {
	return upstream.Request{URL: "http://front.town.test/" + path, Kind: "page"}
}

func again(path string) upstream.Request {
	r := page(path)
	r.Revalidate = true
	return r
}

func text(body string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, body) }
}

func happened(c *upstream.Client, what string) int64 { return c.Stats()[0].Happened[what] }
