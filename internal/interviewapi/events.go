package interviewapi

import (
	"context"
	"net/http"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

type eventsQuery struct {
	After int `json:"after,omitempty" doc:"seq of the last event you have; 0 is from the beginning." min:"0" max:"1000000" default:"0"`
	Limit int `json:"limit,omitempty" doc:"Events on a page." min:"1" max:"100" default:"50"`
	Wait  int `json:"wait_s,omitempty" doc:"Seconds to wait for the next event when there is none yet." min:"0" max:"25" default:"0"`
}

type eventsBody struct {
	Items   []eventBody `json:"items" doc:"In order."`
	HasMore bool        `json:"has_more"`
	After   int         `json:"next_after" doc:"after of the next pull."`
}

// eventBody is an event as it is pulled: data has the members of the webhook.
type eventBody struct {
	ID        string    `json:"id" doc:"The same as webhook-id."`
	SessionID string    `json:"session_id"`
	Seq       int       `json:"seq" doc:"From 1, without gaps."`
	Type      string    `json:"type" doc:"question, end, error, or reminder where one was asked for."`
	At        time.Time `json:"at"`
	Data      dataBody  `json:"data"`
}

type dataBody struct {
	Question           string            `json:"question,omitempty"`
	QuestionID         string            `json:"question_id,omitempty"`
	ExpectedAnswerType string            `json:"expected_answer_type,omitempty"`
	Choices            []string          `json:"choices,omitempty" doc:"Of a choice."`
	QuestionsAsked     int               `json:"questions_asked,omitempty" doc:"This one included."`
	QuestionsPlanned   int               `json:"questions_planned,omitempty"`
	Notice             string            `json:"notice,omitempty" doc:"What the candidate must be told; with the first question."`
	Deadline           time.Time         `json:"deadline,omitzero" doc:"Until when an answer is taken."`
	AnalysisResult     *interview.Report `json:"analysis_result,omitempty" doc:"Of an end."`
	Message            string            `json:"message,omitempty" doc:"Of an error, for people."`
	Code               string            `json:"code,omitempty" doc:"Of an error, for programs."`
	Retryable          *bool             `json:"retryable,omitempty" doc:"Of an error: a new interview may succeed."`
	Context            contextBody       `json:"context"`
}

type contextBody struct {
	UserID string `json:"user_id"`
}

func (f *front) eventRoutes() []route {
	const one = interviewsPath + "/{id}"
	pull := reads(Route{
		Path: one + "/events", ID: "interview_events", Tag: toolset, Summary: "Pull events",
		Doc: "The same events that webhooks bring, for callers that cannot be reached. With wait_s the answer comes as soon as there is an event.",
	}, f.events)
	pull.patience = patience + pullMost*time.Second
	return []route{
		pull,
		reads(Route{Path: one + "/deliveries", ID: "interview_deliveries", Tag: toolset, Summary: "List the webhooks of an interview", Doc: "With the bytes that were sent and every attempt."}, f.deliveries),
		changing(Route{
			Method: http.MethodPost, Path: one + "/deliveries/{event_id}/redeliver", ID: "interview_redeliver", Tag: toolset, Status: http.StatusAccepted,
			Summary: "Send a webhook again", Doc: "With the id and the bytes it had.",
		}, f.redeliver),
		changing(Route{
			Method: http.MethodPost, Path: interviewsPath + "/redeliver", ID: "interviews_redeliver", Tag: toolset, Status: http.StatusAccepted,
			Summary: "Send again what was given up", Doc: "All dead deliveries since a time: for the day after your receiver was down.",
		}, f.redeliverDead),
	}
}

func (f *front) events(ctx context.Context, v *visit, q eventsQuery) (eventsBody, error) {
	s, err := f.Room.Load(ctx, v.tenant(), v.id("id"))
	if err != nil {
		return eventsBody{}, err
	}
	list, err := f.Room.AwaitEvents(ctx, v.tenant(), s.ID, q.After, q.Limit+1, seconds(q.Wait))
	if err != nil {
		return eventsBody{}, err
	}
	body := eventsBody{Items: []eventBody{}, After: q.After}
	if body.HasMore = len(list) > q.Limit; body.HasMore {
		list = list[:q.Limit]
	}
	for _, e := range list {
		body.Items = append(body.Items, happened(e, s.Language))
		body.After = e.Seq
	}
	return body, nil
}

// happened tells of an event in the language of its interview, as the webhook does.
func happened(e interview.Event, lang interview.Language) eventBody {
	body := eventBody{ID: e.ID, SessionID: e.Session, Seq: e.Seq, Type: string(e.Type), At: utc(e.At), Data: dataBody{Context: contextBody{e.UserID}}}
	d := &body.Data
	switch {
	case e.Question != nil:
		q := e.Question
		d.Question, d.QuestionID, d.ExpectedAnswerType, d.Choices = q.Text, q.ID, string(q.Expected), choices(q.Options)
		d.QuestionsAsked, d.QuestionsPlanned, d.Notice, d.Deadline = q.Number, q.Planned, q.Notice, utc(q.Deadline)
	case e.Analysis != nil:
		report := e.Analysis.Report()
		d.AnalysisResult = &report
	case e.Failure != nil:
		d.Message, d.Code, d.Retryable = e.Failure.Message.In(string(lang)), string(e.Failure.Code), &e.Failure.Retryable
	}
	return body
}

type deliveriesBody struct {
	Items []deliveryBody `json:"items" doc:"In the order of the events; none in pull mode."`
	Total int            `json:"total"`
}

type deliveryBody struct {
	EventID    string        `json:"event_id" doc:"The webhook-id of every attempt."`
	Seq        int           `json:"seq"`
	Type       string        `json:"type"`
	WebhookURL string        `json:"webhook_url"`
	State      string        `json:"state" doc:"pending, delivered, dead or gone."`
	Count      int           `json:"attempts_made"`
	NextAt     time.Time     `json:"next_at,omitzero"`
	MadeAt     time.Time     `json:"made_at,omitzero"`
	DoneAt     time.Time     `json:"done_at,omitzero"`
	Body       string        `json:"body,omitempty" doc:"The bytes that every attempt sends."`
	Attempts   []attemptBody `json:"attempts" doc:"Oldest first."`
}

type attemptBody struct {
	Number  int       `json:"number"`
	At      time.Time `json:"at,omitzero"`
	Ended   bool      `json:"ended" doc:"False when the server went down during it: nobody knows whether it arrived."`
	Status  int       `json:"status" doc:"Of the receiver's answer; 0 when it gave none."`
	Class   string    `json:"class" doc:"How far it came: answered, forbidden, unreachable, silent and the like."`
	Excerpt string    `json:"excerpt,omitempty" doc:"The beginning of the receiver's answer."`
	TookMS  int64     `json:"took_ms"`
	Manual  bool      `json:"manual" doc:"Asked for by a person."`
}

func (f *front) deliveries(ctx context.Context, v *visit, _ none) (deliveriesBody, error) {
	items, err := f.deliveriesOf(ctx, v, v.id("id"))
	return deliveriesBody{Items: items, Total: len(items)}, err
}

func (f *front) deliveriesOf(ctx context.Context, v *visit, id string) ([]deliveryBody, error) {
	list, err := f.Room.DeliveriesOf(ctx, v.tenant(), id)
	if err != nil {
		return nil, err
	}
	items := make([]deliveryBody, len(list))
	for i, d := range list {
		items[i] = delivered(d)
	}
	return items, nil
}

func delivered(d interview.Delivery) deliveryBody {
	body := deliveryBody{
		EventID: d.Event, Seq: d.Seq, Type: string(d.Type), WebhookURL: d.URL, State: string(d.State), Count: d.Count,
		NextAt: utc(d.NextAt), MadeAt: utc(d.MadeAt), DoneAt: utc(d.DoneAt), Body: d.Body, Attempts: make([]attemptBody, len(d.Attempts)),
	}
	for i, a := range d.Attempts {
		body.Attempts[i] = attemptBody{a.Number, utc(a.At), a.Ended, a.Status, a.Class, a.Excerpt, a.Took.Milliseconds(), a.Manual}
	}
	return body
}

type redeliveredBody struct {
	Status  string `json:"status" doc:"accepted"`
	EventID string `json:"event_id"`
}

func (f *front) redeliver(ctx context.Context, v *visit, _ none) (redeliveredBody, error) {
	err := f.Room.Redeliver(ctx, v.tenant(), v.id("id"), v.id("event_id"))
	return redeliveredBody{"accepted", v.id("event_id")}, err
}

type sinceBody struct {
	Since string `json:"since" doc:"Deliveries made since this time, RFC 3339." format:"date-time"`
}

type countedBody struct {
	Status      string `json:"status" doc:"accepted"`
	Redelivered int    `json:"redelivered"`
}

func (f *front) redeliverDead(ctx context.Context, v *visit, in sinceBody) (countedBody, error) {
	since, err := moment("since", in.Since)
	if err == nil && since.IsZero() {
		err = wrong("since", fault.Say("must be a time like 2026-11-20T09:30:00Z", "должно быть временем вида 2026-11-20T09:30:00Z"))
	}
	if err != nil {
		return countedBody{}, err
	}
	n, err := f.Room.RedeliverDead(ctx, v.tenant(), since)
	return countedBody{"accepted", n}, err
}
