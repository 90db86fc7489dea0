package webtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"kadry/internal/i18n"
	"kadry/internal/webui/kit"
)

// CheckSource checks the tested package: its templates have no words of their own, its words
// are there in both languages and do not shout, its sheets take colours from the tokens, and
// its files name no other site.
func CheckSource(t *testing.T, files fs.FS) {
	t.Helper()
	checkTemplates(t)
	checkWords(t, files)
	checkKeys(t, files)
	checkSheets(t, files)
	checkForeign(t, files)
}

// sources lists the files of the tested package that end as given, tests left out.
func sources(t *testing.T, suffix string) []string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), suffix) && !strings.HasSuffix(e.Name(), "_test.go") {
			names = append(names, e.Name())
		}
	}
	return names
}

// checkTemplates: every word a person reads comes from the catalogue. The HTML that
// templates write themselves has no text with letters, and no attribute that is read out.
func checkTemplates(t *testing.T) {
	t.Helper()
	names := sources(t, "_templ.go")
	if len(names) == 0 {
		t.Error("no generated templates")
	}
	for _, name := range names {
		z := html.NewTokenizer(strings.NewReader(literals(t, name)))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			tok := z.Token()
			if kind == html.TextToken && readable(tok.Data) {
				t.Errorf("%s writes the words %q", name, strings.TrimSpace(tok.Data))
			}
			for _, a := range tok.Attr {
				if slices.Contains([]string{"title", "alt", "placeholder", "aria-label", "aria-description"}, a.Key) && readable(a.Val) {
					t.Errorf("%s writes %s=%q", name, a.Key, a.Val)
				}
			}
		}
	}
}

// literals joins what a generated template writes as it stands; what it computes becomes 0.
func literals(t *testing.T, name string) string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		fn, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || (fn.Sel.Name != "WriteString" && fn.Sel.Name != "Write") {
			return true
		}
		lit, ok := call.Args[len(call.Args)-1].(*ast.BasicLit)
		if !ok {
			out.WriteString("0")
			return true
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(text)
		return true
	})
	return out.String()
}

// kept are names and commands that are the same in every language.
var kept = []string{"kadry", "· kadry", "kadry serve --sample", "kadry token create NAME"}

func readable(text string) bool {
	text = strings.TrimSpace(strings.ReplaceAll(text, "0", ""))
	return !slices.Contains(kept, text) && strings.IndexFunc(text, unicode.IsLetter) >= 0
}

// checkWords: both languages say the same things, and nothing shouts: people read these
// pages when they decide about people.
func checkWords(t *testing.T, files fs.FS) {
	t.Helper()
	source := i18n.Source{Name: "the package", Files: files}
	en, err := source.Placeholders("en")
	if err != nil {
		t.Fatal(err)
	}
	ru, err := source.Placeholders("ru")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(en, ru); diff != "" {
		t.Errorf("keys or operands differ (-en +ru):\n%s", diff)
	}
	for _, name := range []string{"words/en.json", "words/ru.json"} {
		for line := range strings.Lines(read(t, files, name)) {
			if strings.Contains(line, "!") || strings.Contains(line, "N/A") {
				t.Errorf("%s: %s", name, strings.TrimSpace(line))
			}
		}
	}
}

var spokenKey = regexp.MustCompile(`\.(?:T|N)\("([^"]+)"`)

// checkKeys: a key that neither the package nor the kit has would be shown as it is.
func checkKeys(t *testing.T, files fs.FS) {
	t.Helper()
	own := i18n.Source{Name: "the package", Files: files}
	all := []i18n.Source{own}
	if kit.Own().Files != files {
		all = append(all, i18n.Source{Name: "kit", Files: kit.Own().Files})
	}
	words, err := i18n.Load(all...)
	if err != nil {
		t.Fatal(err)
	}
	known := words.Keys("en")
	for _, name := range append(sources(t, ".templ"), sources(t, ".go")...) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range spokenKey.FindAllStringSubmatch(string(source), -1) {
			prefix := strings.HasSuffix(m[1], ".")
			if !slices.ContainsFunc(known, func(k string) bool { return k == m[1] || prefix && strings.HasPrefix(k, m[1]) }) {
				t.Errorf("%s says %q, which no catalogue has", name, m[1])
			}
		}
	}
}

var colour = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b`)

// checkSheets: colours live in the tokens. A colour written anywhere else has no pair in the
// dark theme.
func checkSheets(t *testing.T, files fs.FS) {
	t.Helper()
	for _, name := range static(t, files, ".css") {
		for line := range strings.Lines(read(t, files, name)) {
			if !colour.MatchString(line) {
				continue
			}
			if name != "static/tokens.css" {
				t.Errorf("%s has a colour: %s", name, strings.TrimSpace(line))
			} else if !strings.Contains(line, "light-dark(") {
				t.Errorf("a colour without its pair: %s", strings.TrimSpace(line))
			}
		}
	}
}

// checkForeign: no file but the vendored one names another site.
func checkForeign(t *testing.T, files fs.FS) {
	t.Helper()
	foreign := regexp.MustCompile(`https?://[^\s"')]+`)
	for _, name := range static(t, files, "") {
		if name == "static/htmx.min.js" {
			continue
		}
		for _, found := range foreign.FindAllString(read(t, files, name), -1) {
			if found != "http://www.w3.org/2000/svg" {
				t.Errorf("%s names %s", name, found)
			}
		}
	}
}

func static(t *testing.T, files fs.FS, suffix string) []string {
	t.Helper()
	names, err := fs.Glob(files, "static/*"+suffix)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, files fs.FS, name string) string {
	t.Helper()
	data, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
