package e2etest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The revisions of MCP that the tests speak: requests that stand alone, and sessions.
const (
	stateless = "2026-07-28"
	Stateful  = "2025-11-25"
)

// Message is one JSON-RPC message as it came over the wire.
type Message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// Client speaks MCP over HTTP without a library, so that tests see what is on the wire.
type Client struct {
	URL      string
	Token    string
	Revision string
	session  string // of the older revision
}

// MCP returns a client of the newest revision at a path below /mcp.
func (s *Server) MCP(path string) Client {
	return Client{URL: s.URL + "/mcp" + path, Revision: stateless}
}

// Session opens a session of the older revision and returns its client.
func (s *Server) Session(t testing.TB, path string) Client {
	t.Helper()
	c := Client{URL: s.URL + "/mcp" + path, Revision: Stateful}
	response, messages := c.Send(t, "initialize", "", fmt.Sprintf(
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}}`, Stateful))
	c.session = response.Header.Get("Mcp-Session-Id")
	if c.session == "" || len(messages) != 1 {
		t.Fatalf("initialize: status %d, %d messages, session %q", response.StatusCode, len(messages), c.session)
	}
	var opened struct{ ProtocolVersion string }
	if err := json.Unmarshal(messages[0].Result, &opened); err != nil || opened.ProtocolVersion != Stateful {
		t.Fatalf("initialize answered %s: %v", messages[0].Result, err)
	}
	c.Send(t, "notifications/initialized", "", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

// Ask sends a request and returns the answer and the notifications that came before it.
// params is a JSON object without _meta; name is the tool, prompt or address it is about.
func (c Client) Ask(t testing.TB, method, name, params string) (Message, []Message) {
	t.Helper()
	meta := `{"progressToken":"p"}`
	if c.Revision == stateless {
		meta = fmt.Sprintf(`{"progressToken":"p","io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientInfo":{"name":"e2e","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`, stateless)
	}
	_, messages := c.Send(t, method, name, Request(method, params, meta))
	if len(messages) == 0 {
		t.Fatalf("%s: no message came back", method)
	}
	return messages[len(messages)-1], messages[:len(messages)-1]
}

// Listen opens the stream of a session and returns its lines. It ends with the test.
func (c Client) Listen(t testing.TB) *bufio.Scanner {
	t.Helper()
	get, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	get.Header.Set("Accept", "text/event-stream")
	get.Header.Set("Mcp-Protocol-Version", c.Revision)
	get.Header.Set("Mcp-Session-Id", c.session)
	response, err := http.DefaultClient.Do(get)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() }) // it was only read
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the stream of the session: status %d", response.StatusCode)
	}
	return bufio.NewScanner(response.Body)
}

// Request writes a request of JSON-RPC.
func Request(method, params, meta string) string {
	params = strings.TrimSuffix(strings.TrimSpace(params), "}")
	if params != "{" {
		params += ","
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":%s"_meta":%s}}`, method, params, meta)
}

// Result is the result of a request that must not fail.
func (c Client) Result(t testing.TB, method, name, params string) []byte {
	t.Helper()
	got, _ := c.Ask(t, method, name, params)
	if got.Error != nil {
		t.Fatalf("%s %s: %d %s", method, name, got.Error.Code, got.Error.Message)
	}
	return got.Result
}

// Called is the result of tools/call.
type Called struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	Structured json.RawMessage `json:"structuredContent"`
	IsError    bool            `json:"isError"`
}

// Call calls a tool.
func (c Client) Call(t testing.TB, tool, arguments string) Called {
	t.Helper()
	return Decode[Called](t, c.Result(t, "tools/call", tool, fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments)))
}

// Refused checks that the call failed with words for a model, and returns them.
func (c Called) Refused(t testing.TB, code string) string {
	t.Helper()
	if !c.IsError || len(c.Content) != 1 {
		t.Fatalf("not a failure: %s", c.Structured)
	}
	var failure struct{ Code, Message string }
	if err := json.Unmarshal([]byte(c.Content[0].Text), &failure); err != nil || failure.Code != code || failure.Message == "" {
		t.Errorf("got %s, want the code %s and words about it", c.Content[0].Text, code)
	}
	return c.Content[0].Text
}

// Send posts a message as it is and returns what came back.
func (c Client) Send(t testing.TB, method, name, body string) (*http.Response, []Message) {
	t.Helper()
	post, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.URL, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Accept", "application/json, text/event-stream")
	post.Header.Set("Mcp-Protocol-Version", c.Revision)
	if c.Revision == stateless {
		post.Header.Set("Mcp-Method", method)
		if name != "" {
			post.Header.Set("Mcp-Name", name)
		}
	}
	if c.session != "" {
		post.Header.Set("Mcp-Session-Id", c.session)
	}
	if c.Token != "" {
		post.Header.Set("Authorization", "Bearer "+c.Token)
	}
	response, err := Web.Do(post)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, messages(t, text)
}

