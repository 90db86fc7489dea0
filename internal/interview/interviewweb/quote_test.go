package interviewweb

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCutAnswer_marksWhatWasRead(t *testing.T) {
	t.Parallel()
	const text = "Каналы и мьютексы"
	at := func(part string) textRange {
		i := strings.Index(text, part)
		return textRange{start: i, end: i + len(part)}
	}
	numbered := func(s textRange, n int) textRange { s.point = n; return s }
	misread := func(s textRange) textRange { s.red = true; return s }
	plain := func(text string) answerPart { return answerPart{text: text} }
	for name, c := range map[string]struct {
		spots []textRange
		want  []answerPart
	}{
		"nothing": {nil, []answerPart{plain(text)}},
		"one":     {[]textRange{numbered(at("Каналы"), 1)}, []answerPart{{text: "Каналы", points: []int{1}, opens: []int{1}, ends: []int{1}}, plain(" и мьютексы")}},
		"overlapping": {[]textRange{numbered(at("Каналы и"), 1), numbered(at("и мьютексы"), 2)}, []answerPart{
			{text: "Каналы ", points: []int{1}, opens: []int{1}},
			{text: "и", points: []int{1, 2}, opens: []int{2}, ends: []int{1}},
			{text: " мьютексы", points: []int{2}, ends: []int{2}},
		}},
		"the same": {[]textRange{numbered(at("мьютексы"), 1), numbered(at("мьютексы"), 2)}, []answerPart{
			plain("Каналы и "), {text: "мьютексы", points: []int{1, 2}, opens: []int{1, 2}, ends: []int{1, 2}},
		}},
		"a misconception and a rule": {[]textRange{misread(at("Каналы")), at("мьютексы")}, []answerPart{
			{text: "Каналы", red: true}, plain(" и "), {text: "мьютексы", ruled: true},
		}},
		"outside":                {[]textRange{{start: -1, end: 3, point: 1}, {start: 0, end: 999, point: 2}, {start: 4, end: 4, point: 3}, {start: 9, end: 2, point: 4}}, []answerPart{plain(text)}},
		"in half of a character": {[]textRange{{start: 1, end: 4, point: 1}, {start: 0, end: 3, point: 2}}, []answerPart{plain(text)}},
	} {
		got := cutAnswer(text, c.spots)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(answerPart{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := cutAnswer("", []textRange{{end: 1, point: 1}}); len(got) != 0 {
		t.Errorf("an empty answer has pieces: %+v", got)
	}
}

// Whatever was read from an answer, its pieces are the answer, and each has exactly the
// points whose quotes cover it.
func TestCutAnswer_losesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 60, 200).Draw(t, "text")
		var spots []textRange
		for i := range rapid.IntRange(0, 6).Draw(t, "spots") {
			spots = append(spots, textRange{
				start: rapid.IntRange(-2, len(text)+2).Draw(t, "start"), end: rapid.IntRange(-2, len(text)+2).Draw(t, "end"), point: i + 1,
			})
		}
		joined, at := "", 0
		for _, piece := range cutAnswer(text, spots) {
			joined += piece.text
			for _, n := range piece.points {
				if s := spots[n-1]; s.start > at || s.end < at+len(piece.text) {
					t.Fatalf("%q has point %d, which is at %d-%d", piece.text, n, s.start, s.end)
				}
			}
			for _, s := range spots {
				covers := s.start <= at && s.end >= at+len(piece.text) && s.start >= 0 && s.end <= len(text) && boundary(text, s.start) && boundary(text, s.end)
				if covers && !slices.Contains(piece.points, s.point) {
					t.Fatalf("%q lacks point %d", piece.text, s.point)
				}
			}
			at += len(piece.text)
		}
		if joined != text {
			t.Fatalf("joined %q, want %q", joined, text)
		}
	})
}
