package document_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/confined"
	"kadry/internal/talent/document"
)

const worker = "read-document"

// TestMain lets the test binary be its own reading process.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == worker {
		if err := document.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func newReader(t testing.TB) *confined.Reader[document.Document] {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := confined.New([]string{self, worker}, 1, document.ReadWithin)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

func TestServeReadsLikeRead(t *testing.T) {
	t.Parallel()
	r := newReader(t)
	for name, data := range map[string]string{
		"cv.txt": "Анна Примерова", "cv.rtf": `{\rtf1 seen{\v secret}}`, "cv.pdf": "%PDF-1.4 damaged", "cv.json": `{"basics": {}}`, "cv.md": "more than the bytes allowed",
	} {
		doc, err := r.Read(t.Context(), name, []byte(data), confined.Limits{Bytes: 25})
		want, wantErr := document.Read(t.Context(), name, []byte(data), document.Limits{Bytes: 25, Time: 9 * time.Second})
		if diff := cmp.Diff(want, doc); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(fmt.Sprint(wantErr), fmt.Sprint(err)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
