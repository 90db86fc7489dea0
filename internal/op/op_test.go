package op_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/op"
)

type colour string

func (colour) Enum() []string { return []string{"red", "green"} }

func (colour) Spellings() map[string]string {
	return map[string]string{"красный": "red", "rouge": "red", "зелёный": "green"}
}

type shelfInput struct {
	Names  []string `json:"names" doc:"What to look for." min:"1" max:"3"`
	Limit  int      `json:"limit,omitzero" min:"1" max:"50" default:"5"`
	Colour colour   `json:"colour,omitzero"`
	Strict bool     `json:"strict,omitzero"`
	Format string   `json:"response_format,omitzero" default:"json"`
}

type shelfOutput struct {
	Names []string            `json:"names"`
	Limit int                 `json:"limit"`
	Notes map[string][]string `json:"notes"`
}

func (o shelfOutput) Markdown(lang string) string {
	return "**" + strings.Join(o.Names, ", ") + "** " + lang
}

func (o shelfOutput) Condense() (shelfOutput, bool) {
	if len(o.Names) < 2 {
		return o, false
	}
	o.Names = o.Names[:len(o.Names)/2]
	return o, true
}

func shelf(run func(context.Context, shelfInput) (shelfOutput, error)) *op.Op {
	return op.New(op.Spec{Name: "look_up", Toolset: "shelf", Title: "Look up", Doc: "Looks up.", Effect: op.Reads}, run)
}

func echo(_ context.Context, in shelfInput) (shelfOutput, error) {
	return shelfOutput{Names: in.Names, Limit: in.Limit}, nil
}

func call(t *testing.T, o *op.Op, caller op.Caller, args string) (op.Result, error) {
	t.Helper()
	var p op.Pipeline
	return p.Call(op.WithCaller(t.Context(), caller), o, []byte(args))
}

func TestCall_acceptsWhatClientsSend(t *testing.T) {
	t.Parallel()
	for name, args := range map[string]string{
		"plain":              `{"names":["a"],"limit":7}`,
		"number as text":     `{"names":["a"],"limit":"7"}`,
		"whole float":        `{"names":["a"],"limit":7.0}`,
		"scalar for list":    `{"names":"a","limit":7}`,
		"list as text":       `{"names":"[\"a\"]","limit":7}`,
		"null for absent":    `{"names":["a"],"limit":7,"colour":null}`,
		"boolean as text":    `{"names":["a"],"limit":7,"strict":"true"}`,
		"arguments as text":  `"{\"names\":[\"a\"],\"limit\":7}"`,
		"number for a text":  `{"names":["a"],"limit":7,"response_format":1}`,
		"surrounding spaces": ` {"names":["a"],"limit":" 7 "} `,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := call(t, shelf(echo), op.Caller{}, args)
			if err != nil {
				t.Fatal(err)
			}
			if want := `{"names":["a"],"limit":7,"notes":{}}`; string(got.JSON) != want || got.Text != want {
				t.Errorf("got %s and text %s, want %s", got.JSON, got.Text, want)
			}
		})
	}
}

// Other spellings of a value are taken as the value, wherever it stands; what is none of
// them names the nearest.
func TestCall_spellings(t *testing.T) {
	t.Parallel()
	type palette struct {
		One  colour   `json:"one"`
		Many []colour `json:"many,omitempty"`
	}
	o := op.New(op.Spec{Name: "mix", Toolset: "shelf", Title: "Mix", Doc: "Mixes.", Effect: op.Reads},
		func(_ context.Context, in palette) (palette, error) { return in, nil })
	for args, want := range map[string]string{
		`{"one":"красный"}`:                          `{"one":"red","many":[]}`,
		`{"one":" Rouge ","many":["GREEN","red"]}`:   `{"one":"red","many":["green","red"]}`,
		`{"one":"green","many":["Зелёный","rouge"]}`: `{"one":"green","many":["green","red"]}`,
	} {
		got, err := call(t, o, op.Caller{}, args)
		if err != nil || !strings.HasPrefix(string(got.JSON), strings.TrimSuffix(want, `,"many":[]}`)) {
			t.Errorf("%s: got %s, %v, want %s", args, got.JSON, err, want)
		}
	}
	_, err := call(t, o, op.Caller{}, `{"one":"крассный"}`)
	if f := fault.From(err); f.Kind != fault.Invalid || len(f.Candidates) == 0 || f.Candidates[0] != "red" {
		t.Errorf("got %v with candidates %v, want red named", err, f.Candidates)
	}
	if shown, err := json.Marshal(o.Input); err != nil || strings.Contains(string(shown), "rouge") {
		t.Errorf("the schema shows spellings: %s, %v", shown, err)
	}
}

