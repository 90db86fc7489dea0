package confined

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

const worker = "read-file"

// TestMain lets the test binary be its own reading process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker {
		if err := Serve(context.Background(), trap{os.Stdin}, os.Stdout, readText); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// text is what the tests read from a file.
type text struct {
	Name, Body string
	Lines      []int // lengths of its lines, nil for an empty file
}

// readText fails as the words of a file ask for.
func readText(ctx context.Context, name string, data []byte, within Limits) (text, error) {
	switch body := string(data); body {
	case "bad":
		return text{Name: "half read"}, fault.E(fault.Invalid, fault.Say("Bad file.", "Плохой файл."), errors.New("cause of it")).
			WithHint(fault.Say("Send another.", "Пришлите другой."))
	case "defect":
		return text{}, errors.New("no fault")
	case "slow":
		<-ctx.Done()
		return text{}, ctx.Err()
	case "limits":
		return text{Body: fmt.Sprint(within.Bytes)}, nil
	case "panic":
		panic("a defect of the parser")
	default:
		out := text{Name: name, Body: body}
		for line := range strings.Lines(body) {
			out.Lines = append(out.Lines, len(line))
		}
		return out, nil
	}
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

func newTestReader(t testing.TB, workers int) *Reader[text] {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := New([]string{self, worker}, workers, readText)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// TestReaderReadsLikeRead holds that neither what is read nor a failure loses anything on
// its way from a child.
func TestReaderReadsLikeRead(t *testing.T) {
	t.Parallel()
	r, here := newTestReader(t, 1), New(nil, 1, readText)
	for _, body := range []string{"", "Анна\nПримерова <&>\u2028", "bad", "defect", "limits", strings.Repeat("long line ", 100_000)} {
		got, err := r.Read(t.Context(), "имя.txt", []byte(body), Limits{})
		want, wantErr := here.Read(t.Context(), "имя.txt", []byte(body), Limits{})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%.20s: %s", body, diff)
		}
		if diff := cmp.Diff(fmt.Sprint(wantErr), fmt.Sprint(err)); diff != "" {
			t.Errorf("%.20s: %s", body, diff)
		}
		if want, got := fault.From(wantErr), fault.From(err); err != nil && (got.Text != want.Text || got.Hint != want.Hint) {
			t.Errorf("%.20s: got %+v, want %+v", body, got, want)
		}
	}
}

// TestReaderKeepsLimits holds the limits, with and without a child.
func TestReaderKeepsLimits(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]*Reader[text]{"child": newTestReader(t, 1), "here": New(nil, 1, readText)} {
		for body, want := range map[string]fault.Kind{"12345678": "", "123456789": fault.TooLarge, "slow": fault.Timeout} {
			_, err := r.Read(t.Context(), "file.txt", []byte(body), Limits{Bytes: 8, Time: 500 * time.Millisecond})
			if got := fault.KindOf(err); got != want {
				t.Errorf("%s: %s: got %v, want %q", name, body, err, want)
			}
		}
		if got, err := r.Read(t.Context(), "file.txt", []byte("limits"), Limits{}); err != nil || got.Body != fmt.Sprint(defaultBytes) {
			t.Errorf("%s: the default is %q bytes, %v", name, got.Body, err)
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
		{"panic", 10 * time.Second, fault.Invalid},
		{"fine", 10 * time.Second, ""},
		{"EAT!", 30 * time.Second, fault.Invalid},
		{"fine", 10 * time.Second, ""},
	} {
		got, err := r.Read(t.Context(), "file.txt", []byte(c.file), Limits{Time: c.time})
		if got := fault.KindOf(err); got != c.want {
			t.Errorf("%s: got %v, want %q", c.file, err, c.want)
		}
		if err == nil && got.Body != c.file {
			t.Errorf("%s: got %q", c.file, got.Body)
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
		if _, err := r.Read(t.Context(), "file.txt", []byte("fine"), Limits{}); err != nil {
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
	if _, err := r.Read(t.Context(), "file.txt", []byte("fine"), Limits{}); err != nil {
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
		got, err := r.Read(t.Context(), "file.txt", []byte("fine"), Limits{})
		if err != nil || got.Body != "fine" {
			t.Fatalf("got %+v %v", got, err)
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
			got, err := r.Read(t.Context(), "file.txt", []byte(want), Limits{})
			if err != nil || got.Body != want {
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
	if _, err := r.Read(ended, "file.txt", []byte("fine"), Limits{}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("waiting for a worker: got %v", err)
	}
	r.slots <- held
	busy, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := r.Read(busy, "file.txt", []byte("LOOP!"), Limits{}); fault.KindOf(err) != fault.Timeout {
		t.Errorf("caller's deadline: got %v", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(t.Context(), "file.txt", []byte("fine"), Limits{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("after Close: got %v", err)
	}
}

func TestReaderCannotStart(t *testing.T) {
	t.Parallel()
	r := New([]string{"/nonexistent/command"}, 1, readText)
	if _, err := r.Read(t.Context(), "file.txt", []byte("fine"), Limits{}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
}

// TestReaderHidesEnvironment holds that a child sees none of the server's environment.
func TestReaderHidesEnvironment(t *testing.T) {
	t.Setenv("KADRY_SECRET", "for the server alone")
	c, err := start([]string{"/usr/bin/env"})
	if err != nil {
		t.Skip(err)
	}
	seen, err := io.ReadAll(c.out)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(string(seen)); len(got) != 2 || strings.Contains(string(seen), "SECRET") {
		t.Errorf("a child sees %q", got)
	}
	if err := c.process.Wait(); err != nil {
		t.Error(err)
	}
}

func TestServeRefusesNonsense(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"hello\n", `{"Size": -1}` + "\n", `{"Size": 99999999999}` + "\n", `{"Size": 5}` + "\nabc"} {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(in), &out, readText, t.FailNow); err == nil || out.Len() > 0 {
			t.Errorf("%q: got %v and %q", in, err, out.String())
		}
	}
	broken := errors.New("pipe broke")
	if err := serve(t.Context(), io.MultiReader(strings.NewReader("{"), failing{broken}), io.Discard, readText, t.FailNow); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
