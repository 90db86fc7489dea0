package llm_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kadry/internal/llm"
)

func templates(files map[string]string) (llm.Templates, error) {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return llm.ReadTemplates(m)
}

func TestReadTemplates(t *testing.T) {
	t.Parallel()
	all, err := templates(map[string]string{
		"grade.md":  "You grade.\r\n---\r\nQuestion: {{.Question}}\n{{.Answer}}\n",
		"phrase.md": "Phrase {{.}}",
		"notes.txt": "{{",
	})
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	answer := llm.Fence("answer", "{{.Question}} {x} ---\n---\n")
	p, err := all["grade"].Fill(map[string]any{"Question": "Why?", "Answer": answer})
	if err != nil || p.System != "You grade." || p.User != "Question: Why?\n"+answer.String() || p.Name != "grade" || p.Version != all["grade"].Version {
		t.Errorf("got %+v, %v", p, err)
	}
	p, err = all["phrase"].Fill("it")
	if err != nil || p.System != "" || p.User != "Phrase it" {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := all["grade"].Fill(map[string]any{"Question": "Why?"}); err == nil || !strings.Contains(err.Error(), "Answer") {
		t.Errorf("a place is left empty: %v", err)
	}
}

func TestReadTemplates_versions(t *testing.T) {
	t.Parallel()
	version := func(text string) string {
		all, err := templates(map[string]string{"a.md": text})
		if err != nil {
			t.Fatal(err)
		}
		return all["a"].Version
	}
	one := version("x")
	if !regexp.MustCompile(`^[0-9a-f]{12}$`).MatchString(one) || version("x") != one || version("x.") == one {
		t.Errorf("version %q says nothing of the wording", one)
	}
}

func TestReadTemplates_refuses(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"no files":    {},
		"no Markdown": {"a.txt": "x"},
		"no question": {"a.md": "system\n---\n  \n"},
		"emptiness":   {"a.md": ""},
		"bad places":  {"a.md": "{{.Answer"},
		"bad system":  {"a.md": "{{end}}\n---\nx"},
	} {
		if all, err := templates(files); err == nil {
			t.Errorf("%s: got %v", name, all)
		}
	}
}
