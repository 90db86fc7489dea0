package evidencee2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Remote callers read nothing of the server's machine but what the operator names: not by an
// absolute path, not by a way up, not over a link that leads out.
func TestEvidence_remotePaths(t *testing.T) {
	t.Parallel()
	const secret = "module example.org/secret\n\nrequire github.com/spf13/cobra v1.10.0\n"
	base := t.TempDir()
	code, outside := filepath.Join(base, "code"), filepath.Join(base, "outside")
	profile := `{"elements":[{"snapshotDomain":"PROFILE","snapshotData":[{"First Name":"Nina","Last Name":"Example"}]}]}`
	for name, text := range map[string]string{
		filepath.Join(code, "shop", "go.mod"): "module example.org/shop\n\nrequire github.com/gin-gonic/gin v1.10.0\n", filepath.Join(code, "shop", "nina.json"): profile,
		filepath.Join(outside, "go.mod"): secret, filepath.Join(outside, "nina.json"): profile, filepath.Join(base, "code-other", "go.mod"): secret,
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range [][2]string{{outside, "out"}, {filepath.Join(outside, "nina.json"), "shop/linked.json"}, {filepath.Join(outside, "go.mod"), "shop/Gemfile"}} {
		if err := os.Symlink(link[0], filepath.Join(code, link[1])); err != nil {
			t.Skip(err)
		}
	}
	h := smallHub(t)
	for name, roots := range map[string]string{"no folder is named": "", "a folder is named": code} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := h.serve(t, "KADRY_CODE_ROOTS="+roots)
			token := e2etest.NewToken(t, s.Home, "remote", "--read-only") // with one, nobody is local over HTTP
			rest := s.REST().As(token)
			stack := func(path string) e2etest.Answer {
				return rest.Post(t, "detect_tech_stack", object(t, "repo_url", path))
			}
			member := func(path string) e2etest.Answer {
				return rest.Post(t, "analyze_linkedin_profile", object(t, "path", path))
			}
			bad := []string{
				"/etc", "/", "../..", "..", ".", "./", "~", "~/x", outside, filepath.Join(code, "..", "outside"), code + "/../outside", filepath.Join(code, "out"),
				code + "-other", code + "/./../code-other", "/proc/self", s.Home, `C:\Windows`, `\\host\share`, "//host/share",
			}
			for _, path := range bad {
				a := stack(path)
				if a.Status == 200 || a.Status >= 500 || strings.Contains(string(a.Body), "cobra") {
					t.Errorf("stack of %q: %d %.200s", path, a.Status, a.Body)
				}
				if a = member(filepath.Join(path, "nina.json")); a.Status == 200 || a.Status >= 500 || strings.Contains(string(a.Body), "Nina") {
					t.Errorf("profile below %q: %d %.200s", path, a.Status, a.Body)
				}
			}
			if a := member(filepath.Join(code, "shop", "linked.json")); a.Status == 200 || strings.Contains(string(a.Body), "Nina") {
				t.Errorf("a link out: %d %.200s", a.Status, a.Body)
			}
			if roots == "" {
				stack(filepath.Join(code, "shop")).Refused(t, 403, "denied")
				member(filepath.Join(code, "shop", "nina.json")).Refused(t, 403, "denied")
				return
			}
			got := stack(filepath.Join(code, "shop"))
			got.Ok(t)
			if text := string(got.Body); !strings.Contains(text, "Gin") || strings.Contains(text, "cobra") || strings.Contains(text, base) {
				t.Errorf("the named folder: %s", text)
			}
			read := member(filepath.Join(code, "shop", "nina.json"))
			read.Ok(t)
			if !strings.Contains(string(read.Body), "Nina Example") || strings.Contains(string(read.Body), base) {
				t.Errorf("the named file: %s", read.Body)
			}
		})
	}
}

func object(t testing.TB, name, value string) string {
	t.Helper()
	text, err := json.Marshal(map[string]string{name: value})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
