package export_test

import (
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/codematch/export"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// report has two matches: an ordinary one and one whose every text is hostile.
func report() export.Report {
	hostile := "x`]( https://evil.test) <script>alert(1)</script>\n# head | [a](javascript:alert(1)) {0} [b](1)"
	return export.Report{
		Made: time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC), Version: "1.0",
		Question: export.Question{Label: "src/a.py", Language: "python", Code: "def f(x):\n    return x\n", StartLine: 10},
		Matches: []match.Match{
			{
				Place: match.Place{
					RepositoryURL: "https://git.test/o/r", Branch: "main", Commit: "c0ffee", FilePath: "pkg/dir name/b.go", StartLine: 5, EndLine: 7,
					Permalink: "https://git.test/o/r/blob/c0ffee/pkg/b.go#L5-L7",
				},
				Language: "go", Code: "func F(x int) int {\n\treturn x + 1\n}\n", Score: 0.9, Clone: match.T3, Verdict: match.Similar, Confidence: 0.8,
				Reasons:     []match.Reason{{Text: fault.Say("nearly the same", "почти то же"), A: match.Range{Start: 1, End: 2}, B: match.Range{Start: 1, End: 3}}},
				Differences: []match.Difference{{Nature: match.Operator, Material: true, Text: fault.Say("B adds one", "B прибавляет единицу"), A: match.Range{Start: 2, End: 2}, B: match.Range{Start: 2, End: 2}}},
				Tests:       match.Tests{Run: 4, Agree: 1}, Licence: match.Licence{SPDX: "MIT", Source: "LICENSE", Note: fault.Say("keep the notice", "сохраните уведомление")},
				VerifiedBy: match.Static, CommitAge: 49 * time.Hour,
			},
			{
				Place:    match.Place{RepositoryURL: "javascript:alert(1)", Branch: hostile, Commit: hostile, FilePath: hostile, Permalink: "javascript:alert(1)//" + hostile},
				Language: hostile, Code: "a\n```\n# out of the fence\n````\n", Score: 7, Verdict: match.Verdict(hostile), VerifiedBy: match.LLM, Model: hostile,
				Reasons:     []match.Reason{{Text: fault.Say("%s", "%s", hostile)}},
				Differences: []match.Difference{{Text: fault.Say("%s", "%s", hostile), B: match.Range{Start: 3, End: 1}}},
				Licence:     match.Licence{SPDX: hostile, Source: hostile, Note: fault.Say("%s", "%s", hostile)},
			},
		},
	}
}

func TestMarkdown(t *testing.T) {
	t.Parallel()
	for lang, wanted := range map[string][]string{
		"en": {"# Similar code", "similar, T3, confidence 0.80, by the texts", "nearly the same (A:10–11, B:5–7)", "B adds one (A:11, B:6)", "MIT (LICENSE). keep the notice", "1 of 4 inputs", "2 days old", "lines 10–11"},
		"ru": {"# Похожий код", "похожий код, T3, уверенность 0.80, по текстам", "почти то же (A:10–11, B:5–7)", "B прибавляет единицу", "сохраните уведомление", "возраст в днях: 2"},
	} {
		text := export.Markdown(report(), lang)
		wanted = append(wanted, "<https://git.test/o/r/blob/c0ffee/pkg/b.go#L5-L7>", "```python\ndef f(x):\n    return x\n```", "```go\nfunc F(x int) int {")
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in\n%s", lang, w, text)
			}
		}
	}
}

// Nothing of the hostile match is a tag, a link, a heading or an end of its fence.
func TestMarkdown_foreignTextIsText(t *testing.T) {
	t.Parallel()
	text := export.Markdown(report(), "en")
	for _, bad := range []string{"<script>", "](javascript", "<javascript", "\n# head", "](https://evil", "](1)"} {
		if strings.Contains(strings.ReplaceAll(text, `\]`, ""), bad) {
			t.Errorf("%q is in\n%s", bad, text)
		}
	}
	if !strings.Contains(text, "`````\na\n```\n# out of the fence\n````\n`````\n") {
		t.Errorf("the fence can be closed from inside:\n%s", text)
	}
	if headings := strings.Count(text, "\n## "); headings != 2 {
		t.Errorf("%d headings of matches", headings)
	}
}

func TestMarkdown_nothing(t *testing.T) {
	t.Parallel()
	if text := export.Markdown(export.Report{}, "ru"); !strings.Contains(text, "Ничего не найдено") {
		t.Error(text)
	}
}

