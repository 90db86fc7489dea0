package interviewe2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/store/pgtest"
	"kadry/internal/webhook"
)

// sentEvent is a delivery as the log of an interview shows it.
type sentEvent struct {
	EventID  string `json:"event_id"`
	Seq      int    `json:"seq"`
	State    string `json:"state"`
	Count    int    `json:"attempts_made"`
	NextAt   string `json:"next_at"`
	Body     string `json:"body"`
	Attempts []struct {
		Number  int    `json:"number"`
		At      string `json:"at"`
		Status  int    `json:"status"`
		Class   string `json:"class"`
		Excerpt string `json:"excerpt"`
		Ended   bool   `json:"ended"`
		Manual  bool   `json:"manual"`
	} `json:"attempts"`
}

func deliveriesOf(t testing.TB, a api, session string) []sentEvent {
	t.Helper()
	return e2etest.Decode[struct{ Items []sentEvent }](t, a.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews/"+session+"/deliveries", nil)).Items
}

// awaitAttempt waits until the first event of an interview was tried once, and returns it.
func awaitAttempt(t testing.TB, a api, session string) sentEvent {
	t.Helper()
	var first sentEvent
	e2etest.Await(t, func(context.Context) bool {
		list := deliveriesOf(t, a, session)
		if len(list) > 0 {
			first = list[0]
		}
		return len(first.Attempts) > 0 && first.Attempts[0].Ended
	})
	return first
}

// moment reads a time of an answer.
func moment(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// However a receiver answers, the log says what came of it and when the next try is due.
func TestInterviewDelivery_everyAnswer(t *testing.T) {
	t.Parallel()
	odd := newOddSite(t)
	stranger := httptest.NewUnstartedServer(http.NotFoundHandler()) // nobody signed its certificate
	stranger.Config.ErrorLog = log.New(io.Discard, "", 0)
	stranger.StartTLS()
	t.Cleanup(stranger.Close)
	site := newReceiver(t)
	env := append(e2etest.Environment(t.TempDir()), site.env()...)
	env = append(env, "KADRY_WEBHOOK_PRIVATE_HOSTS="+strings.Join([]string{
		strings.TrimPrefix(odd.URL, "http://"), strings.TrimPrefix(stranger.URL, "https://"), "127.0.0.1:1",
	}, ","))
	site.trust(t, env)
	e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
	s := e2etest.Serve(t, e2etest.Options{Env: env})
	a := api{base: s.URL}
	for name, c := range map[string]outlook{
		"error":  {odd.URL + "/500", "pending", "answered", 500, 2 * time.Second},
		"gone":   {odd.URL + "/410", "gone", "answered", 410, 0},
		"limit":  {odd.URL + "/429", "pending", "answered", 429, time.Hour},
		"cut":    {odd.URL + "/cut", "pending", "broken", 0, 2 * time.Second},
		"hang":   {odd.URL + "/hang", "pending", "silent", 0, 2 * time.Second},
		"tls":    {stranger.URL + "/", "pending", "insecure", 0, 2 * time.Second},
		"nobody": {"http://127.0.0.1:1/", "pending", "unreachable", 0, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.hold(t, awaitAttempt(t, a, a.start(t, c.url, name)))
		})
	}
}

// outlook is what the log says of an event after its first try.
type outlook struct {
	url, state, class string
	status            int
	wait              time.Duration // until the next try; 0 is none
}

func (want outlook) hold(t *testing.T, got sentEvent) {
	t.Helper()
	first := got.Attempts[0]
	if first.Status != want.status || first.Class != want.class || len(first.Excerpt) > 1<<10 || got.Seq != 1 || got.EventID == "" {
		t.Errorf("got %+v", got)
	}
	if len(got.Attempts) > 1 { // tried again meanwhile, as it should be
		return
	}
	if got.State != want.state {
		t.Errorf("state %s, want %s", got.State, want.state)
	}
	if (got.NextAt == "") != (want.wait == 0) {
		t.Fatalf("the next try is due %q", got.NextAt)
	}
	if want.wait > 0 {
		wait := moment(t, got.NextAt).Sub(moment(t, first.At))
		if wait < want.wait/2 || wait > want.wait*3/2+20*time.Second {
			t.Errorf("the next try is due in %v, want about %v", wait, want.wait)
		}
	}
}

// newOddSite is a receiver that answers by the path it is asked for.
func newOddSite(t *testing.T) *httptest.Server {
	t.Helper()
	leave := make(chan struct{})
	odd := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch strings.TrimPrefix(r.URL.Path, "/") {
		case "500":
			w.WriteHeader(http.StatusInternalServerError)
			_, _ = w.Write([]byte(strings.Repeat("ы", 5_000)))
		case "410":
			w.WriteHeader(http.StatusGone)
		case "429":
			w.Header().Set("Retry-After", "99999999999")
			w.WriteHeader(http.StatusTooManyRequests)
		case "cut":
			panic(http.ErrAbortHandler)
		case "hang":
			select {
			case <-leave:
			case <-r.Context().Done():
			}
		}
	}))
	t.Cleanup(odd.Close)
	t.Cleanup(sync.OnceFunc(func() { close(leave) }))
	return odd
}

