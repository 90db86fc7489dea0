package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

func TestInsert_standsAndFallsWithTheTransaction(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("note"))
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := p.Insert(ctx, tx, Spec{Kind: "note", OrderKey: "k", Unique: "u"})
			return errors.Join(err, errTest)
		})
		if !errors.Is(err, errTest) {
			t.Fatal(err)
		}
		kept := p.insert(t, Spec{Kind: "note", Payload: map[string]string{"ключ": "значение"}, Unique: "u", Attempts: 3})
		jobs, err := p.List(t.Context(), Filter{})
		if err != nil || len(jobs) != 1 || jobs[0].ID != kept {
			t.Fatalf("jobs %+v, %v, want the one that was committed", jobs, err)
		}
		j := jobs[0]
		if string(j.Payload) != `{"ключ":"значение"}` || j.UniqueKey != "u" || j.MaxAttempts != 3 || j.State != Ready || j.Created.IsZero() {
			t.Errorf("job %+v is not what was inserted", j)
		}
	})
}

// With an hour between polls, only the commit can have woken the workers: those of this
// process on either engine, those of another on PostgreSQL.
func TestInsert_wakesWorkers(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{Poll: time.Hour}, noting("note"))
		from := []*process{p}
		if b.Engine == store.PostgreSQL {
			from = append(from, newProcess(t, b.Open(t), Config{}, noting("note")))
		}
		p.start(t)
		for range 5 {
			for _, inserter := range from {
				p.await(t, Idle)
				id := inserter.insert(t, Spec{Kind: "note"})
				if e := p.await(t, Finished); e.ID != id {
					t.Errorf("job %d was worked, want %d", e.ID, id)
				}
			}
		}
	})
}

func TestInsert_refusesWhatCannotBeWorkedOrKept(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t, Schema()).Open(t)
	p := newProcess(t, db, Config{}, noting("note"))
	for name, spec := range map[string]Spec{
		"unknown kind":       {Kind: "nothing"},
		"no kind":            {},
		"no JSON":            {Kind: "note", Payload: math.NaN()},
		"broken JSON":        {Kind: "note", Payload: json.RawMessage(`{"a":`)},
		"NUL in a key":       {Kind: "note", OrderKey: "a\x00b"},
		"bytes in a key":     {Kind: "note", Unique: "\xff"},
		"negative attempts":  {Kind: "note", Attempts: -1},
		"nothing to be kept": {Kind: "note", Kept: true},
	} {
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := p.Insert(ctx, tx, spec)
			return err
		})
		if err == nil || !strings.HasPrefix(err.Error(), "jobs: insert") {
			t.Errorf("%s: error %v, want a refusal", name, err)
		}
	}
	if n := number(t, db, "SELECT count(*) FROM job"); n != 0 {
		t.Errorf("%d jobs were inserted all the same", n)
	}
}

func TestNew_refusesWhatCannotWork(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t, Schema()).Open(t)
	for name, config := range map[string]Config{
		"negative lease":   {Lease: -time.Second},
		"negative workers": {Workers: -1},
	} {
		if _, err := New(db, config); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestHandle_refusesWhatCannotWork(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t, Schema()).Open(t)
	note := noting("note")
	for name, c := range map[string]struct {
		kinds    []Kind
		periodic []Periodic
		says     string
	}{
		"kind without a name":     {kinds: []Kind{{Work: note.Work}}},
		"kind without a handler":  {kinds: []Kind{{Name: "note"}}},
		"the same kind twice":     {kinds: []Kind{note, note}, says: `"note"`},
		"negative bound":          {kinds: []Kind{{Name: "note", Work: note.Work, AtOnce: -1}}},
		"periodic of no kind":     {periodic: []Periodic{{Name: "p", Kind: "x", Every: time.Hour}}},
		"periodic without pause":  {kinds: []Kind{note}, periodic: []Periodic{{Name: "p", Kind: "note"}}},
		"the same periodic twice": {kinds: []Kind{note}, periodic: []Periodic{{Name: "p", Kind: "note", Every: time.Hour}, {Name: "p", Kind: "note", Every: time.Hour}}, says: `"p"`},
	} {
		q, err := New(db, Config{})
		if err != nil {
			t.Fatal(err)
		}
		if err = q.Handle(c.kinds...); err == nil {
			err = q.Schedule(c.periodic...)
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Owners add their kinds one after another, until the queue runs.
func TestHandle_oneOwnerAfterAnother(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, noting("a"))
		if err := p.Handle(noting("b")); err != nil {
			t.Fatal(err)
		}
		ids := []int64{p.insert(t, Spec{Kind: "a"}), p.insert(t, Spec{Kind: "b"})}
		stop := p.start(t)
		for range ids {
			p.await(t, Finished)
		}
		stop()
		for _, id := range ids {
			p.want(t, id, Done, 1)
		}
		if p.Handle(noting("c")) == nil || p.Schedule(Periodic{Name: "p", Kind: "a", Every: time.Hour}) == nil {
			t.Error("a queue that ran takes more")
		}
	})
}

