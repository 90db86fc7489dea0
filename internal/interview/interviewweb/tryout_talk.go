package interviewweb

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/webui/kit"
)

// Fields of an answer.
const (
	fieldAnswer   = "user_answer"
	fieldAsked    = "question_id"
	fieldPasted   = "pasted"
	fieldFocusOut = "focus_out"
	fieldSeen     = "seen"
)

// receivedEvent is a webhook that came, with what a receiver reads out of it.
type receivedEvent struct {
	delivery.Received
	content
	unreadable bool
}

// content is the content of a webhook, by the names of the contract.
type content struct {
	Question   string           `json:"question"`
	QuestionID string           `json:"question_id"`
	Expected   bank.AnswerType  `json:"expected_answer_type"`
	Choices    []string         `json:"choices"`
	Asked      int              `json:"questions_asked"`
	Planned    int              `json:"questions_planned"`
	Notice     string           `json:"notice"`
	Result     *analysis.Report `json:"analysis_result"`
	Message    string           `json:"message"`
}

func (n content) empty() bool { return n.Question == "" && n.Result == nil && n.Message == "" }

// readEvent reads the body of a webhook in whichever shape it was sent.
func readEvent(r delivery.Received) receivedEvent {
	var body struct {
		content
		Data *content `json:"data"`
	}
	a := receivedEvent{Received: r}
	if err := json.Unmarshal([]byte(r.Body), &body); err != nil {
		a.unreadable = true
		return a
	}
	if a.content = body.content; a.empty() && body.Data != nil {
		a.content = *body.Data
	}
	a.Question, a.Notice, a.Message = inOrder(a.Question), inOrder(a.Notice), inOrder(a.Message)
	return a
}

// inOrder drops the signs by which a text changes the direction of what is around it.
func inOrder(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}

// bare is the question without the choices at its end, which stand below it as such.
func (a receivedEvent) bare() string {
	text := a.Question
	for _, c := range slices.Backward(a.Choices) {
		text = strings.TrimSuffix(strings.TrimRight(text, "\n "), c)
	}
	return strings.TrimRight(text, "\n ")
}

// conversation is everything the page of a try-out shows. What is said comes from the webhooks that
// arrived; the session tells only what is going on.
type conversation struct {
	session.State
	path     string // its address
	received []receivedEvent
	open     *receivedEvent // the question that waits for an answer
	steps    []step
	reply    string // what was typed and refused
	fault    *fault.Error
	waits    time.Duration // for the next webhook; counted from the last change
	asked    int
	planned  int
	stuck    bool // a webhook was given up
}

// to is the address of something done in the conversation.
func (t conversation) to(inside string) string { return t.path + "/" + inside }

// answerTo is what the candidate said to a question.
func (t conversation) answerTo(question string) (session.Message, bool) {
	for _, m := range t.Messages {
		if m.Sender == session.Candidate && m.AskedID == question {
			return m, true
		}
	}
	return session.Message{}, false
}

// lastOf is the last webhook of a type; nil when none came.
func (t conversation) lastOf(kind session.EventType) *receivedEvent {
	for i, a := range slices.Backward(t.received) {
		if a.Type == kind {
			return &t.received[i]
		}
	}
	return nil
}

// ended reports that the last word has arrived.
func (t conversation) ended() bool {
	return t.lastOf(session.EventEnd) != nil || t.lastOf(session.EventError) != nil
}

// waiting reports that a webhook is to be expected.
func (t conversation) waiting() bool { return !t.ended() && t.open == nil && !t.Paused() }

// draw works out from what arrived where the conversation stands.
func (t *conversation) draw() {
	for i, a := range t.received {
		t.asked, t.planned = max(t.asked, a.Asked), max(t.planned, a.Planned)
		if a.Type != session.EventQuestion || a.unreadable || t.Over() || t.Paused() {
			continue
		}
		if _, said := t.answerTo(a.QuestionID); !said && t.Current != nil && t.Current.ID == a.QuestionID {
			t.open = &t.received[i]
		}
	}
	t.stuck = slices.ContainsFunc(t.steps, func(one step) bool {
		return one.State == delivery.Dead || one.State == delivery.Gone
	})
}

// step is one webhook behind the scenes: what was sent, and what was received of it.
type step struct {
	delivery.Delivery
	body     string
	received time.Time // zero until its signature was verified
}