// A receiver that was down gets its events in order afterwards; a redelivery has the id and
// the bytes of the first time; a new secret signs beside the old one.
func TestInterviewDelivery_orderRepetitionAndSecrets(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		site := newReceiver(t)
		door := &door{site: site}
		front := httptest.NewServer(door)
		t.Cleanup(front.Close)
		env = append(append(env, site.env()...), "KADRY_WEBHOOK_PRIVATE_HOSTS="+strings.TrimPrefix(front.URL, "http://"))
		site.trust(t, env)
		tries := 0
		site.answer = func(hook, bool) int {
			if tries++; tries == 1 {
				return http.StatusServiceUnavailable
			}
			return http.StatusNoContent
		}
		e2etest.Succeed(t, env, "call", "save_vacancy", vacancyText)
		s := e2etest.Serve(t, e2etest.Options{Env: env})
		a := api{base: s.URL}
		session := a.start(t, front.URL+"/hook", "order")
		first := site.next(t)
		if !first.refused {
			t.Error("the first event was not refused at first: this test could not fail")
		}
		a.want(t, http.StatusAccepted, http.MethodPost, "/api/v1/mcp/continue_interview", map[string]any{"session_id": session, "user_answer": "stop"})
		if last := site.next(t); last.Type != "end" || last.Seq != first.Seq+1 {
			t.Errorf("after the first came %s %d", last.Type, last.Seq)
		}

		site.wantNothingWrong(t)

		wantRepeated(t, a, door, first)
	})
}

// door stands before a receiver and takes what comes itself once it is told how.
type door struct {
	site  *receiver
	taken func(r *http.Request, body []byte) // nil lets everything through
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.taken == nil {
		d.site.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	d.taken(r, body)
	w.WriteHeader(http.StatusNoContent)
}

// wantRepeated changes the secret, sends an event again, and checks that it comes as it came
// first, signed by both secrets.
func wantRepeated(t *testing.T, a api, d *door, first hook) {
	t.Helper()
	old := d.site.secret
	made := a.want(t, http.StatusCreated, http.MethodPost, "/api/v1/webhook/secret", map[string]any{"overlap_s": 600})
	shown := e2etest.Decode[struct{ Secret string }](t, made).Secret
	fresh, err := webhook.ParseSecret(shown)
	if err != nil {
		t.Fatal(err)
	}
	if kept := a.want(t, http.StatusOK, http.MethodGet, "/api/v1/webhook", nil); strings.Contains(string(kept), shown) {
		t.Errorf("the secret is shown again: %s", kept)
	}
	again := make(chan *http.Request, 1)
	d.taken = func(r *http.Request, body []byte) {
		stamp := webhook.Stamp{ID: r.Header.Get(webhook.HeaderID), Timestamp: r.Header.Get(webhook.HeaderTimestamp), Signature: r.Header.Get(webhook.HeaderSignature)}
		for name, secret := range map[string]webhook.Secret{"old": old, "new": fresh} {
			if err := webhook.Verify(stamp, body, time.Now(), secret); err != nil {
				t.Errorf("the %s secret signs a redelivery: %v", name, err)
			}
		}
		if stamp.ID != first.ID || !bytes.Equal(body, first.body) {
			t.Errorf("a redelivery of %s has the id %s or other bytes: %s", first.ID, stamp.ID, body)
		}
		again <- r
	}
	a.want(t, http.StatusAccepted, http.MethodPost, "/api/v1/interviews/"+first.Session+"/deliveries/"+first.ID+"/redeliver", nil)
	limit := time.NewTimer(e2etest.StartTime)
	defer limit.Stop()
	select {
	case <-again:
	case <-limit.C:
		t.Fatal("no redelivery came")
	}
	e2etest.Await(t, func(context.Context) bool {
		tried := deliveriesOf(t, a, first.Session)[0].Attempts
		last := tried[len(tried)-1]
		return len(tried) == 3 && last.Manual && last.Ended && last.Status == http.StatusNoContent
	})
}

// When PostgreSQL drops every connection in the middle of an interview, the interview goes
// on with the next answer.
func TestInterviewDatabase_connectionsCut(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	const name = "kadry-interview-cut"
	d := newReadyServer(t, e2etest.Environment(t.TempDir(), "KADRY_DATABASE_URL="+address+"&application_name="+name))
	session := d.start(t, d.site.url, "cut")
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	cut := 0
	for {
		h := d.site.next(t)
		if h.Type == "end" {
			break
		}
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1", name).Scan(&n); err != nil {
			t.Fatal(err)
		}
		cut += n
		e2etest.Await(t, func(ctx context.Context) bool {
			status, text := d.call(ctx, http.MethodPost, "/api/v1/mcp/continue_interview", map[string]any{
				"session_id": session, "question_id": h.AskedID, "user_answer": "Измеряю, читаю план запроса, добавляю индекс, проверяю под нагрузкой.",
			})
			if status != http.StatusAccepted && status != http.StatusServiceUnavailable {
				t.Errorf("an answer after the cut: %d %s", status, text)
			}
			return status == http.StatusAccepted
		})
	}
	if cut == 0 {
		t.Error("no connection was cut: this test could not fail")
	}
	full := e2etest.Decode[struct {
		Status  string
		History []json.RawMessage `json:"conversation_history"`
	}](t, d.want(t, http.StatusOK, http.MethodGet, "/api/v1/interviews/"+session, nil))
	if full.Status != "completed" || len(full.History) == 0 {
		t.Errorf("the interview is %s", full.Status)
	}
	d.site.wantNothingWrong(t)
}
