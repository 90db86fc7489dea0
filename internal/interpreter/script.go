package interpreter

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"kadry/internal/interpreter/value"
)

// impureScript is what a script uses whose answer depends on more than its arguments, or that
// builds its code while it runs.
var impureScript = regexp.MustCompile(`\b(require\s*\(|import\s*[({"'*\w]|process\.|Math\.random|new\s+Date\b|Date\.|fetch\s*\(|XMLHttpRequest|setTimeout|setInterval|await\b|async\b|eval\s*\(|Function\s*\(|globalThis|document\.|window\.|localStorage)`)

// moduleSyntax is what only a module may have.
var moduleSyntax = regexp.MustCompile(`(?m)^\s*export\b`)

// scriptFunction is a function at the top of a script.
type scriptFunction struct {
	name    string
	params  *ast.ParameterList
	source  string
	inPlace bool // returns nothing
}

// script is a program made ready: JavaScript that the interpreter takes, and its functions.
type script struct {
	source    string
	functions []scriptFunction
}

// returnsSomething finds a return with a value.
var returnsSomething = regexp.MustCompile(`\breturn\b[ \t]*[^\s;}]`)

// parseScript checks a program, takes the types out of it and finds its functions.
func parseScript(p Program) (*script, error) {
	if found := impureScript.FindString(withoutComments(p.Code)); found != "" {
		return nil, &Refusal{Impure, found}
	}
	s := &script{source: p.Code}
	program, err := parser.ParseFile(nil, "", s.source, 0, parser.WithDisableSourceMaps)
	if err != nil || p.Language == TypeScript || moduleSyntax.MatchString(p.Code) {
		if s.source, err = plainScript(p.Code); err != nil {
			return nil, err
		}
		if program, err = parser.ParseFile(nil, "", s.source, 0, parser.WithDisableSourceMaps); err != nil {
			return nil, &Refusal{Syntax, err.Error()}
		}
	}
	for _, statement := range program.Body {
		s.add(statement)
	}
	return s, nil
}

// plainScript takes types and newer syntax out of a program.
func plainScript(code string) (string, error) {
	got := api.Transform(code, api.TransformOptions{Loader: api.LoaderTS, Target: api.ES2017, LogLevel: api.LogLevelSilent})
	if len(got.Errors) > 0 {
		return "", &Refusal{Syntax, got.Errors[0].Text}
	}
	return exported.ReplaceAllString(string(got.Code), ""), nil
}

// exported is what makes a declaration one of a module; a list of exports declares nothing.
var exported = regexp.MustCompile(`(?m)^export\s+(default\s+)?(\{[^}]*\};?)?`)

// add notes the functions that a statement declares.
func (s *script) add(statement ast.Statement) {
	switch st := statement.(type) {
	case *ast.FunctionDeclaration:
		if st.Function.Name != nil {
			s.function(st.Function.Name.Name.String(), st.Function)
		}
	case *ast.VariableStatement:
		s.bindings(st.List)
	case *ast.LexicalDeclaration:
		s.bindings(st.List)
	case *ast.ExpressionStatement:
		if assign, ok := st.Expression.(*ast.AssignExpression); ok {
			if id, ok := assign.Left.(*ast.Identifier); ok {
				s.function(id.Name.String(), assign.Right)
			}
		}
	}
}

func (s *script) bindings(list []*ast.Binding) {
	for _, b := range list {
		if id, ok := b.Target.(*ast.Identifier); ok && b.Initializer != nil {
			s.function(id.Name.String(), b.Initializer)
		}
	}
}

func (s *script) function(name string, e ast.Expression) {
	switch f := e.(type) {
	case *ast.FunctionLiteral:
		if !f.Async && !f.Generator {
			s.functions = append(s.functions, scriptFunction{name, f.ParameterList, f.Source, !returnsSomething.MatchString(f.Source)})
		}
	case *ast.ArrowFunctionLiteral:
		_, expression := f.Body.(*ast.ExpressionBody)
		inPlace := !expression && !returnsSomething.MatchString(f.Source)
		if !f.Async {
			s.functions = append(s.functions, scriptFunction{name, f.ParameterList, f.Source, inPlace})
		}
	}
}

