package restapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"kadry/internal/fault"
	"kadry/internal/jobs"
	"kadry/internal/op"
	"kadry/internal/store/storetest"
	"kadry/internal/task"
)

type walkInput struct {
	To int `json:"to"`
}

type walkOutput struct {
	Reached int `json:"reached"`
	Budget  int `json:"budget"`
}

// walking declares a long operation that takes its second step when it is let. A walk to 0 is
// short.
func walking(open <-chan struct{}) *op.Op {
	return op.New(op.Spec{
		Name: "walk", Toolset: "legs", Title: "Walk", Doc: "Walks.", Effect: op.Creates, Long: true,
		Detach: func(_ context.Context, args []byte) ([]byte, bool, error) {
			var in walkInput
			err := json.Unmarshal(args, &in)
			return args, in.To > 0, err
		},
	}, func(ctx context.Context, in walkInput) (walkOutput, error) {
		out := walkOutput{Budget: op.CallerFrom(ctx).Budget}
		for out.Reached < in.To {
			if out.Reached == 1 {
				select {
				case <-open:
				case <-ctx.Done():
					return out, ctx.Err()
				}
			}
			if out.Reached == 13 {
				return out, fault.E(fault.Conflict, fault.Say("No further.", "Дальше нельзя."), nil)
			}
			out.Reached++
			op.Progress(ctx)(op.Stage{Done: out.Reached, Total: in.To, Text: fault.Say("step", "шаг")})
			if err := op.Checkpoint(ctx).Save(ctx, out.Reached, out); err != nil {
				return out, err
			}
		}
		return out, nil
	})
}

// withTasks serves a registry whose long calls are worked here.
func withTasks(t *testing.T, registry *op.Registry) http.Handler {
	t.Helper()
	db := storetest.SQLite(t, jobs.Schema(), task.Schema()).Open(t)
	tasks := task.New(task.Config{DB: db})
	queue, err := jobs.New(db, jobs.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var pipeline op.Pipeline
	if err := tasks.Bind(queue, &pipeline, registry, registry); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() {
		if err := queue.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() {
		tasks.Stop()
		cancel()
		run.Wait()
	})
	return serve(t, Config{Registry: registry, Pipeline: &pipeline, Tasks: tasks})
}

func viewOf(t *testing.T, r *http.Response, status int) op.TaskView {
	t.Helper()
	text := read(t, r)
	var view op.TaskView
	if err := json.Unmarshal([]byte(text), &view); err != nil || r.StatusCode != status {
		t.Fatalf("status %d, want %d: %s, %v", r.StatusCode, status, text, err)
	}
	return view
}

func TestTask_followedToItsAnswer(t *testing.T) {
	t.Parallel()
	open := make(chan struct{})
	h := withTasks(t, library(t, append(task.Operations(nil), walking(open))...))
	made := ask(t, h, "en", "POST", toolsPath+"/walk", `{"to":2}`, "Prefer", "wait=5, respond-async")
	where := made.Header.Get("Location")
	if made.Header.Get("Preference-Applied") != "respond-async" || !strings.HasPrefix(where, tasksPath+"/task_") {
		t.Errorf("headers %v", made.Header)
	}
	view := viewOf(t, made, 202)
	for view.Done < 1 { // its first step
		view = viewOf(t, ask(t, h, "ru", "GET", where+"?wait_s=20&seen_revision="+itoa(view.Revision), ""), 200)
	}
	if view.Message != "шаг" || view.State != "running" || view.Total != 2 {
		t.Errorf("at the first step: %+v", view)
	}
	sofar := ask(t, h, "en", "GET", where+"/result", "")
	if text := read(t, sofar); sofar.StatusCode != 202 || text != `{"reached":1,"budget":1048576}` {
		t.Errorf("so far %d %s", sofar.StatusCode, text)
	}
	close(open)
	told := read(t, ask(t, h, "en", "GET", where, "", "Accept", events, "Last-Event-ID", itoa(view.Revision)))
	if strings.Contains(told, "id: "+itoa(view.Revision)+"\n") || !strings.Contains(told, "event: task\ndata: {\"task_id\"") ||
		!strings.HasSuffix(told, "event: result\ndata: {\"reached\":2,\"budget\":1048576}") {
		t.Errorf("events:\n%s", told)
	}
	answer := ask(t, h, "en", "GET", where+"/result", "")
	if text := read(t, answer); answer.StatusCode != 200 || text != `{"reached":2,"budget":1048576}` {
		t.Errorf("answer %d %s", answer.StatusCode, text)
	}
	var list struct{ Items []op.TaskView }
	if err := json.Unmarshal([]byte(read(t, ask(t, h, "en", "GET", tasksPath+"?limit=5", ""))), &list); err != nil || len(list.Items) != 1 || list.Items[0].State != "done" {
		t.Errorf("list %+v, %v", list, err)
	}
}

func itoa(n int64) string {
	text, _ := json.Marshal(n)
	return string(text)
}

func TestTask_cancelledAndFailed(t *testing.T) {
	t.Parallel()
	open := make(chan struct{})
	h := withTasks(t, library(t, append(task.Operations(nil), walking(open))...))
	where := ask(t, h, "en", "POST", toolsPath+"/walk", `{"to":3}`, "Prefer", "respond-async").Header.Get("Location")
	if view := viewOf(t, ask(t, h, "en", "DELETE", where, ""), 200); view.State != "cancelled" {
		t.Errorf("%+v", view)
	}
	if told := read(t, ask(t, h, "en", "GET", where, "", "Accept", events)); !strings.Contains(told, `"state":"cancelled"`) {
		t.Errorf("events of a cancelled one:\n%s", told)
	}
	close(open)
	where = ask(t, h, "en", "POST", toolsPath+"/walk", `{"to":20}`, "Prefer", "respond-async").Header.Get("Location")
	told := read(t, ask(t, h, "en", "GET", where, "", "Accept", events))
	if !strings.Contains(told, `"state":"failed"`) || !strings.Contains(told, "event: error\n") || !strings.Contains(told, `"status":409`) {
		t.Errorf("events of a failed one:\n%s", told)
	}
	if r := ask(t, h, "en", "GET", where+"/result", ""); r.StatusCode != 409 {
		t.Errorf("the answer of a failed one: %d", r.StatusCode)
	}
}

func TestTask_refusals(t *testing.T) {
	t.Parallel()
	h := withTasks(t, library(t, append(task.Operations(nil), walking(nil))...))
	for name, c := range map[string]struct {
		method, target, body string
		want                 int
	}{
		"short call":      {"POST", toolsPath + "/walk", `{"to":0}`, 200},
		"wrong call":      {"POST", toolsPath + "/walk", `{"too":1}`, 400},
		"not long at all": {"POST", toolsPath + "/add_books", `{"books":[{"title":"x"}]}`, 200},
		"unknown task":    {"GET", tasksPath + "/task_x", "", 404},
		"unknown result":  {"GET", tasksPath + "/task_x/result", "", 404},
		"unknown cancel":  {"DELETE", tasksPath + "/task_x", "", 404},
		"odd wait":        {"GET", tasksPath + "/task_x?wait_s=-1", "", 400},
		"odd parameter":   {"GET", tasksPath + "?lmit=1", "", 400},
		"odd cursor":      {"GET", tasksPath + "?cursor=1", "", 400},
		"odd method":      {"PUT", tasksPath, "", 405},
	} {
		if r := ask(t, h, "en", c.method, c.target, c.body, "Prefer", "respond-async"); r.StatusCode != c.want {
			t.Errorf("%s: %d, want %d: %s", name, r.StatusCode, c.want, read(t, r))
		}
	}
}
