package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/mcpserver/mcptest"
)

var (
	talentTools = []string{
		"compare_candidates", "delete_candidate", "get_candidate_details", "ingest_cv",
		"search_by_profile", "search_by_skills", "search_candidates",
	}
	hrTools        = []string{"get_skill_taxonomy", "parse_resume_advanced"}
	interviewTools = []string{
		"continue_interview", "get_interview", "list_interviews", "list_vacancies", "save_vacancy", "start_interview",
	}
	taskTools = []string{"cancel_task", "get_task", "get_task_result", "list_tasks", "start_task"}
)

// tools returns the names of the tools a client sees.
func (c client) tools(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, tool := range c.list(t).Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

// A client of either revision lists tools, calls one and gets the same facts twice: as
// text for the clients that forward text, as structure for those that forward structure.
func TestMCP_call(t *testing.T) {
	t.Parallel()
	s := serve(t, options{home: sample(t)})
	for _, c := range []client{s.mcp(""), s.session(t, "")} {
		t.Run(c.revision, func(t *testing.T) {
			want := slices.Sorted(slices.Values(slices.Concat(talentTools, hrTools, examTools, interviewTools, taskTools)))
			if diff := cmp.Diff(want, c.tools(t)); diff != "" {
				t.Error(diff)
			}
			got := c.call(t, "search_by_skills", `{"required_skills":["Kubernetes","AWS"],"top_k":"3"}`)
			if got.IsError || len(got.Content) != 1 || got.Content[0].Text != string(got.Structured) {
				t.Fatalf("text and structure differ: %+v", got)
			}
			found := decode[facts](t, got.Structured)
			if len(found.Candidates) != 3 || !found.HasMore {
				t.Errorf("got %d candidates, more: %t; want 3 and more", len(found.Candidates), found.HasMore)
			}
			next := decode[facts](t, c.call(t, "search_by_skills",
				fmt.Sprintf(`{"required_skills":["Kubernetes","AWS"],"top_k":3,"cursor":%q}`, found.NextCursor)).Structured)
			if len(next.Candidates) == 0 || next.Candidates[0].ID == found.Candidates[0].ID {
				t.Errorf("the second page is %+v", next.Candidates)
			}
		})
	}
}

// An unknown tool is an error of the protocol; wrong arguments are an answer with words
// that a model can act on.
func TestMCP_failures(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	for _, c := range []client{s.mcp(""), s.session(t, "")} {
		t.Run(c.revision, func(t *testing.T) {
			got, _ := c.ask(t, "tools/call", "find_people", `{"name":"find_people","arguments":{}}`)
			if got.Error == nil || got.Error.Code != -32602 {
				t.Errorf("unknown tool: got %+v", got)
			}
			text := c.call(t, "search_by_skills", `{"skills":["Go"]}`).refused(t, "invalid_argument")
			if !strings.Contains(text, "required_skills") {
				t.Errorf("the refusal does not name the valid field: %s", text)
			}
		})
	}
}

// Taking in a folder tells how far it has come before it answers.
func TestMCP_progress(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	folder := t.TempDir()
	writeCVs(t, folder, 12)
	for _, c := range []client{s.mcp(""), s.session(t, "")} {
		got, notes := c.ask(t, "tools/call", "ingest_cv", fmt.Sprintf(`{"name":"ingest_cv","arguments":{"path":%q}}`, folder))
		if got.Error != nil {
			t.Fatal(got.Error.Message)
		}
		last := 0.0
		for _, n := range notes {
			var stage struct {
				ProgressToken   string
				Progress, Total float64
				Message         string
			}
			if err := json.Unmarshal(n.Params, &stage); err != nil || n.Method != "notifications/progress" {
				t.Fatalf("%s: not progress: %s", c.revision, n.Params)
			}
			if stage.ProgressToken != "p" || stage.Progress <= last || stage.Total != 12 || stage.Message == "" {
				t.Errorf("%s: after %g came %+v", c.revision, last, stage)
			}
			last = stage.Progress
		}
		if last != 12 {
			t.Errorf("%s: progress ended at %g of 12", c.revision, last)
		}
	}
}

// What a person attaches to a conversation: a candidate, a role, a skill by address; a
// prompt with its arguments; names proposed while typing.
func TestMCP_resourcesPromptsCompletion(t *testing.T) {
	t.Parallel()
	s := serve(t, options{home: sample(t)})
	found := s.rest().post(t, "search_by_skills", `{"required_skills":["Rust"],"match":"any","preferred_skills":["Go"]}`).facts(t)
	if len(found.Candidates) == 0 {
		found = s.rest().post(t, "search_by_skills", `{"required_skills":["Go"]}`).facts(t)
	}
	person := found.Candidates[0]
	for _, c := range []client{s.mcp(""), s.session(t, "")} {
		t.Run(c.revision, func(t *testing.T) {
			templates := string(c.result(t, "resources/templates/list", "", `{}`))
			for _, want := range []string{"kadry://candidate/{id}", "kadry://profile/{id}", "kadry://skill/{name}"} {
				if !strings.Contains(templates, want) {
					t.Errorf("no template %s in %s", want, templates)
				}
			}
			for uri, want := range map[string]string{
				"kadry://candidate/" + person.ID: person.Name,
				"kadry://skill/k8s":              "Kubernetes",
			} {
				if got := string(c.result(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri))); !strings.Contains(got, want) {
					t.Errorf("%s says nothing of %s: %.300s", uri, want, got)
				}
			}
			if got, _ := c.ask(t, "resources/read", "kadry://candidate/cv_nobody", `{"uri":"kadry://candidate/cv_nobody"}`); got.Error == nil {
				t.Errorf("a candidate who is not there was read: %s", got.Result)
			}
			prompt := string(c.result(t, "prompts/get", "shortlist", `{"name":"shortlist","arguments":{"vacancy":"Senior Go developer"}}`))
			if !strings.Contains(prompt, "Senior Go developer") || !strings.Contains(prompt, "search_candidates") {
				t.Errorf("prompt: %s", prompt)
			}
			if got, _ := c.ask(t, "prompts/get", "shortlist", `{"name":"shortlist"}`); got.Error == nil {
				t.Errorf("a prompt without its argument was rendered: %s", got.Result)
			}
			names := string(c.result(t, "completion/complete", "",
				`{"ref":{"type":"ref/resource","uri":"kadry://skill/{name}"},"argument":{"name":"name","value":"kube"}}`))
			if !strings.Contains(names, `"Kubernetes"`) {
				t.Errorf("completion of kube: %s", names)
			}
		})
	}
}

