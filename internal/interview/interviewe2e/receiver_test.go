package interviewe2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/webhook"
)

// hook is what a webhook of an interview says, as far as these tests look at it.
type hook struct {
	Session  string `json:"session_id"`
	Type     string `json:"type"`
	Seq      int    `json:"seq"`
	ID       string `json:"id"`
	Question string `json:"question"`
	AskedID  string `json:"question_id"`
	Expected string `json:"expected_answer_type"`
	Analysis *struct {
		Score   int `json:"overall_score"`
		Quotes  []struct{ Quote string }
		Summary string `json:"summary"`
	} `json:"analysis_result"`
	Message string `json:"message"`
	Code    string `json:"code"`

	at      time.Time
	body    []byte
	refused bool // before it was taken
}

// receiver is a site that takes webhooks: it verifies, remembers everything and answers as
// told. The site of a test lives through every death of the server.
type receiver struct {
	url    string
	secret webhook.Secret
	answer func(h hook, repeated bool) int // nil is 204

	mu    sync.Mutex
	got   map[string][]hook // by session, every delivery in the order of arrival
	seen  map[string][]byte // body by webhook-id
	bad   map[string]bool   // webhook-ids that were refused at first
	wrong []string          // what no receiver should see
	news  chan hook         // events seen for the first time and answered with 2xx
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{got: map[string][]hook{}, seen: map[string][]byte{}, bad: map[string]bool{}, news: make(chan hook, 1<<16)}
	site := httptest.NewServer(r)
	t.Cleanup(site.Close)
	r.url = site.URL + "/hook"
	return r
}

// env lets a server reach the receiver, which is on a private address without TLS.
func (r *receiver) env() []string {
	host := strings.TrimSuffix(strings.TrimPrefix(r.url, "http://"), "/hook")
	return []string{"KADRY_OFFLINE=false", "KADRY_SDAMGIA_BASE_URL=http://127.0.0.1:1/{host}", "KADRY_WEBHOOK_PRIVATE_HOSTS=" + host, "KADRY_WEBHOOK_PLAIN_HTTP=true"}
}

// trust makes the tenant's secret known to the receiver.
func (r *receiver) trust(t testing.TB, env []string) {
	t.Helper()
	secret, err := webhook.ParseSecret(strings.TrimSpace(e2etest.Succeed(t, env, "webhook", "secret")))
	if err != nil {
		t.Fatal(err)
	}
	r.secret = secret
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil { // the server died while it sent
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	h := hook{at: time.Now(), body: body}
	stamp := webhook.Stamp{ID: req.Header.Get(webhook.HeaderID), Timestamp: req.Header.Get(webhook.HeaderTimestamp), Signature: req.Header.Get(webhook.HeaderSignature)}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := webhook.Verify(stamp, body, time.Now(), r.secret); err != nil {
		r.wrong = append(r.wrong, "a signature: "+err.Error())
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if err := webhook.Verify256(req.Header.Get(webhook.HeaderSignature256), body, r.secret); err != nil {
		r.wrong = append(r.wrong, "an old signature: "+err.Error())
	}
	if err := json.Unmarshal(body, &h); err != nil || h.ID != stamp.ID {
		r.wrong = append(r.wrong, fmt.Sprintf("a body of %s: %v: %s", stamp.ID, err, body))
	}
	before, repeated := r.seen[h.ID]
	if repeated && !bytes.Equal(before, body) {
		r.wrong = append(r.wrong, "another body under the id "+h.ID)
	}
	status := http.StatusNoContent
	if r.answer != nil {
		status = r.answer(h, repeated)
	}
	r.got[h.Session] = append(r.got[h.Session], h)
	if status/100 != 2 {
		r.bad[h.ID] = true
	}
	h.refused = r.bad[h.ID]
	if status/100 == 2 && !repeated {
		r.seen[h.ID] = body
		r.news <- h
	}
	w.WriteHeader(status)
}

// accepted returns the events of a session that were taken, each once, in the order of
// their first arrival.
func (r *receiver) accepted(session string) []hook {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []hook
	known := map[string]bool{}
	for _, h := range r.got[session] {
		if _, taken := r.seen[h.ID]; taken && !known[h.ID] {
			known[h.ID] = true
			list = append(list, h)
		}
	}
	return list
}

// next waits for the next event that is new.
func (r *receiver) next(t testing.TB) hook {
	t.Helper()
	limit := time.NewTimer(e2etest.StartTime)
	defer limit.Stop()
	select {
	case h := <-r.news:
		return h
	case <-limit.C:
		r.mu.Lock()
		defer r.mu.Unlock()
		t.Fatalf("no webhook came; wrong ones: %v", r.wrong)
		return hook{}
	}
}

// wantNothingWrong fails the test for everything that no receiver should see.
func (r *receiver) wantNothingWrong(t testing.TB) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.wrong {
		t.Error(w)
	}
}

// vacancyText is a vacancy that the CVs of these tests suit.
const vacancyText = `{"title":"Разработчик Go","description":"Платёжная платформа, команда из шести человек.",` +
	`"requirements":"Опыт от 3 лет. Уверенное знание Go и PostgreSQL. Docker, Kubernetes.","external_id":"go-1"}`

const resumeText = "Разработчик Go, 6 лет опыта. Навыки: Go, PostgreSQL, Docker, Git. Переписал биллинг на Go, настроил репликацию PostgreSQL."

// api is a caller of the REST contract; it may be refused or find nobody, which is for its
// user to judge.
type api struct {
	base  string
	token string
}

// call returns the status, 0 when nobody answered.
func (a api) call(ctx context.Context, method, path string, body any, header ...string) (int, []byte) {
	var content io.Reader
	if text, raw := body.(string); raw {
		content = strings.NewReader(text)
	} else if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return 0, []byte(err.Error())
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, a.base+path, content)
	if err != nil {
		return 0, []byte(err.Error())
	}
	request.Header.Set("Content-Type", "application/json")
	if a.token != "" {
		request.Header.Set("X-Webhook-Token", a.token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := e2etest.Web.Do(request)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, []byte(err.Error())
	}
	return response.StatusCode, text
}

// want is a call that must be answered with a status.
func (a api) want(t testing.TB, status int, method, path string, body any, header ...string) []byte {
	t.Helper()
	got, text := a.call(t.Context(), method, path, body, header...)
	if got != status {
		t.Fatalf("%s %s: %d, want %d: %s", method, path, got, status, text)
	}
	return text
}

// start begins an interview and returns its session.
func (a api) start(t testing.TB, hookURL, user string) string {
	t.Helper()
	text := a.want(t, http.StatusAccepted, http.MethodPost, "/api/v1/mcp/start_interview",
		map[string]any{"resume_text": resumeText, "webhook_url": hookURL, "user_id": user, "max_questions": 4})
	return e2etest.Decode[struct {
		Session string `json:"session_id"`
	}](t, text).Session
}

// reply answers a question.
func (a api) reply(t testing.TB, h hook, text string) {
	t.Helper()
	a.want(t, http.StatusAccepted, http.MethodPost, "/api/v1/mcp/continue_interview",
		map[string]any{"session_id": h.Session, "user_answer": text, "question_id": h.AskedID})
}
