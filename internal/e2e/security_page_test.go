package e2e

import (
	"go/ast"
	"go/parser"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

var testName = regexp.MustCompile(`^[a-z0-9/]+\.(?:Test|Fuzz)[A-Za-z0-9_]+$`)

// The page about security names, for everything it promises, a test that is there.
func TestSecurity_pageNamesTests(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(e2etest.Checkout, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := testsOf(t)
	rows, named := 0, 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") {
			continue
		}
		if len(cells) != 3 {
			t.Errorf("%d cells in the row%s", len(cells), cells[0])
			continue
		}
		if strings.Contains(cells[2], "---") || strings.TrimSpace(cells[2]) == "the test that shows it" {
			continue
		}
		rows++
		before := named
		for i, part := range strings.Split(cells[2], "`") {
			if i%2 == 0 {
				continue
			}
			named++
			if !testName.MatchString(part) || !known[part] {
				t.Errorf("there is no test %s", part)
			}
		}
		if named == before {
			t.Errorf("no test is named for%s", cells[0])
		}
	}
	if rows < 20 || named < 40 {
		t.Errorf("%d rows with %d tests: the table was not read", rows, named)
	}
}

// Every fuzz target, and none that is gone, stands in the list of those that had their ten minutes.
func TestSecurity_pageListsFuzzTargets(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(e2etest.Checkout, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		folder, targets, ok := strings.Cut(strings.TrimPrefix(line, "- `"), "`: ")
		if !ok || !strings.HasPrefix(line, "- `") {
			continue
		}
		for i, part := range strings.Split(targets, "`") {
			if i%2 == 1 {
				listed[folder+"."+part] = true
			}
		}
	}
	known := testsOf(t)
	for name := range known {
		if _, target, _ := strings.Cut(name, "."); strings.HasPrefix(target, "Fuzz") && !listed[name] {
			t.Errorf("%s is not listed: run it for ten minutes first", name)
		}
	}
	for name := range listed {
		if !known[name] {
			t.Errorf("there is no fuzz target %s", name)
		}
	}
}

// testsOf lists the tests of the project as package.TestName, the package by its path below
// internal.
func testsOf(t *testing.T) map[string]bool {
	t.Helper()
	known := map[string]bool{}
	root := filepath.Join(e2etest.Checkout, "internal")
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, d := range parse(t, path, parser.SkipObjectResolution).Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				known[filepath.ToSlash(folder)+"."+f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return known
}