// What a server offers is chosen by address, by flag and by token, never by a call.
func TestMCP_selection(t *testing.T) {
	t.Parallel()
	reading := slices.DeleteFunc(slices.Clone(talentTools), func(name string) bool {
		return name == "ingest_cv" || name == "delete_candidate"
	})
	plain := serve(t, options{})
	readOnly := serve(t, options{args: []string{"--read-only"}})
	chosen := serve(t, options{args: []string{"--toolsets", "hr", "--tools", "search_by_skills", "--exclude-tools", "parse_resume_advanced"}})
	for name, c := range map[string]struct {
		client client
		want   []string
	}{
		"/mcp/talent":           {plain.mcp("/talent"), talentTools},
		"/mcp/hr":               {plain.mcp("/hr"), hrTools},
		"/mcp/interview":        {plain.mcp("/interview"), interviewTools},
		"session on /mcp/hr":    {plain.session(t, "/hr"), hrTools},
		"--read-only":           {readOnly.mcp("/talent"), reading},
		"--toolsets and others": {chosen.mcp(""), []string{"get_skill_taxonomy", "search_by_skills"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.client.tools(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got, _ := readOnly.mcp("").ask(t, "tools/call", "delete_candidate", `{"name":"delete_candidate","arguments":{"candidate_id":"cv_x","confirm":true}}`); got.Error == nil {
		t.Errorf("a read-only server deletes: %s", got.Result)
	}
	readOnly.rest().post(t, "delete_candidate", `{"candidate_id":"cv_x","confirm":true}`).refused(t, 404, "not_found")
	if response, _ := plain.mcp("/payroll").send(t, "tools/list", "", `{}`); response.StatusCode != 404 {
		t.Errorf("an unknown toolset: status %d", response.StatusCode)
	}
}

// stdout belongs to JSON-RPC: whatever the log level and whatever is asked, each line is
// one message, and the log goes to the error stream.
func TestMCP_stdio(t *testing.T) {
	t.Parallel()
	home := sample(t)
	folder := t.TempDir()
	writeCVs(t, folder, 3)
	if err := os.WriteFile(filepath.Join(folder, "broken.pdf"), []byte("%PDF-1.4\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, end := startPipe(t, environment(home, "KADRY_LOG_LEVEL=debug"))
	opened := p.ask(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}`, stateful))
	if opened.Error != nil {
		t.Fatal(opened.Error.Message)
	}
	for _, c := range []struct{ tool, arguments string }{
		{"search_by_skills", `{"required_skills":["Go"]}`},
		{"search_by_skills", `{"required_skills":[]}`},
		{"ingest_cv", fmt.Sprintf(`{"path":%q}`, folder)},
		{"delete_candidate", `{"candidate_id":"cv_nobody","confirm":true}`},
	} {
		got := p.ask(t, request("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, c.tool, c.arguments), `{"progressToken":"p"}`))
		if got.Error != nil {
			t.Errorf("%s: %s", c.tool, got.Error.Message)
		}
	}
	if got := p.ask(t, `this is no message`); got.Error == nil || got.Error.Code != -32700 {
		t.Errorf("nonsense was answered with %+v", got)
	}
	end()
}

// The Inspector's strict mode is the harshest reader of tool lists there is.
func TestMCP_inspector(t *testing.T) {
	t.Parallel()
	s := serve(t, options{})
	for _, path := range []string{"/mcp", "/mcp/talent", "/mcp/hr"} {
		mcptest.InspectorStrict(t, s.url+path)
	}
}
