package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kadry/internal/fault"
)

// Adopt makes a root command, whose commands and streams are set, answer as this front does:
// errors are left to Report, words the command line does not know become faults with a next
// step, and help is in the user's language.
func Adopt(root *cobra.Command, lang string, files ...HelpFile) error {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagFault)
	root.SetUsageFunc(showUsage(lang))
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	each(root, adopt)
	if lang != "ru" {
		return nil
	}
	russian, err := readHelp(files...)
	if err != nil {
		return err
	}
	each(root, russian.translate)
	return nil
}

// each does something to a command and to those below it.
func each(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, below := range cmd.Commands() {
		each(below, do)
	}
}

// adopt makes one command refuse what it does not know as this front does.
func adopt(cmd *cobra.Command) {
	switch fits := cmd.Args; {
	case cmd.Name() == "help" && !cmd.HasSubCommands():
		cmd.Run, cmd.RunE = nil, showHelp
	case !cmd.Runnable() && cmd.HasSubCommands():
		cmd.Args, cmd.RunE = cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		}
	case fits != nil:
		cmd.Args = func(cmd *cobra.Command, args []string) error { return argumentFault(cmd, args, fits(cmd, args)) }
	}
}

// showHelp is the run of the command help.
func showHelp(cmd *cobra.Command, args []string) error {
	asked, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 && asked.HasSubCommands() {
		return unknownCommand(asked, rest[0])
	}
	asked.InitDefaultHelpFlag()
	asked.InitDefaultVersionFlag()
	return asked.Help()
}

// argumentFault says what is wrong with the arguments of a command in the user's language.
func argumentFault(cmd *cobra.Command, args []string, err error) error {
	if known := (*fault.Error)(nil); err == nil || errors.As(err, &known) {
		return err
	}
	if cmd.HasSubCommands() && len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return fault.E(fault.Invalid, fault.Say("These arguments do not fit; the command is: %s.", "Аргументы не подходят; команда пишется так: %s.", line(cmd)), err).
		WithHint(helpHint(cmd))
}

func unknownCommand(parent *cobra.Command, name string) error {
	f := fault.E(fault.Invalid, fault.Say("There is no command %q under %q.", "В %[2]q нет команды %[1]q.", name, parent.CommandPath()), nil).
		WithHint(helpHint(parent))
	if parent.SuggestionsMinimumDistance <= 0 {
		parent.SuggestionsMinimumDistance = 3
	}
	return f.WithCandidates(parent.SuggestionsFor(dashed(name))...)
}

// flagsProposed is how many long flags are proposed for a mistyped one: the likeliest, since the next may be far from it.
const flagsProposed = 1

func nearestFlags(cmd *cobra.Command, typed string) []string {
	var names []string
	cmd.Flags().VisitAll(func(known *pflag.Flag) {
		if !known.Hidden {
			names = append(names, strings.ReplaceAll(known.Name, "-", "_")) // as fault.Nearest compares
		}
	})
	nearest := fault.Nearest(typed, names, flagsProposed)
	for i, name := range nearest {
		nearest[i] = "--" + dashed(name)
	}
	return nearest
}

func flagFault(cmd *cobra.Command, err error) error {
	if err == nil || errors.Is(err, pflag.ErrHelp) {
		return err
	}
	var candidates []string
	text := fault.Say("The flags cannot be read: %s.", "Не удалось разобрать флаги: %s.", err.Error())
	var unknown *pflag.NotExistError
	var unvalued *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var malformed *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		candidates = nearestFlags(cmd, unknown.GetSpecifiedName())
		if unknown.GetSpecifiedShortnames() != "" {
			name, candidates = "-"+unknown.GetSpecifiedName(), nil
		}
		text = fault.Say("There is no flag %s.", "Флага %s нет.", name)
	case errors.As(err, &unvalued):
		text = fault.Say("The flag --%s needs a value.", "Флагу --%s нужно значение.", unvalued.GetFlag().Name)
	case errors.As(err, &invalid):
		text = fault.Say("The flag --%s does not take %q.", "Флаг --%s не принимает значение %q.", invalid.GetFlag().Name, invalid.GetValue())
	case errors.As(err, &malformed):
		text = fault.Say("%s is not how a flag is written.", "Флаги так не пишутся: %s.", malformed.GetSpecifiedFlag())
	}
	return fault.E(fault.Invalid, text, err).WithHint(helpHint(cmd)).WithCandidates(candidates...)
}

func helpHint(cmd *cobra.Command) fault.Text {
	return fault.Say("See %s --help.", "Смотрите %s --help.", cmd.CommandPath())
}

// Report writes an error for the person at the terminal: what is wrong, the next step, the
// nearest valid values. An error that is no fault comes from a command of the operator's
// own, and is shown as it is.
func Report(w io.Writer, lang string, err error) {
	if err == nil {
		return
	}
	var b strings.Builder
	known := (*fault.Error)(nil)
	if !errors.As(err, &known) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		fmt.Fprintf(&b, "%s: %s\n", words(lang, "error", "ошибка"), printable(err.Error()))
		_, _ = io.WriteString(w, b.String()) // an error stream that is gone has no reader
		return
	}
	f := fault.From(err)
	fmt.Fprintf(&b, "%s: ", words(lang, "error", "ошибка"))
	if len(f.Fields) < 2 {
		b.WriteString(printable(f.Text.In(lang)) + "\n")
	} else {
		b.WriteString(words(lang, "the input is not right", "неверные входные данные") + "\n")
		for _, field := range f.Fields {
			fmt.Fprintf(&b, "  %s: %s\n", printable(field.Path), printable(field.Text.In(lang)))
		}
	}
	if hint := f.Hint.In(lang); hint != "" {
		fmt.Fprintf(&b, "%s: %s\n", words(lang, "hint", "подсказка"), printable(hint))
	}
	if len(f.Candidates) > 0 {
		fmt.Fprintf(&b, "%s: %s\n", words(lang, "nearest", "похожие"), printable(strings.Join(f.Candidates, ", ")))
	}
	if f.RetryAfter > 0 {
		b.WriteString(fault.Say("try again in %.0f s", "повторите через %.0f с", math.Ceil(f.RetryAfter.Seconds())).In(lang) + "\n")
	}
	_, _ = io.WriteString(w, b.String()) // an error stream that is gone has no reader
}

// ExitCode is the exit code of the process for the error of a command.
func ExitCode(err error) int {
	if err == nil {
		return 0
	}
	return fault.AnswerTo(fault.KindOf(err)).Exit
}

// Language is the user's language by the POSIX rule for messages: the first of LC_ALL,
// LC_MESSAGES and LANG that is set decides.
func Language(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			if strings.HasPrefix(strings.ToLower(locale), "ru") {
				return "ru"
			}
			return "en"
		}
	}
	return "en"
}
