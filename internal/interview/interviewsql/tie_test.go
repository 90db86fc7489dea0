package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

// What fails in a tie takes the rows with it, and what it does goes with theirs.
func TestInterviews_tiesAreInTheTransaction(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		var fail error
		var told []string
		note := func(ctx context.Context, tx *sql.Tx, what string, query string, args ...any) error {
			var n int
			if err := tx.QueryRowContext(ctx, query, args...).Scan(&n); err != nil {
				return err
			}
			told = append(told, fmt.Sprint(what, n))
			return fail
		}
		k := NewInterviews(db, TxHooks{
			Opened: func(ctx context.Context, tx *sql.Tx, o interview.Opening) error {
				return note(ctx, tx, "opened ", "SELECT count(*) FROM interview WHERE id = $1", o.Session.ID)
			},
			Changed: func(ctx context.Context, tx *sql.Tx, c session.Change) error {
				return note(ctx, tx, "changed ", "SELECT count(*) FROM interview_message")
			},
			Erased: func(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error {
				return note(ctx, tx, fmt.Sprint("erased ", tenant, sessions, " "), "SELECT count(*) FROM interview")
			},
			Saved: func(ctx context.Context, tx *sql.Tx, v vacancy.Vacancy) error {
				return note(ctx, tx, "saved ", "SELECT count(*) FROM vacancy WHERE id = $1", v.ID)
			},
			Dropped: func(ctx context.Context, tx *sql.Tx, tenant, vacancy string) error {
				return note(ctx, tx, "dropped "+tenant+" "+vacancy+" ", "SELECT count(*) FROM vacancy")
			},
		})
		s := aSession(acme, "s1")
		changed := s
		changed.Version = 2
		for _, step := range []func() error{
			func() error {
				_, err := k.Create(t.Context(), interview.Opening{Session: s, Key: "k", Until: noon.Add(time.Hour)})
				return err
			},
			func() error {
				return k.Commit(t.Context(), session.Change{Session: changed, Messages: []session.Message{{Seq: 1, Text: "x"}}})
			},
			func() error {
				return db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
					c := session.Change{Session: changed, Messages: []session.Message{{Seq: 2, Text: "y"}}}
					c.Session.Version = 3
					return k.CommitIn(ctx, tx, c)
				})
			},
			func() error { return k.Erase(t.Context(), acme, []string{"s0", "s1"}) },
			func() error { return k.PutVacancy(t.Context(), vacancy.Vacancy{ID: "v1", Tenant: acme, Version: 1}) },
			func() error { return k.DropVacancy(t.Context(), acme, "v1") },
		} {
			fail = errors.New("no room in the queue")
			if err := step(); !errors.Is(err, fail) {
				t.Errorf("got %v, want what the tie said", err)
			}
			fail = nil
			if err := step(); err != nil {
				t.Error(err)
			}
		}
		want := []string{"opened 1", "changed 1", "changed 2", "erased acme[s1] 0", "saved 1", "dropped acme v1 0"}
		var twice []string
		for _, w := range want {
			twice = append(twice, w, w)
		}
		if diff := cmp.Diff(twice, told); diff != "" {
			t.Error(diff)
		}
	}, Schema())
}

// A start that is answered with the session of the first time is tied to nothing.
func TestInterviews_sameKeyOpensOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		opened := 0
		k := NewInterviews(b.Open(t), TxHooks{Opened: func(context.Context, *sql.Tx, interview.Opening) error { opened++; return nil }})
		for i := range 3 {
			o := interview.Opening{Session: aSession(acme, fmt.Sprint("s", i)), Key: "k", Request: "r", Until: noon.Add(time.Hour)}
			if s, err := k.Create(t.Context(), o); err != nil || s.ID != "s0" {
				t.Errorf("got %q, %v", s.ID, err)
			}
		}
		if opened != 1 {
			t.Errorf("%d tasks for one session", opened)
		}
	}, Schema())
}
