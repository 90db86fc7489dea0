package usage

import (
	"slices"
	"strings"
)

// sharing is how many imports may stand behind one name and still each be told that its
// symbols are used: "try: import a as x; except: import b as x". It keeps the account linear.
const sharing = 4

// name is what a word of the file stands for.
type name struct {
	imports []int  // in the list of the file
	alone   string // the symbol, if no member follows
	before  string // the symbol, if one does: it is put before the member
	used    bool
	partial bool // only the beginning of a longer name: "a" of "import a.b"
}

// book is the account of a file: what its words stand for and how often they are used.
type book struct {
	file      File
	names     map[string]*name  // dotted, if the import is
	dotted    bool              // some name is
	bindings  [][]*name         // of each import
	variables map[string]holder // what holds an imported thing
	counted   map[Symbol]int    // by import and name, where the symbol is
	imported  [][2]int          // tokens of imports, from and to, in their order
}

// holder is what a variable holds: a thing made by a symbol of an import.
type holder struct {
	imports []int
	symbol  string
}

func newBook() *book {
	return &book{names: map[string]*name{}, variables: map[string]holder{}, counted: map[Symbol]int{}}
}

// add takes an import and says its number, or a negative one if it is none that counts.
func (b *book) add(i Import) int {
	if i.Path == "" || len(i.Path) > maxName || len(b.file.Imports) >= MaxImports {
		return -1
	}
	i.Path, i.Names = strings.Clone(i.Path), nil
	b.file.Imports = append(b.file.Imports, i)
	b.bindings = append(b.bindings, nil)
	return len(b.file.Imports) - 1
}

// bind says that a word of the file stands for a symbol of an import. Alone is the symbol
// where no member follows, before what goes before a member.
func (b *book) bind(number int, as, alone, before string) {
	if number < 0 || as == "" || len(as) > maxName || len(alone) > maxName {
		return
	}
	called, _, _ := strings.Cut(as, ".")
	if list := &b.file.Imports[number].Names; len(*list) < MaxImports && !slices.Contains((*list)[max(0, len(*list)-sharing):], called) {
		*list = append(*list, strings.Clone(called))
	}
	if called != as {
		b.dotted = true
		b.bindings[number] = append(b.bindings[number], b.note(number, called, name{partial: true}))
	}
	b.bindings[number] = append(b.bindings[number], b.note(number, as, name{alone: alone, before: before}))
}

// note finds what a word stands for, or makes it stand for something. The first thing
// that it stands for stays.
func (b *book) note(number int, as string, meaning name) *name {
	n := b.names[as]
	if n == nil {
		n = &name{partial: true}
		b.names[strings.Clone(as)] = n
	}
	if n.partial && !meaning.partial {
		n.alone, n.before, n.partial = meaning.alone, meaning.before, false
	}
	if len(n.imports) < sharing && !slices.Contains(n.imports, number) {
		n.imports = append(n.imports, number)
	}
	return n
}

// count notes one use of a symbol.
func (b *book) count(imports []int, symbol string, line int32) {
	if symbol == "" || len(symbol) > maxName {
		return
	}
	for _, number := range imports {
		b.countOf(b.file.Imports[number].Path, symbol, line)
	}
}

func (b *book) countOf(path, symbol string, line int32) {
	key := Symbol{Import: path, Name: symbol}
	if at, ok := b.counted[key]; ok {
		b.file.Symbols[at].Count++
		b.file.Symbols[at].Line = min(b.file.Symbols[at].Line, int(line))
		return
	}
	if len(b.file.Symbols) >= MaxSymbols {
		return
	}
	key.Name = strings.Clone(symbol)
	b.counted[key] = len(b.file.Symbols)
	b.file.Symbols = append(b.file.Symbols, Symbol{Import: path, Name: key.Name, Line: int(line), Count: 1})
}

// hold notes that a variable holds what a symbol made. The first that it holds stays.
func (b *book) hold(variable string, imports []int, symbol string) {
	if symbol == "" || variable == "" || len(variable) > maxName || len(b.variables) >= MaxSymbols {
		return
	}
	if _, ok := b.variables[variable]; ok || b.names[variable] != nil {
		return
	}
	b.variables[strings.Clone(variable)] = holder{imports, strings.Clone(made(symbol))}
}

// made is what a symbol makes: a class makes itself, by whichever of its functions, and a
// function of a module what goes by the function's name.
func made(symbol string) string {
	owner, member, found := strings.Cut(symbol, ".")
	if !found || owner[0] >= 'A' && owner[0] <= 'Z' {
		return owner
	}
	return member
}

// done closes the account.
func (b *book) done(tokens []token) File {
	for i, bound := range b.bindings {
		if slices.ContainsFunc(bound, func(n *name) bool { return n.used }) {
			b.file.Imports[i].Used = true
		}
	}
	slices.SortStableFunc(b.file.Imports, func(x, y Import) int { return x.Line - y.Line })
	slices.SortStableFunc(b.file.Symbols, func(x, y Symbol) int { return x.Line - y.Line })
	if tokens != nil {
		b.file.CodeLines = codeLines(tokens)
		b.file.Free = b.free(tokens)
	}
	return b.file
}

// join puts a member after what it is a member of.
func join(before, member string) string {
	if before == "" {
		return member
	}
	return before + "." + member
}
