// Package cli is the command line front: every operation of a registry becomes
// `kadry <toolset> <operation> --flags`, with flags from its input schema, and
// `kadry call NAME JSON`. Answers are printed as JSON, tables or Markdown; failures go to
// the standard error stream in the user's language and decide the exit code. Commands
// that are no operations (serve, migrate, token) live elsewhere.
package cli

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"kadry/internal/fault"
	"kadry/internal/op"
)

// program is the name a user types.
const program = "kadry"

// Config is what the front needs.
type Config struct {
	Registry *op.Registry
	Call     func(ctx context.Context, o *op.Op, args []byte) (op.Result, error)
	// Begin submits a call that is long work and sees to it that it is worked; false leaves the
	// call to Call. Nil is a command line without tasks.
	Begin    func(ctx context.Context, o *op.Op, args []byte) (tasks op.Tasks, task op.Task, long bool, err error)
	Caller   op.Caller // whom calls are made for; a zero Budget means unlimited here
	In       io.Reader
	Out, Err io.Writer
	Dumb     bool // the terminal writes lines and cannot take one back
}

// shell is the front at work.
type shell struct {
	Config
	// width of the output in cells when it is a terminal, else 0.
	width int
	// errWidth is the same for the error stream, where progress is shown.
	errWidth int
}

// progress shows how far a call has come on the error stream.
func (s *shell) progress() *progress {
	p := &progress{w: s.Err, lang: s.Caller.Lang, width: s.errWidth, now: time.Now}
	if s.Dumb {
		p.width = 0
	}
	return p
}

// Commands returns a command for every toolset, holding one for every operation, and
// `call`, which takes any operation by its name.
func Commands(c Config) []*cobra.Command {
	if c.Caller.Budget == 0 {
		c.Caller.Budget = -1
	}
	c.Registry = c.Registry.On(op.CLI)
	s := &shell{Config: c, width: terminalWidth(c.Out), errWidth: terminalWidth(c.Err)}
	all := []*cobra.Command{s.callCommand()}
	for _, name := range c.Registry.Toolsets() {
		all = append(all, s.toolset(name))
	}
	return all
}

// terminalWidth is the number of cells in a line of w, 0 when w is no terminal.
func terminalWidth(w io.Writer) int {
	file, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	if width <= 0 {
		return unknownWidth
	}
	return width
}

// unknownWidth is taken for a terminal that does not tell its size, in cells.
const unknownWidth = 80

func (s *shell) toolset(name string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   name,
		Short: words(s.Caller.Lang, "Operations of the toolset ", "Операции набора ") + name,
		// An unknown operation is the thing to report, not the flags it was given.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	for _, o := range s.Registry.All() {
		if o.Toolset == name {
			cmd.AddCommand(s.operation(o))
		}
	}
	return cmd
}

func (s *shell) operation(o *op.Op) *cobra.Command {
	f := newForm(o.Input)
	var a asked
	cmd := &cobra.Command{
		Use:     commandName(o) + f.positionalUse(),
		Short:   o.Title,
		Long:    o.Doc,
		Example: examples(o),
		RunE: func(cmd *cobra.Command, args []string) error {
			input, err := f.input(args, s.In)
			if err != nil {
				return err
			}
			return s.run(cmd.Context(), o, input, a)
		},
		ValidArgsFunction: f.completePositional,
	}
	cmd.Flags().SortFlags = false
	f.register(cmd)
	a.register(cmd, pageable(o), o.Effect != op.Reads)
	return cmd
}

func (s *shell) callCommand() *cobra.Command {
	var a asked
	cmd := &cobra.Command{
		Use:   "call NAME [JSON | - | @FILE]",
		Short: "Call an operation with a JSON object",
		Long:  "Call an operation by its name. The input is a JSON object given on the command line, on the standard input (-) or in a file (@FILE); without one it is empty.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 || len(args) == 2 {
				return nil
			}
			return fault.E(fault.Invalid, fault.Say("Name one operation and at most one input.", "Укажите одну операцию и не более одного набора входных данных."), nil).
				WithHint(helpHint(cmd))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := s.Registry.Lookup(args[0])
			if err != nil {
				return err
			}
			var input []byte
			if len(args) == 2 {
				if input, err = s.document(args[1]); err != nil {
					return err
				}
			}
			if a.all && !pageable(o) {
				return fault.E(fault.Invalid, fault.Say("%s does not answer in pages.", "%s не выдаёт ответ по страницам.", o.Name), nil)
			}
			return s.run(cmd.Context(), o, input, a)
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			var names []string
			for _, o := range s.Registry.All() {
				if strings.HasPrefix(o.Name, prefix) {
					names = append(names, o.Name+"\t"+titleUnder(cmd.Root(), o))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
	a.register(cmd, true, false)
	return cmd
}

// titleUnder is what the help of a program says an operation does.
func titleUnder(root *cobra.Command, o *op.Op) string {
	cmd, rest, err := root.Find([]string{o.Toolset, commandName(o)})
	if err != nil || len(rest) > 0 {
		return o.Title
	}
	return cmd.Short
}

// document reads the input of call.
func (s *shell) document(source string) ([]byte, error) {
	if source == "-" || strings.HasPrefix(source, "@") {
		text, err := readSource(strings.TrimPrefix(source, "@"), s.In)
		return []byte(text), err
	}
	return []byte(source), nil
}

func examples(o *op.Op) string {
	lines := make([]string, len(o.Examples))
	for i, x := range o.Examples {
		lines[i] = "  " + Line(o, []byte(x.Input))
	}
	return strings.Join(lines, "\n")
}

// commandName is the word for an operation under its toolset, which it need not repeat.
func commandName(o *op.Op) string { return dashed(strings.TrimPrefix(o.Name, o.Toolset+"_")) }

func dashed(name string) string { return strings.ReplaceAll(name, "_", "-") }
