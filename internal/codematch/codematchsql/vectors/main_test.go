package vectors_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// database is the address of the server that the tests of this package share, "" when there
// is none, and why.
var (
	database string
	reason   error
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) (code int) {
	server, err := start()
	if err != nil {
		reason = err
		return m.Run()
	}
	database = fmt.Sprintf("postgres://postgres:postgres@127.0.0.1:%s/postgres?sslmode=disable&default_query_exec_mode=cache_describe", server.port)
	code = m.Run()
	if err := server.stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stop pgvector:", err)
		code = max(code, 1)
	}
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// server is a PostgreSQL with pgvector in a process of Node, as tools/pgvector says.
type server struct {
	port    string
	process *exec.Cmd
	input   io.Closer
}

func start() (*server, error) {
	folder := filepath.Join("..", "..", "..", "..", "tools", "pgvector")
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		return nil, err
	}
	process := exec.Command("node", "server.mjs")
	process.Dir, process.Stderr = folder, os.Stderr
	input, err := process.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := process.Start(); err != nil {
		return nil, err
	}
	impatience := time.AfterFunc(2*time.Minute, func() { _ = process.Process.Kill() })
	defer impatience.Stop()
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		return nil, errors.Join(err, process.Process.Kill(), process.Wait())
	}
	return &server{port: strings.TrimSpace(line), process: process, input: input}, nil
}

// stop ends the process by ending its input.
func (s *server) stop() error {
	impatience := time.AfterFunc(20*time.Second, func() { _ = s.process.Process.Kill() })
	defer impatience.Stop()
	return errors.Join(s.input.Close(), s.process.Wait())
}
