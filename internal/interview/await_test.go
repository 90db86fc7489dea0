package interview_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/interviewtest"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
)

// counted counts how often a whole conversation is read.
type counted struct {
	*interviewtest.Store
	loads, looks atomic.Int64
}

func (c *counted) Load(ctx context.Context, tenant, id string) (session.State, error) {
	c.loads.Add(1)
	return c.Store.Load(ctx, tenant, id)
}

func (c *counted) Version(ctx context.Context, tenant, id string) (int, error) {
	c.looks.Add(1)
	return c.Store.Version(ctx, tenant, id)
}

// Who waits for a session that stands still reads its conversation once, however long it
// takes, and learns at once of what comes then.
func TestRoom_waitsByCheapLooks(t *testing.T) {
	t.Parallel()
	var kept *counted
	h := newHouse(t, func(p *interview.Parts) {
		store, _ := p.Archive.(*interviewtest.Store)
		kept = &counted{Store: store}
		p.Sessions = kept
	})
	h.vacancy(t, vacancy.Draft{Title: "Go developer", Requirements: "Go, PostgreSQL"})
	s := h.start(t, interview.Start{Resume: "Go developer: Go, PostgreSQL"})
	kept.loads.Store(0)
	events, err := h.AwaitEvents(t.Context(), team, s.ID, 0, 10, 200*time.Millisecond)
	if err != nil || len(events) != 0 {
		t.Fatalf("nothing has happened yet: %+v, %v", events, err)
	}
	if loads, looks := kept.loads.Load(), kept.looks.Load(); loads != 1 || looks < 2 {
		t.Errorf("the conversation was read %d times in %d looks, want once", loads, looks)
	}
	h.work(t)
	if events, err = h.AwaitEvents(t.Context(), team, s.ID, 0, 10, time.Minute); err != nil || len(events) != 1 || events[0].Type != session.EventQuestion {
		t.Errorf("after the question: %+v, %v", events, err)
	}
}

// Times that are refused are told in words.
func TestRoom_tellsTimesInWords(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, err := h.Start(t.Context(), interview.Start{
		Tenant: team, Resume: "Go",
		Limits: session.Limits{Total: time.Second, PerAnswer: time.Second, RemindAfter: time.Second},
	})
	for _, want := range []struct{ path, en, ru string }{
		{"total_limit", "must be between 5 minutes and 90 days", "должно быть от 5 минут до 90 дней"},
		{"answer_limit", "must be between 30 seconds and 90 days", "должно быть от 30 секунд до 90 дней"},
		{"remind_after", "must be between 1 minute and 90 days", "должно быть от 1 минуты до 90 дней"},
	} {
		if en, ru := fieldOf(err, want.path, "en"), fieldOf(err, want.path, "ru"); en != want.en || ru != want.ru {
			t.Errorf("%s: %q, %q", want.path, en, ru)
		}
	}
}

// fieldOf is what a fault says of a field.
func fieldOf(err error, path, lang string) string {
	for _, field := range fault.From(err).Fields {
		if field.Path == path {
			return field.Text.In(lang)
		}
	}
	return ""
}
