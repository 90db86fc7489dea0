package interpreter

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
)

// modernise rewrites what the interpreter does not know of Go since 1.22: ranges over whole
// numbers and some iterators, and a variable of its own for each round of a loop. And it hands
// functions to packages the way they keep their variables, see kept.
func (f *goFile) modernise() {
	numbers := f.numbers()
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			f.listed(n)
			if _, ok := n.Fun.(*ast.SelectorExpr); ok {
				for i, arg := range n.Args {
					n.Args[i] = kept(arg)
				}
			}
		case *ast.RangeStmt:
			eager(n)
		}
		return true
	})
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			modernList(n.List, numbers)
		case *ast.CaseClause:
			modernList(n.Body, numbers)
		case *ast.CommClause:
			modernList(n.Body, numbers)
		}
		return true
	})
}

func modernList(list []ast.Stmt, numbers map[ast.Expr]bool) {
	for i, s := range list {
		place := &list[i]
		if labelled, ok := s.(*ast.LabeledStmt); ok {
			place = &labelled.Stmt
		}
		if r, ok := (*place).(*ast.RangeStmt); ok && numbers[r.X] {
			*place = counted(r)
		}
		switch loop := (*place).(type) {
		case *ast.ForStmt:
			if init, ok := loop.Init.(*ast.AssignStmt); ok && init.Tok == token.DEFINE {
				loop.Body = owning(loop.Body, init.Lhs...)
			}
		case *ast.RangeStmt:
			if loop.Tok == token.DEFINE {
				loop.Body = owning(loop.Body, loop.Key, loop.Value)
			}
		}
	}
}

// kept is a function that is handed to a package, returned by another one: the interpreter lets
// a package call a bare one with the variables of the last round of a loop.
func kept(arg ast.Expr) ast.Expr {
	literal, ok := arg.(*ast.FuncLit)
	if !ok {
		return arg
	}
	result := &ast.FieldList{List: []*ast.Field{{Type: literal.Type}}}
	maker := &ast.FuncLit{
		Type: &ast.FuncType{Params: &ast.FieldList{}, Results: result},
		Body: &ast.BlockStmt{List: []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{literal}}}},
	}
	return &ast.CallExpr{Fun: maker}
}

// packageCall is the function of a package that is called, like "maps.Keys"; "" for another call.
func packageCall(e ast.Expr) (name string, call *ast.CallExpr) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return "", nil
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", nil
	}
	id, ok := selector.X.(*ast.Ident)
	if !ok {
		return "", nil
	}
	return id.Name + "." + selector.Sel.Name, call
}

// lists are functions that make a list of an iterator over the keys of a map, and what stands
// for them.
var lists = map[string]string{"slices.Collect": "slicesKeys", "slices.Sorted": "slicesSortedKeys", "slices.SortedFunc": "slicesSortedKeysFunc"}

// listed replaces the lists that are made of the keys of a map, and cmp.Or of numbers.
func (f *goFile) listed(call *ast.CallExpr) {
	outer, _ := packageCall(call)
	if outer == "cmp.Or" {
		call.Fun = ast.NewIdent("cmpOr")
		f.added = true
		return
	}
	ours, ok := lists[outer]
	if !ok || len(call.Args) == 0 {
		return
	}
	if inner, keys := packageCall(call.Args[0]); inner == "maps.Keys" && len(keys.Args) == 1 {
		call.Fun, call.Args[0] = ast.NewIdent(ours), keys.Args[0]
		f.added = true
	}
}

// sequences are functions that return iterators, and those that return lists of the same.
var sequences = map[string]string{
	"strings.SplitSeq": "Split", "strings.SplitAfterSeq": "SplitAfter", "strings.FieldsSeq": "Fields", "strings.FieldsFuncSeq": "FieldsFunc",
}

