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

	"kadry/internal/app"
	"kadry/internal/e2e/e2etest"
	"kadry/internal/mcpserver/mcptest"
	"kadry/internal/op"
)

// A client of either revision lists tools, calls one and gets the same facts twice: as
// text for the clients that forward text, as structure for those that forward structure.
func TestMCP_call(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	for _, c := range []e2etest.Client{s.MCP(""), s.Session(t, "")} {
		t.Run(c.Revision, func(t *testing.T) {
			want := slices.DeleteFunc(e2etest.ToolsOf(t, ""), apart(t))
			if diff := cmp.Diff(want, c.Tools(t)); diff != "" {
				t.Error(diff)
			}
			got := c.Call(t, "search_by_skills", `{"required_skills":["Kubernetes","AWS"],"top_k":"3"}`)
			if got.IsError || len(got.Content) != 1 || got.Content[0].Text != string(got.Structured) {
				t.Fatalf("text and structure differ: %+v", got)
			}
			found := e2etest.Decode[e2etest.Facts](t, got.Structured)
			if len(found.Candidates) != 3 || !found.HasMore {
				t.Errorf("got %d candidates, more: %t; want 3 and more", len(found.Candidates), found.HasMore)
			}
			next := e2etest.Decode[e2etest.Facts](t, c.Call(t, "search_by_skills",
				fmt.Sprintf(`{"required_skills":["Kubernetes","AWS"],"top_k":3,"cursor":%q}`, found.NextCursor)).Structured)
			if len(next.Candidates) == 0 || next.Candidates[0].ID == found.Candidates[0].ID {
				t.Errorf("the second page is %+v", next.Candidates)
			}
		})
	}
}

// apart reports the tools that the rooms put on paths of their own.
func apart(t *testing.T) func(name string) bool {
	t.Helper()
	registry, err := app.Operations()
	if err != nil {
		t.Fatal(err)
	}
	own := app.OwnPaths()
	return func(name string) bool {
		return slices.Contains(own, name) || slices.ContainsFunc(registry.All(), func(o *op.Op) bool {
			return o.Name == name && slices.Contains(own, o.Toolset)
		})
	}
}

// An unknown tool is an error of the protocol; wrong arguments are an answer with words
// that a model can act on.
func TestMCP_failures(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	for _, c := range []e2etest.Client{s.MCP(""), s.Session(t, "")} {
		t.Run(c.Revision, func(t *testing.T) {
			got, _ := c.Ask(t, "tools/call", "find_people", `{"name":"find_people","arguments":{}}`)
			if got.Error == nil || got.Error.Code != -32602 {
				t.Errorf("unknown tool: got %+v", got)
			}
			text := c.Call(t, "search_by_skills", `{"skills":["Go"]}`).Refused(t, "invalid_argument")
			if !strings.Contains(text, "required_skills") {
				t.Errorf("the refusal does not name the valid field: %s", text)
			}
		})
	}
}

// Taking in a folder tells how far it has come before it answers.
func TestMCP_progress(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	folder := t.TempDir()
	writeCVs(t, folder, 12)
	for _, c := range []e2etest.Client{s.MCP(""), s.Session(t, "")} {
		got, notes := c.Ask(t, "tools/call", "ingest_cv", fmt.Sprintf(`{"name":"ingest_cv","arguments":{"path":%q}}`, folder))
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
				t.Fatalf("%s: not progress: %s", c.Revision, n.Params)
			}
			if stage.ProgressToken != "p" || stage.Progress <= last || stage.Total != 12 || stage.Message == "" {
				t.Errorf("%s: after %g came %+v", c.Revision, last, stage)
			}
			last = stage.Progress
		}
		if last != 12 {
			t.Errorf("%s: progress ended at %g of 12", c.Revision, last)
		}
	}
}

// What a person attaches to a conversation: a candidate, a role, a skill by address; a
// prompt with its arguments; names proposed while typing.
func TestMCP_resourcesPromptsCompletion(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	found := s.REST().Post(t, "search_by_skills", `{"required_skills":["Rust"],"match":"any","preferred_skills":["Go"]}`).Facts(t)
	if len(found.Candidates) == 0 {
		found = s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Facts(t)
	}
	person := found.Candidates[0]
	for _, c := range []e2etest.Client{s.MCP(""), s.Session(t, "")} {
		t.Run(c.Revision, func(t *testing.T) {
			templates := string(c.Result(t, "resources/templates/list", "", `{}`))
			for _, want := range []string{"kadry://candidate/{id}", "kadry://profile/{id}", "kadry://skill/{name}"} {
				if !strings.Contains(templates, want) {
					t.Errorf("no template %s in %s", want, templates)
				}
			}
			for uri, want := range map[string]string{
				"kadry://candidate/" + person.ID: person.Name,
				"kadry://skill/k8s":              "Kubernetes",
			} {
				if got := string(c.Result(t, "resources/read", uri, fmt.Sprintf(`{"uri":%q}`, uri))); !strings.Contains(got, want) {
					t.Errorf("%s says nothing of %s: %.300s", uri, want, got)
				}
			}
			if got, _ := c.Ask(t, "resources/read", "kadry://candidate/cv_nobody", `{"uri":"kadry://candidate/cv_nobody"}`); got.Error == nil {
				t.Errorf("a candidate who is not there was read: %s", got.Result)
			}
			prompt := string(c.Result(t, "prompts/get", "shortlist", `{"name":"shortlist","arguments":{"vacancy":"Senior Go developer"}}`))
			if !strings.Contains(prompt, "Senior Go developer") || !strings.Contains(prompt, "search_candidates") {
				t.Errorf("prompt: %s", prompt)
			}
			if got, _ := c.Ask(t, "prompts/get", "shortlist", `{"name":"shortlist"}`); got.Error == nil {
				t.Errorf("a prompt without its argument was rendered: %s", got.Result)
			}
			names := string(c.Result(t, "completion/complete", "",
				`{"ref":{"type":"ref/resource","uri":"kadry://skill/{name}"},"argument":{"name":"name","value":"kube"}}`))
			if !strings.Contains(names, `"Kubernetes"`) {
				t.Errorf("completion of kube: %s", names)
			}
		})
	}
}

