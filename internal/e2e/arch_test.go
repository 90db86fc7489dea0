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

// rule says what packages of ours may import beyond the standard library, and why.
type rule struct {
	packages []string // patterns of import paths below kadry/internal, see matches
	own      []string // our packages they may import, as such patterns
	foreign  []string // modules they may import, as prefixes; nil is any
	never    []string // standard or foreign packages they must not import, as prefixes
	reason   string
}

// A pattern is a path whose last part may be "..." for everything at and below what stands
// before it. {room} stands for the name of a room, the same one in a rule's packages and
// own, and * for any one name. A room is a folder R that holds R/Rroom, its wiring.
var (
	vocabulary     = []string{"fault", "skill", "retrieve", "cursor", "linktoken", "turn"}
	infrastructure = []string{"access", "audit", "cache", "config", "embed", "feed", "i18n", "jobs", "llm", "obs", "outbox", "seal", "store", "task", "upstream", "webhook"}
	ownRules       = []string{"fault", "skill", "retrieve", "cursor", "linktoken", "turn", "pdf/...", "manifest", "feed", "op", "github", "interpreter/...", "sandbox", "{room}/..."}
)

// rules are checked first match wins, so a narrower pattern stands before a wider one.
var rules = []rule{
	{
		packages: []string{"fault"}, foreign: []string{},
		reason: "the vocabulary of failure is below everything",
	},
	{
		packages: []string{"skill", "retrieve", "cursor"}, own: []string{"fault"},
		foreign: []string{"golang.org/x/text", "github.com/kljensen/snowball"},
		never:   []string{"net/http", "database/sql", "os"},
		reason:  "pure: the same input gives the same output, on any machine",
	},
	{
		packages: []string{"linktoken"}, own: []string{}, foreign: []string{"golang.org/x/time"},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "the secrets of links are made and compared in one way, whichever room sends them",
	},
	{
		packages: []string{"turn"}, own: []string{}, foreign: []string{},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "the processors are shared in one way, whatever works on them",
	},
	{
		packages: []string{"github"}, own: []string{"fault"},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "the nouns of GitHub, which rooms share; who asks for them and who answers is apart",
	},
	{
		packages: []string{"github/api"}, own: []string{"github", "upstream", "fault"},
		never:  []string{"database/sql"},
		reason: "an adapter turns a foreign system into nouns that rooms share",
	},
	{
		packages: []string{"github/replica"}, own: []string{"evaldata"},
		never:  []string{"database/sql"},
		reason: "a copy of a foreign system answers as that does and knows nothing of who asks",
	},
	{
		packages: []string{"manifest"}, own: []string{},
		foreign: []string{"github.com/BurntSushi/toml", "go.yaml.in/yaml"},
		never:   []string{"net/http", "database/sql", "os"},
		reason:  "pure: what a manifest declares is the same for every room that asks",
	},
	{
		packages: []string{"pdf/..."}, own: []string{"fault", "pdf/..."},
		foreign: []string{"github.com/ledongthuc/pdf", "golang.org/x/text"},
		never:   []string{"net/http", "database/sql", "os"},
		reason:  "pure: it reads bytes, whoever sent them and whatever the file is for",
	},
	{
		packages: []string{"sandbox"}, own: []string{"fault"}, foreign: []string{"golang.org/x/sys"},
		never:  []string{"net/http", "database/sql"},
		reason: "a process is confined in one way, whatever runs in it",
	},
	{
		packages: []string{"interpreter", "interpreter/..."}, own: []string{"sandbox", "interpreter/..."},
		never:  []string{"net/http", "database/sql"},
		reason: "code of other people's is run in one way, whichever room has it run",
	},
	{
		packages: []string{"op", "op/..."}, own: []string{"fault", "turn", "op/..."},
		foreign: []string{"github.com/google/jsonschema-go"},
		never:   []string{"net/http", "database/sql"},
		reason:  "the kernel must not know how it is called or where data lie",
	},
	{
		packages: []string{"room"}, own: slices.Concat([]string{"op", "webui/kit"}, vocabulary, infrastructure),
		never:  []string{"github.com/modelcontextprotocol"},
		reason: "the contract names what is handed over and brought, and no room",
	},
	{
		packages: []string{"{room}/{room}room"}, own: slices.Concat([]string{"op", "room", "evaldata", "confined", "sandbox", "interpreter/...", "webui/kit", "github/...", "{room}/..."}, vocabulary, infrastructure),
		never:  []string{"github.com/modelcontextprotocol"},
		reason: "the wiring of a room sees its rules and its adapters together, no front and no other room",
	},
	{
		packages: []string{"{room}/{room}sql", "{room}/{room}sql/..."}, own: slices.Concat([]string{"store/...", "feed", "jobs", "audit", "{room}/..."}, vocabulary),
		never:  []string{"net/http", "github.com/a-h/templ"},
		reason: "a room's SQL turns rows into its types",
	},
	{
		packages: []string{"{room}/{room}test"}, own: slices.Concat([]string{"store/...", "feed", "jobs", "audit", "sandbox", "interpreter/...", "{room}/..."}, vocabulary),
		never:  []string{"github.com/a-h/templ"},
		reason: "what a room's tests share stands on its SQL, or answers in the place of a foreign system",
	},
	{
		packages: []string{"{room}/source", "{room}/source/..."}, own: slices.Concat([]string{"{room}/...", "upstream"}, vocabulary),
		never:  []string{"database/sql"},
		reason: "an adapter turns a foreign system into a room's own types; a room with several has them side by side",
	},
	{
		packages: []string{"{room}/{room}web"}, own: slices.Concat([]string{"webui/kit", "op", "i18n", "github", "{room}/..."}, vocabulary),
		never:  []string{"database/sql"},
		reason: "pages show a room's own types with the kit, and call its operations",
	},
	{
		packages: []string{"{room}/{room}jobs"}, own: slices.Concat([]string{"{room}/...", "fault", "linktoken"}, infrastructure),
		reason: "an adapter joins a room to the queue, the outbox and the audit log, and answers at secret addresses of its own",
	},
	{
		packages: []string{"{room}/llm*", "{room}/judge"}, own: []string{"{room}/...", "llm", "fault"},
		never:  []string{"database/sql", "net/http"},
		reason: "an adapter turns a model into a room's own types",
	},
	{
		packages: []string{"{room}/sdamgia", "{room}/sdamgia/..."}, own: []string{"{room}/...", "upstream", "fault"},
		never:  []string{"database/sql"},
		reason: "an adapter turns one foreign system into a room's own types",
	},
	{
		packages: []string{"{room}/evaluate"},
		own:      slices.Concat([]string{"evaldata", "{room}/..."}, vocabulary),
		never:    []string{"net/http", "database/sql"},
		reason:   "evaluation goes through the room as the product does",
	},
	{
		packages: []string{"{room}/document", "{room}/linkedin"}, own: []string{"fault", "pdf/...", "confined", "{room}/..."},
		never:  []string{"net/http", "database/sql", "os", "github.com/modelcontextprotocol"},
		reason: "what reads untrusted files says how its child process does so; no other rule of a room meets a process",
	},
	{
		packages: []string{"feed"}, own: []string{},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "how changes are followed depends neither on what they are nor on where they are kept",
	},
	{
		packages: []string{"{room}", "{room}/..."}, own: ownRules,
		never:  []string{"net/http", "database/sql", "github.com/modelcontextprotocol", "github.com/spf13/cobra", "github.com/a-h/templ"},
		reason: "a room is rules and ports; it is deleted by deleting its folder and one line of app",
	},
	{
		packages: []string{"cache", "cache/..."}, own: []string{"fault", "obs"},
		foreign: []string{"github.com/maypok86/otter", "github.com/redis/rueidis"},
		never:   []string{"net/http", "database/sql"},
		reason:  "it keeps bytes under keys, whatever they mean and whoever they are of",
	},
	{
		packages: []string{"seal"}, own: []string{}, foreign: []string{},
		never:  []string{"net/http", "database/sql", "os"},
		reason: "it turns bytes into sealed bytes, wherever they are kept",
	},
	{
		packages: []string{"access", "config", "i18n", "obs"}, own: []string{"fault"},
		never:  []string{"database/sql"},
		reason: "infrastructure serves every room and knows none",
	},
	{
		packages: []string{"confined"}, own: []string{"fault"}, foreign: []string{},
		never:  []string{"net/http", "database/sql"},
		reason: "a child process gets bytes and limits, whatever it reads; only the wiring and the readers of a room know of it",
	},
	{
		packages: []string{"store", "store/...", "audit", "jobs"}, own: []string{"fault", "obs", "turn", "store/..."},
		never:  []string{"net/http"},
		reason: "infrastructure serves every room and knows none",
	},
	{
		packages: []string{"task"}, own: []string{"cursor", "fault", "store", "jobs", "op"},
		never:  []string{"net/http"},
		reason: "the one piece of infrastructure that knows the kernel: it makes calls of operations durable work of the queue",
	},
	{
		packages: []string{"admin"}, own: []string{"fault", "cursor", "op", "access", "audit", "jobs", "store"},
		never:  []string{"net/http"},
		reason: "the operations on what belongs to no room: they know the kernel, so that the infrastructure need not",
	},
	{
		packages: []string{"outbox"}, own: []string{"fault", "obs", "seal", "store", "jobs", "webhook", "upstream"},
		reason: "prepared messages are signed and delivered whatever they say",
	},
	{
		packages: []string{"llm", "llm/..."}, own: []string{"fault", "obs", "upstream", "llm/..."},
		never:  []string{"database/sql"},
		reason: "a model is asked through the one way out and knows no room",
	},
	{
		packages: []string{"embed", "embed/..."}, own: []string{"fault", "llm", "embed/..."},
		never:  []string{"database/sql"},
		reason: "a model for vectors is asked through the one way out and knows no room",
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
		packages: []string{"mcpserver", "mcpserver/...", "restapi", "cli"}, own: []string{"op/...", "cursor", "fault", "i18n", "obs", "mcpserver/..."},
		never:  []string{"database/sql"},
		reason: "a front is thin: it speaks a protocol and calls operations",
	},
	{
		packages: []string{"webui", "webui/..."}, own: []string{"op/...", "fault", "i18n", "obs", "turn", "webui/..."},
		never:  []string{"database/sql"},
		reason: "the frame and the kit of the pages; each room brings its own and none is named",
	},
	{packages: []string{"app", "e2e", "e2e/..."}, own: []string{"..."}, reason: "wiring and end-to-end tests see everything"},
	{
		packages: []string{"evaldata", "effort", "growth"}, own: []string{"effort"},
		reason: "reading data of evaluations, and scaling tests, needs nothing of ours",
	},
}

