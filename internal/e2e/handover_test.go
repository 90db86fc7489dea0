package e2e

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
)

// freeAddress is an address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String()
}

// A new server takes the address over from an old one, again and again, and no connection is
// refused or cut meanwhile: each request comes over a connection of its own.
func TestDrain_takenOver(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("SKIP: needs SO_REUSEPORT as Linux has it")
	}
	home, addr := t.TempDir(), freeAddress(t)
	start := func() *e2etest.Server {
		s, err := e2etest.Launch([]string{"serve", "--addr", addr, "--takeover"}, e2etest.Environment(home), "")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	old := start()
	ctx, over := context.WithCancel(t.Context())
	defer over()
	var (
		asking   sync.WaitGroup
		answered atomic.Int64
	)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for range 4 {
		asking.Go(func() {
			for ctx.Err() == nil {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/api/v1/tools", nil)
				if err != nil {
					t.Error(err)
					return
				}
				response, err := client.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				_ = response.Body.Close()
				if response.StatusCode != http.StatusOK {
					t.Errorf("status %d", response.StatusCode)
				}
				answered.Add(1)
			}
		})
	}
	stop := func(s *e2etest.Server) {
		t.Helper()
		if err := s.Process.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		<-s.Log.End
		if err := s.Process.Wait(); err != nil {
			t.Errorf("the old server ended with %v:\n%s", err, s.Log)
		}
		if strings.Contains(s.Log.String(), "not handed over") {
			t.Error(s.Log)
		}
	}
	for range effort.Times(2) {
		next, before := start(), answered.Load()
		stop(old)
		old = next
		e2etest.Await(t, func(context.Context) bool { return answered.Load() > before+100 || t.Failed() })
	}
	over()
	asking.Wait()
	stop(old)
}

// A server that is told to stop is found ready by nobody from then on, while it finishes what
// runs: it says so, and then it does not listen any more.
func TestDrain_notReady(t *testing.T) {
	t.Parallel()
	s, lines := ingesting(t)
	if err := s.Process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	e2etest.Await(t, func(ctx context.Context) bool {
		status, err := e2etest.Probe(ctx, s.URL+"/readyz")
		return err != nil || status == http.StatusServiceUnavailable
	})
	if !e2etest.Until(lines, "event: result") {
		t.Error("the call was cut short")
	}
	s.Stop()
}

// A client that holds its request for ever keeps no server from stopping, nor makes a failure
// of that.
func TestDrain_cutShort(t *testing.T) {
	t.Parallel()
	if effort.Times(1) == 1 {
		t.Skip("takes as long as a stop may; `make soak` runs it")
	}
	s := e2etest.Serve(t, e2etest.Options{})
	c := tenant{address: strings.TrimPrefix(s.URL, "http://"), token: e2etest.NewToken(t, s.Home, "slow")}
	defer c.stall(t).Close()
	s.Stop()
	if !strings.Contains(s.Log.String(), "cut short") {
		t.Errorf("nothing was told of it:\n%s", s.Log)
	}
}

// Who is told to stop while it starts ends well, whatever it was about to do.
func TestDrain_stoppedWhileStarting(t *testing.T) {
	t.Parallel()
	for i := range effort.Times(4) {
		home := t.TempDir()
		serve := exec.Command(e2etest.Kadry, "serve", "--addr", "127.0.0.1:0", "--sample")
		serve.Env = e2etest.Environment(home)
		var said strings.Builder
		serve.Stderr = &said
		if err := serve.Start(); err != nil {
			t.Fatal(err)
		}
		// The first sign that it has begun; what it is at by then is left to chance.
		e2etest.Await(t, func(context.Context) bool {
			found, err := filepath.Glob(filepath.Join(home, []string{"kadry.db", "kadry.db*", "seal.key", "*"}[i%4]))
			return err == nil && len(found) > 0
		})
		if err := serve.Process.Signal([]os.Signal{syscall.SIGTERM, os.Interrupt}[i%2]); err != nil {
			t.Fatal(err)
		}
		if err := serve.Wait(); err != nil || strings.Contains(said.String(), "error:") {
			t.Errorf("told to stop at the start: %v\n%s", err, said.String())
		}
	}
}

// Who is told to stop at once after the start of the process either ends well or, when the
// program has not reached its first instruction by then, is ended by the signal itself having
// done nothing: there is no third outcome.
func TestDrain_stoppedAtOnce(t *testing.T) {
	t.Parallel()
	var well, early int
	// From no pause to one in which the program begins, however slow the machine is.
	for pause := time.Duration(0); well < effort.Times(2); pause = pause*5/4 + 4*time.Millisecond {
		if pause > time.Minute {
			t.Fatalf("none of %d got as far as to end well", early)
		}
		home := t.TempDir()
		serve := exec.Command(e2etest.Kadry, "serve", "--addr", "127.0.0.1:0")
		serve.Env = e2etest.Environment(home)
		var said strings.Builder
		serve.Stdout, serve.Stderr = &said, &said
		if err := serve.Start(); err != nil {
			t.Fatal(err)
		}
		<-time.After(pause) // what it is at by then is left to chance
		if err := serve.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		err := serve.Wait()
		status := serve.ProcessState.Sys().(syscall.WaitStatus)
		left, _ := filepath.Glob(filepath.Join(home, "*"))
		switch {
		case err == nil && !strings.Contains(said.String(), "error:"):
			well++
		case status.Signaled() && status.Signal() == syscall.SIGTERM && len(left) == 0 && said.Len() == 0:
			early++
		default:
			t.Fatalf("told to stop at once: %v, left %v\n%s", err, left, said.String())
		}
	}
	t.Logf("%d ended well, %d before they began", well, early)
}
