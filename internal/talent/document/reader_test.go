package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
)

const worker = "read-document"

// TestMain lets the test binary be its own reading process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker {
		if err := Serve(context.Background(), trap{os.Stdin}, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// trap makes a reading process misbehave on marked files, as a parser with a defect would.
type trap struct{ io.Reader }

func (t trap) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	switch {
	case bytes.Contains(p[:n], []byte("LOOP!")):
		for spin := 0; ; spin++ {
			if spin < 0 {
				spin = 0
			}
		}
	case bytes.Contains(p[:n], []byte("DIE!")):
		os.Exit(7)
	case bytes.Contains(p[:n], []byte("EAT!")):
		var eaten [][]byte
		for {
			eaten = append(eaten, bytes.Repeat([]byte("x"), 64<<20))
			if len(eaten) > 1<<20 {
				break
			}
		}
	}
	return n, err
}

func newTestReader(t testing.TB, workers int) *Reader {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader([]string{self, worker}, workers)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestReaderReadsLikeRead(t *testing.T) {
	t.Parallel()
	r := newTestReader(t, 1)
	for name, data := range map[string]string{
		"cv.txt": "Анна Примерова", "cv.rtf": `{\rtf1 seen{\v secret}}`, "cv.pdf": "%PDF-1.4 damaged", "cv.json": `{"basics": {}}`,
	} {
		doc, err := r.Read(t.Context(), name, []byte(data), Limits{})
		want, wantErr := Read(t.Context(), name, []byte(data), Limits{})
		if diff := cmp.Diff(want, doc); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(fmt.Sprint(wantErr), fmt.Sprint(err)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestReaderSurvives sends files that hang, kill and bloat the reading process; each one
// gets a clear answer and ends its process, and the next file is read as if nothing had been.
func TestReaderSurvives(t *testing.T) {
	t.Parallel()
	r := newTestReader(t, 1)
	for _, c := range []struct {
		file string
		time time.Duration
		want fault.Kind
	}{
		{"fine", 10 * time.Second, ""},
		{"LOOP!", 500 * time.Millisecond, fault.Timeout},
		{"fine", 10 * time.Second, ""},
		{"DIE!", 10 * time.Second, fault.Invalid},
		{"fine", 10 * time.Second, ""},
		{"EAT!", 30 * time.Second, fault.Invalid},
		{"fine", 10 * time.Second, ""},
	} {
		doc, err := r.Read(t.Context(), "cv.txt", []byte(c.file), Limits{Time: c.time})
		if got := fault.KindOf(err); got != c.want {
			t.Errorf("%s: got %v, want %q", c.file, err, c.want)
		}
		if err == nil && doc.Text != c.file {
			t.Errorf("%s: got %q", c.file, doc.Text)
		}
		process := <-r.slots
		if (process != nil) != (c.want == "") {
			t.Errorf("%s: its process is kept: %v", c.file, process != nil)
		}
		r.slots <- process
	}
}

func TestReaderReusesProcesses(t *testing.T) {
	t.Parallel()
	r := newTestReader(t, 1)
	process := func() int {
		t.Helper()
		if _, err := r.Read(t.Context(), "cv.txt", []byte("fine"), Limits{}); err != nil {
			t.Fatal(err)
		}
		c := <-r.slots
		defer func() { r.slots <- c }()
		return c.process.Process.Pid
	}
	if first, second := process(), process(); first != second {
		t.Errorf("a new process for the second file: %d, %d", first, second)
	}
	c := <-r.slots
	c.uses = maxUses - 1
	r.slots <- c
	if _, err := r.Read(t.Context(), "cv.txt", []byte("fine"), Limits{}); err != nil {
		t.Fatal(err)
	}
	if c = <-r.slots; c != nil {
		t.Errorf("a process served %d files", c.uses)
	}
	r.slots <- c
}

func TestReaderReplacesDeadProcess(t *testing.T) {
	t.Parallel()
	r := newTestReader(t, 1)
	for range 2 {
		doc, err := r.Read(t.Context(), "cv.txt", []byte("fine"), Limits{})
		if err != nil || doc.Text != "fine" {
			t.Fatalf("got %+v %v", doc, err)
		}
		c := <-r.slots
		if err := c.process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		r.slots <- c
	}
}

func TestReaderInParallel(t *testing.T) {
	t.Parallel()
	r := newTestReader(t, 2)
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			want := strings.Repeat(fmt.Sprintf("file %d ", i), 1000)
			doc, err := r.Read(t.Context(), "cv.txt", []byte(want), Limits{})
			if err != nil || doc.Text != strings.TrimSpace(want) {
				t.Errorf("file %d: %v", i, err)
			}
		})
	}
	wait.Wait()
}

func TestReaderEnds(t *testing.T) {
	t.Parallel()
	r := newTestReader(t, 1)
	held := <-r.slots
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Read(ended, "cv.txt", []byte("fine"), Limits{}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("waiting for a worker: got %v", err)
	}
	r.slots <- held
	busy, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := r.Read(busy, "cv.txt", []byte("LOOP!"), Limits{}); fault.KindOf(err) != fault.Timeout {
		t.Errorf("caller's deadline: got %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(t.Context(), "cv.txt", []byte("fine"), Limits{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("after Close: got %v", err)
	}
}

func TestReaderCannotStart(t *testing.T) {
	t.Parallel()
	r := NewReader([]string{"/nonexistent/command"}, 1)
	if _, err := r.Read(t.Context(), "cv.txt", []byte("fine"), Limits{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}

func TestServeRefusesNonsense(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"hello\n", `{"Size": -1}` + "\n", `{"Size": 99999999999}` + "\n", `{"Size": 5}` + "\nabc"} {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(in), &out, t.FailNow); err == nil || out.Len() > 0 {
			t.Errorf("%q: got %v and %q", in, err, out.String())
		}
	}
	broken := errors.New("pipe broke")
	if err := serve(t.Context(), io.MultiReader(strings.NewReader("{"), failing{broken}), io.Discard, t.FailNow); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
