package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"kadry/internal/fault"
)

// How long a server that stops still takes the connections that were on their way to it, and
// waits for the request of each.
const (
	lastAccepts = 100 * time.Millisecond
	lastRequest = 5 * time.Second
)

// listener is a listening address that can be handed over to another process.
type listener struct{ *net.TCPListener }

// listen takes the address. Where the system lets processes share one, another process can
// listen beside this one later; this one does so beside another if takeover says so, and
// otherwise finds the address taken.
func listen(ctx context.Context, addr string, takeover bool) (listener, error) {
	if !takeover && !strings.HasSuffix(addr, ":0") {
		alone, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		if err != nil {
			return listener{}, errTaken(addr, err)
		}
		if err := alone.Close(); err != nil {
			return listener{}, errTaken(addr, err)
		}
	}
	shared := net.ListenConfig{Control: share}
	shared.SetMultipathTCP(false) // its sockets cannot be steered away from
	l, err := shared.Listen(ctx, "tcp", addr)
	if err != nil {
		return listener{}, errTaken(addr, err)
	}
	return listener{l.(*net.TCPListener)}, nil
}

func errTaken(addr string, cause error) error {
	return fault.E(fault.Unavailable, fault.Say("Cannot listen on %s.", "Не удалось занять адрес %s.", addr), cause).
		WithHint(fault.Say("Is another server running there? Choose a free address with --addr, or take it over with --takeover.",
			"Возможно, там уже работает другой сервер. Выберите свободный адрес через --addr или замените его через --takeover."))
}

// handOver ends the listening: connections that are on their way are still accepted, new ones
// go to the process that listens beside this one, if there is one.
func (l listener) handOver() error {
	err := steerAway(l.TCPListener)
	if late := l.SetDeadline(time.Now().Add(lastAccepts)); late != nil {
		return errors.Join(err, late, l.Close())
	}
	return err
}

// Accept implements net.Listener. Only handOver sets a deadline. One that passed while the
// process had no time to look leaves connections behind, so it looks once more.
func (l listener) Accept() (net.Conn, error) {
	conn, err := l.TCPListener.Accept()
	if errors.Is(err, os.ErrDeadlineExceeded) && l.SetDeadline(time.Now().Add(lastAccepts)) == nil {
		conn, err = l.TCPListener.Accept()
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = net.ErrClosed
	}
	return conn, err
}

// conns are the connections of a server that a request is on or may come on: those that are
// new or have one. http.Server.Shutdown drops a request that it has read and not begun.
type conns struct {
	changed chan struct{} // at least once after a change

	mu     sync.Mutex
	states map[net.Conn]http.ConnState
}

func newConns() *conns {
	return &conns{changed: make(chan struct{}, 1), states: map[net.Conn]http.ConnState{}}
}

// saw is told of every change; see http.Server.ConnState.
func (c *conns) saw(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.states, conn)
	if state == http.StateNew || state == http.StateActive {
		c.states[conn] = state
	}
	select {
	case c.changed <- struct{}{}:
	default:
	}
}

// any reports whether a connection is in a state.
func (c *conns) any(state http.ConnState) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.states {
		if s == state {
			return true
		}
	}
	return false
}

// none waits until no connection is in a state.
func (c *conns) none(ctx context.Context, state http.ConnState) error {
	for c.any(state) {
		select {
		case <-c.changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
