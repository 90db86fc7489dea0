package session_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

const tenant = "team"

// opened is when the sessions begin.
var opened = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// machine drives the pure functions with an engine whose marks and plans are drawn, a
// queue of tasks, and a disk that only commits reach.
type machine struct {
	t        *rapid.T
	kept     session.State
	events   []session.Event
	tasks    []session.Task
	now      time.Time
	accepted map[string]string // AskedID -> text, by what the replies said
	order    []string
	replies  int
}

func newMachine(t *rapid.T) *machine {
	m := &machine{t: t, now: opened, accepted: map[string]string{}}
	limits := session.Limits{
		PerAnswer:   rapid.SampledFrom([]time.Duration{0, time.Hour}).Draw(t, "per answer"),
		Total:       rapid.SampledFrom([]time.Duration{0, 5 * time.Hour}).Draw(t, "total"),
		RemindAfter: rapid.SampledFrom([]time.Duration{0, 10 * time.Minute}).Draw(t, "remind"),
	}
	m.kept.Session = session.Session{
		ID: "s", Tenant: tenant, Status: session.Active, Stage: session.StageMatching, Version: 1,
		Limits: limits, CreatedAt: opened, UpdatedAt: opened, Language: bank.Russian,
	}
	if limits.Total > 0 {
		m.kept.Deadline = opened.Add(limits.Total)
	}
	m.tasks = []session.Task{{Tenant: tenant, Session: "s"}}
	return m
}

// try applies an input, and commits it unless the process dies before it does.
func (m *machine) try(in session.Input, dies bool) (session.Change, error) {
	before := written(m.kept)
	c, err := session.Apply(m.kept, in, m.now)
	again, errAgain := session.Apply(m.kept, in, m.now)
	if !reflect.DeepEqual(c, again) || (err == nil) != (errAgain == nil) {
		m.t.Fatalf("%T is not deterministic", in)
	}
	if before != written(m.kept) {
		m.t.Fatalf("%T wrote into the state it was given", in)
	}
	if err != nil || c.Empty() || dies {
		return c, err
	}
	if c.Session.Version != m.kept.Version+1 {
		m.t.Fatalf("version %d after %d", c.Session.Version, m.kept.Version)
	}
	if m.kept.Over() && (c.Session.Status != m.kept.Status || len(c.Messages)+len(c.Events)+len(c.Tasks) > 0) {
		m.t.Fatalf("%T changed a session that is over", in)
	}
	m.kept = m.kept.With(c)
	m.events = append(m.events, c.Events...)
	m.tasks = append(m.tasks, c.Tasks...)
	m.check()
	return c, nil
}

