package interviewweb

import (
	"net/http"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/invitation"
	"kadry/internal/interview/session"
	"kadry/internal/linktoken"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

// linkRoutes are the pages of invited candidates. They need no token: whoever has the address
// is the candidate, and may do what that page offers and nothing else.
func linkRoutes(w *web) map[string]func(*screen) error {
	const one = interview.InvitationPath + "{token}"
	return map[string]func(*screen) error{
		"GET " + one:                w.byLink(w.candidatePage),
		"POST " + one:               w.byLink(w.beginInvited),
		"POST " + one + "/language": w.byLink(w.readIn),
		"POST " + one + "/answer":   w.byLink(w.answerInvited),
		"POST " + one + "/draft":    w.byLink(w.keepDraft),
		"POST " + one + "/pause":    w.byLink(w.pauseInvited),
		"POST " + one + "/resume":   w.byLink(w.resumeInvited),
		"GET " + one + "/withdraw":  w.byLink(w.withdrawing),
		"POST " + one + "/withdraw": w.byLink(w.withdraw),
	}
}

// answerForms is more than the form of an answer takes, in bytes: 20,000 characters,
// percent-encoded, of four bytes each.
const answerForms = 256 << 10

// candidate is the answer to whoever came by a link.
type candidate struct {
	*screen
	token linktoken.Token
	invitation.Invitation
	fault *fault.Error // of what was just tried; the page says it in place
	typed string       // what was typed and refused
}

// byLink answers who comes by a link that works, and everybody else in the same words.
func (w *web) byLink(answer func(*candidate) error) func(*screen) error {
	return func(s *screen) error {
		h := s.Out.Header()
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		c := &candidate{screen: s, token: linktoken.Token(s.Request.PathValue("token"))}
		var err error
		if c.Invitation, err = w.room.ByLink(s.Request.Context(), c.token); err != nil {
			return w.noEntry(s, err)
		}
		s.Caller = op.Caller{Name: "candidate", Tenant: c.Tenant, Lang: string(c.Reads())}
		s.Request = s.Request.WithContext(op.WithCaller(s.Request.Context(), s.Caller))
		s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, answerForms)
		s.Speak(s.Caller.Lang)
		if err := answer(c); err != nil {
			return w.noEntry(s, err)
		}
		return nil
	}
}

// noEntry is the page of a link that does not work, or of a failure on our side. It says of
// nobody whether they were invited.
func (w *web) noEntry(s *screen, err error) error {
	f := fault.From(err)
	if f.Kind != fault.NotFound {
		f.Fields = nil
		return s.Show(kit.Status(f), candidateTrouble(s, f))
	}
	if !w.guesses.Allow(s.Address()) {
		s.Out.Header().Set("Retry-After", "60")
		return s.Show(http.StatusTooManyRequests, deadLinkPage(s))
	}
	return s.Show(http.StatusNotFound, deadLinkPage(s))
}

// to is the address of the candidate's page, or of something done there.
func (c *candidate) to(inside ...string) string {
	return interview.InvitationPath + strings.Join(append([]string{c.token.Reveal()}, inside...), "/")
}

// candidatePage is where a candidate stands: before the beginning, in the middle, or done.
func (w *web) candidatePage(c *candidate) error {
	switch {
	case c.Status(w.room.Now()) == invitation.Finished:
		return c.Show(http.StatusOK, finishedPage(c))
	case c.Session == "":
		return w.welcome(c)
	}
	return w.showTalk(c)
}

// welcome says who asks, what for and on which terms, before anything is asked.
func (w *web) welcome(c *candidate) error {
	ctx := c.Request.Context()
	ahead, err := w.room.Prospect(ctx, c.Invitation)
	if err != nil {
		return err
	}
	if c.Invitation, err = w.room.Opened(ctx, c.Invitation); err != nil {
		return err
	}
	return c.Show(kit.Status(c.fault), welcomePage(c, ahead))
}

