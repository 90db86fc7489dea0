package task

import (
	"context"
	"encoding/json"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store"
	"kadry/internal/store/storetest"
)

// ask calls an operation on tasks and decodes what it answers.
func ask[Out any](ctx context.Context, t *testing.T, registry *op.Registry, name, input string) (out Out, err error) {
	t.Helper()
	o, err := registry.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	result, err := new(op.Pipeline).Call(ctx, o, []byte(input))
	if err == nil {
		if err := json.Unmarshal(result.JSON, &out); err != nil {
			t.Fatalf("%s: %v in %s", name, err, result.JSON)
		}
	}
	return out, err
}

type resultView struct {
	State    string
	Complete bool
	Result   map[string]any
}

func TestOperations(t *testing.T) {
	conform(t, func(t *testing.T, _ storetest.Bench, db *store.DB) {
		p := newProcess(t, db, Config{}, counting("count", nil))
		registry, err := op.NewRegistry(Operations(p.Tasks)...)
		if err != nil {
			t.Fatal(err)
		}
		ctx := as(t, "acme", "ann")
		started, err := ask[op.TaskView](ctx, t, registry, "start_task", `{"operation":"count","arguments":"{\"to\":2}"}`)
		if err != nil || started.State != "queued" {
			t.Fatalf("%+v, %v", started, err)
		}
		named := `{"task_id":"` + started.ID + `"}`
		if _, err := ask[resultView](ctx, t, registry, "get_task_result", named); fault.KindOf(err) != fault.Conflict {
			t.Errorf("the answer before there is one: %v", err)
		}
		p.start()
		p.untilFinal(ctx, started.ID)
		view, err := ask[op.TaskView](ctx, t, registry, "get_task", `{"task_id":"`+started.ID+`","wait_s":5}`)
		if err != nil || view.State != "done" || view.Done != 2 || view.Message != "step 2" || view.Expires == nil {
			t.Errorf("%+v, %v", view, err)
		}
		result, err := ask[resultView](ctx, t, registry, "get_task_result", named)
		if err != nil || !result.Complete || result.Result["reached"] != 2.0 {
			t.Errorf("%+v, %v", result, err)
		}
		tight := op.WithCaller(ctx, op.Caller{Tenant: "acme", Name: "ann", Budget: 20})
		if result, err := ask[resultView](tight, t, registry, "get_task_result", named); err != nil || len(result.Result) != 0 {
			t.Errorf("with no room: %+v, %v", result, err)
		}
		if view, err := ask[op.TaskView](ctx, t, registry, "cancel_task", named); err != nil || view.State != "done" {
			t.Errorf("cancelled after its end: %+v, %v", view, err)
		}
		list, err := ask[struct{ Items []op.TaskView }](ctx, t, registry, "list_tasks", `{}`)
		if err != nil || len(list.Items) != 1 || list.Items[0].ID != started.ID {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func TestOperations_refusals(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t, jobs.Schema(), Schema()).Open(t)
	p := newProcess(t, db, Config{}, counting("count", nil))
	hidden, err := op.NewRegistry()
	if err != nil {
		t.Fatal(err)
	}
	other := newProcess(t, db, Config{}, counting("count", nil))
	other.served = hidden
	for name, c := range map[string]struct {
		tasks            *Tasks
		operation, input string
		want             fault.Kind
	}{
		"unknown operation": {p.Tasks, "start_task", `{"operation":"cuont","arguments":"{}"}`, fault.NotFound},
		"not served here":   {other.Tasks, "start_task", `{"operation":"count","arguments":"{\"to\":1}"}`, fault.NotFound},
		"wrong arguments":   {p.Tasks, "start_task", `{"operation":"count","arguments":"{\"too\":1}"}`, fault.Invalid},
		"no JSON":           {p.Tasks, "start_task", `{"operation":"count","arguments":"to=1"}`, fault.Invalid},
		"unknown task":      {p.Tasks, "get_task", `{"task_id":"task_x"}`, fault.NotFound},
		"unknown result":    {p.Tasks, "get_task_result", `{"task_id":"task_x"}`, fault.NotFound},
		"unknown cancel":    {p.Tasks, "cancel_task", `{"task_id":"task_x"}`, fault.NotFound},
		"odd cursor":        {p.Tasks, "list_tasks", `{"cursor":"x"}`, fault.Invalid},
		"too long a wait":   {p.Tasks, "get_task", `{"task_id":"task_x","wait_s":26}`, fault.Invalid},
	} {
		registry, err := op.NewRegistry(Operations(c.tasks)...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ask[op.TaskView](as(t, "acme", "ann"), t, registry, c.operation, c.input); fault.KindOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
