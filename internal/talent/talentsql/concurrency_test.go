package talentsql

import (
	"context"
	"database/sql"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/store/storetest"
)

// The same file is sent eight times at once, through two processes: one of them keeps it,
// all get the same id.
func TestSameFileAtOnce(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, b storetest.Bench) {
		handles := []*Candidates{s, another(t, b)}
		for round := range 10 {
			var (
				created atomic.Int32
				ids     [8]string
			)
			group, ctx := errgroup.WithContext(t.Context())
			for i := range ids {
				group.Go(func() error {
					c := person(round, 500)
					c.ID = c.ID + "-" + string(rune('a'+i))
					id, isNew, err := handles[i%2].Add(ctx, acme, c)
					ids[i] = id
					if isNew {
						created.Add(1)
					}
					return err
				})
			}
			if err := group.Wait(); err != nil {
				t.Fatal(err)
			}
			if n := created.Load(); n != 1 {
				t.Fatalf("round %d: %d calls created the candidate, want one", round, n)
			}
			for _, id := range ids {
				if id != ids[0] || id == "" {
					t.Fatalf("round %d: ids %q, want one and the same", round, ids)
				}
			}
		}
		changes, err := s.Changes(t.Context(), acme, 0, 100)
		if err != nil || len(changes) != 10 {
			t.Errorf("feed has %v, %v, want ten changes", names(changes), err)
		}
	})
}

// A follower that only ever asks for what came after the last number it saw misses
// nothing, whatever order concurrent writers commit in.
func TestFollowerMissesNothing(t *testing.T) {
	onEngines(t, func(t *testing.T, s *Candidates, b storetest.Bench) {
		const writers, each = 6, 20
		handles := []*Candidates{s, another(t, b)}
		group, ctx := errgroup.WithContext(t.Context())
		for w := range writers {
			group.Go(func() error {
				for i := range each {
					if _, _, err := handles[w%2].Add(ctx, acme, person(w*each+i, 300)); err != nil {
						return err
					}
				}
				return nil
			})
		}
		follower := another(t, b)
		seen := map[string]bool{}
		group.Go(func() error {
			ctx, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			for last := int64(0); len(seen) < writers*each; {
				changes, err := follower.Changes(ctx, acme, last, 7)
				if err != nil {
					return err
				}
				for _, change := range changes {
					seen[change.ID], last = true, change.Seq
				}
			}
			return nil
		})
		if err := group.Wait(); err != nil {
			t.Fatalf("after %d of %d changes: %v", len(seen), writers*each, err)
		}
	})
}

// While a transaction that has drawn its number is open, no later change can be seen.
func TestFeedWaitsForEarlierChange(t *testing.T) {
	t.Parallel()
	b := storetest.PostgreSQL(t, Schema())
	s, other := another(t, b), another(t, b)
	early, late := person(1, 300), person(2, 300)

	var adding errgroup.Group
	whole, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err := s.db.Write(whole, func(ctx context.Context, tx *sql.Tx) error {
		row, err := encodeRow(early)
		if err != nil {
			return err
		}
		if _, err := row.insert(ctx, tx, acme); err != nil {
			return err
		}
		if err := s.announce(ctx, tx, change{tenant: acme, id: early.ID, at: noon}); err != nil {
			return err
		}
		adding.Go(func() error {
			_, _, err := other.Add(whole, acme, late)
			return err
		})
		awaitTurn(ctx, t, s)
		wantFeed(t, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := adding.Wait(); err != nil {
		t.Fatal(err)
	}
	wantFeed(t, s, early.ID, late.ID)
}

// awaitTurn returns once a transaction waits for its turn in the schema of s.
func awaitTurn(ctx context.Context, t *testing.T, s *Candidates) {
	t.Helper()
	const query = `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
		AND classid::bigint = hashtext($1)::bigint & 4294967295
		AND objid::bigint = hashtext(current_schema())::bigint & 4294967295`
	for waiting := 0; waiting == 0; {
		err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return tx.QueryRowContext(ctx, query, feedTurn).Scan(&waiting)
		})
		if err != nil {
			t.Fatalf("nobody waits for a turn: %v", err)
		}
	}
}
