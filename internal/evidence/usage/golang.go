package usage

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// goReader reads Go by its own parser. What does not parse gives its imports only.
type goReader struct {
	*book
	set    *gotoken.FileSet
	called map[string]int // the names that an import may go by, and its number
}

func readGo(body string) File {
	g := goReader{book: newBook(), set: gotoken.NewFileSet(), called: map[string]int{}}
	tree, err := parser.ParseFile(g.set, "", body, parser.SkipObjectResolution)
	if err != nil {
		tree, _ = parser.ParseFile(g.set, "", body, parser.SkipObjectResolution|parser.ImportsOnly)
	}
	if tree == nil {
		return File{}
	}
	for _, spec := range tree.Imports {
		g.spec(spec)
	}
	g.nickname()
	if err == nil {
		g.guess(tree)
		g.uses(tree)
	}
	file := g.done(nil)
	file.CodeLines = codeLines(lexClike(Go, body))
	return file
}

func (g *goReader) line(p gotoken.Pos) int32 { return int32(g.set.PositionFor(p, false).Line) }

func (g *goReader) spec(spec *ast.ImportSpec) {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return
	}
	entry := Import{Path: path, Line: int(g.line(spec.Pos())), Local: strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../")}
	entry.Used = path == "C" || spec.Name != nil && (spec.Name.Name == "_" || spec.Name.Name == ".")
	number := g.add(entry)
	if number < 0 {
		return
	}
	if spec.Name != nil {
		switch name := spec.Name.Name; name {
		case "_":
		case ".":
			g.file.Imports[number].Names = []string{"*"}
		default:
			g.file.Imports[number].Names = []string{name}
			g.called[name] = number
		}
		return
	}
	if name := packageNames(path); len(name) > 0 {
		g.claim(name[0], number)
	}
}

func (g *goReader) claim(name string, number int) {
	if _, taken := g.called[name]; !taken {
		g.called[name] = number
	}
}

// nickname gives every package the less likely of its names, after each has its likeliest:
// "debug" is rather runtime/debug than godebug.
func (g *goReader) nickname() {
	for number, entry := range g.file.Imports {
		if len(entry.Names) > 0 || entry.Used {
			continue
		}
		for _, name := range packageNames(entry.Path) {
			g.claim(name, number)
		}
	}
}

// packageNames are the names that a package at a path may have, the likeliest first: the
// last part without a version and without "go" around it.
func packageNames(path string) []string {
	parts := strings.Split(path, "/")
	base := parts[len(parts)-1]
	if n := len(parts); n > 1 && version(base) {
		base = parts[n-2]
	}
	if name, _, found := strings.Cut(base, ".v"); found {
		base = name
	}
	base = strings.TrimSuffix(base, ".go")
	names := []string{base}
	for _, name := range []string{strings.TrimPrefix(base, "go-"), strings.TrimSuffix(base, "-go")} {
		names = append(names, name, strings.ReplaceAll(name, "-", ""), strings.ReplaceAll(name, "-", "_"), name[strings.LastIndexByte(name, '-')+1:])
	}
	names = append(names, strings.TrimPrefix(base, "go"))
	if before, _, found := strings.Cut(base, "-"); found {
		names = append(names, before)
	}
	return slices.DeleteFunc(names, func(n string) bool { return n == "" || !gotoken.IsIdentifier(n) })
}

func version(s string) bool {
	if len(s) < 2 || s[0] != 'v' {
		return false
	}
	_, err := strconv.Atoi(s[1:])
	return err == nil
}

// uses walks the file twice: the uses of packages and what variables they give, then the
// uses of those variables.
func (g *goReader) uses(tree *ast.File) {
	for _, decl := range tree.Decls {
		local := declaredIn(decl)
		ast.Inspect(decl, func(n ast.Node) bool {
			g.use(n, local)
			return true
		})
	}
	if len(g.variables) == 0 {
		return
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			g.useVariable(s)
		}
		return true
	})
}

// declaredIn are the names that a declaration makes: those of a function hide packages.
func declaredIn(decl ast.Decl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == gotoken.DEFINE {
				for _, left := range n.Lhs {
					if id, ok := left.(*ast.Ident); ok {
						names[id.Name] = true
					}
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if id, ok := left.(*ast.Ident); ok {
					names[id.Name] = true
				}
			}
		case *ast.ValueSpec:
			for _, id := range n.Names {
				names[id.Name] = true
			}
		case *ast.FuncType:
			for _, field := range n.Params.List {
				for _, id := range field.Names {
					names[id.Name] = true
				}
			}
		}
		return true
	})
	if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil {
		for _, field := range f.Recv.List {
			for _, id := range field.Names {
				names[id.Name] = true
			}
		}
	}
	return names
}

