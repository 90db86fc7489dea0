package mcpserver

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/op"
)

func TestScope_callersSeeWhatTheyMayCall(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		caller                             op.Caller
		path                               string
		tools, prompts, resources, address []string
	}{
		"everything": {
			tools:   []string{"delete_candidate", "explode_now", "fail_as", "find_jobs", "find_people", "report_stages", "save_vacancy", "wait_long"},
			prompts: []string{"screen_candidate"}, resources: []string{"summary"}, address: []string{"candidate"},
		},
		"one toolset by token": {
			caller: op.Caller{Toolsets: []string{"talent"}}, tools: []string{"delete_candidate", "find_people"},
			prompts: []string{"screen_candidate"}, address: []string{"candidate"},
		},
		"read-only": {
			caller: op.Caller{Toolsets: []string{"talent"}, ReadOnly: true}, tools: []string{"find_people"},
			prompts: []string{"screen_candidate"}, address: []string{"candidate"},
		},
		"one toolset by path": {
			path:  "/market",
			tools: []string{"explode_now", "fail_as", "find_jobs", "report_stages", "save_vacancy", "wait_long"}, resources: []string{"summary"},
		},
		"path and token": {
			path: "/talent", caller: op.Caller{Toolsets: []string{"talent", "market"}, ReadOnly: true}, tools: []string{"find_people"},
			prompts: []string{"screen_candidate"}, address: []string{"candidate"},
		},
		"a toolset on a path of its own, by a name of another one": {path: "/retrieval", tools: []string{"find_people"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := serveAs(t, newSample(t), c.caller) + c.path
			for _, w := range eachRevision(t, url) {
				t.Run(w.revision, func(t *testing.T) {
					got := [][]string{w.list(t, "tools/list")}
					want := [][]string{c.tools}
					if c.prompts != nil {
						got, want = append(got, w.list(t, "prompts/list")), append(want, c.prompts)
					}
					if c.resources != nil {
						got, want = append(got, w.list(t, "resources/list")), append(want, c.resources)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Error(diff)
					}
				})
			}
		})
	}
}

// Where the operation it stands for is not seen, a tool is called by either name.
func TestScope_standIn(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{}) + "/retrieval"
	for _, w := range eachRevision(t, url) {
		for _, name := range []string{"find_people", "find_code"} {
			if got, _ := w.ask(t, "tools/call", name, `{"name":"`+name+`","arguments":{"query":"Go"}}`); got.Error != nil {
				t.Errorf("%s, %s: %+v", w.revision, name, got)
			}
		}
	}
}

// A list leaves tools out to stay short; whoever knows them calls them all the same.
func TestScope_unlistedToolsCanBeCalled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		caller op.Caller
		works  bool
	}{{op.Caller{}, true}, {op.Caller{Toolsets: []string{"retrieval"}}, true}, {op.Caller{Toolsets: []string{"talent"}}, false}} {
		for _, w := range eachRevision(t, serveAs(t, newSample(t), c.caller)) {
			got, _ := w.ask(t, "tools/call", "find_code", `{"name":"find_code","arguments":{"query":"Go"}}`)
			if (got.Error == nil) != c.works {
				t.Errorf("%s, %v: %+v", w.revision, c.caller.Toolsets, got)
			}
		}
	}
}

func TestScope_unknownAndForbiddenToolsetsLookTheSame(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{Toolsets: []string{"talent"}})
	for _, path := range []string{"/market", "/retrieval", "/nowhere", "/talent/more"} {
		if got := modern(url + path).status(t); got != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, got)
		}
	}
}

func TestScope_serversAreSharedNotMultiplied(t *testing.T) {
	t.Parallel()
	s := newSample(t)
	for _, toolsets := range [][]string{{"talent"}, {"talent", "ghost"}, {"talent"}} {
		visible, ok := s.scopeOf("", op.Caller{Name: strings.Join(toolsets, "+"), Toolsets: toolsets})
		if !ok {
			t.Fatal(toolsets)
		}
		s.serve(visible)
	}
	if len(s.scopes) != 1 {
		t.Errorf("got %d servers for the same rights, want 1", len(s.scopes))
	}
}

// discovered is what server/discover and initialize tell alike.
type discovered struct {
	Capabilities map[string]json.RawMessage `json:"capabilities"`
	Instructions string                     `json:"instructions"`
	CacheScope   string                     `json:"cacheScope"`
	TTL          int                        `json:"ttlMs"`
}

func TestScope_capabilitiesAndInstructions(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{Toolsets: []string{"talent"}})
	answer, _ := modern(url).ask(t, "server/discover", "", "{}")
	var got discovered
	if err := json.Unmarshal(answer.Result, &got); err != nil {
		t.Fatal(err)
	}
	for capability, want := range map[string]string{"tools": "{}", "prompts": "{}", "resources": `{"subscribe":true}`, "completions": "{}", "logging": "{}"} {
		if string(got.Capabilities[capability]) != want {
			t.Errorf("capability %s: got %q, want %q", capability, got.Capabilities[capability], want)
		}
	}
	if !strings.Contains(got.Instructions, "talent: start with find_people.") || strings.Contains(got.Instructions, "market") {
		t.Errorf("instructions speak of other toolsets or not of their own:\n%s", got.Instructions)
	}
	if got.CacheScope != "private" || got.TTL != 300_000 {
		t.Errorf("got cache %s for %d ms", got.CacheScope, got.TTL)
	}
}

func TestScope_nothingIsCachedInPublic(t *testing.T) {
	t.Parallel()
	url := serveAs(t, newSample(t), op.Caller{})
	for method, c := range map[string]struct {
		name, params string
		ttl          int
	}{
		"tools/list":               {"", "{}", 300_000},
		"prompts/list":             {"", "{}", 300_000},
		"resources/list":           {"", "{}", 300_000},
		"resources/templates/list": {"", "{}", 300_000},
		"resources/read":           {"kadry://candidate/c_1", `{"uri":"kadry://candidate/c_1"}`, 0},
	} {
		answer, _ := modern(url).ask(t, method, c.name, c.params)
		var got discovered
		if err := json.Unmarshal(answer.Result, &got); err != nil || got.CacheScope != "private" || got.TTL != c.ttl {
			t.Errorf("%s: got %q for %d ms, %v", method, got.CacheScope, got.TTL, err)
		}
	}
}
