package mcpserver

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kadry/internal/mcpserver/mcptest"
	"kadry/internal/op"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}

// testLogger shows the server's log with the test's own output.
func testLogger(t *testing.T) *slog.Logger {
	t.Helper()
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// serveAs serves s over HTTP to one caller and closes both when the test ends.
func serveAs(t *testing.T, s *Server, caller op.Caller) string {
	t.Helper()
	handler, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(op.WithCaller(r.Context(), caller)))
	}))
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Error(err)
		}
		server.Close()
	})
	return server.URL + MountPath
}

func TestConformance(t *testing.T) {
	url := serveAs(t, newFixtureServer(t), op.Caller{})
	for _, revision := range []string{"2026-07-28", "2025-11-25", "2025-06-18"} {
		t.Run(revision, func(t *testing.T) { mcptest.Conformance(t, url, revision) })
	}
}
