package storetest

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// Relay leads to a PostgreSQL server until the test cuts or silences it.
type Relay struct {
	URL     string       // of the database, through the relay
	Refused atomic.Int64 // connections while it was cut

	listener net.Listener
	server   string
	running  sync.WaitGroup

	mu      sync.Mutex
	state   state
	changed chan struct{} // closed when the state changes
	open    map[net.Conn]struct{}
}

type state int

const (
	passing state = iota
	refusing
	silent
)

// NewRelay leads to the server of a database until the test ends.
func NewRelay(t testing.TB, database string) *Relay {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	var config net.ListenConfig
	listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &Relay{listener: listener, server: address.Host, changed: make(chan struct{}), open: map[net.Conn]struct{}{}}
	address.Host = listener.Addr().String()
	r.URL = address.String()
	r.running.Go(r.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		r.Cut()
		r.running.Wait()
	})
	return r
}

// Cut breaks every connection and refuses new ones.
func (r *Relay) Cut() { r.set(refusing) }

// Silence keeps every connection open and swallows what is sent.
func (r *Relay) Silence() { r.set(silent) }

// Mend lets bytes pass again, those held back by Silence first.
func (r *Relay) Mend() { r.set(passing) }

func (r *Relay) set(s state) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = s
	close(r.changed)
	r.changed = make(chan struct{})
	if s != refusing {
		return
	}
	for conn := range r.open {
		_ = conn.Close() // the other side notices, which is the point
	}
}

func (r *Relay) accept() {
	for {
		near, err := r.listener.Accept()
		if err != nil {
			return
		}
		r.running.Go(func() { r.carry(near) })
	}
}

func (r *Relay) carry(near net.Conn) {
	if !r.take(near) {
		r.Refused.Add(1)
		return
	}
	defer r.drop(near)
	var dialer net.Dialer
	far, err := dialer.DialContext(context.Background(), "tcp", r.server)
	if err != nil || !r.take(far) {
		return
	}
	var back sync.WaitGroup
	back.Go(func() {
		r.pass(near, far)
		r.drop(near)
	})
	r.pass(far, near)
	r.drop(far)
	back.Wait()
}

// take keeps a connection to be cut, or closes it when the relay is cut already.
func (r *Relay) take(conn net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.state == refusing {
		_ = conn.Close()
		return false
	}
	r.open[conn] = struct{}{}
	return true
}

func (r *Relay) drop(conn net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, conn)
	_ = conn.Close() // the other side may have been faster
}

// pass copies what comes from one side to the other, and holds it while the relay is silent.
func (r *Relay) pass(to io.Writer, from io.Reader) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		r.hold()
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (r *Relay) hold() {
	for {
		r.mu.Lock()
		state, changed := r.state, r.changed
		r.mu.Unlock()
		if state != silent {
			return
		}
		<-changed
	}
}