// beginInvited starts the interview of a candidate who agrees.
func (w *web) beginInvited(c *candidate) error {
	if err := c.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, answerForms)
	}
	if c.Request.PostFormValue(fieldAgreed) == "" && c.Session == "" {
		c.fault = fault.From(fault.Wrong(fieldAgreed, fault.Say("tick it to begin", "поставьте отметку, чтобы начать")))
		return w.welcome(c)
	}
	var err error
	if c.Invitation, err = w.room.Begin(c.Request.Context(), c.Invitation); err != nil {
		return err
	}
	return w.goOn(c)
}

// readIn changes the language of the page; the questions stay in theirs.
func (w *web) readIn(c *candidate) error {
	lang := bank.Language(c.Request.PostFormValue(fieldLanguage))
	if lang != bank.Russian && lang != bank.English {
		lang = c.Reads()
	}
	if err := w.room.ReadIn(c.Request.Context(), c.Invitation, lang); err != nil {
		return err
	}
	c.Redirect(c.to())
	return nil
}

// goOn leads to what comes next, when it is there or has taken too long: a page without scripts
// shows it at once.
func (w *web) goOn(c *candidate) error {
	if _, err := w.room.Await(c.Request.Context(), c.Tenant, c.Session, w.room.Patience); err != nil && fault.KindOf(err) != fault.NotFound {
		return err
	}
	c.Redirect(c.to())
	return nil
}

// talk is the conversation of a candidate, from the events of the interview.
func (w *web) talk(c *candidate) (t conversation, err error) {
	ctx := c.Request.Context()
	if t.State, err = w.room.Load(ctx, c.Tenant, c.Session); err != nil {
		return t, err
	}
	events, err := w.room.Events(ctx, c.Tenant, c.Session, 0, eventsShown)
	if err != nil {
		return t, err
	}
	t.path = c.to()
	for _, e := range events {
		t.received = append(t.received, heardOf(e))
	}
	t.waits = max(0, w.room.Now().Sub(t.UpdatedAt))
	t.draw()
	if t.reply = c.typed; t.reply != "" || t.open == nil {
		return t, nil
	}
	d, err := w.room.Draft(ctx, c.Invitation)
	if err == nil && d.AskedID == t.open.QuestionID {
		t.reply = d.Text
	}
	return t, err
}

// eventsShown is more than an interview has: twenty questions, two probes each, and its end.
const eventsShown = 200

// heardOf is an event as a receiver reads it.
func heardOf(e session.Event) receivedEvent {
	var a receivedEvent
	a.Event, a.Seq, a.Type, a.At = e.ID, e.Seq, e.Type, e.At
	if q := e.Question; q != nil {
		a.Question, a.QuestionID, a.Expected, a.Asked, a.Planned = inOrder(q.Text), q.ID, q.Expected, q.Number, q.Planned
		for _, o := range q.Options {
			a.Choices = append(a.Choices, o.Label+") "+o.Text)
		}
	}
	return a
}

// showTalk shows the open question; a script that waits for it gets the time that passed, or is
// told to load the page.
func (w *web) showTalk(c *candidate) error {
	t, err := w.talk(c)
	if err != nil {
		return err
	}
	if t.Over() {
		return c.Show(http.StatusOK, finishedPage(c))
	}
	if !c.Fragment() {
		return c.Show(kit.Status(c.fault), questionPage(c, t))
	}
	if c.Request.URL.Query().Get(fieldSeen) != t.seen() || !t.waiting() {
		c.Out.Header().Set("HX-Refresh", "true")
	}
	return c.Show(http.StatusOK, conversationWaiting(c.screen, t))
}

// answerInvited takes an answer and leads to the next question.
func (w *web) answerInvited(c *candidate) error {
	return w.say(c, func() error {
		of := c.Request.PostFormValue
		reply := session.Reply{
			AskedID: of(fieldAsked), Text: lines(of(fieldAnswer)), Pasted: kit.Count(of(fieldPasted)), FocusOut: kit.Count(of(fieldFocusOut)),
		}
		if err := w.room.Reply(c.Request.Context(), c.Invitation, reply); err != nil {
			return err
		}
		return w.goOn(c)
	})
}

