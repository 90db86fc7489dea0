package talent_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/talent/document"
)

// odd is a file system with one file that is not what its directory entry says.
type odd struct {
	mode fs.FileMode
	body io.Reader
}

func (o odd) Open(string) (fs.File, error) { return oddFile{o}, nil }

// oddFile reads without end unless its body does.
type oddFile struct{ odd }

func (f oddFile) Stat() (fs.FileInfo, error) { return f, nil }
func (f oddFile) Read(p []byte) (int, error) { return f.body.Read(p) }
func (oddFile) Close() error                 { return nil }
func (oddFile) Name() string                 { return "cv.txt" }
func (oddFile) Size() int64                  { return 0 }
func (f oddFile) Mode() fs.FileMode          { return f.mode }
func (oddFile) ModTime() time.Time           { return time.Time{} }
func (oddFile) IsDir() bool                  { return false }
func (oddFile) Sys() any                     { return nil }

// endless is a device that never runs dry.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestIngestFolder_holdsTheSizeWhateverTheEntrySays(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	for name, c := range map[string]struct {
		files odd
		want  fault.Kind
	}{
		"grows while it is read": {odd{0, endless{}}, fault.TooLarge},
		"pipe":                   {odd{fs.ModeNamedPipe, endless{}}, fault.Invalid},
		"device":                 {odd{fs.ModeDevice | fs.ModeCharDevice, endless{}}, fault.Invalid},
	} {
		report, err := b.IngestFolder(context.Background(), team, talent.Folder{Files: c.files, Only: "cv.txt"})
		if err != nil || report.Rejected != 1 || report.Problems[0].Problem.Kind != c.want {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
}

// slowly makes a base read every file in the time that is said for its name, and counts
// the readings of each.
func slowly(t *testing.T, reads map[string]int, takes func(name string) time.Duration) *talent.Base {
	t.Helper()
	b, _ := newBase(t)
	var mu sync.Mutex
	b.Read = func(ctx context.Context, name string, data []byte) (document.Document, error) {
		mu.Lock()
		reads[name]++
		mu.Unlock()
		select {
		case <-time.After(takes(name)):
			return document.Document{Text: string(data), Format: document.Text}, nil
		case <-ctx.Done():
			return document.Document{}, ctx.Err()
		}
	}
	return b
}

func numbered(n int) fstest.MapFS {
	files := fstest.MapFS{}
	for i := range n {
		files[fmt.Sprintf("%03d.txt", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "Developer number %d.\nPython, Docker.\n", i)}
	}
	return files
}

// The first file is the slowest: everything after it is done long before, and still the
// part that the call reports must be whole.
func TestIngestFolder_mostFilesWithASlowFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := map[string]int{}
		b := slowly(t, reads, func(name string) time.Duration {
			if name == "000.txt" {
				return time.Minute
			}
			return 0
		})
		shown := map[string]bool{}
		folder := talent.Folder{Files: numbered(230), Most: 200, Progress: func(o talent.Outcome, done, total int) {
			shown[o.File] = true
			if done != len(shown) || total != 230 {
				t.Errorf("%s is number %d of %d, want %d of 230", o.File, done, total, len(shown))
			}
		}}
		report, err := b.IngestFolder(t.Context(), team, folder)
		if diff := cmp.Diff(talent.Report{Total: 230, Added: 200, Unclear: 200, Done: "199.txt", Left: 30}, report); err != nil || diff != "" {
			t.Fatalf("%v, %s", err, diff)
		}
		if len(shown) != 200 {
			t.Errorf("%d files were shown, want 200", len(shown))
		}
		folder.After, folder.Progress = report.Done, nil
		rest, err := b.IngestFolder(t.Context(), team, folder)
		if diff := cmp.Diff(talent.Report{Total: 30, Added: 30, Unclear: 30, Done: "229.txt"}, rest); err != nil || diff != "" {
			t.Errorf("the rest: %v, %s", err, diff)
		}
		for name, times := range reads {
			if times != 1 {
				t.Errorf("%s was read %d times", name, times)
			}
		}
	})
}

// What is being read when the time is over is finished. Cancelling it would begin it anew
// in the next call, and a file slower than a call would hold up the folder for ever.
func TestIngestFolder_timeEndsBetweenFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads := map[string]int{}
		b := slowly(t, reads, func(name string) time.Duration {
			if name == "003.txt" {
				return 2 * time.Minute
			}
			return 10 * time.Second
		})
		folder := talent.Folder{Files: numbered(40), Time: 45 * time.Second}
		added, calls := 0, 0
		for left := 40; left > 0; calls++ {
			report, err := b.IngestFolder(t.Context(), team, folder)
			if err != nil || report.Added == 0 || report.Added != left-report.Left || report.Duplicates+report.Rejected != 0 {
				t.Fatalf("call %d with %d files to go: %+v, %v", calls, left, report, err)
			}
			folder.After, left = report.Done, report.Left
			added += report.Added
		}
		if added != 40 || len(reads) != 40 || calls < 2 {
			t.Errorf("%d added, %d read in %d calls", added, len(reads), calls)
		}
		for name, times := range reads {
			if times != 1 {
				t.Errorf("%s was read %d times", name, times)
			}
		}
	})
}

// Errors go to the log, and files of CVs are named after people.
func TestIngest_errorsDoNotNameTheFile(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	stored.Fail(fault.E(fault.Unavailable, fault.Say("down", "недоступно"), errors.New("no connection")))
	_, err := b.Ingest(context.Background(), team, talent.File{Name: "Anna Sample.txt", Data: []byte("text")}, nil)
	if err == nil || strings.Contains(err.Error(), "Anna") {
		t.Errorf("got %v", err)
	}
	files := fstest.MapFS{"Anna Sample.txt": {Data: []byte("text")}}
	_, err = b.IngestFolder(context.Background(), team, talent.Folder{Files: files})
	if err == nil || strings.Contains(err.Error(), "Anna") {
		t.Errorf("folder: got %v", err)
	}
}

// A call that runs out of time must not mark the file it was reading as a bad one: going
// on later would skip it.
func TestIngest_endOfTheCallIsNoFaultOfTheFile(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	outOfTime := errors.New("out of time")
	b.Read = func(context.Context, string, []byte) (document.Document, error) {
		cancel(outOfTime)
		return document.Document{}, fault.E(fault.Timeout, fault.Say("too slow", "слишком долго"), nil)
	}
	got, err := b.Ingest(ctx, team, talent.File{Text: "text"}, nil)
	if !errors.Is(err, outOfTime) || got.Status == talent.Rejected {
		t.Errorf("got %+v, %v", got, err)
	}
}
