package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kadry/internal/fault"
)

const legacyRevision = "2025-11-25"

// message is a JSON-RPC answer or notification as it came over the wire.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// toolAnswer is the result of tools/call.
type toolAnswer struct {
	Content []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	Structured    json.RawMessage            `json:"structuredContent"`
	IsError       bool                       `json:"isError"`
	InputRequests map[string]json.RawMessage `json:"inputRequests"`
	RequestState  string                     `json:"requestState"`
}

// wire speaks one revision to a server without the SDK's client, so that tests see what
// any client would.
type wire struct {
	url          string
	revision     string
	session      string
	capabilities string
	header       http.Header
}

func modern(url string) *wire {
	return &wire{url: url, revision: firstStateless, capabilities: "{}", header: http.Header{}}
}

// legacy opens a session of the older revision.
func legacy(t *testing.T, url, capabilities string) *wire {
	t.Helper()
	w := &wire{url: url, revision: legacyRevision, capabilities: capabilities, header: http.Header{}}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"test","version":"1"}}}`, legacyRevision, capabilities)
	got := w.post(t, "initialize", "", body)
	w.session = got.header.Get("Mcp-Session-Id")
	if got.status != http.StatusOK || w.session == "" {
		t.Fatalf("initialize: status %d, session %q", got.status, w.session)
	}
	w.post(t, "notifications/initialized", "", `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return w
}

func (w *wire) request(t *testing.T, method, name, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = w.header.Clone()
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", w.revision)
	if w.revision >= firstStateless {
		r.Header.Set("Mcp-Method", method)
		if name != "" {
			r.Header.Set("Mcp-Name", name)
		}
	}
	if w.session != "" {
		r.Header.Set("Mcp-Session-Id", w.session)
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	return r
}

func (w *wire) post(t *testing.T, method, name, body string) answer {
	t.Helper()
	return do(t, w.request(t, method, name, body))
}

// answer is a whole answer over HTTP.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do makes a request and reads its answer to the end.
func do(t *testing.T, r *http.Request) answer {
	t.Helper()
	got, err := fetch(r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// fetch is do for other goroutines than the test's.
func fetch(r *http.Request) (answer, error) {
	response, err := browser.Do(r)
	if err != nil {
		return answer{}, err
	}
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, errors.Join(err, response.Body.Close())
}

// browser is the client of every test.
var browser = &http.Client{Timeout: 30 * time.Second}

// body makes a request of the revision. params is a JSON object without _meta.
func (w *wire) body(method, params string) string {
	if w.revision >= firstStateless {
		meta := fmt.Sprintf(`"_meta":{"progressToken":"p","io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":%s}`, w.revision, w.capabilities)
		params = strings.TrimSuffix(strings.TrimSpace(params), "}")
		if params != "{" {
			params += ","
		}
		params += meta + "}"
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":%s}`, method, params)
}

// ask sends a request and returns its answer and the notifications before it.
func (w *wire) ask(t *testing.T, method, name, params string) (message, []message) {
	t.Helper()
	got := w.post(t, method, name, w.body(method, params))
	messages := parse(t, got.body)
	if len(messages) == 0 {
		t.Fatalf("%s: status %d without a message: %q", method, got.status, got.body)
	}
	return messages[len(messages)-1], messages[:len(messages)-1]
}

// parse reads what came back: one JSON message or a stream of events.
func parse(t *testing.T, body []byte) []message {
	t.Helper()
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return []message{decode(t, body)}
	}
	var messages []message
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && data != "" {
			messages = append(messages, decode(t, []byte(data)))
		}
	}
	return messages
}

func decode(t *testing.T, data []byte) message {
	t.Helper()
	var m message
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatalf("%v: %q", err, data)
	}
	return m
}

// call calls a tool and fails the test on a protocol error.
func (w *wire) call(t *testing.T, tool, args string) toolAnswer {
	t.Helper()
	return w.callWith(t, tool, `"arguments":`+args)
}

func (w *wire) callWith(t *testing.T, tool, rest string) toolAnswer {
	t.Helper()
	answer, _ := w.ask(t, "tools/call", tool, fmt.Sprintf(`{"name":%q,%s}`, tool, rest))
	if answer.Error != nil {
		t.Fatalf("%s: protocol error %d %s", tool, answer.Error.Code, answer.Error.Message)
	}
	var result toolAnswer
	if err := json.Unmarshal(answer.Result, &result); err != nil {
		t.Fatal(err)
	}
	return result
}

// failure reads the text of a failed call.
func (a toolAnswer) failure(t *testing.T) failure {
	t.Helper()
	var f failure
	if !a.IsError || len(a.Content) != 1 || json.Unmarshal([]byte(a.Content[0].Text), &f) != nil {
		t.Fatalf("not a failure: %+v", a)
	}
	return f
}

func (a toolAnswer) failedAs(t *testing.T, want fault.Kind) {
	t.Helper()
	if got := a.failure(t).Code; got != want {
		t.Errorf("got failure %s, want %s", got, want)
	}
}

// list returns the names a list method answers, in order.
func (w *wire) list(t *testing.T, method string) []string {
	t.Helper()
	answer, _ := w.ask(t, method, "", "{}")
	var result map[string]json.RawMessage
	if err := json.Unmarshal(answer.Result, &result); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	field, _, _ := strings.Cut(method, "/")
	var items []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal(result[field], &items); err != nil {
		t.Fatalf("%s: %v in %s", method, err, answer.Result)
	}
	names := []string{}
	for _, item := range items {
		names = append(names, item.Name)
	}
	return names
}
