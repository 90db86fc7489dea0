package manifest_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"kadry/internal/manifest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// samples are the small manifests of every format.
func samples(tb testing.TB) []txtar.File {
	tb.Helper()
	archive, err := txtar.ParseFile("testdata/formats.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	return archive.Files
}

func TestRead_golden(t *testing.T) {
	t.Parallel()
	var files []manifest.File
	for _, sample := range samples(t) {
		if !manifest.Known(sample.Name) {
			t.Errorf("%s is not known", sample.Name)
		}
		f, err := manifest.Read(sample.Name, sample.Data)
		if err != nil {
			t.Error(err)
		}
		files = append(files, f)
	}
	golden(t, "testdata/formats.golden", view(files))
	golden(t, "testdata/resolved.golden", changes(files, manifest.Resolve(files)))
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff(string(want), got); d != "" {
		t.Errorf("%s: -want +got\n%s", name, d)
	}
}

func view(files []manifest.File) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "== %s %s%s%s\n", f.Path, f.Ecosystem, map[bool]string{true: " lock"}[f.Lock], map[bool]string{true: " private"}[f.Private])
		for _, p := range f.Publishes {
			fmt.Fprintf(&b, "   publishes %s %s :%d\n", p.Ecosystem, p.Name, p.Line)
		}
		for _, i := range f.Includes {
			fmt.Fprintf(&b, "   includes %s\n", i)
		}
		for _, d := range f.Dependencies {
			b.WriteString("   " + line(d) + "\n")
		}
	}
	return b.String()
}

func line(d manifest.Dependency) string {
	text := fmt.Sprintf("%s %s %s %s :%d", d.Scope, d.Ecosystem, d.Name, cmp.Or(d.Version, "-"), d.Line)
	if d.Alias != "" {
		text += " alias=" + d.Alias
	}
	if d.Group != "" {
		text += " group=" + d.Group
	}
	if d.Local {
		text += " local"
	}
	return text
}

// changes are the files of which Resolve says more.
func changes(before, after []manifest.File) string {
	var b strings.Builder
	for i := range before {
		if was, is := view(before[i:i+1]), view(after[i:i+1]); was != is {
			b.WriteString(is)
		}
	}
	return b.String()
}

func TestKnown(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"README.md": false, "main.go": false, "description": false, ".git/description": false, "package.json.bak": false, "requirements.md": false,
		"a/b/go.mod": true, "docker/web.Dockerfile": true, "Dockerfile.dev": true, "test-requirements.txt": true, "requirements/prod.txt": true,
		`src\App\App.csproj`: true, "gradle/libs.versions.toml": true, "any.yaml": true, "": false, "Dockerfile/readme": false,
	} {
		if got := manifest.Known(path); got != want {
			t.Errorf("Known(%q) = %v", path, got)
		}
	}
}

func TestRead_damaged(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ path, body, want string }{
		{"package.json", `{"dependencies": {"react": "1", "vue": "2"`, "react vue"},
		{"package.json", `{"dependencies": {"react": "1"}, "devDependencies": [`, "react"},
		{"pyproject.toml", "[project]\ndependencies = [\"flask\"]\n[broken\nx = 1", "flask"},
		{"pyproject.toml", "[project]\ndependencies = [\"flask\"]\n[tool.x]\na = [1,\n  = 2", "flask"},
		{"pom.xml", "<project><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency><dependency", "g:a"},
		{"pubspec.yaml", "dependencies:\n  dio: 1\nfoo: [\n", "dio"},
	} {
		f, err := manifest.Read(tt.path, []byte(tt.body))
		if err == nil {
			t.Errorf("%s %q: no error", tt.path, tt.body)
		}
		if got := nameList(f); got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.path, tt.body, got, tt.want)
		}
	}
}

func nameList(f manifest.File) string {
	var found []string
	for _, d := range f.Dependencies {
		found = append(found, d.Name)
	}
	return strings.Join(found, " ")
}

func TestRead_limits(t *testing.T) {
	t.Parallel()
	if _, err := manifest.Read("notes.txt", nil); !errors.Is(err, manifest.ErrUnknown) {
		t.Error(err)
	}
	if _, err := manifest.Read("go.mod", make([]byte, manifest.MaxBytes+1)); !errors.Is(err, manifest.ErrTooLarge) {
		t.Error(err)
	}
	var many strings.Builder
	for i := range manifest.MaxDependencies + 1 {
		fmt.Fprintf(&many, "p%d\n", i)
	}
	f, err := manifest.Read("requirements.txt", []byte(many.String()))
	if !errors.Is(err, manifest.ErrTooMany) || len(f.Dependencies) != manifest.MaxDependencies {
		t.Error(len(f.Dependencies), err)
	}
	deep := strings.Repeat("[", 1000)
	for path, body := range map[string]string{
		"package.json": `{"a":` + deep, "pyproject.toml": "a = " + deep, "pubspec.yaml": "a: " + deep, "pom.xml": strings.Repeat("<a>", 1000),
		"poetry.lock": "[" + strings.Repeat("a.", 1000) + "a]",
	} {
		if _, err := manifest.Read(path, []byte(body)); !errors.Is(err, manifest.ErrTooDeep) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestRead_encodings(t *testing.T) {
	t.Parallel()
	wide := []byte{0xFF, 0xFE}
	for _, r := range "flask==3\r\nredis\r\n" {
		wide = append(wide, byte(r), 0)
	}
	for name, body := range map[string][]byte{
		"utf-16": wide, "mark": []byte("\xef\xbb\xbfflask==3\nredis"), "windows": []byte("flask==3\r\nredis\r\n"), "damaged": []byte("flask\n\xff\xfe bad\nredis"),
	} {
		f, err := manifest.Read("requirements.txt", body)
		if got := nameList(f); got != "flask redis" || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
