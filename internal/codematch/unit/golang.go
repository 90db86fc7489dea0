package unit

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// parsed cuts a text of Go by the parser of its library. A text without a package clause is
// taken as one that has it. It answers false when the text has errors.
func parsed(src []byte) ([]span, bool) {
	files := token.NewFileSet()
	text, shift := src, 0
	file, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil && file != nil && file.Name.Name == "_" || err != nil && !file.Package.IsValid() {
		const clause = "package p;"
		shift = len(clause)
		text = append([]byte(clause), src...)
		file, err = parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	}
	if err != nil {
		return nil, false
	}
	g := golang{files: files, base: files.File(file.Pos()).Base() + shift}
	for _, d := range file.Decls {
		ast.Inspect(d, g.visit)
	}
	return g.spans, true
}

// golang collects the units of a tree.
type golang struct {
	files *token.FileSet
	base  int // position of the first byte
	spans []span
}

// visit takes a declaration, a type or a function bound to a name.
func (g *golang) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Body != nil {
			owner := ""
			if n.Recv != nil && len(n.Recv.List) > 0 {
				owner = receiver(n.Recv.List[0].Type)
			}
			start := n.Pos() // a comment before it is not a part
			g.add(span{kind: Function, owner: owner, name: n.Name.Name}, start, n.End(), n.Body.Pos())
		}
	case *ast.AssignStmt:
		for i, value := range n.Rhs {
			if len(n.Lhs) == len(n.Rhs) {
				g.bound(n.Lhs[i], value)
			}
		}
	case *ast.ValueSpec:
		for i, value := range n.Values {
			if len(n.Names) == len(n.Values) {
				g.bound(n.Names[i], value)
			}
		}
	case *ast.TypeSpec:
		switch t := n.Type.(type) {
		case *ast.StructType:
			g.add(span{kind: Class, name: n.Name.Name}, n.Pos(), n.End(), t.Fields.Opening)
		case *ast.InterfaceType:
			g.add(span{kind: Class, name: n.Name.Name}, n.Pos(), n.End(), t.Methods.Opening)
		}
	}
	return true
}

// bound takes a function that gets a name.
func (g *golang) bound(name, value ast.Expr) {
	f, literal := value.(*ast.FuncLit)
	if !literal {
		return
	}
	switch n := name.(type) {
	case *ast.Ident:
		if n.Name != "_" {
			g.add(span{kind: Function, name: n.Name}, n.Pos(), f.End(), f.Body.Pos())
		}
	case *ast.SelectorExpr:
		g.add(span{kind: Function, name: n.Sel.Name}, n.Pos(), f.End(), f.Body.Pos())
	}
}

// add takes a unit.
func (g *golang) add(s span, start, end, body token.Pos) {
	s.start, s.end, s.body = int(start)-g.base, int(end)-g.base, int(body)-g.base
	g.spans = append(g.spans, s)
}

// receiver is the name of a method's type.
func receiver(e ast.Expr) string {
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}
