package skill

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// apart are names that an older vocabulary held for the same skill and that the graph tells
// apart on purpose: the exact one answers for the general one, or is another product.
var apart = map[string]ID{
	"angularjs":      "angularjs",
	"spring boot":    "spring boot",
	"springboot":     "spring boot",
	"gitlab ci":      "gitlab ci",
	"github actions": "github actions",
	"unix":           "unix",
	"scrum":          "scrum",
}

func TestResolveKeepsTheSynonymsOfTheOriginal(t *testing.T) {
	t.Parallel()
	g := load(t)
	text, err := os.ReadFile("testdata/synonyms.tsv")
	if err != nil {
		t.Fatal(err)
	}
	skills, synonyms := 0, 0
	for line := range strings.Lines(string(text)) {
		canonical, names, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || canonical == "canonical" {
			continue
		}
		skills++
		want := g.Resolve(canonical)
		if !want.Known {
			t.Errorf("%s is unknown", canonical)
		}
		for name := range strings.SplitSeq(names, " | ") {
			synonyms++
			got := g.Resolve(name)
			exact, isApart := apart[name]
			if !isApart {
				exact = want.Skill
			}
			if got.Skill != exact {
				t.Errorf("%q resolves to %q, want %q", name, got.Skill, exact)
			}
			if isApart && !slices.ContainsFunc(g.Satisfying(want.Skill), func(e Edge) bool { return e.Skill == exact }) && exact != "angularjs" {
				t.Errorf("%q has nothing to do with %q", name, canonical)
			}
		}
	}
	if skills != 50 || synonyms != 142 {
		t.Errorf("the table holds %d skills and %d synonyms, want 50 and 142", skills, synonyms)
	}
}
