package interviewweb_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/interviewweb"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/webui/webtest"
)

var shippedBank = sync.OnceValues(bank.Load)

// tryoutFixture is an interview room with the engine and the receiver in
// the hands of the test.
type tryoutFixture struct {
	registry *op.Registry
	room     *interview.Room
	store    *interviewtest.Store
	clock    *interviewtest.Clock
	// altered are members of the last question of a session, in place of what was sent.
	altered map[string]map[string]any
}

func newTryouts(t *testing.T, change ...func(*interview.Parts)) *tryoutFixture {
	t.Helper()
	questions, err := shippedBank()
	if err != nil {
		t.Fatal(err)
	}
	skills, err := shippedSkills()
	if err != nil {
		t.Fatal(err)
	}
	l := &tryoutFixture{store: interviewtest.New(t), clock: interviewtest.NewClock(asOf, "00000000-0000-7000-8000"), altered: map[string]map[string]any{}}
	parts := interview.Parts{
		Vacancies: l.store, Catalogue: l.store, Sessions: l.store, Archive: l.store, Surveys: l.store, Questions: l.store, Invited: l.store,
		Deliveries: l.store, Endpoints: l.store, Inbox: receiver{l},
		Bank: questions, Skills: skills, Marker: interviewtest.Marker(questions), Now: l.clock.Now, NewID: l.clock.NewID,
	}
	for _, c := range change {
		c(&parts)
	}
	l.room = interview.New(parts)
	if l.registry, err = op.NewRegistry(interview.Operations(l.room)...); err != nil {
		t.Fatal(err)
	}
	return l
}

// play lets the engine do what is due, and the receiver answer with a status.
func (l *tryoutFixture) play(t *testing.T, status int) {
	t.Helper()
	if err := l.store.Work(context.Background(), l.room, l.clock.Now); err != nil {
		t.Error(err)
	}
	l.store.Deliver(l.clock.Now(), status)
}

func (l *tryoutFixture) pages(t *testing.T, caller op.Caller, change ...func(*interviewweb.Config)) http.Handler {
	t.Helper()
	config := interviewweb.Config{Room: l.room, UploadLimit: 24 << 20}
	for _, f := range change {
		f(&config)
	}
	return webtest.Pages(t, l.registry, caller, interviewweb.New(config))
}

// serve runs the pages, with an engine that works after every look at a try-out.
func (l *tryoutFixture) serve(t *testing.T, caller op.Caller, change ...func(*interviewweb.Config)) string {
	t.Helper()
	pages := l.pages(t, caller, change...)
	return webtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pages.ServeHTTP(w, r)
		if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/try/") {
			l.clock.Wait(time.Second)
			l.play(t, http.StatusNoContent)
		}
	}))
}

// receiver is the server's own receiver: what the store delivered, in the payload that a
// foreign receiver gets.
type receiver struct{ l *tryoutFixture }

func (r receiver) Received(ctx context.Context, tenant, session string) ([]delivery.Received, error) {
	list, err := r.l.store.Received(ctx, tenant, session)
	if err != nil {
		return nil, err
	}
	events, err := r.l.store.Events(ctx, tenant, session, 0, 200)
	if err != nil {
		return nil, err
	}
	e, err := r.l.store.Endpoint(ctx, tenant)
	if err != nil {
		return nil, err
	}
	for i := range list {
		for _, event := range events {
			if event.ID == list[i].Event {
				var instead map[string]any
				if i == len(list)-1 {
					instead = r.l.altered[session]
				}
				list[i].Body = payload(e.Shape, event, instead)
			}
		}
	}
	return list, nil
}

// payload is an event in a shape of the contract, with some members changed.
func payload(shape string, e session.Event, instead map[string]any) string {
	content := map[string]any{"context": map[string]string{"user_id": e.UserID}}
	switch {
	case e.Question != nil:
		q := e.Question
		content["question"], content["question_id"], content["expected_answer_type"] = q.Text, q.ID, q.Expected
		content["questions_asked"], content["questions_planned"] = q.Number, q.Planned
		if q.Notice != "" {
			content["notice"] = q.Notice
		}
		var choices []string
		for _, o := range q.Options {
			choices = append(choices, o.Label+") "+o.Text)
		}
		if choices != nil {
			content["choices"] = choices
		}
	case e.Analysis != nil:
		content["analysis_result"] = e.Analysis.Report()
	case e.Failure != nil:
		content["message"], content["code"] = e.Failure.Message.EN, e.Failure.Code
	}
	maps.Copy(content, instead)
	all := map[string]any{"id": e.ID, "session_id": e.Session, "seq": e.Seq, "type": e.Type, "schema_version": 1}
	if shape != "envelope" {
		maps.Copy(all, content)
	}
	if shape != "flat" {
		all["data"] = content
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// vacancy saves one.
func (l *tryoutFixture) vacancy(t *testing.T, tenant string, d vacancy.Draft) vacancy.Vacancy {
	t.Helper()
	v, _, err := l.room.SaveVacancy(t.Context(), tenant, vacancy.Saving{Draft: d})
	if err != nil {
		t.Fatal(err)
	}
	l.clock.Wait(time.Minute)
	return v
}

var goVacancy = vacancy.Draft{
	Title:        "Старший разработчик Go",
	Description:  "Делаем платёжную платформу. Работа в команде из шести человек, код-ревью, разбор инцидентов.",
	Requirements: "Опыт коммерческой разработки от 5 лет.\nУверенное знание Go, PostgreSQL и Kafka.\nDocker, Kubernetes.\nПлюсом будет Redis.",
}

var pythonVacancy = vacancy.Draft{
	Title:        "Middle Python Developer",
	Description:  "We build data tools for analysts and talk to stakeholders a lot.",
	Requirements: "Python, FastAPI, SQL and PostgreSQL.\nDocker and CI/CD.\nKubernetes is a plus.",
}

// goneDatabase is what every call answers while storage is out of reach.
func goneDatabase() error {
	return fault.E(fault.Unavailable, fault.Say("The database does not answer.", "База данных не отвечает."), nil).
		WithHint(fault.Say("Try again in a minute.", "Повторите через минуту."))
}
