package interpreter

import (
	"bytes"
	"cmp"
	_ "embed" // functions of package slices
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/traefik/yaegi/interp"

	"kadry/internal/interpreter/symbols"
	"kadry/internal/interpreter/value"
)

// goFile is a Go program made ready: its own imports checked, those it only uses added, main
// and init taken out.
type goFile struct {
	fset     *token.FileSet
	syntax   *ast.File
	packages symbols.Set
	imports  []string
	added    bool // it uses functions of orderedSlices besides those of package slices
}

// parseGo reads a program that may lack the package clause and imports, as a fragment does.
func parseGo(code string, packages symbols.Set) (*goFile, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "", code, 0)
	if err != nil && !strings.Contains(code, "package ") || err != nil && syntax != nil && syntax.Name == nil {
		syntax, err = parser.ParseFile(fset, "", "package main\n"+code, 0)
	}
	if err != nil {
		return nil, &Refusal{Syntax, err.Error()}
	}
	f := &goFile{fset: fset, syntax: syntax, packages: packages}
	syntax.Decls = slices.DeleteFunc(syntax.Decls, func(d ast.Decl) bool {
		if g, ok := d.(*ast.GenDecl); ok {
			return g.Tok == token.IMPORT
		}
		fn, ok := d.(*ast.FuncDecl)
		return ok && fn.Recv == nil && (fn.Name.Name == "main" || fn.Name.Name == "init" || testsOnly(fn))
	})
	if err := f.addImports(); err != nil {
		return nil, err
	}
	syntax.Name.Name = "main"
	f.nameParameters()
	f.modernise()
	return f, nil
}

// nameParameters gives every parameter a name: the interpreter counts those without one wrongly.
func (f *goFile) nameParameters() {
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		var params *ast.FieldList
		switch n := n.(type) {
		case *ast.FuncLit:
			params = n.Type.Params
		case *ast.FuncDecl:
			params = n.Type.Params
		default:
			return true
		}
		for i, field := range params.List {
			if len(field.Names) == 0 {
				field.Names = []*ast.Ident{ast.NewIdent("unnamed" + strconv.Itoa(i))}
			}
		}
		return true
	})
}

// testsOnly tells a test or a benchmark, which nothing calls.
func testsOnly(fn *ast.FuncDecl) bool {
	params := fn.Type.Params.List
	return len(params) == 1 && strings.HasPrefix(types.ExprString(params[0].Type), "*testing.")
}

// addImports imports what is used as a package, whether it is declared or not. A declared one
// that nothing uses is left out.
func (f *goFile) addImports() error {
	declared := map[string]string{} // name of a package -> its path
	for _, spec := range f.syntax.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil || spec.Name != nil {
			return &Refusal{Impure, "import " + spec.Path.Value}
		}
		declared[path.Base(importPath)] = importPath
	}
	unresolved := map[*ast.Ident]bool{}
	for _, id := range f.syntax.Unresolved {
		unresolved[id] = true
	}
	var refused error
	for _, d := range f.syntax.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			id, ok := selector.X.(*ast.Ident)
			if !ok || !unresolved[id] {
				return true
			}
			importPath, known := f.packages.ByName(id.Name)
			if other, ok := declared[id.Name]; ok && other != importPath {
				importPath, known = other, f.packages.Known(other)
			}
			if !known {
				refused = &Refusal{Impure, "package " + cmp.Or(declared[id.Name], id.Name)}
			} else if !slices.Contains(f.imports, importPath) {
				f.imports = append(f.imports, importPath)
			}
			return true
		})
	}
	slices.Sort(f.imports)
	return refused
}

// source is the text that the interpreter is given.
func (f *goFile) source() (string, error) {
	var out bytes.Buffer
	f.syntax.Comments = nil
	if err := format.Node(&out, f.fset, f.syntax); err != nil {
		return "", &Refusal{Syntax, err.Error()}
	}
	_, body, _ := strings.Cut(out.String(), "package main")
	imports := f.imports
	if slices.Contains(f.imports, "slices") || f.added {
		body = ordered.ReplaceAllString(body, "slices$1") + orderedSlices
		if !slices.Contains(imports, "sort") {
			imports = append(slices.Clone(imports), "sort")
		}
	}
	quoted := make([]string, len(imports))
	for i, path := range imports {
		quoted[i] = strconv.Quote(path)
	}
	return "package main\nimport (\n" + strings.Join(quoted, "\n") + "\n)\n" + body + f.extremes(), nil
}

