package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Every operation there is, by its declaration, against every kind of token that must not call
// it. Nothing is named: what is added is tried too.
func TestAccess_matrixOfOperations(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	revoked := e2etest.NewToken(t, s.Home, "revoked", "--admin")
	reader := e2etest.NewToken(t, s.Home, "reader", "--read-only")
	writer := e2etest.NewToken(t, s.Home, "writer")
	scraper := e2etest.NewToken(t, s.Home, "scraper", "--toolsets", "metrics")
	e2etest.Succeed(t, e2etest.Environment(s.Home), "token", "revoke", "revoked")

	tried := 0
	for _, o := range e2etest.Declarations(t) {
		for name, c := range map[string]struct {
			token  string
			status int
			code   string
		}{
			"nobody":  {"", 401, "unauthenticated"},
			"guess":   {"kadry_guess", 401, "unauthenticated"},
			"revoked": {revoked, 401, "unauthenticated"},
			"scraper": {scraper, 403, "denied"},
			"reader":  {reader, 403, "denied"},
			"writer":  {writer, 403, "denied"},
		} {
			if name == "reader" && o.Scope == "read" || name == "writer" && o.Scope != "admin" {
				continue
			}
			tried++
			if o.Shown("rest") {
				got := s.REST().As(c.token).Post(t, o.Name, `{}`)
				if got.Status != c.status && !guessing(c.status, got.Status) {
					t.Errorf("%s calls %s over REST: status %d, want %d", name, o.Name, got.Status, c.status)
				}
			}
			if o.Shown("mcp") && c.status == 403 {
				client := s.MCP("/" + o.Toolset)
				client.Token = c.token
				_, answers := client.Send(t, "tools/call", o.Name, e2etest.Request("tools/call", fmt.Sprintf(`{"name":%q,"arguments":{}}`, o.Name), `{}`))
				for _, answer := range answers {
					if answer.Result != nil { // else the tool is not there for this token
						e2etest.Decode[e2etest.Called](t, answer.Result).Refused(t, c.code)
					}
				}
			}
		}
	}
	if tried < 200 {
		t.Errorf("only %d calls were tried", tried)
	}
}

// guessing reports whether a call without a good token was turned away as one too many of them.
func guessing(want, got int) bool {
	return want == http.StatusUnauthorized && got == http.StatusTooManyRequests
}

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

// Every documented path is closed to whoever has no token, and so is every page.
func TestAccess_matrixOfPaths(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{})
	own := e2etest.NewToken(t, s.Home, "own")
	document := e2etest.Decode[struct {
		Paths map[string]map[string]struct{}
	}](t, s.REST().As(own).Get(t, "/openapi.json").Body)
	tried := 0
	for path, methods := range document.Paths {
		for method := range methods {
			tried++
			got := s.REST().Do(t, strings.ToUpper(method), placeholder.ReplaceAllString(path, "x"), strings.NewReader("{}"))
			if got.Status != http.StatusUnauthorized && !guessing(401, got.Status) {
				t.Errorf("%s %s without a token: status %d", method, path, got.Status)
			}
		}
	}
	for _, path := range []string{"/status", "/metrics", "/mcp", "/openapi.json"} {
		if got := s.REST().Get(t, path); got.Status != http.StatusUnauthorized && !guessing(401, got.Status) {
			t.Errorf("%s without a token: status %d", path, got.Status)
		}
	}
	if tried < 100 {
		t.Errorf("only %d paths were tried", tried)
	}
}
