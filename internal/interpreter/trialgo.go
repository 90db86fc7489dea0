package interpreter

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"sync"

	"kadry/internal/interpreter/symbols"
	"kadry/internal/interpreter/value"
)

// goTrial is a Go program that examples use: its text without package and imports.
type goTrial struct{ code string }

// exampleName is the function that an example becomes.
const exampleName = "kadryExample"

// prepareGo finds out whether a program loads.
func prepareGo(p Program) (trial, error) {
	f, err := parseGo(p.Code, symbols.Concurrent())
	if err != nil {
		return nil, err
	}
	if _, err := f.entry(p.Entry); err != nil {
		return nil, err
	}
	given, err := f.lacking(p.Given)
	if err != nil {
		return nil, err
	}
	t := goTrial{code: p.Code + "\n\n" + given}
	if _, err := t.load("_ = " + p.Entry); err != nil {
		return nil, err
	}
	return t, nil
}

// lacking returns the declarations that the program does not make itself.
func (f *goFile) lacking(given string) (string, error) {
	own := map[string]bool{}
	for _, d := range f.syntax.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, spec := range g.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					own[t.Name.Name] = true
				}
			}
		}
	}
	fset := token.NewFileSet()
	const head = "package given\n"
	syntax, err := parser.ParseFile(fset, "", head+given, 0)
	if err != nil {
		return "", &Refusal{Syntax, err.Error()}
	}
	var out strings.Builder
	for _, d := range syntax.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || len(g.Specs) != 1 {
			continue
		}
		if t, ok := g.Specs[0].(*ast.TypeSpec); ok && !own[t.Name.Name] {
			start, end := fset.Position(d.Pos()).Offset, fset.Position(d.End()).Offset
			fmt.Fprintln(&out, (head + given)[start:end])
		}
	}
	return out.String(), nil
}

// load interprets the program together with an example.
func (t goTrial) load(example string) (reflect.Value, error) {
	f, err := parseGo(t.code+"\n\nfunc "+exampleName+"(equal func(got, want any)) {\n"+example+"\n}\n", symbols.Concurrent())
	if err != nil {
		return reflect.Value{}, err
	}
	source, err := f.source()
	if err != nil {
		return reflect.Value{}, err
	}
	return f.interpret(source, "main."+exampleName)
}

func (t goTrial) run(example string) (result Result) {
	fn, err := t.load(example)
	if err != nil {
		return Result{State: Unfit, Note: note(err.Error())}
	}
	defer func() {
		if cause := recover(); cause != nil {
			result = Result{State: Failed, Note: note(fmt.Sprint(cause))}
		}
	}()
	var mu sync.Mutex // an example may compare in a goroutine
	var found finding
	equal := func(got, want any) {
		g, fits := fromGo(reflect.ValueOf(&got).Elem(), value.Unknown, newBudget(), 0)
		w, _ := fromGo(reflect.ValueOf(&want).Elem(), value.Unknown, newBudget(), 0)
		mu.Lock()
		defer mu.Unlock()
		found.compare(g, w, fits)
	}
	fn.Call([]reflect.Value{reflect.ValueOf(equal)})
	mu.Lock()
	defer mu.Unlock()
	return found.result()
}
