package app

import (
	"math"
	"net/http"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/i18n"
	"kadry/internal/mcpserver"
)

// Paths that clients look at before they have a token (RFC 8615). Nothing below the first
// may lead to a page: a client of OAuth takes every answer but 404 for a description.
const (
	wellKnown         = "/.well-known/"
	protectedResource = wellKnown + "oauth-protected-resource"
	registration      = "POST /register" // where clients register that found no authorization server
)

// described tells MCP clients how this server takes tokens (RFC 9728). Tokens are handed
// out by the operator, so there is no authorization server to name.
func (g *gate) described(w http.ResponseWriter, r *http.Request) {
	resource, ok := strings.CutPrefix(r.URL.EscapedPath(), protectedResource)
	if resource == "" {
		resource = mcpserver.MountPath
	}
	if !ok || !isResource(resource) || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		undescribed(w, r)
		return
	}
	writeJSON(w, http.StatusOK, struct {
		Resource string   `json:"resource"`
		Name     string   `json:"resource_name"`
		Methods  []string `json:"bearer_methods_supported"`
	}{g.base(r) + resource, "kadry", []string{"header"}})
}

// undescribed answers who looks for an authorization server, in the form of an OAuth error
// (RFC 6749, 5.2): its text is what the person at the client gets to see.
func undescribed(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusNotFound, struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
	}{"invalid_request", "There is no authorization server here. Ask the operator for a token and send it as Authorization: Bearer."})
}

// isResource reports whether the MCP front answers at the path: at its root, and below it
// at one segment.
func isResource(path string) bool {
	toolset, below := strings.CutPrefix(path, mcpserver.MountPath+"/")
	return path == mcpserver.MountPath || below && toolset != "" && !strings.Contains(toolset, "/")
}

// base is the scheme and the host under which the client of r sees the server.
func (g *gate) base(r *http.Request) string {
	if g.address != "" {
		return strings.TrimSuffix(g.address, "/")
	}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// refuse answers a fault where the client reads only the status, the headers and plain text.
func (g *gate) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.From(err)
	if f.Kind == fault.Unauthenticated {
		described := protectedResource
		if path := r.URL.EscapedPath(); isResource(path) {
			described += path
		}
		w.Header().Set("WWW-Authenticate", `Bearer resource_metadata="`+g.base(r)+described+`"`)
	}
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds()))))
	}
	lang := i18n.Requested(r)
	http.Error(w, f.Text.In(lang)+" "+f.Hint.In(lang), fault.AnswerTo(f.Kind).Status)
}
