package interviewjobs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/audit"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/interviewsql"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/jobs"
	"kadry/internal/outbox"
	"kadry/internal/seal"
	"kadry/internal/skill"
	"kadry/internal/store"
	"kadry/internal/store/pgtest"
	"kadry/internal/store/storetest"
	"kadry/internal/upstream"
	"kadry/internal/webhook"
)

func TestMain(m *testing.M) {
	os.Exit(pgtest.Tidy(m))
}

const (
	team = "team"
	// patience is how long a test waits for what must happen; it is for machines that are busy.
	patience = 60 * time.Second
)

var (
	questions = sync.OnceValues(bank.Load)
	graph     = sync.OnceValues(skill.Load)
)

// house is a room with everything below it, on one database, and a site that receives.
type house struct {
	*Hooks
	room *interview.Room
	kept *interviewsql.Interviews
	site *site
	run  func(t testing.TB) // begins to work the queue
}

// change lets a test alter what a house is made of.
type change struct {
	config func(*Config)
	parts  func(*interview.Parts)
}

func newHouse(t testing.TB, db *store.DB, with change) *house {
	t.Helper()
	h := &house{site: newSite(t)}
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	client, err := upstream.New(upstream.Config{Open: []upstream.Open{{Name: "webhook", Inside: []string{h.site.host}, Plain: true}}, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	queue, err := jobs.New(db, jobs.Config{Workers: 40, Poll: 20 * time.Millisecond, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	vault, err := seal.New(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	box, err := outbox.New(outbox.Config{DB: db, Queue: queue, Send: client.Send, Check: client.Check, Seal: vault, Now: time.Now, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	box.Route(tryoutRoute, client.Send, client.Check)
	config := Config{DB: db, Queue: queue, Outbox: box, Audit: audit.New(db, time.Now), Who: func(context.Context) string { return "" }, Log: log}
	if with.config != nil {
		with.config(&config)
	}
	h.Hooks = New(config)
	h.kept = interviewsql.NewInterviews(db, interviewsql.TxHooks{Opened: h.Opened, Changed: h.Changed, Erasing: h.Erasing, Erased: h.Erased, Saved: h.Saved, Dropped: h.Dropped})
	h.open(t, with)
	return h
}

func (h *house) open(t testing.TB, with change) {
	t.Helper()
	parts := interview.Parts{
		Vacancies: h.kept, Catalogue: h.kept, Sessions: h.kept, Archive: h.kept, Surveys: h.kept, Questions: h.kept, Invited: h.kept,
		Deliveries: h.Hooks, Endpoints: h.Hooks, Inbox: h.Hooks, Receivers: h.Hooks, Admit: h.Admit,
	}
	var err error
	if parts.Bank, err = questions(); err != nil {
		t.Fatal(err)
	}
	parts.Marker = interviewtest.Marker(parts.Bank)
	if parts.Skills, err = graph(); err != nil {
		t.Fatal(err)
	}
	if with.parts != nil {
		with.parts(&parts)
	}
	h.room = interview.New(parts)
	if err := h.Handle(h.room, h.kept); err != nil {
		t.Fatal(err)
	}
	h.run = func(t testing.TB) {
		t.Helper()
		ctx, cancel := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() {
			if err := h.Queue.Run(ctx); err != nil {
				t.Error(err)
			}
		})
		t.Cleanup(func() { cancel(); running.Wait() })
	}
}

// tables are those that the tasks of interviews touch.
func tables() []store.Schema {
	return []store.Schema{jobs.Schema(), outbox.Schema(), audit.Schema(), interviewsql.Schema()}
}

// conform runs a test on every engine over an empty database.
func conform(t *testing.T, fn func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) { fn(t, b.Open(t)) }, tables()...)
}

// site receives webhooks and remembers them.
type site struct {
	url, host string

	mu   sync.Mutex
	got  []*http.Request
	body [][]byte
	news chan map[string]any
}

func newSite(t testing.TB) *site {
	t.Helper()
	s := &site{news: make(chan map[string]any, 1024)}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.host = strings.TrimPrefix(server.URL, "http://")
	s.url = server.URL + "/hook"
	return s
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var content map[string]any
	_ = json.Unmarshal(body, &content) // a test looks at what it holds
	s.mu.Lock()
	s.got, s.body = append(s.got, r), append(s.body, body)
	s.mu.Unlock()
	w.WriteHeader(http.StatusNoContent)
	s.news <- content
}

func (s *site) next(t testing.TB) map[string]any {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	select {
	case content := <-s.news:
		return content
	case <-limit.C:
		t.Fatal("no webhook came")
		return nil
	}
}

// vacancy saves a vacancy and gives the tenant a secret.
func (h *house) vacancy(t testing.TB) webhook.Secret {
	t.Helper()
	ctx := context.Background()
	_, _, err := h.room.SaveVacancy(ctx, team, vacancy.Saving{Draft: vacancy.Draft{
		Title: "Разработчик Go", Description: "Платёжная платформа.", Requirements: "Go, PostgreSQL, Docker, Kubernetes.",
	}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := h.room.RotateSecret(ctx, team, 0)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := webhook.ParseSecret(text)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

// private is what stands in the CV and in the answers of tests and nowhere else.
const private = "Мирослава Хвостикова"

func (h *house) start(t testing.TB, change ...func(*interview.Start)) session.Session {
	t.Helper()
	in := interview.Start{
		Tenant: team, UserID: "u-1", WebhookURL: h.site.url, Limits: session.Limits{MaxQuestions: 3},
		Resume: private + ", разработчик Go, 6 лет. Навыки: Go, PostgreSQL, Docker.",
	}
	for _, c := range change {
		c(&in)
	}
	s, err := h.room.Start(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answerAll answers every question that arrives until the session is over, and returns the
// last event.
func (h *house) answerAll(t testing.TB, id string) map[string]any {
	t.Helper()
	for n := 1; ; n++ {
		content := h.site.next(t)
		if content["type"] != "question" {
			return content
		}
		text := fmt.Sprintf("%s говорит %d: измеряю, читаю план запроса, добавляю индекс.", private, n)
		if _, err := h.room.Answer(context.Background(), team, id, session.Reply{AskedID: content["question_id"].(string), Text: text}); err != nil {
			t.Fatal(err)
		}
	}
}

// settled waits until a condition holds.
func settled(t testing.TB, holds func() bool) {
	t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !holds() {
		select {
		case <-tick.C:
		case <-limit.C:
			t.Fatal("waited in vain")
		}
	}
}
