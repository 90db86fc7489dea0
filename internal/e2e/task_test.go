package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"kadry/internal/op"
)

// manyFiles is how many CVs a folder of these tests has: more than one call takes.
func manyFiles() int {
	const usual = 700
	if n, err := strconv.Atoi(os.Getenv("KADRY_TEST_EFFORT")); err == nil && n > 1 {
		return usual * n
	}
	return usual
}

// One command takes in a folder that is larger than a call. Killed on the way it goes on where
// it stopped: no file is lost, none is taken twice, and the counts are those of one run.
func TestTask_folderInOneCommand(t *testing.T) {
	t.Parallel()
	n := manyFiles()
	folder := t.TempDir()
	writeCVs(t, folder, n)
	eachEngine(t, func(t *testing.T, env []string) {
		cmd := exec.CommandContext(t.Context(), kadry, "talent", "ingest-cv", "--path", folder)
		cmd.Env = env
		said, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(said)
		for far := 0; far < n/3; {
			if !lines.Scan() {
				t.Fatal("the command ended by itself")
			}
			_, _ = fmt.Sscanf(lines.Text(), "%d/", &far) // other lines are no news
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // killed is how it ends

		if last := ingest(t, env, folder); last.Added != n || last.Total != n || last.Duplicates+last.Rejected != 0 {
			t.Errorf("the run that was left alone: %+v, want %d added in all", last, n)
		}
		if again := ingest(t, env, folder); again.Duplicates != n || again.Added != 0 {
			t.Errorf("once more: %+v, want %d known already", again, n)
		}
		found := decode[facts](t, []byte(succeed(t, env, "talent", "search-by-skills", "Kubernetes", "Go")))
		if found.Total != n {
			t.Errorf("a search finds %d, want %d", found.Total, n)
		}
	})
}

// request asks the server for something about tasks.
func (s *server) request(ctx context.Context, t *testing.T, method, path, body string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := web.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func (s *server) taskOf(ctx context.Context, t *testing.T, where string) op.TaskView {
	t.Helper()
	response := s.request(ctx, t, http.MethodGet, where, "")
	lines := bufio.NewScanner(response.Body)
	lines.Scan()
	return decode[op.TaskView](t, lines.Bytes())
}

// A server that is killed while it works a task goes on with it when it is back, and one that
// is stopped is not held up by who follows a task.
func TestTask_overREST(t *testing.T) {
	t.Parallel()
	n := manyFiles()
	folder := t.TempDir()
	writeCVs(t, folder, n)
	home := t.TempDir()
	first, err := launch([]string{"serve", "--addr", "127.0.0.1:0"}, environment(home), "")
	if err != nil {
		t.Fatal(err)
	}
	made := first.request(t.Context(), t, http.MethodPost, "/api/v1/tools/ingest_cv", fmt.Sprintf(`{"path":%q}`, folder), "Prefer", "respond-async")
	where := made.Header.Get("Location")
	if made.StatusCode != http.StatusAccepted || where == "" {
		t.Fatalf("status %d, headers %v", made.StatusCode, made.Header)
	}
	await(t, func(ctx context.Context) bool { return first.taskOf(ctx, t, where).Done > n/10 })
	if err := first.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.log.end
	_ = first.process.Wait() // killed is how it ends

	second := serve(t, options{home: home})
	stream := second.request(t.Context(), t, http.MethodGet, where, "", "Accept", "text/event-stream")
	lines := bufio.NewScanner(stream.Body)
	lines.Buffer(nil, 1<<20)
	if !until(lines, "event: result") || !lines.Scan() {
		t.Fatalf("the task did not come to its end:\n%s", second.log)
	}
	if got := decode[facts](t, []byte(strings.TrimPrefix(lines.Text(), "data: "))); got.Added != n || got.Total != n {
		t.Errorf("%+v, want %d added", got, n)
	}

	more := t.TempDir()
	writeCVs(t, more, n)
	made = second.request(t.Context(), t, http.MethodPost, "/api/v1/tools/ingest_cv", fmt.Sprintf(`{"path":%q}`, more), "Prefer", "respond-async")
	stream = second.request(t.Context(), t, http.MethodGet, made.Header.Get("Location"), "", "Accept", "text/event-stream")
	lines = bufio.NewScanner(stream.Body)
	if !until(lines, "event: task") {
		t.Fatal("no event comes")
	}
	second.stop() // and the test fails when it does not end well
}
