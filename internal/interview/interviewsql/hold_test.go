package interviewsql

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/session"
	"kadry/internal/store/storetest"
)

// What LoadIn returns stays as it is until the end of its transaction: whoever commits
// meanwhile is the one who finds that the session has moved on.
func TestInterviews_loadInHoldsTheSession(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		k := NewInterviews(db, TxHooks{})
		s := aSession(acme, "s1")
		if _, err := k.Create(t.Context(), interview.Opening{Session: s}); err != nil {
			t.Fatal(err)
		}
		said := func(text string, version int) session.Change {
			n := s
			n.Version = version
			return session.Change{Session: n, Messages: []session.Message{{Seq: 1, Text: text}}}
		}
		other := make(chan error, 1)
		outer := t.Context()
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			state, err := k.LoadIn(ctx, tx, acme, "s1")
			if err != nil || state.Version != s.Version || state.Resume != s.Resume {
				return errors.Join(err, errors.New("another state than was kept"))
			}
			begun := make(chan struct{})
			go func() {
				close(begun)
				other <- k.Commit(outer, said("second", s.Version+1))
			}()
			<-begun
			return k.CommitIn(ctx, tx, said("first", s.Version+1))
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := <-other; !errors.Is(err, interview.ErrMoved) {
			t.Errorf("the other one: %v", err)
		}
		if state, err := k.Load(t.Context(), acme, "s1"); err != nil || len(state.Messages) != 1 || state.Messages[0].Text != "first" {
			t.Errorf("%v, %v", state.Messages, err)
		}
		for _, unknown := range [][2]string{{acme, "s2"}, {"globex", "s1"}, {"", "s1"}, {acme, "s\x00"}} {
			err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := k.LoadIn(ctx, tx, unknown[0], unknown[1])
				return err
			})
			if fault.KindOf(err) != fault.NotFound {
				t.Errorf("%q: %v", unknown, err)
			}
		}
	}, Schema())
}

// Erasing names what is going to be removed, and nothing of other tenants, while it is there.
func TestInterviews_erasingComesFirst(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		var told []string
		tell := func(when string) func(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error {
			return func(ctx context.Context, tx *sql.Tx, tenant string, sessions []string) error {
				var left int
				err := tx.QueryRowContext(ctx, "SELECT count(*) FROM interview").Scan(&left)
				told = append(told, fmt.Sprint(when, " ", tenant, sessions, left))
				return err
			}
		}
		k := NewInterviews(b.Open(t), TxHooks{Erasing: tell("before"), Erased: tell("after")})
		for _, s := range []session.Session{aSession(acme, "s1"), aSession("globex", "s2")} {
			if _, err := k.Create(t.Context(), interview.Opening{Session: s}); err != nil {
				t.Fatal(err)
			}
		}
		for _, ids := range [][]string{{"s1", "s2", "s3"}, {"s2"}} {
			if err := k.Erase(t.Context(), acme, ids); err != nil {
				t.Fatal(err)
			}
		}
		if want := []string{"before acme[s1] 2", "after acme[s1] 1"}; !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
	}, Schema())
}
