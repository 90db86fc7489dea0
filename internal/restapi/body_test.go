package restapi

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
)

func TestOperation_refusesAnEndlessBody(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(serve(t, Config{BodyLimit: 1000}))
	defer server.Close()
	body := io.MultiReader(strings.NewReader(`{"words":["`), &endless{})
	r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+toolsPath+"/find_books", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("got %d, want 413", answer.StatusCode)
	}
}

type endless struct{}

func (*endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// turnedAway is a body that whoever stands in front does not let in now.
type turnedAway struct{}

func (turnedAway) Read([]byte) (int, error) {
	return 0, fault.E(fault.Unavailable, fault.Say("Full.", "Мест нет."), nil).After(time.Second)
}

func TestOperation_passesOnWhatGuardsTheBody(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, toolsPath+"/add_books", turnedAway{})
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	serve(t, Config{Registry: library(t)}).ServeHTTP(w, r)
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") != "1" || !strings.Contains(w.Body.String(), "Full.") {
		t.Errorf("got %d %v %s", w.Code, w.Header(), w.Body)
	}
}
