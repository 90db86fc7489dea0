package evidencee2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
	"kadry/internal/op"
)

// twelve is a batch that is long work.
const twelve = 12

func batchInput(t testing.TB, people int) string {
	t.Helper()
	input := struct {
		Usernames []string `json:"usernames"`
		Skills    []string `json:"required_skills"`
	}{Skills: []string{"cobra", "Go"}}
	for i := range people {
		input.Usernames = append(input.Usernames, person(i+1))
	}
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// begin starts the batch as a task and returns where it is followed.
func begin(t *testing.T, s *e2etest.Server) string {
	t.Helper()
	a := s.REST().With("Prefer", "respond-async").Post(t, "analyze_github_batch", batchInput(t, twelve))
	where := a.Header.Get("Location")
	if a.Status != http.StatusAccepted || where == "" {
		t.Fatalf("status %d, Location %q: %s", a.Status, where, a.Body)
	}
	return where
}

func taskAt(t *testing.T, rest e2etest.REST, where string) op.TaskView {
	t.Helper()
	return e2etest.Decode[op.TaskView](t, rest.Get(t, where).Body)
}

// awaitDone waits for the end of a task and returns its answer.
func awaitDone(t *testing.T, s *e2etest.Server, where string) batched {
	t.Helper()
	var last op.TaskView
	e2etest.Await(t, func(context.Context) bool {
		last = taskAt(t, s.REST(), where)
		return op.TaskState(last.State).Final()
	})
	if last.State != string(op.TaskDone) {
		t.Fatalf("%+v %+v", last, last.Error)
	}
	a := s.REST().Get(t, where+"/result")
	a.Ok(t)
	return e2etest.Decode[batched](t, a.Body)
}

// wantEverybody checks that each of the twelve is there with evidence.
func wantEverybody(t *testing.T, got batched) {
	t.Helper()
	if len(got.Results) != twelve || got.Succeeded != twelve || got.Failed != 0 || got.Partial || got.Note != "" {
		t.Errorf("%d results, %d succeeded, %d failed, partial: %t, note: %q, warnings: %q", len(got.Results), got.Succeeded, got.Failed, got.Partial, got.Note, got.Warnings)
	}
	for i, r := range got.Results {
		if r.Username != person(i+1) || r.Status != "ok" || r.Analysis == nil || len(r.Analysis.Skills) != 2 ||
			r.Analysis.Skills[0].Score == 0 || len(r.Analysis.Skills[0].Items) == 0 || len(r.Analysis.Repos) != 1 {
			t.Errorf("result %d: %+v", i, r)
		}
	}
}

// A server that is killed in the middle of a batch goes on with it when it is back. Who was
// analysed before is not asked for again, though nothing that GitHub said is kept either, and
// the answer is whole.
func TestBatch_killed(t *testing.T) {
	t.Parallel()
	h := peopleHub(t, twelve)
	home := t.TempDir()
	const late = 7
	h.Break(&replica.Fault{Path: "/codeload/" + person(late), Hang: true})
	first, err := e2etest.Launch([]string{"serve", "--addr", "127.0.0.1:0"}, h.at(home), "")
	if err != nil {
		t.Fatal(err)
	}
	where := begin(t, first)
	e2etest.Await(t, func(context.Context) bool { return taskAt(t, first.REST(), where).Done == twelve-1 })
	if err := first.Process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.Log.End
	_ = first.Process.Wait() // killed is how it ends
	for _, copies := range []string{"cache", "archives"} {
		if err := os.RemoveAll(filepath.Join(home, copies)); err != nil {
			t.Fatal(err)
		}
	}
	h.Heal()
	h.Forget()

	second := e2etest.Serve(t, e2etest.Options{Home: home, Env: h.env})
	wantEverybody(t, awaitDone(t, second, where))
	for i := 1; i <= twelve; i++ {
		want := 0
		if i == late {
			want = 1
		}
		if n := h.AskedFor(person(i)); n != want {
			t.Errorf("%s was asked for %d times after the restart, want %d", person(i), n, want)
		}
	}
}

// At the limit of GitHub the batch pauses, says until when in the language asked for, and goes
// on by itself, wherever the limit was met: nobody is left half analysed for it.
func TestBatch_limited(t *testing.T) {
	t.Parallel()
	for name, about := range map[string]string{"while people are looked up": "contributionYears", "while histories are asked for": "a0: history("} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := peopleHub(t, twelve)
			s := h.serve(t)
			var over atomic.Bool // the limit lasts until the pause was seen, however slow the machine is
			limit := replica.QueryLimit(time.Now().Add(3 * time.Second))
			limit.From = 6
			limit.Match = func(r *http.Request) bool {
				body, err := io.ReadAll(r.Body)
				return err == nil && bytes.Contains(body, []byte(about)) && !over.Load()
			}
			h.Break(limit)
			where := begin(t, s)
			for lang, said := range map[string]*regexp.Regexp{"en": waitsEN, "ru": waitsRU} {
				e2etest.Await(t, func(context.Context) bool {
					told := taskAt(t, s.REST().With("Accept-Language", lang), where)
					if op.TaskState(told.State).Final() {
						t.Fatalf("it ended at the limit: %+v", told)
					}
					return said.MatchString(told.Message) && told.Done > 0
				})
			}
			sofar := e2etest.Decode[batched](t, s.REST().Get(t, where+"/result").Body)
			h.Forget()
			over.Store(true)
			wantEverybody(t, awaitDone(t, s, where))
			saved := 0
			for _, r := range sofar.Results {
				if r.Status != "ok" {
					continue
				}
				saved++
				if n := h.AskedFor(r.Username) + h.AskedBelow("/codeload/"+r.Username); n != 0 {
					t.Errorf("%s was analysed before the pause and asked for %d times after it", r.Username, n)
				}
			}
			if saved == 0 || saved == twelve {
				t.Errorf("%d people were analysed at the pause", saved)
			}
		})
	}
}

