package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/mcpserver/mcptest"
	"kadry/internal/op"
)

// eachRevision speaks to one address in both eras of the protocol.
func eachRevision(t *testing.T, url string) []*wire {
	t.Helper()
	return []*wire{modern(url), legacy(t, url, "{}")}
}

func TestTool_structureAndTextCarryTheSameFacts(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			got := w.call(t, "find_people", `{"skills":["go"],"limit":3}`)
			want := `{"items":[{"id":"go","score":0.5,"skills":[]}],"total":3,"has_more":false,"notes":{}}`
			if string(got.Structured) != want || len(got.Content) != 1 || got.Content[0].Text != want || got.IsError {
				t.Errorf("got %+v, want both to be %s", got, want)
			}
		})
	}
}

// An alias is answered like the name and not listed.
func TestTool_alias(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			if got := w.call(t, "find", `{"skills":["go"],"limit":3}`); got.IsError || !strings.Contains(string(got.Structured), `"total":3`) {
				t.Errorf("got %+v", got)
			}
			if names := w.list(t, "tools/list"); slices.Contains(names, "find") {
				t.Errorf("the alias is listed: %v", names)
			}
		})
	}
}

func TestTool_acceptsStringifiedScalars(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			got := w.call(t, "find_people", `{"skills":"go","limit":"7","strict":"true","level":null}`)
			if got.IsError || !strings.Contains(string(got.Structured), `"total":7`) {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestTool_badInputIsSaidInWords(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	w := modern(url)
	for name, c := range map[string]struct{ args, want string }{
		"over":    {`{"skills":["go"],"limit":1000}`, "limit: must be 1-50, got 1000"},
		"unknown": {`{"skills":["go"],"page":2}`, "page: unknown field; valid ones: skills, limit, level, strict"},
		"missing": {`{}`, "skills: is required"},
	} {
		t.Run(name, func(t *testing.T) {
			got := w.call(t, "find_people", c.args)
			if f := got.failure(t); f.Code != fault.Invalid || f.Message != c.want {
				t.Errorf("got %+v, want %q", f, c.want)
			}
			if got.Structured != nil {
				t.Errorf("a failure carries structure %s, which clients hold against the output schema", got.Structured)
			}
		})
	}
}

func TestTool_failuresByKind(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, kind := range []fault.Kind{
		fault.Invalid, fault.Denied, fault.NotFound, fault.Conflict, fault.TooLarge,
		fault.Limited, fault.Timeout, fault.Canceled, fault.Upstream, fault.Unavailable,
	} {
		got := modern(url).call(t, "fail_as", fmt.Sprintf(`{"kind":%q}`, kind)).failure(t)
		want := failure{Code: kind, Message: "It went wrong.", Hint: "Try another.", RetryAfter: 2, Candidates: []string{"first", "second"}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	for kind, code := range map[fault.Kind]int{fault.Internal: -32603, fault.Unauthenticated: -32001} {
		answer, _ := modern(url).ask(t, "tools/call", "fail_as", fmt.Sprintf(`{"name":"fail_as","arguments":{"kind":%q}}`, kind))
		if answer.Error == nil || answer.Error.Code != code || answer.Error.Message != "It went wrong." || strings.Contains(string(answer.Error.Data), "secret") {
			t.Errorf("%s: got %+v, want code %d", kind, answer.Error, code)
		}
	}
}

func TestTool_speaksTheLanguageOfTheCaller(t *testing.T) {
	t.Parallel()
	open, russian := serveAs(t, newSample(t), op.Caller{}), serveAs(t, newSample(t), op.Caller{Lang: "ru"})
	for name, c := range map[string]struct{ url, accept, want string }{
		"default":        {open, "", "It went wrong."},
		"header":         {open, "de, ru;q=0.8, en;q=0.5", "Не получилось."},
		"english first":  {open, "en-GB, ru", "It went wrong."},
		"neither":        {open, "de", "It went wrong."},
		"not a header":   {open, ";;;", "It went wrong."},
		"caller's own":   {russian, "", "Не получилось."},
		"own beats ours": {russian, "en", "Не получилось."},
	} {
		t.Run(name, func(t *testing.T) {
			for _, w := range eachRevision(t, c.url) {
				t.Run(w.revision, func(t *testing.T) {
					w.header.Set("Accept-Language", c.accept)
					if got := w.call(t, "fail_as", `{"kind":"conflict"}`).failure(t).Message; got != c.want {
						t.Errorf("got %q, want %q", got, c.want)
					}
				})
			}
		})
	}
}

func TestTool_panicOnHTTPEndsOnlyItsCall(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			answer, _ := w.ask(t, "tools/call", "explode_now", `{"name":"explode_now","arguments":{}}`)
			if answer.Error == nil || answer.Error.Code != -32603 || strings.Contains(answer.Error.Message+string(answer.Error.Data), "out of range") {
				t.Errorf("got %+v, want an internal error without its cause", answer.Error)
			}
			if got := w.call(t, "find_people", `{"skills":["go"]}`); got.IsError {
				t.Errorf("the next call failed: %+v", got)
			}
		})
	}
}

func TestGuard_panicOutsideThePipeline(t *testing.T) {
	t.Parallel()
	config := sampleConfig(t, newSlow())
	config.extend = func(server *mcp.Server) {
		addFixture(server, "raw_panic", anyObject, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			_, err := explode(ctx, nothing{})
			return nil, err
		})
		addFixture(server, "raw_error", anyObject, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return nil, errors.New("a secret")
		})
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, answer message) {
		t.Helper()
		if answer.Error == nil || answer.Error.Code != -32603 || strings.Contains(answer.Error.Message+string(answer.Error.Data), "secret") || strings.Contains(answer.Error.Message, "range") {
			t.Errorf("got %+v, want an internal error without its cause", answer.Error)
		}
	}
	url := serveAs(t, s, op.Caller{})
	say, hear := pipes(t, s)
	for _, name := range []string{"raw_panic", "raw_error"} {
		params := fmt.Sprintf(`{"name":%q,"arguments":{}}`, name)
		for _, w := range eachRevision(t, url) {
			t.Run(w.revision, func(t *testing.T) {
				answer, _ := w.ask(t, "tools/call", name, params)
				check(t, answer)
			})
		}
		say(modern("").body("tools/call", params))
		check(t, hear())
	}
}

