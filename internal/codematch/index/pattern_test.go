package index_test

import (
	"path"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/codematch/index"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	for pattern, paths := range map[string]map[string]bool{
		"src/**":             {"src": true, "src/a.go": true, "src/a/b.go": true, "srcs/a.go": false, "lib/src/a.go": false},
		"**/*.go":            {"a.go": true, "a/b/c.go": true, "a/b.py": false},
		"a*/**":              {"a": true, "ab/c": true, "b/a": false},
		"**/**":              {"a": true, "a/b": true},
		"a/**/b":             {"a/b": true, "a/x/y/b": true, "ab": false, "a/bb": false},
		"app/[id].tsx":       {"app/[id].tsx": true, "app/i.tsx": false},
		"{a,b}?.(c)+\\^$|.d": {"{a,b}?.(c)+\\^$|.d": true, "a": false},
		"*":                  {"a\nb": true, "a/b": false},
		"":                   {"a": false},
		"\xff*":              {"a": false},
	} {
		for path, want := range paths {
			if got := index.PatternOf(pattern).Match(path); got != want {
				t.Errorf("%q of %q is %t", pattern, path, got)
			}
		}
	}
}

// matches is what patterns mean, part by part.
func matches(pattern, parts []string) bool {
	switch {
	case len(pattern) == 0:
		return len(parts) == 0
	case pattern[0] == "**":
		return matches(pattern[1:], parts) || len(parts) > 0 && matches(pattern, parts[1:])
	case len(parts) == 0:
		return false
	}
	ok, err := path.Match(strings.NewReplacer(`\`, `\\`, `?`, `\?`, `[`, `\[`).Replace(pattern[0]), parts[0])
	return err == nil && ok && matches(pattern[1:], parts[1:])
}

func TestPattern_anyPath(t *testing.T) {
	t.Parallel()
	part := rapid.SampledFrom([]string{"*", "**", "a", "b", "a*", "*a", "a.b", "[a]", "a?", "{a,b}", `\`, "+(", "**a", "a**b"})
	piece := rapid.SampledFrom([]string{"a", "b", "ab", "aa", "a.b", "[a]", "a?", "{a,b}", `\`, "+(", "x"})
	rapid.Check(t, func(t *rapid.T) {
		pattern, parts := rapid.SliceOfN(part, 1, 4).Draw(t, "pattern"), rapid.SliceOfN(piece, 1, 4).Draw(t, "path")
		if got := index.PatternOf(strings.Join(pattern, "/")).Match(strings.Join(parts, "/")); got != matches(pattern, parts) {
			t.Fatalf("%q of %q is %t", pattern, parts, got)
		}
	})
}
