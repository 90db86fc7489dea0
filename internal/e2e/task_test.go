package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
	"kadry/internal/op"
)

// manyFiles is how many CVs a folder of these tests has: more than one call takes.
const manyFiles = 700

// One command takes in a folder that is larger than a call. Killed on the way it goes on where
// it stopped: no file is lost, none is taken twice, and the counts are those of one run.
func TestTask_folderInOneCommand(t *testing.T) {
	t.Parallel()
	n := effort.Times(manyFiles)
	folder := t.TempDir()
	writeCVs(t, folder, n)
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		cmd := exec.CommandContext(t.Context(), e2etest.Kadry, "talent", "ingest-cv", "--path", folder)
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
		found := e2etest.Decode[e2etest.Facts](t, []byte(e2etest.Succeed(t, env, "talent", "search-by-skills", "Kubernetes", "Go")))
		if found.Total != n {
			t.Errorf("a search finds %d, want %d", found.Total, n)
		}
	})
}

// request asks the server for something about tasks.
func request(ctx context.Context, t *testing.T, s *e2etest.Server, method, path, body string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := e2etest.Web.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func taskOf(ctx context.Context, t *testing.T, s *e2etest.Server, where string) op.TaskView {
	t.Helper()
	response := request(ctx, t, s, http.MethodGet, where, "")
	lines := bufio.NewScanner(response.Body)
	lines.Scan()
	return e2etest.Decode[op.TaskView](t, lines.Bytes())
}

// A server that is killed while it works a task goes on with it when it is back, and one that
// is stopped is not held up by who follows a task.
func TestTask_overREST(t *testing.T) {
	t.Parallel()
	n := effort.Times(manyFiles)
	folder := t.TempDir()
	writeCVs(t, folder, n)
	home := t.TempDir()
	first, err := e2etest.Launch([]string{"serve", "--addr", "127.0.0.1:0"}, e2etest.Environment(home), "")
	if err != nil {
		t.Fatal(err)
	}
	made := request(t.Context(), t, first, http.MethodPost, "/api/v1/tools/ingest_cv", fmt.Sprintf(`{"path":%q}`, folder), "Prefer", "respond-async")
	where := made.Header.Get("Location")
	if made.StatusCode != http.StatusAccepted || where == "" {
		t.Fatalf("status %d, headers %v", made.StatusCode, made.Header)
	}
	e2etest.Await(t, func(ctx context.Context) bool { return taskOf(ctx, t, first, where).Done > n/10 })
	if err := first.Process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.Log.End
	_ = first.Process.Wait() // killed is how it ends

	second := e2etest.Serve(t, e2etest.Options{Home: home})
	stream := request(t.Context(), t, second, http.MethodGet, where, "", "Accept", "text/event-stream")
	lines := bufio.NewScanner(stream.Body)
	lines.Buffer(nil, 1<<20)
	if !e2etest.Until(lines, "event: result") || !lines.Scan() {
		t.Fatalf("the task did not come to its end:\n%s", second.Log)
	}
	if got := e2etest.Decode[e2etest.Facts](t, []byte(strings.TrimPrefix(lines.Text(), "data: "))); got.Added != n || got.Total != n {
		t.Errorf("%+v, want %d added", got, n)
	}

	more := t.TempDir()
	writeCVs(t, more, n)
	made = request(t.Context(), t, second, http.MethodPost, "/api/v1/tools/ingest_cv", fmt.Sprintf(`{"path":%q}`, more), "Prefer", "respond-async")
	stream = request(t.Context(), t, second, http.MethodGet, made.Header.Get("Location"), "", "Accept", "text/event-stream")
	lines = bufio.NewScanner(stream.Body)
	if !e2etest.Until(lines, "event: task") {
		t.Fatal("no event comes")
	}
	second.Stop() // and the test fails when it does not end well
}
