package interviewweb

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/webui/kit"
)

// deliveryLogPath is the page of the webhooks of all interviews, among those for developers.
const deliveryLogPath = kit.DevelopersPath + "/deliveries"

// tabDeliveries is the page among those for developers.
const tabDeliveries = "deliveries"

// mostChosen bounds what is sent again by one press: a page of the log.
const mostChosen = 50

// Fields of the log and of its form.
const (
	fieldStanding = "state"
	fieldSince    = "since"
	fieldCursor   = "cursor"
	fieldChosen   = "event"
)

// loggedDelivery is a delivery as browse_deliveries names it.
type loggedDelivery struct {
	Session string    `json:"session_id"`
	Event   string    `json:"event_id"`
	Seq     int       `json:"seq"`
	Type    string    `json:"type"`
	URL     string    `json:"webhook_url"`
	State   string    `json:"state"`
	Count   int       `json:"attempts_made"`
	Made    time.Time `json:"made_at"`
}

// again reports that it can be sent again: nothing of it is under way.
func (d loggedDelivery) again() bool { return d.State != string(delivery.Pending) }

// chosen names it in the form.
func (d loggedDelivery) chosen() string { return d.Session + "/" + d.Event }

// outgoing is everything the log of all deliveries shows.
type outgoing struct {
	state  string
	hours  int // how far back; 0 is since ever
	items  []loggedDelivery
	next   string
	notice string
}

// deliveryStates are the states of the filter.
var deliveryStates = []string{string(delivery.Pending), string(delivery.Done), string(delivery.Dead), string(delivery.Gone)}

func deliveryLogRoutes(w *web) map[string]func(*screen) error {
	return map[string]func(*screen) error{
		"GET " + deliveryLogPath:            w.deliveryLog,
		"POST " + deliveryLogPath:           w.sendChosen,
		"POST " + deliveryLogPath + "/dead": w.sendDead,
	}
}

// deliveryLog lists the webhooks of all interviews.
func (w *web) deliveryLog(s *screen) error {
	q := s.Request.URL.Query()
	l := outgoing{state: q.Get(fieldStanding), notice: s.sentNotice(q)}
	if n := kit.Count(q.Get(fieldSince)); slices.Contains(sinceHours, n) {
		l.hours = n
	}
	if kit.HasEmpty(q) {
		s.Redirect(string(kit.Href(deliveryLogPath, l.address())))
		return nil
	}
	asked := struct {
		State  string `json:"state,omitempty"`
		Since  string `json:"since,omitempty"`
		Limit  int    `json:"limit"`
		Cursor string `json:"cursor,omitempty"`
	}{State: l.state, Limit: mostChosen, Cursor: q.Get(fieldCursor)}
	if l.hours > 0 {
		// To the hour, so that the pages of one list belong together.
		asked.Since = w.room.Now().UTC().Truncate(time.Hour).Add(-time.Duration(l.hours) * time.Hour).Format(time.RFC3339)
	}
	var page struct {
		Items []loggedDelivery `json:"items"`
		Next  string           `json:"next_cursor"`
	}
	if err := s.Call(opBrowseDeliveries, asked, &page); err != nil {
		return err
	}
	l.items, l.next = page.Items, page.Next
	return s.Show(http.StatusOK, deliveryLogScreen(s, l))
}

// address is the log with its filters.
func (l outgoing) address() url.Values {
	v := url.Values{}
	if l.state != "" {
		v.Set(fieldStanding, l.state)
	}
	if l.hours > 0 {
		v.Set(fieldSince, strconv.Itoa(l.hours))
	}
	return v
}

func (l outgoing) nextPage() url.Values {
	v := l.address()
	v.Set(fieldCursor, l.next)
	return v
}

// sentNotice says what was just sent again, by the address that the action led to.
func (s *screen) sentNotice(q url.Values) string {
	sent, err := strconv.Atoi(q.Get("redelivered"))
	if err != nil || sent < 0 {
		return ""
	}
	notice := s.N("interview.notice.redelivered", sent)
	if left := kit.Count(q.Get("left")); left > 0 {
		notice += " " + s.N("deliveries.left", left)
	}
	return notice
}

// sendChosen sends again what was chosen of the log. What is gone or under way meanwhile is
// counted and left.
func (w *web) sendChosen(s *screen) error {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, mostChosen*smallForm)
	if err := s.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, mostChosen*smallForm)
	}
	chosen := s.Request.PostForm[fieldChosen]
	if len(chosen) == 0 || len(chosen) > mostChosen {
		return fault.E(fault.Invalid, fault.Say("Choose between 1 and %d webhooks.", "Выберите от 1 до %d вебхуков.", mostChosen), nil)
	}
	sent, left := 0, 0
	for _, one := range chosen {
		id, event, _ := strings.Cut(one, "/")
		err := s.Run(opRedeliver, func(ctx context.Context) error { return w.room.Redeliver(ctx, s.Caller.Tenant, id, event) })
		switch kind := fault.KindOf(err); {
		case err == nil:
			sent++
		case kind == fault.Conflict, kind == fault.NotFound:
			left++
		default:
			return err
		}
	}
	s.Redirect(deliveryLogPath + "?redelivered=" + strconv.Itoa(sent) + "&left=" + strconv.Itoa(left))
	return nil
}

// sendDead sends again all that was given up, and goes back to the log.
func (w *web) sendDead(s *screen) error {
	sent, err := w.reviveDead(s)
	if err != nil {
		return err
	}
	s.Redirect(deliveryLogPath + "?redelivered=" + strconv.Itoa(sent))
	return nil
}

// eventName is the type of an event in words.
func (s *screen) eventName(kind string) string {
	if slices.Contains([]string{"question", "end", "error", "reminder"}, kind) {
		return s.T("deliveries.type." + kind)
	}
	return kind
}

// sinceValue is a choice of the filter as the form sends it.
func sinceValue(hours int) string {
	if hours == 0 {
		return ""
	}
	return strconv.Itoa(hours)
}

// stateTone is the class of a state.
func stateTone(state string) string {
	return deliveryTone(delivery.Delivery{State: delivery.State(state)})
}
