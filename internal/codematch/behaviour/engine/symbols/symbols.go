// Package symbols holds what an interpreted Go program may call: packages that only compute.
// Whatever is not here does not exist for such a program.
package symbols

import (
	"path"
	"reflect"
	"slices"

	"github.com/traefik/yaegi/interp"
)

//go:generate go -C ../../../../../tools/dev run ./symbolgen ../../internal/codematch/behaviour/engine/symbols

// tables are the packages by import path.
var tables = map[string]func() map[string]reflect.Value{
	"bytes": bytesSymbols, "container/heap": containerheapSymbols, "container/list": containerlistSymbols,
	"errors": errorsSymbols, "fmt": fmtSymbols, "math": mathSymbols, "math/bits": mathbitsSymbols, "regexp": regexpSymbols,
	"sort": sortSymbols, "strconv": strconvSymbols, "strings": stringsSymbols, "unicode": unicodeSymbols,
	"unicode/utf8": unicodeutf8Symbols,
}

// generic are the packages that the interpreter brings as source text.
var generic = []string{"cmp", "maps", "slices"}

// Known says whether a program may import the package.
func Known(importPath string) bool {
	return tables[importPath] != nil || slices.Contains(generic, importPath)
}

// ByName returns the import path of the package that a program calls by the name.
func ByName(name string) (importPath string, known bool) {
	for known := range tables {
		if path.Base(known) == name {
			return known, true
		}
	}
	return name, slices.Contains(generic, name)
}

// Of returns what the packages export. The interpreter loads its generic packages when it
// is given fmt.
func Of(importPaths []string) interp.Exports {
	exports := interp.Exports{}
	for _, p := range importPaths {
		if slices.Contains(generic, p) {
			p = "fmt"
		}
		if table := tables[p]; table != nil {
			exports[p+"/"+path.Base(p)] = table()
		}
	}
	return exports
}
