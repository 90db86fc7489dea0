package talent_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

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

// Errors go to the log, and files of CVs are named after people.
func TestIngest_errorsDoNotNameTheFile(t *testing.T) {
	t.Parallel()
	b, shelf := newBase(t)
	shelf.Fail(fault.E(fault.Unavailable, fault.Say("down", "недоступно"), errors.New("no connection")))
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
