package e2e

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
	"sync"
	"testing"
	"time"

	"kadry/internal/store/pgtest"
)

// startTime bounds how long a server may take until it answers; a loaded machine is slow.
const startTime = time.Minute

// web is the client of every test; an answer that takes a minute never comes.
var web = &http.Client{Timeout: time.Minute}

// environment is what a process of the product sees: nothing of the person who runs the
// tests, so that their settings change no result, and no other system.
func environment(home string, extra ...string) []string {
	return append([]string{
		"HOME=" + home, "KADRY_DATA=" + home, "LANG=C", "KADRY_OFFLINE=true", "TMPDIR=" + os.TempDir(),
		"PATH=" + filepath.Dir(kadry) + string(os.PathListSeparator) + os.Getenv("PATH"),
	}, extra...)
}

// outcome is how a command ended.
type outcome struct {
	stdout, stderr string
	code           int
}

// command runs the product to its end.
func command(t testing.TB, env []string, args ...string) outcome {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), kadry, args...)
	cmd.Env = env
	return finish(t, cmd)
}

func finish(t testing.TB, cmd *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		t.Fatalf("%s: %v", cmd, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// succeed runs the product and returns what it printed.
func succeed(t testing.TB, env []string, args ...string) string {
	t.Helper()
	got := command(t, env, args...)
	if got.code != 0 {
		t.Fatalf("kadry %s: exit code %d: %s", strings.Join(args, " "), got.code, got.stderr)
	}
	return got.stdout
}

// server is a running `kadry serve`.
type server struct {
	url     string
	home    string // its data folder
	process *exec.Cmd
	log     *journal
	stop    func() // asks it to end and waits
}

// journal keeps what a process writes to its error stream.
type journal struct {
	mu    sync.Mutex
	lines []string
	end   chan struct{} // closed when the stream is over
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines, "\n")
}

// follow reads the stream to its end and tells the address of the page once it is known.
func (j *journal) follow(stream io.Reader, page chan<- string) {
	defer close(j.end)
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

// options say how a server of a test differs from the plain one.
type options struct {
	home string   // data folder; a new one when empty
	env  []string // variables beside the plain ones; the later of one name counts
	args []string // of `kadry serve`, beside the address
}

// serve starts the product on a free port and waits until it is ready. It ends with the
// test.
func serve(t testing.TB, o options) *server {
	t.Helper()
	if o.home == "" {
		o.home = t.TempDir()
	}
	for _, variable := range o.env {
		if folder, ok := strings.CutPrefix(variable, "KADRY_DATA="); ok {
			o.home = folder
		}
	}
	s, err := launch(append([]string{"serve", "--addr", "127.0.0.1:0"}, o.args...), environment(o.home, o.env...), "")
	if err != nil {
		t.Fatal(err)
	}
	s.home = o.home
	s.stop = sync.OnceFunc(func() {
		if err := s.end(); err != nil {
			t.Errorf("kadry serve ended with %v:\n%s", err, s.log)
		}
	})
	t.Cleanup(s.stop)
	s.awaitReady(t, http.StatusOK)
	return s
}

// launch starts a server and waits until it says where it listens, which it does once it
// is ready.
func launch(args, env []string, folder string) (*server, error) {
	s := &server{process: exec.Command(kadry, args...), log: &journal{end: make(chan struct{})}}
	s.process.Env, s.process.Dir = env, folder
	stream, err := s.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	page := make(chan string, 1)
	go s.log.follow(stream, page)
	late := time.AfterFunc(startTime, func() {
		_ = s.process.Process.Kill() // it ends the stream, and what it said so far is told
	})
	defer late.Stop()
	if s.url = <-page; s.url == "" {
		return nil, errors.Join(fmt.Errorf("kadry serve did not start:\n%s", s.log), s.process.Wait())
	}
	return s, nil
}

// end asks the server to stop as an operator does, and waits.
func (s *server) end() error {
	if err := s.process.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.log.end
	return s.process.Wait()
}

// awaitReady polls /readyz until it answers with status.
func (s *server) awaitReady(t testing.TB, status int) {
	t.Helper()
	await(t, func(ctx context.Context) bool {
		got, err := probe(ctx, s.url+"/readyz")
		return err == nil && got == status
	})
}

// await asks again and again until done, for a minute at most.
func await(t testing.TB, done func(context.Context) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), startTime)
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

func probe(ctx context.Context, url string) (status int, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	response, err := web.Do(request)
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, errors.Join(err, response.Body.Close())
}

// sampled returns a data folder that holds the bundled CVs and no running process.
var sampled = sync.OnceValues(func() (string, error) {
	folder := filepath.Join(filepath.Dir(kadry), "sample")
	cmd := exec.Command(kadry, "mcp", "--sample")
	cmd.Env, cmd.Stdin = environment(folder), strings.NewReader("")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(string(said))
	}
	return folder, nil
})

// sample returns a data folder of the test's own that holds the bundled CVs.
func sample(t testing.TB) string {
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

// benchEnv is what the processes of a benchmark on an engine share.
func benchEnv(b *testing.B, engine string) []string {
	b.Helper()
	if engine == "postgres" {
		return environment(b.TempDir(), "KADRY_DATABASE_URL="+pgtest.URL(b))
	}
	return environment(b.TempDir())
}
