package restapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/op"
)

// field is one property of an object schema.
type field struct {
	name     string
	schema   *jsonschema.Schema
	required bool
}

// fieldsOf returns the properties of an object schema in the order of their declaration.
func fieldsOf(s *jsonschema.Schema) []field {
	fields := make([]field, 0, len(s.PropertyOrder))
	for _, name := range s.PropertyOrder {
		if property := s.Properties[name]; property != nil {
			fields = append(fields, field{name, property, slices.Contains(s.Required, name)})
		}
	}
	return fields
}

// flat reports whether a query can carry the field without JSON: a scalar or a list of them.
func (f field) flat() bool {
	s := f.schema
	if s.Type == "array" && s.Items != nil {
		s = s.Items
	}
	return s.Type != "object" && s.Type != "array"
}

// reference is the page of all operations for people, in Markdown. commandLine writes a
// call of an operation with a JSON input as one shell line.
func reference(registry *op.Registry, commandLine func(o *op.Op, input []byte) string) []byte {
	var b strings.Builder
	b.WriteString("# Operations\n\nGenerated from the declarations; do not edit. An operation answers, where it does not say otherwise, over MCP, over REST\n" +
		"(`POST " + toolsPath + "/{name}`, and `GET` with a query where it only reads) and on the command line.\n\n")
	all := registry.All()
	for _, toolset := range registry.Toolsets() {
		fmt.Fprintf(&b, "- [%s](#%s):", toolset, toolset)
		separator := " "
		for _, o := range all {
			if o.Toolset == toolset {
				fmt.Fprintf(&b, "%s[%s](#%s)", separator, o.Name, o.Name)
				separator = ", "
			}
		}
		b.WriteString("\n")
	}
	toolset := ""
	for _, o := range all {
		if o.Toolset != toolset {
			toolset = o.Toolset
			fmt.Fprintf(&b, "\n## %s\n", toolset)
		}
		describeOperation(&b, o, commandLine)
	}
	return []byte(b.String())
}

func describeOperation(b *strings.Builder, o *op.Op, commandLine func(*op.Op, []byte) string) {
	fmt.Fprintf(b, "\n### %s\n\n**%s.** %s\n\n%s\n", o.Name, strings.TrimSuffix(o.Title, "."), strings.TrimSpace(o.Doc), traits(o))
	if words := shownOn(o); words != "" {
		fmt.Fprintf(b, "\n%s\n", words)
	}
	if len(o.Aliases) > 0 {
		fmt.Fprintf(b, "\nAlso called by the name `%s`.\n", strings.Join(o.Aliases, "`, `"))
	}
	if len(o.Input.PropertyOrder) > 0 {
		b.WriteString("\n| parameter | type | default | meaning |\n|---|---|---|---|\n")
		inputRows(b, "", o.Input)
	} else {
		b.WriteString("\nTakes no parameters.\n")
	}
	b.WriteString("\n| output | type | meaning |\n|---|---|---|\n")
	outputRows(b, "", o.Output)
	for _, x := range o.Examples {
		fmt.Fprintf(b, "\n%s:\n\n```sh\n%s\n%s\n```\n", x.Title, curl(o, x.Input), commandLine(o, []byte(x.Input)))
	}
}

// shownOn tells of the routes and the fronts of an operation, where there is more or less
// than the usual.
func shownOn(o *op.Op) string {
	var words []string
	for _, route := range o.Routes {
		words = append(words, "Also `"+route.Method+" "+route.Path+"`.")
	}
	for _, front := range []struct {
		of     op.Front
		absent string
	}{{op.MCP, "No tool of MCP."}, {op.REST, "Not over REST."}, {op.CLI, "No command."}} {
		if !o.ShowsOn(front.of) {
			words = append(words, front.absent)
		}
	}
	if o.Scope == op.ScopeAdmin {
		words = append(words, "For administrators.")
	}
	return strings.Join(words, " ")
}

func traits(o *op.Op) string {
	words := []string{map[op.Effect]string{
		op.Reads: "Only reads", op.Creates: "Creates", op.Updates: "Changes", op.Destroys: "Deletes",
	}[o.Effect]}
	if o.Idempotent && o.Effect != op.Reads {
		words = append(words, "may be repeated safely")
	}
	if o.World {
		words = append(words, "asks foreign systems")
	}
	if o.Long {
		words = append(words, "answers a handle while the work goes on")
	}
	return strings.Join(words, ", ") + fmt.Sprintf("; at most %g s.", o.Timeout.Seconds())
}

