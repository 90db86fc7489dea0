//go:build cgo

package treesitter

import (
	"strings"

	sitter "github.com/tree-sitter/go-tree-sitter"

	"kadry/internal/codematch/lexer"
)

// Unit is a function or a class as a tree has it.
type Unit struct {
	Class            bool
	Owner            string // the type it belongs to when that is not around it
	Name             string
	Start, End, Body int // bytes
}

// Time that a text may be parsed, in microseconds: four times what one without errors
// takes, because the search for a tree of a hostile one grows faster than it.
const (
	parseLeast   = 20_000
	parsePerByte = 1
)

// Units are the functions and classes of a text. It answers false when there is no grammar,
// when the text has errors, and when its tree has more nodes than most or takes too long.
func Units(lang lexer.Language, src []byte, most int) ([]Unit, bool) {
	g := grammarOf(lang, src)
	if g == nil {
		return nil, false
	}
	parser := sitter.NewParser()
	defer parser.Close()
	if parser.SetLanguage(g.language) != nil {
		return nil, false
	}
	parser.SetTimeoutMicros(uint64(parseLeast + parsePerByte*len(src))) //nolint:staticcheck // its successor keeps every callback for ever (go-pointer's table)
	tree := parser.Parse(src, nil)
	if tree == nil {
		return nil, false
	}
	defer tree.Close()
	root := tree.RootNode()
	if root.HasError() || int(root.DescendantCount()) > most {
		return nil, false
	}
	return g.units(root, src), true
}

// units are what the query finds below a node.
func (g *grammar) units(root *sitter.Node, src []byte) []Unit {
	cursor := sitter.NewQueryCursor()
	defer cursor.Close()
	var units []Unit
	matches := cursor.Matches(g.query, root, src)
	for match := matches.Next(); match != nil; match = matches.Next() {
		var u Unit
		for _, c := range match.Captures {
			g.take(&u, g.captures[c.Index], c.Node, src)
		}
		units = append(units, u)
	}
	return units
}

// take takes one capture of a match.
func (g *grammar) take(u *Unit, name string, n sitter.Node, src []byte) {
	switch name {
	case "function", "class":
		u.Class = name == "class"
		u.Start, u.End = int(n.StartByte()), int(n.EndByte())
	case "body":
		u.Body = int(n.StartByte())
	case "name":
		u.Name = plain(n.Utf8Text(src))
	case "type":
		u.Name = typeName(n.Utf8Text(src))
	case "declarator":
		declared(u, n.Utf8Text(src))
	}
}

// plain is a name without quotes, brackets and scopes.
func plain(name string) string {
	if i := strings.IndexByte(name, '<'); i > 0 && !strings.Contains(name, "operator") {
		name = name[:i]
	}
	return strings.ReplaceAll(strings.Trim(name, "\"'`[]"), "::", ".")
}

// typeName is the last name of a type of Rust, without what it is made of.
func typeName(text string) string {
	text, _, _ = strings.Cut(text, "<")
	if i := strings.LastIndexAny(text, ":&* "); i >= 0 {
		text = text[i+1:]
	}
	return text
}

// declared is the name in a declarator of C and C++: *f(int), Cache<T>::get(T) const.
func declared(u *Unit, text string) {
	text = strings.TrimLeft(text, "*&( \n\t")
	end := strings.IndexByte(text, '(')
	if strings.Contains(text, "operator()") {
		end = strings.Index(text, "operator()") + len("operator()")
	}
	if end < 0 {
		end = len(text)
	}
	name := strings.TrimSpace(text[:end])
	for {
		open := strings.IndexByte(name, '<')
		if open < 0 || strings.Contains(name[:open], "operator") {
			break
		}
		depth, i := 0, open
		for ; i < len(name); i++ {
			if name[i] == '<' {
				depth++
			} else if name[i] == '>' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		name = name[:open] + name[min(i+1, len(name)):]
	}
	if i := strings.LastIndex(name, "::"); i >= 0 {
		u.Owner, name = strings.ReplaceAll(strings.TrimPrefix(name[:i], "::"), "::", "."), name[i+2:]
	}
	u.Name = strings.Join(strings.Fields(name), "")
}
