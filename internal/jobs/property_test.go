package jobs

import (
	stdcmp "cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// hour is the unit of the model's time. What really passes during a run is little against it.
const hour = time.Hour

// sketch is a job as the model has it.
type sketch struct {
	State   State
	Attempt int
	Effects int64
	Turn    int64

	tenant      string
	key, unique string
	kept        bool
	max         int
	due         time.Duration // since the beginning
	lease       int           // counts claims
}

// claimOf is a lease that somebody holds, or thinks so.
type claimOf struct {
	hold  *hold
	lease int
}

// model is the queue in a map, and the real one beside it.
type model struct {
	p     *process
	clock *shifted
	now   time.Duration
	jobs  map[int64]*sketch
	held  []claimOf
	turn  int64 // the highest that was claimed; 1 at first
}

// Random sequences of everything that can happen to jobs leave the queue as they leave a
// small model of it, whoever died in between.
func TestQueue_behavesLikeItsModel(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		clock := newShifted()
		p := newProcess(t, db, Config{
			Clock: clock.now, Lease: 2*hour - hour/2,
		}, Kind{Name: "a", Work: noting("").Work, Retry: Schedule{Delays: []time.Duration{hour / 2}}})
		rapid.Check(t, func(r *rapid.T) {
			perform(t, db, "DELETE FROM job")
			perform(t, db, "DELETE FROM effect")
			perform(t, db, "DELETE FROM job_turn")
			clear(p.begun)
			clock.set(0)
			p.clock.set(time.Now())
			m := &model{p: p, clock: clock, jobs: map[int64]*sketch{}, turn: 1}
			r.Repeat(map[string]func(*rapid.T){
				"insert": m.insert, "claim": m.claim, "settle": m.settle, "crash": m.crash,
				"pass": m.pass, "cancel": m.cancel, "requeue": m.requeue, "": m.check,
			})
		})
	})
}