// matches reports whether a path fits one of the patterns, and for which room. Where room
// is given, {room} stands for that one alone.
func matches(name string, patterns, rooms []string) (room string, ok bool) {
	for _, pattern := range patterns {
		if !strings.Contains(pattern, "{room}") {
			if fits(name, pattern) {
				return "", true
			}
			continue
		}
		for _, r := range rooms {
			if fits(name, strings.ReplaceAll(pattern, "{room}", r)) {
				return r, true
			}
		}
	}
	return "", false
}

// fits reports whether a path fits a pattern without {room}.
func fits(name, pattern string) bool {
	if above, all := strings.CutSuffix(pattern, "..."); all {
		above = strings.TrimSuffix(above, "/")
		return above == "" || name == above || strings.HasPrefix(name, above+"/")
	}
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// roomsOf are the names R of folders that hold R/Rroom.
func roomsOf(all []listed) []string {
	var rooms []string
	for _, p := range all {
		if name, wiring, ok := strings.Cut(strings.TrimPrefix(p.ImportPath, "kadry/internal/"), "/"); ok && wiring == name+"room" {
			rooms = append(rooms, name)
		}
	}
	return rooms
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
		return name == prefix || strings.HasPrefix(name, prefix+"/")
	})
}

// breach reports whether a package of the room, "" outside of any, must not import a path.
func breach(r rule, room, imported string) bool {
	if ours, ok := strings.CutPrefix(imported, "kadry/internal/"); ok {
		var rooms []string
		if room != "" {
			rooms = []string{room}
		}
		_, allowed := matches(ours, r.own, rooms)
		return !allowed
	}
	if within(imported, r.never) {
		return true
	}
	standard := !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".")
	return !standard && r.foreign != nil && !within(imported, r.foreign)
}

