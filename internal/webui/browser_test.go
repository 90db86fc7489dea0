package webui_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"kadry/internal/op"
)

// chromium is the browser of this machine; a test that needs one is skipped without it,
// and fails where everything is supposed to be installed.
func chromium(t *testing.T) (node, browser string) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIP: needs Chromium/Node, not in -short")
	}
	_, err := os.Stat(filepath.Join("..", "..", "tools", "browser", "node_modules", "playwright-core"))
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

// drive runs a script of tools/browser and fails with what it printed.
func drive(t *testing.T, script string, args ...string) {
	t.Helper()
	node, browser := chromium(t)
	cmd := exec.CommandContext(t.Context(), node, append([]string{script}, args...)...)
	cmd.Dir = filepath.Join("..", "..", "tools", "browser")
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

// servers are the addresses a script of every page needs, as JSON.
func servers(t *testing.T) string {
	t.Helper()
	full, empty, broken := newHouse(t, true), newHouse(t, false), brokenHouse(t)
	bank, _ := examHouse(t, bankProblems()...)
	bare, _ := examHouse(t)
	reader := op.Caller{Name: "reader", Tenant: "default", ReadOnly: true}
	addresses := map[string]string{
		"full": full.serve(t, everyone), "empty": empty.serve(t, everyone), "readonly": full.serve(t, reader),
		"guarded": full.serve(t, op.Caller{}), "broken": broken.serve(t, everyone),
		"exams": bank.serve(t, everyone), "noexams": bare.serve(t, everyone),
		"practice": sampleHouse(t).serve(t, everyone),
	}
	text, err := json.Marshal(addresses)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPictures takes a picture of every page in every look into the folder KADRY_SHOTS
// names, to be looked at by a person; KADRY_SHOTS_ONLY is a pattern of names to take.
func TestPictures(t *testing.T) {
	folder := os.Getenv("KADRY_SHOTS")
	if folder == "" {
		t.Skip("set KADRY_SHOTS to a folder for the pictures")
	}
	drive(t, "shots.mjs", folder, servers(t), os.Getenv("KADRY_SHOTS_ONLY"))
}

// typed is a file as a script drops it.
type typed struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// asJSON hands files to a script.
func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestBrowser_byKeyboardAlone(t *testing.T) {
	chromium(t)
	drive(t, "keyboard.mjs", newHouse(t, true).serve(t, everyone))
}

func TestBrowser_dropsFiles(t *testing.T) {
	chromium(t)
	var files []typed
	for _, f := range sampleFiles(t)[:4] {
		files = append(files, typed{f.Name, string(f.Data)})
	}
	files = append(files, typed{"holiday.png", "\x89PNG\r\n\x1a\n"})
	drive(t, "upload.mjs", newHouse(t, false).serve(t, everyone), asJSON(t, files))
}

func TestBrowser_withoutScripts(t *testing.T) {
	chromium(t)
	drive(t, "plain.mjs", newHouse(t, true).serve(t, everyone), asJSON(t, typed{"nina.txt", "Nina Example\nGo developer\n\nSkills\nGo, Docker"}))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	chromium(t)
	drive(t, "audit.mjs", servers(t))
}

func TestBrowser_examRoom(t *testing.T) {
	chromium(t)
	h, _ := examHouse(t, bankProblems()...)
	drive(t, "exam.mjs", h.serve(t, everyone))
}

func TestBrowser_listFollowsTheForm(t *testing.T) {
	chromium(t)
	drive(t, "live.mjs", newHouse(t, true).serve(t, everyone))
}
