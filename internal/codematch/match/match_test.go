package match_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

func TestMatch_In(t *testing.T) {
	t.Parallel()
	m := match.Match{
		Place:   match.Place{RepositoryURL: "https://h/o/r", Commit: "c0ffee", FilePath: "a.go", StartLine: 3, EndLine: 9},
		Verdict: match.Similar, Clone: match.T3, VerifiedBy: match.LLM, Model: "m1", CommitAge: 90 * time.Second,
		Reasons:     []match.Reason{{Text: fault.Say("one", "один"), A: match.Range{Start: 1, End: 2}}},
		Differences: []match.Difference{{Nature: match.Operator, Text: fault.Say("other", "другой"), Material: true}},
		Licence:     match.Licence{SPDX: "MIT", Note: fault.Say("free", "свободная")},
	}
	for lang, words := range map[string][]string{"en": {"one", "other", "free"}, "ru": {"один", "другой", "свободная"}} {
		got := m.In(lang)
		if got.Reasons[0].Text != words[0] || got.Differences[0].Text != words[1] || got.Licence.Note != words[2] {
			t.Errorf("%s: %+v", lang, got)
		}
		if got.VerifiedBy != "llm(m1)" || got.CommitAge != 90 || got.StartLine != 3 || !got.Differences[0].Material {
			t.Errorf("%s: %+v", lang, got)
		}
	}
}

// A caller finds lists where lists are promised, of an empty match too.
func TestMatch_InWithoutNull(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(match.Match{}.In("en"))
	if err != nil || strings.Contains(string(text), "null") {
		t.Errorf("%s, %v", text, err)
	}
}
