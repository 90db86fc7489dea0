package task

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/cursor"
	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

func TestTask_runsForItsCallerAndKeepsTheAnswer(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		ctx := op.WithCaller(t.Context(), op.Caller{Tenant: "acme", Name: "ann", Lang: "ru"})
		task := p.submit(ctx, "count", `{"to":"3"}`)
		if task.State != op.TaskQueued || task.Operation != "count" || !task.Expires.IsZero() {
			t.Errorf("submitted: %+v", task)
		}
		if _, err := p.Result(ctx, task.ID); fault.KindOf(err) != fault.Conflict {
			t.Errorf("the answer before there is one: %v", err)
		}
		p.start()
		done := p.untilFinal(ctx, task.ID)
		if done.State != op.TaskDone || done.Stage.Done != 3 || done.Stage.Text.RU != "шаг 3" || done.Expires.IsZero() || done.Revision <= task.Revision {
			t.Errorf("done: %+v", done)
		}
		result, err := p.Result(ctx, task.ID)
		if want := `{"reached":3,"begun_at":0,"lang":"ru","notes":[]}`; err != nil || string(result.JSON) != want || result.Text != want {
			t.Errorf("result %s, %s, %v", result.JSON, result.Text, err)
		}
	})
}

func TestTask_failures(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		ctx := as(t, "acme", "ann")
		refusal := fault.E(fault.Conflict, fault.Say("taken", "занято"), errors.New("secret")).WithHint(fault.Say("wait", "ждите")).WithCandidates("a")
		tries := make(chan int, 10)
		p := newProcess(t, db, Config{},
			counting("refuse", func(context.Context, int) error { return refusal }),
			counting("break_down", func(context.Context, int) error { return errors.New("secret") }),
			counting("explode", func(context.Context, int) error { panic("secret") }),
			counting("retry", func(context.Context, int) error {
				tries <- 1
				if len(tries) == 1 {
					return fault.E(fault.Unavailable, fault.Say("away", "нет связи"), nil)
				}
				return nil
			}))
		p.start()
		for name, want := range map[string]fault.Kind{"refuse": fault.Conflict, "break_down": fault.Internal, "explode": fault.Internal} {
			task := p.untilFinal(ctx, p.submit(ctx, name, `{"to":1}`).ID)
			_, err := p.Result(ctx, task.ID)
			if task.State != op.TaskFailed || task.Failure.Kind != want || fault.KindOf(err) != want || task.Failure.Err != nil {
				t.Errorf("%s: %+v, %v", name, task, err)
			}
			if name == "refuse" && (task.Failure.Hint.RU != "ждите" || !slices.Equal(task.Failure.Candidates, []string{"a"})) {
				t.Errorf("%s: %+v", name, task.Failure)
			}
		}
		if task := p.untilFinal(ctx, p.submit(ctx, "retry", `{"to":1}`).ID); task.State != op.TaskDone {
			t.Errorf("a passing failure: %+v", task)
		}
	})
}

// A limit that says when it is renewed pauses the task, which says until when, keeps what it
// has and goes on by itself; one that does not say fails it.
func TestTask_pausesAtALimit(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		ctx := as(t, "acme", "ann")
		limit := fault.E(fault.Limited, fault.Say("used up", "исчерпано"), nil)
		const pauses = 12 // more than the attempts of a job
		var met atomic.Int32
		p := newProcess(t, db, Config{},
			counting("blind", func(context.Context, int) error { return limit }),
			counting("patient", func(_ context.Context, n int) error {
				if n == 2 && met.Add(1) <= pauses {
					return fault.E(fault.Limited, limit.Text, nil).After(time.Millisecond)
				}
				return nil
			}),
			counting("long", func(_ context.Context, n int) error {
				if n < 2 {
					return nil
				}
				return fault.E(fault.Limited, limit.Text, nil).After(time.Hour)
			}))
		p.start()
		if task := p.untilFinal(ctx, p.submit(ctx, "blind", `{"to":1}`).ID); task.State != op.TaskFailed || task.Failure.Kind != fault.Limited {
			t.Errorf("a limit without a time: %+v", task)
		}
		task := p.untilFinal(ctx, p.submit(ctx, "patient", `{"to":4}`).ID)
		result, err := p.Result(ctx, task.ID)
		if want := `{"reached":4,"begun_at":2,"lang":"en","notes":[]}`; task.State != op.TaskDone || err != nil || string(result.JSON) != want {
			t.Errorf("after %d pauses: %+v, %s, %v", met.Load(), task, result.JSON, err)
		}
		before := time.Now()
		id := p.submit(ctx, "long", `{"to":3}`).ID
		waiting := p.until(ctx, id, func(t op.Task) bool { return strings.HasPrefix(t.Stage.Text.EN, "waits until ") })
		said := waiting.Stage.Text
		clock := before.Add(time.Hour).UTC().Format("15:04 UTC")
		later := time.Now().Add(time.Hour).UTC().Format("15:04 UTC")
		for _, text := range []string{said.EN, said.RU} {
			if !strings.Contains(text, clock) && !strings.Contains(text, later) {
				t.Errorf("it waits until %s or %s and says %q", clock, later, text)
			}
		}
		if waiting.State != op.TaskRunning || waiting.Stage.Done != 2 || waiting.Left != 0 || !strings.HasPrefix(said.RU, "ждёт до ") {
			t.Errorf("while it waits: %+v", waiting)
		}
		if cancelled, err := p.Cancel(ctx, id); err != nil || cancelled.State != op.TaskCancelled {
			t.Errorf("cancelled while it waits: %+v, %v", cancelled, err)
		}
		if n := number(t, db, "SELECT count(*) FROM job WHERE finished_at = 0 AND kind = 'task'"); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
	})
}

