package jobs

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// flood inserts n jobs of a tenant, five hundred a transaction: a transaction has seconds.
func (p *process) flood(t tester, kind, tenant string, n int) {
	t.Helper()
	for left := n; left > 0; left -= 500 {
		write1(t, p.db, func(ctx context.Context, tx *sql.Tx) error {
			for range min(left, 500) {
				if _, err := p.Insert(ctx, tx, Spec{Kind: kind, Tenant: tenant}); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// take claims one job, of whatever kind, and ends it.
func (p *process) take(t tester, v verdict) Job {
	t.Helper()
	limits := slices.Repeat([]int{1}, len(p.order))
	claimed, err := p.claim(context.Background(), 1, limits)
	if err != nil {
		t.Fatal(err)
	}
	if len(claimed) == 0 {
		return Job{}
	}
	p.settle(context.Background(), claimed[0], v)
	return claimed[0].job
}

var done = verdict{what: Finished, state: Done}

// Ten thousand jobs of one tenant delay the single job of another by one job.
func TestTurn_aFloodDelaysNobody(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		p.flood(t, "a", "loud", 10_000)
		for range 20 {
			p.take(t, done)
		}
		for range 3 { // however often it comes back
			single := p.insert(t, Spec{Kind: "a", Tenant: "quiet"})
			first, second := p.take(t, done), p.take(t, done)
			if first.ID != single && second.ID != single {
				t.Errorf("job %d waits behind %d and %d of the other tenant", single, first.ID, second.ID)
			}
		}
	})
}

// However inserts of several tenants and claims are mixed, the k-th job that a tenant has ready is
// claimed within k claims for each tenant, and one more for each other one that had a job due at the
// moment; the jobs of a tenant keep their order.
func TestTurn_isFair(t *testing.T) {
	tenants := []string{"", "acme", "globex", "initech"}
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		rapid.Check(t, func(r *rapid.T) {
			perform(r, db, "DELETE FROM job")
			type waiting struct {
				id    int64
				limit int // claims that may come before it is claimed
			}
			lines, claims := map[string][]waiting{}, 0
			claim := func() {
				job := p.take(r, done)
				claims++
				line := lines[job.Tenant]
				if len(line) == 0 || line[0].id != job.ID {
					r.Fatalf("claimed %d of %q, whose line is %v", job.ID, job.Tenant, line)
				}
				if claims > line[0].limit {
					r.Fatalf("job %d of %q is claim %d, want %d at the latest", job.ID, job.Tenant, claims, line[0].limit)
				}
				lines[job.Tenant] = line[1:]
			}
			ready := func() (n int) {
				for _, line := range lines {
					n += len(line)
				}
				return n
			}
			for range rapid.IntRange(1, 8).Draw(r, "rounds") {
				tenant := rapid.SampledFrom(tenants).Draw(r, "tenant")
				for range rapid.IntRange(1, 12).Draw(r, "jobs") {
					id := p.insert(r, Spec{Kind: "a", Tenant: tenant})
					lines[tenant] = append(lines[tenant], waiting{id, claims + len(tenants)*(len(lines[tenant])+1) + len(tenants) - 1})
				}
				for range min(ready(), rapid.IntRange(0, 12).Draw(r, "claims")) {
					claim()
				}
			}
			for ready() > 0 {
				claim()
			}
		})
	})
}

// Failed attempts that get ready again, however many, have one line beside the first attempts.
func TestTurn_repeatedAttemptsDelayNobody(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		clock := newShifted()
		p := newProcess(t, db, Config{Clock: clock.now}, noting("a"))
		p.clock.set(time.Now())
		p.flood(t, "a", "loud", 60)
		for range 40 {
			due := p.clock.micros() + hour.Microseconds()
			p.take(t, verdict{what: Retried, state: Waiting, due: due, span: hour.Microseconds(), err: errTest})
		}
		p.flood(t, "a", "quiet", 5)
		clock.set(2 * hour)
		if _, err := p.synchronise(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := p.sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		taken := map[string]int{}
		for range 14 {
			j := p.take(t, done)
			taken[fmt.Sprint(j.Tenant, min(j.Attempt, 2))]++
		}
		// The first attempts of the loud one are a turn ahead: one of them went last.
		if taken["quiet1"] != 5 || taken["loud1"] != 4 || taken["loud2"] != 5 {
			t.Errorf("of 14 claims %v, want all five of the quiet tenant", taken)
		}
	})
}

