package evidencee2e_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"kadry/internal/github/replica"
)

// accepted is the token that the made-up GitHub takes.
const accepted = "ghp_madeUpForTests"

// fakeHub is a running made-up GitHub: a world of package replica on two addresses, whose
// faults change while it is asked, and which counts what it was asked.
type fakeHub struct {
	world         *replica.World
	api, archives *httptest.Server

	mu       sync.Mutex
	now      *replica.Server
	asked    int
	users    map[string]int // profiles asked for, by login
	paths    map[string]int
	inFlight int
}

// startHub serves the world of a folder.
func startHub(folder string) (*fakeHub, error) {
	world, err := replica.Load(folder)
	if err != nil {
		return nil, err
	}
	h := &fakeHub{world: world, users: map[string]int{}, paths: map[string]int{}}
	h.Heal()
	h.api, h.archives = httptest.NewServer(h), httptest.NewServer(h)
	return h, nil
}

// Close ends the service.
func (h *fakeHub) Close() {
	for _, s := range []*httptest.Server{h.api, h.archives} {
		s.CloseClientConnections()
		s.Close()
	}
}

// API is the address of the API.
func (h *fakeHub) API() string { return h.api.URL }

// Settings are what a process must be told to ask this GitHub with its token.
func (h *fakeHub) Settings() map[string]string {
	return map[string]string{
		"KADRY_OFFLINE": "false", "KADRY_GITHUB_API_URL": h.api.URL, "KADRY_GITHUB_ARCHIVE_URL": h.archives.URL + "/codeload", "GITHUB_TOKEN": accepted,
	}
}

// Behave makes a new start with other options: what was used of the limits is forgotten.
func (h *fakeHub) Behave(o replica.Options) {
	if o.Tokens == nil {
		o.Tokens = []string{accepted}
	}
	server := replica.New(h.world, o)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = server
}

// Break makes it misbehave from now on.
func (h *fakeHub) Break(faults ...*replica.Fault) { h.Behave(replica.Options{Faults: faults}) }

// Heal ends every fault.
func (h *fakeHub) Heal() { h.Behave(replica.Options{}) }

// Forget begins counting anew.
func (h *fakeHub) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = 0
	clear(h.users)
	clear(h.paths)
}

// Asked is how many requests came.
func (h *fakeHub) Asked() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.asked
}

// AskedFor is how many requests for the profile of a login came.
func (h *fakeHub) AskedFor(login string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.users[login]
}

// AskedBelow is how many requests came for paths that begin so.
func (h *fakeHub) AskedBelow(prefix string) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for path, times := range h.paths {
		if strings.HasPrefix(path, prefix) {
			n += times
		}
	}
	return n
}

// InFlight is how many requests are not answered yet.
func (h *fakeHub) InFlight() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.inFlight
}

// ServeHTTP implements http.Handler.
func (h *fakeHub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	server := h.note(r.URL.Path, body)
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.inFlight--
	}()
	server.ServeHTTP(w, r)
}

func (h *fakeHub) note(path string, body []byte) *replica.Server {
	var query struct {
		Variables struct{ Login, Answered string }
	}
	_ = json.Unmarshal(body, &query) // only queries have a body
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	h.inFlight++
	h.paths[path]++
	if query.Variables.Answered != "" { // the first question about a person has it
		h.users[query.Variables.Login]++
	}
	return h.now
}
