package interpreter

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"kadry/internal/interpreter/value"
)

// pyOptions let Starlark do what Python does.
var pyOptions = &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}

// parsePython makes a Starlark file of a program of Python's.
func parsePython(code string) (*syntax.File, error) {
	source, err := pyRewrite(code)
	if err != nil {
		return nil, err
	}
	file, err := pyOptions.Parse("", source, 0)
	if err != nil {
		return nil, &Refusal{Syntax, err.Error()}
	}
	return file, nil
}

// pyEntry is the function asked for, or the last one that no other calls.
func pyEntry(file *syntax.File, name string) (*syntax.DefStmt, error) {
	var functions []*syntax.DefStmt
	called := map[string]bool{}
	for _, statement := range file.Stmts {
		def, ok := statement.(*syntax.DefStmt)
		if !ok {
			continue
		}
		functions = append(functions, def)
		for _, inner := range def.Body {
			syntax.Walk(inner, func(n syntax.Node) bool {
				if id, ok := n.(*syntax.Ident); ok && id.Name != def.Name.Name {
					called[id.Name] = true
				}
				return true
			})
		}
	}
	for _, def := range slices.Backward(functions) {
		if name == def.Name.Name || name == "" && !called[def.Name.Name] {
			return def, nil
		}
	}
	return nil, &Refusal{NoEntry, name}
}

func describePython(p Program) (Signature, error) {
	file, err := parsePython(p.Code)
	if err != nil {
		return Signature{}, err
	}
	def, err := pyEntry(file, p.Entry)
	if err != nil {
		return Signature{}, err
	}
	s := Signature{Name: def.Name.Name, InPlace: !returnsValue(def)}
	hints := pythonTypes(p.Code, s.Name)
	body := hashComments.ReplaceAllString(p.Code, " ")
	for _, param := range def.Params {
		switch x := param.(type) {
		case *syntax.Ident:
			s.Params = append(s.Params, Param{Name: x.Name, Type: hints[x.Name], Likely: likely(x.Name, body)})
		case *syntax.BinaryExpr:
			if id, ok := x.X.(*syntax.Ident); ok {
				s.Params = append(s.Params, Param{Name: id.Name, Type: hints[id.Name], Likely: likely(id.Name, body)})
			}
		default:
			return s, &Refusal{OddTypes, "further arguments"}
		}
	}
	return s, nil
}

func returnsValue(def *syntax.DefStmt) bool {
	found := false
	for _, statement := range def.Body {
		syntax.Walk(statement, func(n syntax.Node) bool {
			if r, ok := n.(*syntax.ReturnStmt); ok && r.Result != nil {
				found = true
			}
			_, inner := n.(*syntax.DefStmt)
			return !inner
		})
	}
	return found
}

// pythonTypes are the types that the parameters of a function are annotated with.
func pythonTypes(code, function string) map[string]value.Type {
	out := map[string]value.Type{}
	declared := regexp.MustCompile(`\bdef\s+` + regexp.QuoteMeta(function) + `\s*\(`).FindStringIndex(code)
	if declared == nil {
		return out
	}
	for _, param := range splitTop(code[declared[1]:]) {
		name, declaration, found := strings.Cut(param, ":")
		if found {
			declaration, _, _ = strings.Cut(declaration, "=")
			out[strings.TrimSpace(name)] = pythonType(declaration)
		}
	}
	return out
}

func pythonType(declaration string) value.Type {
	t := strings.TrimPrefix(strings.TrimSpace(declaration), "typing.")
	switch t {
	case "int":
		return value.Int
	case "float":
		return value.Float
	case "str":
		return value.Text
	case "bool":
		return value.Bool
	case "Any", "object":
		return value.Any
	case "list", "List":
		return value.List(value.Any)
	}
	if inner, ok := strings.CutSuffix(t, "]"); ok {
		head, args, _ := strings.Cut(inner, "[")
		switch head {
		case "List", "list", "Sequence", "Iterable":
			return listOf(pythonType(args))
		case "Optional":
			return pythonType(args)
		case "Dict", "dict":
			key, elem, _ := strings.Cut(args, ",")
			k, e := pythonType(key), pythonType(elem)
			if (k == value.Text || k == value.Int) && e != value.Unknown {
				return value.Map(k, e)
			}
		}
	}
	return value.Unknown
}

// pythonCall is a loaded function of Python's.
type pythonCall struct {
	fn      starlark.Value
	inPlace bool
	each    time.Duration
}

// maxSteps bounds one call beside the clock.
const maxSteps = 20_000_000

