package dossiere2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

const (
	hubToken    = "ghp_madeUpForTests"
	marketToken = "MARKETTOKEN"
)

// outside is every foreign system of a report, made up: GitHub with seven people, and
// HeadHunter, where the Bank of Russia is not to be found.
type outside struct {
	hub *hub
	hh  *vacancies
	env []string // what a process must be told to ask them
}

func newOutside(t testing.TB) outside {
	t.Helper()
	o := outside{hub: startHub(t), hh: startVacancies(t)}
	o.env = []string{
		"KADRY_OFFLINE=false", "KADRY_GITHUB_API_URL=" + o.hub.server.URL, "KADRY_GITHUB_ARCHIVE_URL=" + o.hub.server.URL + "/codeload", "GITHUB_TOKEN=" + hubToken,
		"HH_API_BASE_URL=" + o.hh.URL(), "HH_TOKEN=" + marketToken, "HH_USER_AGENT=kadry-test/1.0 (test@mail.example)", "KADRY_CBR_URL=" + o.hh.URL(),
	}
	return o
}

func (o outside) serve(t testing.TB, extra ...string) *e2etest.Server {
	t.Helper()
	return e2etest.Serve(t, e2etest.Options{Env: append(append([]string{}, o.env...), extra...)})
}

// hub is a made-up GitHub whose faults change while it is asked, and which counts what it was
// asked about whom.
type hub struct {
	world  *replica.World
	server *httptest.Server

	mu    sync.Mutex
	now   *replica.Server
	asked []string // path and body of each request
}

func startHub(t testing.TB) *hub {
	t.Helper()
	world, err := replica.Load(filepath.Join(e2etest.Checkout, "internal", "github", "replica", "testdata", "small"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hub{world: world}
	h.behave(replica.Options{})
	h.server = httptest.NewServer(h)
	t.Cleanup(func() {
		h.server.CloseClientConnections()
		h.server.Close()
	})
	return h
}

// behave makes a new start with other options.
func (h *hub) behave(o replica.Options) {
	o.Tokens = []string{hubToken}
	server := replica.New(h.world, o)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now, h.asked = server, nil
}

// askedAbout is how many requests named a login.
func (h *hub) askedAbout(login string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.asked {
		if strings.Contains(a, login) {
			n++
		}
	}
	return n
}

// ServeHTTP implements http.Handler.
func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	h.mu.Lock()
	server := h.now
	h.asked = append(h.asked, r.URL.Path+" "+string(body))
	h.mu.Unlock()
	server.ServeHTTP(w, r)
}

// reported is the part of the former contract that tests look at.
type reported struct {
	Market struct {
		Data  map[string]any `json:"data"`
		Error *string        `json:"error"`
	} `json:"market"`
	Candidates []struct {
		Username string         `json:"github_username"`
		Data     map[string]any `json:"data"`
		Error    *string        `json:"error"`
	} `json:"candidates"`
	Report struct {
		Scores []struct {
			Username string   `json:"github_username"`
			Decision string   `json:"decision"`
			Reasons  []string `json:"decision_reasons"`
			Score    int      `json:"score"`
		} `json:"candidate_scores"`
	} `json:"report"`
	Cache struct{ Hits, Misses, Total int } `json:"cache_stats"`
	Took  int64                             `json:"processing_time_ms"`
}

func run(t testing.TB, rest e2etest.REST, body string) reported {
	t.Helper()
	a := rest.Do(t, http.MethodPost, "/api/v1/hr/run", strings.NewReader(body))
	a.Ok(t)
	return e2etest.Decode[reported](t, a.Body)
}

// about are the error, empty for none, and the decision of everybody in a report.
func (r reported) about() (errors, decisions map[string]string) {
	errors, decisions = map[string]string{}, map[string]string{}
	for _, c := range r.Candidates {
		errors[c.Username] = ""
		if c.Error != nil {
			errors[c.Username] = *c.Error
		}
	}
	for _, s := range r.Report.Scores {
		decisions[s.Username] = s.Decision
	}
	return errors, decisions
}

// resume is a CV of a numbered person whose job names Go and PostgreSQL.
func resume(n int) string {
	return fmt.Sprintf("Person Number%03d\nGo developer\n\nExperience\nMarch 2019 - Present\nSample Works %d, Go developer\nServices with Go and PostgreSQL.", n, n)
}

// hasLogin reports whether the body of a request names a login. The body can be read again.
func hasLogin(r *http.Request, login string) bool {
	body, err := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	return err == nil && bytes.Contains(body, []byte(login))
}
