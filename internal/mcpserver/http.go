package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"kadry/internal/op"
)

// firstStateless is the revision that has no sessions. Revisions are dates and sort as
// text.
const firstStateless = "2026-07-28"

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
		SessionTimeout:               s.cfg.SessionTimeout,
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
	ctx := context.WithValue(r.Context(), chosenKey{}, visible)
	if r.Header.Get("Mcp-Protocol-Version") >= firstStateless {
		e.modern.ServeHTTP(w, r.WithContext(ctx))
		return
	}
	switch id := r.Header.Get("Mcp-Session-Id"); {
	case id != "" && !e.server.sessions.belongs(ctx, id):
		http.Error(w, "session not found", http.StatusNotFound)
		return
	case id == "" && e.server.sessions.open() >= e.server.cfg.MaxSessions:
		w.Header().Set("Retry-After", "60")
		http.Error(w, "too many sessions", http.StatusServiceUnavailable)
		return
	case id == "" && r.Method == http.MethodPost && !opensSession(w, r, e.server.cfg.BodyLimit):
		return
	}
	e.sessions.ServeHTTP(w, r.WithContext(ctx))
}

// lasting says whether the answer is a stream that stays open for as long as its session
// or its client: Close must end it rather than wait for it.
func lasting(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Header.Get("Mcp-Method") == "subscriptions/listen"
}

// opensSession refuses a call outside of a session that does not open one; the SDK answers
// it with an error that has no code. The body stays readable.
func opensSession(w http.ResponseWriter, r *http.Request, limit int64) bool {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if err != nil {
		status := http.StatusBadRequest
		if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
			status = http.StatusRequestEntityTooLarge
		}
		http.Error(w, "the request body cannot be read or is too large", status)
		return false
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var call struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Meta map[string]json.RawMessage `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal(body, &call) != nil || call.ID == nil || call.Method == "initialize" || call.Method == "ping" {
		return true
	}
	if _, newest := call.Params.Meta[mcp.MetaKeyProtocolVersion]; newest {
		return true // a header is missing, which the SDK explains
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"there is no session yet: call initialize, or send the headers of revision %s"}}`,
		call.ID, jsonrpc.CodeInvalidRequest, firstStateless)
	return false
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