func TestTool_unknownNameTellsNothing(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{Toolsets: []string{"talent"}})
	for _, w := range eachRevision(t, url) {
		t.Run(w.revision, func(t *testing.T) {
			for _, name := range []string{"no_such_tool", "find_jobs"} {
				answer, _ := w.ask(t, "tools/call", name, fmt.Sprintf(`{"name":%q,"arguments":{}}`, name))
				if answer.Error == nil || answer.Error.Code != -32602 || strings.Contains(answer.Error.Message, "find_people") {
					t.Errorf("%s: got %+v", name, answer.Error)
				}
			}
		})
	}
}

func TestTool_progressOnlyGrows(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	_, before := modern(url).ask(t, "tools/call", "report_stages", `{"name":"report_stages","arguments":{}}`)
	last, seen := -1.0, 0
	for _, m := range before {
		var p struct {
			Token    string  `json:"progressToken"`
			Progress float64 `json:"progress"`
			Total    float64 `json:"total"`
			Message  string  `json:"message"`
		}
		if err := json.Unmarshal(m.Params, &p); err != nil || m.Method != "notifications/progress" {
			t.Fatalf("%s %s: %v", m.Method, m.Params, err)
		}
		if p.Token != "p" || p.Progress <= last || p.Total != 2 || p.Message != "stage" {
			t.Errorf("got %+v after %v", p, last)
		}
		last, seen = p.Progress, seen+1
	}
	if seen != 4 || last != 2 {
		t.Errorf("got %d stages up to %v, want 4 up to 2: the step back is left out", seen, last)
	}
}

