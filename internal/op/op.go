// Package op is the operation kernel: an operation is declared once, as data and one
// typed function, and every front (MCP, REST, CLI, pages) is derived from that
// declaration and calls it through one pipeline. The kernel knows no transport, no
// storage and no room.
package op

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/op/schema"
)

// Effect says what a call does to the world it works on.
type Effect string

// The effects. MCP hints, HTTP caching and the read-only mode are derived from them.
const (
	Reads    Effect = "reads"
	Creates  Effect = "creates"
	Updates  Effect = "updates"
	Destroys Effect = "destroys"
)

// Scope is the kind of access an operation needs.
type Scope string

// The scopes, each holding those before it. An operation that declares none needs ScopeRead
// when it only reads and ScopeWrite otherwise.
const (
	ScopeRead  Scope = "read"
	ScopeWrite Scope = "write"
	ScopeAdmin Scope = "admin" // secrets, tokens, roles, the audit log
)

// Front names a way in.
type Front string

// The fronts.
const (
	MCP  Front = "mcp"
	REST Front = "rest"
	CLI  Front = "cli"
	Web  Front = "web"
)

// Spec is the declaration of an operation.
type Spec struct {
	Name       string // snake_case, at most 40 characters, unique over all toolsets
	Toolset    string
	Title      string // a few words, for people
	Doc        string // what it does, when to use it, what it answers; for models and people
	Effect     Effect
	Idempotent bool          // calling twice is the same as once; Reads always is
	World      bool          // reaches beyond this server's own data
	Waits      bool          // waits for something to happen rather than work
	Timeout    time.Duration // 0 is 30 s
	Long       bool          // may take longer than a call: can be run as a task, see Tasks
	Scope      Scope         // empty follows from Effect
	Fronts     []Front       // where it shows; empty is everywhere
	Routes     []Route       // on REST, beside the path of its name
	BodyLimit  int64         // bytes of a request over REST; 0 is the front's own
	Aliases    []string      // older names that calls may use; they are not listed
	StandsFor  string        // an operation whose name it takes for assistants that do not see that one
	Examples   []Example
	// Detach makes the checked arguments of a Long operation fit to be run later and by another
	// process, relative paths absolute for instance, and says whether they mean long work at
	// all. Nil leaves them as they are and always means long work.
	Detach func(ctx context.Context, args []byte) (detached []byte, long bool, err error)
}

// Example is a call that works on the sample data; tests run every one.
type Example struct {
	Title string
	Input string // JSON object
}

// Said is what an operation says of itself in another language than English; "" is nothing.
type Said struct {
	Title, Doc string
	Fields     map[string]string // of the input, by name
}

// Op is a declared operation.
type Op struct {
	Spec
	Input  *jsonschema.Schema
	Output *jsonschema.Schema

	defect error        // why the declaration is unusable; NewRegistry reports it
	taken  schema.Rules // of the input
	given  schema.Rules // of the output
	run    func(ctx context.Context, args []byte, answer answering) (Result, error)
}

// answering is what the pipeline asks of an operation's answer.
type answering struct {
	lang   string
	budget int // bytes of JSON; 0 is unlimited
}

// Result is an answer ready for any front.
type Result struct {
	JSON []byte // compact JSON object, valid against the operation's output schema
	Text string // the same facts for a reader: Markdown where it was asked for, else the JSON
	File *File  // the same answer where it is a file
}

// Condenser is an output that can say the same with less. Condense drops the least
// useful part, says so inside the output, and reports false when nothing is left to drop.
type Condenser[Out any] interface {
	Condense() (Out, bool)
}

// Markdowner is an output with a rendering for people, chosen by the input field
// response_format=markdown.
type Markdowner interface {
	Markdown(lang string) string
}

var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// New declares an operation. In and Out are structs; their schemas come from the types
// and the field tags described at schema.For. A defect of the declaration is kept and
// reported by NewRegistry, so that declaring needs no error handling.
func New[In, Out any](spec Spec, run func(context.Context, In) (Out, error)) *Op {
	o := &Op{Spec: spec}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Effect == Reads {
		o.Idempotent = true
	}
	if o.Scope == "" {
		o.Scope = ScopeWrite
		if o.Effect == Reads {
			o.Scope = ScopeRead
		}
	}
	var defaults []byte
	o.Input, o.Output, defaults, o.defect = contract(reflect.TypeFor[In](), reflect.TypeFor[Out]())
	o.taken, o.given = schema.RulesOf(reflect.TypeFor[In](), o.Input), schema.RulesOf(reflect.TypeFor[Out](), o.Output)
	if o.defect == nil {
		o.defect = spec.check()
	}
	if o.defect == nil {
		o.defect = o.checkRoutes()
	}
	// Reading the arguments once more costs with a file in them; few operations have the field.
	rendered := o.Input != nil && o.Input.Properties["response_format"] != nil
	o.run = func(ctx context.Context, args []byte, want answering) (Result, error) {
		var in In
		if err := json.Unmarshal(defaults, &in); err != nil {
			return Result{}, fmt.Errorf("op: defaults of %s: %w", spec.Name, err)
		}
		if err := json.Unmarshal(args, &in); err != nil {
			return Result{}, fmt.Errorf("op: checked input of %s does not decode: %w", spec.Name, err)
		}
		out, err := run(ctx, in)
		if err != nil {
			return Result{}, err
		}
		return render(out, rendered && markdownAsked(defaults, args), want)
	}
	return o
}