func TestSubmit_checksAsACallDoes(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		short := op.New(op.Spec{Name: "short", Toolset: "numbers", Title: "Short", Doc: "Short.", Effect: op.Creates},
			func(context.Context, countInput) (countOutput, error) { return countOutput{}, nil })
		p := newProcess(t, db, Config{}, counting("count", nil), short)
		for name, c := range map[string]struct {
			caller    op.Caller
			operation string
			args      string
			want      fault.Kind
		}{
			"wrong arguments": {op.Caller{}, "count", `{"too":1}`, fault.Invalid},
			"read-only":       {op.Caller{ReadOnly: true}, "count", `{"to":1}`, fault.Denied},
			"other toolset":   {op.Caller{Toolsets: []string{"letters"}}, "count", `{"to":1}`, fault.Denied},
			"not long":        {op.Caller{}, "short", `{"to":1}`, fault.Invalid},
		} {
			o, _ := p.ops.Lookup(c.operation)
			if _, err := p.Submit(op.WithCaller(t.Context(), c.caller), o, []byte(c.args)); fault.KindOf(err) != c.want {
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
		}
		if n := number(t, db, "SELECT (SELECT count(*) FROM task) + (SELECT count(*) FROM job)"); n != 0 {
			t.Errorf("%d rows of refused calls", n)
		}
	})
}

func TestTask_isItsCallersOwn(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		owner := as(t, "acme", "ann")
		id := p.submit(owner, "count", `{"to":1}`).ID
		for who, ctx := range map[string]context.Context{"another tenant": as(t, "other", "ann"), "another caller": as(t, "acme", "bob")} {
			_, got := p.Task(ctx, id)
			_, awaited := p.Await(ctx, id, 0, 0)
			_, result := p.Result(ctx, id)
			_, cancelled := p.Cancel(ctx, id)
			for _, err := range []error{got, awaited, result, cancelled} {
				if fault.KindOf(err) != fault.NotFound {
					t.Errorf("%s: %v", who, err)
				}
			}
			if list, _, err := p.List(ctx, 10, ""); len(list) != 0 || err != nil {
				t.Errorf("%s lists %v, %v", who, list, err)
			}
		}
		if task, err := p.Task(owner, id); err != nil || task.State != op.TaskQueued {
			t.Errorf("the owner: %+v, %v", task, err)
		}
	})
}

func TestCancel_queued(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		ctx := as(t, "acme", "ann")
		id := p.submit(ctx, "count", `{"to":1}`).ID
		for range 2 {
			if task, err := p.Cancel(ctx, id); err != nil || task.State != op.TaskCancelled {
				t.Errorf("%+v, %v", task, err)
			}
		}
		if n := number(t, db, "SELECT count(*) FROM job WHERE finished_at = 0"); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
	})
}

// A handler that does not hear holds up nobody: the task is cancelled at once, and what the
// handler returns later is dropped.
func TestCancel_runningAndDeaf(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		begun, open := make(chan error, 1), make(chan struct{})
		p := newProcess(t, db, Config{}, counting("deaf", func(ctx context.Context, n int) error {
			if n == 1 {
				begun <- nil
				<-open
				begun <- context.Cause(ctx)
			}
			return nil
		}))
		stop := p.start()
		ctx := as(t, "acme", "ann")
		id := p.submit(ctx, "deaf", `{"to":2}`).ID
		_ = receive(t, begun)
		partial, err := p.Result(ctx, id)
		if err != nil || string(partial.JSON) != `{"reached":1,"begun_at":0,"lang":"en","notes":[]}` {
			t.Errorf("the answer so far: %s, %v", partial.JSON, err)
		}
		if task, err := p.Cancel(ctx, id); err != nil || task.State != op.TaskCancelled {
			t.Errorf("%+v, %v", task, err)
		}
		close(open)
		if cause := receive(t, begun); !errors.Is(cause, errGone) {
			t.Errorf("its context ended with %v", cause)
		}
		stop()
		task, err := p.Task(ctx, id)
		if err != nil || task.State != op.TaskCancelled || task.Stage.Done > 1 {
			t.Errorf("in the end %+v, %v", task, err)
		}
	})
}

