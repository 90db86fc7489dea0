package dossiere2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// vacancies is a made-up HeadHunter with vacancies enough for three pages, whose moods change
// while it is asked. It is this room's own, so that the room stands without the market's.
type vacancies struct {
	server *httptest.Server

	mu    sync.Mutex
	now   moods
	since int            // searches answered in the moods of now
	asked map[string]int // by path
}

type moods struct {
	WebPage      bool // a page for people in the place of JSON
	CaptchaAfter int  // searches that are answered; 0 is all
	Latency      time.Duration
}

const openVacancies = 250

func startVacancies(t testing.TB) *vacancies {
	t.Helper()
	v := &vacancies{asked: map[string]int{}}
	v.server = httptest.NewServer(v)
	t.Cleanup(v.server.Close)
	return v
}

func (v *vacancies) URL() string { return v.server.URL }

// Behave changes the moods.
func (v *vacancies) Behave(change func(*moods)) {
	v.mu.Lock()
	defer v.mu.Unlock()
	change(&v.now)
	v.since = 0
}

// Requests is how often a path was asked for.
func (v *vacancies) Requests(path string) int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.asked[path]
}

// ServeHTTP implements http.Handler.
func (v *vacancies) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v.mu.Lock()
	v.asked[r.URL.Path]++
	search := r.URL.Path == "/vacancies"
	if search {
		v.since++
	}
	now, since := v.now, v.since
	v.mu.Unlock()
	if now.Latency > 0 {
		select {
		case <-r.Context().Done():
		case <-time.After(now.Latency):
		}
	}
	w.Header().Set("Content-Type", "application/json")
	switch {
	case now.WebPage && search:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html><body>Are you a robot?</body></html>")
	case search && now.CaptchaAfter > 0 && since > now.CaptchaAfter:
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprint(w, `{"errors":[{"type":"captcha_required","value":"captcha_required"}],"request_id":"1"}`)
	case search:
		_ = json.NewEncoder(w).Encode(pageOf(r)) // the client left
	case r.URL.Path == "/dictionaries":
		fmt.Fprint(w, `{"currency":[{"code":"RUR","rate":1},{"code":"USD","rate":0.0125}]}`)
	case strings.HasPrefix(r.URL.Path, "/vacancies/"):
		n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/vacancies/"))
		whole := vacancy(n)
		whole["description"] = "<p>Пишем на Go, храним в PostgreSQL.</p>"
		whole["key_skills"] = []map[string]string{{"name": "Go"}, {"name": "PostgreSQL"}}
		_ = json.NewEncoder(w).Encode(whole)
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func pageOf(r *http.Request) map[string]any {
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	size, err := strconv.Atoi(r.URL.Query().Get("per_page"))
	if err != nil || size < 1 {
		size = 10
	}
	items := []any{}
	for n := page * size; n < min((page+1)*size, openVacancies); n++ {
		items = append(items, vacancy(n+1))
	}
	return map[string]any{"items": items, "found": openVacancies, "pages": (openVacancies + size - 1) / size, "per_page": size, "page": page}
}

func vacancy(n int) map[string]any {
	return map[string]any{
		"id": strconv.Itoa(n), "name": "Go-разработчик", "area": map[string]string{"id": "1", "name": "Москва"},
		"salary":   map[string]any{"from": 150_000 + 1000*(n%90), "to": 240_000 + 1000*(n%110), "currency": "RUR", "gross": false},
		"employer": map[string]string{"id": strconv.Itoa(n % 60), "name": fmt.Sprintf("Пример-%d", n%60)},
		"snippet":  map[string]string{"requirement": "Опыт с Go и PostgreSQL.", "responsibility": "Писать сервисы."}, "experience": map[string]string{"id": "between3And6", "name": "От 3 до 6 лет"},
		"published_at": time.Now().UTC().Add(-time.Duration(n) * time.Hour).Format("2006-01-02T15:04:05-0700"),
	}
}