func (m *model) sorted() []int64 {
	ids := make([]int64, 0, len(m.jobs))
	for id := range m.jobs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func (s *sketch) finished() bool { return s.State == Done || s.State == Dead || s.State == Cancelled }
func (s *sketch) holdsKey() bool { return s.unique != "" && (s.kept || !s.finished()) }

func (m *model) insert(r *rapid.T) {
	s := &sketch{
		State:  Ready,
		tenant: rapid.SampledFrom([]string{"", "acme", "globex"}).Draw(r, "tenant"),
		key:    rapid.SampledFrom([]string{"", "x", "y"}).Draw(r, "key"),
		unique: rapid.SampledFrom([]string{"", "", "u", "v"}).Draw(r, "unique"),
		max:    rapid.IntRange(1, 3).Draw(r, "attempts"),
	}
	s.kept = s.unique != "" && rapid.Bool().Draw(r, "kept")
	spec := Spec{Kind: "a", Tenant: s.tenant, OrderKey: s.key, Unique: s.unique, Kept: s.kept, Attempts: s.max}
	if delay := rapid.IntRange(0, 2).Draw(r, "delay"); delay > 0 {
		s.State, s.due = Waiting, m.now+time.Duration(delay)*hour-hour/2
		spec.RunAt = m.p.clock.now().Add(s.due - m.now)
	}
	id := m.p.insert(r, spec)
	for _, other := range m.sorted() {
		if o := m.jobs[other]; s.unique != "" && o.holdsKey() && o.unique == s.unique {
			if id != other {
				r.Fatalf("inserted %d beside %d that holds key %q", id, other, s.unique)
			}
			return
		}
	}
	if _, known := m.jobs[id]; known {
		r.Fatalf("inserted as %d, which is there and holds no key", id)
	}
	s.Turn = m.nextTurn(s)
	m.jobs[id] = s
}

// nextTurn is the turn of a job that gets ready now: the one after those of its tenant that
// are ready, first attempts and repeated ones apart, and none that has gone by.
func (m *model) nextTurn(s *sketch) int64 {
	next := m.turn
	for _, o := range m.jobs {
		if o.State == Ready && o.tenant == s.tenant && (o.Attempt > 0) == (s.Attempt > 0) {
			next = max(next, o.Turn+1)
		}
	}
	return next
}

// claimable is what may run: ready, the oldest unfinished one of its key, and alone in it.
func (m *model) claimable() (ids []int64) {
	for _, id := range m.sorted() {
		s, free := m.jobs[id], true
		for other, o := range m.jobs {
			if s.key != "" && o.key == s.key && other != id && (o.State == Running || other < id && !o.finished()) {
				free = false
			}
		}
		if s.State == Ready && free {
			ids = append(ids, id)
		}
	}
	slices.SortStableFunc(ids, func(a, b int64) int { return stdcmp.Compare(m.jobs[a].Turn, m.jobs[b].Turn) })
	return ids
}

func (m *model) claim(r *rapid.T) {
	n := rapid.IntRange(1, 3).Draw(r, "room")
	want := m.claimable()
	want = want[:min(n, len(want))]
	claimed, err := m.p.claim(context.Background(), n, []int{n})
	if err != nil {
		r.Fatal(err)
	}
	if got := jobIDs(claimed); !slices.Equal(got, want) {
		r.Fatalf("claimed %v, want %v", got, want)
	}
	for _, h := range claimed {
		s := m.jobs[h.job.ID]
		s.State, s.Attempt, s.lease, s.due = Running, s.Attempt+1, s.lease+1, m.now+m.p.config.Lease
		m.turn = max(m.turn, s.Turn)
		m.held = append(m.held, claimOf{h, s.lease})
	}
}

// settle ends an attempt, of a worker that may have lost its lease long ago.
func (m *model) settle(r *rapid.T) {
	if len(m.held) == 0 {
		r.Skip("nothing is held")
	}
	i := rapid.IntRange(0, len(m.held)-1).Draw(r, "which")
	c := m.held[i]
	m.held = slices.Delete(m.held, i, i+1)
	id, s := c.hold.job.ID, m.jobs[c.hold.job.ID]
	valid := s.State == Running && s.lease == c.lease
	var (
		v    verdict
		next = *s
	)
	next.Effects++
	switch end := rapid.SampledFrom([]string{"done", "fail", "snooze", "permanent", "bad effect", "release"}).Draw(r, "end"); end {
	case "done":
		v, next.State = m.p.judge(c.hold, note(c.hold.job), nil), Done
	case "fail":
		v, next.State, next.due = m.p.judge(c.hold, note(c.hold.job), errTest), Waiting, m.now+hour/2
	case "bad effect":
		broken := func(ctx context.Context, tx *sql.Tx) error { return errors.Join(note(c.hold.job)(ctx, tx), errTest) }
		v, next.State, next.due, next.Effects = m.p.judge(c.hold, broken, nil), Waiting, m.now+hour/2, s.Effects
	case "snooze":
		v = m.p.judge(c.hold, note(c.hold.job), Snooze(m.p.clock.now().Add(hour+hour/2)))
		next.State, next.due, next.Attempt = Waiting, m.now+hour+hour/2, s.Attempt-1
	case "permanent":
		v, next.State = m.p.judge(c.hold, note(c.hold.job), Permanent(errTest)), Dead
	case "release":
		v, next.State, next.Attempt, next.Effects = release(), Ready, s.Attempt-1, s.Effects
	}
	if next.State == Waiting && next.Attempt == s.Attempt && s.Attempt >= s.max {
		next.State = Dead
	}
	m.p.told()
	m.p.Queue.settle(context.Background(), c.hold, v)
	told := m.p.told()
	if lost := len(told) == 1 && told[0] == Lost; lost == valid {
		r.Fatalf("job %d, lease %d of %d in state %s: told %v", id, c.lease, s.lease, s.State, told)
	}
	if valid {
		*s = next
	}
}

// crash makes a process take back what its identity left: all leases are this one's.
func (m *model) crash(r *rapid.T) {
	if err := m.p.reclaimOnce(context.Background()); err != nil {
		r.Fatal(err)
	}
	for _, s := range m.jobs {
		s.vanish()
	}
}

// vanish gives a job of a process that is gone back, its attempt included: a run of the model
// has too few crashes for one to count.
func (s *sketch) vanish() {
	if s.State == Running {
		s.State, s.Attempt = Ready, s.Attempt-1
	}
}

// pass lets an hour go by. Leases that nobody renewed run out.
func (m *model) pass(r *rapid.T) {
	m.now += hour
	m.clock.set(m.now)
	if _, err := m.p.synchronise(context.Background()); err != nil {
		r.Fatal(err)
	}
	if _, err := m.p.sweep(context.Background()); err != nil {
		r.Fatal(err)
	}
	for _, id := range m.sorted() {
		if s := m.jobs[id]; s.State == Waiting && s.due <= m.now {
			s.Turn, s.State = m.nextTurn(s), Ready
		}
	}
	for _, s := range m.jobs {
		if s.due <= m.now {
			s.vanish()
		}
	}
}

func (m *model) pick(r *rapid.T) (int64, *sketch) {
	if len(m.jobs) == 0 {
		r.Skip("no jobs")
	}
	id := rapid.SampledFrom(m.sorted()).Draw(r, "job")
	return id, m.jobs[id]
}

func (m *model) cancel(r *rapid.T) {
	id, s := m.pick(r)
	var was bool
	write1(r, m.p.db, func(ctx context.Context, tx *sql.Tx) (err error) {
		was, err = m.p.Cancel(ctx, tx, id)
		return err
	})
	if was == s.finished() {
		r.Fatalf("cancel of %s = %v", s.State, was)
	}
	if was {
		s.State = Cancelled
	}
}

func (m *model) requeue(r *rapid.T) {
	id, s := m.pick(r)
	may := s.State == Dead
	for other, o := range m.jobs {
		if other != id && s.unique != "" && o.unique == s.unique && (o.holdsKey() || o.State == Dead && other > id) {
			may = false
		}
	}
	err := m.p.db.Write(context.Background(), func(ctx context.Context, tx *sql.Tx) error { return m.p.Requeue(ctx, tx, id) })
	if (err == nil) != may || err != nil && fault.KindOf(err) != fault.Conflict {
		r.Fatalf("requeue of %d, %s: %v", id, s.State, err)
	}
	if may {
		s.Attempt = 0
		s.Turn, s.State = m.nextTurn(s), Ready
	}
}

// check compares the whole queue with the model.
func (m *model) check(r *rapid.T) {
	jobs, err := m.p.List(context.Background(), Filter{Limit: 10_000})
	if err != nil {
		r.Fatal(err)
	}
	got, want := map[int64]sketch{}, map[int64]sketch{}
	for _, j := range jobs {
		got[j.ID] = sketch{State: j.State, Attempt: j.Attempt, Turn: j.turn}
	}
	err = m.p.db.Read(context.Background(), func(ctx context.Context, tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, "SELECT job, count(*) FROM effect GROUP BY job")
		if err != nil {
			return err
		}
		return each(rows, func() error {
			var id, n int64
			err := rows.Scan(&id, &n)
			s := got[id]
			s.Effects = n
			got[id] = s
			return err
		})
	})
	if err != nil {
		r.Fatal(err)
	}
	for id, s := range m.jobs {
		want[id] = sketch{State: s.State, Attempt: s.Attempt, Effects: s.Effects, Turn: s.Turn}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sketch{})); diff != "" {
		r.Fatalf("the queue differs from its model (-want +got):\n%s", diff)
	}
}