// What a task says that waits.
var (
	waitsEN = regexp.MustCompile(`^waits until (\d{4}-\d\d-\d\d )?\d\d:\d\d UTC \(limit of a foreign system\)$`)
	waitsRU = regexp.MustCompile(`^ждёт до (\d{4}-\d\d-\d\d )?\d\d:\d\d UTC \(лимит внешней системы\)$`)
)

// A plain call does not wait: who met the limit has failed for now, with the time after which
// to ask again.
func TestBatch_limitedInACall(t *testing.T) {
	t.Parallel()
	h := peopleHub(t, 6)
	s := h.serve(t)
	limit := replica.QueryLimit(time.Now().Add(20 * time.Minute))
	limit.From = 5
	h.Break(limit)
	a := s.REST().Post(t, "analyze_github_batch", batchInput(t, 6))
	a.Ok(t)
	got := e2etest.Decode[batched](t, a.Body)
	for _, r := range got.Results {
		if r.Status == "failed" && (r.Problem == nil || r.Problem.Code != "rate_limited" || r.Problem.Retry < 900) || r.Status == "pending" || r.Status == "" {
			t.Errorf("%+v %+v", r, r.Problem)
		}
	}
	if got.Failed == 0 || !got.Partial {
		t.Errorf("%+v", got)
	}
}

// An assistant starts the batch with start_task and follows it.
func TestBatch_overMCP(t *testing.T) {
	t.Parallel()
	h := peopleHub(t, twelve)
	c := h.serve(t).MCP("/tasks")
	arguments, err := json.Marshal(map[string]string{"operation": "analyze_github_batch", "arguments": batchInput(t, twelve)})
	if err != nil {
		t.Fatal(err)
	}
	begun := c.Call(t, "start_task", string(arguments))
	if begun.IsError {
		t.Fatalf("%+v", begun.Content)
	}
	id := e2etest.Decode[op.TaskView](t, begun.Structured).ID
	e2etest.Await(t, func(context.Context) bool {
		told := c.Call(t, "get_task", `{"task_id":"`+id+`","wait_s":5}`)
		return op.TaskState(e2etest.Decode[op.TaskView](t, told.Structured).State).Final()
	})
	result := c.Call(t, "get_task_result", `{"task_id":"`+id+`"}`)
	got := e2etest.Decode[struct {
		State  string
		Result batched
	}](t, result.Structured)
	if got.State != "done" || got.Result.Succeeded != twelve {
		t.Errorf("%+v", got)
	}
}

// protocolTask is the part of a task of the protocol that tests look at.
type protocolTask struct {
	ID     string         `json:"taskId"`
	Status string         `json:"status"`
	Result e2etest.Called `json:"result"`
}

// A client that declares the protocol's tasks is given one where it would wait.
func TestBatch_protocolTask(t *testing.T) {
	t.Parallel()
	h := peopleHub(t, twelve)
	c := h.serve(t).MCP("/github")
	meta := `{"io.modelcontextprotocol/protocolVersion":"` + c.Revision + `","io.modelcontextprotocol/clientInfo":{"name":"e2e","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}`
	ask := func(method, name, params string) (told protocolTask) {
		_, messages := c.Send(t, method, name, e2etest.Request(method, params, meta))
		last := messages[len(messages)-1]
		if last.Error != nil {
			t.Fatalf("%s: %s", method, last.Error.Message)
		}
		if err := json.Unmarshal(last.Result, &told); err != nil {
			t.Fatal(err)
		}
		return told
	}
	begun := ask("tools/call", "analyze_github_batch", `{"name":"analyze_github_batch","arguments":`+batchInput(t, twelve)+`}`)
	if begun.ID == "" || begun.Status != "working" {
		t.Fatalf("%+v", begun)
	}
	last := begun
	e2etest.Await(t, func(context.Context) bool {
		last = ask("tasks/get", begun.ID, `{"taskId":"`+begun.ID+`"}`)
		return last.Status != "working"
	})
	if got := e2etest.Decode[batched](t, last.Result.Structured); last.Status != "completed" || got.Succeeded != twelve {
		t.Errorf("%s: %+v", last.Status, got)
	}
}
