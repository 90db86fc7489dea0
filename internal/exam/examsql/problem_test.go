package examsql

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/store/storetest"
)

var (
	algebra = subject.Course{Exam: subject.EGE, Subject: "math"}
	eighth  = subject.Course{Exam: subject.VPR, Subject: "math", Grade: 8}
)

func eachEngine(t *testing.T, fn func(t *testing.T, s *Problems, b storetest.Bench)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		fn(t, NewProblems(b.Open(t)), b)
	}, Schema())
}

func problemOf(course subject.Course, id, text string, at time.Time) problem.Stored {
	return problem.Stored{FetchedAt: at, Problem: problem.Problem{
		Ref: problem.Ref{Course: course, ID: id}, Type: "9", Answer: "0,5|0,50",
		Question: problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: text}}}}},
	}}
}

func put(t *testing.T, s *Problems, problems ...problem.Stored) {
	t.Helper()
	if err := s.Put(t.Context(), problems); err != nil {
		t.Fatal(err)
	}
}

func wantProblems(t *testing.T, s *Problems, want ...problem.Stored) {
	t.Helper()
	all := map[problem.Ref]problem.Stored{}
	var refs []problem.Ref
	for _, p := range want {
		all[p.Ref], refs = p, append(refs, p.Ref)
	}
	got, err := s.Get(t.Context(), append(refs, problem.Ref{Course: algebra, ID: "404"}, problem.Ref{}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all, got); diff != "" {
		t.Error(diff)
	}
}

// feed reads the whole feed in pages of two.
func problemFeed(t *testing.T, s *Problems) (list []string) {
	t.Helper()
	var after int64
	for {
		changes, err := s.Changes(t.Context(), after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if c.Seq <= after {
				t.Fatalf("number %d after %d", c.Seq, after)
			}
			after = c.Seq
			list = append(list, c.Ref.ID+" "+c.Text+" "+strings.Join(c.Types, ","))
		}
		if len(changes) < 2 {
			return list
		}
	}
}

func TestProblems_keepTheNewestCopy(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, _ storetest.Bench) {
		one, two := problemOf(algebra, "1", "first", noon), problemOf(eighth, "1", "of grade 8", noon)
		put(t, s, one, two, problemOf(algebra, "2", "second", noon))
		put(t, s, problemOf(algebra, "1", "older", noon.Add(-time.Hour)), problemOf(algebra, "1", "the same age", noon))
		wantProblems(t, s, one, two)

		newer := problemOf(algebra, "1", "newer", noon.Add(time.Hour))
		put(t, s, newer)
		wantProblems(t, s, newer, two)
		if diff := cmp.Diff([]string{"1 of grade 8 9", "2 second 9", "1 newer 9"}, problemFeed(t, s)); diff != "" {
			t.Error(diff)
		}
		counts, err := s.Count(t.Context())
		if diff := cmp.Diff(map[subject.Course]int{algebra: 2, eighth: 1}, counts); err != nil || diff != "" {
			t.Error(err, diff)
		}
	})
}

func TestProblems_refuseWhatCannotBeNamed(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, _ storetest.Bench) {
		for name, ref := range map[string]problem.Ref{
			"no number":  {Course: algebra},
			"no subject": {Course: subject.Course{Exam: subject.EGE}, ID: "1"},
			"NUL":        {Course: algebra, ID: "1\x00"},
		} {
			p := problemOf(algebra, "1", "text", noon)
			p.Ref = ref
			if err := s.Put(t.Context(), []problem.Stored{p}); fault.KindOf(err) != fault.Invalid {
				t.Errorf("%s: %v", name, err)
			}
		}
		if list := problemFeed(t, s); len(list) != 0 {
			t.Errorf("kept %v", list)
		}
	})
}

// A category copied page by page, cut off, copied again and shrunk on the site: places are
// those of the last copy, nobody stands twice, nobody is missing.
func TestProblems_pagesOfACategory(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, _ storetest.Bench) {
		ctx := t.Context()
		page := func(n int, done bool, ids ...string) {
			t.Helper()
			var list []problem.Stored
			for _, id := range ids {
				list = append(list, problemOf(algebra, id, "text "+id, noon))
			}
			if err := s.PutPage(ctx, list, bank.Progress{Course: algebra, Category: "14", Page: n, Done: done, At: noon}); err != nil {
				t.Fatal(err)
			}
		}
		members := func(want ...string) {
			t.Helper()
			refs, err := s.Members(ctx, algebra, "14")
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, ref := range refs {
				got = append(got, ref.ID)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
		page(1, false, "5", "3", "9")
		page(1, false, "5", "3", "9")
		page(2, false, "1", "2")
		page(3, true, "9", "7")
		members("5", "3", "9", "1", "2", "7")
		synced, err := s.Synced(ctx, algebra)
		if diff := cmp.Diff(map[string]bank.Progress{"14": {Course: algebra, Category: "14", Page: 3, Done: true, At: noon}}, synced); err != nil || diff != "" {
			t.Error(err, diff)
		}

		page(1, false, "5", "9")
		page(2, true, "1")
		members("5", "9", "1")
		if n := len(problemFeed(t, s)); n != 6 {
			t.Errorf("%d problems in the feed, want 6: what left a category stays in the bank", n)
		}
		if refs, err := s.Members(ctx, eighth, "14"); err != nil || len(refs) != 0 {
			t.Errorf("another course has members %v, %v", refs, err)
		}
	})
}

