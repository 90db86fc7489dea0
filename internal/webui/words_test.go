package webui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"kadry/internal/i18n"
)

// ours lists the Go files of the package: generated ones when generated is true, else those
// written by hand.
func ours(t *testing.T, suffix string) []string {
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

// Every word a person reads comes from the catalogue: the HTML that templates write
// themselves has no text with letters, and no attribute that is read out.
func TestTemplates_haveNoWordsOfTheirOwn(t *testing.T) {
	t.Parallel()
	files := ours(t, "_templ.go")
	if len(files) == 0 {
		t.Fatal("no generated templates")
	}
	for _, name := range files {
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

var spokenKey = regexp.MustCompile(`\.(?:T|N)\("([^"]+)"`)

// A key that is not in the catalogue would be shown as it is.
func TestWords_everyKeyIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	words, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	known := words.Keys("en")
	for _, name := range append(ours(t, ".templ"), ours(t, ".go")...) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range spokenKey.FindAllStringSubmatch(string(source), -1) {
			prefix := strings.HasSuffix(m[1], ".")
			if !slices.ContainsFunc(known, func(k string) bool { return k == m[1] || prefix && strings.HasPrefix(k, m[1]) }) {
				t.Errorf("%s says %q, which the catalogue does not have", name, m[1])
			}
		}
	}
}

// People read these pages when they decide about people: nothing shouts at them.
func TestWords_doNotShout(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("../i18n/catalogue/*.json")
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(source)) {
			if strings.Contains(line, "!") || strings.Contains(line, "N/A") {
				t.Errorf("%s: %s", name, strings.TrimSpace(line))
			}
		}
	}
}