// extremes are the builtin functions min and max of whole numbers, as far as the program calls
// them: the interpreter has none.
func (f *goFile) extremes() string {
	called := map[string]bool{}
	for _, id := range f.syntax.Unresolved {
		called[id.Name] = true
	}
	var out strings.Builder
	for name, sign := range map[string]string{"min": "<", "max": ">"} {
		if called[name] {
			fmt.Fprintf(&out, "\nfunc %s(first int, further ...int) int {\nfor _, n := range further {\nif n %s first {\nfirst = n\n}\n}\nreturn first\n}\n", name, sign)
		}
	}
	return out.String()
}

// ordered are the functions of package slices that the interpreter's own copy lacks.
var ordered = regexp.MustCompile(`\bslices\.(Sort|SortFunc|SortStableFunc|Max|Min|IsSorted)\b`)

//go:embed ordered.go.txt
var orderedSlices string

// entry is the function asked for, or the last one that no other calls.
func (f *goFile) entry(name string) (*ast.FuncDecl, error) {
	var functions []*ast.FuncDecl
	called := map[string]bool{}
	for _, d := range f.syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Body == nil {
			continue
		}
		functions = append(functions, fn)
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name != fn.Name.Name {
				called[id.Name] = true
			}
			return true
		})
	}
	for _, fn := range slices.Backward(functions) {
		if name == fn.Name.Name || name == "" && !called[fn.Name.Name] {
			return fn, nil
		}
	}
	return nil, &Refusal{NoEntry, name}
}

func describeGo(p Program) (Signature, error) {
	f, err := parseGo(p.Code, symbols.Pure())
	if err != nil {
		return Signature{}, err
	}
	fn, err := f.entry(p.Entry)
	if err != nil {
		return Signature{}, err
	}
	s := Signature{Name: fn.Name.Name}
	names := f.typeNames(fn)
	for _, field := range fn.Type.Params.List {
		t, rest := typeOf(field.Type, names)
		if t == value.Unknown {
			return s, &Refusal{OddTypes, "parameter of " + fn.Name.Name}
		}
		for _, name := range orBlank(field.Names) {
			s.Params = append(s.Params, Param{Name: name, Type: t, Rest: rest})
		}
	}
	if fn.Type.Results != nil {
		for _, field := range fn.Type.Results.List {
			t, _ := typeOf(field.Type, names)
			for range orBlank(field.Names) {
				s.Results = append(s.Results, t)
			}
		}
	}
	s.InPlace = len(s.Results) == 0
	if last := len(s.Results) - 1; last >= 0 && returnsError(fn) {
		s.Results = s.Results[:last]
	}
	return s, nil
}

func returnsError(fn *ast.FuncDecl) bool {
	list := fn.Type.Results.List
	id, ok := list[len(list)-1].Type.(*ast.Ident)
	return ok && id.Name == "error"
}

func orBlank(names []*ast.Ident) []string {
	if len(names) == 0 {
		return []string{"_"}
	}
	out := make([]string, len(names))
	for i, id := range names {
		out[i] = id.Name
	}
	return out
}

// typeNames are the types that the program names: its own, and its type parameters, for
// which int stands.
func (f *goFile) typeNames(fn *ast.FuncDecl) map[string]ast.Expr {
	names := map[string]ast.Expr{}
	for _, d := range f.syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.TYPE {
			continue
		}
		for _, spec := range g.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok && t.TypeParams == nil {
				names[t.Name.Name] = t.Type
			}
		}
	}
	if fn.Type.TypeParams != nil {
		for _, field := range fn.Type.TypeParams.List {
			for _, id := range field.Names {
				names[id.Name] = ast.NewIdent("int")
			}
		}
	}
	return names
}

// basic are Go's own types. Sizes are dropped: inputs are small.
var basic = map[string]value.Type{
	"int": value.Int, "int8": value.Int, "int16": value.Int, "int32": value.Int, "int64": value.Int,
	"uint": value.Int, "uint8": value.Int, "uint16": value.Int, "uint32": value.Int, "uint64": value.Int,
	"float32": value.Float, "float64": value.Float, "string": value.Text, "bool": value.Bool,
	"byte": value.Char, "rune": value.Char, "any": value.Any,
}

// typeOf is a type of Go's as all languages have it, Unknown where they have none, and whether
// it is that of further arguments.
func typeOf(e ast.Expr, names map[string]ast.Expr) (t value.Type, rest bool) {
	switch e := e.(type) {
	case *ast.Ident:
		if own, ok := names[e.Name]; ok {
			delete(names, e.Name) // a type that holds itself ends here
			defer func() { names[e.Name] = own }()
			return typeOf(own, names)
		}
		return basic[e.Name], false
	case *ast.ParenExpr:
		return typeOf(e.X, names)
	case *ast.InterfaceType:
		if len(e.Methods.List) == 0 {
			return value.Any, false
		}
	case *ast.ArrayType:
		if elem, _ := typeOf(e.Elt, names); elem != value.Unknown {
			return value.List(elem), false
		}
	case *ast.Ellipsis:
		if elem, _ := typeOf(e.Elt, names); elem != value.Unknown {
			return value.List(elem), true
		}
	case *ast.MapType:
		key, _ := typeOf(e.Key, names)
		elem, _ := typeOf(e.Value, names)
		if (key == value.Text || key == value.Int) && elem != value.Unknown {
			return value.Map(key, elem), false
		}
	}
	return value.Unknown, false
}

