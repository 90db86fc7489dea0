package interviewjobs

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/jobs"
	"kadry/internal/store"
)

// alarms counts the dated tasks of a session that still wait.
func (h *house) alarms(t *testing.T, session string) int {
	t.Helper()
	list, err := h.Queue.List(t.Context(), jobs.Filter{OrderKey: alarmKey(session), State: jobs.Waiting})
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// A session has one dated task while a question waits, and none when its time stands still
// or is over, however many questions it had.
func TestHooks_keepsOneAlarm(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		h.vacancy(t)
		h.run(t)
		s := h.start(t)
		want := func(n int, when string) {
			t.Helper()
			if got := h.alarms(t, s.ID); got != n {
				t.Errorf("%s: %d alarms, want %d", when, got, n)
			}
		}
		question := h.site.next(t)["question_id"].(string)
		want(1, "with the first question")
		if _, err := h.room.Answer(t.Context(), team, s.ID, session.Reply{AskedID: question, Text: "Не знаю, не приходилось."}); err != nil {
			t.Fatal(err)
		}
		h.site.next(t)
		want(1, "with the second question")
		for _, step := range []struct {
			name string
			do   func() (session.Session, error)
			left int
		}{
			{"pause", func() (session.Session, error) { return h.room.Pause(t.Context(), team, s.ID) }, 0},
			{"extended in the pause", func() (session.Session, error) { return h.room.Extend(t.Context(), team, s.ID, time.Hour) }, 0},
			{"resumed", func() (session.Session, error) { return h.room.Resume(t.Context(), team, s.ID) }, 1},
			{"extended", func() (session.Session, error) { return h.room.Extend(t.Context(), team, s.ID, time.Hour) }, 1},
			{"cancelled", func() (session.Session, error) { return h.room.Cancel(t.Context(), team, s.ID) }, 0},
		} {
			if _, err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
			want(step.left, step.name)
		}
		h.site.next(t) // that it was cancelled
		s = h.start(t)
		h.site.next(t)
		if err := h.room.Delete(t.Context(), team, s.ID); err != nil {
			t.Fatal(err)
		}
		want(0, "deleted")
	})
}

// The alarm that is left is the one that rings: the deadline of the question that waits.
func TestHooks_alarmRings(t *testing.T) {
	conform(t, func(t *testing.T, db *store.DB) {
		h := newHouse(t, db, change{})
		h.vacancy(t)
		s := h.start(t, func(in *interview.Start) { in.Limits.PerAnswer = time.Hour })
		h.run(t)
		h.site.next(t)
		list, err := h.Queue.List(t.Context(), jobs.Filter{OrderKey: alarmKey(s.ID), State: jobs.Waiting})
		if err != nil || len(list) != 1 {
			t.Fatalf("%d alarms, %v", len(list), err)
		}
		state, err := h.room.Load(t.Context(), team, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		if !list[0].Due.Equal(state.Current.Deadline) {
			t.Errorf("it rings at %s, the answer is due at %s", list[0].Due, state.Current.Deadline)
		}
		task, err := readTask(list[0])
		if err != nil || task.Alarm != state.Alarm {
			t.Errorf("alarm %d, %v, the session waits for %d", task.Alarm, err, state.Alarm)
		}
	})
}

// Every action leaves an entry that names it and who did it, and nothing of what was said.
func TestHooks_namesEveryAction(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	open := func(change ...func(*session.Session)) session.State {
		s := session.Session{
			ID: "s", Tenant: team, Status: session.Waiting, Stage: session.StageWaiting, UpdatedAt: at.Add(-time.Hour),
			Deadline: at.Add(time.Hour), Current: &session.Asked{ID: "q-1", Question: "q-1", Text: private},
		}
		for _, c := range change {
			c(&s)
		}
		return session.State{Session: s}
	}
	c := New(Config{Who: func(context.Context) string { return "anna" }, Now: func() time.Time { return at }})
	for _, step := range []struct {
		state  session.State
		in     session.Input
		action string
		detail string // a key that it must have
	}{
		{open(), session.Pause{}, "interview.paused", ""},
		{open(func(s *session.Session) { s.PausedAt = at.Add(-time.Minute) }), session.Resume{}, "interview.resumed", "deadline"},
		{open(), session.Extend{By: time.Hour}, "interview.extended", "deadline"},
		{open(func(s *session.Session) { s.PausedAt = at }), session.Extend{By: time.Hour}, "interview.extended", "deadline"},
		{open(), session.Cancel{}, "interview.cancelled", ""},
		{open(func(s *session.Session) { s.Current.RemindAt = at }), session.Reminded{}, "interview.reminded", ""},
		{open(func(s *session.Session) { s.Deadline = at }), session.Expired{}, "interview.timed_out", ""},
		{open(), session.Reply{Text: private}, "interview.answered", "question"},
		{open(), session.Reply{Text: "стоп"}, "interview.stopped", "message"},
		{open(), session.Broken{Failure: session.Failure{Code: session.EngineBroke}}, "interview.failed", "code"},
		{
			open(func(s *session.Session) {
				s.Status, s.Stage, s.Current = session.Completed, session.StageDone, nil
			}),
			session.Decide{Selected: true, Who: private},
			"interview.decided", "selected",
		},
		{open(), session.Rearmed{}, "interview.moved", "stage"},
	} {
		ch, err := session.Apply(step.state, step.in, at)
		if err != nil {
			t.Errorf("%s: %v", step.action, err)
			continue
		}
		entries := c.changed(t.Context(), ch)
		if len(entries) != 1 || entries[0].Action != step.action || entries[0].Actor != "anna" || entries[0].Subject != "s" {
			t.Errorf("%s: entries %+v", step.action, entries)
			continue
		}
		if step.detail != "" && entries[0].Detail[step.detail] == "" {
			t.Errorf("%s lacks its %s: %v", step.action, step.detail, entries[0].Detail)
		}
		if texts := slices.Collect(maps.Values(entries[0].Detail)); slices.Contains(texts, private) {
			t.Errorf("%s holds what was said: %v", step.action, texts)
		}
	}
}