func loadPython(r Request) (callable, error) {
	file, err := parsePython(r.Program.Code)
	if err != nil {
		return nil, err
	}
	def, err := pyEntry(file, r.Program.Entry)
	if err != nil {
		return nil, err
	}
	c := &pythonCall{inPlace: !returnsValue(def), each: r.Each}
	pyAdapt(file)
	library, err := pyLibrary()
	if err != nil {
		return nil, err
	}
	program, err := starlark.FileProgram(file, library.Has)
	if err != nil {
		return nil, &Refusal{Syntax, err.Error()}
	}
	thread, stop := c.thread()
	defer stop()
	globals, err := program.Init(thread, library)
	if err != nil {
		return nil, &Refusal{Syntax, err.Error()}
	}
	// Globals are not frozen: a function of Python's may keep something in them.
	c.fn = globals[def.Name.Name]
	return c, nil
}

// thread runs for the time of one input.
func (c *pythonCall) thread() (*starlark.Thread, func()) {
	thread := &starlark.Thread{Print: func(*starlark.Thread, string) {}}
	thread.SetMaxExecutionSteps(maxSteps)
	timer := time.AfterFunc(c.each, func() { thread.Cancel(tooSlow) })
	return thread, func() {
		if !timer.Stop() {
			c.each = Shorter(c.each)
		}
	}
}

func (c *pythonCall) call(args []any) (result Result) {
	in := make(starlark.Tuple, len(args))
	for i, arg := range args {
		in[i] = toPython(arg)
	}
	thread, stop := c.thread()
	defer stop()
	got, err := starlark.Call(thread, c.fn, in, nil)
	if err != nil {
		var failure *starlark.EvalError
		if strings.Contains(err.Error(), "cancelled") || !errors.As(err, &failure) {
			return Result{State: Slow}
		}
		return Result{State: Failed, Note: note(err.Error())}
	}
	if got == starlark.None && c.inPlace && len(in) > 0 {
		got = in[0]
	}
	v, fits := fromPython(got, newBudget(), 0)
	if !fits {
		return Result{State: Huge}
	}
	return Result{State: Answered, Value: v}
}

// pyAdapt changes what Starlark parses as Python does but does otherwise: texts are walked by
// their characters, and methods that Starlark lacks are called through method__.
func pyAdapt(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		switch x := n.(type) {
		case *syntax.ForStmt:
			x.X = pyCall("iter__", x.X)
		case *syntax.ForClause:
			x.X = pyCall("iter__", x.X)
		case *syntax.BinaryExpr:
			if arithmetic[x.Op] {
				x.X, x.Y = pyNumber(x.X), pyNumber(x.Y)
			}
		case *syntax.AssignStmt:
			if x.Op != syntax.EQ {
				x.RHS = pyNumber(x.RHS)
			}
		case *syntax.CallExpr:
			if dot, ok := x.Fn.(*syntax.DotExpr); ok && pyMethods[dot.Name.Name] {
				name := &syntax.Literal{Token: syntax.STRING, Raw: `"` + dot.Name.Name + `"`, Value: dot.Name.Name, TokenPos: dot.Dot}
				x.Args = slices.Concat([]syntax.Expr{dot.X, name}, x.Args)
				x.Fn = &syntax.Ident{Name: "method__", NamePos: dot.Dot}
			}
		}
		return true
	})
}

func pyCall(function string, arg syntax.Expr) syntax.Expr {
	start, end := arg.Span()
	return &syntax.CallExpr{Fn: &syntax.Ident{Name: function, NamePos: start}, Lparen: start, Args: []syntax.Expr{arg}, Rparen: end}
}

// arithmetic are the operators before which Python makes numbers of truth values.
var arithmetic = map[syntax.Token]bool{syntax.PLUS: true, syntax.MINUS: true, syntax.STAR: true}

// pyNumber makes a number of a comparison.
func pyNumber(e syntax.Expr) syntax.Expr {
	inner := e
	for {
		paren, ok := inner.(*syntax.ParenExpr)
		if !ok {
			break
		}
		inner = paren.X
	}
	if x, ok := inner.(*syntax.BinaryExpr); ok && truth[x.Op] {
		return pyCall("int", e)
	}
	return e
}

var truth = map[syntax.Token]bool{
	syntax.EQL: true, syntax.NEQ: true, syntax.LT: true, syntax.LE: true, syntax.GT: true, syntax.GE: true, syntax.IN: true, syntax.NOT_IN: true,
}