// goFunction is a loaded Go function.
type goFunction struct {
	fn        reflect.Value
	signature Signature
	fails     bool // its last result is an error
}

func loadGo(p Program) (callable, error) {
	signature, err := describeGo(p)
	if err != nil {
		return nil, err
	}
	f, err := parseGo(p.Code, symbols.Pure())
	if err != nil {
		return nil, err
	}
	decl, err := f.entry(p.Entry)
	if err != nil {
		return nil, err
	}
	concrete(decl)
	source, err := f.source()
	if err != nil {
		return nil, err
	}
	fn, err := f.interpret(source, "main."+signature.Name)
	if err != nil {
		return nil, err
	}
	if fn.Kind() != reflect.Func {
		return nil, &Refusal{NoEntry, signature.Name}
	}
	loaded := &goFunction{fn: fn, signature: signature}
	loaded.fails = decl.Type.Results != nil && returnsError(decl)
	return loaded, nil
}

// concrete puts int for the type parameters of a function: the interpreter calls only what is
// no longer generic.
func concrete(fn *ast.FuncDecl) {
	if fn.Type.TypeParams == nil {
		return
	}
	names := map[string]bool{}
	for _, field := range fn.Type.TypeParams.List {
		for _, id := range field.Names {
			names[id.Name] = true
		}
	}
	fn.Type.TypeParams = nil
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && names[id.Name] {
			id.Name = "int"
		}
		return true
	})
}

// interpret loads a program. The interpreter panics on some programs it does not understand.
func (f *goFile) interpret(source, name string) (fn reflect.Value, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &Refusal{Syntax, fmt.Sprint(cause)}
		}
	}()
	imports := f.imports
	if strings.Contains(source, "sort.") && !slices.Contains(imports, "sort") {
		imports = append(slices.Clone(imports), "sort")
	}
	i := interp.New(interp.Options{
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Args: []string{}, Env: []string{},
		SourcecodeFilesystem: noFiles{},
	})
	if err := i.Use(f.packages.Of(imports)); err != nil {
		return fn, &Refusal{Syntax, err.Error()}
	}
	if _, err := i.Eval(source); err != nil {
		return fn, &Refusal{Syntax, err.Error()}
	}
	fn, err = i.Eval(name)
	if err != nil {
		return fn, &Refusal{Syntax, err.Error()}
	}
	return fn, nil
}

func (g *goFunction) call(args []any) (result Result) {
	in := make([]reflect.Value, len(args))
	if len(args) != g.fn.Type().NumIn() {
		return Result{State: Unfit, Note: "number of arguments"}
	}
	for i, arg := range args {
		v, ok := toGo(arg, g.fn.Type().In(i))
		if !ok {
			return Result{State: Unfit, Note: "argument " + strconv.Itoa(i+1)}
		}
		in[i] = v
	}
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{State: Failed, Note: note(fmt.Sprint(cause))}
		}
	}()
	var out []reflect.Value
	if g.fn.Type().IsVariadic() {
		out = g.fn.CallSlice(in)
	} else {
		out = g.fn.Call(in)
	}
	if g.fails {
		last := len(out) - 1
		if !out[last].IsNil() {
			return Result{State: Failed, Note: note(fmt.Sprint(out[last]))}
		}
		out = out[:last]
	}
	return g.answer(in, out)
}

// answer is the one result, all of them as a list, or the first argument where there is none.
func (g *goFunction) answer(in, out []reflect.Value) Result {
	if len(out) == 0 {
		if len(in) == 0 {
			return Result{State: Answered}
		}
		out = in[:1]
	}
	b := newBudget()
	values := make([]any, len(out))
	for i, v := range out {
		t := value.Unknown
		if i < len(g.signature.Results) {
			t = g.signature.Results[i]
		} else if g.signature.InPlace {
			t = g.signature.Params[0].Type
		}
		x, fits := fromGo(v, t, b, 0)
		if !fits {
			return Result{State: Huge}
		}
		values[i] = x
	}
	if len(values) == 1 {
		return Result{State: Answered, Value: values[0]}
	}
	return Result{State: Answered, Value: values}
}

// noFiles is a file system without files.
type noFiles struct{}

// Open implements fs.FS.
func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
