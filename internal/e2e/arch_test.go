package e2e

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rule says what a package of ours may import beyond the standard library, and why.
type rule struct {
	packages []string // import path prefixes below kadry/internal; * stands for any name
	own      []string // our packages it may import, as prefixes; . is the room it belongs to
	foreign  []string // modules it may import, as prefixes; nil is any
	never    []string // standard or foreign packages it must not import
	reason   string
}

var rooms = []string{"talent", "exam", "interview"}

// rules are checked first match wins, so a narrower prefix stands before a wider one.
var rules = []rule{
	{
		packages: []string{"fault"}, foreign: []string{},
		reason: "the vocabulary of failure is below everything",
	},
	{
		packages: []string{"skill/skillgen"}, own: []string{"fault", "skill"},
		reason: "the generator runs at development time and reads files, nothing more",
	},
	{
		packages: []string{"skill", "retrieve"}, own: []string{"fault"},
		foreign: []string{"golang.org/x/text", "github.com/kljensen/snowball"},
		never:   []string{"net/http", "database/sql", "os"},
		reason:  "pure: the same input gives the same output, on any machine",
	},
	{
		packages: []string{"op"}, own: []string{"fault", "op"},
		foreign: []string{"github.com/google/jsonschema-go"},
		never:   []string{"net/http", "database/sql"},
		reason:  "the kernel must not know how it is called or where data lie",
	},
	{
		packages: []string{"exam/answer", "exam/formula", "exam/fuzzy"}, own: []string{"fault", "retrieve"},
		foreign: []string{"golang.org/x/text"},
		never:   []string{"net/http", "database/sql", "os"},
		reason:  "pure: the same input gives the same output, on any machine",
	},
	{
		packages: []string{"interview/bank"}, own: []string{"fault"},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "questions come with the program; the room decides which are asked",
	},
	{
		packages: []string{"interview/grade"}, own: []string{"fault", "retrieve"},
		foreign: []string{"golang.org/x/text"},
		never:   []string{"net/http", "database/sql", "os"},
		reason:  "a mark depends on the question and the answer alone: pure, and blind by construction",
	},
	{
		packages: []string{"talent/evaluate", "exam/evaluate", "interview/evaluate"},
		own:      append([]string{"fault", "skill", "retrieve", "evaldata"}, rooms...),
		never:    []string{"net/http", "database/sql"},
		reason:   "evaluation goes through the rooms as the product does",
	},
	{
		packages: []string{"interview/interviewjobs"}, own: []string{"interview", "jobs", "outbox", "audit", "webhook", "store", "fault"},
		reason: "an adapter joins one room to the machinery of the house",
	},
	{
		packages: []string{"interview/llmgrader"}, own: []string{"interview", "llm", "fault"},
		never:  []string{"database/sql", "net/http"},
		reason: "an adapter turns one foreign system into a room's own types",
	},
	{
		packages: []string{"exam/sdamgia"}, own: []string{"exam", "upstream", "fault", "exam/sdamgia"},
		never:  []string{"database/sql"},
		reason: "an adapter turns one foreign system into a room's own types",
	},
	{
		packages: []string{"*/*sql"}, own: []string{".", "store", "feed", "jobs", "fault", "skill"},
		never:  []string{"net/http"},
		reason: "a room's tables and queries belong to that room and to no other",
	},
	{
		packages: []string{"feed"}, own: []string{},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "how changes are followed depends neither on what they are nor on where they are kept",
	},
	{
		packages: rooms, own: append([]string{"fault", "skill", "retrieve", "op", "feed"}, rooms...),
		never:  []string{"net/http", "database/sql", "github.com/modelcontextprotocol", "github.com/spf13/cobra", "github.com/a-h/templ"},
		reason: "a room is rules and ports; it is deleted by deleting its folder, its adapter and one line of app",
	},
	{
		packages: []string{"access", "config", "i18n", "obs"}, own: []string{"fault"},
		never:  []string{"database/sql"},
		reason: "infrastructure serves every room and knows none",
	},
	{
		packages: []string{"store"}, own: []string{"fault", "obs", "store"},
		never:  []string{"net/http"},
		reason: "infrastructure serves every room and knows none",
	},
	{
		packages: []string{"jobs"}, own: []string{"fault", "obs", "store"},
		never:  []string{"net/http"},
		reason: "the queue serves every room and knows none",
	},
	{
		packages: []string{"audit"}, own: []string{"fault", "obs", "store"},
		never:  []string{"net/http"},
		reason: "the log of deeds serves every room and knows none",
	},
	{
		packages: []string{"outbox"}, own: []string{"fault", "obs", "store", "jobs", "webhook", "upstream"},
		reason: "prepared messages are signed and delivered whatever they say",
	},
	{
		packages: []string{"interviewapi"}, own: []string{"interview", "op", "fault", "i18n", "obs"},
		never:  []string{"database/sql"},
		reason: "a front speaks one contract by hand and calls the room's own functions",
	},
	{
		packages: []string{"llm"}, own: []string{"fault", "obs", "upstream", "llm"},
		never:  []string{"database/sql"},
		reason: "a model is asked through the one way out and knows no room",
	},
	{
		packages: []string{"webhook"}, own: []string{"fault"},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "what a message says and how it is signed; sending it is upstream's",
	},
	{
		packages: []string{"upstream"}, own: []string{"fault", "obs"},
		never:  []string{"database/sql"},
		reason: "the only way out serves every adapter and knows none",
	},
	{
		packages: []string{"mcpserver", "restapi", "cli"}, own: []string{"op", "fault", "i18n", "obs", "mcpserver"},
		never:  []string{"database/sql"},
		reason: "a front is thin: it speaks a protocol and calls operations",
	},
	{
		packages: []string{"webui"}, own: append([]string{"op", "fault", "i18n", "obs", "webui", "skill"}, rooms...),
		never:  []string{"database/sql"},
		reason: "pages show a room's own types, and call the same operations as every front",
	},
	{packages: []string{"app", "e2e"}, own: []string{""}, reason: "wiring and end-to-end tests see everything"},
	{
		packages: []string{"evaldata"}, own: []string{},
		reason: "reading data of evaluations needs nothing of ours",
	},
}

