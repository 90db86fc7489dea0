package usage_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kadry/internal/evidence/usage"
)

// listImports has Python itself read every file of its standard library that parses, and
// prints for each its imports: line, module, the names that they bind.
const listImports = `
import ast, json, os, sys, sysconfig, warnings
warnings.simplefilter("ignore")
roots = [sysconfig.get_path("stdlib")] + sys.argv[1:]
for root in roots:
    for folder, inner, files in os.walk(root):
        inner[:] = sorted(d for d in inner if d != "site-packages")
        for file in sorted(files):
            path = os.path.join(folder, file)
            if not file.endswith(".py") or os.path.getsize(path) > 1 << 20:
                continue
            try:
                body = open(path, "rb").read()
                tree = ast.parse(body)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            found = []
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    for a in node.names:
                        found.append([node.lineno, a.name, [a.asname or a.name.split(".")[0]]])
                elif isinstance(node, ast.ImportFrom):
                    names = [a.asname or a.name for a in node.names]
                    found.append([node.lineno, "." * node.level + (node.module or ""), names])
            print(json.dumps([path, found]))
`

// TestPythonLikeItsOwnParser compares the imports with those that Python's own parser sees
// in the whole of its standard library, and in the folders of KADRY_PYTHON_ROOTS.
func TestPythonLikeItsOwnParser(t *testing.T) {
	if testing.Short() {
		t.Skip("Python needs its time for the whole of its library")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3 here to compare with")
	}
	roots := strings.Fields(os.Getenv("KADRY_PYTHON_ROOTS"))
	command := exec.CommandContext(t.Context(), python, append([]string{"-c", listImports}, roots...)...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Skipf("python3 does not run: %v", err)
	}
	files, imports, wrong := 0, 0, 0
	lines := bufio.NewReaderSize(out, 1<<16)
	for {
		raw, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		var row []json.RawMessage
		var path string
		var want [][]any
		if err := json.Unmarshal(raw, &row); err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(row[0], &path) != nil || json.Unmarshal(row[1], &want) != nil {
			t.Fatalf("%s", raw)
		}
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files++
		imports += len(want)
		if expected, got := pythonLines(want), scannedLines(usage.Scan(usage.Python, body)); !slices.Equal(expected, got) {
			if wrong++; wrong <= 5 {
				t.Errorf("%s:\nmissed %q\nfalse %q", path, without(expected, got), without(got, expected))
			}
		}
	}
	if err := command.Wait(); err != nil {
		t.Skipf("python3 does not run: %v", err)
	}
	if wrong > 0 {
		t.Errorf("%d of %d files differ", wrong, files)
	}
	t.Logf("%d imports in %d files", imports, files)
}

func pythonLines(found [][]any) []string {
	var lines []string
	for _, f := range found {
		names := map[string]bool{}
		for _, n := range f[2].([]any) {
			names[n.(string)] = true
		}
		lines = append(lines, importLine(int(f[0].(float64)), f[1].(string), names))
	}
	slices.Sort(lines)
	return lines
}

func scannedLines(file usage.File) []string {
	var lines []string
	for _, i := range file.Imports {
		names := map[string]bool{}
		for _, n := range i.Names {
			names[n] = true
		}
		lines = append(lines, importLine(i.Line, i.Path, names))
	}
	slices.Sort(lines)
	return lines
}

func importLine(line int, path string, names map[string]bool) string {
	var list []string
	for n := range names {
		list = append(list, n)
	}
	slices.Sort(list)
	return strconv.Itoa(line) + " " + path + ": " + strings.Join(list, " ")
}

func without(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(some, s) })
}