func TestUnique_givesTheIDOfTheHolder(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		g := newGate()
		p := newProcess(t, db, Config{}, Kind{Name: "gate", Work: g.work, Retry: atOnce(1)}, noting("note"))
		spec := Spec{Kind: "gate", Unique: "session 1"}
		first := p.insert(t, spec)
		same := func(when string) {
			t.Helper()
			if again := p.insert(t, spec); again != first {
				t.Errorf("%s: inserted as %d, want %d again", when, again, first)
			}
		}
		same("ready")
		if other := p.insert(t, Spec{Kind: "note", Unique: spec.Unique}); other == first {
			t.Error("another kind shares the key")
		}
		p.start(t)
		receive(t, g.begun)
		same("running")
		g.open <- nil
		for e := p.await(t, Finished); e.ID != first; {
			e = p.await(t, Finished)
		}
		second := p.insert(t, spec)
		if second == first {
			t.Error("the key is not released when the job is done")
		}
		g.open <- errTest
		p.await(t, Buried)
		if third := p.insert(t, spec); third == second {
			t.Error("the key is not released when the job is dead")
		}
		g.open <- nil
		p.await(t, Finished)

		spec = Spec{Kind: "note", Unique: "start 1", Kept: true}
		first = p.insert(t, spec)
		p.await(t, Finished)
		same("done, and kept")
	})
}

// 50 equal starts at once make one job, whichever commits first and whichever rolls back.
func TestUnique_manyAtOnce(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		processes := []*process{
			newProcess(t, db, Config{}, noting("note")),
			newProcess(t, b.Open(t), Config{}, noting("note")),
		}
		var (
			group errgroup.Group
			ids   [50]int64
		)
		for i := range ids {
			p := processes[i%2]
			group.Go(func() error {
				err := p.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) (err error) {
					ids[i], err = p.Insert(ctx, tx, Spec{Kind: "note", Unique: "one", OrderKey: "k"})
					if i%5 == 0 {
						err = errors.Join(err, errTest)
					}
					return err
				})
				if i%5 == 0 && errors.Is(err, errTest) {
					err = nil
				}
				return err
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		jobs, err := processes[0].List(t.Context(), Filter{})
		if err != nil || len(jobs) != 1 {
			t.Fatalf("%d jobs, %v, want 1", len(jobs), err)
		}
		for i, id := range ids {
			if i%5 != 0 && id != jobs[0].ID {
				t.Errorf("start %d was told %d, want %d", i, id, jobs[0].ID)
			}
		}
	})
}

func TestRunAt_isNotBefore(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{Poll: time.Minute}, noting("note"))
		at := time.Now().Add(700 * time.Millisecond)
		id := p.insert(t, Spec{Kind: "note", RunAt: at})
		if j := p.want(t, id, Waiting, 0); !j.Due.Equal(at.Truncate(time.Microsecond)) {
			t.Errorf("due %v, want %v", j.Due, at)
		}
		past := p.insert(t, Spec{Kind: "note", RunAt: time.Now().Add(-time.Hour)})
		p.start(t)
		if e := p.await(t, Finished); e.ID != past {
			t.Errorf("%d came first, want the one whose time is past", e.ID)
		}
		p.await(t, Finished)
		// A poll is a minute away: the queue knew when there would be work.
		if late := time.Since(at); late < 0 || late > patience/2 {
			t.Errorf("worked %v after its time", late)
		}
	})
}
