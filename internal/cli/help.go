package cli

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kadry/internal/op"
)

// HelpFile is the Russian help of some commands: JSON with their lines under "commands", by
// what is typed after the program's name, and under "flags" the lines of flags that mean the
// same in several of them. It stands beside the English that the commands are declared with,
// which is what assistants read too.
type HelpFile struct {
	Name string // of who brings it
	Text []byte
}

//go:embed help.ru.json
var own []byte

// help is the lines of every command.
type help struct {
	commands map[string]commandHelp
	flags    map[string]string // of every command
}

type commandHelp struct {
	Title     string            `json:"title"`
	About     string            `json:"about"`
	Arguments string            `json:"arguments"`
	Flags     map[string]string `json:"flags"`

	shared map[string]string // of the file it stands in
}

// readHelp reads what this front says of its own commands and what others bring. A command
// that two of them describe is an error: one would hide the other.
func readHelp(files ...HelpFile) (help, error) {
	all := help{commands: map[string]commandHelp{}}
	owner := map[string]string{}
	for i, file := range append([]HelpFile{{Name: "cli", Text: own}}, files...) {
		var said struct {
			Flags    map[string]string      `json:"flags"`
			Commands map[string]commandHelp `json:"commands"`
		}
		dec := json.NewDecoder(bytes.NewReader(file.Text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&said); err != nil {
			return help{}, fmt.Errorf("cli: help of %s: %w", file.Name, err)
		}
		if i == 0 {
			all.flags = said.Flags
		}
		for path, command := range said.Commands {
			if first, taken := owner[path]; taken {
				return help{}, fmt.Errorf("cli: %s and %s both bring the help of %q", first, file.Name, path)
			}
			command.shared = said.Flags
			owner[path], all.commands[path] = file.Name, command
		}
	}
	return all, nil
}

// translate puts the Russian lines over the English ones; what has none keeps them.
func (h help) translate(cmd *cobra.Command) {
	said := h.commands[strings.TrimPrefix(cmd.CommandPath(), program+" ")]
	if said.Title != "" {
		cmd.Short, cmd.Long = said.Title, said.About
	}
	if said.Arguments != "" {
		cmd.Use = cmd.Name() + " " + said.Arguments
	}
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		line := cmp.Or(said.Flags[f.Name], said.shared[f.Name], h.flags[f.Name])
		if line == "" {
			return
		}
		f.Usage = line
		if derived, ok := f.Value.(*flag); ok {
			f.Usage = derived.usage(line, "ru")
		}
	})
}

// Russian tells what help files say of an operation, for those who read of it elsewhere.
func Russian(files ...HelpFile) (func(*op.Op) op.Said, error) {
	h, err := readHelp(files...)
	if err != nil {
		return nil, err
	}
	return func(o *op.Op) op.Said {
		said := h.commands[o.Toolset+" "+commandName(o)]
		words := op.Said{Title: said.Title, Doc: said.About, Fields: map[string]string{}}
		for _, field := range o.Input.PropertyOrder {
			words.Fields[field] = cmp.Or(said.Flags[dashed(field)], said.shared[dashed(field)])
		}
		return words
	}, nil
}