func contract(in, out reflect.Type) (input, output *jsonschema.Schema, defaults []byte, err error) {
	if in.Kind() != reflect.Struct {
		return nil, nil, nil, fmt.Errorf("op: input %s is not a struct", in)
	}
	if input, err = schema.For(in); err != nil {
		return nil, nil, nil, err
	}
	if output, err = schema.For(out); err != nil {
		return nil, nil, nil, err
	}
	schema.Open(output)
	defaults, err = schema.Defaults(input)
	return input, output, defaults, err
}

// IsLong reports whether a call with these arguments is work for a task. Arguments that are
// wrong are not: a plain call says what is wrong with them.
func (o *Op) IsLong(ctx context.Context, args []byte) bool {
	if !o.Long || o.Detach == nil {
		return o.Long
	}
	checked, err := schema.Input(o.Input, o.taken, args)
	if err != nil {
		return false
	}
	_, long, err := o.Detach(ctx, checked)
	return err == nil && long
}

// ShowsOn reports whether a front offers the operation.
func (s Spec) ShowsOn(f Front) bool { return len(s.Fronts) == 0 || slices.Contains(s.Fronts, f) }

func (s Spec) check() error {
	switch {
	case slices.ContainsFunc(append(s.Aliases, s.Name), func(name string) bool { return !nameForm.MatchString(name) || len(name) > 40 }):
		return fmt.Errorf("op: name %q, or an alias of it, is not snake_case of at most 40 characters", s.Name)
	case !nameForm.MatchString(s.Toolset):
		return fmt.Errorf("op: %s: toolset %q", s.Name, s.Toolset)
	case s.Title == "" || s.Doc == "":
		return fmt.Errorf("op: %s: needs a title and a doc", s.Name)
	case s.Effect != Reads && s.Effect != Creates && s.Effect != Updates && s.Effect != Destroys:
		return fmt.Errorf("op: %s: effect %q", s.Name, s.Effect)
	case !slices.Contains([]Scope{"", ScopeRead, ScopeWrite, ScopeAdmin}, s.Scope) || s.Scope == ScopeRead && s.Effect != Reads:
		return fmt.Errorf("op: %s: scope %q does not go with the effect %q", s.Name, s.Scope, s.Effect)
	}
	return nil
}

// markdownAsked reads the format from the arguments, else from the defaults.
func markdownAsked(defaults, args []byte) bool {
	var format struct {
		ResponseFormat string `json:"response_format"`
	}
	return json.Unmarshal(defaults, &format) == nil && json.Unmarshal(args, &format) == nil && format.ResponseFormat == "markdown"
}

// render encodes an output, condensing it until it fits the budget. An output that
// cannot shrink further is answered whole: cutting JSON would be worse than length.
func render[Out any](out Out, markdown bool, want answering) (Result, error) {
	for {
		text, err := encode(&out)
		if err != nil {
			return Result{}, err
		}
		if want.budget > 0 && len(text) > want.budget {
			if c, ok := any(out).(Condenser[Out]); ok {
				if less, shrank := c.Condense(); shrank {
					out = less
					continue
				}
			}
		}
		result := Result{JSON: text, Text: string(text)}
		if f, ok := any(out).(File); ok {
			result.File = &f
		}
		if m, ok := any(out).(Markdowner); ok && markdown {
			result.Text = m.Markdown(want.lang)
		}
		return result, nil
	}
}

// encode writes what out points to as compact JSON in which no slice or map is null: clients
// in the wild reject null where a schema says array or object.
func encode(out any) ([]byte, error) {
	fillNil(reflect.ValueOf(out).Elem())
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, fmt.Errorf("op: encode output: %w", err)
	}
	return bytes.TrimRight(buf.Bytes(), "\n"), nil
}

func fillNil(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			// An embedded type may be unexported and still bring exported fields.
			if f := v.Field(i); f.CanSet() || v.Type().Field(i).Anonymous {
				fillNil(f)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fillNil(v.Elem())
		}
	case reflect.Slice:
		if v.IsNil() {
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			return
		}
		switch v.Type().Elem().Kind() {
		case reflect.Struct, reflect.Slice, reflect.Map, reflect.Pointer:
			for i := range v.Len() {
				fillNil(v.Index(i))
			}
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
			return
		}
		if v.Type().Elem().Kind() == reflect.Slice {
			for _, key := range v.MapKeys() {
				if v.MapIndex(key).IsNil() {
					v.SetMapIndex(key, reflect.MakeSlice(v.Type().Elem(), 0, 0))
				}
			}
		}
	}
}