// The process that works a task is another one than that which cancels it.
func TestCancel_elsewhere(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		begun, ended := make(chan struct{}), make(chan error, 1)
		wait := counting("wait", func(ctx context.Context, _ int) error {
			close(begun)
			<-ctx.Done()
			ended <- context.Cause(ctx)
			return ctx.Err()
		})
		worker, other := newProcess(t, db, Config{}, wait), newProcess(t, b.Open(t), Config{}, wait)
		worker.start()
		ctx := as(t, "acme", "ann")
		id := other.submit(ctx, "wait", `{"to":1}`).ID
		_ = receive(t, begun)
		if _, err := other.Cancel(ctx, id); err != nil {
			t.Fatal(err)
		}
		_ = receive(t, ended)
		if task := other.untilFinal(ctx, id); task.State != op.TaskCancelled {
			t.Errorf("%+v", task)
		}
	})
}

func TestSubmit_bounds(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{PerCaller: 2, PerTenant: 3}, counting("count", nil))
		o, _ := p.ops.Lookup("count")
		for i, c := range []struct {
			tenant, name string
			want         fault.Kind
		}{
			{"acme", "ann", ""},
			{"acme", "ann", ""},
			{"acme", "ann", fault.Limited},
			{"acme", "bob", ""},
			{"acme", "bob", fault.Limited},
			{"other", "ann", ""},
		} {
			_, err := p.Submit(as(t, c.tenant, c.name), o, []byte(`{"to":1}`))
			if fault.KindOf(err) != c.want {
				t.Errorf("%d, %+v: %v", i, c, err)
			}
		}
		ctx := as(t, "acme", "ann")
		list, _, err := p.List(ctx, 10, "")
		if err != nil || len(list) != 2 {
			t.Fatalf("%v, %v", list, err)
		}
		if _, err := p.Cancel(ctx, list[0].ID); err != nil {
			t.Fatal(err)
		}
		p.submit(ctx, "count", `{"to":1}`)
	})
}

func TestSubmit_idempotentCallUnderWay(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		count := counting("count", nil)
		count.Idempotent = true
		p := newProcess(t, db, Config{}, count)
		ctx := as(t, "acme", "ann")
		first := p.submit(ctx, "count", `{"to":1}`)
		if again := p.submit(ctx, "count", `{"to":"1"}`); again.ID != first.ID {
			t.Errorf("the same call is another task")
		}
		for what, other := range map[string]op.Task{
			"other arguments": p.submit(ctx, "count", `{"to":2}`), "another caller": p.submit(as(t, "acme", "bob"), "count", `{"to":1}`),
		} {
			if other.ID == first.ID {
				t.Errorf("%s: the same task", what)
			}
		}
		p.start()
		p.untilFinal(ctx, first.ID)
		if later := p.submit(ctx, "count", `{"to":1}`); later.ID == first.ID {
			t.Error("a call after the end is the task that ended")
		}
	})
}

// A process that stops leaves its task, and the next one goes on from the resume point.
func TestStop_anotherProcessGoesOn(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		reached := make(chan struct{})
		first := newProcess(t, db, Config{}, counting("count", func(ctx context.Context, n int) error {
			if n == 2 {
				close(reached)
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		}))
		stop := first.start()
		ctx := as(t, "acme", "ann")
		id := first.submit(ctx, "count", `{"to":4}`).ID
		_ = receive(t, reached)
		stop()
		if task, err := first.Task(ctx, id); err != nil || task.State.Final() || task.Stage.Done != 2 {
			t.Fatalf("left as %+v, %v", task, err)
		}
		second := newProcess(t, b.Open(t), Config{}, counting("count", nil))
		second.start()
		if task := second.untilFinal(ctx, id); task.State != op.TaskDone {
			t.Errorf("%+v", task)
		}
		result, err := second.Result(ctx, id)
		if want := `{"reached":4,"begun_at":2,"lang":"en","notes":[]}`; err != nil || string(result.JSON) != want {
			t.Errorf("%s, %v", result.JSON, err)
		}
	})
}