func written(s session.State) string {
	text, err := json.Marshal(s)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// work takes one due task, as a worker of the queue would; a task whose worker dies is
// there again.
func (m *machine) work(dies bool) bool {
	at := slices.IndexFunc(m.tasks, func(t session.Task) bool { return !t.At.After(m.now) })
	if at < 0 {
		return false
	}
	task := m.tasks[at]
	if task.Alarm != 0 && task.Alarm != m.kept.Alarm {
		m.tasks = slices.Delete(m.tasks, at, at+1)
		return true
	}
	in := m.engine(task)
	if !dies {
		m.tasks = slices.Delete(m.tasks, at, at+1)
	}
	if in == nil {
		return true
	}
	if _, err := m.try(in, dies); err != nil {
		m.t.Fatalf("the engine's %T was refused: %v", in, err)
	}
	return true
}

// engine makes the input that is due.
func (m *machine) engine(task session.Task) session.Input {
	s := m.kept
	switch session.Next(s, m.now) {
	case session.DueMatch:
		if rapid.IntRange(0, 19).Draw(m.t, "unmatched") == 0 {
			return session.Broken{Failure: session.Failure{Code: session.NoVacancySuits}}
		}
		planned := plan.Plan{Vacancy: vacancy.Pin{ID: "v"}, Language: bank.Russian}
		for i := range rapid.IntRange(0, 4).Draw(m.t, "questions") {
			planned.Core = append(planned.Core, plan.Item{Question: fmt.Sprintf("q%d", i)})
		}
		return session.Matched{Plan: planned}
	case session.DueAsk:
		return session.Put{Asked: m.asked(), Notice: "notice"}
	case session.DueGrade:
		last := s.Messages[len(s.Messages)-1]
		mark := marking.Mark{Question: last.Question, Through: last.Seq}
		if probe := rapid.IntRange(0, 3).Draw(m.t, "probe"); probe > 0 {
			mark.FollowUp = &marking.FollowUp{Probe: len(probesOf(s, last.Question)) + 1, When: bank.Thin}
		}
		return session.Graded{Mark: mark}
	case session.DueFinish:
		return session.Concluded{}
	case session.DueReminder:
		return session.Reminded{}
	case session.DueExpiry:
		return session.Expired{}
	}
	if task.Alarm != 0 {
		return session.Rearmed{}
	}
	return nil
}

func probesOf(s session.State, question string) (ids []string) {
	for _, m := range s.Messages {
		if m.Kind == session.ProbeMessage && m.Question == question {
			ids = append(ids, m.AskedID)
		}
	}
	return ids
}

// asked is the question or the probe that the state calls for.
func (m *machine) asked() session.Asked {
	s := m.kept
	if n := len(s.Marks); n > 0 && s.Marks[n-1].FollowUp != nil && len(probesOf(s, s.Marks[n-1].Question)) < 2 {
		q, probe := s.Marks[n-1].Question, s.Marks[n-1].FollowUp.Probe
		return session.Asked{ID: fmt.Sprintf("%s~%d", q, probe), Question: q, Probe: probe, Text: "more?"}
	}
	id := fmt.Sprintf("q%d", s.QuestionsAsked())
	return session.Asked{ID: id, Question: id, Text: "what?"}
}

// reply sends a message and keeps what was promised about it.
func (m *machine) reply(in session.Reply, dies bool) {
	open := m.kept.Current
	c, err := m.try(in, dies)
	switch {
	case err != nil:
		if kind := fault.KindOf(err); kind != fault.Conflict && kind != fault.Invalid {
			m.t.Fatalf("a reply was answered by %v", err)
		}
		if open != nil && !m.kept.Paused() && (in.AskedID == "" || in.AskedID == open.ID) {
			m.t.Fatalf("the answer to the open question was refused: %v", err)
		}
	case c.Duplicate || dies || in.Text == "стоп":
	case c.Empty():
		m.t.Fatal("a reply was neither accepted nor refused")
	default:
		m.accepted[open.ID] = in.Text
		m.order = append(m.order, open.ID)
	}
}

// check holds the state and everything that was sent against what is promised.
func (m *machine) check() {
	s, t := m.kept, m.t
	if waiting := s.Status == session.Waiting; waiting != (s.Current != nil) || waiting != (s.Stage == session.StageWaiting) {
		t.Fatalf("status %s, stage %s, open question %v", s.Status, s.Stage, s.Current)
	}
	if s.Over() != (s.Stage == session.StageDone) || (s.Status == session.Failed) != (s.Failure != nil) || (s.Status == session.Completed) != (s.Analysis != nil) {
		t.Fatalf("status %s, stage %s, failure %v, analysis %v", s.Status, s.Stage, s.Failure, s.Analysis)
	}
	if s.Over() != (s.End != "" && !s.EndedAt.IsZero()) {
		t.Fatalf("status %s ended for %q at %s", s.Status, s.End, s.EndedAt)
	}
	m.checkMessages()
	m.checkEvents()
	m.checkTasks()
}

func (m *machine) checkMessages() {
	open, seen, last := "", []string{}, opened
	for i, msg := range m.kept.Messages {
		if msg.Seq != i+1 || msg.At.Before(last) {
			m.t.Fatalf("message %d has number %d and time %s after %s", i+1, msg.Seq, msg.At, last)
		}
		last = msg.At
		switch msg.Kind {
		case session.NoticeMessage:
		case session.QuestionMessage, session.ProbeMessage:
			if open != "" {
				m.t.Fatalf("%s was asked while %s was open", msg.AskedID, open)
			}
			if slices.Contains(seen, msg.AskedID) {
				m.t.Fatalf("%s was asked twice", msg.AskedID)
			}
			open, seen = msg.AskedID, append(seen, msg.AskedID)
		default:
			if msg.AskedID != open {
				m.t.Fatalf("an answer to %s while %q is open", msg.AskedID, open)
			}
			open = ""
		}
		if n := len(probesOf(m.kept, msg.Question)); msg.Question != "" && n > 2 {
			m.t.Fatalf("%d probes of %s", n, msg.Question)
		}
	}
	if m.kept.Current != nil && m.kept.Current.ID != open {
		m.t.Fatalf("open is %v, the messages say %s", m.kept.Current, open)
	}
}

func (m *machine) checkEvents() {
	for i, e := range m.events {
		if e.Seq != i+1 || i > 0 && e.At.Before(m.events[i-1].At) {
			m.t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
		final := e.Type == session.EventEnd || e.Type == session.EventError
		if final != (i == len(m.events)-1 && m.kept.Over()) {
			m.t.Fatalf("event %d of %d is %s in a session that is %s", i+1, len(m.events), e.Type, m.kept.Status)
		}
	}
}

// checkTasks wants a task for whatever is, or will be, due.
func (m *machine) checkTasks() {
	s := m.kept
	dated := s.Current != nil && (!s.Deadline.IsZero() || !s.Current.Deadline.IsZero() || !s.Current.RemindAt.IsZero())
	if s.Over() || s.Paused() || s.Current != nil && !dated {
		return
	}
	valid := 0
	for _, task := range m.tasks {
		if s.Current == nil && task.Alarm == 0 || s.Current != nil && task.Alarm == s.Alarm {
			valid++
		}
	}
	if valid == 0 {
		m.t.Fatalf("nothing will ever move a session in stage %s", s.Stage)
	}
}

// history compares what was accepted with what is kept.
func (m *machine) history() {
	var kept []string
	for _, msg := range m.kept.Messages {
		if msg.Kind == session.AnswerMessage {
			kept = append(kept, msg.AskedID)
			if m.accepted[msg.AskedID] != msg.Text {
				m.t.Fatalf("the answer to %s is %q, accepted was %q", msg.AskedID, msg.Text, m.accepted[msg.AskedID])
			}
		}
	}
	if !slices.Equal(kept, m.order) {
		m.t.Fatalf("the history has answers to %v, accepted were %v", kept, m.order)
	}
}

func TestMachine_keepsItsPromises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine(t)
		dies := func() bool { return rapid.IntRange(0, 4).Draw(t, "dies") == 0 }
		text := func() string {
			m.replies++
			return fmt.Sprintf("answer %d", m.replies)
		}
		t.Repeat(map[string]func(*rapid.T){
			"work": func(*rapid.T) { m.work(dies()) },
			"answer": func(*rapid.T) {
				id := ""
				if m.kept.Current != nil && rapid.Bool().Draw(t, "named") {
					id = m.kept.Current.ID
				}
				m.reply(session.Reply{AskedID: id, Text: text()}, dies())
			},
			"answer again": func(*rapid.T) {
				if len(m.order) == 0 {
					return
				}
				id := rapid.SampledFrom(m.order).Draw(t, "id")
				before := m.kept.Version
				if c, err := m.try(session.Reply{AskedID: id, Text: m.accepted[id]}, false); err != nil || !c.Duplicate || m.kept.Version != before {
					t.Fatalf("a repeated answer: %+v, %v", c, err)
				}
			},
			"answer otherwise": func(*rapid.T) {
				if len(m.order) == 0 {
					return
				}
				id := rapid.SampledFrom(m.order).Draw(t, "id")
				_, err := m.try(session.Reply{AskedID: id, Text: "something else"}, false)
				if refused := (*session.Refused)(nil); !errors.As(err, &refused) || refused.Code != session.AlreadyAnswered {
					t.Fatalf("another answer to %s: %v", id, err)
				}
			},
			"stop":   func(*rapid.T) { m.reply(session.Reply{Text: "стоп"}, dies()) },
			"cancel": func(t *rapid.T) { m.rarely(t, session.Cancel{}, dies()) },
			"break":  func(t *rapid.T) { m.rarely(t, session.Broken{}, dies()) },
			"pause":  func(*rapid.T) { m.owner(session.Pause{}, dies()) },
			"resume": func(*rapid.T) { m.owner(session.Resume{}, dies()) },
			"wait": func(t *rapid.T) {
				m.now = m.now.Add(time.Duration(rapid.IntRange(-30, 90).Draw(t, "minutes")) * time.Minute)
			},
			"": func(*rapid.T) { m.history() },
		})
		m.toTheEnd()
	})
}

func (m *machine) rarely(t *rapid.T, in session.Input, dies bool) {
	if rapid.IntRange(0, 9).Draw(t, "really") == 0 {
		m.owner(in, dies)
	}
}

func (m *machine) owner(in session.Input, dies bool) {
	if _, err := m.try(in, dies); err != nil && fault.KindOf(err) != fault.Conflict {
		m.t.Fatalf("%T: %v", in, err)
	}
}

// toTheEnd answers everything: every session comes to its end in a bounded number of steps.
func (m *machine) toTheEnd() {
	if m.kept.Paused() {
		m.owner(session.Resume{}, false)
	}
	for range 200 {
		switch {
		case m.kept.Over():
			m.history()
			return
		case m.kept.Current != nil:
			m.reply(session.Reply{Text: "the answer"}, false)
		case !m.work(false):
			m.now = m.now.Add(time.Hour)
		}
	}
	m.t.Fatalf("no end: status %s, stage %s", m.kept.Status, m.kept.Stage)
}