// Dead jobs that an operator repeats come after what their tenant has ready, not before all.
func TestTurn_requeuedJobsDelayNobody(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		p.flood(t, "a", "loud", 30)
		for range 30 {
			p.take(t, verdict{what: Buried, state: Dead, err: errTest})
		}
		single := p.insert(t, Spec{Kind: "a", Tenant: "quiet"})
		write1(t, db, func(ctx context.Context, tx *sql.Tx) error {
			n, err := p.RequeueAll(ctx, tx, Filter{})
			if err == nil && n != 30 {
				err = fmt.Errorf("requeued %d", n)
			}
			return err
		})
		if first, second := p.take(t, done), p.take(t, done); first.ID != single && second.ID != single {
			t.Errorf("job %d waits behind %d and %d", single, first.ID, second.ID)
		}
	})
}

// A kind with many old jobs leaves the others their share of the workers.
func TestTurn_kindsShareTheWorkers(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"), noting("b"), noting("c"))
		p.flood(t, "a", "loud", 100)
		for range 10 {
			p.take(t, done)
		}
		p.flood(t, "b", "quiet", 3)
		p.flood(t, "c", "quiet", 3)
		taken := map[string]int{}
		for range 9 {
			taken[p.take(t, done).Kind]++
		}
		if taken["a"] != 3 || taken["b"] != 3 || taken["c"] != 3 {
			t.Errorf("of nine claims %v, want three of each kind", taken)
		}
	})
}

// What was queued before there were turns is worked first, in the order of its ids.
func TestTurn_olderJobsGoFirst(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		p.flood(t, "a", "", 5)
		perform(t, db, "UPDATE job SET turn = 0")
		p.insert(t, Spec{Kind: "a", Tenant: "acme"})
		var ids []int64
		for range 6 {
			ids = append(ids, p.take(t, done).ID)
		}
		if !slices.IsSorted(ids) {
			t.Errorf("claimed %v", ids)
		}
	})
}

// The next jobs of a kind are read in their order from an index: none of the rest is sorted.
func TestClaim_sortsNothing(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		for _, tenant := range []string{"acme", "globex"} {
			p.flood(t, "a", tenant, 2000)
		}
		perform(t, db, "ANALYZE job")
		text := planOf(t, db, nextText(db, 1, 2), "a", 8)
		if !strings.Contains(text, "job_ready ") || strings.Contains(text, "Sort") || strings.Contains(text, "TEMP B-TREE") {
			t.Errorf("the plan is:\n%s", text)
		}
	})
}

// A turn is found by looking at the end of a line, however long that is.
func TestInsert_looksAtTheEndOfALine(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		p.flood(t, "a", "acme", 4000)
		perform(t, db, "ANALYZE job")
		for attempts, index := range map[string]string{"= 0": "job_line ", "> 0": "job_line_again "} {
			text := planOf(t, db, "SELECT "+turnOf(db, "$1", "$2", attempts), "a", "acme")
			if !strings.Contains(text, index) || strings.Contains(text, "Seq Scan on job l") {
				t.Errorf("the plan is:\n%s", text)
			}
		}
	})
}

// Two processes that claim at once lose no turn of the kind's time.
func TestTurn_isSharedByProcesses(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		one, two := newProcess(t, db, Config{}, noting("a")), newProcess(t, b.Open(t), Config{}, noting("a"))
		one.flood(t, "a", "loud", 40)
		for range 10 {
			one.take(t, done)
			two.take(t, done)
		}
		id := one.insert(t, Spec{Kind: "a", Tenant: "quiet"})
		job, err := one.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if job.turn != 20 {
			t.Errorf("after 20 claims a job of another tenant has turn %d", job.turn)
		}
	})
}

// The share of a process's claims between kinds, without a database: a kind that comes in is
// next but for those that were there, and none is passed over twice.
func TestRotation(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		turns, passed := rotation{next: map[string]int64{}}, map[string]int{}
		for range rapid.IntRange(1, 50).Draw(r, "claims") {
			var ready []string
			for _, kind := range []string{"a", "b", "c"} {
				if rapid.Bool().Draw(r, kind) {
					ready = append(ready, kind)
				} else {
					delete(passed, kind)
				}
			}
			if len(ready) == 0 {
				continue
			}
			// Of equals the claim takes the one with the oldest job: any.
			next := slices.MinFunc(rapid.Permutation(ready).Draw(r, "age"), func(a, b string) int { return cmp.Compare(turns.first(a), turns.first(b)) })
			turns.claimed(map[string]int64{next: 1})
			delete(passed, next)
			for _, kind := range ready {
				if kind == next {
					continue
				}
				if passed[kind]++; passed[kind] > 2*len(ready) {
					r.Fatalf("%s is ready and was passed over %d times", kind, passed[kind])
				}
			}
		}
	})
}
