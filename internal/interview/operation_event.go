package interview

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

type pullInput struct {
	sessionInput
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
	Question           string           `json:"question,omitempty"`
	QuestionID         string           `json:"question_id,omitempty"`
	ExpectedAnswerType string           `json:"expected_answer_type,omitempty"`
	Choices            []string         `json:"choices,omitempty" doc:"Of a choice."`
	QuestionsAsked     int              `json:"questions_asked,omitempty" doc:"This one included."`
	QuestionsPlanned   int              `json:"questions_planned,omitempty"`
	Notice             string           `json:"notice,omitempty" doc:"What the candidate must be told; with the first question."`
	Deadline           time.Time        `json:"deadline,omitzero" doc:"Until when an answer is taken."`
	AnalysisResult     *analysis.Report `json:"analysis_result,omitempty" doc:"Of an end."`
	Message            string           `json:"message,omitempty" doc:"Of an error, for people."`
	Code               string           `json:"code,omitempty" doc:"Of an error, for programs."`
	Retryable          *bool            `json:"retryable,omitempty" doc:"Of an error: a new interview may succeed."`
	Context            contextBody      `json:"context"`
}

type contextBody struct {
	UserID string `json:"user_id"`
}

// pullMost is how many seconds a pull waits at most.
const pullMost = 25

func (c *handlers) pullEvents() *op.Op {
	return routed(op.Spec{
		Name: "pull_events", Title: "Pull events", Effect: op.Reads, Waits: true, Timeout: (30 + pullMost) * time.Second,
		Doc:    "The same events that webhooks bring, for callers that cannot be reached. With wait_s the answer comes as soon as there is an event.",
		Routes: []op.Route{{Method: "GET", Path: sessionPath + "/events"}},
	}, func(ctx context.Context, in pullInput) (eventsBody, error) {
		s, err := c.room.Load(ctx, tenantOf(ctx), in.ID)
		if err != nil {
			return eventsBody{}, err
		}
		list, err := c.room.AwaitEvents(ctx, s.Tenant, s.ID, in.After, in.Limit+1, seconds(in.Wait))
		if err != nil {
			return eventsBody{}, err
		}
		body := eventsBody{After: in.After, HasMore: len(list) > in.Limit}
		for _, e := range list[:min(len(list), in.Limit)] {
			body.Items = append(body.Items, happened(e, s.Language))
			body.After = e.Seq
		}
		return body, nil
	})
}

// happened tells of an event in the language of its interview, as the webhook does.
func happened(e session.Event, lang bank.Language) eventBody {
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

func (c *handlers) listDeliveries() *op.Op {
	return routed(op.Spec{
		Name: "list_deliveries", Title: "List the webhooks of an interview", Effect: op.Reads,
		Doc:    "With the bytes that were sent and every attempt.",
		Routes: []op.Route{{Method: "GET", Path: sessionPath + "/deliveries"}},
	}, func(ctx context.Context, in sessionInput) (deliveriesBody, error) {
		items, err := c.sent(ctx, in.ID)
		return deliveriesBody{Items: items, Total: len(items)}, err
	})
}

// sent lists the deliveries of an interview in full.
func (c *handlers) sent(ctx context.Context, id string) ([]deliveryBody, error) {
	list, err := c.room.DeliveriesOf(ctx, tenantOf(ctx), id)
	if err != nil {
		return nil, err
	}
	items := make([]deliveryBody, len(list))
	for i, d := range list {
		items[i] = delivered(d)
	}
	return items, nil
}

func delivered(d delivery.Delivery) deliveryBody {
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

func (c *handlers) redeliverEvent() *op.Op {
	type input struct {
		sessionInput
		EventID string `json:"event_id" doc:"The webhook-id of the event."`
	}
	return routed(op.Spec{
		Name: "redeliver_event", Title: "Send a webhook again", Effect: op.Updates, World: true,
		Doc:    "With the id and the bytes it had.",
		Routes: []op.Route{{Method: "POST", Path: sessionPath + "/deliveries/{event_id}/redeliver", Status: 202}},
	}, func(ctx context.Context, in input) (redeliveredBody, error) {
		return redeliveredBody{"accepted", in.EventID}, c.room.Redeliver(ctx, tenantOf(ctx), in.ID, in.EventID)
	})
}

type sinceInput struct {
	Since string `json:"since" doc:"Deliveries made since this time, RFC 3339." format:"date-time"`
}

type countedBody struct {
	Status      string `json:"status" doc:"accepted"`
	Redelivered int    `json:"redelivered"`
}

func (c *handlers) redeliverDead() *op.Op {
	return routed(op.Spec{
		Name: "redeliver_dead", Title: "Send again what was given up", Effect: op.Updates, World: true,
		Doc:    "All dead deliveries since a time: for the day after your receiver was down.",
		Routes: []op.Route{{Method: "POST", Path: interviewsPath + "/redeliver", Status: 202}},
	}, func(ctx context.Context, in sinceInput) (countedBody, error) {
		since, err := moment("since", in.Since)
		if err == nil && since.IsZero() {
			err = fault.Wrong("since", fault.Say("must be a time like 2026-11-20T09:30:00Z", "должно быть временем вида 2026-11-20T09:30:00Z"))
		}
		if err != nil {
			return countedBody{}, err
		}
		n, err := c.room.RedeliverDead(ctx, tenantOf(ctx), since)
		return countedBody{"accepted", n}, err
	})
}