type listed struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Standard   bool
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func within(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		if n := strings.Count(prefix, "/") + 1; strings.Contains(prefix, "*") && strings.Count(name, "/") >= n-1 {
			matched, err := path.Match(prefix, strings.Join(strings.Split(name, "/")[:n], "/"))
			return err == nil && matched
		}
		return prefix == "" || name == prefix || strings.HasPrefix(name, prefix+"/")
	})
}

// breach says that the rule forbids the package name to import what.
func breach(r rule, name, what string) bool {
	if ours, ok := strings.CutPrefix(what, "kadry/internal/"); ok {
		if within(ours, []string{"*/*sql"}) { // tables are for the wiring; everybody else asks the room
			return !slices.Contains(r.own, "")
		}
		room, _, _ := strings.Cut(name, "/")
		return !within(ours, r.own) && (!slices.Contains(r.own, ".") || !within(ours, []string{room}))
	}
	if within(what, r.never) {
		return true
	}
	standard := !strings.Contains(strings.SplitN(what, "/", 2)[0], ".")
	return !standard && r.foreign != nil && !within(what, r.foreign)
}

func TestArchitecture_directions(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		name, ok := strings.CutPrefix(p.ImportPath, "kadry/internal/")
		if !ok {
			if slices.Contains(p.Imports, "kadry/internal/app") && !strings.HasPrefix(p.ImportPath, "kadry/cmd/") {
				t.Errorf("%s imports app; only commands do", p.ImportPath)
			}
			continue
		}
		i := slices.IndexFunc(rules, func(r rule) bool { return within(name, r.packages) })
		if i < 0 {
			t.Errorf("%s has no rule: say where it stands", name)
			continue
		}
		for _, path := range p.Imports {
			if breach(rules[i], name, path) {
				t.Errorf("%s imports %s: %s", name, path, rules[i].reason)
			}
		}
	}
}

func TestArchitecture_roomsMeetTheKernelInOneFile(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		name, _ := strings.CutPrefix(p.ImportPath, "kadry/internal/")
		if !within(name, rooms) {
			continue
		}
		for _, file := range p.GoFiles {
			imports := parse(t, filepath.Join(p.Dir, file), parser.ImportsOnly).Imports
			usesKernel := slices.ContainsFunc(imports, func(i *ast.ImportSpec) bool {
				return strings.HasPrefix(strings.Trim(i.Path.Value, `"`), "kadry/internal/op")
			})
			if usesKernel && !strings.HasPrefix(file, "operation") {
				t.Errorf("%s/%s imports the kernel; only operation files of a room do", name, file)
			}
		}
	}
}

func TestArchitecture_everyPackageSaysWhatItIs(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		documented := slices.ContainsFunc(p.GoFiles, func(file string) bool {
			return parse(t, filepath.Join(p.Dir, file), parser.ParseComments).Doc.Text() != ""
		})
		if !documented && len(p.GoFiles) > 0 {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		last := p.ImportPath[strings.LastIndex(p.ImportPath, "/")+1:]
		if slices.Contains([]string{"util", "utils", "common", "helper", "helpers", "shared", "base", "types", "models", "manager", "service"}, last) {
			t.Errorf("%s: the name says nothing", p.ImportPath)
		}
	}
}

func parse(t *testing.T, path string, mode parser.Mode) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, mode)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