// A default of markdown counts like a wish for it, and a wish for JSON beats it.
func TestCall_markdownByDefault(t *testing.T) {
	t.Parallel()
	type in struct {
		Format string `json:"response_format,omitzero" default:"markdown"`
	}
	o := op.New(op.Spec{Name: "tell", Toolset: "shelf", Title: "Tell", Doc: "Tells.", Effect: op.Reads},
		func(context.Context, in) (shelfOutput, error) { return shelfOutput{Names: []string{"a"}}, nil })
	for args, want := range map[string]string{
		`{}`:                             "**a** en",
		`{"response_format":"markdown"}`: "**a** en",
		`{"response_format":"json"}`:     `{"names":["a"],"limit":0,"notes":{}}`,
	} {
		got, err := call(t, o, op.Caller{Lang: "en"}, args)
		if err != nil || got.Text != want {
			t.Errorf("%s: got %q, %v, want %q", args, got.Text, err, want)
		}
	}
}

func TestRegistry_aliases(t *testing.T) {
	t.Parallel()
	declare := func(name string, aliases ...string) *op.Op {
		return op.New(op.Spec{Name: name, Toolset: "shelf", Title: "Look", Doc: "Looks.", Effect: op.Reads, Aliases: aliases}, echo)
	}
	all, err := op.NewRegistry(declare("look_up", "look"), declare("put_down"))
	if err != nil {
		t.Fatal(err)
	}
	if o, err := all.Lookup("look"); err != nil || o.Name != "look_up" || len(all.All()) != 2 {
		t.Errorf("got %v, %v and %d operations", o, err, len(all.All()))
	}
	left, err := all.Select(op.Selection{Exclude: []string{"look"}})
	if err != nil || len(left.All()) != 1 || left.All()[0].Name != "put_down" {
		t.Errorf("excluding by alias left %v, %v", left, err)
	}
	for name, ops := range map[string][]*op.Op{
		"taken":      {declare("look_up", "put_down"), declare("put_down")},
		"ill-formed": {declare("look_up", "Look-Up")},
	} {
		if _, err := op.NewRegistry(ops...); err == nil {
			t.Errorf("%s: an alias passed", name)
		}
	}
}

func TestCall_refusesInWords(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ args, en, ru string }{
		"missing":       {`{}`, "names: is required", "names: обязательное поле"},
		"null required": {`{"names":null}`, "names: must be a list, got null", "names: ожидается список, получено null"},
		"empty list":    {`{"names":[]}`, "names: must have 1-3 items, got 0", "names: число элементов должно быть от 1 до 3, получено 0"},
		"over maximum":  {`{"names":["a"],"limit":1000}`, "limit: must be 1-50, got 1000", "limit: должно быть от 1 до 50, получено 1000"},
		"fraction":      {`{"names":["a"],"limit":1.5}`, "limit: must be a whole number, got 1.5", "limit: должно быть целым числом, получено 1.5"},
		"words":         {`{"names":["a"],"limit":"many"}`, `limit: must be a number, got "many"`, `limit: ожидается число, получено "many"`},
		"enum":          {`{"names":["a"],"colour":"blue"}`, `colour: must be one of red, green, got "blue"`, `colour: должно быть одним из: red, green; получено "blue"`},
		"unknown key":   {`{"names":["a"],"Limit":3}`, "Limit: unknown field; valid ones: names, limit, colour, strict, response_format", "Limit: неизвестное поле; допустимые: names, limit, colour, strict, response_format"},
		"nested type":   {`{"names":[["a"]]}`, `names[0]: must be a text, got ["a"]`, `names[0]: ожидается строка, получено ["a"]`},
		"not JSON":      {`{"names":`, "The arguments are not valid JSON.", "Аргументы не являются корректным JSON."},
		"not an object": {`[1]`, "The arguments must be a JSON object.", "Аргументы должны быть объектом JSON."},
		"two values":    {`{} {}`, "The arguments are not valid JSON.", "Аргументы не являются корректным JSON."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := call(t, shelf(echo), op.Caller{}, c.args)
			f := fault.From(err)
			if f.Kind != fault.Invalid {
				t.Fatalf("kind %s of %v, want invalid", f.Kind, err)
			}
			if diff := cmp.Diff(fault.Text{EN: c.en, RU: c.ru}, f.Text); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCall_echoesLittleOfAHugeValue(t *testing.T) {
	t.Parallel()
	_, err := call(t, shelf(echo), op.Caller{}, `{"names":["a"],"colour":"`+strings.Repeat("x", 1<<20)+`"}`)
	if text := fault.From(err).Text.EN; len(text) > 300 {
		t.Errorf("the refusal has %d bytes", len(text))
	}
}

func TestCall_survivesAPanic(t *testing.T) {
	t.Parallel()
	broken := shelf(func(context.Context, shelfInput) (shelfOutput, error) {
		panic("assignment to nil map")
	})
	_, err := call(t, broken, op.Caller{}, `{"names":["a"]}`)
	f := fault.From(err)
	if f.Kind != fault.Internal || strings.Contains(f.Text.EN, "nil map") {
		t.Errorf("got %s %q, want an internal fault that hides its cause", f.Kind, f.Text.EN)
	}
	if !strings.Contains(f.Err.Error(), "nil map") || !strings.Contains(f.Err.Error(), "op_test.go") {
		t.Errorf("the cause for the log lacks the panic and its stack: %v", f.Err)
	}
}

func TestCall_deadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := shelf(func(ctx context.Context, _ shelfInput) (shelfOutput, error) {
			<-ctx.Done()
			return shelfOutput{}, ctx.Err()
		})
		start := time.Now()
		_, err := call(t, slow, op.Caller{}, `{"names":["a"]}`)
		if fault.KindOf(err) != fault.Timeout || time.Since(start) != 30*time.Second {
			t.Errorf("got %v after %v, want a timeout after 30 s", err, time.Since(start))
		}
	})
}

