package webtest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Chromium is the browser of this machine; a test that needs one is skipped without it,
// and fails where everything is supposed to be installed.
func Chromium(t *testing.T) (node, browser string) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIP: needs Chromium/Node, not in -short")
	}
	_, err := os.Stat(filepath.Join(tools(t), "node_modules", "playwright-core"))
	node, nodeErr := exec.LookPath("node")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if browser, _ = exec.LookPath(name); browser != "" {
			break
		}
	}
	if err != nil || nodeErr != nil || browser == "" {
		const text = "SKIP: needs Chromium/Node (make setup)"
		if os.Getenv("CI") == "true" {
			t.Fatal(text)
		}
		t.Skip(text)
	}
	return node, browser
}

// tools is the folder of the browser's driver in this checkout.
func tools(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return filepath.Join(folder, "tools", "browser")
		}
		up := filepath.Dir(folder)
		if up == folder {
			t.Fatal("the test runs outside of a checkout")
		}
		folder = up
	}
}

// Drive runs a scenario of the tested package and fails with what it printed.
func Drive(t *testing.T, script string, args ...string) {
	t.Helper()
	node, browser := Chromium(t)
	cmd := exec.CommandContext(t.Context(), node, append([]string{script}, args...)...)
	cmd.Env = append(os.Environ(), "KADRY_CHROMIUM="+browser)
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if len(out) > 0 {
		t.Logf("%s", out)
	}
	if err != nil {
		t.Errorf("%s: %v", script, err)
	}
}

// Audit checks every page that a module lists, in both languages and themes. servers are
// the addresses the module needs.
func Audit(t *testing.T, module string, servers any) {
	t.Helper()
	Chromium(t)
	Drive(t, filepath.Join(tools(t), "audit.mjs"), JSON(t, servers), absolute(t, module))
}

// Walk looks at the pages of a server as a person on a phone and at a desk does; see walk.mjs.
func Walk(t *testing.T, server string, places any) {
	t.Helper()
	Drive(t, filepath.Join(tools(t), "walk.mjs"), server, JSON(t, places), os.Getenv("KADRY_SHOTS"), os.Getenv("KADRY_SHOTS_ONLY"))
}

// Pictures takes a picture of every page that a module lists, in every look, into the folder
// KADRY_SHOTS names, to be looked at by a person; KADRY_SHOTS_ONLY is a pattern of names to
// take.
func Pictures(t *testing.T, module string, servers func() any) {
	t.Helper()
	folder := os.Getenv("KADRY_SHOTS")
	if folder == "" {
		t.Skip("set KADRY_SHOTS to a folder for the pictures")
	}
	Drive(t, filepath.Join(tools(t), "shots.mjs"), folder, JSON(t, servers()), os.Getenv("KADRY_SHOTS_ONLY"), absolute(t, module))
}

func absolute(t *testing.T, module string) string {
	t.Helper()
	path, err := filepath.Abs(module)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// JSON hands a value to a scenario.
func JSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
