// Package redistest finds a Redis for tests: the one named by KADRY_TEST_REDIS_URL, else one on
// the standard local port, else one started from the installed binary in a temporary folder.
// Without any, tests that need one are skipped, or fail where CI=true. It is imported by tests
// only.
package redistest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/rueidis"
)

const envURL = "KADRY_TEST_REDIS_URL"

// URL returns the address of a Redis that others may use too: tests make keys of their own.
func URL(t testing.TB) string {
	t.Helper()
	if named := os.Getenv(envURL); named != "" {
		return named
	}
	const local = "redis://127.0.0.1:6379"
	if usable(local) == nil {
		return local
	}
	return Start(t).URL
}

// usable says whether a Redis can be written to.
func usable(address string) error {
	option, err := rueidis.ParseURL(address)
	if err != nil {
		return err
	}
	option.ForceSingleClient, option.DisableCache, option.Dialer.Timeout = true, true, 2*time.Second
	client, err := rueidis.NewClient(option)
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return client.Do(ctx, client.B().Set().Key("kadry:redistest").Value("").PxMilliseconds(1).Build()).Error()
}

// Server is a Redis of one test, to be killed and started again.
type Server struct {
	URL string

	dir  string
	port string
	cmd  *exec.Cmd
	said chan struct{} // closed when the log has been read to its end
}

// Start starts an empty Redis on a free port, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := start(t.TempDir())
	if errors.Is(err, exec.ErrNotFound) {
		const reason = "SKIP: needs Redis: set " + envURL + ", run one on port 6379 or install redis-server"
		if os.Getenv("CI") == "true" {
			t.Fatal(reason)
		}
		t.Skip(reason)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Kill(t) })
	return s
}

func start(dir string) (*Server, error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	if err := listener.Close(); err != nil {
		return nil, err
	}
	s := &Server{URL: fmt.Sprintf("redis://127.0.0.1:%d", port), dir: dir, port: strconv.Itoa(port)}
	return s, s.run()
}

// Again starts a killed server on the port it had, empty.
func (s *Server) Again(t testing.TB) {
	t.Helper()
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) run() error {
	binary, err := exec.LookPath("redis-server")
	if err != nil {
		return err
	}
	//nolint:gosec,noctx // an installed program of this machine; it runs until Kill ends it
	s.cmd = exec.Command(binary, "--port", s.port, "--bind", "127.0.0.1", "--dir", s.dir, "--save", "", "--appendonly", "no")
	log, err := s.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return err
	}
	ready := make(chan error, 1)
	s.said = make(chan struct{})
	go func() {
		defer close(s.said)
		ready <- waitReady(log)
		_, _ = io.Copy(io.Discard, log) // a full pipe would stop the server
	}()
	return <-ready
}

// waitReady reads the server's log up to the line that says it takes connections.
func waitReady(log io.Reader) error {
	var seen strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "Ready to accept connections") {
			return nil
		}
		seen.WriteString(lines.Text() + "\n")
	}
	return fmt.Errorf("redis-server did not start: %s", seen.String())
}

// Kill ends the server at once, if it still runs.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Kill()
	<-s.said
	_ = s.cmd.Wait() // it was killed, and says so
}
