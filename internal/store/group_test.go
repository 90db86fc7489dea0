package store_test

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"

	"kadry/internal/store/storetest"
)

var (
	errSpoilt   = errors.New("spoilt")
	errHarmless = errors.New("harmless")
)

// Of many that are committed together each gets its own outcome, whatever the others do.
func TestGroup_eachItsOwn(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		perform(t.Context(), db, "CREATE TABLE grouped (id BIGINT NOT NULL)")
		group := db.NewGroup(func(err error) bool { return errors.Is(err, errHarmless) })
		const all = 60
		var callers sync.WaitGroup
		errs := make([]error, all)
		for i := range all {
			callers.Go(func() {
				errs[i] = group.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
					if i%3 == 1 {
						return errHarmless
					}
					_, err := tx.ExecContext(ctx, "INSERT INTO grouped (id) VALUES ($1)", i)
					if i%15 == 2 {
						return errSpoilt
					}
					return err
				})
			})
		}
		callers.Wait()
		committed := 0
		for i, err := range errs {
			want := error(nil)
			switch {
			case i%3 == 1:
				want = errHarmless
			case i%15 == 2:
				want = errSpoilt
			default:
				committed++
			}
			if !errors.Is(err, want) {
				t.Errorf("%d: %v, want %v", i, err, want)
			}
		}
		if got := count(t, db, "grouped"); got != committed {
			t.Errorf("%d rows, want %d", got, committed)
		}
	})
}

// A caller who is gone takes nobody along.
func TestGroup_callerGone(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		db := b.Open(t)
		perform(t.Context(), db, "CREATE TABLE grouped (id BIGINT NOT NULL)")
		group := db.NewGroup(func(error) bool { return false })
		gone, leave := context.WithCancel(t.Context())
		leave()
		var callers sync.WaitGroup
		insert := func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO grouped (id) VALUES (1)")
			return err
		}
		for range 20 {
			callers.Go(func() {
				if err := group.Write(t.Context(), insert); err != nil {
					t.Error(err)
				}
			})
			callers.Go(func() { _ = group.Write(gone, insert) })
		}
		callers.Wait()
		if got := count(t, db, "grouped"); got < 20 {
			t.Errorf("%d rows, want at least those of the 20 who stayed", got)
		}
	})
}
