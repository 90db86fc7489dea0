package store

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCleanKeepsOffsets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"Имя", "Go", "\x00", "\xff", "\xd0", "\U0001F600", "\uFFFD", " "})).Draw(t, "parts")
		s := strings.Join(parts, "")
		got := Clean(s)
		if !utf8.ValidString(got) || strings.Contains(got, "\x00") {
			t.Fatalf("Clean(%q) = %q is not storable", s, got)
		}
		if len(got) != len(s) {
			t.Fatalf("Clean(%q) has %d bytes, want %d", s, len(got), len(s))
		}
		for i := range len(s) {
			if s[i] != got[i] && got[i] != ' ' && got[i] != '?' {
				t.Fatalf("Clean(%q) = %q changes byte %d", s, got, i)
			}
		}
		if Clean(got) != got {
			t.Fatalf("Clean(%q) is not stable", s)
		}
	})
}
