package interview_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/session"
)

// codeOf is the code of a refusal, or the kind of any other fault.
func codeOf(err error) string {
	if err == nil {
		return ""
	}
	if refused := (*session.Refused)(nil); errors.As(err, &refused) {
		return string(refused.Code)
	}
	return string(fault.KindOf(err))
}

// begun is a house with an interview whose first question is open.
func begun(t *testing.T, in interview.Start) (*house, session.State) {
	t.Helper()
	h := newHouse(t)
	h.vacancy(t, goVacancy)
	if in.Resume == "" {
		in.Resume = goResume
	}
	id := h.start(t, in).ID
	h.work(t)
	s := h.state(t, id)
	if s.Current == nil {
		t.Fatalf("nothing was asked: %s, %+v", s.Status, s.Failure)
	}
	return h, s
}

func (h *house) answer(id, asked, text string) (interview.Receipt, error) {
	return h.Answer(context.Background(), team, id, session.Reply{AskedID: asked, Text: text})
}

func (h *house) events(t *testing.T, id string) []session.Event {
	t.Helper()
	events, err := h.Events(context.Background(), team, id, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestStart_refusesBadInput(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vacancy(t, goVacancy)
	for name, c := range map[string]struct {
		in   interview.Start
		want string
	}{
		"no resume":         {interview.Start{}, "invalid_argument"},
		"only invisible":    {interview.Start{Resume: "\x00\u200b \n"}, "invalid_argument"},
		"no letters":        {interview.Start{Resume: "12 34 !!"}, "invalid_argument"},
		"too long":          {interview.Start{Resume: strings.Repeat("я", 200_001)}, "too_large"},
		"not an address":    {interview.Start{Resume: goResume, WebhookURL: "laravel"}, "invalid_argument"},
		"another scheme":    {interview.Start{Resume: goResume, WebhookURL: "file:///etc/passwd"}, "invalid_argument"},
		"a password":        {interview.Start{Resume: goResume, WebhookURL: "https://a:b@example.com/"}, "invalid_argument"},
		"a fragment":        {interview.Start{Resume: goResume, WebhookURL: "https://example.com/#x"}, "invalid_argument"},
		"another language":  {interview.Start{Resume: goResume, Language: "de"}, "invalid_argument"},
		"too many":          {interview.Start{Resume: goResume, Limits: session.Limits{MaxQuestions: 21}}, "invalid_argument"},
		"less than none":    {interview.Start{Resume: goResume, Limits: session.Limits{MaxQuestions: -1}}, "invalid_argument"},
		"a moment":          {interview.Start{Resume: goResume, Limits: session.Limits{PerAnswer: time.Second}}, "invalid_argument"},
		"for ever":          {interview.Start{Resume: goResume, Limits: session.Limits{Total: 1e6 * time.Hour}}, "invalid_argument"},
		"a long user":       {interview.Start{Resume: goResume, UserID: strings.Repeat("u", 201)}, "invalid_argument"},
		"an invisible user": {interview.Start{Resume: goResume, UserID: "a\u202eb"}, "invalid_argument"},
		"unknown vacancy":   {interview.Start{Resume: goResume, VacancyID: "nope"}, "not_found"},
	} {
		c.in.Tenant = team
		_, err := h.Start(context.Background(), c.in)
		if got := codeOf(err); got != c.want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, c.want)
		}
		if e := fault.From(err); e.Text.EN == "" || e.Text.RU == "" {
			t.Errorf("%s: a text is missing: %+v", name, e.Text)
		}
	}
	if n := len(h.store.Tasks()); n != 0 {
		t.Errorf("refused starts left %d tasks", n)
	}
	if _, err := h.Start(context.Background(), interview.Start{Tenant: "others", Resume: goResume}); codeOf(err) != "no_vacancies" {
		t.Errorf("a tenant without vacancies: %v", err)
	}
	s := h.start(t, interview.Start{Resume: strings.Repeat("я", 199_000) + " Go"})
	if s.Status != session.Active || s.Stage != session.StageMatching {
		t.Errorf("got %s, %s", s.Status, s.Stage)
	}
}

func TestStart_equalStartsMakeOneSession(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vacancy(t, goVacancy)
	ids := make([]string, 50)
	var group sync.WaitGroup
	for i := range ids {
		group.Go(func() {
			s, err := h.Start(context.Background(), interview.Start{Tenant: team, Resume: goResume, Key: "k"})
			if err != nil {
				t.Error(err)
			}
			ids[i] = s.ID
		})
	}
	group.Wait()
	for _, id := range ids {
		if id != ids[0] {
			t.Fatalf("two sessions: %s and %s", ids[0], id)
		}
	}
	if n := len(h.store.Tasks()); n != 1 {
		t.Errorf("%d tasks for one session", n)
	}
	if _, err := h.Start(context.Background(), interview.Start{Tenant: team, Resume: goResume + " еще", Key: "k"}); codeOf(err) != "idempotency_key_reused" {
		t.Errorf("another request under the key: %v", err)
	}
	h.clock.Wait(25 * time.Hour)
	if s := h.start(t, interview.Start{Resume: goResume, Key: "k"}); s.ID == ids[0] {
		t.Error("the key outlived its day")
	}
}

