package pgtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// server is a PostgreSQL that runs for the tests of one package only.
type server struct {
	url  string
	dir  string
	cmd  *exec.Cmd
	said chan struct{} // closed when the log has been read to its end
}

// start runs a server on a free port. Its data need no safety: fsync is off.
func start() (*server, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "kadry-postgres-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir}
	if err := s.run(bin); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func (s *server) run(bin string) error {
	// initdb and postgres refuse to run as root.
	lower, err := unprivileged(s.dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	data := filepath.Join(s.dir, "data")
	//nolint:gosec // the program is the installed server's own, found on this machine
	initdb := exec.CommandContext(ctx, filepath.Join(bin, "initdb"),
		"-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = lower, s.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	port, err := freePort(ctx)
	if err != nil {
		return err
	}
	s.url = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	//nolint:gosec,noctx // an installed program of this machine; it runs for as long as the tests and stop ends it
	s.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", s.dir,
		"-c", "listen_addresses=127.0.0.1", "-p", strconv.Itoa(port), "-c", "fsync=off", "-c", "lc_messages=C")
	s.cmd.SysProcAttr, s.cmd.Dir = lower, s.dir
	log, err := s.cmd.StderrPipe()
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
	if err := <-ready; err != nil {
		return errors.Join(err, s.stop())
	}
	return nil
}

// waitReady reads the server's log up to the line that says it takes connections.
func waitReady(log io.Reader) error {
	var seen strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "ready to accept connections") {
			return nil
		}
		seen.WriteString(lines.Text() + "\n")
	}
	return fmt.Errorf("postgres did not start: %s", seen.String())
}

// stop asks for a fast shutdown and waits for it.
func (s *server) stop() error {
	err := s.cmd.Process.Signal(os.Interrupt)
	if errors.Is(err, os.ErrProcessDone) {
		err = nil
	}
	<-s.said
	return errors.Join(err, s.cmd.Wait(), os.RemoveAll(s.dir))
}

// binaries returns the folder of the newest installed server.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	best, newest := "", -1
	for _, path := range found {
		bin := filepath.Dir(path)
		major, err := strconv.Atoi(filepath.Base(filepath.Dir(bin)))
		if err == nil && major > newest {
			best, newest = bin, major
		}
	}
	if best == "" {
		return "", errors.New("initdb is not installed")
	}
	return best, nil
}

func freePort(ctx context.Context) (int, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	return port, listener.Close()
}
