package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// firstStateless is the revision that has no sessions. Revisions are dates and sort as
// text.
const firstStateless = "2026-07-28"

// firstWithoutBatches is the revision that took arrays of messages out.
const firstWithoutBatches = "2025-06-18"

// MountPath is where the handler is mounted: this path, and below it one segment that
// names a toolset.
const MountPath = "/mcp"

type chosenKey struct{}

func chosenFrom(ctx context.Context) scope {
	chosen, _ := ctx.Value(chosenKey{}).(scope)
	return chosen
}

// Handler serves MountPath and MountPath/{toolset}. The caller of the request's context
// decides what is seen. The HTTP server in front must have no WriteTimeout: answers are
// streams.
func (s *Server) Handler() (http.Handler, error) {
	options := mcp.StreamableHTTPOptions{
		Logger:                       s.sdkLog,
		MaxRequestBodyBytes:          s.cfg.BodyLimit,
		DisableLocalhostProtection:   len(s.cfg.AllowedHosts) > 0,
		PropagateRequestCancellation: true,
	}
	chosen := func(r *http.Request) *mcp.Server { return s.serve(chosenFrom(r.Context())) }
	stateless, stateful := options, options
	stateless.Stateless = true
	stateful.EventStore = s.sessions
	inner := eras{
		server:   s,
		modern:   mcp.NewStreamableHTTPHandler(chosen, &stateless),
		sessions: mcp.NewStreamableHTTPHandler(chosen, &stateful),
	}
	guarded, err := originGuard(s.cfg.AllowedOrigins, inner)
	if err != nil {
		return nil, err
	}
	return hostGuard(s.cfg.AllowedHosts, guarded), nil
}

// eras sends every request to the handler of its revision: one SDK handler can serve
// either requests that stand alone or sessions, not both.
type eras struct {
	server           *Server
	modern, sessions http.Handler
}

func (e eras) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !lasting(r) {
		if !e.server.enter() {
			http.Error(w, "shutting down", http.StatusServiceUnavailable)
			return
		}
		defer e.server.serving.Done()
	}
	toolset := strings.Trim(strings.TrimPrefix(r.URL.Path, MountPath), "/")
	visible, ok := e.server.scopeOf(toolset, op.CallerFrom(r.Context()))
	if !ok {
		http.Error(w, "no such toolset", http.StatusNotFound)
		return
	}
	r = r.WithContext(context.WithValue(r.Context(), chosenKey{}, visible))
	modern := r.Header.Get("Mcp-Protocol-Version") >= firstStateless
	var asked envelope
	if r.Method == http.MethodPost && isJSON(r) {
		if asked, ok = read(w, r, e.server.cfg.BodyLimit); !ok {
			return
		}
		answered := &refusals{ResponseWriter: w, asked: asked, modern: modern}
		defer answered.finish()
		w = answered
	}
	if !modern {
		e.inSession(w, r, asked)
		return
	}
	if id, about := taskNamed(asked); about && e.server.cfg.Tasks != nil && r.Header.Get("Mcp-Name") != id {
		refuse(w, http.StatusBadRequest, asked.ID, &jsonrpc.Error{Code: mcp.CodeHeaderMismatch, Message: "the header Mcp-Name must repeat taskId"})
		return
	}
	e.modern.ServeHTTP(w, r)
}

// inSession serves the older revisions. A request keeps its session alive while it lasts.
func (e eras) inSession(w http.ResponseWriter, r *http.Request, asked envelope) {
	id, caller := r.Header.Get("Mcp-Session-Id"), op.CallerFrom(r.Context())
	switch {
	case id != "":
		leave, ok := e.server.sessions.use(r.Context(), id)
		if !ok {
			http.Error(w, "session not found", http.StatusNotFound)
			return
		}
		defer leave()
	case e.server.sessions.of(caller.Tenant) >= e.server.cfg.TenantSessions:
		tooMuch(w, r, fault.E(fault.Limited, tooManySessions(), nil).After(time.Minute))
		return
	case e.server.sessions.open() >= e.server.cfg.MaxSessions:
		tooMuch(w, r, fault.E(fault.Unavailable, tooManySessions(), nil).After(time.Minute))
		return
	case r.Method == http.MethodPost && asked.outside():
		refuse(w, http.StatusBadRequest, asked.ID, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidRequest,
			Message: "there is no session yet: call initialize, or send the headers of revision " + firstStateless,
		})
		return
	}
	if r.Method == http.MethodGet && r.Header.Get("Last-Event-ID") != "" {
		again := &replay{ResponseWriter: w}
		defer again.finish()
		w = again
	}
	e.sessions.ServeHTTP(w, r)
}

