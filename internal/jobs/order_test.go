package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// Two processes with many workers work the jobs of a few keys, some of which fail: of each
// key one runs at a time, in the order of insertion.
func TestOrder_isKeptPerKey(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		const keys, each = 5, 12
		var (
			mu      sync.Mutex
			running = map[string]int64{}
			last    = map[string]int64{}
			wrong   []string
		)
		work := func(_ context.Context, j Job) (Effect, error) {
			mu.Lock()
			defer mu.Unlock()
			if running[j.OrderKey] != 0 || j.ID < last[j.OrderKey] {
				wrong = append(wrong, fmt.Sprintf("%s: %d while %d runs, after %d", j.OrderKey, j.ID, running[j.OrderKey], last[j.OrderKey]))
			}
			running[j.OrderKey], last[j.OrderKey] = j.ID, j.ID
			effect := func(ctx context.Context, tx *sql.Tx) error {
				mu.Lock()
				running[j.OrderKey] = 0
				mu.Unlock()
				return note(j)(ctx, tx)
			}
			switch {
			case j.ID%5 == 0 && j.Attempt == 1:
				return effect, errTest
			case j.ID%7 == 0:
				return effect, Permanent(errTest)
			}
			return effect, nil
		}
		ordered, config := Kind{Name: "ordered", Work: work, Retry: atOnce(3)}, Config{Workers: 6}
		one, two := newProcess(t, db, config, ordered), newProcess(t, b.Open(t), config, ordered)
		one.start(t)
		two.start(t)
		var group errgroup.Group
		for k := range keys {
			group.Go(func() error {
				for range each {
					err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
						_, err := one.Insert(ctx, tx, Spec{Kind: "ordered", OrderKey: fmt.Sprint("key ", k)})
						return err
					})
					if err != nil {
						return err
					}
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		for ended := 0; ended < keys*each; {
			select {
			case e := <-one.events:
				ended += ends(e)
			case e := <-two.events:
				ended += ends(e)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		if len(wrong) > 0 {
			t.Errorf("order is broken %d times:\n%s", len(wrong), strings.Join(wrong, "\n"))
		}
	})
}

func ends(e Event) int {
	if e.What == Finished || e.What == Buried {
		return 1
	}
	return 0
}

// The next job of a key waits for one that is to be tried again, and not for one that is
// dead or cancelled; a dead one that is requeued goes first.
func TestOrder_waitsForRetriesAndNotForTheDead(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, Kind{Name: "a", Work: noting("").Work, Retry: Dense()})
		var ids []int64
		for range 4 {
			ids = append(ids, p.insert(t, Spec{Kind: "a", OrderKey: "k"}))
		}
		free := p.insert(t, Spec{Kind: "a", OrderKey: "other"})
		step := func(v verdict, wantID int64) {
			t.Helper()
			claimed := p.claimAll(t)
			if len(claimed) != 1 || claimed[0].job.ID != wantID {
				t.Fatalf("claimed %v, want %d", jobIDs(claimed), wantID)
			}
			p.settle(t.Context(), claimed[0], v)
		}
		first := p.claimAll(t)
		if len(first) != 2 || first[0].job.ID != ids[0] || first[1].job.ID != free {
			t.Fatalf("claimed %v, want the heads of both keys", jobIDs(first))
		}
		p.settle(t.Context(), first[1], verdict{what: Finished, state: Done})
		if more := p.claimAll(t); len(more) != 0 {
			t.Errorf("claimed %v beside the running one", jobIDs(more))
		}
		p.settle(t.Context(), first[0], p.judge(first[0], nil, errTest))
		if more := p.claimAll(t); len(more) != 0 {
			t.Errorf("claimed %v before the one that is tried again", jobIDs(more))
		}
		perform(t, db, "UPDATE job SET due_at = 1 WHERE state = 'waiting'")
		if _, err := p.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		step(verdict{what: Buried, state: Dead}, ids[0])
		step(release(), ids[1])
		write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
			_, err := p.Cancel(ctx, tx, ids[1])
			return err
		})
		running := p.claimAll(t)
		if len(running) != 1 || running[0].job.ID != ids[2] {
			t.Fatalf("claimed %v, want %d", jobIDs(running), ids[2])
		}
		write1(t, db, func(ctx context.Context, tx *sql.Tx) error { return p.Requeue(ctx, tx, ids[0]) })
		if more := p.claimAll(t); len(more) != 0 {
			t.Errorf("claimed %v beside the running younger one", jobIDs(more))
		}
		p.settle(t.Context(), running[0], verdict{what: Finished, state: Done})
		step(verdict{what: Finished, state: Done}, ids[0])
		step(verdict{what: Finished, state: Done}, ids[3])
	})
}

// claimAll claims like a process with no bounds.
func (p *process) claimAll(t testing.TB) []*hold {
	t.Helper()
	limits := make([]int, len(p.order))
	for i := range limits {
		limits[i] = 1000
	}
	claimed, err := p.claim(t.Context(), 1000, limits)
	if err != nil {
		t.Fatal(err)
	}
	return claimed
}

func jobIDs(holds []*hold) (ids []int64) {
	for _, h := range holds {
		ids = append(ids, h.job.ID)
	}
	return ids
}

// Transactions that insert for one key while others do become visible in the order of
// their ids, so that no worker can overtake one that is not committed yet.
func TestOrder_idsOfAKeyAreCommittedInOrder(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		p, reader := newProcess(t, db, Config{}, noting("a")), newProcess(t, b.Open(t), Config{})
		done := make(chan error, 1)
		go func() {
			var group errgroup.Group
			for range 4 {
				group.Go(func() error {
					for range 20 {
						err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
							_, err := p.Insert(ctx, tx, Spec{Kind: "a", OrderKey: "k"})
							if err == nil && rand.IntN(3) == 0 { // some take longer than others
								err = tx.QueryRowContext(ctx, "SELECT count(*) FROM job a, job b").Scan(new(int))
							}
							return err
						})
						if err != nil {
							return err
						}
					}
					return nil
				})
			}
			done <- group.Wait()
		}()
		seen, last := map[int64]bool{}, int64(0)
		for running := true; running; {
			select {
			case err := <-done:
				if err != nil {
					t.Fatal(err)
				}
				running = false
			default:
			}
			jobs, err := reader.List(t.Context(), Filter{OrderKey: "k", Limit: 1000})
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range jobs {
				if !seen[j.ID] && j.ID < last {
					t.Fatalf("job %d became visible after %d", j.ID, last)
				}
			}
			for _, j := range jobs {
				seen[j.ID], last = true, max(last, j.ID)
			}
		}
	})
}
