package sample_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/sample"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

const tenant = "team"

var (
	shippedBank = sync.OnceValues(bank.Load)
	skillGraph  = sync.OnceValues(skill.Load)
)

func newRoom(t *testing.T) (*interview.Room, *interviewtest.Store) {
	t.Helper()
	b, err := shippedBank()
	if err != nil {
		t.Fatal(err)
	}
	g, err := skillGraph()
	if err != nil {
		t.Fatal(err)
	}
	store := interviewtest.New(t)
	return interview.New(interview.Parts{
		Vacancies: store, Catalogue: store, Sessions: store, Archive: store, Surveys: store, Questions: store, Invited: store, Bank: b, Skills: g, Marker: interviewtest.Marker(b),
	}), store
}

func load(t *testing.T, room *interview.Room) sample.Report {
	t.Helper()
	done, err := sample.Load(t.Context(), room, tenant)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// people are the interviews by candidate.
func people(t *testing.T, room *interview.Room) map[string]session.State {
	t.Helper()
	list, err := room.Interviews(t.Context(), tenant, interview.Filter{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]session.State{}
	for _, s := range list {
		state, err := room.Load(t.Context(), tenant, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		states[s.UserID] = state
	}
	return states
}

func TestLoad(t *testing.T) {
	t.Parallel()
	room, _ := newRoom(t)
	done := load(t, room)
	t.Run("shows every kind of interview", func(t *testing.T) { showsEveryKind(t, room, done) })
	t.Run("answers are those written", func(t *testing.T) { answersAreThoseWritten(t, room) })
	t.Run("vacancies are in both languages and planned", func(t *testing.T) { vacanciesArePlanned(t, room) })
}

func showsEveryKind(t *testing.T, room *interview.Room, done sample.Report) {
	t.Helper()
	if done.Vacancies != 8 || done.Questions != 12 || done.Interviews != 4 || done.Answers < 20 {
		t.Errorf("got %+v", done)
	}
	found := people(t, room)
	strong, middling, weak, open := found["sample-vera"], found["sample-owen"], found["sample-gleb"], found["sample-nora"]
	for _, s := range []session.State{strong, middling, weak} {
		if s.Status != session.Completed || s.End != session.EndAnswered || s.Analysis.Coverage != 1 {
			t.Fatalf("%s: %s, %s, %+v", s.UserID, s.Status, s.End, s.Analysis)
		}
	}
	scores := []int{strong.Analysis.OverallScore, middling.Analysis.OverallScore, weak.Analysis.OverallScore}
	if scores[0] < scores[1]+10 || scores[1] < scores[2]+10 || scores[2] == 0 || scores[0] < 70 || scores[2] > 40 {
		t.Errorf("the scores are %v", scores)
	}
	if strong.Language != bank.Russian || middling.Language != bank.English || len(strong.Analysis.Evidence) < 20 {
		t.Errorf("%s, %s, %d quotes", strong.Language, middling.Language, len(strong.Analysis.Evidence))
	}
	if open.Status != session.Waiting || open.Vacancy.Title != "Frontend Developer (React)" || open.QuestionsAsked() != 4 || open.WebhookURL != "" {
		t.Errorf("the open one: %s for %q, %d asked", open.Status, open.Vacancy.Title, open.QuestionsAsked())
	}
}

// Every answer in the file is given, and none of the finished needs an answer that is not
// written for its question: the bank or the plan has moved on when this fails.
func answersAreThoseWritten(t *testing.T, room *interview.Room) {
	t.Helper()
	var file struct {
		Interviews []struct {
			UserID    string `json:"user_id"`
			Answers   map[string]string
			Otherwise string
		}
	}
	data, err := os.ReadFile("files/interviews.json")
	if err != nil || json.Unmarshal(data, &file) != nil {
		t.Fatal(err)
	}
	found := people(t, room)
	for _, written := range file.Interviews {
		said := map[string]bool{}
		for _, m := range found[written.UserID].Messages {
			if m.Sender != session.Candidate {
				continue
			}
			said[m.Question] = true
			if text, ok := written.Answers[m.AskedID]; ok && m.Text != strings.ReplaceAll(text, "\r\n", "\n") {
				t.Errorf("%s: %s is answered with %q", written.UserID, m.AskedID, m.Text)
			}
			if m.Text == written.Otherwise && written.UserID != "sample-gleb" {
				t.Errorf("%s: nothing is written for %s", written.UserID, m.AskedID)
			}
		}
		for id := range written.Answers {
			if question, _, probe := strings.Cut(id, "~"); !probe && !said[question] {
				t.Errorf("%s: %s was never asked", written.UserID, id)
			}
		}
	}
}

func TestLoad_againChangesNothing(t *testing.T) {
	t.Parallel()
	room, _ := newRoom(t)
	load(t, room)
	before := people(t, room)
	vacancies, err := room.ListVacancies(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	// What people have done to it stays.
	edited := vacancies[0]
	edited.Title += " (moved to May)"
	if _, _, err := room.SaveVacancy(t.Context(), tenant, vacancy.Saving{ID: edited.ID, Draft: edited.Draft}); err != nil {
		t.Fatal(err)
	}
	if again := load(t, room); again != (sample.Report{}) {
		t.Errorf("a second load added %+v", again)
	}
	if diff := cmp.Diff(before, people(t, room)); diff != "" {
		t.Error(diff)
	}
	if kept, err := room.Vacancy(t.Context(), tenant, edited.ID); err != nil || kept.Title != edited.Title {
		t.Errorf("%q, %v", kept.Title, err)
	}
}

// A load that died in the middle of an answer is taken up by the next.
func TestLoad_goesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	dead := errors.New("died")
	store := &mortal{cause: dead}
	room, memory := newRoom(t)
	store.Store, room.Sessions = memory, store
	deaths := 0
	for ; ; deaths++ {
		store.left = 7
		_, err := sample.Load(t.Context(), room, tenant)
		if err == nil {
			break
		}
		if !errors.Is(err, dead) || deaths > 100 {
			t.Fatalf("after %d deaths: %v", deaths, err)
		}
	}
	if deaths < 5 {
		t.Fatalf("it died %d times", deaths)
	}
	whole, _ := newRoom(t)
	load(t, whole)
	got, want := people(t, room), people(t, whole)
	for user, s := range want {
		if len(got[user].Messages) != len(s.Messages) || got[user].Status != s.Status || len(got) != len(want) {
			t.Errorf("%s: %d messages, %s; unbroken %d, %s", user, len(got[user].Messages), got[user].Status, len(s.Messages), s.Status)
		}
	}
}

// mortal is a store that dies when it has been asked to keep something so often.
type mortal struct {
	*interviewtest.Store
	left  int
	cause error
}

func (m *mortal) Create(ctx context.Context, o interview.Opening) (session.Session, error) {
	if m.left--; m.left < 0 {
		return session.Session{}, m.cause
	}
	return m.Store.Create(ctx, o)
}

func (m *mortal) Commit(ctx context.Context, c session.Change) error {
	if m.left--; m.left < 0 {
		return m.cause
	}
	return m.Store.Commit(ctx, c)
}

// A worker of the queue that takes the same tasks meanwhile does no harm.
func TestLoad_besideAWorker(t *testing.T) {
	t.Parallel()
	room, store := newRoom(t)
	over := make(chan struct{})
	var worker sync.WaitGroup
	worker.Go(func() {
		for {
			select {
			case <-over:
				return
			default:
				if err := store.Work(context.Background(), room, time.Now); err != nil {
					t.Error(err)
				}
			}
		}
	})
	load(t, room)
	close(over)
	worker.Wait()
	for user, s := range people(t, room) {
		if !s.Settled() || s.Status == session.Failed {
			t.Errorf("%s: %s, %s", user, s.Status, s.Stage)
		}
	}
}

// Nothing leads to anybody: no addresses, numbers to call or links.
func TestFiles_areFictional(t *testing.T) {
	t.Parallel()
	contact := regexp.MustCompile(`@[a-z]|https?://|www\.|\+\d[\d ()-]{8,}`)
	for _, name := range []string{"files/vacancies.json", "files/interviews.json"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := contact.FindAll(data, -1); len(found) > 0 {
			t.Errorf("%s holds %q", name, found)
		}
	}
}

func vacanciesArePlanned(t *testing.T, room *interview.Room) {
	t.Helper()
	list, err := room.ListVacancies(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	var languages []bank.Language
	for _, v := range list {
		languages = append(languages, v.Language)
		if plan, _, err := room.Preview(t.Context(), tenant, v, v.Language, 0); err != nil || len(plan.Core) != 8 || len(v.Needs) < 3 || v.ExternalID == "" {
			t.Errorf("%s: %d questions, %d needs", v.Title, len(plan.Core), len(v.Needs))
		}
	}
	slices.Sort(languages)
	if want := []bank.Language{"en", "en", "en", "en", "ru", "ru", "ru", "ru"}; !slices.Equal(languages, want) {
		t.Errorf("languages %v", languages)
	}
}
