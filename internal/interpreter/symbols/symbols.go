// Package symbols holds what an interpreted Go program may call: packages that reach no file,
// process or network. Whatever is not here does not exist for such a program.
package symbols

import (
	"path"
	"reflect"
	"slices"

	"github.com/traefik/yaegi/interp"
)

//go:generate go -C ../../../tools/dev run ./symbolgen ../../internal/interpreter/symbols

// Set is which packages there are for a program.
type Set struct {
	tables map[string]func() map[string]reflect.Value
}

// Pure are packages that only compute: what a function makes of them depends on its arguments.
func Pure() Set { return Set{pure()} }

// Concurrent are those of Pure, the clock, chance, streams, and what keeps goroutines in order.
func Concurrent() Set {
	tables := pure()
	tables["bufio"], tables["io"], tables["log"], tables["runtime"] = bufioSymbols, ioSymbols, logSymbols, runtimeSymbols
	tables["log/slog"] = logslogSymbols
	tables["context"], tables["time"], tables["math/rand"] = contextSymbols, timeSymbols, mathrandSymbols
	tables["sync"], tables["sync/atomic"] = syncSymbols, syncatomicSymbols
	tables["golang.org/x/sync/errgroup"], tables["golang.org/x/sync/semaphore"] = syncerrgroupSymbols, syncsemaphoreSymbols
	return Set{tables}
}

// pure are the packages by import path.
func pure() map[string]func() map[string]reflect.Value {
	return map[string]func() map[string]reflect.Value{
		"bytes": bytesSymbols, "container/heap": containerheapSymbols, "container/list": containerlistSymbols,
		"errors": errorsSymbols, "fmt": fmtSymbols, "math": mathSymbols, "math/bits": mathbitsSymbols, "regexp": regexpSymbols,
		"sort": sortSymbols, "strconv": strconvSymbols, "strings": stringsSymbols, "unicode": unicodeSymbols,
		"unicode/utf8": unicodeutf8Symbols,
	}
}

// generic are the packages that the interpreter brings as source text.
var generic = []string{"cmp", "maps", "slices"}

// Known says whether a program may import the package.
func (s Set) Known(importPath string) bool {
	return s.tables[importPath] != nil || slices.Contains(generic, importPath)
}

// ByName returns the import path of the package that a program calls by the name.
func (s Set) ByName(name string) (importPath string, known bool) {
	for known := range s.tables {
		if path.Base(known) == name {
			return known, true
		}
	}
	return name, slices.Contains(generic, name)
}

// Of returns what the packages export. The interpreter loads its generic packages when it
// is given fmt.
func (s Set) Of(importPaths []string) interp.Exports {
	exports := interp.Exports{}
	for _, p := range importPaths {
		if slices.Contains(generic, p) {
			p = "fmt"
		}
		if table := s.tables[p]; table != nil {
			exports[p+"/"+path.Base(p)] = table()
		}
	}
	return exports
}