func TestAnswer_oneOfManyIsAccepted(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	accepted, refused := 0, 0
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() {
			_, err := h.answer(s.ID, s.Current.ID, strings.Repeat("ответ ", i+1))
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				accepted++
			} else if codeOf(err) == "already_answered" {
				refused++
			}
		})
	}
	group.Wait()
	if accepted != 1 || refused != 49 {
		t.Errorf("accepted %d, refused %d", accepted, refused)
	}
}

func TestAnswer_lateDoubleAndForeign(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	first := s.Current.ID
	const text = "Функция запускает n рабочих, они читают задания из канала, а ошибка отменяет контекст."
	for _, c := range []struct {
		name, session, asked, text, want string
		duplicate                        bool
	}{
		{"unknown session", "nope", "", "x", "not_found", false},
		{"unknown question", s.ID, "nope", "x", "invalid_argument", false},
		{"empty", s.ID, first, " \x00\u200b", "invalid_argument", false},
		{"too long", s.ID, first, strings.Repeat("я", 20_001), "too_large", false},
		{"accepted", s.ID, first, text, "", false},
		{"again", s.ID, first, text, "", true},
		{"again with other spaces", s.ID, first, "\u200b" + text + "\n", "", true},
		{"again without the question", s.ID, "", text, "", true},
		{"another text", s.ID, first, "Другое.", "already_answered", false},
		{"while it is graded", s.ID, "", "Другое.", "not_waiting", false},
	} {
		got, err := h.answer(c.session, c.asked, c.text)
		if codeOf(err) != c.want || got.Duplicate != c.duplicate {
			t.Errorf("%s: got %q, duplicate %v (%v)", c.name, codeOf(err), got.Duplicate, err)
		}
	}
	if _, err := h.Answer(context.Background(), "others", s.ID, session.Reply{Text: "x"}); codeOf(err) != "not_found" {
		t.Errorf("another tenant: %v", err)
	}
	h.work(t)
	if got, err := h.answer(s.ID, "", text); err != nil || !got.Duplicate {
		t.Errorf("a long answer that came twice was taken for the next one: %+v, %v", got, err)
	}
	h.clock.Wait(11 * time.Second)
	if got, err := h.answer(s.ID, "", text); err != nil || got.Duplicate {
		t.Errorf("the same words to the next question are no answer to it: %+v, %v", got, err)
	}
	refused := (*session.Refused)(nil)
	if _, err := h.Cancel(context.Background(), team, s.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.answer(s.ID, "", "Поздно."); !errors.As(err, &refused) || refused.Code != "interview_over" || refused.Status != session.Failed {
		t.Errorf("after the end: %v", err)
	}
}

func TestAnswer_shortEqualAnswersToTwoQuestions(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	for range 2 {
		if got, err := h.answer(s.ID, "", "Не знаю"); err != nil || got.Duplicate {
			t.Fatalf("%+v, %v", got, err)
		}
		h.work(t)
	}
	if got := h.state(t, s.ID); len(got.Marks) != 2 {
		t.Errorf("%d marks", len(got.Marks))
	}
}

func TestAnswer_keepsWhatCame(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	raw := "Гор\u202eутины\x00 и канал\u200bы"
	if _, err := h.Answer(context.Background(), team, s.ID, session.Reply{Text: raw, Pasted: 500, FocusOut: 2}); err != nil {
		t.Fatal(err)
	}
	m := h.state(t, s.ID).Messages
	last := m[len(m)-1]
	if last.Text != "Горутины и каналы" || last.Raw != raw || last.Signals.Pasted != 500 || last.Signals.FocusOut != 2 {
		t.Errorf("got %+v", last)
	}
}

func TestStop_endsWithAnAnalysisOfWhatWasAnswered(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	q, _ := h.Bank.Question(s.Current.Question)
	if _, err := h.answer(s.ID, "", q.Model.RU); err != nil {
		t.Fatal(err)
	}
	h.work(t)
	if _, err := h.answer(s.ID, "", "Стоп."); err != nil {
		t.Fatal(err)
	}
	h.work(t)
	got := h.state(t, s.ID)
	a := got.Analysis
	if got.Status != session.Completed || got.End != session.EndStopped || a == nil {
		t.Fatalf("got %s, %s", got.Status, got.End)
	}
	if a.Coverage <= 0 || a.Coverage > .3 || !a.HumanReview || a.OverallScore < 60 || !strings.Contains(a.Summary, "завершил интервью раньше") {
		t.Errorf("got %+v", a)
	}
	asked, unasked := 0, 0
	for _, c := range a.Competencies {
		if c.Standing == analysis.NotAsked {
			unasked++
		} else {
			asked++
		}
	}
	if asked != 1 || unasked != 5 {
		t.Errorf("%d competencies asked, %d not", asked, unasked)
	}
}

func TestTime_limitsAndReminders(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{Limits: session.Limits{PerAnswer: time.Hour, RemindAfter: 20 * time.Minute, Total: 24 * time.Hour}})
	h.clock.Wait(19 * time.Minute)
	h.work(t)
	if n := len(h.events(t, s.ID)); n != 1 {
		t.Fatalf("%d events before the reminder", n)
	}
	h.clock.Wait(2 * time.Minute)
	h.work(t)
	h.clock.Wait(10 * time.Minute)
	h.work(t)
	events := h.events(t, s.ID)
	if len(events) != 2 || events[1].Type != session.EventReminder || events[1].Question.ID != s.Current.ID {
		t.Fatalf("got %+v", events)
	}
	h.clock.Wait(time.Hour)
	h.work(t)
	got := h.state(t, s.ID)
	if got.Status != session.Completed || got.End != session.EndTimedOut || got.Analysis.OverallScore != 0 || got.Analysis.Coverage != 0 {
		t.Fatalf("got %s, %s, %+v", got.Status, got.End, got.Analysis)
	}
	if !strings.Contains(got.Analysis.Recommendation, "совета дать нельзя") {
		t.Errorf("advice without answers: %s", got.Analysis.Recommendation)
	}
}

