package obs_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kadry/internal/obs"
)

func TestLogger_carriesTheRequestID(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	ctx := obs.WithRequestID(t.Context(), "abc-1")
	log := obs.NewLogger(&out, "warn", false)
	log.InfoContext(ctx, "quiet")
	log.With("front", "rest").WarnContext(ctx, "loud")
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v in %q", err, out.String())
	}
	if line["request_id"] != "abc-1" || line["msg"] != "loud" || line["front"] != "rest" {
		t.Errorf("got %v", line)
	}
}

func TestWithRequestID_replacesWhatCouldForgeALogLine(t *testing.T) {
	t.Parallel()
	for _, brought := range []string{"", "a b", "x\ny", strings.Repeat("a", 65), "й"} {
		if got := obs.RequestID(obs.WithRequestID(t.Context(), brought)); got == brought || got == "" {
			t.Errorf("%q is kept as %q", brought, got)
		}
	}
}

func TestMetrics_showWhatHappened(t *testing.T) {
	t.Parallel()
	m := obs.NewMetrics()
	m.Operation("acme", "search_by_skills", "ok", 3*time.Millisecond)
	m.Request("acme", "rest", 404)
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, want := range []string{
		`kadry_operation_seconds_count{operation="search_by_skills",outcome="ok"} 1`,
		`kadry_http_requests_total{class="4xx",front="rest"} 1`, "go_goroutines",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("metrics lack %q", want)
		}
	}
}

func TestWatch_readsAtEveryScrape(t *testing.T) {
	t.Parallel()
	m := obs.NewMetrics()
	seen := 0.0
	err := m.Watch([]obs.Figure{
		{Name: "kadry_apples_total", Help: "Apples.", Labels: []string{"tree"}},
		{Name: "kadry_branches", Help: "Branches."},
	}, func(emit obs.Emit) {
		seen++
		emit(0, seen, "old")
		emit(1, 3)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Watch([]obs.Figure{{Name: "kadry_branches", Help: "Branches."}}, nil); err == nil {
		t.Error("a figure of a name that is taken")
	}
	for scrape := 1; scrape <= 2; scrape++ {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		for _, want := range []string{
			fmt.Sprintf("kadry_apples_total{tree=\"old\"} %d", scrape), "# TYPE kadry_apples_total counter",
			"kadry_branches 3", "# TYPE kadry_branches gauge",
		} {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("scrape %d lacks %q", scrape, want)
			}
		}
	}
}

// A tenant sees what it did, and nothing of another or of the process.
func TestMetrics_ofATenant(t *testing.T) {
	t.Parallel()
	m := obs.NewMetrics()
	err := m.WatchTenants([]obs.Figure{{Name: "kadry_letters", Help: "Letters."}}, func(tenant string, emit obs.Emit) {
		emit(0, map[string]float64{"": 7, "acme": 5, "globex": 2}[tenant])
	})
	if err != nil {
		t.Fatal(err)
	}
	m.Operation("acme", "search_by_skills", "ok", time.Millisecond)
	m.Operation("globex", "delete_candidate", "ok", time.Millisecond)
	m.Request("", "rest", 401)
	for name, c := range map[string]struct {
		of            *obs.Metrics
		want, without []string
	}{
		"the whole": {m, []string{"kadry_letters 7", "search_by_skills", "delete_candidate", `class="4xx"`, "go_goroutines"}, nil},
		"acme":      {m.Of("acme"), []string{"kadry_letters 5", "search_by_skills"}, []string{"delete_candidate", "4xx", "go_goroutines"}},
		"globex":    {m.Of("globex"), []string{"kadry_letters 2", "delete_candidate"}, []string{"search_by_skills", "4xx", "go_goroutines"}},
	} {
		w := httptest.NewRecorder()
		c.of.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		for _, want := range c.want {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: no %s", name, want)
			}
		}
		for _, foreign := range c.without {
			if strings.Contains(w.Body.String(), foreign) {
				t.Errorf("%s: shows %s", name, foreign)
			}
		}
	}
}
