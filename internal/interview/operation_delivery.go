package interview

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/interview/delivery"
	"kadry/internal/op"
)

// deliveryState is a state of a delivery, or none.
type deliveryState string

// Enum lists the states.
func (deliveryState) Enum() []string {
	return named([]delivery.State{delivery.Pending, delivery.Done, delivery.Dead, delivery.Gone})
}

type logInput struct {
	State deliveryState `json:"state,omitzero" doc:"Only these; dead were given up, gone were refused for good."`
	Since string        `json:"since,omitzero" doc:"Only made since this time, RFC 3339." format:"date-time"`
	Limit int           `json:"limit,omitzero" min:"1" max:"100" default:"50" doc:"On a page."`
	// The log grows at its front, so that a place by number would move under the reader.
	Cursor string `json:"cursor,omitzero" max:"400" doc:"next_cursor of the page before."`
}

type logBody struct {
	Items      []loggedBody `json:"items" doc:"The newest first."`
	HasMore    bool         `json:"has_more"`
	NextCursor string       `json:"next_cursor,omitempty"`
}

// loggedBody is a delivery of the log: list_deliveries of its interview has the bytes and the
// attempts.
type loggedBody struct {
	SessionID  string    `json:"session_id" doc:"Of the interview."`
	EventID    string    `json:"event_id" doc:"The webhook-id of every attempt."`
	Seq        int       `json:"seq"`
	Type       string    `json:"type"`
	WebhookURL string    `json:"webhook_url"`
	State      string    `json:"state" doc:"pending, delivered, dead or gone."`
	Count      int       `json:"attempts_made"`
	NextAt     time.Time `json:"next_at,omitzero"`
	MadeAt     time.Time `json:"made_at,omitzero"`
	DoneAt     time.Time `json:"done_at,omitzero"`
}

func (c *handlers) browseDeliveries() *op.Op {
	return routed(op.Spec{
		Name: "browse_deliveries", Title: "The delivery log", Effect: op.Reads,
		Doc: "Webhooks of all interviews, the newest first. list_deliveries has the bytes and the attempts of one interview, redeliver_event and redeliver_dead send again.",
	}, func(ctx context.Context, in logInput) (logBody, error) {
		since, err := moment("since", in.Since)
		if err != nil {
			return logBody{}, err
		}
		asked := cursor.Ask("browse_deliveries", string(in.State), in.Since)
		before, err := deliveryPlace(asked, in.Cursor)
		if err != nil {
			return logBody{}, err
		}
		list, err := c.room.DeliveryLog(ctx, tenantOf(ctx), delivery.Filter{
			State: delivery.State(in.State), Since: since, Before: before, Limit: in.Limit + 1, // one more tells whether there is more
		})
		if err != nil {
			return logBody{}, err
		}
		body := logBody{HasMore: len(list) > in.Limit}
		for _, d := range list[:min(in.Limit, len(list))] {
			body.Items = append(body.Items, loggedBody{
				d.Session, d.Event, d.Seq, string(d.Type), d.URL, string(d.State), d.Count, utc(d.NextAt), utc(d.MadeAt), utc(d.DoneAt),
			})
		}
		if body.HasMore {
			last := list[in.Limit-1]
			body.NextCursor = asked.After(strconv.FormatInt(last.MadeAt.UnixMicro(), 10) + " " + last.Event)
		}
		return body, nil
	})
}

// deliveryPlace reads a cursor of the log.
func deliveryPlace(asked cursor.Question, text string) (delivery.Place, error) {
	place, err := asked.Place(text)
	if err != nil || place == "" {
		return delivery.Place{}, err
	}
	at, event, _ := strings.Cut(place, " ")
	micros, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return delivery.Place{}, fault.Wrong("cursor", fault.Say("is not one of this list", "не от этого списка"))
	}
	return delivery.Place{At: time.UnixMicro(micros).UTC(), Event: event}, nil
}
