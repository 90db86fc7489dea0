package codematche2e_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

var retrievalTools = []string{"search_similar_code", "search_similar_file", "search_similar_repository"}

// retrieved is an answer of pure retrieval.
type retrieved struct {
	Result []struct {
		URL    string  `json:"repository_url"`
		Branch *string `json:"branch"`
		Path   string  `json:"file_path"`
		Code   string  `json:"code"`
		Score  float64 `json:"score"`
	} `json:"result"`
}

// wantRetrieval checks that a server of MCP offers the three searches alone, and that they find.
func wantRetrieval(t *testing.T, c e2etest.Client, url string) {
	t.Helper()
	if tools := c.Tools(t); !slices.Equal(tools, retrievalTools) {
		t.Errorf("%v", tools)
	}
	for tool, input := range map[string]string{
		"search_similar_code": object(t, "code", scriptLists), "search_similar_file": object(t, "file_url", url+"/src/lists.py"), "search_similar_repository": object(t, "repository_url", url),
	} {
		called := c.Call(t, tool, input)
		if called.IsError {
			t.Errorf("%s: %s", tool, called.Content[0].Text)
			continue
		}
		got := e2etest.Decode[retrieved](t, called.Structured)
		if len(got.Result) == 0 || got.Result[0].Code == "" || got.Result[0].Branch == nil || got.Result[0].Path == "" || got.Result[0].URL == "" {
			t.Errorf("%s: %s", tool, called.Structured)
		}
		if strings.Contains(string(called.Structured), "verdict") {
			t.Errorf("%s verifies", tool)
		}
	}
	c.Call(t, "search_similar_code", object(t, "code", "x = 1", "allow_repositories", []string{"nobody/nothing"})).Refused(t, "not_found")
}

// Pure retrieval has a path of its own and can be a process of its own; both serve the three
// names of the seed.
func TestRetrieval(t *testing.T) {
	t.Parallel()
	env := e2etest.Environment(t.TempDir())
	s := e2etest.Serve(t, e2etest.Options{Env: env})
	at := stock(t, s.REST())
	wantRetrieval(t, s.MCP("/retrieval"), at["python"])
	wantRetrieval(t, s.Session(t, "/retrieval"), at["python"])
	if tools := s.MCP("/code").Tools(t); !slices.Contains(tools, "search_similar_code") || !slices.Contains(tools, "index_repository") || slices.Contains(tools, "retrieve_similar_code") {
		t.Errorf("code: %v", tools)
	}
	s.Stop()
	alone := e2etest.Serve(t, e2etest.Options{Env: env, Args: []string{"--toolsets", "retrieval"}})
	wantRetrieval(t, alone.MCP(""), at["python"])

	p, end := e2etest.StartPipe(t, env, "--toolsets", "retrieval")
	defer end()
	answer := p.Ask(t, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+e2etest.Stateful+`","capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}`)
	if answer.Error != nil {
		t.Fatal(answer.Error.Message)
	}
	listing := p.Ask(t, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`)
	if text := string(listing.Result); strings.Count(text, `"inputSchema"`) != 3 || !strings.Contains(text, `"search_similar_repository"`) {
		t.Errorf("%.500s", text)
	}
}

// A client of MCP is told the stages of its call.
func TestMCP_progress(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	c := s.Session(t, "/code")
	folder := large(t, 150)
	stages := func(tool, arguments string) string {
		got, before := c.Ask(t, "tools/call", tool, `{"name":"`+tool+`","arguments":`+arguments+`}`)
		if got.Error != nil {
			t.Fatal(got.Error.Message)
		}
		var said []string
		for _, m := range before {
			var p struct {
				Message  string   `json:"message"`
				Progress *float64 `json:"progress"`
			}
			if m.Method == "notifications/progress" && json.Unmarshal(m.Params, &p) == nil && p.Progress != nil {
				said = append(said, p.Message)
			}
		}
		return strings.Join(said, "\n")
	}
	for tool, want := range map[string][]string{
		"index_repository\x00" + object(t, "repository_url", folder):                                   {"Fetching", "Files read", "Making it searchable"},
		"search_similar_code\x00" + object(t, "code", "def f(x):\n    return x.strip()\n", "depth", 1): {"Retrieving", "Verifying", "Going deeper"},
		"search_similar_repository\x00" + object(t, "repository_url", folder):                          {"Comparing functions", "Comparing repositories"},
	} {
		name, arguments, _ := strings.Cut(tool, "\x00")
		if name != "index_repository" {
			defer func() {
				said := stages(name, arguments)
				for _, w := range want {
					if !strings.Contains(said, w) {
						t.Errorf("%s: %q is not among\n%s", name, w, said)
					}
				}
			}()
			continue
		}
		said := stages(name, arguments)
		for _, w := range want {
			if !strings.Contains(said, w) {
				t.Errorf("%s: %q is not among\n%s", name, w, said)
			}
		}
	}
}

// The command indexes several places at once and says of each what became of it.
func TestCommand_index(t *testing.T) {
	t.Parallel()
	env := e2etest.Environment(t.TempDir())
	one, two := repository(t, map[string]string{"lists.py": pythonLists}), t.TempDir()
	write(t, two, map[string]string{"lists.js": scriptLists})
	said := e2etest.Succeed(t, env, "code", "index", one, two)
	if lines := strings.Split(strings.TrimSpace(said), "\n"); len(lines) != 2 || !strings.HasPrefix(lines[0], one+"\tindexed\t") || !strings.HasPrefix(lines[1], two+"\tindexed\t") {
		t.Errorf("%s", said)
	}
	if said := e2etest.Succeed(t, env, "code", "index", one); !strings.HasPrefix(said, one+"\tunchanged\t") {
		t.Errorf("%s", said)
	}
	if ended := e2etest.Command(t, env, "code", "index", filepath.Join(one, "nowhere")); ended.Code != 4 || !strings.Contains(ended.Stderr, "nowhere") {
		t.Errorf("%+v", ended)
	}
	if ended := e2etest.Command(t, env, "code", "index"); ended.Code == 0 || ended.Stdout != "" {
		t.Errorf("%+v", ended)
	}
	if said := e2etest.Succeed(t, env, "code", "search-similar-code", "--code", scriptLists, "-o", "markdown"); !strings.Contains(said, "lists.js") {
		t.Errorf("%s", said)
	}
}