func TestTime_noReminderUnlessAskedFor(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	h.clock.Wait(3 * 24 * time.Hour)
	h.work(t)
	if got := h.state(t, s.ID); got.Status != session.Waiting || len(h.events(t, s.ID)) != 1 {
		t.Errorf("got %s", got.Status)
	}
	h.clock.Wait(5 * 24 * time.Hour)
	h.work(t)
	if got := h.state(t, s.ID); got.End != session.EndTimedOut {
		t.Errorf("after the default total: %s", got.Status)
	}
}

func TestTime_clockSetBack(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{Limits: session.Limits{PerAnswer: time.Hour}})
	h.clock.Wait(-48 * time.Hour)
	if _, err := h.answer(s.ID, "", "Рабочие читают канал."); err != nil {
		t.Fatal(err)
	}
	h.work(t)
	last := time.Time{}
	for _, m := range h.state(t, s.ID).Messages {
		if m.At.Before(last) {
			t.Errorf("message %d is older than the one before", m.Seq)
		}
		last = m.At
	}
}

func TestPause_movesDeadlines(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{Limits: session.Limits{PerAnswer: time.Hour}})
	ctx := context.Background()
	h.clock.Wait(50 * time.Minute)
	if _, err := h.Pause(ctx, team, s.ID); err != nil {
		t.Fatal(err)
	}
	h.clock.Wait(10 * time.Hour)
	h.work(t)
	if _, err := h.answer(s.ID, "", "Рабочие."); codeOf(err) != "paused" {
		t.Errorf("an answer in a pause: %v", err)
	}
	got, err := h.Resume(ctx, team, s.ID)
	if err != nil || got.Status != session.Waiting || !got.Current.Deadline.Equal(h.clock.Now().Add(10*time.Minute)) {
		t.Fatalf("got %+v, %v", got.Current, err)
	}
	if _, err := h.Resume(ctx, team, s.ID); codeOf(err) != "not_paused" {
		t.Errorf("resumed twice: %v", err)
	}
	h.clock.Wait(11 * time.Minute)
	h.work(t)
	if got := h.state(t, s.ID); got.End != session.EndTimedOut {
		t.Errorf("got %s", got.Status)
	}
}

func TestCancel_failsWithOneError(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	for range 2 {
		if got, err := h.Cancel(context.Background(), team, s.ID); err != nil || got.Status != session.Failed || got.End != session.EndCancelled {
			t.Fatalf("got %+v, %v", got, err)
		}
	}
	events := h.events(t, s.ID)
	if len(events) != 2 || events[1].Failure.Code != session.CancelledByOwner || events[1].UserID != s.UserID {
		t.Errorf("got %+v", events)
	}
}

