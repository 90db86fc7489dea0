package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"

	"kadry/internal/fault"
)

// form is an input schema as flags. Values are held against the schema by the kernel, so
// the form only finds the JSON a text stands for.
type form struct {
	flags []*flag
	// lead is the flag that plain arguments fill: the only thing the operation requires.
	lead *flag
}

// flag is one property of the input; it is a pflag.Value.
type flag struct {
	name     string // on the command line
	property string // in the input
	required bool
	schema   *jsonschema.Schema
	given    []string
}

// reserved are the flags every operation has; a property of that name goes under "in-".
var reserved = []string{"output", "all", "help"}

func newForm(input *jsonschema.Schema) *form {
	f := &form{}
	for _, property := range input.PropertyOrder {
		name := dashed(property)
		if slices.Contains(reserved, name) {
			name = "in-" + name
		}
		f.flags = append(f.flags, &flag{
			name: name, property: property, schema: input.Properties[property],
			required: slices.Contains(input.Required, property),
		})
	}
	if len(input.Required) != 1 {
		return f
	}
	for _, candidate := range f.flags {
		if candidate.required && (candidate.isText() || candidate.isPlainList()) {
			f.lead = candidate
		}
	}
	return f
}

func (f *form) register(cmd *cobra.Command) {
	for _, given := range f.flags {
		registered := cmd.Flags().VarPF(given, given.name, "", given.usage(given.schema.Description, "en"))
		if given.schema.Type == "boolean" {
			registered.NoOptDefVal = "true"
		}
		if values := given.choices(); len(values) > 0 || !given.isText() {
			// The only error is a flag that does not exist, and it was made just now.
			_ = cmd.RegisterFlagCompletionFunc(given.name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

func (f *form) positionalUse() string {
	switch {
	case f.lead == nil:
		return ""
	case f.lead.schema.Type == "array":
		return " [" + f.lead.name + "...]"
	}
	return " [" + f.lead.name + "]"
}

func (f *form) completePositional(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if f.lead == nil || len(args) > 0 && f.lead.schema.Type != "array" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if values := f.lead.choices(); len(values) > 0 {
		return values, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

// input is the JSON object that flags and plain arguments stand for.
func (f *form) input(args []string, stdin io.Reader) ([]byte, error) {
	switch {
	case len(args) > 0 && f.lead == nil:
		return nil, fault.E(fault.Invalid, fault.Say("Unexpected argument %q; this command takes flags only.", "Лишний аргумент %q: команда принимает только флаги.", args[0]), nil)
	case len(args) > 0 && len(f.lead.given) > 0:
		return nil, fault.E(fault.Invalid, fault.Say("Give either --%[1]s or plain arguments, not both.", "Укажите либо --%[1]s, либо аргументы без флага, но не то и другое.", f.lead.name), nil)
	case len(args) > 1 && f.lead.isText():
		return nil, fault.E(fault.Invalid, fault.Say("One argument is expected, got %d.", "Ожидается один аргумент, получено: %d.", len(args)), nil).
			WithHint(fault.Say("Put a text with spaces in quotes.", "Заключите текст с пробелами в кавычки."))
	}
	object := map[string]json.RawMessage{}
	for _, given := range f.flags {
		values := given.given
		if given == f.lead && len(args) > 0 {
			values = args
		}
		if len(values) == 0 {
			continue
		}
		value, err := given.value(values, stdin)
		if err != nil {
			return nil, err
		}
		object[given.property] = value
	}
	return json.Marshal(object)
}

// Set takes one occurrence of the flag.
func (f *flag) Set(text string) error {
	if f.schema.Type != "array" {
		f.given = f.given[:0]
	}
	f.given = append(f.given, text)
	return nil
}

// String is the default, for the help.
func (f *flag) String() string {
	if f.schema == nil || f.schema.Default == nil {
		return ""
	}
	var text string
	if json.Unmarshal(f.schema.Default, &text) == nil {
		return text
	}
	return string(f.schema.Default)
}

// Type names the kind of value in the help.
func (f *flag) Type() string {
	switch f.schema.Type {
	case "string":
		return "string"
	case "integer":
		return "int"
	case "number":
		return "float"
	case "boolean":
		return "bool"
	}
	if f.isPlainList() {
		return "list"
	}
	return "json"
}

func (f *flag) isText() bool { return f.schema.Type == "string" }

// isPlainList reports whether the value is a list of scalars.
func (f *flag) isPlainList() bool {
	items := f.schema.Items
	return f.schema.Type == "array" && items != nil && items.Type != "object" && items.Type != "array"
}

func (f *flag) choices() []string {
	s := f.schema
	if f.isPlainList() {
		s = s.Items
	}
	values := make([]string, len(s.Enum))
	for i, v := range s.Enum {
		values[i] = fmt.Sprint(v)
	}
	return values
}

// usage is a description of the flag with what every language says of it.
func (f *flag) usage(description, lang string) string {
	text := strings.TrimSuffix(description, ".")
	if values := f.choices(); len(values) > 0 {
		text += " [" + strings.Join(values, "|") + "]"
	}
	if f.required {
		text += words(lang, " (required)", " (обязательно)")
	}
	return strings.TrimSpace(text)
}
