package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// product is the program under test.
type product struct{ path string }

// buildProduct compiles cmd/kadry of the project into dir.
func buildProduct(ctx context.Context, dir string) (product, error) {
	path := filepath.Join(dir, "kadry")
	build := exec.CommandContext(ctx, "go", "build", "-o", path, "./cmd/kadry")
	build.Dir = root
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return product{}, fmt.Errorf("load: build: %w", err)
	}
	return product{path}, nil
}

// place is where candidates are kept: an embedded database in a folder, or PostgreSQL.
type place struct {
	name   string // for the report
	folder string // always set: tokens and, on SQLite, the database
	url    string // of PostgreSQL, else empty
}

// command runs the product on a place, free of the settings of the shell it runs in.
func (p product) command(ctx context.Context, at place, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, p.path, args...)
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "KADRY_") && !strings.HasPrefix(pair, "GOGC=") && !strings.HasPrefix(pair, "GOMEMLIMIT=") {
			c.Env = append(c.Env, pair)
		}
	}
	// The limit of calls a minute is meant for one caller, not for a measurement.
	c.Env = append(c.Env, "KADRY_DATA="+at.folder, "KADRY_DATABASE_URL="+at.url, "KADRY_RATE_PER_MINUTE=0", "KADRY_LANG=en")
	c.Dir = at.folder // no kadry.toml is here
	return c
}

// ingested is what one run of ingest-cv did.
type ingested struct {
	Added      int `json:"added"`
	Duplicates int `json:"duplicates"`
	Rejected   int `json:"rejected"`

	seen int // files that were told of before the end
	took time.Duration
}

// ingest takes in a folder of CVs. Once it told of so many files, when killAfter is set, the
// process is killed, as by a power cut.
func (p product) ingest(ctx context.Context, at place, cvs string, killAfter int) (done ingested, err error) {
	c := p.command(ctx, at, "talent", "ingest-cv", "--path", cvs, "--output", "json")
	var answer bytes.Buffer
	c.Stdout = &answer
	told, err := c.StderrPipe()
	if err != nil {
		return ingested{}, fmt.Errorf("load: ingest: %w", err)
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		return ingested{}, fmt.Errorf("load: ingest: %w", err)
	}
	last := ""
	for lines := bufio.NewScanner(told); lines.Scan(); {
		last = lines.Text()
		_, _ = fmt.Sscanf(last, "%d/", &done.seen) // other lines tell of no file
		if killAfter > 0 && done.seen >= killAfter {
			if err := c.Process.Kill(); err != nil {
				return done, fmt.Errorf("load: kill: %w", err)
			}
		}
	}
	err = c.Wait()
	done.took = time.Since(start)
	switch {
	case killAfter > 0:
		return done, nil
	case err != nil:
		return done, fmt.Errorf("load: ingest: %w: %s", err, last)
	}
	if err := json.Unmarshal(answer.Bytes(), &done); err != nil {
		return done, fmt.Errorf("load: ingest: %w", err)
	}
	return done, nil
}

// server is a running `kadry serve`.
type server struct {
	command *exec.Cmd
	url     string
	ready   time.Duration // from the start of the process to its first answer
	log     chan error    // closed when stderr has ended
}

// serve starts a server on a free port and waits until it says that it is ready.
func (p product) serve(ctx context.Context, at place, flags ...string) (*server, error) {
	c := p.command(ctx, at, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
	stderr, err := c.StderrPipe()
	if err != nil {
		return nil, fmt.Errorf("load: serve: %w", err)
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("load: serve: %w", err)
	}
	s := &server{command: c, log: make(chan error)}
	log := bufio.NewReader(stderr)
	s.url, err = address(log)
	if err == nil {
		err = answers(ctx, s.url+"/readyz")
	}
	s.ready = time.Since(start)
	go func() {
		defer close(s.log)
		_, _ = io.Copy(io.Discard, log) // a full pipe would stop the server
	}()
	if err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// address reads the log up to the line that says where the server listens.
func address(log *bufio.Reader) (string, error) {
	for {
		line, err := log.ReadBytes('\n')
		if err != nil {
			return "", fmt.Errorf("load: the server did not start: %w", err)
		}
		var said struct {
			Page string `json:"page"`
		}
		if json.Unmarshal(line, &said) == nil && said.Page != "" {
			return said.Page, nil
		}
	}
}

func answers(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return fmt.Errorf("load: ready: %w", err)
	}
	client := http.Client{Timeout: 10 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("load: ready: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("load: ready: %s", response.Status)
	}
	return nil
}

// stop ends the server as its operator would, and says when it did not end well.
func (s *server) stop() error {
	err := s.command.Process.Signal(os.Interrupt)
	if errors.Is(err, os.ErrProcessDone) {
		err = nil
	}
	<-s.log
	return errors.Join(err, s.command.Wait())
}