// pauseInvited stops the candidate's time and keeps what was typed.
func (w *web) pauseInvited(c *candidate) error {
	return w.say(c, func() error {
		ctx := c.Request.Context()
		if asked := c.Request.PostFormValue(fieldAsked); asked != "" {
			if err := w.room.KeepDraft(ctx, c.Invitation, asked, c.typed); err != nil {
				return err
			}
		}
		if _, err := w.room.Pause(ctx, c.Tenant, c.Session); err != nil {
			return err
		}
		c.Redirect(c.to())
		return nil
	})
}

func (w *web) resumeInvited(c *candidate) error {
	return w.say(c, func() error {
		if _, err := w.room.Resume(c.Request.Context(), c.Tenant, c.Session); err != nil && !refusedFor(err, session.NotPaused) {
			return err
		}
		return w.goOn(c)
	})
}

// say does what a candidate asks for in the conversation; a refusal stands on the page beside
// what was typed.
func (w *web) say(c *candidate, act func() error) error {
	if c.Session == "" {
		c.Redirect(c.to())
		return nil
	}
	if err := c.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, answerForms)
	}
	c.typed = lines(c.Request.PostFormValue(fieldAnswer))
	err := act()
	switch fault.KindOf(err) {
	case fault.Invalid, fault.Conflict, fault.TooLarge, fault.Unavailable:
		c.fault = fault.From(err)
		return w.showTalk(c)
	}
	return err
}

// keepDraft keeps what was typed so far; only scripts ask for it.
func (w *web) keepDraft(c *candidate) error {
	if c.Session == "" {
		return fault.E(fault.Conflict, fault.Say("The interview has not begun.", "Интервью ещё не началось."), nil)
	}
	if err := c.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, answerForms)
	}
	f := c.Request.PostForm
	if err := w.room.KeepDraft(c.Request.Context(), c.Invitation, f.Get(fieldAsked), lines(f.Get(fieldAnswer))); err != nil {
		return err
	}
	c.Out.WriteHeader(http.StatusNoContent)
	return nil
}

// withdrawing asks before answers are deleted.
func (w *web) withdrawing(c *candidate) error {
	if c.Status(w.room.Now()) == invitation.Finished {
		c.Redirect(c.to())
		return nil
	}
	return c.Show(http.StatusOK, withdrawPage(c))
}

func (w *web) withdraw(c *candidate) error {
	if err := w.room.Withdraw(c.Request.Context(), c.Invitation); err != nil {
		return err
	}
	return c.Show(http.StatusOK, withdrawnPage(c))
}

// remaining is the time until a deadline, and the deadline for the script that counts it down.
type remaining struct {
	until time.Time
	text  string
}

// remainingOf is the nearer of the two deadlines of an open question; none without a limit
// that is of any interest now.
func (c *candidate) remainingOf(t conversation) (r remaining, ok bool) {
	until := t.Deadline
	if t.Current != nil && !t.Current.Deadline.IsZero() && t.Current.Deadline.Before(until) {
		until = t.Current.Deadline
	}
	left := until.Sub(c.web.room.Now())
	if until.IsZero() || t.Paused() {
		return remaining{}, false
	}
	return remaining{until, c.leftText(left)}, true
}

// leftText is a length of time to the minute: seconds would only make nervous.
func (s *screen) leftText(d time.Duration) string {
	switch minutes := int(max(0, d) / time.Minute); {
	case minutes >= 48*60:
		return s.N("invited.left.days", minutes/(24*60))
	case minutes >= 120:
		return s.N("invited.left.hours", minutes/60)
	case minutes < 1:
		return s.T("invited.left.none")
	default:
		return s.N("invited.left.minutes", minutes)
	}
}

// keptText says how long answers are kept.
func (s *screen) keptText(days int) string {
	if days == 0 {
		return s.T("invited.keptAlways")
	}
	return s.N("invited.kept", days)
}

// limitsText says how much time there is.
func (c *candidate) limitsText() string {
	l := c.Limits()
	text := c.T("invited.total", "Time", c.leftText(l.Total))
	if l.PerAnswer > 0 {
		text += " " + c.T("invited.perAnswer", "Time", c.leftText(l.PerAnswer))
	}
	return text
}

// otherLanguage is the language that the page can be changed to.
func (c *candidate) otherLanguage() bank.Language {
	if c.Reads() == bank.Russian {
		return bank.English
	}
	return bank.Russian
}
