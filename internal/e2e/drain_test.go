package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// events calls an operation over REST as a stream and returns the lines of its events.
func events(ctx context.Context, t *testing.T, s *server, operation, input string) *bufio.Scanner {
	t.Helper()
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/api/v1/tools/"+operation, strings.NewReader(input))
	if err != nil {
		t.Fatal(err)
	}
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Accept", "text/event-stream")
	response, err := web.Do(post)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() }) // read to its end, or given up on purpose
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// until reads lines up to one that starts so, and reports whether there was one.
func until(lines *bufio.Scanner, start string) bool {
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), start) {
			return true
		}
	}
	return false
}

// An operator who stops the server cuts nobody short: the call that runs is answered, and
// only then does the process end, well.
func TestDrain_stopped(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	s := serve(t, options{})
	lines := events(t.Context(), t, s, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder))
	if !until(lines, "event: progress") {
		t.Fatal("no progress is told")
	}
	if err := s.process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if !until(lines, "event: result") || !lines.Scan() {
		t.Fatalf("the call was cut short:\n%s", s.log)
	}
	got := decode[facts](t, []byte(strings.TrimPrefix(lines.Text(), "data: ")))
	if got.Added != folderSize {
		t.Errorf("%d files were added, want %d", got.Added, folderSize)
	}
	s.stop()
}

// A caller who goes away ends the call, and what was taken in until then is whole; the
// next call goes on from there.
func TestDrain_abandoned(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	eachEngine(t, func(t *testing.T, env []string) {
		s := serve(t, options{env: env})
		ctx, leave := context.WithCancel(t.Context())
		lines := events(ctx, t, s, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder))
		if !until(lines, "event: progress") {
			t.Fatal("no progress is told")
		}
		leave()
		for until(lines, "event: ") {
			t.Log("told after leaving:", lines.Text())
		}
		s.rest().post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder)).ok(t)
		wantEachOnce(t, env, folder)
	})
}

// A folder that is larger than one call may take comes in parts, each answer saying where
// to go on; the command line follows them to the end by itself.
func TestDrain_parts(t *testing.T) {
	t.Parallel()
	const many = 250
	folder := t.TempDir()
	writeCVs(t, folder, many)
	s := serve(t, options{})
	first := s.rest().post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder)).facts(t)
	if !first.HasMore || first.NextCursor == "" || first.Added >= many {
		t.Fatalf("the first part: added %d, more: %t", first.Added, first.HasMore)
	}
	second := s.rest().post(t, "ingest_cv", fmt.Sprintf(`{"path":%q,"cursor":%q}`, folder, first.NextCursor)).facts(t)
	if second.HasMore || first.Added+second.Added != many {
		t.Errorf("parts of %d and %d, more: %t; want %d in all", first.Added, second.Added, second.HasMore, many)
	}
	s.rest().post(t, "ingest_cv", fmt.Sprintf(`{"path":"/","cursor":%q}`, first.NextCursor)).refused(t, 400, "invalid_argument")

	env := environment(t.TempDir())
	succeed(t, env, "talent", "ingest-cv", "--path", folder)
	if found := decode[facts](t, []byte(succeed(t, env, "talent", "search-by-skills", "Go"))); found.Total != many {
		t.Errorf("the command line took in %d, want %d", found.Total, many)
	}
}
