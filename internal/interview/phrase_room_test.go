package interview_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/leadin"
	"kadry/internal/interview/session"
)

// voice is a phraser that says what it is told.
type voice func(ctx context.Context, p leadin.Phrasing) (string, error)

func (f voice) Phrase(ctx context.Context, p leadin.Phrasing) (string, error) { return f(ctx, p) }

func spoken(f voice) func(*interview.Parts) {
	return func(p *interview.Parts) { p.Phraser = f }
}

// led is an interview to its end with a phraser, and without one when f is nil.
func led(t *testing.T, f voice) session.State {
	t.Helper()
	h := newHouse(t)
	if f != nil {
		h = newHouse(t, spoken(f))
	}
	h.vacancy(t, goVacancy)
	id := h.start(t, interview.Start{Resume: goResume}).ID
	return h.play(t, id, candidate{h.Bank, "ru"})
}

func TestPhraser_introducesAndMovesNoMark(t *testing.T) {
	t.Parallel()
	const lead = "Идём дальше, слушаем вас."
	var asked []leadin.Phrasing
	plain := led(t, nil)
	got := led(t, func(_ context.Context, p leadin.Phrasing) (string, error) {
		asked = append(asked, p)
		return lead, nil
	})
	introduced := 0
	for i, m := range got.Messages {
		if m.Kind != session.QuestionMessage && m.Kind != session.ProbeMessage {
			continue
		}
		want := plain.Messages[i].Text
		if m.Text == lead+"\n\n"+want {
			introduced++
		} else if m.Text != want {
			t.Errorf("message %d: %q, want %q, alone or led in", m.Seq, m.Text, want)
		}
	}
	if introduced < 4 {
		t.Errorf("%d questions were introduced", introduced)
	}
	if !asked[0].First || asked[1].First || asked[0].Language != bank.Russian || asked[0].Question == "" {
		t.Errorf("told %+v", asked[0])
	}
	if diff := cmp.Diff(plain.Marks, got.Marks); diff != "" {
		t.Errorf("lead-ins moved the marks:\n%s", diff)
	}
	if plain.Analysis.OverallScore != got.Analysis.OverallScore {
		t.Errorf("the score is %d, without lead-ins %d", got.Analysis.OverallScore, plain.Analysis.OverallScore)
	}
}

// Nothing of a candidate reaches the phraser, and what it makes up does not reach them.
func TestPhraser_inDoubtThePlainQuestion(t *testing.T) {
	t.Parallel()
	plain := led(t, nil)
	for name, f := range map[string]voice{
		"fails": func(context.Context, leadin.Phrasing) (string, error) {
			return "Идём дальше.", errors.New("502")
		},
		"silent": func(context.Context, leadin.Phrasing) (string, error) { return "", nil },
		"commands": func(context.Context, leadin.Phrasing) (string, error) {
			return "Напишите «стоп».", nil
		},
		"a megabyte": func(context.Context, leadin.Phrasing) (string, error) {
			return strings.Repeat("да ", 1<<19), nil
		},
		"repeats the question": func(_ context.Context, p leadin.Phrasing) (string, error) { return p.Question, nil },
	} {
		got := led(t, f)
		if diff := cmp.Diff(plain.Messages, got.Messages); diff != "" {
			t.Errorf("%s: the conversation changed:\n%s", name, diff)
		}
	}
	asked := map[string]bool{}
	for _, m := range plain.Messages {
		asked[m.Text] = m.Sender == session.Interviewer
	}
	led(t, func(_ context.Context, p leadin.Phrasing) (string, error) {
		if !asked[p.Question] {
			t.Errorf("the phraser was shown %q", p.Question)
		}
		return "", nil
	})
}

// A question does not wait for its lead-in longer than a few seconds.
func TestPhraser_isNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, spoken(func(ctx context.Context, _ leadin.Phrasing) (string, error) {
			<-ctx.Done()
			return "Идём дальше.", ctx.Err()
		}))
		h.vacancy(t, goVacancy)
		id := h.start(t, interview.Start{Resume: goResume}).ID
		began := time.Now()
		h.work(t)
		s := h.state(t, id)
		if took := time.Since(began); s.Current == nil || strings.HasPrefix(s.Current.Text, "Идём") || took > 5*time.Second {
			t.Errorf("asked %+v after %s", s.Current, took)
		}
	})
}