// entry is the function asked for, or the last one that no other calls.
func (s *script) entry(name string) (scriptFunction, error) {
	for _, f := range slices.Backward(s.functions) {
		if name == f.name || name == "" && !s.called(f.name) {
			return f, nil
		}
	}
	return scriptFunction{}, &Refusal{NoEntry, name}
}

func (s *script) called(name string) bool {
	uses := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`)
	return slices.ContainsFunc(s.functions, func(f scriptFunction) bool { return f.name != name && uses.MatchString(f.source) })
}

func describeScript(p Program) (Signature, error) {
	s, err := parseScript(p)
	if err != nil {
		return Signature{}, err
	}
	f, err := s.entry(p.Entry)
	if err != nil {
		return Signature{}, err
	}
	return f.signature(p), nil
}

func (f scriptFunction) signature(p Program) Signature {
	out := Signature{Name: f.name, InPlace: f.inPlace}
	declared := map[string]value.Type{}
	if p.Language == TypeScript {
		declared = scriptTypes(p.Code, f.name)
	}
	for _, b := range f.params.List {
		name := "_"
		if id, ok := b.Target.(*ast.Identifier); ok {
			name = id.Name.String()
		}
		out.Params = append(out.Params, Param{Name: name, Type: declared[name], Likely: likely(name, f.source)})
	}
	if rest, ok := f.params.Rest.(*ast.Identifier); ok {
		out.Params = append(out.Params, Param{Name: rest.Name.String(), Rest: true, Likely: []value.Type{value.List(value.Int)}})
	}
	return out
}

// scriptCall is a loaded function of JavaScript.
type scriptCall struct {
	vm       *goja.Runtime
	fn       goja.Callable
	elements goja.Callable // of a Set or Map
	inPlace  bool
	spread   bool // its last argument is a list of further ones
	each     time.Duration
}

// collections tells the kind of an object and its elements. It keeps what it uses: the program
// may put something else in its place.
const collections = `((S, M, view, from) => v =>
	v instanceof S ? ['Set', from(v)] : v instanceof M ? ['Map', from(v)] : view(v) ? ['Array', from(v)] : ['', v])(Set, Map, ArrayBuffer.isView, Array.from.bind(Array))`

// maxCalls is the depth of calls: the interpreter keeps its own stack, so it costs memory only.
const maxCalls = 4000

func loadScript(r Request) (callable, error) {
	s, err := parseScript(r.Program)
	if err != nil {
		return nil, err
	}
	f, err := s.entry(r.Program.Entry)
	if err != nil {
		return nil, err
	}
	c, err := newScript(r.Each)
	if err != nil {
		return nil, err
	}
	vm := c.vm
	c.inPlace, c.spread = f.inPlace, f.params.Rest != nil
	c.bounded(func() { _, err = vm.RunString(s.source) })
	if err != nil {
		return nil, &Refusal{Syntax, err.Error()}
	}
	fn, err := vm.RunString(f.name)
	if err != nil {
		return nil, &Refusal{Syntax, err.Error()}
	}
	callable, ok := goja.AssertFunction(fn)
	if !ok {
		return nil, &Refusal{NoEntry, f.name}
	}
	c.fn = callable
	return &c, nil
}

// newScript is an interpreter without a program. It takes what it uses before a program could
// put something else in its place.
func newScript(each time.Duration) (scriptCall, error) {
	c := scriptCall{vm: goja.New(), each: each}
	c.vm.SetMaxCallStackSize(maxCalls)
	elements, err := c.vm.RunString(collections)
	if err != nil {
		return c, &Refusal{Syntax, err.Error()}
	}
	c.elements, _ = goja.AssertFunction(elements)
	return c, nil
}

// bounded runs what may loop, and stops it after the time of one input.
func (c *scriptCall) bounded(run func()) {
	timer := time.AfterFunc(c.each, func() { c.vm.Interrupt(tooSlow) })
	run()
	if !timer.Stop() {
		c.each = Shorter(c.each)
	}
	c.vm.ClearInterrupt()
}

const tooSlow = "too slow"

func (c *scriptCall) call(args []any) (result Result) {
	in := make([]goja.Value, 0, len(args))
	for i, arg := range args {
		if list, ok := arg.([]any); ok && c.spread && i == len(args)-1 {
			for _, e := range list {
				in = append(in, c.toScript(e))
			}
			continue
		}
		in = append(in, c.toScript(arg))
	}
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{State: Failed, Note: "interpreter failed"}
		}
	}()
	c.bounded(func() { result = c.run(in) })
	return result
}

// run calls the function and reads its answer, which may call the program again: an answer
// can have getters.
func (c *scriptCall) run(in []goja.Value) (result Result) {
	got, err := c.fn(goja.Undefined(), in...)
	if err != nil {
		if strings.Contains(err.Error(), tooSlow) {
			return Result{State: Slow}
		}
		return Result{State: Failed, Note: note(err.Error())}
	}
	if goja.IsUndefined(got) && c.inPlace && len(in) > 0 {
		got = in[0]
	}
	failure := c.vm.Try(func() {
		v, fits := c.fromScript(got, newBudget(), 0)
		result = Result{State: Answered, Value: v}
		if !fits {
			result = Result{State: Huge}
		}
	})
	if failure != nil {
		return Result{State: Failed, Note: note(failure.Error())}
	}
	return result
}

func (c *scriptCall) toScript(v any) goja.Value {
	switch v := v.(type) {
	case nil:
		return goja.Null()
	case []any:
		items := make([]any, len(v))
		for i, e := range v {
			items[i] = c.toScript(e)
		}
		return c.vm.NewArray(items...)
	case map[string]any:
		object := c.vm.NewObject()
		for k, e := range v {
			_ = object.Set(k, c.toScript(e)) // a new object takes every key
		}
		return object
	}
	return c.vm.ToValue(v)
}

// fromScript is the value of a JavaScript value, and whether it fits.
func (c *scriptCall) fromScript(v goja.Value, b *budget, depth int) (any, bool) {
	if !b.take(depth, 8) {
		return nil, false
	}
	if v == nil || goja.IsNull(v) || goja.IsUndefined(v) {
		return nil, true
	}
	object, ok := v.(*goja.Object)
	if !ok {
		return scalarFromScript(v, b, depth)
	}
	switch object.ClassName() {
	case "Array":
		return c.listFromScript(object, b, depth)
	case "String", "Number", "Boolean":
		return scalarFromScript(object.ToString(), b, depth)
	case "Function", "Error", "RegExp", "Date", "Symbol":
		return "a " + object.ClassName(), true
	}
	if list, fits, is := c.collection(object, b, depth); is {
		return list, fits
	}
	out := map[string]any{}
	for _, key := range object.Keys() {
		fits := b.take(depth, len(key))
		if fits {
			out[key], fits = c.fromScript(object.Get(key), b, depth+1)
		}
		if !fits {
			return nil, false
		}
	}
	return out, true
}

func scalarFromScript(v goja.Value, b *budget, depth int) (any, bool) {
	switch x := v.Export().(type) {
	case bool:
		return x, true
	case string:
		return x, b.take(depth, len(x))
	case int64:
		return value.Number(float64(x)), true
	case float64:
		return value.Number(x), true
	}
	return value.Number(v.ToFloat()), true
}

func (c *scriptCall) listFromScript(object *goja.Object, b *budget, depth int) (any, bool) {
	length := object.Get("length").ToInteger()
	if length > maxNodes {
		return nil, false
	}
	out := make([]any, length)
	for i := range out {
		x, fits := c.fromScript(object.Get(strconv.Itoa(i)), b, depth+1)
		if !fits {
			return nil, false
		}
		out[i] = x
	}
	return out, true
}

// collection is a sorted list for a Set, an object for a Map and a list for an array of
// numbers, whether it fits, and whether the object is one of them.
func (c *scriptCall) collection(object *goja.Object, b *budget, depth int) (v any, fits, is bool) {
	told, err := c.elements(goja.Undefined(), object)
	pair, ok := told.(*goja.Object)
	if err != nil || !ok {
		return nil, false, true
	}
	kind := pair.Get("0").String()
	elements, ok := pair.Get("1").(*goja.Object)
	if kind == "" || !ok {
		return nil, false, false
	}
	v, fits = c.listFromScript(elements, b, depth)
	list, ok := v.([]any)
	if !fits || !ok {
		return nil, false, true
	}
	switch kind {
	case "Set":
		slices.SortFunc(list, order)
	case "Map":
		entries := map[string]any{}
		for _, e := range list {
			if pair, ok := e.([]any); ok && len(pair) == 2 {
				entries[fmt.Sprint(pair[0])] = pair[1]
			}
		}
		return entries, true, true
	}
	return list, true, true
}