func TestProblems_catalogue(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, _ storetest.Bench) {
		ctx := t.Context()
		if _, _, err := s.Catalogue(ctx, algebra); fault.KindOf(err) != fault.NotFound {
			t.Errorf("a catalogue that was never kept: %v", err)
		}
		c := problem.Catalogue{Course: algebra, Topics: []problem.Topic{
			{ID: "1", Name: "Планиметрия", Count: 12, Categories: []problem.Category{{ID: "79", Name: "Треугольник", Count: 7}}},
			{ID: "Д1", Name: "Ещё", Supplementary: true},
		}}
		older := problem.Catalogue{Course: algebra}
		for _, step := range []struct {
			c  problem.Catalogue
			at time.Time
		}{{older, noon.Add(-time.Hour)}, {c, noon}, {older, noon.Add(-time.Minute)}} {
			if err := s.PutCatalogue(ctx, step.c, step.at); err != nil {
				t.Fatal(err)
			}
		}
		got, at, err := s.Catalogue(ctx, algebra)
		if diff := cmp.Diff(c, got); err != nil || diff != "" || !at.Equal(noon) {
			t.Error(err, at, diff)
		}
	})
}

// Several processes fill one bank at once: every problem is there once, and whoever follows
// the feed meanwhile misses none.
func TestProblems_severalWriters(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, b storetest.Bench) {
		const writers, each = 4, 25
		var group sync.WaitGroup
		for w := range writers {
			own := NewProblems(b.Open(t))
			group.Go(func() {
				for i := range each {
					shared := problemOf(algebra, fmt.Sprint(i), "shared", noon.Add(time.Duration(w)))
					mine := problemOf(algebra, fmt.Sprint(1000*(w+1)+i), "mine", noon)
					if err := own.Put(t.Context(), []problem.Stored{shared, mine}); err != nil {
						t.Errorf("writer %d: %v", w, err)
					}
				}
			})
		}
		done := make(chan struct{})
		go func() { group.Wait(); close(done) }()
		seen, after := map[string]bool{}, int64(0)
		for last := false; !last; {
			select {
			case <-done:
				last = true
			default:
			}
			for {
				changes, err := s.Changes(t.Context(), after, 10)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range changes {
					after, seen[c.Ref.ID] = c.Seq, true
				}
				if len(changes) == 0 {
					break
				}
			}
		}
		if len(seen) != each*(writers+1) {
			t.Errorf("the follower saw %d problems, want %d", len(seen), each*(writers+1))
		}
	})
}

// Whatever a page says comes back as it was, but for bytes no database takes.
func TestProblems_roundTrip(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, _ storetest.Bench) {
		n := 0
		rapid.Check(t, func(r *rapid.T) {
			n++
			p := anyProblem(r)
			p.Ref = problem.Ref{Course: algebra, ID: fmt.Sprint(n)}
			put(t, s, p)
			wantProblems(t, s, p)
		})
	})
}

func anyProblem(r *rapid.T) problem.Stored {
	word := rapid.StringMatching(`[a-zа-яё ,$|&<>"\\]{0,12}`)
	text := func(name string) string { return word.Draw(r, name) }
	list := func(name string) []string { return rapid.SliceOfN(word, 1, 3).Draw(r, name) }
	spans := func(name string) []problem.Span {
		return []problem.Span{
			{Text: text(name), Style: problem.Bold},
			{Formula: &problem.Formula{Alt: text(name), LaTeX: text(name), MathML: text(name), SVG: text(name), OK: rapid.Bool().Draw(r, name)}},
			{Image: &problem.Image{URL: text(name), Alt: text(name)}},
		}
	}
	body := func(name string) problem.Body {
		return problem.Body{Blocks: []problem.Block{
			{Kind: problem.Paragraph, Spans: spans(name)},
			{Kind: problem.TableRows, Head: 1, Rows: [][]problem.Cell{{{Spans: spans(name), Cols: 2}, {Rows: 3}}}},
			{Kind: problem.Program, Text: text(name) + "\n\t" + text(name), Lang: "python"},
		}}
	}
	links := []problem.Link{{Title: text("link"), URL: text("link")}}
	return problem.Stored{FetchedAt: noon.Add(time.Duration(rapid.IntRange(0, 1<<30).Draw(r, "age")) * time.Microsecond), Problem: problem.Problem{
		URL: text("url"), Type: text("type"), Types: list("types"), Question: body("question"), Passage: body("passage"),
		Solution: body("solution"), Answer: text("answer"), Criteria: body("criteria"), Points: rapid.IntRange(0, 25).Draw(r, "points"),
		Analogs: list("analogs"), Linked: list("linked"), Files: links, Audio: links, Codes: []problem.Code{{Code: text("code"), Name: text("name")}},
		Area: text("area"), Source: text("source"), SourceAt: text("address"), Relevant: text("relevant"), Level: text("level"), Rule: body("rule"),
	}}
}

func TestProblems_bytesNoDatabaseTakes(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Problems, _ storetest.Bench) {
		dirty := problemOf(algebra, "1", "a\x00b\xffc", noon)
		put(t, s, dirty)
		wantProblems(t, s, problemOf(algebra, "1", "a b?c", noon))
	})
}
