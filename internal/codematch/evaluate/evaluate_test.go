package evaluate_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/codematch/evaluate"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// small is a set of two tasks in two languages each, with a document that nothing is like.
const small = `{"id":"d1","group":"a","lang":"python","code":"def area(w, h):\n    return w * h","masked":"def entry(w, h):\n    return w * h"}
{"id":"d2","group":"a","lang":"go","code":"func area(w, h int) int { return w * h }","masked":"func entry(w, h int) int { return w * h }"}
{"id":"d3","group":"b","lang":"python","code":"def up(s):\n    return s.upper().strip()","masked":"def entry(s):\n    return s.upper().strip()"}
{"id":"d4","group":"b","lang":"go","code":"func up(s string) string { return strings.TrimSpace(strings.ToUpper(s)) }","masked":"func entry(s string) string { return strings.TrimSpace(strings.ToUpper(s)) }"}
{"id":"d5","group":"c","lang":"go","code":"func pi() float64 { return 3.14 }","masked":"func entry() float64 { return 3.14 }"}
`

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		content := []byte(text)
		if strings.HasSuffix(name, ".gz") {
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			if _, err := z.Write(content); err != nil {
				t.Fatal(err)
			}
			if err := z.Close(); err != nil {
				t.Fatal(err)
			}
			content = packed.Bytes()
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRun(t *testing.T) {
	t.Parallel()
	functions := `{"id":"f1","lang":"java","code":"int a(int x) { return x + 1; }","masked":"int entry(int x) { return x + 1; }"}
{"id":"f2","lang":"java","code":"int b(int y) { return y + 1; }","masked":"int entry(int y) { return y + 1; }"}
{"id":33,"lang":"java","code":"void c() { for (String s : all) { print(s.trim()); } }","masked":"void entry() { for (String s : all) { print(s.trim()); } }"}`
	pairs := `{"a":"f1","b":"f2","label":2}
{"a":"f1","b":33,"label":0}
{"a":"f1","b":"gone","label":1}`
	dir := write(t, map[string]string{"small-x.jsonl.gz": small, "bcb-functions.jsonl": functions, "bcb-pairs.jsonl": pairs, "repos.jsonl": `{"repo":"a/mail","groups":["mail"],"readme":"sends letters by smtp"}` + "\n" + `{"repo":"b/post","groups":["mail"],"readme":"letters over smtp"}` + "\n" + `{"repo":"c/chess","groups":["game"],"readme":"plays chess openings"}`, "README.md": "no set"})
	for _, field := range []string{"", "masked", "code"} {
		got, err := evaluate.Run(t.Context(), dir, evaluate.Options{Field: field}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		figures := got.(map[string]any)
		if len(figures) != 3 || figures["repos"].(evaluate.Figures).MAP < 0.5 {
			t.Fatalf("figures of %v", figures)
		}
		x := figures["small-x"].(evaluate.Figures)
		if x.MAP != 1 || x.MRR10 != 1 || x.Recall10 != 1 || x.Documents != 5 {
			t.Errorf("%q: %+v", field, x)
		}
		bcb := figures["bcb-pairs"].(evaluate.TypedAUC)
		if bcb.AUC["t2"] != 1 || bcb.Pairs["t2"] != 1 || bcb.Pairs["false"] != 1 || bcb.Pairs["t1"] != 0 {
			t.Errorf("%q: %+v", field, bcb)
		}
	}
	one, err := evaluate.Run(t.Context(), dir, evaluate.Options{Set: "small-x", Verify: match.Static, From: lexer.Python, To: lexer.JavaScript}, io.Discard)
	if err != nil || len(one.(map[string]any)) != 1 {
		t.Errorf("one set: %v, %v", one, err)
	}
}

func TestRun_wrong(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"small-x.jsonl": small, "torn.jsonl": `{"id":`, "false.jsonl.gz.jsonl": "x"})
	var refused *fault.Error
	if _, err := evaluate.Run(t.Context(), dir, evaluate.Options{Set: "nothing"}, io.Discard); !errors.As(err, &refused) {
		t.Errorf("a set that is not there: %v", err)
	}
	if _, err := evaluate.Run(t.Context(), dir, evaluate.Options{Set: "small-x", Field: "title"}, io.Discard); !errors.As(err, &refused) {
		t.Errorf("a field that is not there: %v", err)
	}
	if _, err := evaluate.Run(t.Context(), dir, evaluate.Options{Set: "torn"}, io.Discard); err == nil || !strings.Contains(err.Error(), "torn.jsonl") {
		t.Errorf("a torn file: %v", err)
	}
	if _, err := evaluate.Run(t.Context(), filepath.Join(dir, "none"), evaluate.Options{}, io.Discard); err == nil {
		t.Error("a folder that is not there has figures")
	}
}
