package evidencee2e_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/e2e/e2etest"
)

// mostListed bounds the list of the tools: a model reads it in every conversation.
const mostListed = 4000 * 4 // bytes; about four are a token

// An assistant of either revision sees the room's tools, each field described, within the
// room that a conversation has for them; and what they answer is what they say they answer.
func TestEvidenceMCP_tools(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	for _, c := range []e2etest.Client{s.MCP("/github"), s.Session(t, "/github")} {
		t.Run(c.Revision, func(t *testing.T) {
			listed := c.List(t)
			if listed.Bytes > mostListed {
				t.Errorf("the list of tools has %d bytes, at most %d are right", listed.Bytes, mostListed)
			}
			t.Logf("%d tools in %d bytes", len(listed.Tools), listed.Bytes)
			if diff := cmp.Diff(e2etest.ToolsOf(t, "github"), c.Tools(t)); diff != "" {
				t.Error(diff)
			}
			for _, tool := range listed.Tools {
				wantDescribed(t, tool.Name, tool.Input)
				got := c.Call(t, tool.Name, calls[tool.Name])
				if got.IsError || len(got.Structured) == 0 {
					t.Errorf("%s: %+v", tool.Name, got.Content)
				}
				wantSchema(t, tool.Name, got.Structured)
			}
		})
	}
}

// wantDescribed checks that every field of an input says what it is.
func wantDescribed(t *testing.T, tool string, schema json.RawMessage) {
	t.Helper()
	fields := e2etest.Decode[struct {
		Properties map[string]struct{ Description string }
	}](t, schema).Properties
	if len(fields) == 0 {
		t.Errorf("%s: no fields", tool)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name].Description == "" {
			t.Errorf("%s: %s is not described", tool, name)
		}
	}
}

// wantSchema checks an answer against the schema that the operation is declared with.
func wantSchema(t *testing.T, operation string, answer json.RawMessage) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(e2etest.Checkout, "api", "ops", operation+".json"))
	if err != nil {
		t.Fatal(err)
	}
	declared := e2etest.Decode[struct {
		Output jsonschema.Schema `json:"output_schema"`
	}](t, text)
	resolved, err := declared.Output.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", operation, err)
	}
	if err := resolved.Validate(e2etest.Decode[any](t, answer)); err != nil {
		t.Errorf("%s: %v", operation, err)
	}
}

// A failure is an answer with words for a model and with what to do next, never one of the protocol.
func TestEvidenceMCP_failures(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	for _, x := range []struct{ tool, input, code, hint string }{
		{"analyze_github", `{"username":"bad--name"}`, "invalid_argument", "like octocat"},
		{"analyze_github", `{"username":"nobody-here"}`, "not_found", ""},
		{"analyze_github_batch", `{"usernames":[]}`, "invalid_argument", ""},
		{"search_github_code", `{"username":"ada-example","code_patterns":["("],"mode":"regex"}`, "invalid_argument", ""},
		{"analyze_contribution_quality", `{"username":"nobody-here"}`, "not_found", ""},
		{"detect_tech_stack", `{"repo_url":"https://example.org/a/b"}`, "invalid_argument", "owner/name"},
		{"detect_tech_stack", `{"repo_url":"finn-blank/nowhere"}`, "not_found", ""},
		{"get_file_contents", `{"repo":"ada-example/ledger-kit","path":"no.such"}`, "not_found", ""},
		{"analyze_linkedin_profile", `{"linkedin_url":"https://example.org/in/x"}`, "invalid_argument", ""},
	} {
		text := s.MCP(pathOf(x.tool)).Call(t, x.tool, x.input).Refused(t, x.code)
		if !strings.Contains(text, x.hint) || strings.Contains(text, "ghp_") {
			t.Errorf("%s %s: %s", x.tool, x.input, text)
		}
	}
}

// pathOf is where MCP lists an operation.
func pathOf(tool string) string {
	if tool == "analyze_linkedin_profile" {
		return "/hr"
	}
	return "/github"
}

// The same question is the same answer over every front; a token that may only read may ask all of them.
func TestEvidence_fronts(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	s := h.serve(t)
	reader := e2etest.NewToken(t, s.Home, "reader", "--read-only")
	// What tells of the moment and of the cost differs between a question and its repetition.
	moment := cmpopts.IgnoreMapEntries(func(name string, _ any) bool {
		return slices.Contains([]string{"budget", "analyzed_at", "extraction_timestamp"}, name)
	})
	for _, operation := range slices.Sorted(maps.Keys(calls)) {
		rest := s.REST().As(reader).Post(t, operation, calls[operation])
		if rest.Status != 200 {
			t.Errorf("%s: %d %s", operation, rest.Status, rest.Body)
			continue
		}
		wantSchema(t, operation, rest.Body)
		c := s.MCP(pathOf(operation))
		c.Token = reader
		mcp := c.Call(t, operation, calls[operation])
		line := e2etest.Succeed(t, h.at(s.Home), "call", operation, calls[operation], "-o", "json")
		want := e2etest.Decode[any](t, rest.Body)
		for front, got := range map[string][]byte{"MCP": mcp.Structured, "the command line": []byte(line)} {
			if diff := cmp.Diff(want, e2etest.Decode[any](t, got), moment); diff != "" {
				t.Errorf("%s: REST and %s differ:\n%s", operation, front, diff)
			}
		}
	}
	s.REST().Post(t, "analyze_github", calls["analyze_github"]).Refused(t, 401, "unauthenticated")
	foreign := e2etest.NewToken(t, s.Home, "tutor", "--toolsets", "sdamgia")
	s.REST().As(foreign).Post(t, "analyze_github", calls["analyze_github"]).Refused(t, 403, "denied")
}