// loadTalk loads a try-out with what arrived; an interview that is none is not found.
func (w *web) loadTalk(s *screen) (t conversation, err error) {
	if t.State, err = w.loadInterview(s); err != nil {
		return t, err
	}
	if !t.Tryout {
		return t, fault.E(fault.NotFound, fault.Say("This interview is not a try-out.", "Это интервью не пробное."), nil).
			WithHint(fault.Say("Its page is among the interviews.", "Его страница — среди интервью."))
	}
	var sent []delivery.Delivery
	err = s.Run(opGet, func(ctx context.Context) error {
		received, err := w.room.ReceivedBy(ctx, s.Caller.Tenant, t.ID)
		if err != nil {
			return err
		}
		for _, r := range received {
			t.received = append(t.received, readEvent(r))
		}
		sent, err = w.room.DeliveriesOf(ctx, s.Caller.Tenant, t.ID)
		return err
	})
	for _, d := range sent {
		one := step{Delivery: d, body: d.Body}
		for _, a := range t.received {
			if a.Event == d.Event {
				one.received, one.body = a.At, a.Body
			}
		}
		one.body = inOrder(indented(one.body))
		t.steps = append(t.steps, one)
	}
	t.path, t.waits = tryoutTalkPath(t.ID), max(0, w.room.Now().Sub(t.UpdatedAt))
	t.draw()
	return t, err
}

// seen is how far a reader has come; it changes when there is more to see.
func (t conversation) seen() string {
	return strconv.Itoa(len(t.received)) + "." + string(t.Status) + "." + strconv.FormatBool(t.stuck)
}

// tryoutTalk is the conversation. A script asks it while it waits: it gets the time that
// passed, or is told to load the page when something arrived.
func (w *web) tryoutTalk(s *screen) error {
	t, err := w.loadTalk(s)
	if err != nil {
		return err
	}
	if !s.Fragment() {
		return s.Show(http.StatusOK, conversationPage(s, t))
	}
	if s.Request.URL.Query().Get(fieldSeen) != t.seen() || !t.waiting() {
		s.Out.Header().Set("HX-Refresh", "true")
	}
	return s.Show(http.StatusOK, conversationWaiting(s, t))
}

// tryoutAnswer takes the answer of the person who plays the candidate.
func (w *web) tryoutAnswer(s *screen) error {
	if !s.May(opAnswer) {
		return kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	if err := s.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, w.uploadLimit)
	}
	if _, err := w.loadTalk(s); err != nil {
		return err
	}
	reply := session.Reply{
		AskedID: s.Request.PostFormValue(fieldAsked), Text: lines(s.Request.PostFormValue(fieldAnswer)),
		Pasted: kit.Count(s.Request.PostFormValue(fieldPasted)), FocusOut: kit.Count(s.Request.PostFormValue(fieldFocusOut)),
	}
	return w.actInTalk(s, opAnswer, reply.Text, func(ctx context.Context, id string) error {
		_, err := w.room.Answer(ctx, s.Caller.Tenant, id, reply)
		return err
	})
}

// actInTalk runs an operation in the conversation and shows it again; a refusal stands on the
// page beside what was typed.
func (w *web) actInTalk(s *screen, name, typed string, act func(ctx context.Context, id string) error) error {
	if !s.May(name) {
		return kit.Denied()
	}
	before, err := w.loadTalk(s)
	if err != nil {
		return err
	}
	err = s.Run(name, func(ctx context.Context) error { return act(ctx, before.ID) })
	if err == nil {
		s.Redirect(tryoutTalkPath(before.ID)) // without a place on the page: one would keep the focus from the field
		return nil
	}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.Conflict, fault.TooLarge, fault.Unavailable:
	default:
		return err
	}
	t, loadErr := w.loadTalk(s)
	if loadErr != nil {
		return errors.Join(err, loadErr)
	}
	t.fault, t.reply = fault.From(err), typed
	return s.Show(kit.Status(t.fault), conversationPage(s, t))
}

func (w *web) tryoutPause(s *screen) error {
	return w.actInTalk(s, opPause, "", func(ctx context.Context, id string) error {
		_, err := w.room.Pause(ctx, s.Caller.Tenant, id)
		return err
	})
}

func (w *web) tryoutResume(s *screen) error {
	return w.actInTalk(s, opResume, "", func(ctx context.Context, id string) error {
		_, err := w.room.Resume(ctx, s.Caller.Tenant, id)
		return err
	})
}

// tryoutStop ends the interview as a candidate does, by a word; where no question is open
// there is nothing to say it to, and it is cancelled.
func (w *web) tryoutStop(s *screen) error {
	return w.actInTalk(s, opCancel, "", func(ctx context.Context, id string) error {
		stop := func() error {
			_, err := w.room.Answer(ctx, s.Caller.Tenant, id, session.Reply{Text: "/stop"})
			return err
		}
		err := stop()
		if refusedFor(err, session.OnPause) {
			if _, err = w.room.Resume(ctx, s.Caller.Tenant, id); err == nil {
				err = stop()
			}
		}
		if refusedFor(err, session.NotWaiting) {
			_, err = w.room.Cancel(ctx, s.Caller.Tenant, id)
		}
		return err
	})
}

// refusedFor reports a refusal of the room with a code.
func refusedFor(err error, code session.Code) bool {
	refused, ok := errors.AsType[*session.Refused](err)
	return ok && refused.Code == code
}