func tooManySessions() fault.Text {
	return fault.Say("Too many sessions are open.", "Открыто слишком много сессий.")
}

// tooMuch answers what was not let in, in words that a client may show, and says when to come
// again.
func tooMuch(w http.ResponseWriter, r *http.Request, f *fault.Error) {
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
	lang := op.CallerFrom(r.Context()).Lang
	http.Error(w, f.Text.In(lang)+" "+f.Hint.In(lang), fault.AnswerTo(f.Kind).Status)
}

// outside says whether a message has no place outside of a session. The SDK explains which
// header is missing to who speaks the newest revision without it.
func (e envelope) outside() bool {
	var params struct {
		Meta map[string]json.RawMessage `json:"_meta"`
	}
	_ = json.Unmarshal(e.Params, &params) // no params, no _meta
	_, newest := params.Meta[mcp.MetaKeyProtocolVersion]
	return e.ID != nil && e.Method != "initialize" && e.Method != "ping" && !newest
}

// lasting says whether the answer is a stream that stays open for as long as its session
// or its client: Close must end it rather than wait for it.
func lasting(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen"
}

func isJSON(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind == "application/json"
}

// read takes in the message of a POST, which stays readable, and refuses what is none. The
// oldest revisions allow batches inside a session, which the SDK takes apart.
func read(w http.ResponseWriter, r *http.Request, limit int64) (asked envelope, ok bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if guarded, ok := errors.AsType[*fault.Error](err); ok { // by whoever guards the body in front
		tooMuch(w, r, guarded)
		return envelope{}, false
	}
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "the request body cannot be read or is too large", status)
		return envelope{}, false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	revision := r.Header.Get("Mcp-Protocol-Version")
	if revision < firstWithoutBatches && r.Header.Get("Mcp-Session-Id") != "" && isBatch(body) {
		return envelope{}, true
	}
	asked, wrong := open(body)
	if wrong == nil {
		return asked, true
	}
	status := http.StatusBadRequest
	if wrong.Code == jsonrpc.CodeInvalidParams && asked.ID != nil && revision < firstStateless {
		status = http.StatusOK // the call is answered; see refusals
	}
	refuse(w, status, asked.ID, wrong)
	return envelope{}, false
}

func isBatch(body []byte) bool {
	var batch []json.RawMessage
	return json.Unmarshal(body, &batch) == nil && len(batch) > 0
}

// hostGuard refuses foreign Host values, which is how DNS rebinding shows. A loopback
// name cannot be rebound and always passes.
func hostGuard(allowed []string, next http.Handler) http.Handler {
	if len(allowed) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := strings.ToLower(r.Host)
		name := hostname(host)
		if !loopback(name) && !slices.ContainsFunc(allowed, func(a string) bool {
			a = strings.ToLower(a)
			return a == host || a == name
		}) {
			http.Error(w, "this Host is not allowed", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}

func loopback(name string) bool {
	ip, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && ip.IsLoopback()
}

// originGuard refuses pages of foreign origins, on reads too, since the older revisions
// stream answers to GET. Listed origins get the headers a browser needs.
func originGuard(trusted []string, next http.Handler) (http.Handler, error) {
	protection := http.NewCrossOriginProtection()
	for _, origin := range trusted {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("mcpserver: allowed origin %q: %w", origin, err)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); slices.Contains(trusted, origin) {
			w.Header().Add("Vary", "Origin")
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Set("Access-Control-Expose-Headers", "Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate")
			if r.Method == http.MethodOptions {
				w.Header().Set("Access-Control-Allow-Methods", "GET, POST, DELETE")
				w.Header().Set("Access-Control-Allow-Headers", r.Header.Get("Access-Control-Request-Headers"))
				w.Header().Set("Access-Control-Max-Age", "3600")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		asWrite := *r
		asWrite.Method = http.MethodPost
		if err := protection.Check(&asWrite); err != nil {
			http.Error(w, "this Origin is not allowed", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	}), nil
}