func TestTask_ofAnOperationThatIsGone(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		old := newProcess(t, db, Config{}, counting("count", nil))
		ctx := as(t, "acme", "ann")
		id := old.submit(ctx, "count", `{"to":1}`).ID
		fresh := newProcess(t, b.Open(t), Config{}, counting("tally", nil))
		fresh.start()
		if task := fresh.untilFinal(ctx, id); task.State != op.TaskFailed || task.Failure.Kind != fault.NotFound || task.Failure.Text.RU == "" {
			t.Errorf("%+v", task)
		}
	})
}

// Files of a machine are read there: a process elsewhere leaves such tasks alone.
func TestTask_onFilesOfAMachine(t *testing.T) {
	conform(t, func(t *testing.T, b storetest.Bench, db *store.DB) {
		here := newProcess(t, db, Config{Host: "here"}, counting("count", nil))
		there := newProcess(t, b.Open(t), Config{Host: "there"}, counting("count", nil))
		there.start()
		local := op.WithCaller(t.Context(), op.Caller{Tenant: "acme", Name: "ann", Local: true})
		id := here.submit(local, "count", `{"to":1}`).ID
		ctx := as(t, "acme", "ann")
		there.untilFinal(ctx, there.submit(ctx, "count", `{"to":1}`).ID)
		if task, err := here.Task(local, id); err != nil || task.State != op.TaskQueued {
			t.Errorf("%+v, %v", task, err)
		}
		here.start()
		here.untilFinal(local, id)
	})
}

func TestPurge(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		now := time.Now()
		p := newProcess(t, db, Config{Now: func() time.Time { return now }}, counting("count", nil))
		stop := p.start()
		ctx := as(t, "acme", "ann")
		ended := p.submit(ctx, "count", `{"to":1}`).ID
		p.untilFinal(ctx, ended)
		stop()
		left := p.submit(ctx, "count", `{"to":2}`).ID
		for _, c := range []struct {
			after time.Duration
			ended fault.Kind
			left  op.TaskState
		}{
			{23 * time.Hour, "", op.TaskQueued},
			{2 * time.Hour, fault.NotFound, op.TaskQueued},
			{7 * 24 * time.Hour, fault.NotFound, op.TaskFailed},
		} {
			now = now.Add(c.after)
			if _, err := p.purge(ctx, jobs.Job{}); err != nil {
				t.Fatal(err)
			}
			_, err := p.Task(ctx, ended)
			task, leftErr := p.Task(ctx, left)
			if fault.KindOf(err) != c.ended || leftErr != nil || task.State != c.left {
				t.Errorf("after %v: %v and %+v, %v", c.after, err, task, leftErr)
			}
		}
	})
}

func TestList_pages(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		ctx := as(t, "acme", "ann")
		var want, got []string
		for i := range 7 {
			want = append(want, p.submit(ctx, "count", fmt.Sprintf(`{"to":%d}`, i)).ID)
		}
		slices.Reverse(want)
		for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
			list, next, err := p.List(ctx, 3, cursor)
			if err != nil || pages > 3 {
				t.Fatal(pages, err)
			}
			for _, task := range list {
				got = append(got, task.ID)
			}
			cursor = next
		}
		if !slices.Equal(got, want) {
			t.Errorf("listed %v, want %v", got, want)
		}
		second, err := cursor.Page{Offset: 3}.Given()
		if err != nil {
			t.Fatal(err)
		}
		if list, next, err := p.List(ctx, 3, second); err != nil || len(list) != 3 || list[0].ID != want[3] || next == "" {
			t.Errorf("by offset: %v, %q, %v", list, next, err)
		}
		if _, _, err := p.List(ctx, 3, "what"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a foreign cursor: %v", err)
		}
	})
}

// A job that was given up takes its task with it.
func TestBuried(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		ctx := as(t, "acme", "ann")
		task := p.submit(ctx, "count", `{"to":1}`)
		job := number(t, db, "SELECT job FROM task WHERE id = $1", task.ID)
		perform(t, db, "UPDATE job SET attempt = max_attempts WHERE id = $1", job)
		p.start()
		if got := p.untilFinal(ctx, task.ID); got.State != op.TaskFailed || got.Failure.Kind != fault.Internal || got.Failure.Text.RU == "" {
			t.Errorf("%+v", got)
		}
	})
}

func TestSubmit_nothingOfATransactionThatFails(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		o, _ := p.ops.Lookup("count")
		err := db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, "DROP TABLE task")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Submit(as(t, "acme", "ann"), o, []byte(`{"to":1}`)); err == nil {
			t.Error("submitted without a table")
		}
		if n := number(t, db, "SELECT count(*) FROM job"); n != 0 {
			t.Errorf("%d jobs", n)
		}
	})
}
