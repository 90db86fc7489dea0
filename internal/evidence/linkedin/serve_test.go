package linkedin_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/confined"
	"kadry/internal/evidence/linkedin"
	"kadry/internal/fault"
)

// Names of the reading processes the test binary can be.
const (
	servedToday = "read-linkedin" // with the day of the tests
	served      = "serve"         // as the product does
)

// TestMain lets the test binary be its own reading process.
func TestMain(m *testing.M) {
	serve := linkedin.Serve
	switch {
	case slices.Equal(os.Args[1:], []string{servedToday}):
		serve = func(ctx context.Context, in io.Reader, out io.Writer) error {
			return confined.Serve(ctx, in, out, onToday)
		}
	case !slices.Equal(os.Args[1:], []string{served}):
		os.Exit(m.Run())
	}
	if err := serve(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}

func onToday(ctx context.Context, name string, body []byte, within confined.Limits) (linkedin.Content, error) {
	return linkedin.ReadOn(func() time.Time { return today })(ctx, name, body, within)
}

func newReader(t *testing.T, worker string) *confined.Reader[linkedin.Content] {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := confined.New([]string{self, worker}, 1, onToday)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// TestChildReadsLikeRead holds that a profile loses nothing on its way from a child.
func TestChildReadsLikeRead(t *testing.T) {
	t.Parallel()
	r := newReader(t, servedToday)
	for name, body := range map[string][]byte{
		"export.zip": fullExport(t), "page.pdf": englishPage(), "страница.pdf": russianPage(), "snapshot.json": snapshot(t),
		"damaged.pdf": []byte("%PDF-1.4 damaged"), "other.txt": []byte("no profile"), "empty.json": []byte("{}"),
	} {
		got, err := r.Read(t.Context(), name, body, linkedin.Limits())
		profile, reading, wantErr := linkedin.Read(name, body, today)
		if diff := cmp.Diff(linkedin.Content{Profile: profile, Reading: reading}, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(fmt.Sprint(wantErr), fmt.Sprint(err)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	got, err := newReader(t, served).Read(t.Context(), "page.pdf", englishPage(), linkedin.Limits())
	if err != nil || got.Profile.FullName != "Ann Example" {
		t.Errorf("got %q, %v", got.Profile.FullName, err)
	}
}

func TestReadOnEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	r := confined.New(nil, 1, onToday)
	if _, err := r.Read(ended, "page.pdf", englishPage(), linkedin.Limits()); fault.KindOf(err) != fault.Canceled {
		t.Errorf("got %v", err)
	}
}
