package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

func testGenerator(t *testing.T) (*generator, *skill.Graph) {
	t.Helper()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	made, err := newGenerator(graph)
	if err != nil {
		t.Fatal(err)
	}
	return made, graph
}

func TestTrades_nameSkillsOfTheTaxonomy(t *testing.T) {
	t.Parallel()
	made, graph := testGenerator(t)
	for _, trade := range made.trades {
		for _, name := range append(slices.Clone(trade.Core), trade.Some...) {
			if !graph.Resolve(name).Known {
				t.Errorf("%s: the taxonomy does not know %q", trade.EN, name)
			}
		}
	}
}

// The CVs are what docs/performance.md says of them, and the product understands them.
func TestCV_hasTheShapeItSays(t *testing.T) {
	t.Parallel()
	made, graph := testGenerator(t)
	other, _ := testGenerator(t)
	extractor, err := resume.New(graph)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for n := range 200 {
		text := made.cv(n)
		if text != other.cv(n) {
			t.Fatalf("CV %d is not the same twice", n)
		}
		if seen[text] {
			t.Errorf("CV %d was there before", n)
		}
		seen[text] = true
		if length := utf8.RuneCountInString(text); length < shortest-400 || length > longest+2000 {
			t.Errorf("CV %d has %d characters", n, length)
		}
		record := extractor.Extract(layout.Page{Text: text}, asOf)
		if want := []string{"en", "ru"}[n%2]; record.Language != want {
			t.Errorf("CV %d is in %q, want %q", n, record.Language, want)
		}
		if len(record.Positions) == 0 || len(record.Positions) > mostPositions || len(record.Skills) < fewSkills || record.TotalMonths == 0 {
			t.Errorf("CV %d has %d positions, %d skills and %d months", n, len(record.Positions), len(record.Skills), record.TotalMonths)
		}
	}
}

func TestQueries_areDifferent(t *testing.T) {
	t.Parallel()
	made, _ := testGenerator(t)
	bodies, err := made.queries(400)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(bodies, bytes.Compare)
	if n := len(slices.CompactFunc(bodies, bytes.Equal)); n != 400 {
		t.Errorf("%d different queries, want 400", n)
	}
}

func TestPDF_isReadBack(t *testing.T) {
	t.Parallel()
	made, _ := testGenerator(t)
	files, err := made.twoPages(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		doc, err := document.Read(t.Context(), f.name, f.data, document.DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if doc.Pages != 2 || !strings.Contains(doc.Text, "Experience") {
			t.Errorf("%s has %d pages and %d bytes of text", f.name, doc.Pages, len(doc.Text))
		}
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	var took []time.Duration
	for i := range 200 {
		took = append(took, time.Duration(200-i)*time.Millisecond)
	}
	want := latency{p50: 101 * time.Millisecond, p95: 191 * time.Millisecond, p99: 199 * time.Millisecond, most: 200 * time.Millisecond, perSecond: 100}
	if got := spread(took, 2*time.Second); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestMiddle_takesEveryMedianAndTheWorst(t *testing.T) {
	t.Parallel()
	got := middle([]latency{{p50: 1, p95: 9, p99: 5, most: 5, perSecond: 3}, {p50: 2, p95: 2, p99: 9, most: 40, perSecond: 2}, {p50: 30, p95: 3, p99: 6, most: 30, perSecond: 1}})
	if want := (latency{p50: 2, p95: 3, p99: 6, most: 40, perSecond: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestParseStatus(t *testing.T) {
	t.Parallel()
	got, err := parseStatus([]byte("Name:\tkadry\nVmHWM:\t  204800 kB\nVmRSS:\t  102400 kB\n"))
	if err != nil || got != (memory{now: 102400, peak: 204800}) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{"", "VmRSS:\t1 kB\n", "VmHWM:\t1 kB\nVmRSS:\tmuch\n"} {
		if m, err := parseStatus([]byte(bad)); err == nil {
			t.Errorf("%q gave %+v", bad, m)
		}
	}
}

func TestParseStat(t *testing.T) {
	t.Parallel()
	got, err := parseStat("7 (a name) S 1 7 7 0 -1 4194560 900 0 1 0 123 45 0 0 20 0 9 0 500\n")
	if err != nil || got != 1680*time.Millisecond {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range []string{"", "7 (kadry) S 1", "7 (kadry) S 1 7 7 0 -1 4194560 900 0 1 0 x y 0"} {
		if d, err := parseStat(bad); err == nil {
			t.Errorf("%q gave %v", bad, d)
		}
	}
}

func TestReport_saysWhichBarsWereMissed(t *testing.T) {
	t.Parallel()
	var r report
	r.note("A note.")
	r.add("fast", "1 ms", "2 ms", true)
	r.add("slow", "3 ms", "2 ms", false)
	r.add("told", "4 ms", "", false)
	var out bytes.Buffer
	if err := r.write(&out); err != nil {
		t.Fatal(err)
	}
	want := "A note.\n\n| What | Measured | Bar | |\n|---|---|---|---|\n" +
		"| fast | 1 ms | 2 ms | kept |\n| slow | 3 ms | 2 ms | missed |\n| told | 4 ms |  |  |\n"
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
