package e2e

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// A room is a folder and one line of app/rooms.go. These tests add a made-up one and take
// every real one away, in overlays over the checkout: nothing is copied or changed.

// overlay is what the go command reads in place of files of the checkout; "" is nothing.
type overlay struct{ Replace map[string]string }

// use writes the overlay down and returns the flag that names it.
func (o overlay) use(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return "-overlay=" + name
}

func roomsFile() string { return filepath.Join(e2etest.Checkout, "internal", "app", "rooms.go") }

// withRooms is rooms.go with another text, as a file of the test.
func withRooms(t *testing.T, change func(text string) string) string {
	t.Helper()
	text, err := os.ReadFile(roomsFile())
	if err != nil {
		t.Fatal(err)
	}
	changed := change(string(text))
	if changed == string(text) {
		t.Fatal("rooms.go stays as it is")
	}
	name := filepath.Join(t.TempDir(), "rooms.go")
	if err := os.WriteFile(name, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// goes runs the go command over an overlay.
func goes(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = e2etest.Checkout
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestRoom_added adds the room of testdata/room with its one line: every front, the
// settings, the database, the doctor and the sample know it without another change. Taken
// away again, what it left in the database does no harm.
func TestRoom_added(t *testing.T) {
	t.Parallel()
	source := filepath.Join(e2etest.Checkout, "internal", "e2e", "testdata", "room")
	added := overlay{map[string]string{}}
	err := filepath.WalkDir(source, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		below, err := filepath.Rel(source, name)
		added.Replace[filepath.Join(e2etest.Checkout, "internal", below)] = name
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	added.Replace[roomsFile()] = withRooms(t, func(text string) string {
		text = strings.Replace(text, "import (", "import (\n\t\"kadry/internal/bookshop/bookshoproom\"", 1)
		return strings.Replace(text, "return []room.Room{", "return []room.Room{\n\t\tbookshoproom.Room(),", 1)
	})
	binary := filepath.Join(t.TempDir(), "kadry")
	goes(t, "build", added.use(t), "-ldflags=-s -w", "-o", binary, "./cmd/kadry")
	if t.Failed() {
		return
	}
	home := t.TempDir()
	env := e2etest.Environment(home, "KADRY_BOOKSHOP_SHELVES=7")
	says := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), binary, args...)
		cmd.Env = env
		got := e2etest.Finish(t, cmd)
		if got.Code != 0 {
			t.Errorf("kadry %s: exit code %d: %s", strings.Join(args, " "), got.Code, got.Stderr)
		}
		return got.Stdout
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--help"}, `(?m)^ +bookshop`},
		{[]string{"config"}, `bookshop_shelves +7 +environment +KADRY_BOOKSHOP_SHELVES`},
		{[]string{"bookshop", "shelve-book", "--title", "Dead Souls"}, `"books": ?1`},
		{[]string{"bookshop", "shelve-book", "--title", "The Nose"}, `"books": ?2`},
		{[]string{"doctor"}, `books +2 of 7 shelves`},
		{[]string{"migrate", "--status"}, `bookshop`},
	} {
		if got := says(c.args...); !regexp.MustCompile(c.want).MatchString(got) {
			t.Errorf("kadry %s says\n%s\nwant something like %s", strings.Join(c.args, " "), got, c.want)
		}
	}
	s := e2etest.Serve(t, e2etest.Options{Binary: binary, Home: home, Env: []string{"KADRY_BOOKSHOP_SHELVES=7"}})
	s.REST().Post(t, "shelve_book", `{"title":"Viy"}`).Ok(t)
	if tools := s.MCP("/bookshop").Tools(t); !slices.Equal(tools, []string{"shelve_book"}) {
		t.Errorf("tools %v", tools)
	}
	for address, want := range map[string]string{"/bookshop": "Bookshop", "/settings": `href="/bookshop"`, "/status": `"bookshop":{"shelves":7}`, "/openapi.json": "shelve_book"} {
		if got := s.REST().Get(t, address); got.Status != 200 || !strings.Contains(string(got.Body), want) {
			t.Errorf("%s: status %d without %s", address, got.Status, want)
		}
	}
	s.Stop()
	// The product without the room, over the same data.
	if got := e2etest.Command(t, e2etest.Environment(home), "doctor"); got.Code != 0 {
		t.Errorf("without the room: exit code %d: %s%s", got.Code, got.Stdout, got.Stderr)
	}
}

// TestRoom_deleted takes every room away with its line: every package and its tests type-check
// and vet, the product, which app's tests are linked from, builds, and the tests of app and of
// the fronts pass.
func TestRoom_deleted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the tree once for each room")
	}
	for _, name := range roomsOf(packages(t)) {
		t.Run(name, func(t *testing.T) {
			deleted := overlay{map[string]string{}}
			err := filepath.WalkDir(filepath.Join(e2etest.Checkout, "internal", name), func(file string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() {
					deleted.Replace[file] = ""
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			deleted.Replace[roomsFile()] = withRooms(t, func(text string) string {
				return strings.Join(slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(line string) bool {
					return strings.Contains(line, name+"room")
				}), "")
			})
			flag := deleted.use(t)
			goes(t, "vet", flag, "./...")
			// Vetted above; tables for a debugger are half of what linking costs.
			goes(t, "test", flag, "-vet=off", "-ldflags=-s -w", "-short", "./internal/app", "./internal/room", "./internal/mcpserver", "./internal/restapi", "./internal/cli", "./internal/webui/...")
		})
	}
}