// messages reads what came back: a message, a stream of events, or words of a refusal,
// which are no message.
func messages(t testing.TB, body []byte) []Message {
	t.Helper()
	if bytes.HasPrefix(body, []byte("{")) {
		return []Message{Decode[Message](t, body)}
	}
	var all []Message
	for line := range bytes.Lines(body) {
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok && len(bytes.TrimSpace(data)) > 0 {
			all = append(all, Decode[Message](t, data))
		}
	}
	return all
}

// pipe is a running `kadry mcp` with its two ends.
type pipe struct {
	in    io.WriteCloser
	lines *bufio.Scanner
	log   *journal
}

// StartPipe starts the product as an assistant on a desktop does. It must end well when its
// input ends, which the test does with end.
func StartPipe(t testing.TB, env []string, args ...string) (p pipe, end func()) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Kadry, append([]string{"mcp"}, args...)...)
	cmd.Env = env
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p = pipe{in: in, lines: bufio.NewScanner(out), log: &journal{End: make(chan struct{})}}
	p.lines.Buffer(nil, 1<<24)
	go p.log.follow(said, make(chan string, 1))
	return p, func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		for p.lines.Scan() {
			decodeLine(t, p.lines.Bytes())
		}
		<-p.log.End
		if err := cmd.Wait(); err != nil {
			t.Errorf("kadry mcp ended with %v:\n%s", err, p.log)
		}
	}
}

// decodeLine reads one line of the output, which must be a JSON-RPC message.
func decodeLine(t testing.TB, line []byte) Message {
	t.Helper()
	m := Decode[Message](t, line)
	if m.Version != "2.0" {
		t.Errorf("no JSON-RPC message: %.300s", line)
	}
	return m
}

// Ask writes one request and reads messages up to its answer; every line must be one.
func (p pipe) Ask(t testing.TB, body string) Message {
	t.Helper()
	if _, err := io.WriteString(p.in, body+"\n"); err != nil {
		t.Fatal(err)
	}
	for p.lines.Scan() {
		if m := decodeLine(t, p.lines.Bytes()); m.ID != nil {
			return m
		}
	}
	t.Fatalf("the stream ended: %v\n%s", p.lines.Err(), p.log)
	return Message{}
}

// Listing is a list of tools and its size.
type Listing struct {
	Tools []struct {
		Name        string                     `json:"name"`
		Title       string                     `json:"title"`
		Description string                     `json:"description"`
		Annotations map[string]json.RawMessage `json:"annotations"`
		Input       json.RawMessage            `json:"inputSchema"`
		Output      json.RawMessage            `json:"outputSchema"`
	} `json:"tools"`
	Bytes int
}

// List asks for the tools.
func (c Client) List(t testing.TB) Listing {
	t.Helper()
	text := c.Result(t, "tools/list", "", `{}`)
	l := Decode[Listing](t, text)
	l.Bytes = len(text)
	return l
}

// Tools returns the names of the tools a client sees.
func (c Client) Tools(t testing.TB) []string {
	t.Helper()
	var names []string
	for _, tool := range c.List(t).Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

// ownPath are the toolsets that are listed on a path of their own only.
var ownPath = []string{"tasks", "admin"}

// Declaration is what the golden declaration of an operation says of who may call it where.
type Declaration struct {
	Name, Toolset, Scope string
	Fronts               []string // none is every one
}

// Shown reports whether a front shows the operation.
func (d Declaration) Shown(front string) bool {
	return len(d.Fronts) == 0 || slices.Contains(d.Fronts, front)
}

// Declarations are those of every operation.
func Declarations(t testing.TB) []Declaration {
	t.Helper()
	var list []Declaration
	for _, text := range DeclarationTexts(t) {
		list = append(list, Decode[Declaration](t, text))
	}
	return list
}

// DeclarationTexts are the files in which operations are published.
func DeclarationTexts(t testing.TB) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Checkout, "api", "ops", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d declarations: %v", len(files), err)
	}
	texts := make([][]byte, len(files))
	for i, file := range files {
		if texts[i], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

// ToolsOf are the names of the tools of a toolset, "" for all that are listed unasked.
func ToolsOf(t testing.TB, toolset string) []string {
	t.Helper()
	var names []string
	for _, d := range Declarations(t) {
		if d.Shown("mcp") && (d.Toolset == toolset || toolset == "" && !slices.Contains(ownPath, d.Toolset)) {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	return names
}
