package interview_test

import (
	"context"
	"errors"
	"testing"

	"kadry/internal/interview"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
)

// rating is a second rater that says what it is told.
type rating func(ctx context.Context, r marking.Rating) (marking.Proposal, error)

func (f rating) Rate(ctx context.Context, r marking.Rating) (marking.Proposal, error) {
	return f(ctx, r)
}

// graded works the task after the first answer of an interview with a second rater.
func graded(ctx context.Context, t *testing.T, f rating) (session.Change, error) {
	t.Helper()
	h := newHouse(t, func(p *interview.Parts) { p.Rater = f })
	s := h.start(t, interview.Start{Resume: goResume, VacancyID: h.vacancy(t, goVacancy).ID})
	h.work(t)
	if _, err := h.Answer(t.Context(), team, s.ID, session.Reply{Text: "Не знаю."}); err != nil {
		t.Fatal(err)
	}
	return h.Advance(ctx, session.Task{Tenant: team, Session: s.ID})
}

func TestAdvance_endsWithTheContextOfItsRater(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c, err := graded(ctx, t, func(context.Context, marking.Rating) (marking.Proposal, error) {
		cancel()
		return marking.Proposal{}, ctx.Err()
	})
	if !errors.Is(err, context.Canceled) || !c.Empty() {
		t.Errorf("got %v, %+v", err, c)
	}
}

func TestAdvance_goesOnWithoutABrokenRater(t *testing.T) {
	t.Parallel()
	c, err := graded(t.Context(), t, func(context.Context, marking.Rating) (marking.Proposal, error) {
		return marking.Proposal{Model: "m"}, errors.New("502")
	})
	if err != nil || len(c.Marks) != 1 || c.Marks[0].Second == nil {
		t.Fatalf("got %v, %+v", err, c.Marks)
	}
	if s := c.Marks[0].Second; s.Trouble != "unavailable" || s.Model != "m" || len(s.Points) > 0 {
		t.Errorf("got %+v", s)
	}
}
