package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kadry/internal/app"
	"kadry/internal/cli"
	"kadry/internal/e2e/e2etest"
	"kadry/internal/op"
)

// answered is the JSON that each front gave for one example.
type answered struct{ rest, line, mcp any }

// Every example in the reference works as printed, and the fronts give the same facts:
// the request body over REST, the tool call over MCP, the command line in a shell. Each
// front has a base of its own, because some examples change it.
func TestExamples(t *testing.T) {
	t.Parallel()
	overREST, overMCP := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)}), e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	onTheLine := e2etest.Environment(e2etest.Sample(t))
	registry, err := app.Operations()
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	moments := []string{"extraction_timestamp", "made_at", "taken_at", "fetched_at", "snapshot_at", "published_at", "processing_time_ms"}
	moment := cmpopts.IgnoreMapEntries(func(name string, _ any) bool { return slices.Contains(moments, name) })
	for _, o := range registry.All() {
		for _, x := range o.Examples {
			shown++
			t.Run(o.Name+"/"+x.Title, func(t *testing.T) {
				var got answered
				over := overREST.REST().Post(t, o.Name, x.Input)
				if o.World && over.Status == http.StatusServiceUnavailable {
					over.Refused(t, http.StatusServiceUnavailable, "unavailable") // without the foreign system, in words
					overMCP.MCP("/"+o.Toolset).Call(t, o.Name, x.Input).Refused(t, "unavailable")
					return
				}
				if over.Status != 200 {
					t.Fatalf("REST: status %d: %s", over.Status, over.Body)
				}
				got.rest = e2etest.Decode[any](t, over.Body)
				called := overMCP.MCP("/"+o.Toolset).Call(t, o.Name, x.Input)
				if called.IsError {
					t.Fatalf("MCP: %+v", called.Content)
				}
				got.mcp = e2etest.Decode[any](t, called.Structured)
				got.line = inShell(t, onTheLine, o, x)
				if diff := cmp.Diff(got.rest, got.line, moment); diff != "" {
					t.Errorf("REST and the command line differ (-rest +line):\n%s", diff)
				}
				if diff := cmp.Diff(got.rest, got.mcp, moment); diff != "" {
					t.Errorf("REST and MCP differ (-rest +mcp):\n%s", diff)
				}
			})
		}
	}
	if shown == 0 {
		t.Error("no operation shows an example")
	}
}

// inShell runs the line that the help and the reference print for an example, and asks for
// JSON where the answer would be made for reading.
func inShell(t *testing.T, env []string, o *op.Op, x op.Example) any {
	t.Helper()
	line := cli.Line(o, []byte(x.Input)) + " --output json"
	shell := exec.CommandContext(t.Context(), "sh", "-c", line)
	shell.Env = env
	got := e2etest.Finish(t, shell)
	if got.Code != 0 {
		t.Fatalf("%s\nexit code %d: %s", line, got.Code, got.Stderr)
	}
	return e2etest.Decode[any](t, []byte(got.Stdout))
}

// The examples of the operations that need a candidate cannot name one, so a chain of
// calls stands for them: find, look, compare, delete, each over another front.
func TestExamples_chain(t *testing.T) {
	t.Parallel()
	home := e2etest.Sample(t)
	s := e2etest.Serve(t, e2etest.Options{Home: home})
	found := s.REST().Post(t, "search_by_skills", `{"required_skills":["Python"],"top_k":2}`).Facts(t)
	if len(found.Candidates) != 2 {
		t.Fatalf("found %+v, want 2", found.Candidates)
	}
	first, second := found.Candidates[0], found.Candidates[1]
	var details struct{ Name, Text string }
	looked := s.MCP("").Call(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, first.ID))
	if err := json.Unmarshal(looked.Structured, &details); err != nil || details.Name != first.Name || details.Text == "" {
		t.Errorf("details over MCP: %v, %+v", err, details)
	}
	var table struct{ Rows []struct{ Name string } }
	compared := e2etest.Succeed(t, e2etest.Environment(home), "talent", "compare-candidates", first.ID, second.ID, "--required-skills", "Python,Docker")
	if err := json.Unmarshal([]byte(compared), &table); err != nil || len(table.Rows) != 2 || table.Rows[0].Name != first.Name {
		t.Errorf("comparison on the command line: %v, %s", err, compared)
	}
	s.REST().Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, first.ID)).Facts(t)
	s.MCP("").Call(t, "get_candidate_details", fmt.Sprintf(`{"candidate_id":%q}`, first.ID)).Refused(t, "not_found")
}

// Neither can those that need an interview: one of the sample waits for an answer, and is
// found, read, answered and read again, each over another front.
func TestExamples_interview(t *testing.T) {
	t.Parallel()
	home := e2etest.Sample(t)
	s := e2etest.Serve(t, e2etest.Options{Home: home})
	type standing struct {
		Session  string `json:"session_id"`
		Status   string `json:"status"`
		Question string `json:"question_id"`
		Accepted bool   `json:"accepted"`
	}
	listed := s.REST().Post(t, "list_interviews", `{"status":"waiting_for_answer"}`)
	waiting := e2etest.Decode[struct{ Items []standing }](t, listed.Body)
	if len(waiting.Items) != 1 {
		t.Fatalf("waiting are %s, want one", listed.Body)
	}
	id := waiting.Items[0].Session
	open := e2etest.Decode[standing](t, s.MCP("").Call(t, "get_interview", fmt.Sprintf(`{"session_id":%q}`, id)).Structured)
	if open.Session != id || open.Question == "" {
		t.Fatalf("over MCP: %+v", open)
	}
	answered := e2etest.Decode[standing](t, []byte(e2etest.Succeed(t, e2etest.Environment(home), "interview", "continue-interview", id,
		"--question-id", open.Question, "--user-answer", "I would describe the answer of the API as a type and check it where it comes in.")))
	if !answered.Accepted || answered.Status != "waiting_for_answer" || answered.Question == open.Question {
		t.Errorf("on the command line: %+v after %+v", answered, open)
	}
	after := e2etest.Decode[standing](t, s.REST().Post(t, "get_interview", fmt.Sprintf(`{"session_id":%q,"include":[]}`, id)).Body)
	if after.Question != answered.Question {
		t.Errorf("over REST: %+v, want %+v", after, answered)
	}
	s.MCP("").Call(t, "get_interview", `{"session_id":"nobody"}`).Refused(t, "not_found")
}