func inputRows(b *strings.Builder, prefix string, s *jsonschema.Schema) {
	for _, f := range fieldsOf(s) {
		name, standard := "`"+prefix+f.name+"`", ""
		if f.required {
			name += " (required)"
		}
		if f.schema.Default != nil {
			standard = "`" + string(f.schema.Default) + "`"
		}
		row(b, name, typeName(f.schema), standard, meaning(f.schema))
		nested(f, prefix, func(prefix string, s *jsonschema.Schema) { inputRows(b, prefix, s) })
	}
}

func outputRows(b *strings.Builder, prefix string, s *jsonschema.Schema) {
	fields := fieldsOf(s)
	if len(fields) == 0 && s.AdditionalProperties != nil {
		fields = []field{{"*", s.AdditionalProperties, true}} // an object whose keys are data
	}
	for _, f := range fields {
		name := "`" + prefix + f.name + "`"
		if !f.required {
			name += " (optional)"
		}
		row(b, name, typeName(f.schema), meaning(f.schema))
		nested(f, prefix, func(prefix string, s *jsonschema.Schema) { outputRows(b, prefix, s) })
	}
}

// nested visits the object a field holds, directly, in a list or in a map.
func nested(f field, prefix string, visit func(prefix string, s *jsonschema.Schema)) {
	inner, path := f.schema, prefix+f.name
	for inner != nil {
		switch {
		case inner.Type == "array":
			inner, path = inner.Items, path+"[]"
		case inner.Type == "object" && len(inner.Properties) == 0:
			inner, path = inner.AdditionalProperties, path+".*"
		case inner.Type == "object":
			visit(path+".", inner)
			return
		default:
			return
		}
	}
}

func row(b *strings.Builder, cells ...string) {
	for _, cell := range cells {
		b.WriteString("| " + strings.NewReplacer("|", `\|`, "\n", " ").Replace(cell) + " ")
	}
	b.WriteString("|\n")
}

func typeName(s *jsonschema.Schema) string {
	switch {
	case s == nil:
		return "value"
	case s.Type == "array":
		return "list of " + typeName(s.Items)
	case s.Type == "object" && len(s.Properties) == 0:
		return "map to " + typeName(s.AdditionalProperties)
	case s.Type == "string" && s.Format != "":
		return s.Format
	}
	return s.Type
}

// meaning is the description of a field with the values and bounds it may take.
func meaning(s *jsonschema.Schema) string {
	parts := []string{strings.TrimSuffix(s.Description, ".")}
	if values := enumOf(s); len(values) > 0 {
		parts = append(parts, "one of `"+strings.Join(values, "`, `")+"`")
	}
	parts = append(parts, span("", s.Minimum, s.Maximum), span(" characters", wide(s.MinLength), wide(s.MaxLength)), span(" items", wide(s.MinItems), wide(s.MaxItems)))
	if s.Pattern != "" {
		parts = append(parts, "matches `"+s.Pattern+"`")
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
}

func enumOf(s *jsonschema.Schema) []string {
	if s.Type == "array" && s.Items != nil {
		s = s.Items
	}
	values := make([]string, len(s.Enum))
	for i, v := range s.Enum {
		values[i] = fmt.Sprint(v)
	}
	return values
}

func span(unit string, low, high *float64) string {
	plain := func(n *float64) string { return strconv.FormatFloat(*n, 'f', -1, 64) }
	switch {
	case low != nil && high != nil:
		return plain(low) + " to " + plain(high) + unit
	case low != nil:
		return "at least " + plain(low) + one(low, unit)
	case high != nil:
		return "at most " + plain(high) + one(high, unit)
	}
	return ""
}

func one(n *float64, unit string) string {
	if *n == 1 {
		return strings.TrimSuffix(unit, "s")
	}
	return unit
}

func wide(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}

func curl(o *op.Op, input string) string {
	return "curl -s http://127.0.0.1:8080" + toolsPath + "/" + o.Name + " -H 'Content-Type: application/json' -d " + quote(input)
}

// quote writes a text as one word of a POSIX shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