// Who subscribes to a resource hears of a change that came over REST.
func TestMCP_subscribersHearOfOtherFronts(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t)})
	person := s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"]}`).Facts(t).Candidates[0]
	uri := "kadry://candidate/" + person.ID
	c := s.Session(t, "/talent")
	c.Result(t, "resources/subscribe", uri, fmt.Sprintf(`{"uri":%q}`, uri))
	lines := c.Listen(t)
	s.REST().Post(t, "delete_candidate", fmt.Sprintf(`{"candidate_id":%q,"confirm":true}`, person.ID))
	for lines.Scan() {
		if text := lines.Text(); strings.Contains(text, "notifications/resources/updated") && strings.Contains(text, uri) {
			return
		}
	}
	t.Errorf("the stream ended without a word of it: %v", lines.Err())
}

// What a server offers is chosen by address, by flag and by token, never by a call.
func TestMCP_selection(t *testing.T) {
	t.Parallel()
	reading := slices.DeleteFunc(e2etest.ToolsOf(t, "talent"), func(name string) bool {
		return slices.Contains([]string{"ingest_cv", "delete_candidate", "correct_candidate", "link_candidates"}, name)
	})
	asked := append(slices.DeleteFunc(e2etest.ToolsOf(t, "hr"), func(name string) bool { return name == "parse_resume_advanced" }), "search_by_skills")
	plain := e2etest.Serve(t, e2etest.Options{})
	readOnly := e2etest.Serve(t, e2etest.Options{Args: []string{"--read-only"}})
	chosen := e2etest.Serve(t, e2etest.Options{Args: []string{"--toolsets", "hr", "--tools", "search_by_skills", "--exclude-tools", "parse_resume_advanced"}})
	for name, c := range map[string]struct {
		client e2etest.Client
		want   []string
	}{
		"/mcp/talent":           {plain.MCP("/talent"), e2etest.ToolsOf(t, "talent")},
		"/mcp/hr":               {plain.MCP("/hr"), e2etest.ToolsOf(t, "hr")},
		"/mcp/interview":        {plain.MCP("/interview"), e2etest.ToolsOf(t, "interview")},
		"session on /mcp/hr":    {plain.Session(t, "/hr"), e2etest.ToolsOf(t, "hr")},
		"--read-only":           {readOnly.MCP("/talent"), reading},
		"--toolsets and others": {chosen.MCP(""), asked},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, c.client.Tools(t)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if got, _ := readOnly.MCP("").Ask(t, "tools/call", "delete_candidate", `{"name":"delete_candidate","arguments":{"candidate_id":"cv_x","confirm":true}}`); got.Error == nil {
		t.Errorf("a read-only server deletes: %s", got.Result)
	}
	readOnly.REST().Post(t, "delete_candidate", `{"candidate_id":"cv_x","confirm":true}`).Refused(t, 404, "not_found")
	if response, _ := plain.MCP("/payroll").Send(t, "tools/list", "", `{}`); response.StatusCode != 404 {
		t.Errorf("an unknown toolset: status %d", response.StatusCode)
	}
}

// stdout belongs to JSON-RPC: whatever the log level and whatever is asked, each line is
// one message, and the log goes to the error stream.
func TestMCP_stdio(t *testing.T) {
	t.Parallel()
	home := e2etest.Sample(t)
	folder := t.TempDir()
	writeCVs(t, folder, 3)
	if err := os.WriteFile(filepath.Join(folder, "broken.pdf"), []byte("%PDF-1.4\nnothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, end := e2etest.StartPipe(t, e2etest.Environment(home, "KADRY_LOG_LEVEL=debug"))
	opened := p.Ask(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}`, e2etest.Stateful))
	if opened.Error != nil {
		t.Fatal(opened.Error.Message)
	}
	for _, c := range []struct{ tool, arguments string }{
		{"search_by_skills", `{"required_skills":["Go"]}`},
		{"search_by_skills", `{"required_skills":[]}`},
		{"ingest_cv", fmt.Sprintf(`{"path":%q}`, folder)},
		{"delete_candidate", `{"candidate_id":"cv_nobody","confirm":true}`},
	} {
		got := p.Ask(t, e2etest.Request("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, c.tool, c.arguments), `{"progressToken":"p"}`))
		if got.Error != nil {
			t.Errorf("%s: %s", c.tool, got.Error.Message)
		}
	}
	if got := p.Ask(t, `this is no message`); got.Error == nil || got.Error.Code != -32700 {
		t.Errorf("nonsense was answered with %+v", got)
	}
	end()
}

// The Inspector's strict mode is the harshest reader of tool lists there is.
func TestMCP_inspector(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	for _, path := range []string{"/mcp", "/mcp/talent", "/mcp/hr"} {
		mcptest.InspectorStrict(t, s.URL+path)
	}
}
