package index_test

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/codematch/index"
)

// A pattern says the same of a path in both its forms.
func TestPatternForms(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"*", "**", "a", "b", "a*", "*a", "a.b", "[a]", "a?", "{a,b}", `\`, "+(", "**a", "a**b"})
	piece := rapid.SampledFrom([]string{"a", "b", "ab", "aa", "a.b", "[a]", "a?", "{a,b}", `\`, "+(", "x"})
	join := func(t *rapid.T, g *rapid.Generator[string], name string) string {
		out := ""
		for i, p := range rapid.SliceOfN(g, 1, 4).Draw(t, name) {
			if i > 0 {
				out += "/"
			}
			out += p
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		p, path := index.PatternOf(join(t, part, "pattern")), join(t, piece, "path")
		if matched := regexp.MustCompile(p.Expression()).MatchString(path); matched != p.Match(path) {
			t.Fatalf("%v of %q: %v as a pattern, %v as %s", p, path, p.Match(path), matched, p.Expression())
		}
	})
}
