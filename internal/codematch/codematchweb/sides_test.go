package codematchweb

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/codematch/match"
)

// TestLay_everyLineOnceInOrder holds whatever runs are told, wrong ones too: a page must not
// lose a line, nor show one twice.
func TestLay_everyLineOnceInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[ab +(]{0,6}`), 0, 9)
		a, b := text{lines: lines.Draw(t, "a"), first: 1}, text{lines: lines.Draw(t, "b"), first: 1}
		number := rapid.IntRange(-2, 11)
		runs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) match.Alignment {
			return match.Alignment{
				AStart: number.Draw(t, "as"), AEnd: number.Draw(t, "ae"), BStart: number.Draw(t, "bs"), BEnd: number.Draw(t, "be"),
				Kind: rapid.SampledFrom([]match.Kind{match.Same, match.Renamed, match.Changed, match.AOnly, match.BOnly}).Draw(t, "kind"),
			}
		}), 0, 6).Draw(t, "runs")
		nextA, nextB := 1, 1
		for _, r := range lay(a, b, runs) {
			for _, row := range r.Rows {
				nextA, nextB = checked(t, row.A, a, nextA), checked(t, row.B, b, nextB)
			}
		}
		if nextA != len(a.lines)+1 || nextB != len(b.lines)+1 {
			t.Fatalf("%d and %d lines are shown of %d and %d", nextA-1, nextB-1, len(a.lines), len(b.lines))
		}
	})
}

// checked holds a line against its text, and returns the number that has to come next.
func checked(t *rapid.T, l line, of text, next int) int {
	if l.N == 0 {
		return next
	}
	var said strings.Builder
	for _, p := range l.Parts {
		said.WriteString(p.Text)
	}
	if l.N != next || said.String() != of.lines[l.N-1] {
		t.Fatalf("line %d %q, want line %d", l.N, said.String(), next)
	}
	return next + 1
}

func TestApart_marksWhatTheOtherLineLacks(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		a, b    string
		renamed bool
		want    string // of a, what is marked in brackets
	}{
		"a name":            {"return total", "return sum", true, "return [total]"},
		"signs of renamed":  {"total = []", "sum := []int{}", true, "[total] = []"},
		"a bound":           {"for i <= n {", "for i < n {", false, "for i <[=] n {"},
		"nothing in common": {"for x in xs:", "while (i--) {", false, "for x in xs:"},
		"the same":          {"\tx += 1", "\tx += 1", false, "\tx += 1"},
		"empty":             {"", "x", true, ""},
		"too many words":    {strings.Repeat("a ", 200), "b", true, strings.Repeat("a ", 200)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts, _ := apart(c.a, c.b, c.renamed)
			var got strings.Builder
			for _, p := range parts {
				if p.Marked {
					got.WriteString("[" + p.Text + "]")
				} else {
					got.WriteString(p.Text)
				}
			}
			if got.String() != c.want {
				t.Errorf("got %q, want %q", got.String(), c.want)
			}
		})
	}
}

func TestVisible_showsWhatHides(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain\ttext": "plain\ttext", "a\u202eb": "a⟨U+202E⟩b", "\x00\x1b[31m": "⟨U+0000⟩⟨U+001B⟩[31m", "zero\u200bwidth": "zero⟨U+200B⟩width", "имя 名前 🙂": "имя 名前 🙂",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

func TestArchiveName_isFitForAnAddress(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"task.tar.gz": "task", `C:\home\My task.ZIP`: "My-task", "../../etc/passwd": "passwd", "задание.zip": "archive", "": "archive", "..": "archive", "v1.2.tgz": "v1.2",
	} {
		if got := archiveName(file); got != want {
			t.Errorf("%q is %q, want %q", file, got, want)
		}
	}
	if got := archiveName(strings.Repeat("x", 300)); len(got) != longestName {
		t.Errorf("a long name has %d characters", len(got))
	}
}

func TestGroups_byOwner(t *testing.T) {
	t.Parallel()
	var got []string
	for _, g := range groups([]repository{{URL: "github.com/b/x"}, {URL: "upload/y"}, {URL: "github.com/a/x"}, {URL: "/srv/code/z"}, {URL: "github.com/b/w"}}) {
		names := []string{g.owner}
		for _, r := range g.list {
			names = append(names, short(r.URL))
		}
		got = append(got, strings.Join(names, " "))
	}
	if diff := cmp.Diff([]string{"github.com/a/ a/x", "github.com/b/ b/x b/w", " upload/y /srv/code/z"}, got); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
}