// sarif checks a log against the rules of the standard that we use, and reads it.
func sarif(t *testing.T, r export.Report, lang string) map[string]any {
	t.Helper()
	text, err := export.SARIF(r, lang)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile("testdata/sarif-rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(rules, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var log map[string]any
	if err := json.Unmarshal(text, &log); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(log); err != nil {
		t.Errorf("%v in\n%s", err, text)
	}
	return log
}

func TestSARIF(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "ru"} {
		run := sarif(t, report(), lang)["runs"].([]any)[0].(map[string]any)
		results := run["results"].([]any)
		if len(results) != 2 || run["language"] != lang {
			t.Fatalf("%d results in %v", len(results), run["language"])
		}
		rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
		for _, one := range results {
			r := one.(map[string]any)
			if rule := rules[int(r["ruleIndex"].(float64))].(map[string]any); rule["id"] != r["ruleId"] {
				t.Errorf("rule %v is %v", r["ruleIndex"], rule["id"])
			}
			if r["kind"] != "fail" && r["level"] != "none" {
				t.Errorf("kind %v has the level %v", r["kind"], r["level"])
			}
			if len(r["fingerprints"].(map[string]any)["codematch/v1"].(string)) != 32 {
				t.Error(r["fingerprints"])
			}
			checkPlaces(t, run, r)
		}
		first := results[0].(map[string]any)
		related := first["relatedLocations"].([]any)
		region := related[1].(map[string]any)["physicalLocation"].(map[string]any)["region"].(map[string]any)
		if len(related) != 2 || region["startLine"] != 6.0 || first["ruleId"] != "codematch/similar" || first["level"] != "note" {
			t.Errorf("%v", first)
		}
	}
}

// checkPlaces: addresses are URIs, lines go forward, ids are there once, bases are declared.
func checkPlaces(t *testing.T, run, result map[string]any) {
	t.Helper()
	ids := map[float64]bool{}
	related, _ := result["relatedLocations"].([]any)
	for _, one := range append(append([]any{}, result["locations"].([]any)...), related...) {
		l := one.(map[string]any)
		physical := l["physicalLocation"].(map[string]any)
		artifact, region := physical["artifactLocation"].(map[string]any), physical["region"].(map[string]any)
		if _, err := url.Parse(artifact["uri"].(string)); err != nil || strings.ContainsAny(artifact["uri"].(string), " \n<>`") {
			t.Errorf("%q is no URI", artifact["uri"])
		}
		if base, ok := artifact["uriBaseId"].(string); ok {
			root := run["originalUriBaseIds"].(map[string]any)[base].(map[string]any)["uri"].(string)
			if !strings.HasSuffix(root, "/") {
				t.Errorf("the root %q does not end in a slash", root)
			}
		}
		if region["endLine"].(float64) < region["startLine"].(float64) {
			t.Errorf("%v", region)
		}
		if id, ok := l["id"].(float64); ok {
			if ids[id] {
				t.Errorf("id %v stands twice", id)
			}
			ids[id] = true
		}
	}
}

// Foreign text makes no link and no placeholder of a message.
func TestSARIF_foreignTextIsText(t *testing.T) {
	t.Parallel()
	run := sarif(t, report(), "en")["runs"].([]any)[0].(map[string]any)
	text := run["results"].([]any)[1].(map[string]any)["message"].(map[string]any)["text"].(string)
	if !strings.Contains(text, `\[b\](1)`) || !strings.Contains(text, "{{0}}") {
		t.Error(text)
	}
}

// The fingerprint survives a move of lines and another commit, not another code.
func TestSARIF_fingerprint(t *testing.T) {
	t.Parallel()
	print := func(change func(m *match.Match)) any {
		r := report()
		change(&r.Matches[0])
		return sarif(t, r, "en")["runs"].([]any)[0].(map[string]any)["results"].([]any)[0].(map[string]any)["fingerprints"].(map[string]any)["codematch/v1"]
	}
	same := print(func(*match.Match) {})
	moved := print(func(m *match.Match) {
		m.StartLine, m.EndLine, m.Commit = 50, 52, "beef"
		m.Code = strings.ReplaceAll(m.Code, "\t", "    ")
	})
	other := print(func(m *match.Match) { m.Code = "func F(x int) int { return x - 1 }" })
	if same != moved || same == other {
		t.Errorf("%v, %v, %v", same, moved, other)
	}
}

func TestSARIF_nothing(t *testing.T) {
	t.Parallel()
	run := sarif(t, export.Report{}, "en")["runs"].([]any)[0].(map[string]any)
	if results := run["results"].([]any); len(results) != 0 {
		t.Error(results)
	}
}
