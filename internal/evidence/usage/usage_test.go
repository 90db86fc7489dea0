package usage_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/evidence/usage"
)

// languages are the extensions of the samples in testdata/sample.
var languages = map[string]usage.Language{
	".py": usage.Python, ".pyx": usage.Cython, ".js": usage.JavaScript, ".ts": usage.TypeScript, ".tsx": usage.TSX, ".vue": usage.Vue,
	".svelte": usage.Svelte, ".golang": usage.Go, ".java": usage.Java, ".kt": usage.Kotlin, ".scala": usage.Scala, ".groovy": usage.Groovy,
	".cs": usage.CSharp, ".rs": usage.Rust, ".rb": usage.Ruby, ".php": usage.PHP, ".swift": usage.Swift, ".c": usage.C,
	".cpp": usage.CPP, ".m": usage.ObjectiveC, ".dart": usage.Dart, ".ex": usage.Elixir, ".r": usage.R,
	".ipynb": usage.Notebook, ".sh": usage.Shell, ".sql": usage.SQL,
}

// TestSamples reads a tricky file of every language. What it must say stands next to it in
// a file that ends in ".want"; with KADRY_UPDATE set it is written anew, to be looked over.
func TestSamples(t *testing.T) {
	covered := map[usage.Language]bool{}
	for _, path := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			body, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			lang := languages[filepath.Ext(path)]
			covered[lang] = true
			got := told(usage.Scan(lang, body))
			if os.Getenv("KADRY_UPDATE") != "" {
				if err := os.WriteFile(path+".want", []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	for _, lang := range languages {
		if !covered[lang] || !usage.Known(lang) {
			t.Errorf("no sample of %s", lang)
		}
	}
}

func samples(t testing.TB) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join("testdata", "sample", "*"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	return slices.DeleteFunc(all, func(path string) bool { return filepath.Ext(path) == ".want" })
}

// told is a reading as text, a line for each import and each symbol.
func told(file usage.File) string {
	var out strings.Builder
	for _, i := range file.Imports {
		fmt.Fprintf(&out, "%d import %s", i.Line, i.Path)
		if len(i.Names) > 0 {
			fmt.Fprintf(&out, " as %s", strings.Join(i.Names, ","))
		}
		for _, flag := range []struct {
			set  bool
			name string
		}{{i.Local, "local"}, {i.Dead, "dead"}, {i.Typing, "typing"}, {i.Static, "static"}, {!i.Used, "unused"}} {
			if flag.set {
				out.WriteString(" [" + flag.name + "]")
			}
		}
		out.WriteByte('\n')
	}
	for _, s := range file.Symbols {
		fmt.Fprintf(&out, "%d symbol %s %s x%d\n", s.Line, s.Import, s.Name, s.Count)
	}
	fmt.Fprintf(&out, "%d lines\n", file.CodeLines)
	return out.String()
}
