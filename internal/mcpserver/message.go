package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// envelope is a message of JSON-RPC 2.0 as far as a transport must understand it.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // of a call; nil in a notification and where it cannot be read
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// open reads one message. The SDK tells mistakes of the envelope in plain text or with the
// names of its own types; a client needs the code and, where there is one, the id.
func open(body []byte) (envelope, *jsonrpc.Error) {
	var e envelope
	body = bytes.TrimSpace(body)
	wrong := func(code int64, words string) (envelope, *jsonrpc.Error) {
		return envelope{ID: answerable(e.ID)}, &jsonrpc.Error{Code: code, Message: words}
	}
	err := json.Unmarshal(body, &e)
	switch {
	case err != nil && !json.Valid(body):
		return wrong(jsonrpc.CodeParseError, "the message is not JSON")
	case body[0] == '[':
		return wrong(jsonrpc.CodeInvalidRequest, "batches are not supported")
	case err != nil, body[0] != '{', e.Version != "2.0":
		return wrong(jsonrpc.CodeInvalidRequest, "the message is not JSON-RPC 2.0")
	case e.ID != nil && answerable(e.ID) == nil:
		return wrong(jsonrpc.CodeInvalidRequest, "the id must be a string or a whole number")
	case e.Method == "" && (e.ID == nil || (e.Result == nil) == (e.Error == nil)):
		return wrong(jsonrpc.CodeInvalidRequest, "the message is no request, notification or answer")
	case e.Method != "" && len(e.Params) > 0 && e.Params[0] != '{' && e.Params[0] != 'n':
		return wrong(jsonrpc.CodeInvalidParams, "params must be an object")
	}
	return e, nil
}

// answerable is the id as an answer may repeat it: a string or a whole number, else nil.
func answerable(id json.RawMessage) json.RawMessage {
	var whole int64
	if len(id) == 0 || id[0] != '"' && json.Unmarshal(id, &whole) != nil || id[0] == 'n' {
		return nil
	}
	return id
}

// refusal is the answer to what no handler sees.
func refusal(id json.RawMessage, e *jsonrpc.Error) []byte {
	if id == nil {
		id = json.RawMessage("null")
	}
	words, _ := json.Marshal(e.Message) // a string encodes
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, e.Code, words)
}

func refuse(w http.ResponseWriter, status int, id json.RawMessage, e *jsonrpc.Error) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Del("X-Content-Type-Options")
	w.WriteHeader(status)
	_, _ = w.Write(refusal(id, e)) // a client that left has no use for it
}

// refusals turns the plain 400 of the SDK into an error of JSON-RPC. What the SDK answers
// otherwise passes untouched.
type refusals struct {
	http.ResponseWriter
	asked  envelope
	modern bool // the newest revision has statuses of its own
	held   *strings.Builder
}

// WriteHeader implements http.ResponseWriter.
func (w *refusals) WriteHeader(status int) {
	if status == http.StatusBadRequest && strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		w.held = &strings.Builder{}
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *refusals) Write(p []byte) (int, error) {
	if w.held != nil {
		return w.held.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection: streams need to flush.
func (w *refusals) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// finish writes what was held back. A call of an unknown method is an answered call in the
// revisions with sessions: a client takes another status for a broken connection.
func (w *refusals) finish() {
	if w.held == nil {
		return
	}
	words := strings.TrimSpace(w.held.String())
	e := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: words}
	status := http.StatusBadRequest
	if strings.HasPrefix(words, "JSON RPC not handled") {
		e = &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("there is no method %q", w.asked.Method)}
		if w.asked.ID != nil && !w.modern {
			status = http.StatusOK
		}
	}
	refuse(w.ResponseWriter, status, w.asked.ID, e)
}

// replay is the answer to a client that comes back for the rest of a stream. Where nothing
// is left to say it is 204, which ends the coming back: a client that is told nothing with
// 200 waits for more on the next stream, and the next.
type replay struct {
	http.ResponseWriter
	began bool
}

// WriteHeader implements http.ResponseWriter.
func (w *replay) WriteHeader(status int) {
	w.began = true
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *replay) Write(p []byte) (int, error) {
	w.began = true
	if isUnanswered(p) {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the connection: streams need to flush.
func (w *replay) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *replay) finish() {
	if w.began {
		return
	}
	w.Header().Del("Content-Type")
	w.ResponseWriter.WriteHeader(http.StatusNoContent)
}
