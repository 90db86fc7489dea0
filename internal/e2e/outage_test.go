package e2e

import (
	"errors"
	"fmt"
	"io"
	"kadry/internal/e2e/e2etest"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"kadry/internal/store/pgtest"
)

// PostgreSQL that goes away is answered with words and the right status, and a server
// that is up when it comes back needs no restart.
func TestOutage_refused(t *testing.T) {
	t.Parallel()
	s, w := overWire(t)
	const query = `{"required_skills":["Go"]}`
	before := s.REST().Post(t, "search_by_skills", query).Facts(t)
	id := fmt.Sprintf(`{"candidate_id":%q}`, before.Candidates[0].ID)

	w.set(refusing)
	for operation, input := range map[string]string{
		"search_by_skills": query, "get_candidate_details": id, "ingest_cv": `{"text":"Nina Example, Go developer"}`,
	} {
		p := s.REST().Post(t, operation, input).Refused(t, 503, "unavailable")
		if !strings.Contains(p.Detail, "database") || p.Hint == "" {
			t.Errorf("%s: the words are %+v", operation, p)
		}
		s.MCP("").Call(t, operation, input).Refused(t, "unavailable")
	}
	s.AwaitReady(t, http.StatusServiceUnavailable)
	if status, err := e2etest.Probe(t.Context(), s.URL+"/healthz"); err != nil || status != http.StatusOK {
		t.Errorf("the process itself is well, yet /healthz: %d, %v", status, err)
	}

	w.set(passing)
	s.AwaitReady(t, http.StatusOK)
	if after := s.REST().Post(t, "search_by_skills", query).Facts(t); after.Total != before.Total || after.Total == 0 {
		t.Errorf("found %d before and %d after", before.Total, after.Total)
	}
	s.REST().Post(t, "get_candidate_details", id).Ok(t)
}

// A network that swallows everything refuses nothing, and is noticed all the same.
func TestOutage_silent(t *testing.T) {
	t.Parallel()
	s, w := overWire(t)
	w.set(silent)
	s.AwaitReady(t, http.StatusServiceUnavailable)
	if got := s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`); got.Status != http.StatusServiceUnavailable {
		t.Errorf("search: status %d, want 503: %s", got.Status, got.Body)
	}
	w.set(passing)
	s.AwaitReady(t, http.StatusOK)
	s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Ok(t)
}

// overWire starts a server with the bundled CVs that reaches PostgreSQL over a wire.
func overWire(t *testing.T) (*e2etest.Server, *wire) {
	t.Helper()
	address, err := url.Parse(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	w := newWire(t, address.Host)
	address.Host = w.listener.Addr().String()
	return e2etest.Serve(t, e2etest.Options{Env: []string{"KADRY_DATABASE_URL=" + address.String()}, Args: []string{"--sample"}}), w
}

type wireState int

const (
	passing wireState = iota
	refusing
	silent
)

// wire is a TCP proxy that can be cut.
type wire struct {
	listener net.Listener
	target   string

	mu      sync.Mutex
	state   wireState
	changed chan struct{} // closed when the state changes
	open    map[net.Conn]bool
	busy    sync.WaitGroup
}

func newWire(t *testing.T, target string) *wire {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: listener, target: target, changed: make(chan struct{}), open: map[net.Conn]bool{}}
	w.busy.Go(w.accept)
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
		w.set(refusing)
		w.busy.Wait()
	})
	return w
}

// set changes what happens to bytes; refusing ends the connections that are open.
func (w *wire) set(state wireState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.state = state
	close(w.changed)
	w.changed = make(chan struct{})
	if state == silent {
		return
	}
	for conn := range w.open {
		_ = conn.Close() // the other side notices, which is the point
	}
}

func (w *wire) accept() {
	for {
		near, err := w.listener.Accept()
		if err != nil {
			return
		}
		w.mu.Lock()
		refused := w.state == refusing
		w.open[near] = true
		w.mu.Unlock()
		if refused {
			w.close(near)
			continue
		}
		w.busy.Go(func() { w.carry(near) })
	}
}

func (w *wire) carry(near net.Conn) {
	defer w.close(near)
	far, err := (&net.Dialer{}).Dial("tcp", w.target)
	if err != nil {
		return
	}
	w.mu.Lock()
	w.open[far] = true
	w.mu.Unlock()
	var back sync.WaitGroup
	back.Go(func() {
		w.pass(near, far)
		w.close(near)
	})
	w.pass(far, near)
	w.close(far)
	back.Wait()
}

// pass copies what comes from one side to the other, and holds it while the wire is silent.
func (w *wire) pass(to io.Writer, from io.Reader) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := from.Read(buffer)
		w.hold()
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

func (w *wire) hold() {
	for {
		w.mu.Lock()
		state, changed := w.state, w.changed
		w.mu.Unlock()
		if state != silent {
			return
		}
		<-changed
	}
}

func (w *wire) close(conn net.Conn) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, conn)
	if err := conn.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		return // the other side was faster
	}
}