func TestAdvance_survivesDeathBeforeEveryCommit(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.vacancy(t, goVacancy)
	id := h.start(t, interview.Start{Resume: goResume, Limits: session.Limits{MaxQuestions: 2}}).ID
	died := errors.New("killed")
	answered := map[string]string{}
	for range 40 {
		h.store.BreakNext(died)
		if err := h.store.Work(context.Background(), h.Room, h.clock.Now); err != nil && !errors.Is(err, died) {
			t.Fatal(err)
		}
		h.work(t)
		s := h.state(t, id)
		if s.Over() {
			break
		}
		text := "Ответ на " + s.Current.ID + ": рабочие читают задания из канала."
		h.store.BreakNext(died)
		if _, err := h.answer(id, s.Current.ID, text); !errors.Is(err, died) {
			t.Fatalf("an answer was accepted and lost: %v", err)
		}
		if _, err := h.answer(id, s.Current.ID, text); err != nil {
			t.Fatal(err)
		}
		answered[s.Current.ID] = text
	}
	s := h.state(t, id)
	if s.Status != session.Completed {
		t.Fatalf("got %s", s.Status)
	}
	found := 0
	for _, m := range s.Messages {
		if m.Kind == session.AnswerMessage {
			found++
			if answered[m.AskedID] != m.Text {
				t.Errorf("%s: %q", m.AskedID, m.Text)
			}
		}
	}
	if found != len(answered) {
		t.Errorf("%d answers kept, %d accepted", found, len(answered))
	}
	for i, e := range h.events(t, id) {
		if e.Seq != i+1 {
			t.Errorf("event %d has number %d", i+1, e.Seq)
		}
	}
}

func TestFail_tellsOnceAndOnlyThoseUnderWay(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{})
	task := session.Task{Tenant: team, Session: s.ID}
	if c, err := h.Fail(h.state(t, s.ID), task); err != nil || !c.Empty() {
		t.Errorf("it waits for an answer and needs no task: %+v, %v", c.Session.Failure, err)
	}
	if _, err := h.answer(s.ID, "", "Не знаю"); err != nil {
		t.Fatal(err)
	}
	if c, err := h.Fail(h.state(t, s.ID), session.Task{Tenant: team, Session: s.ID, Alarm: 99}); err != nil || !c.Empty() {
		t.Errorf("an old alarm fails it: %+v, %v", c.Session.Failure, err)
	}
	ringing := session.Task{Tenant: team, Session: s.ID, Alarm: h.state(t, s.ID).Alarm}
	if c, err := h.Advance(context.Background(), ringing); err != nil || !c.Empty() {
		t.Errorf("the alarm does what the task of the answer is there for: %+v, %v", c.Marks, err)
	}
	c, err := h.Fail(h.state(t, s.ID), task)
	if err != nil || c.Session.Failure.Code != session.EngineBroke || !c.Session.Failure.Retryable {
		t.Fatalf("got %+v, %v", c.Session.Failure, err)
	}
	if err := h.store.Commit(context.Background(), c); err != nil {
		t.Fatal(err)
	}
	if c, err := h.Fail(h.state(t, s.ID), task); err != nil || !c.Empty() {
		t.Errorf("failed twice: %v", err)
	}
	for _, gone := range []session.Task{{Tenant: team, Session: "nope"}, {Tenant: "others", Session: s.ID}} {
		if c, err := h.Advance(context.Background(), gone); err != nil || !c.Empty() {
			t.Errorf("a session that is gone: %+v, %v", c, err)
		}
	}
}

func TestPerson_exportAndDeletion(t *testing.T) {
	t.Parallel()
	h, s := begun(t, interview.Start{UserID: "u1", Consent: session.Consent{Version: "2026-01", At: begin}})
	other := h.start(t, interview.Start{UserID: "u2", Resume: goResume})
	h.work(t)
	ctx := context.Background()
	all, err := h.Export(ctx, team, "u1")
	if err != nil || len(all) != 1 || len(all[0].Events) != 1 || all[0].State.Resume != s.Resume {
		t.Fatalf("got %+v, %v", all, err)
	}
	if c := all[0].State.Consent; c.Version != "2026-01" || c.Notice != session.NoticeVersion || c.NoticeAt.IsZero() {
		t.Errorf("consent %+v", c)
	}
	if n, err := h.DeletePerson(ctx, team, "u1"); err != nil || n != 1 {
		t.Fatalf("deleted %d, %v", n, err)
	}
	if _, err := h.Load(ctx, team, s.ID); codeOf(err) != "not_found" {
		t.Errorf("still there: %v", err)
	}
	if _, err := h.DeletePerson(ctx, team, " "); codeOf(err) != "invalid_argument" {
		t.Errorf("everybody without an id would go: %v", err)
	}
	if err := h.Delete(ctx, "others", other.ID); codeOf(err) != "not_found" {
		t.Errorf("another tenant deleted it: %v", err)
	}
	if err := h.Delete(ctx, team, other.ID); err != nil {
		t.Error(err)
	}
	if left, err := h.Interviews(ctx, team, interview.Filter{Limit: 10}); err != nil || len(left) != 0 {
		t.Errorf("left %d, %v", len(left), err)
	}
}