func TestCall_scope(t *testing.T) {
	t.Parallel()
	destroy := op.New(op.Spec{Name: "burn", Toolset: "shelf", Title: "Burn", Doc: "Burns.", Effect: op.Destroys}, echo)
	for name, c := range map[string]struct {
		caller op.Caller
		op     *op.Op
		want   fault.Kind
	}{
		"all":               {op.Caller{}, destroy, ""},
		"read-only reads":   {op.Caller{ReadOnly: true}, shelf(echo), ""},
		"read-only burns":   {op.Caller{ReadOnly: true}, destroy, fault.Denied},
		"own toolset":       {op.Caller{Toolsets: []string{"shelf"}}, destroy, ""},
		"another's toolset": {op.Caller{Toolsets: []string{"market"}}, shelf(echo), fault.Denied},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := call(t, c.op, c.caller, `{"names":["a"]}`)
			if got := fault.KindOf(err); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestCall_budgetAndMarkdown(t *testing.T) {
	t.Parallel()
	long := shelf(func(context.Context, shelfInput) (shelfOutput, error) {
		return shelfOutput{Names: strings.Split(strings.Repeat("name ", 64), " ")}, nil
	})
	got, err := call(t, long, op.Caller{Budget: 200}, `{"names":["a"]}`)
	if err != nil || len(got.JSON) > 200 || !json.Valid(got.JSON) {
		t.Errorf("got %d bytes, %v; want valid JSON of at most 200", len(got.JSON), err)
	}
	got, err = call(t, shelf(echo), op.Caller{Lang: "ru"}, `{"names":["a"],"response_format":"markdown"}`)
	if err != nil || got.Text != "**a** ru" {
		t.Errorf("got text %q, %v", got.Text, err)
	}
}

func TestCall_observesEveryOutcomeOnce(t *testing.T) {
	t.Parallel()
	var seen []fault.Kind
	p := op.Pipeline{
		Observe: func(_ context.Context, _ *op.Op, _ time.Duration, err error) { seen = append(seen, fault.KindOf(err)) },
		Limit: func(_ context.Context, c op.Caller, _ *op.Op) error {
			if c.Name == "greedy" {
				return fault.E(fault.Limited, fault.Say("Slow down.", "Слишком часто."), nil).After(time.Second)
			}
			return nil
		},
	}
	for _, name := range []string{"modest", "greedy"} {
		_, err := p.Call(op.WithCaller(t.Context(), op.Caller{Name: name}), shelf(echo), []byte(`{"names":["a"]}`))
		if f := (*fault.Error)(nil); err != nil && !errors.As(err, &f) {
			t.Errorf("%T is not a fault", err)
		}
	}
	if diff := cmp.Diff([]fault.Kind{"", fault.Limited}, seen); diff != "" {
		t.Error(diff)
	}
}

func TestNewRegistry_refusesDefects(t *testing.T) {
	t.Parallel()
	type anyOutput struct {
		X any `json:"x"`
	}
	type node struct {
		Next []node `json:"next"`
	}
	spec := op.Spec{Name: "x", Toolset: "t", Title: "X", Doc: "X.", Effect: op.Reads}
	named := func(name string) op.Spec { s := spec; s.Name = name; return s }
	for name, ops := range map[string][]*op.Op{
		"any in output": {op.New(spec, func(context.Context, shelfInput) (anyOutput, error) { return anyOutput{}, nil })},
		"recursion":     {op.New(spec, func(context.Context, shelfInput) (node, error) { return node{}, nil })},
		"camel case":    {op.New(named("lookUp"), echo)},
		"too long":      {op.New(named(strings.Repeat("a", 41)), echo)},
		"used twice":    {shelf(echo), shelf(echo)},
		"no effect":     {op.New(op.Spec{Name: "x", Toolset: "t", Title: "X", Doc: "X."}, echo)},
		"broken example": {op.New(op.Spec{
			Name: "x", Toolset: "t", Title: "X", Doc: "X.", Effect: op.Reads,
			Examples: []op.Example{{Title: "bad", Input: "{"}},
		}, echo)},
	} {
		if _, err := op.NewRegistry(ops...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	declare := func(name, toolset string, effect op.Effect) *op.Op {
		return op.New(op.Spec{Name: name, Toolset: toolset, Title: name, Doc: name, Effect: effect}, echo)
	}
	all, err := op.NewRegistry(declare("find", "talent", op.Reads), declare("burn", "talent", op.Destroys), declare("price", "market", op.Reads))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		s    op.Selection
		want []string
	}{
		"nothing said":             {op.Selection{}, []string{"price", "burn", "find"}},
		"a toolset":                {op.Selection{Toolsets: []string{"talent"}}, []string{"burn", "find"}},
		"read-only wins":           {op.Selection{Tools: []string{"burn", "find"}, ReadOnly: true}, []string{"find"}},
		"exclusion beats a tool":   {op.Selection{Tools: []string{"find"}, Exclude: []string{"find"}}, nil},
		"a tool beside a toolset":  {op.Selection{Toolsets: []string{"market"}, Tools: []string{"find"}}, []string{"price", "find"}},
		"read-only without others": {op.Selection{ReadOnly: true}, []string{"price", "find"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := all.Select(c.s)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range r.All() {
				got = append(got, o.Name)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	for name, s := range map[string]op.Selection{
		"misspelt exclusion": {Exclude: []string{"brun"}},
		"misspelt toolset":   {Toolsets: []string{"talents"}},
	} {
		if _, err := all.Select(s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

type wideOutput struct {
	shelfOutput
	Width int `json:"width"`
}

func (o wideOutput) Condense() (wideOutput, bool) { return o, false }

// Fields that come from an embedded type obey the same rule: no list and no map is null.
func TestCall_embeddedListsAreNeverNull(t *testing.T) {
	t.Parallel()
	o := op.New(op.Spec{Name: "look_wide", Toolset: "shelf", Title: "Look wide", Doc: "Looks.", Effect: op.Reads},
		func(context.Context, shelfInput) (wideOutput, error) { return wideOutput{Width: 2}, nil })
	got, err := call(t, o, op.Caller{}, `{"names":["a"]}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"names":[],"limit":0,"notes":{},"width":2}`; string(got.JSON) != want {
		t.Errorf("got %s, want %s", got.JSON, want)
	}
}

func TestCaller_forTenant(t *testing.T) {
	t.Parallel()
	here, elsewhere := op.Caller{Tenant: "default", Admin: true, Local: true}, op.Caller{Tenant: "acme", Admin: true}
	for _, c := range []struct {
		op.Caller
		named, want string
	}{
		{elsewhere, "", "acme"},
		{elsewhere, "acme", "acme"},
		{elsewhere, "beta", ""},
		{here, "", "default"},
		{here, "beta", "beta"},
		{op.Caller{Tenant: "default", Local: true}, "beta", ""},
	} {
		got, err := c.ForTenant(c.named)
		if got != c.want || (err != nil) != (c.want == "") || err != nil && fault.KindOf(err) != fault.Denied {
			t.Errorf("%+v for %q: %q, %v", c.Caller, c.named, got, err)
		}
	}
}
