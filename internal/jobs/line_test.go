package jobs

import (
	"context"
	"database/sql"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// line is a telephone line to a database server that a test can cut and mend.
type line struct {
	url     string // of the database, over the line
	server  string
	refused atomic.Int64 // calls while it was cut
	isCut   atomic.Bool
	wg      sync.WaitGroup

	mu    sync.Mutex
	calls map[net.Conn]struct{}
}

func newLine(t *testing.T, database string) *line {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{server: address.Host, calls: map[net.Conn]struct{}{}}
	address.Host = listener.Addr().String()
	l.url = address.String()
	l.wg.Go(func() {
		for {
			caller, err := listener.Accept()
			if err != nil {
				return
			}
			l.wg.Go(func() { l.connect(caller) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		l.cut()
		l.wg.Wait()
	})
	return l
}

func (l *line) connect(caller net.Conn) {
	if l.isCut.Load() {
		l.refused.Add(1)
		_ = caller.Close()
		return
	}
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		_ = caller.Close()
		return
	}
	l.mu.Lock()
	l.calls[caller], l.calls[server] = struct{}{}, struct{}{}
	l.mu.Unlock()
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{caller, server}, {server, caller}} {
		both.Go(func() {
			_, _ = io.Copy(way[0], way[1]) // ends when either side hangs up
			_ = way[0].Close()
		})
	}
	both.Wait()
	l.mu.Lock()
	delete(l.calls, caller)
	delete(l.calls, server)
	l.mu.Unlock()
}

// cut breaks every call and refuses new ones until the line is mended.
func (l *line) cut() {
	l.isCut.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	for conn := range l.calls {
		_ = conn.Close()
	}
}

func (l *line) mend(t *testing.T) {
	t.Helper()
	l.isCut.Store(false)
}

// holdFor is a transaction that writes, and holds the file while fn runs.
func holdFor(t *testing.T, fn func()) func(ctx context.Context, tx *sql.Tx) error {
	t.Helper()
	return func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM effect")
		fn()
		return err
	}
}
