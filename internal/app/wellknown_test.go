package app

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kadry/internal/access"
)

// Whoever has no token learns from the refusal, by an absolute address, how to bring one.
func TestGate_refusalNamesTheDescription(t *testing.T) {
	t.Parallel()
	const described = "/.well-known/oauth-protected-resource"
	for name, c := range map[string]struct {
		public, path string
		change       func(*http.Request)
		want         string
	}{
		"as the client sees it":  {"", "/mcp", func(r *http.Request) { r.Host = "kadry.example:8443" }, "http://kadry.example:8443" + described + "/mcp"},
		"a toolset":              {"", "/mcp/talent", func(r *http.Request) { r.Host = "kadry.example" }, "http://kadry.example" + described + "/mcp/talent"},
		"behind a proxy":         {"", "/mcp", func(r *http.Request) { r.Host = "kadry.example"; r.Header.Set("X-Forwarded-Proto", "https") }, "https://kadry.example" + described + "/mcp"},
		"the configured address": {"https://hr.example/", "/mcp", func(*http.Request) {}, "https://hr.example" + described + "/mcp"},
		"a path of another kind": {"https://hr.example", "/metrics", func(*http.Request) {}, "https://hr.example" + described},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := set(t, false, access.Grant{Name: "ats", Tenant: "acme"})
			s.gate.address = c.public
			r := httptest.NewRequest(http.MethodPost, c.path, nil)
			c.change(r)
			w := httptest.NewRecorder()
			s.gate.through("mcp", http.NotFoundHandler(), s.gate.refuse).ServeHTTP(w, r)
			if got, want := w.Header().Get("WWW-Authenticate"), `Bearer resource_metadata="`+c.want+`"`; w.Code != http.StatusUnauthorized || got != want {
				t.Errorf("got %d %s, want %s", w.Code, got, want)
			}
			for _, header := range []string{"Authorization: Bearer", "X-Webhook-Token"} {
				if !strings.Contains(w.Body.String(), header) {
					t.Errorf("the refusal does not name %s: %s", header, w.Body)
				}
			}
		})
	}
}

// Clients of OAuth probe these paths before anything else, with and without a token: what
// is not described is 404, never a page.
func TestGate_wellKnown(t *testing.T) {
	t.Parallel()
	for path, resource := range map[string]string{
		"/.well-known/oauth-protected-resource":            "http://kadry.example/mcp",
		"/.well-known/oauth-protected-resource/mcp":        "http://kadry.example/mcp",
		"/.well-known/oauth-protected-resource/mcp/talent": "http://kadry.example/mcp/talent",
		"/.well-known/oauth-protected-resource/mcp/":       "",
		"/.well-known/oauth-protected-resource/mcp/a/b":    "",
		"/.well-known/oauth-protected-resource/api":        "",
		"/.well-known/oauth-protected-resources":           "",
		"/.well-known/oauth-authorization-server":          "",
		"/.well-known/oauth-authorization-server/mcp":      "",
		"/.well-known/openid-configuration":                "",
		"/.well-known/openid-configuration/mcp/talent":     "",
		"/.well-known/":                                     "",
		"/.well-known/change-password":                      "",
		"/.well-known/oauth-protected-resource/mcp/%2e%2e/": "",
	} {
		for _, known := range []bool{false, true} {
			s := set(t, false, access.Grant{Name: "ats", Tenant: "acme"})
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = "kadry.example"
			if known {
				r.Header.Set("Authorization", "Bearer "+s.token)
			}
			w := httptest.NewRecorder()
			s.gate.withoutToken(http.HandlerFunc(s.gate.described)).ServeHTTP(w, r)
			body, kind := w.Body.String(), w.Header().Get("Content-Type")
			switch {
			case !strings.HasPrefix(kind, "application/json"):
				t.Errorf("%s: %s", path, kind)
			case resource == "" && w.Code != http.StatusNotFound:
				t.Errorf("%s: got %d %s, want 404", path, w.Code, body)
			case resource != "" && (w.Code != http.StatusOK || !strings.Contains(body, `"resource":"`+resource+`"`)):
				t.Errorf("%s: got %d %s, want %s", path, w.Code, body, resource)
			}
		}
	}
}
