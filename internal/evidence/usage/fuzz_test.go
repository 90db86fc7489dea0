package usage_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/evidence/usage"
)

// The families share a lexer each, so each has a target of its own.
func FuzzPython(f *testing.F)   { fuzz(f, usage.Python) }
func FuzzNotebook(f *testing.F) { fuzz(f, usage.Notebook) }
func FuzzScript(f *testing.F) {
	fuzz(f, usage.JavaScript, usage.TypeScript, usage.TSX)
}
func FuzzComponent(f *testing.F) { fuzz(f, usage.Vue, usage.Svelte) }
func FuzzGo(f *testing.F)        { fuzz(f, usage.Go) }
func FuzzJVM(f *testing.F)       { fuzz(f, usage.Java, usage.Kotlin, usage.Scala, usage.Groovy) }
func FuzzClike(f *testing.F) {
	fuzz(f, usage.CSharp, usage.Rust, usage.Swift, usage.Dart, usage.C, usage.CPP, usage.ObjectiveC)
}
func FuzzRuby(f *testing.F)  { fuzz(f, usage.Ruby, usage.Elixir) }
func FuzzPHP(f *testing.F)   { fuzz(f, usage.PHP) }
func FuzzR(f *testing.F)     { fuzz(f, usage.R) }
func FuzzShell(f *testing.F) { fuzz(f, usage.Shell, usage.SQL) }

func fuzz(f *testing.F, langs ...usage.Language) {
	f.Helper()
	for _, path := range samples(f) {
		if slices.Contains(langs, languages[filepath.Ext(path)]) {
			body, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(body)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, lang := range langs {
			sound(t, lang, body)
		}
	})
}

// sound checks what holds of every reading, and gives it.
func sound(t testing.TB, lang usage.Language, body []byte) usage.File {
	t.Helper()
	file := usage.Scan(lang, body)
	lines := 1 + strings.Count(strings.ReplaceAll(string(body), "\r", "\n"), "\n")
	if file.CodeLines > lines && lang != usage.Notebook {
		t.Errorf("%s: %d lines of code in %d", lang, file.CodeLines, lines)
	}
	if len(file.Imports) > usage.MaxImports || len(file.Symbols) > usage.MaxSymbols {
		t.Errorf("%s: %d imports, %d symbols", lang, len(file.Imports), len(file.Symbols))
	}
	paths, seen, last := map[string]bool{"": true}, map[[2]string]bool{}, 1
	for _, i := range file.Imports {
		if i.Path == "" || i.Line < last || i.Line > lines {
			t.Errorf("%s: %+v after line %d of %d", lang, i, last, lines)
		}
		paths[i.Path], last = true, i.Line
	}
	last = 1
	for _, s := range file.Symbols {
		key := [2]string{s.Import, s.Name}
		if s.Name == "" || s.Count < 1 || s.Line < last || s.Line > lines || !paths[s.Import] || seen[key] || s.Import == "" && lang != usage.Shell {
			t.Errorf("%s: %+v", lang, s)
		}
		seen[key], last = true, s.Line
	}
	return file
}