// eager makes a range over an iterator one over a list or a map.
func eager(r *ast.RangeStmt) {
	name, call := packageCall(r.X)
	if name == "maps.Keys" && len(call.Args) == 1 {
		r.X = call.Args[0]
		return
	}
	list, ok := sequences[name]
	if !ok {
		return
	}
	call.Fun = &ast.SelectorExpr{X: ast.NewIdent("strings"), Sel: ast.NewIdent(list)}
	if r.Key != nil {
		r.Key, r.Value = ast.NewIdent("_"), r.Key
	}
}

// numbers are the expressions ranged over that are whole numbers, as far as that can be told
// without the packages that the program imports.
func (f *goFile) numbers() map[ast.Expr]bool {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: unknown{}, Error: func(error) {}} // what it cannot tell has no type
	_, _ = config.Check("main", f.fset, []*ast.File{f.syntax}, info)
	out := map[ast.Expr]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if r, ok := n.(*ast.RangeStmt); ok {
			if t := info.TypeOf(r.X); t != nil {
				basic, ok := t.Underlying().(*types.Basic)
				out[r.X] = ok && basic.Info()&types.IsInteger != 0
			}
		}
		return true
	})
	return out
}

// unknown imports packages of which nothing is known.
type unknown struct{}

// Import implements types.Importer.
func (unknown) Import(importPath string) (*types.Package, error) {
	p := types.NewPackage(importPath, path.Base(importPath))
	p.MarkComplete()
	return p, nil
}

// limitName is a variable that no program has.
const limitName = "rangeLimit"

// counted is a range over a whole number as a loop that counts.
func counted(r *ast.RangeStmt) *ast.ForStmt {
	i := ast.NewIdent(limitName + "Index")
	if id, ok := r.Key.(*ast.Ident); ok && id.Name != "_" {
		i = ast.NewIdent(id.Name)
	}
	body := r.Body
	if r.Key != nil && r.Tok == token.ASSIGN && i.Name != limitName+"Index" { // counts in a variable from before
		inner := ast.NewIdent(limitName + "Index")
		set := &ast.AssignStmt{Lhs: []ast.Expr{i}, Tok: token.ASSIGN, Rhs: []ast.Expr{inner}}
		body = &ast.BlockStmt{List: append([]ast.Stmt{set}, body.List...)}
		i = inner
	}
	limit := ast.NewIdent(limitName)
	return &ast.ForStmt{
		Init: &ast.AssignStmt{Lhs: []ast.Expr{i, limit}, Tok: token.DEFINE, Rhs: []ast.Expr{&ast.BasicLit{Kind: token.INT, Value: "0"}, r.X}},
		Cond: &ast.BinaryExpr{X: i, Op: token.LSS, Y: limit},
		Post: &ast.IncDecStmt{X: i, Tok: token.INC},
		Body: body,
	}
}

// owning is the body of a loop that gives each round its own variables, where it has functions
// that may outlive the round and does not change them itself.
func owning(body *ast.BlockStmt, variables ...ast.Expr) *ast.BlockStmt {
	if !hasFunction(body) {
		return body
	}
	var own []ast.Stmt
	for _, e := range variables {
		id, ok := e.(*ast.Ident)
		if ok && id.Name != "_" && id.Name != limitName && !changes(body, id.Name) {
			own = append(own, &ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent(id.Name)}, Tok: token.DEFINE, Rhs: []ast.Expr{ast.NewIdent(id.Name)}})
		}
	}
	return &ast.BlockStmt{List: append(own, body.List...)}
}

func hasFunction(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		_, is := n.(*ast.FuncLit)
		found = found || is
		return !found
	})
	return found
}

// changes says whether a body may set a variable: also when it only takes its address.
func changes(body *ast.BlockStmt, name string) bool {
	found := false
	is := func(e ast.Expr) {
		id, ok := e.(*ast.Ident)
		found = found || ok && id.Name == name
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IncDecStmt:
			is(n.X)
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				is(e)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				is(n.X)
			}
		}
		return !found
	})
	return found
}
