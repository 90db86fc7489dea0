// Package e2etest runs the product as its users do: it builds the binary, starts servers,
// speaks MCP and REST without a library, and runs scripts. Tests of the whole and of each
// room over the binary are written with it.
package e2etest

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/store/pgtest"

	"github.com/jackc/pgx/v5"
)

// StartTime bounds how long a server may take until it answers; a loaded machine is slow.
const StartTime = time.Minute

// Web is the client of every test; an answer that takes a minute never comes.
var Web = &http.Client{Timeout: time.Minute}

// Environment is what a process of the product sees: nothing of the person who runs the
// tests, so that their settings change no result, and no other system.
func Environment(home string, extra ...string) []string {
	return append([]string{
		"HOME=" + home, "KADRY_DATA=" + home, "LANG=C", "KADRY_OFFLINE=true", "TMPDIR=" + os.TempDir(),
		"PATH=" + filepath.Dir(Kadry) + string(os.PathListSeparator) + os.Getenv("PATH"),
	}, extra...)
}

// Outcome is how a command ended.
type Outcome struct {
	Stdout, Stderr string
	Code           int
}

// Command runs the product to its end.
func Command(t testing.TB, env []string, args ...string) Outcome {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Kadry, args...)
	cmd.Env = env
	return Finish(t, cmd)
}

// Finish runs a command to its end, well or not.
func Finish(t testing.TB, cmd *exec.Cmd) Outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		t.Fatalf("%s: %v", cmd, err)
	}
	return Outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// Succeed runs the product and returns what it printed.
func Succeed(t testing.TB, env []string, args ...string) string {
	t.Helper()
	got := Command(t, env, args...)
	if got.Code != 0 {
		t.Fatalf("kadry %s: exit code %d: %s", strings.Join(args, " "), got.Code, got.Stderr)
	}
	return got.Stdout
}

// Server is a running `kadry serve`.
type Server struct {
	URL     string
	Home    string // its data folder
	Process *exec.Cmd
	Log     *journal
	Stop    func() // asks it to end and waits
}

// journal keeps what a process writes to its error stream.
type journal struct {
	mu    sync.Mutex
	lines []string
	End   chan struct{} // closed when the stream is over
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines, "\n")
}

// follow reads the stream to its end and tells the address of the page once it is known.
func (j *journal) follow(stream io.Reader, page chan<- string) {
	defer close(j.End)
	defer close(page)
	lines := bufio.NewScanner(stream)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		j.mu.Lock()
		j.lines = append(j.lines, lines.Text())
		j.mu.Unlock()
		var said struct{ Page string }
		if json.Unmarshal(lines.Bytes(), &said) == nil && said.Page != "" {
			page <- said.Page
		}
	}
}

// Options say how a server of a test differs from the plain one.
type Options struct {
	Binary string // another one than the product

	Home string   // data folder; a new one when empty
	Env  []string // variables beside the plain ones; the later of one name counts
	Args []string // of `kadry serve`, beside the address
}

// Serve starts the product on a free port and waits until it is ready. It ends with the
// test.
func Serve(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Home == "" {
		o.Home = t.TempDir()
	}
	for _, variable := range o.Env {
		if folder, ok := strings.CutPrefix(variable, "KADRY_DATA="); ok {
			o.Home = folder
		}
	}
	s, err := launch(cmp.Or(o.Binary, Kadry), append([]string{"serve", "--addr", "127.0.0.1:0"}, o.Args...), Environment(o.Home, o.Env...), "")
	if err != nil {
		t.Fatal(err)
	}
	s.Home = o.Home
	s.Stop = sync.OnceFunc(func() {
		if err := s.end(); err != nil {
			t.Errorf("kadry serve ended with %v:\n%s", err, s.Log)
		}
	})
	t.Cleanup(s.Stop)
	s.AwaitReady(t, http.StatusOK)
	return s
}

// Launch starts a server and waits until it says where it listens, which it does once it
// is ready.
func Launch(args, env []string, folder string) (*Server, error) {
	return launch(Kadry, args, env, folder)
}

func launch(binary string, args, env []string, folder string) (*Server, error) {
	s := &Server{Process: exec.Command(binary, args...), Log: &journal{End: make(chan struct{})}}
	s.Process.Env, s.Process.Dir = env, folder
	stream, err := s.Process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.Process.Start(); err != nil {
		return nil, err
	}
	page := make(chan string, 1)
	go s.Log.follow(stream, page)
	late := time.AfterFunc(StartTime, func() {
		_ = s.Process.Process.Kill() // it ends the stream, and what it said so far is told
	})
	defer late.Stop()
	if s.URL = <-page; s.URL == "" {
		return nil, errors.Join(fmt.Errorf("kadry serve did not start:\n%s", s.Log), s.Process.Wait())
	}
	return s, nil
}

// end asks the server to stop as an operator does, and waits.
func (s *Server) end() error {
	if err := s.Process.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.Log.End
	return s.Process.Wait()
}

// AwaitReady polls /readyz until it answers with status.
func (s *Server) AwaitReady(t testing.TB, status int) {
	t.Helper()
	Await(t, func(ctx context.Context) bool {
		got, err := Probe(ctx, s.URL+"/readyz")
		return err == nil && got == status
	})
}

