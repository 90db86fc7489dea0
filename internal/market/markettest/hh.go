// Package markettest holds what tests of the market room share: servers that answer as the
// sources do, out of postings they are loaded with, with their limits, refusals and moods, and a
// place for an application's token. They know nothing of who asks.
package markettest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/market/posting"
)

const (
	hhDepth  = 2000
	stamp    = "2006-01-02T15:04:05-0700"
	jsonType = "application/json; charset=UTF-8"
)

// HH answers as api.hh.ru does.
//
// A request passes, from the outside in: count, latency, mood, agent, token, resource.
type HH struct {
	server   *httptest.Server
	postings []posting.Posting // the newest first
	mux      *http.ServeMux

	mu      sync.Mutex
	options HHOptions
	counts  map[string]int // requests by path, without ids
	queries []string       // of searches
	granted int            // tokens given out
	valid   map[string]bool
	free    int // anonymous searches still answered
	flying  int
	most    int
}

// HHOptions say how the server behaves. They may be changed with Behave.
type HHOptions struct {
	Tokens  []string          // accepted besides those it gives out
	Clients map[string]string // secrets of applications by id
	Free    int               // anonymous searches answered before the refusal; HeadHunter answers one at most
	Latency time.Duration

	CaptchaAfter int           // searches after which a captcha is asked for; 0 is never
	Busy         int           // requests answered with 429
	RetryAfter   time.Duration // of those; 0 says none
	Broken       int           // requests answered with 502
	WebPage      bool          // HTML in the place of everything
	HangAfter    int           // searches after which no more are answered while the client waits; 0 is never
	FailPage     int           // the page of searches that fails with 500, counted from 1; 0 is none
}

// StartHH starts a server; it is closed with the test.
func StartHH(tb testing.TB, postings []posting.Posting, o HHOptions) *HH {
	tb.Helper()
	h := &HH{postings: slices.Clone(postings), options: o, counts: map[string]int{}, valid: map[string]bool{}, free: o.Free}
	slices.SortStableFunc(h.postings, func(a, b posting.Posting) int { return b.Published.Compare(a.Published) })
	for _, t := range o.Tokens {
		h.valid[t] = true
	}
	h.mux = http.NewServeMux()
	h.mux.HandleFunc("GET /vacancies", h.search)
	h.mux.HandleFunc("GET /vacancies/{id}", h.detail)
	h.mux.HandleFunc("GET /areas", h.areas)
	h.mux.HandleFunc("GET /dictionaries", dictionaries)
	h.mux.HandleFunc("GET /professional_roles", h.roles)
	h.mux.HandleFunc("GET /suggests/{kind}", h.suggest)
	h.mux.HandleFunc("POST /token", h.token)
	h.server = httptest.NewServer(h)
	tb.Cleanup(h.server.Close)
	return h
}

// URL is the address of the API.
func (h *HH) URL() string { return h.server.URL }

// Behave changes the options of a server at work.
func (h *HH) Behave(change func(*HHOptions)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	change(&h.options)
}

// Revoke ends a token.
func (h *HH) Revoke(token string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.valid[token] = false
}

// Requests counts the requests below a path, "" is all.
func (h *HH) Requests(path string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for asked, times := range h.counts {
		if strings.HasPrefix(asked, path) {
			n += times
		}
	}
	return n
}

// Queries are the parameters of the searches so far, as they came.
func (h *HH) Queries() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.queries)
}

// AtOnce is the most requests that were in flight together.
func (h *HH) AtOnce() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.most
}

// ServeHTTP answers one request.
func (h *HH) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	h.counts[r.URL.Path]++
	h.flying++
	h.most = max(h.most, h.flying)
	latency := h.options.Latency
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		h.flying--
		h.mu.Unlock()
	}()
	if !wait(r, latency) || h.moody(w) {
		return
	}
	agent := r.Header.Get("HH-User-Agent")
	if agent == "" {
		agent = r.UserAgent()
	}
	switch {
	case agent == "":
		refuse(w, http.StatusBadRequest, "bad_user_agent", "unset")
	case strings.HasPrefix(agent, "Go-http-client"), strings.HasPrefix(agent, "python-requests"):
		refuse(w, http.StatusBadRequest, "bad_user_agent", "blacklisted")
	default:
		h.mux.ServeHTTP(w, r)
	}
}

// wait lets time pass as long as the client waits.
func wait(r *http.Request, d time.Duration) bool {
	if d == 0 {
		return true
	}
	passed := time.NewTimer(d)
	defer passed.Stop()
	select {
	case <-passed.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// moody answers in the place of the resource, if that is the mood.
func (h *HH) moody(w http.ResponseWriter) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.options.Busy > 0:
		h.options.Busy--
		if h.options.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(h.options.RetryAfter/time.Second)))
		}
		w.WriteHeader(http.StatusTooManyRequests) // without a body, as HeadHunter
	case h.options.Broken > 0:
		h.options.Broken--
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = w.Write([]byte("<html><h1>502 Bad Gateway</h1></html>"))
	case h.options.WebPage:
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html><title>Проверка браузера</title>"))
	default:
		return false
	}
	return true
}

// authorized answers a refusal to those who may not search.
func (h *HH) authorized(w http.ResponseWriter, r *http.Request) (application, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if after := h.options.CaptchaAfter; after > 0 && len(h.queries) > after {
		body := refusal("captcha_required", "captcha_required")
		body["errors"].([]any)[0].(map[string]any)["captcha_url"] = "https://hh.ru/account/captcha?state=x"
		answer(w, http.StatusForbidden, body)
		return false, false
	}
	token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	valid, issued := h.valid[token]
	switch {
	case given && valid:
		return true, true
	case given && issued:
		refuse(w, http.StatusForbidden, "oauth", "token_revoked")
	case given:
		refuse(w, http.StatusForbidden, "oauth", "bad_authorization")
	case h.free > 0:
		h.free--
		return false, true
	default:
		refuse(w, http.StatusForbidden, "forbidden", "")
	}
	return false, false
}

// token gives an application its token, which ends the one before.
func (h *HH) token(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id := r.FormValue("client_id")
	secret, ok := h.options.Clients[id]
	if r.FormValue("grant_type") != "client_credentials" || !ok || secret != r.FormValue("client_secret") {
		answer(w, http.StatusBadRequest, map[string]any{"error": "invalid_client", "error_description": "client_id or client_secret is wrong"})
		return
	}
	for token := range h.valid {
		h.valid[token] = false
	}
	h.granted++
	token := "APPL" + strconv.Itoa(h.granted)
	h.valid[token] = true
	answer(w, http.StatusOK, map[string]any{"access_token": token, "token_type": "bearer"})
}

// refusal is the body of a refusal.
func refusal(kind, value string) map[string]any {
	entry := map[string]any{"type": kind}
	if value != "" {
		entry["value"] = value
	}
	return map[string]any{"errors": []any{entry}, "request_id": "16943040000000000000000000000000"}
}

func refuse(w http.ResponseWriter, status int, kind, value string) {
	answer(w, status, refusal(kind, value))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", jsonType)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may be gone
}
