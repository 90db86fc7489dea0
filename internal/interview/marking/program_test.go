package marking_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
)

// Every file of testdata/code has answers to the question of its name, written for this test
// from what the language offers: "#### what it is 80+" wants at least eighty of a hundred,
// "20-" at most twenty.
func TestMark_codeByWhatItIs(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	m := marking.NewMarker(b)
	files, err := filepath.Glob("testdata/code/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no answers", err)
	}
	for _, file := range files {
		q, ok := b.Question(strings.TrimSuffix(filepath.Base(file), ".txt"))
		if !ok {
			t.Fatalf("%s is of no question", file)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for answer := range strings.SplitSeq(strings.TrimPrefix(string(content), "#### "), "\n#### ") {
			head, text, _ := strings.Cut(answer, "\n")
			name, want := head[:strings.LastIndexByte(head, ' ')], head[strings.LastIndexByte(head, ' ')+1:]
			bound, err := strconv.ParseFloat(want[:len(want)-1], 64)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(q.ID+"/"+name, func(t *testing.T) {
				t.Parallel()
				mark := m.Mark(q, bank.English, []marking.Turn{marking.NewTurn(q.Text.EN, text, text, 1)})
				score := 100 * mark.Score
				if least := strings.HasSuffix(want, "+"); least && score < bound || !least && score > bound {
					t.Errorf("%.0f, want %s: %+v %v", score, want, mark.Points, mark.Reasons)
				}
				for _, p := range mark.Points {
					if p.Quote.Text != text[p.Start:p.End] || (p.Met > 0) != (p.Quote.Text != "") {
						t.Errorf("point %s is quoted with %q", p.ID, p.Quote.Text)
					}
				}
			})
		}
	}
}
