// Package mcptest lets outside judges loose on a running MCP server: the official
// conformance suite and the Inspector. It is for tests only. The judges and the Node they
// run on are pinned in tools/conformance and installed at the first use.
package mcptest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const (
	judgeTime   = 2 * time.Minute
	installTime = 8 * time.Minute
)

// Conformance runs the official suite against the server at url for one revision of the
// protocol. Every scenario must pass, also those that are not scored: the extensions we
// offer and what the suite is still unsure of. The suite waits fixed half seconds for some
// answers, which a loaded machine can miss, so a failure counts when it happens twice.
func Conformance(tb testing.TB, url, revision string) {
	tb.Helper()
	home := tools(tb)
	args := []string{
		filepath.Join(home, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
		"server", "--url", url, "-o", tb.TempDir(),
	}
	switch revision {
	case "2026-07-28", "2025-11-25":
		args = append(args, "--requirements", revision)
	default: // the suite has no list of requirements for older ones, only scenarios
		args = append(args, "--suite", "active", "--spec-version", revision, "--force") // extensions are on no time line
	}
	output, err := node(tb, home, args...)
	if err != nil || unscored.MatchString(output) {
		tb.Logf("conformance %s, first run: %v\n%s", revision, err, output)
		output, err = node(tb, home, args...)
	}
	if err != nil || unscored.MatchString(output) {
		tb.Errorf("conformance %s: %v\n%s", revision, err, output)
		return
	}
	tb.Logf("conformance %s passed\n%s", revision, summary(output))
}

// InspectorStrict has the Inspector list the tools of the server at url in strict mode:
// no schema error and no warning is let through.
func InspectorStrict(tb testing.TB, url string) {
	tb.Helper()
	output, err := Inspector(tb, url, "--method", "tools/list", "--strict")
	if err != nil {
		tb.Errorf("inspector: %v\n%s", err, output)
		return
	}
	if warned.MatchString(output) {
		tb.Errorf("inspector warns:\n%s", output)
	}
}

// unscored matches the line of a report that counts failures which do not lead to an exit code.
var unscored = regexp.MustCompile(`scenario\(s\) run, [1-9]\d* failing`)

// warned matches the last line of a report with warnings; without any there is none.
var warned = regexp.MustCompile(`[1-9]\d* warnings? across`)

// Inspector runs the Inspector's command line against the server at url and returns what
// it printed. The error is an *exec.ExitError when it ended with a code other than 0.
func Inspector(tb testing.TB, url string, args ...string) (string, error) {
	tb.Helper()
	home := tools(tb)
	launcher := filepath.Join(home, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
	return node(tb, home, append([]string{launcher, "--cli", url, "--transport", "http"}, args...)...)
}

func node(tb testing.TB, home string, args ...string) (string, error) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), judgeTime)
	defer cancel()
	bin := filepath.Join(home, "node_modules/node/bin")
	run := exec.CommandContext(ctx, filepath.Join(bin, "node"), args...) //nolint:gosec // the pinned Node of this repository
	run.Env = append(os.Environ(), "HOME="+tb.TempDir(), "NO_COLOR=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	output, err := run.CombinedOutput()
	return string(output), err
}

// summary is the end of the suite's report: one line a scenario and the totals.
func summary(output string) string {
	if i := strings.LastIndex(output, "=== SUMMARY ==="); i >= 0 {
		return output[i:]
	}
	lines := strings.Split(strings.TrimSpace(output), "\n")
	return strings.Join(lines[max(0, len(lines)-5):], "\n")
}

// tools returns the folder with the judges installed.
func tools(tb testing.TB) string {
	tb.Helper()
	if testing.Short() {
		tb.Skip("SKIP: needs Node and the packages of tools/conformance")
	}
	home := filepath.Join(root(tb), "tools", "conformance")
	installed := filepath.Join(home, "node_modules")
	if _, err := os.Stat(installed); err == nil {
		return home
	}
	if _, err := exec.LookPath("npm"); err != nil {
		need(tb, "npm", err.Error())
	}
	if err := install(tb, home, installed); err != nil {
		need(tb, "the packages of tools/conformance", err.Error())
	}
	return home
}

// install unpacks beside the target and renames, so that tests of two packages may find
// the folder missing at the same moment.
func install(tb testing.TB, home, installed string) (err error) {
	tb.Helper()
	fresh, err := os.MkdirTemp(home, ".install-") //nolint:usetesting // a rename needs the same file system
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(fresh)) }()
	for _, name := range []string{"package.json", "package-lock.json", ".npmrc"} {
		content, err := os.ReadFile(filepath.Join(home, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(fresh, name), content, 0o600); err != nil { //nolint:gosec // fixed names in a fresh folder
			return err
		}
	}
	ctx, cancel := context.WithTimeout(tb.Context(), installTime)
	defer cancel()
	npm := exec.CommandContext(ctx, "npm", "ci")
	npm.Dir = fresh
	var output bytes.Buffer
	npm.Stdout, npm.Stderr = &output, &output
	if err := npm.Run(); err != nil {
		tb.Log(output.String())
		return err
	}
	if err := os.Rename(filepath.Join(fresh, "node_modules"), installed); err != nil {
		if _, another := os.Stat(installed); another != nil {
			return err
		}
	}
	return nil
}

func need(tb testing.TB, what, why string) {
	tb.Helper()
	if os.Getenv("CI") == "true" {
		tb.Fatalf("needs %s: %s", what, why)
	}
	tb.Skipf("SKIP: needs %s: %s", what, why)
}

// root is the folder of the project's go.mod.
func root(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			tb.Fatal("mcptest: no go.mod above the working directory")
		}
		folder = above
	}
}
