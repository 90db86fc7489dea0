package talent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/talent"
)

// folderOf writes n short CVs, and one file that is none.
func folderOf(t *testing.T, n int) string {
	t.Helper()
	folder := t.TempDir()
	for i := range n {
		name := filepath.Join(folder, fmt.Sprintf("%04d.txt", i))
		if err := os.WriteFile(name, fmt.Appendf(nil, "Developer number %d.\nPython, Docker.\n", i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "Anna Sample.pdf"), []byte("%PDF-1.4 broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

type folderAnswer struct {
	Items                              []struct{ File, Status string }
	Total, Added, Duplicates, Rejected int
}

// A task on a folder takes it whole, and one that was broken off goes on where it stopped: the
// counts at the end are those of one run.
func TestIngestWhole_goesOn(t *testing.T) {
	t.Parallel()
	const n = 450
	b, _ := newBase(t)
	var clock atomic.Int64
	b.Now = func() time.Time {
		return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC).Add(time.Duration(clock.Add(1)) * 50 * time.Millisecond)
	}
	caller := op.Caller{Tenant: team, Local: true}
	input := fmt.Sprintf(`{"path":%q}`, folderOf(t, n))
	if err := called(t, b, talent.Roots{}, caller, "ingest_cv", fmt.Sprintf(`{"text":%q}`, "Developer number 0.\nPython, Docker.\n"), nil); err != nil {
		t.Fatal(err)
	}
	clock.Add(100)
	var point, partial []byte
	stop := errors.New("the process stops")
	saves := 0
	attempt := func(ends int) (folderAnswer, error) {
		ctx := op.WithCheckpoint(t.Context(), slices.Clone(point), func(_ context.Context, p, sofar []byte) error {
			if saves++; saves > ends {
				return stop // and what was done since is not kept
			}
			point, partial = p, sofar
			return nil
		})
		var out folderAnswer
		return out, calledIn(ctx, t, b, caller, "ingest_cv", input, &out)
	}
	if _, err := attempt(2); !errors.Is(err, stop) {
		t.Fatalf("broken off: %v", err)
	}
	var sofar folderAnswer
	if err := json.Unmarshal(partial, &sofar); err != nil || sofar.Total != n+1 || sofar.Added+sofar.Duplicates+sofar.Rejected == 0 {
		t.Errorf("so far: %s, %v", partial, err)
	}
	clock.Add(100)
	var out folderAnswer
	ctx := op.WithCheckpoint(t.Context(), point, func(context.Context, []byte, []byte) error { return nil })
	if err := calledIn(ctx, t, b, caller, "ingest_cv", input, &out); err != nil {
		t.Fatal(err)
	}
	if out.Total != n+1 || out.Added != n-1 || out.Duplicates != 1 || out.Rejected != 1 || len(out.Items) != 1 || out.Items[0].File != "Anna Sample.pdf" {
		t.Errorf("in the end: %+v", out)
	}
}

// What a task keeps must not name people of the base: deleting one leaves nothing.
func TestIngestWhole_keepsNobody(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "Zara Quill.txt"), []byte("Zara Quill\nzara.quill@example.org\n\nSkills\nGo\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	ctx := op.WithCheckpoint(t.Context(), nil, func(_ context.Context, point, partial []byte) error {
		kept.Write(point)
		kept.Write(partial)
		return nil
	})
	ctx = op.WithProgress(ctx, func(s op.Stage) { kept.WriteString(s.Text.EN + s.Text.RU) })
	var out json.RawMessage
	if err := calledIn(ctx, t, b, op.Caller{Tenant: team, Local: true}, "ingest_cv", fmt.Sprintf(`{"path":%q}`, folder), &out); err != nil {
		t.Fatal(err)
	}
	kept.Write(out)
	if strings.Contains(strings.ToLower(kept.String()), "zara") || !strings.Contains(kept.String(), `"added":1`) {
		t.Errorf("kept: %s", kept.String())
	}
}

// Only a folder that is larger than a batch is work for a task, and then any process can find
// it: the path is absolute.
func TestIngest_isLong(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	registry, err := op.NewRegistry(talent.Operations(b, talent.Roots{})...)
	if err != nil {
		t.Fatal(err)
	}
	o, err := registry.Lookup("ingest_cv")
	if err != nil {
		t.Fatal(err)
	}
	large, small := folderOf(t, 200), folderOf(t, 199)
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	relative, err := filepath.Rel(folder, large)
	if err != nil {
		t.Fatal(err)
	}
	here := op.Caller{Tenant: team, Local: true}
	local := op.WithCaller(t.Context(), here)
	for name, c := range map[string]struct {
		caller op.Caller
		args   string
		want   bool
	}{
		"large folder":     {here, fmt.Sprintf(`{"path":%q}`, large), true},
		"by relative path": {here, fmt.Sprintf(`{"path":%q}`, relative), true},
		"small folder":     {here, fmt.Sprintf(`{"path":%q}`, small), false},
		"one file":         {here, fmt.Sprintf(`{"path":%q}`, filepath.Join(large, "0001.txt")), false},
		"text":             {here, `{"text":"Nina Example"}`, false},
		"a batch of it":    {here, fmt.Sprintf(`{"path":%q,"cursor":"x"}`, large), false},
		"not there":        {here, `{"path":"nowhere"}`, false},
		"wrong":            {here, `{"pfad":"nowhere"}`, false},
		"from elsewhere":   {op.Caller{}, fmt.Sprintf(`{"path":%q}`, large), false},
	} {
		if got := o.IsLong(op.WithCaller(t.Context(), c.caller), []byte(c.args)); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	var p op.Pipeline
	args, err := p.Accept(local, o, fmt.Appendf(nil, `{"path":%q}`, relative))
	if err != nil || !strings.Contains(string(args), fmt.Sprintf("%q", large)) {
		t.Errorf("accepted as %s, %v", args, err)
	}
	if _, err := p.Accept(local, o, []byte(`{"text":"Nina Example"}`)); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a text as a task: %v", err)
	}
	if _, err := p.Accept(t.Context(), o, fmt.Appendf(nil, `{"path":%q}`, large)); fault.KindOf(err) != fault.Denied {
		t.Errorf("a folder from elsewhere: %v", err)
	}
}