// Await asks again and again until done, for a minute at most.
func Await(t testing.TB, done func(context.Context) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), StartTime)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !done(ctx) {
		select {
		case <-ctx.Done():
			t.Fatal("waited in vain")
		case <-tick.C:
		}
	}
}

// Probe asks an address and tells the status.
func Probe(ctx context.Context, url string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	response, err := Web.Do(request)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, errors.Join(err, response.Body.Close())
}

// sampled returns a data folder that holds the bundled data and no running process.
var sampled = sync.OnceValues(func() (string, error) {
	cmd := exec.Command(Kadry, "mcp", "--sample")
	cmd.Env, cmd.Stdin = Environment(sampleFolder), strings.NewReader("")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(string(said))
	}
	return sampleFolder, nil
})

// Sample returns a data folder of the test's own that holds the bundled CVs.
func Sample(t testing.TB) string {
	t.Helper()
	from, err := sampled()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return home
}

// BenchEnv is what the processes of a benchmark on an engine share.
func BenchEnv(b *testing.B, engine string) []string {
	b.Helper()
	if engine == "postgres" {
		return Environment(b.TempDir(), "KADRY_DATABASE_URL="+pgtest.URL(b))
	}
	return Environment(b.TempDir())
}

// NewToken creates an access token in a data folder and returns it.
func NewToken(t testing.TB, home string, args ...string) string {
	t.Helper()
	return strings.TrimSpace(Succeed(t, Environment(home), append([]string{"token", "create"}, args...)...))
}

// EachEngine runs a test over SQLite and over PostgreSQL. env is what the processes of
// the test share.
func EachEngine(t *testing.T, run func(t *testing.T, env []string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, Environment(t.TempDir()))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, Environment(t.TempDir(), "KADRY_DATABASE_URL="+pgtest.URL(t)))
	})
}

// TracesOf reports whether a text stands in any file of the data folder, or in any row of
// the PostgreSQL schema that the processes of the test use.
func TracesOf(t *testing.T, env []string, text string) bool {
	t.Helper()
	for _, variable := range env {
		name, value, _ := strings.Cut(variable, "=")
		switch name {
		case "KADRY_DATA":
			for _, content := range Files(t, value) {
				if strings.Contains(content, text) {
					return true
				}
			}
		case "KADRY_DATABASE_URL":
			if inRows(t, value, text) {
				return true
			}
		}
	}
	return false
}

func inRows(t *testing.T, address, text string) bool {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }() // what was only read loses nothing
	rows, err := conn.Query(t.Context(), "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) == 0 {
		t.Fatalf("%d tables: %v", len(tables), err)
	}
	for _, table := range tables {
		var found bool
		query := "SELECT EXISTS (SELECT FROM " + pgx.Identifier{table}.Sanitize() + " AS r WHERE strpos(r::text, $1) > 0 OR strpos(r::text, $2) > 0)"
		if err := conn.QueryRow(t.Context(), query, text, hex.EncodeToString([]byte(text))).Scan(&found); err != nil {
			t.Fatalf("%s: %v", table, err)
		}
		if found {
			return true
		}
	}
	return false
}

// Events calls an operation over REST as a stream and returns the lines of its events.
func Events(ctx context.Context, t *testing.T, s *Server, operation, input string) *bufio.Scanner {
	t.Helper()
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/api/v1/tools/"+operation, strings.NewReader(input))
	if err != nil {
		t.Fatal(err)
	}
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Accept", "text/event-stream")
	response, err := Web.Do(post)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() }) // read to its end, or given up on purpose
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// Until reads lines up to one that starts so, and reports whether there was one.
func Until(lines *bufio.Scanner, start string) bool {
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), start) {
			return true
		}
	}
	return false
}

// Where the tests find what they test: the checkout and the product built from it. Main
// sets both before the first test.
var (
	Checkout string
	Kadry    string
)

// Main builds the product once, as users do, unless KADRY_BINARY names one, and runs the
// tests of a package over it.
func Main(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
	}
	os.Exit(code)
}

func run(m *testing.M) (code int, err error) {
	gomod, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return 1, fmt.Errorf("find the checkout: %w", err)
	}
	Checkout = filepath.Dir(strings.TrimSpace(string(gomod)))
	folder, err := os.MkdirTemp("", "kadry-e2e-")
	if err != nil {
		return 1, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if Kadry = os.Getenv("KADRY_BINARY"); Kadry == "" {
		Kadry = filepath.Join(folder, "kadry")
		build := exec.Command("go", "build", "-race=false", "-o", Kadry, "./cmd/kadry")
		build.Dir, build.Stderr = Checkout, os.Stderr
		if err := build.Run(); err != nil {
			return 1, fmt.Errorf("build the product: %w", err)
		}
	}
	sampleFolder = filepath.Join(folder, "sample")
	return pgtest.Main(m), nil
}

// sampleFolder is where sampled puts its data.
var sampleFolder string

// Files reads every file below a folder.
func Files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	tree := os.DirFS(folder)
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(tree, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
