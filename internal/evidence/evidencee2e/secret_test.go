package evidencee2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

// The token goes to GitHub and nowhere else: not into logs, answers, errors, settings that are
// shown, pages of the operator or files of the data folder. One from a file is read again when
// it changes.
func TestEvidence_token(t *testing.T) {
	t.Parallel()
	h := smallHub(t)
	file := filepath.Join(t.TempDir(), "token")
	write := func(token string) {
		if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("ghp_" + strings.Repeat("0", 36))
	s := h.serve(t, "GITHUB_TOKEN=", "GITHUB_TOKEN_FILE="+file, "KADRY_LOG_LEVEL=debug")
	var said []string
	refused := s.REST().Post(t, "analyze_github", `{"username":"ada-example"}`)
	refused.Refused(t, 503, "unavailable")
	said = append(said, string(refused.Body))
	write(accepted)
	s.REST().Post(t, "analyze_github", `{"username":"ada-example"}`).Ok(t)
	h.Break(replica.Failure(502))
	for _, operation := range []string{"analyze_contribution_quality", "search_github_code"} {
		said = append(said, string(s.REST().Post(t, operation, strings.ReplaceAll(calls[operation], "ada-example", "grace-mock")).Body))
	}
	for _, page := range []string{"/status", "/metrics", "/openapi.json", "/readyz", "/settings"} {
		said = append(said, string(s.REST().Get(t, page).Body))
	}
	env := append(h.at(s.Home), "GITHUB_TOKEN="+accepted)
	for _, command := range [][]string{{"config"}, {"doctor"}} {
		o := e2etest.Command(t, env, command...)
		said = append(said, o.Stdout, o.Stderr)
	}
	s.Stop()
	said = append(said, s.Log.String())
	for name, content := range e2etest.Files(t, s.Home) {
		if strings.Contains(content, "ghp_") {
			t.Errorf("a token stands in %s", name)
		}
	}
	for _, text := range said {
		if at := strings.Index(text, "ghp_"); at >= 0 {
			t.Errorf("a token is told: %.200s", text[max(0, at-100):])
		}
	}
}
