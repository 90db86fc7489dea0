package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kadry/internal/fault"
)

// usage is how a command is called, in one language.
func usage(cmd *cobra.Command, lang string) string {
	var b strings.Builder
	say := func(en, ru string, operands ...any) { b.WriteString(fault.Say(en, ru, operands...).In(lang)) }
	say("Usage:", "Использование:")
	if cmd.Runnable() {
		fmt.Fprintf(&b, "\n  %s ", line(cmd))
		say("[flags]", "[флаги]")
	}
	if cmd.HasAvailableSubCommands() {
		say("\n  %s [command]", "\n  %s [команда]", cmd.CommandPath())
	}
	if cmd.HasExample() {
		say("\n\nExamples:\n", "\n\nПримеры:\n")
		b.WriteString(cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		say("\n\nAvailable Commands:", "\n\nКоманды:")
		for _, below := range cmd.Commands() {
			if below.IsAvailableCommand() || below.Name() == "help" {
				fmt.Fprintf(&b, "\n  %-*s %s", below.NamePadding(), below.Name(), below.Short)
			}
		}
	}
	if cmd.HasAvailableLocalFlags() {
		say("\n\nFlags:\n", "\n\nФлаги:\n")
		b.WriteString(flagLines(cmd.LocalFlags(), lang))
	}
	if cmd.HasAvailableInheritedFlags() {
		say("\n\nGlobal Flags:\n", "\n\nОбщие флаги:\n")
		b.WriteString(flagLines(cmd.InheritedFlags(), lang))
	}
	if cmd.HasAvailableSubCommands() {
		say("\n\nUse \"%s [command] --help\" for more information about a command.",
			"\n\nПодробнее о команде: %s [команда] --help", cmd.CommandPath())
	}
	return b.String() + "\n"
}

// line is a command as it is typed, without its flags.
func line(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return cmd.Parent().CommandPath() + " " + cmd.Use
	}
	return cmd.Use
}

// flagLines writes a flag a line, what is said of each under what is said of the others.
func flagLines(flags *pflag.FlagSet, lang string) string {
	var left, right []string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		left = append(left, strings.TrimRight(name+" "+valueKind(f, lang), " "))
		right = append(right, f.Usage+defaultOf(f, lang))
	})
	width := 0
	for _, name := range left {
		width = max(width, utf8.RuneCountInString(name))
	}
	for i, name := range left {
		left[i] = strings.TrimRight(fmt.Sprintf("%-*s   %s", width, name, right[i]), " ")
	}
	return strings.Join(left, "\n")
}

// valueKind names what a flag takes; a switch takes nothing.
func valueKind(f *pflag.Flag, lang string) string {
	kind := f.Value.Type()
	switch {
	case kind == "bool":
		return ""
	case lang == "ru":
		russian := map[string]string{"string": "текст", "int": "число", "float": "число", "list": "список", "stringSlice": "список", "duration": "время"}
		return cmp.Or(russian[kind], kind)
	case kind == "stringSlice":
		return "strings"
	}
	return kind
}

func defaultOf(f *pflag.Flag, lang string) string {
	if slices.Contains([]string{"", "0", "0s", "[]", "false", "<nil>"}, f.DefValue) {
		return ""
	}
	value := f.DefValue
	if f.Value.Type() == "string" {
		value = fmt.Sprintf("%q", value)
	}
	return fault.Say(" (default %s)", " (по умолчанию %s)", value).In(lang)
}

// showUsage is what cobra calls for it.
func showUsage(lang string) func(*cobra.Command) error {
	return func(cmd *cobra.Command) error {
		_, err := io.WriteString(cmd.OutOrStderr(), usage(cmd, lang))
		return err
	}
}
