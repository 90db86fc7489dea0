package mcpserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kadry/internal/op"
)

const withExtension = `{"extensions":{"io.modelcontextprotocol/tasks":{}}}`

// onTask asks about a task, with the header that repeats it.
func (w *wire) onTask(t *testing.T, method, id, rest string) message {
	t.Helper()
	answer, _ := w.ask(t, method, id, fmt.Sprintf(`{"taskId":%q%s}`, id, rest))
	return answer
}

type taskState struct {
	ResultType string                     `json:"resultType"`
	TaskID     string                     `json:"taskId"`
	Status     string                     `json:"status"`
	TTL        *int64                     `json:"ttlMs"`
	Asked      map[string]json.RawMessage `json:"inputRequests"`
	Result     *toolAnswer                `json:"result"`
	Error      *struct{ Code int }        `json:"error"`
}

func (m message) task(t *testing.T) taskState {
	t.Helper()
	var state taskState
	if m.Error != nil || json.Unmarshal(m.Result, &state) != nil {
		t.Fatalf("no task: %+v %s", m.Error, m.Result)
	}
	return state
}

// settled polls a task until it ends or asks.
func (w *wire) settled(t *testing.T, id string) taskState {
	t.Helper()
	for {
		if state := w.onTask(t, "tasks/get", id, "").task(t); state.Status != "working" {
			return state
		}
	}
}

func (w *wire) start(t *testing.T, tool, args string) taskState {
	t.Helper()
	answer, _ := w.ask(t, "tools/call", tool, fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args))
	return answer.task(t)
}

func TestTasks_life(t *testing.T) {
	t.Parallel()
	w := modern(serveAs(t, newFixtureServer(t), op.Caller{}))
	w.capabilities = withExtension
	for tool, want := range map[string]struct {
		args, status string
		isError      bool
		code         int
	}{
		"slow_compute":       {`{"seconds":0}`, "completed", false, 0},
		"failing_job":        {`{}`, "completed", true, 0},
		"protocol_error_job": {`{}`, "failed", false, -32603},
	} {
		made := w.start(t, tool, want.args)
		if made.ResultType != "task" || made.TaskID == "" || made.Result != nil {
			t.Fatalf("%s: made %+v", tool, made)
		}
		ended := w.settled(t, made.TaskID)
		if ended.Status != want.status || ended.TTL == nil || ended.ResultType != "complete" {
			t.Errorf("%s: ended %+v", tool, ended)
		}
		if ended.Result != nil && ended.Result.IsError != want.isError || ended.Error != nil && ended.Error.Code != want.code || (want.code == 0) == (ended.Result == nil) {
			t.Errorf("%s: result %+v, error %+v", tool, ended.Result, ended.Error)
		}
	}
	long := w.start(t, "slow_compute", `{"seconds":60}`).TaskID
	for range 2 { // the second cancels what has ended
		if answer := w.onTask(t, "tasks/cancel", long, ""); answer.Error != nil || strings.Contains(string(answer.Result), "status") {
			t.Errorf("cancel: %+v %s", answer.Error, answer.Result)
		}
	}
	if ended := w.settled(t, long); ended.Status != "cancelled" {
		t.Errorf("cancelled: %+v", ended)
	}
	asking := w.settled(t, w.start(t, "multi_input", `{}`).TaskID)
	if asking.Status != "input_required" || len(asking.Asked) != 2 {
		t.Fatalf("asking: %+v", asking)
	}
	w.onTask(t, "tasks/update", asking.TaskID, `,"inputResponses":{"first":{"action":"accept"},"nobody":{}}`)
	if asking = w.settled(t, asking.TaskID); len(asking.Asked) != 1 {
		t.Errorf("after one answer: %+v", asking)
	}
	w.onTask(t, "tasks/update", asking.TaskID, `,"inputResponses":{"second":{"action":"accept"}}`)
	if ended := w.settled(t, asking.TaskID); ended.Status != "completed" {
		t.Errorf("after both: %+v", ended)
	}
}

func TestTasks_refusals(t *testing.T) {
	t.Parallel()
	s := newFixtureServer(t)
	handler, err := s.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(op.WithCaller(r.Context(), op.Caller{Tenant: r.Header.Get("X-Who")})))
	}))
	t.Cleanup(server.Close)
	w := modern(server.URL + MountPath)
	w.capabilities = withExtension
	id := w.start(t, "slow_compute", `{"seconds":60}`).TaskID
	code := func(m message) int {
		if m.Error == nil {
			return 0
		}
		return m.Error.Code
	}
	for name, c := range map[string]struct{ got, want int }{
		"an unknown task":      {code(w.onTask(t, "tasks/get", "x", "")), -32602},
		"of another tenant":    {code(w.with("X-Who", "other").onTask(t, "tasks/get", id, "")), -32602},
		"cancelled by another": {code(w.with("X-Who", "other").onTask(t, "tasks/cancel", id, "")), -32602},
		"answered by another":  {code(w.with("X-Who", "other").onTask(t, "tasks/update", id, "")), -32602},
		"a method of the past": {code(w.onTask(t, "tasks/result", id, "")), -32601},
		"a list":               {code(w.onTask(t, "tasks/list", id, "")), -32601},
		"no task at all":       {code(w.onTask(t, "tasks/get", "", "")), -32602},
		"undeclared":           {code(modern(w.url).onTask(t, "tasks/get", id, "")), -32021},
		"a task only, undeclared": {code(func() message {
			m, _ := modern(w.url).ask(t, "tools/call", "failing_job", `{"name":"failing_job"}`)
			return m
		}()), -32021},
		"another name in the header": {code(func() message {
			m, _ := w.ask(t, "tasks/get", "other", fmt.Sprintf(`{"taskId":%q}`, id))
			return m
		}()), -32020},
	} {
		if c.got != c.want {
			t.Errorf("%s: code %d, want %d", name, c.got, c.want)
		}
	}
	// Who does not know tasks waits for the answer, as in the revisions with sessions.
	for _, plain := range []*wire{modern(w.url), legacy(t, w.url, "{}")} {
		if answer := plain.call(t, "slow_compute", `{"seconds":0}`); answer.IsError || len(answer.Content) == 0 {
			t.Errorf("%s: %+v", plain.revision, answer)
		}
	}
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTasks_notOfferedWithoutARunner(t *testing.T) {
	t.Parallel()
	w := modern(serveAs(t, newSample(t), op.Caller{}))
	w.capabilities = withExtension
	if answer := w.onTask(t, "tasks/get", "x", ""); answer.Error == nil || answer.Error.Code != -32601 {
		t.Errorf("got %+v", answer)
	}
	if answer, _ := w.ask(t, "server/discover", "", "{}"); strings.Contains(string(answer.Result), "tasks") {
		t.Errorf("offered in %s", answer.Result)
	}
}
