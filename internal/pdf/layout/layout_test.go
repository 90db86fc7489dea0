package layout_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/pdf/layout"
)

// line sets a text letter by letter, half an em each, spaces included.
func line(x, y, size float64, text string) []layout.Glyph {
	var out []layout.Glyph
	for _, r := range text {
		out = append(out, layout.Glyph{Text: string(r), Left: x, Right: x + size/2, Base: y, Size: size})
		x += size / 2
	}
	return out
}

// column sets lines from y downwards.
func column(x, y, step, size float64, lines ...string) []layout.Glyph {
	var out []layout.Glyph
	for i, text := range lines {
		out = append(out, line(x, y-float64(i)*step, size, text)...)
	}
	return out
}

func TestText(t *testing.T) {
	t.Parallel()
	sidebar := []string{"Skills", "Go", "SQL", "Docker", "English"}
	career := []string{"Experience", "Example Bank, engineer", "Wrote services", "Sample Telecom, tester", "Wrote tests", "Mock Retail, intern"}
	for name, c := range map[string]struct {
		page [][]layout.Glyph
		want []string
	}{
		"sidebar on the left": {
			[][]layout.Glyph{column(40, 700, 13, 10, sidebar...), column(200, 700, 15, 10, career...)},
			slices.Concat(sidebar, []string{""}, career),
		},
		"sidebar on the right, drawn first": {
			[][]layout.Glyph{column(400, 700, 13, 10, sidebar...), column(40, 700, 15, 10, career...)},
			slices.Concat(career, []string{""}, sidebar),
		},
		"equal columns on one grid": {
			[][]layout.Glyph{column(40, 700, 14, 10, career[:5]...), column(320, 700, 14, 10, "Projects of my own", "kite, a tool for wind", "reef, a tool for fish", "Education of mine", "Example University")},
			slices.Concat(career[:5], []string{"", "Projects of my own", "kite, a tool for wind", "reef, a tool for fish", "Education of mine", "Example University"}),
		},
		"labels and values": {
			[][]layout.Glyph{column(40, 700, 14, 10, "Name", "Town", "Born", "Tongue"), column(200, 700, 14, 10, "Ann Example", "Oslo, but ready to move", "1990", "English and Norwegian")},
			[]string{"Name Ann Example", "Town Oslo, but ready to move", "Born 1990", "Tongue English and Norwegian"},
		},
		"words out of order": {
			[][]layout.Glyph{line(100, 700, 10, "world"), line(40, 700, 10, "hello")}, []string{"hello world"},
		},
		"raised letters": {
			[][]layout.Glyph{line(40, 700, 10, "the 1"), line(65, 703, 6, "st"), line(80, 700, 10, "place")}, []string{"the 1st place"},
		},
		"nothing": {nil, []string{""}},
		"wild numbers": {
			[][]layout.Glyph{line(40, 700, 10, "kept"), {{Text: "x", Left: math.NaN(), Size: 10}, {Text: "y", Left: 1e300, Size: 10}, {Text: "z", Size: -1}}},
			[]string{"kept"},
		},
	} {
		if got := layout.Text(slices.Concat(c.page...)); got != strings.Join(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, strings.Join(c.want, "\n"))
		}
	}
}

// TestTextKeepsWords sets words anywhere and expects each of them once, whole.
func TestTextKeepsWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var page []layout.Glyph
		var want []string
		taken := map[string]bool{}
		for i := range rapid.IntRange(0, 60).Draw(t, "words") {
			row, place := rapid.IntRange(0, 50).Draw(t, "row"), rapid.IntRange(0, 5).Draw(t, "place")
			cell := fmt.Sprint(row, place)
			if taken[cell] {
				continue
			}
			taken[cell] = true
			word := fmt.Sprintf("w%d", i)
			page = append(page, line(float64(40+place*90), float64(800-15*row), 10, word)...)
			want = append(want, word)
		}
		got := strings.Fields(layout.Text(page))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// TestTextOnHostilePage must end: the search for columns has a bound.
func TestTextOnHostilePage(t *testing.T) {
	t.Parallel()
	var page []layout.Glyph
	for i := range 20_000 {
		x := 40.0
		if i%2 == 1 {
			x = 400
		}
		page = append(page, layout.Glyph{Text: "x", Left: x, Right: x + 5, Base: -20 * float64(i/2), Size: 10})
	}
	if got := len(strings.Fields(layout.Text(page))); got != len(page) {
		t.Errorf("got %d words, want %d", got, len(page))
	}
}