func (g *goReader) use(n ast.Node, local map[string]bool) {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		if number, symbol, ok := g.selected(n, local); ok {
			g.mark(number, n.X.(*ast.Ident).Name)
			g.count([]int{number}, symbol, g.line(n.Pos()))
		}
	case *ast.AssignStmt:
		for i, right := range n.Rhs {
			if i < len(n.Lhs) {
				g.given(n.Lhs[i], right, local)
			}
		}
	case *ast.ValueSpec:
		for i, id := range n.Names {
			if n.Type != nil {
				g.given(id, n.Type, local)
			} else if i < len(n.Values) {
				g.given(id, n.Values[i], local)
			}
		}
	case *ast.Field:
		for _, id := range n.Names {
			g.given(id, n.Type, local)
		}
	}
}

// selected reads pkg.Name. A name that is hidden counts only with a capital after it: a
// function may use the package first and hide it later.
func (g *goReader) selected(s *ast.SelectorExpr, local map[string]bool) (number int, symbol string, ok bool) {
	id, isName := s.X.(*ast.Ident)
	if !isName || local[id.Name] && !ast.IsExported(s.Sel.Name) {
		return 0, "", false
	}
	number, ok = g.called[id.Name]
	if ok && local[id.Name] {
		g.mark(number, id.Name)
		return 0, "", false
	}
	return number, s.Sel.Name, ok
}

func (g *goReader) mark(number int, name string) {
	if !g.file.Imports[number].Used && len(g.file.Imports[number].Names) == 0 {
		g.file.Imports[number].Names = []string{name}
	}
	g.file.Imports[number].Used = true
}

// given notes the variable on the left of a value, or before a type.
func (g *goReader) given(left, right ast.Expr, local map[string]bool) {
	if of, ok := left.(*ast.SelectorExpr); ok {
		left = of.Sel
	}
	id, ok := left.(*ast.Ident)
	if !ok || id.Name == "_" {
		return
	}
	for range chainLimit {
		switch r := right.(type) {
		case *ast.CallExpr:
			right = r.Fun
		case *ast.UnaryExpr:
			right = r.X
		case *ast.StarExpr:
			right = r.X
		case *ast.CompositeLit:
			right = r.Type
		case *ast.IndexExpr:
			right = r.X
		case *ast.SelectorExpr:
			if number, symbol, ok := g.selected(r, local); ok {
				g.hold(id.Name, []int{number}, symbol)
			}
			return
		default:
			return
		}
	}
}

func (g *goReader) useVariable(s *ast.SelectorExpr) {
	var variable string
	switch x := s.X.(type) {
	case *ast.Ident:
		variable = x.Name
	case *ast.SelectorExpr:
		variable = x.Sel.Name
	}
	if h, ok := g.variables[variable]; ok {
		g.count(h.imports, h.symbol+"."+s.Sel.Name, g.line(s.Pos()))
	}
}

// guess gives the packages whose names are not those of their paths to selectors that
// stand on nothing known: a file that compiles uses what it imports.
func (g *goReader) guess(tree *ast.File) {
	based, known, loose := map[string]bool{}, map[string]bool{}, []string{}
	for _, decl := range tree.Decls {
		maps.Copy(known, declaredIn(decl))
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && ast.IsExported(s.Sel.Name) {
				based[id.Name] = true
			}
		}
		return true
	})
	found := make([]bool, len(g.file.Imports))
	for name, number := range g.called {
		found[number] = found[number] || based[name]
	}
	for _, name := range slices.Sorted(maps.Keys(based)) {
		if _, ok := g.called[name]; !ok && !known[name] && len(loose) < lookAhead {
			loose = append(loose, name)
		}
	}
	for i, entry := range g.file.Imports {
		if found[i] || entry.Used || len(entry.Names) > 0 {
			continue
		}
		path := plain(entry.Path)
		for _, name := range loose {
			if strings.Contains(path, plain(name)) {
				g.called[name] = i
				break
			}
		}
	}
}

// plain is a path in small letters without signs.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(s))
}
