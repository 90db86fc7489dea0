package e2e

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// ingesting is a server in the middle of a call, and the events of it that are still to come.
func ingesting(t *testing.T) (*e2etest.Server, *bufio.Scanner) {
	t.Helper()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	s := e2etest.Serve(t, e2etest.Options{})
	lines := e2etest.Events(t.Context(), t, s, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder))
	if !e2etest.Until(lines, "event: progress") {
		t.Fatal("no progress is told")
	}
	return s, lines
}

// An operator who stops the server cuts nobody short: the call that runs is answered, and
// only then does the process end, well.
func TestDrain_stopped(t *testing.T) {
	t.Parallel()
	s, lines := ingesting(t)
	if err := s.Process.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if !e2etest.Until(lines, "event: result") || !lines.Scan() {
		t.Fatalf("the call was cut short:\n%s", s.Log)
	}
	got := e2etest.Decode[e2etest.Facts](t, []byte(strings.TrimPrefix(lines.Text(), "data: ")))
	if got.Added != folderSize {
		t.Errorf("%d files were added, want %d", got.Added, folderSize)
	}
	s.Stop()
}

// A caller who goes away ends the call, and what was taken in until then is whole; the
// next call goes on from there.
func TestDrain_abandoned(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeCVs(t, folder, folderSize)
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: env})
		ctx, leave := context.WithCancel(t.Context())
		lines := e2etest.Events(ctx, t, s, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder))
		if !e2etest.Until(lines, "event: progress") {
			t.Fatal("no progress is told")
		}
		leave()
		for e2etest.Until(lines, "event: ") {
			t.Log("told after leaving:", lines.Text())
		}
		s.REST().Post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder)).Ok(t)
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
	s := e2etest.Serve(t, e2etest.Options{})
	first := s.REST().Post(t, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder)).Facts(t)
	if !first.HasMore || first.NextCursor == "" || first.Added >= many {
		t.Fatalf("the first part: added %d, more: %t", first.Added, first.HasMore)
	}
	second := s.REST().Post(t, "ingest_cv", fmt.Sprintf(`{"path":%q,"cursor":%q}`, folder, first.NextCursor)).Facts(t)
	if second.HasMore || first.Added+second.Added != many {
		t.Errorf("parts of %d and %d, more: %t; want %d in all", first.Added, second.Added, second.HasMore, many)
	}
	s.REST().Post(t, "ingest_cv", fmt.Sprintf(`{"path":"/","cursor":%q}`, first.NextCursor)).Refused(t, 400, "invalid_argument")

	env := e2etest.Environment(t.TempDir())
	e2etest.Succeed(t, env, "talent", "ingest-cv", "--path", folder)
	if found := e2etest.Decode[e2etest.Facts](t, []byte(e2etest.Succeed(t, env, "talent", "search-by-skills", "Go"))); found.Total != many {
		t.Errorf("the command line took in %d, want %d", found.Total, many)
	}
}
