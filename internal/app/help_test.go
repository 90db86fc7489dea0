package app

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kadry/internal/room"
)

// described is what the help of one command says.
type described struct {
	short, long string
	flags       map[string]string
}

// helpIn is the help of every command that people see, by what is typed after the program's name.
func helpIn(t *testing.T, lang string, rooms ...room.Room) map[string]described {
	t.Helper()
	p, err := newProgram(rooms)
	if err != nil {
		t.Fatal(err)
	}
	lookup := func(name string) (string, bool) { return lang, name == "KADRY_LANG" }
	root, err := (&commands{env: Env{Lookup: lookup, Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}, program: p}).root()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]described{}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Hidden {
			return
		}
		cmd.InitDefaultHelpFlag()
		d := described{cmd.Short, cmd.Long, map[string]string{}}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { d.flags[f.Name] = f.Usage })
		all[strings.TrimPrefix(cmd.CommandPath(), "kadry ")] = d
		for _, below := range cmd.Commands() {
			walk(below)
		}
	}
	walk(root)
	return all
}

// TestHelp_isWholeInRussian finds lines of the Russian help that are missing or of nothing. A
// room is looked at by itself: what another one brings may be deleted.
func TestHelp_isWholeInRussian(t *testing.T) {
	t.Parallel()
	house := helpIn(t, "en")
	checkHelp(t, "the house", help, house, helpIn(t, "ru"))
	for _, r := range rooms() {
		english, russian := helpIn(t, "en", r), helpIn(t, "ru", r)
		maps.DeleteFunc(english, func(path string, _ described) bool { _, ours := house[path]; return ours })
		checkHelp(t, r.Name, r.Help, english, russian)
	}
}

func checkHelp(t *testing.T, owner string, file []byte, english, russian map[string]described) {
	t.Helper()
	for path, en := range english {
		ru := russian[path]
		if ru.short == en.short || ru.long == en.long && en.long != "" {
			t.Errorf("%s: %q has no Russian help", owner, path)
		}
		for name, said := range en.flags {
			if ru.flags[name] == said {
				t.Errorf("%s: --%s of %q has no Russian line", owner, name, path)
			}
		}
	}
	var said struct {
		Flags    map[string]string
		Commands map[string]struct{ Flags map[string]string }
	}
	if err := json.Unmarshal(file, &said); err != nil {
		t.Fatal(err)
	}
	shared := map[string][]string{} // the English of the flags that a shared line stands for
	for path, command := range said.Commands {
		en, known := english[path]
		if !known {
			t.Errorf("%s: there is no command %q", owner, path)
		}
		for name := range command.Flags {
			if _, known := en.flags[name]; !known {
				t.Errorf("%s: %q has no flag --%s", owner, path, name)
			}
		}
		for name, text := range en.flags {
			if command.Flags[name] == "" {
				shared[name] = append(shared[name], strings.TrimSuffix(text, " (required)"))
			}
		}
	}
	for name := range said.Flags {
		if meant := slices.Compact(slices.Sorted(slices.Values(shared[name]))); len(meant) != 1 {
			t.Errorf("%s: the line that flags --%s share stands for %q", owner, name, meant)
		}
	}
}
