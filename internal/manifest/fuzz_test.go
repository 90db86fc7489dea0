package manifest_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"kadry/internal/effort"
	"kadry/internal/growth"
	"kadry/internal/manifest"
)

// FuzzRead checks what holds for any bytes under any name: no panic, the same answer twice,
// names that are single words, lines that the file has.
func FuzzRead(f *testing.F) {
	for _, sample := range samples(f) {
		f.Add(sample.Name, sample.Data)
		f.Add(sample.Name, sample.Data[:len(sample.Data)/2])
	}
	f.Fuzz(func(t *testing.T, path string, body []byte) {
		got, err := manifest.Read(path, body)
		again, _ := manifest.Read(path, body)
		if !reflect.DeepEqual(got, again) {
			t.Errorf("read differently: %v, %v", got, again)
		}
		if !manifest.Known(path) && err == nil {
			t.Error("an unknown file is read")
		}
		sound(t, got, body)
		for _, resolved := range manifest.Resolve([]manifest.File{got, again}) {
			sound(t, resolved, body)
		}
	})
}

// sound reports facts that no file can give.
func sound(t *testing.T, f manifest.File, body []byte) {
	t.Helper()
	lines := strings.Count(string(body), "\n") + 1 + strings.Count(string(body), "\x0a\x00") + strings.Count(string(body), "\r")
	if len(body) > 1 && (body[0] == 0xFF || body[0] == 0xFE) {
		lines = len(body)
	}
	if len(f.Dependencies) > manifest.MaxDependencies || len(f.Publishes) > manifest.MaxDependencies {
		t.Error("too many facts")
	}
	for _, d := range f.Dependencies {
		if d.Name == "" || strings.ContainsFunc(d.Name, unicode.IsSpace) {
			t.Errorf("name %q", d.Name)
		}
		if d.Line < 0 || d.Line > lines {
			t.Errorf("line %d of %d", d.Line, lines)
		}
		if d.Ecosystem == "" || d.Scope == "" || f.Lock && d.Scope != manifest.Transitive {
			t.Errorf("incomplete: %+v", d)
		}
	}
	for _, name := range f.Includes {
		if strings.HasPrefix(name, "/") || strings.HasPrefix(name, "../") {
			t.Errorf("include %q leaves the repository", name)
		}
	}
}

// TestRead_workGrowsWithTheText reads hostile texts: what every language trips over, and
// the samples of the format repeated whole and by line.
func TestRead_workGrowsWithTheText(t *testing.T) {
	const size = 256 << 10
	all := samples(t)
	if effort.Times(1) == 1 {
		all = slices.DeleteFunc(all, func(s txtar.File) bool { return !slices.Contains(drawn, s.Name) })
	}
	for _, sample := range all {
		t.Run(strings.ReplaceAll(sample.Name, "/", "_"), func(t *testing.T) {
			for _, unit := range units(string(sample.Data)) {
				growth.Linear(t, size, func(n int) func() {
					body := []byte(strings.Repeat(unit, n/len(unit)+1)) // whole: a damaged end is read twice
					return func() {
						f, _ := manifest.Read(sample.Name, body)
						manifest.Resolve([]manifest.File{f})
					}
				})
			}
		})
	}
}

// drawn are the formats tried without more effort: one for each reader of a syntax.
var drawn = []string{"setup.py", "pyproject.toml", "package.json", "pubspec.yaml", "pom.xml", "build.gradle", "Gemfile", "infra/main.tf", "Dockerfile", "compiled/requirements.txt"}

// units are the texts that are repeated.
func units(sample string) []string {
	return []string{
		sample, "[", "{", "(", "\"", "'", "\"\"\"", "a.", "a = {", "[a.", "<<A\n", "/*", "<a>", "- ", "a: &a\n", "<!--", "${a}", "\\\n", "#", "a,", "&a [*a,",
		"dependencies {", "do\n", "a:\n ", "FROM a AS b\n", "\n", "A = [", "=begin\n", "a+", "include ", "[[a]]\n", "a.b.c = 1\n",
		"RUN <<A\n", "required_providers {\n", "requires = [", "setup(a=[", "FROM $A\nARG A=$A$A\n",
	}
}