func TestArchitecture_directions(t *testing.T) {
	t.Parallel()
	all := packages(t)
	rooms := roomsOf(all)
	if len(rooms) == 0 {
		t.Fatal("no room is found")
	}
	for _, p := range all {
		name, ok := strings.CutPrefix(p.ImportPath, "kadry/internal/")
		if !ok {
			if slices.Contains(p.Imports, "kadry/internal/app") && !strings.HasPrefix(p.ImportPath, "kadry/cmd/") {
				t.Errorf("%s imports app; only commands do", p.ImportPath)
			}
			continue
		}
		var of string
		i := slices.IndexFunc(rules, func(r rule) (found bool) {
			of, found = matches(name, r.packages, rooms)
			return found
		})
		if i < 0 {
			t.Errorf("%s has no rule: say where it stands", name)
			continue
		}
		for _, imported := range p.Imports {
			if breach(rules[i], of, imported) {
				t.Errorf("%s imports %s: %s", name, imported, rules[i].reason)
			}
		}
	}
}

// What tests share is for tests: a package of the product imports none of it. Such packages
// end in "test", but for those that scale and measure.
func TestArchitecture_productNeedsNoTestSupport(t *testing.T) {
	t.Parallel()
	support := func(imported string) bool {
		name := path.Base(imported)
		return name != "test" && strings.HasSuffix(name, "test") || name == "growth" || name == "effort" || imported == "testing"
	}
	found := 0
	for _, p := range packages(t) {
		if support(p.ImportPath) {
			found++
			continue
		}
		for _, imported := range p.Imports {
			if support(imported) {
				t.Errorf("%s imports %s, which is for tests", p.ImportPath, imported)
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d packages of test support were found", found)
	}
}

// TestArchitecture_onlyOneLineNamesARoom holds the promise that a room is a folder and a
// line: outside of its folder only app/rooms.go imports anything of it.
func TestArchitecture_onlyOneLineNamesARoom(t *testing.T) {
	t.Parallel()
	all := packages(t)
	for _, room := range roomsOf(all) {
		own := "kadry/internal/" + room
		for _, p := range all {
			if within(p.ImportPath, []string{own}) {
				continue
			}
			for _, file := range p.GoFiles {
				if strings.HasSuffix(p.ImportPath, "/internal/app") && file == "rooms.go" {
					continue
				}
				for _, i := range parse(t, filepath.Join(p.Dir, file), parser.ImportsOnly).Imports {
					if imported := strings.Trim(i.Path.Value, `"`); within(imported, []string{own}) {
						t.Errorf("%s/%s imports %s", p.ImportPath, file, imported)
					}
				}
			}
		}
	}
}

func TestArchitecture_roomsMeetTheKernelInOneFile(t *testing.T) {
	t.Parallel()
	all := packages(t)
	rooms := roomsOf(all)
	pure := slices.IndexFunc(rules, func(r rule) bool { return slices.Contains(r.packages, "{room}") })
	for _, p := range all {
		name, _ := strings.CutPrefix(p.ImportPath, "kadry/internal/")
		first := slices.IndexFunc(rules, func(r rule) bool {
			_, found := matches(name, r.packages, rooms)
			return found
		})
		if first != pure {
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