// forbiddenInInput are keywords that some clients drop or crash on.
var forbiddenInInput = []string{"$ref", "oneOf", "anyOf", "allOf", "not"}

func TestTool_listedContractsSuitEveryClient(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	answer, _ := modern(url).ask(t, "tools/list", "", "{}")
	var list struct {
		Tools []struct {
			Name, Title, Description  string
			InputSchema, OutputSchema map[string]any
			Annotations               map[string]any
		}
	}
	if err := json.Unmarshal(answer.Result, &list); err != nil || len(list.Tools) != 8 {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	for _, tool := range list.Tools {
		if len(tool.Name) > 40 || tool.Title == "" || tool.Description == "" {
			t.Errorf("%s: name, title or description", tool.Name)
		}
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			if _, said := tool.Annotations[hint].(bool); !said {
				t.Errorf("%s: %s is not said", tool.Name, hint)
			}
		}
		if _, ok := tool.InputSchema["properties"]; !ok {
			t.Errorf("%s: input without properties", tool.Name)
		}
		inspect(t, tool.Name+" input", tool.InputSchema, forbiddenInInput)
		inspect(t, tool.Name+" output", tool.OutputSchema, nil)
	}
}

// inspect walks a schema for what clients are known to choke on.
func inspect(t *testing.T, path string, s map[string]any, forbidden []string) {
	t.Helper()
	if _, ok := s["type"].(string); !ok {
		t.Errorf("%s: type %v is not one concrete name", path, s["type"])
	}
	if items, ok := s["items"].(map[string]any); s["type"] == "array" && (!ok || items["type"] == nil) {
		t.Errorf("%s: items %v", path, s["items"])
	}
	for key, value := range s {
		if slices.Contains(forbidden, key) {
			t.Errorf("%s: uses %s", path, key)
		}
		inner, ok := value.(map[string]any)
		if !ok {
			continue
		}
		switch key {
		case "properties":
			for name, property := range inner {
				inspect(t, path+"."+name, property.(map[string]any), forbidden)
			}
		case "items":
			inspect(t, path+"[]", inner, forbidden)
		}
	}
}

func TestTool_hintsFollowTheEffect(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	want := map[string][4]bool{ // reads only, destroys, same twice, open world
		"find_people":      {true, false, true, false},
		"delete_candidate": {false, true, false, false},
		"save_vacancy":     {false, false, false, true},
		"find_jobs":        {true, false, true, true},
	}
	for o, made := range s.offers {
		hints, listed := want[o.Name]
		if !listed {
			continue
		}
		a := made.tool.Annotations
		if got := [4]bool{a.ReadOnlyHint, *a.DestructiveHint, a.IdempotentHint, *a.OpenWorldHint}; got != hints {
			t.Errorf("%s: got %v, want %v", o.Name, got, hints)
		}
	}
}

func TestInspectorStrict(t *testing.T) {
	url := serveAs(t, newSample(t), op.Caller{})
	mcptest.InspectorStrict(t, url)
}

func TestInspector_readsFailuresAsToolErrors(t *testing.T) {
	url := serveAs(t, newSample(t), op.Caller{})
	for _, era := range []string{"modern", "legacy"} {
		output, err := mcptest.Inspector(t, url, "--method", "tools/call", "--tool-name", "fail_as",
			"--tool-args-json", `{"kind":"conflict"}`, "--format", "json", "-q", "--protocol-era", era)
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 5 || !strings.Contains(output, "It went wrong.") {
			t.Errorf("%s: got %v, want exit code 5 for a tool error\n%s", era, err, output)
		}
		if output, err := mcptest.Inspector(t, url, "--method", "tools/call", "--tool-name", "find_people",
			"--tool-args-json", `{"skills":["go"]}`, "--format", "json", "-q", "--protocol-era", era); err != nil {
			t.Errorf("%s: %v\n%s", era, err, output)
		}
	}
}
