package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/session"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

func perform(t testing.TB, db *store.DB, text string, args ...any) {
	t.Helper()
	err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func number(t testing.TB, db *store.DB, text string, args ...any) (n int64) {
	t.Helper()
	err := db.Read(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		return tx.QueryRowContext(ctx, text, args...).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// refusal is the code of a refusal, or the kind of any other fault.
func refusal(err error) string {
	if refused := (*session.Refused)(nil); errors.As(err, &refused) {
		return string(refused.Code)
	}
	return string(fault.KindOf(err))
}

// A whole interview over the real room leaves on each engine what it leaves in memory.
func TestInterviews_wholeInterview(t *testing.T) {
	engineRooms(t, func(t *testing.T, h *house, _ storetest.Bench) {
		h.vacancy(t)
		in := interview.Start{UserID: "u1", ExternalID: "e1", Key: "k", Limits: session.Limits{MaxQuestions: 6, PerAnswer: time.Hour}}
		s := h.play(t, h.begin(t, in))
		if s.Status != session.Completed || s.Analysis == nil || len(s.Marks) < 6 {
			t.Fatalf("got %s with %d marks, failure %+v", s.Status, len(s.Marks), s.Failure)
		}
		reviewed, err := h.Overrule(t.Context(), acme, s.ID, analysis.Override{Question: s.Marks[0].Question, Anchor: 4, Who: "olga", Reason: "Прочла сама."})
		if err != nil || reviewed.Reviewed == nil {
			t.Fatal(err)
		}
		if _, err := h.Decide(t.Context(), acme, s.ID, session.Decide{Selected: true, Who: "olga"}); err != nil {
			t.Fatal(err)
		}
		if err := h.Survey(t.Context(), acme, s.SurveyKey, map[string]string{"Пол": "ж"}); err != nil {
			t.Fatal(err)
		}
		bias, err := h.BiasReport(t.Context(), acme, s.Vacancy.ID, bias.SelectionRate)
		if err != nil || bias.Counted != 1 {
			t.Errorf("got %+v, %v", bias, err)
		}
		kept, err := h.Export(t.Context(), acme, "u1")
		if err != nil || len(kept) != 1 || len(kept[0].Events) != kept[0].State.EventCount {
			t.Fatal(len(kept), err)
		}
		if diff := cmp.Diff(inMemory(t, in), kept[0]); diff != "" {
			t.Errorf("differs from the same in memory (-memory +stored):\n%s", diff)
		}
		again := h.Recompute(kept[0].State)
		if diff := cmp.Diff(*kept[0].State.Analysis, again); diff != "" {
			t.Errorf("the analysis cannot be made again from what is kept:\n%s", diff)
		}
	})
}

// inMemory plays the same interview over the fake.
func inMemory(t *testing.T, in interview.Start) interview.Dossier {
	t.Helper()
	fake := newMemory()
	h := &house{tasks: &fake.tasks, all: fake, clock: &clock{time: noon}}
	h.Room = newRoom(t, fake, func(parts *interview.Parts) { parts.Now, parts.NewID = h.clock.Now, h.clock.NewID })
	h.vacancy(t)
	s := h.play(t, h.begin(t, in))
	_, err := h.Overrule(t.Context(), acme, s.ID, analysis.Override{Question: s.Marks[0].Question, Anchor: 4, Who: "olga", Reason: "Прочла сама."})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Decide(t.Context(), acme, s.ID, session.Decide{Selected: true, Who: "olga"}); err != nil {
		t.Fatal(err)
	}
	all, err := h.Export(t.Context(), acme, "u1")
	if err != nil || len(all) != 1 {
		t.Fatal(len(all), err)
	}
	return all[0]
}

// Fifty equal starts at once, through two processes, make one session with one task.
func TestInterviews_equalStartsMakeOneSession(t *testing.T) {
	engineRooms(t, func(t *testing.T, h *house, b storetest.Bench) {
		h.vacancy(t)
		other := newHouse(t, b.Open(t), h.tasks)
		other.clock.Skip(1_000_000) // its ids are its own
		rooms := []*house{h, other}
		ids := make([]string, 50)
		var group sync.WaitGroup
		for i := range ids {
			group.Go(func() {
				s, err := rooms[i%2].Start(context.Background(), interview.Start{Tenant: acme, UserID: "u", Resume: aResume, Key: "k"})
				if err != nil {
					t.Error(err)
				}
				ids[i] = s.ID
			})
		}
		group.Wait()
		for _, id := range ids {
			if id != ids[0] || id == "" {
				t.Fatalf("two sessions: %q and %q", ids[0], id)
			}
		}
		if n := number(t, h.keep.db, "SELECT count(*) FROM interview"); n != 1 {
			t.Errorf("%d sessions are kept", n)
		}
		if n := len(h.list); n != 1 {
			t.Errorf("%d tasks for one session", n)
		}
		_, err := h.Start(t.Context(), interview.Start{Tenant: acme, UserID: "another", Resume: aResume, Key: "k"})
		if refusal(err) != string(session.KeyReused) {
			t.Errorf("another request under the key: %v", err)
		}
	})
}

// Of fifty different answers at once, through two processes, one is accepted; of fifty equal
// ones all are, and one is kept.
func TestInterviews_oneAnswerOfMany(t *testing.T) {
	engineRooms(t, func(t *testing.T, h *house, b storetest.Bench) {
		h.vacancy(t)
		rooms := []*house{h, newHouse(t, b.Open(t), h.tasks)}
		for name, c := range map[string]struct {
			text            func(i int) string
			accepted, again int
		}{
			"different": {func(i int) string { return strings.Repeat("ответ ", i+1) }, 1, 0},
			"equal":     {func(int) string { return "Рабочие читают задания из канала." }, 1, 49},
		} {
			s := h.begin(t, interview.Start{UserID: name})
			var mu sync.Mutex
			got := map[string]int{}
			var group sync.WaitGroup
			for i := range 50 {
				group.Go(func() {
					receipt, err := rooms[i%2].Answer(context.Background(), acme, s.ID, session.Reply{AskedID: s.Current.ID, Text: c.text(i)})
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err != nil:
						got[refusal(err)]++
					case receipt.Duplicate:
						got["again"]++
					default:
						got["accepted"]++
					}
				})
			}
			group.Wait()
			if got["accepted"] != c.accepted || got["again"] != c.again || got["already_answered"] != 50-c.accepted-c.again {
				t.Errorf("%s answers: %v", name, got)
			}
			if kept := h.next(t, s.ID); kept.Messages[len(s.Messages)].Kind != session.AnswerMessage || len(kept.Marks) != 1 {
				t.Errorf("%s answers: %d messages, %d marks", name, len(kept.Messages), len(kept.Marks))
			}
		}
	})
}

// Two processes work the tasks of twenty interviews on one database while their candidates
// answer: every answer is there once, every question was asked once, no number is missing.
func TestInterviews_twoRooms(t *testing.T) {
	engineRooms(t, func(t *testing.T, h *house, b storetest.Bench) {
		h.vacancy(t)
		other := newHouse(t, b.Open(t), h.tasks)
		other.clock.Skip(1_000_000) // its ids are its own
		rooms := []*house{h, other}
		var states []session.State
		for range 20 {
			states = append(states, h.begin(t, interview.Start{Limits: session.Limits{MaxQuestions: 3}}))
		}
		var group sync.WaitGroup
		for w := range 4 {
			group.Go(func() {
				for i := range states {
					s := &states[(i+7*w)%len(states)]
					for range 4 {
						_, err := rooms[w%2].Answer(context.Background(), acme, s.ID, session.Reply{Text: "Рабочие читают задания из канала, ошибка отменяет контекст."})
						if kind := fault.KindOf(err); kind != "" && kind != fault.Conflict {
							t.Error(err)
						}
						if err := rooms[(w+1)%2].work(context.Background()); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
		group.Wait()
		for _, s := range states {
			wantInOrder(t, h, h.next(t, s.ID))
		}
	})
}

// wantInOrder checks that the numbers of a conversation have no gaps and that nothing was
// asked or answered twice.
func wantInOrder(t *testing.T, h *house, s session.State) {
	t.Helper()
	asked, answered := map[string]int{}, map[string]int{}
	for i, m := range s.Messages {
		if m.Seq != i+1 {
			t.Errorf("%s: message %d has number %d", s.ID, i+1, m.Seq)
		}
		if m.Sender == session.Candidate {
			answered[m.AskedID]++
		} else if m.Kind != session.NoticeMessage {
			asked[m.AskedID]++
		}
	}
	for id, n := range answered {
		if n != 1 || asked[id] != 1 {
			t.Errorf("%s: %s was asked %d times and answered %d times", s.ID, id, asked[id], n)
		}
	}
	events, err := h.Events(t.Context(), acme, s.ID, 0, 200)
	if err != nil || len(events) != s.EventCount || len(s.Messages) != s.MessageCount {
		t.Errorf("%s: %d events of %d, %d messages of %d, %v", s.ID, len(events), s.EventCount, len(s.Messages), s.MessageCount, err)
	}
}

// While interviews are erased their answers come in: what is erased stays erased, and no row
// is left of it.
func TestInterviews_erasedUnderWay(t *testing.T) {
	engineRooms(t, func(t *testing.T, h *house, b storetest.Bench) {
		h.vacancy(t)
		other := newHouse(t, b.Open(t), h.tasks)
		for range 10 {
			s := h.begin(t, interview.Start{Key: "k"})
			var group sync.WaitGroup
			group.Go(func() {
				for _, text := range []string{"Каналы.", "Горутины.", "Контекст."} {
					_, err := h.Answer(context.Background(), acme, s.ID, session.Reply{Text: text})
					if kind := fault.KindOf(err); kind != "" && kind != fault.Conflict && kind != fault.NotFound {
						t.Error(err)
					}
					if err := h.work(context.Background()); err != nil {
						t.Error(err)
					}
				}
			})
			group.Go(func() {
				err := h.Survey(context.Background(), acme, s.SurveyKey, map[string]string{"a": "b"})
				if kind := fault.KindOf(err); kind != "" && kind != fault.NotFound {
					t.Error(err)
				}
			})
			group.Go(func() {
				if err := other.Delete(context.Background(), acme, s.ID); err != nil {
					t.Error(err)
				}
			})
			group.Wait()
		}
		for _, table := range []string{"", "_paper", "_message", "_mark", "_override", "_event", "_key", "_survey"} {
			if n := number(t, h.keep.db, "SELECT count(*) FROM interview"+table); n != 0 {
				t.Errorf("%d rows are left in interview%s", n, table)
			}
		}
		if n := number(t, h.keep.db, "SELECT count(*) FROM interview_tombstone"); n != 10 {
			t.Errorf("%d tombstones of 10", n)
		}
	})
}
