package codematche2e_test

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// large is a folder of so many files with two functions each.
func large(t testing.TB, files int) string {
	t.Helper()
	all := map[string]string{}
	for i := range files {
		all[fmt.Sprintf("pkg%02d/file%03d.py", i%20, i)] = fmt.Sprintf(
			"def total_%[1]d(values):\n    result = %[1]d\n    for value in values:\n        if value %% %[2]d == 0:\n            result += value * %[1]d\n    return result\n\n\ndef label_%[1]d(name):\n    return name.strip().lower() + \"-%[1]d\"\n", i, i+2)
	}
	folder := t.TempDir()
	write(t, folder, all)
	return folder
}

// A server that is killed while it indexes shows nothing half, and goes on when it is back.
func TestDurable_killed(t *testing.T) {
	t.Parallel()
	const files = 1500
	folder := large(t, files)
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		first, err := e2etest.Launch([]string{"serve", "--addr", "127.0.0.1:0"}, env, "")
		if err != nil {
			t.Fatal(err)
		}
		where := submitted(t, first, folder)
		progress := stream(t, first, where)
		for progress.Scan() && !strings.Contains(progress.Text(), "Files read") {
		}
		if seen := similar(t, first.REST(), "def total_7(values):\n    return 7\n"); seen.Searched != 0 && seen.Searched != 2*files {
			t.Errorf("half a repository is found: %v", seen.names())
		}
		if err := first.Process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-first.Log.End
		_ = first.Process.Wait() // killed is how it ends

		second := e2etest.Serve(t, e2etest.Options{Env: env})
		if seen := listed(t, second.REST())[folder]; seen.Units != 0 && seen.Units != 3*files {
			t.Errorf("half a repository is listed: %+v", seen)
		}
		lines := stream(t, second, where)
		if !e2etest.Until(lines, "event: result") || !lines.Scan() {
			t.Fatalf("the work did not come to its end:\n%s", second.Log)
		}
		if r := e2etest.Decode[indexed](t, []byte(strings.TrimPrefix(lines.Text(), "data: "))); r.State != "ready" || r.Files != files || r.Units != 3*files {
			t.Errorf("%+v", r)
		}
		got := similar(t, second.REST(), "def total_7(values):\n    result = 7\n    for value in values:\n        if value % 9 == 0:\n            result += value * 7\n    return result\n", "top_k", 1)
		if got.Searched != 2*files || got.names()[0] != "total_7" {
			t.Errorf("%d units, %v", got.Searched, got.names())
		}
	})
}

// submitted hands indexing over as a task and returns where it is followed.
func submitted(t *testing.T, s *e2etest.Server, folder string) string {
	t.Helper()
	a := s.REST().With("Prefer", "respond-async").Post(t, "index_repository", object(t, "repository_url", folder))
	if a.Status != http.StatusAccepted || a.Header.Get("Location") == "" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return a.Header.Get("Location")
}

// stream follows a task.
func stream(t *testing.T, s *e2etest.Server, where string) *bufio.Scanner {
	t.Helper()
	get, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+where, nil)
	if err != nil {
		t.Fatal(err)
	}
	get.Header.Set("Accept", "text/event-stream")
	response, err := e2etest.Web.Do(get)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() }) // read to its end, or given up on purpose
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}
