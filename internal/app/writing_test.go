package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kadry/internal/store"
)

func TestWriteProbe_asksNowAndThen(t *testing.T) {
	t.Parallel()
	now, tried, full := time.Unix(1000, 0), 0, errors.New("disk full")
	fails := full
	p := newWriteProbe(func(context.Context) error { tried++; return fails })
	p.now = func() time.Time { return now }
	for range 100 {
		if err := p.check(t.Context()); !errors.Is(err, full) {
			t.Fatalf("got %v", err)
		}
	}
	now, fails = now.Add(writeProbeEvery), nil
	for range 100 {
		if err := p.check(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if tried != 2 {
		t.Errorf("wrote %d times, want 2", tried)
	}
}

// Ready is who can serve now: the database takes what is written, and nobody stops the server.
func TestReady_tellsThatNothingCanBeWritten(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Config{URL: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for cause, want := range map[error]string{nil: "200 ok", errors.New("disk full"): "503 cannot be written"} {
		h := &house{db: db, log: slog.New(slog.DiscardHandler), writing: newWriteProbe(func(context.Context) error { return cause })}
		w := httptest.NewRecorder()
		h.ready(w, httptest.NewRequest("GET", "/readyz", nil))
		status, detail, _ := strings.Cut(want, " ")
		if got := w.Body.String(); !strings.Contains(got, detail) || w.Code/100 != int(status[0]-'0') {
			t.Errorf("%v: %d %s", cause, w.Code, got)
		}
		h.stopping.Store(true)
		w = httptest.NewRecorder()
		h.ready(w, httptest.NewRequest("GET", "/readyz", nil))
		if got := w.Body.String(); w.Code != http.StatusServiceUnavailable || !strings.Contains(got, "stopping") {
			t.Errorf("while it stops: %d %s", w.Code, got)
		}
	}
}
