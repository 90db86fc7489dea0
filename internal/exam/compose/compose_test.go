package compose_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/exam/compose"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sample"
	"kadry/internal/exam/subject"
)

var socCourse = subject.Course{Exam: subject.EGE, Subject: "soc"}

// invented draws a pool: types of all kinds, passages shared by linked problems and by
// strangers, texts that repeat, another course among them.
func invented(t *rapid.T) []problem.Problem {
	n := rapid.IntRange(0, 80).Draw(t, "pool")
	pool := make([]problem.Problem, n)
	byPassage := map[int][]string{}
	for i := range pool {
		p := &pool[i]
		p.Ref = problem.Ref{Course: socCourse, ID: fmt.Sprint(100 + i)}
		if rapid.IntRange(0, 9).Draw(t, "foreign") == 0 {
			p.Exam = subject.OGE
		}
		p.Type = rapid.SampledFrom([]string{"1", "2", "10", "17", "18", "Д1", "Д A7"}).Draw(t, "type")
		p.Question = written(fmt.Sprintf("Вопрос %d.", rapid.IntRange(0, 60).Draw(t, "text")))
		if passage := rapid.IntRange(0, 8).Draw(t, "passage"); passage > 4 {
			p.Passage = written(fmt.Sprintf("Текст %d.", passage))
			if rapid.Bool().Draw(t, "linked") {
				p.Linked = slices.Clone(byPassage[passage])
				byPassage[passage] = append(byPassage[passage], p.ID)
			}
		}
	}
	return pool
}

func recipes(t *rapid.T, most int) compose.Recipe {
	r := compose.Recipe{Course: socCourse, Counts: map[string]int{}, Seed: rapid.Uint64().Draw(t, "seed")}
	for _, kind := range []string{"1", "2", "10", "17", "18", "Д1", "Д A7"} {
		if n := rapid.IntRange(0, most).Draw(t, kind); n > 0 {
			r.Counts[kind] = n
		}
	}
	if rapid.Bool().Draw(t, "excludes") {
		r.Exclude = []string{"101", "105", "110"}
	}
	return r
}

func numbersOf(problems []problem.Problem) []string {
	list := make([]string, len(problems))
	for i, p := range problems {
		list[i] = p.ID
	}
	return list
}

func TestCompose_keepsItsRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pool, recipe := invented(t), recipes(t, 5)
		test := compose.Draw(recipe, pool)
		count, texts := map[string]int{}, map[string]bool{}
		for i, p := range test.Problems {
			count[p.Type]++
			if p.Course != socCourse || slices.Contains(recipe.Exclude, p.ID) {
				t.Fatalf("%s must not be there", p.Ref)
			}
			text := p.Question.Text() + p.Passage.Text()
			if texts[text] {
				t.Fatalf("%q comes twice", text)
			}
			texts[text] = true
			shared, linked := false, false
			for _, q := range test.Problems[:i] {
				same := !p.Passage.Empty() && p.Passage.Text() == q.Passage.Text()
				if same && p.Type == q.Type {
					t.Fatalf("%s and %s of one type share a passage", p.ID, q.ID)
				}
				shared = shared || same
				linked = linked || slices.Contains(p.Linked, q.ID) || slices.Contains(q.Linked, p.ID)
			}
			if shared && !linked {
				t.Fatalf("%s shares a passage with a stranger", p.ID)
			}
		}
		for kind, n := range recipe.Counts {
			if count[kind]+test.Short[kind] != n {
				t.Fatalf("type %s: %d and %d short of %d", kind, count[kind], test.Short[kind], n)
			}
		}
		order := []string{"1", "2", "10", "17", "18", "Д1", "Д A7"}
		if !slices.IsSortedFunc(test.Problems, func(a, b problem.Problem) int {
			return slices.Index(order, a.Type) - slices.Index(order, b.Type)
		}) {
			t.Fatalf("the types are out of order: %v", test.Problems)
		}
	})
}

func TestCompose_dependsOnTheSeedAndThePoolAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pool, recipe := invented(t), recipes(t, 3)
		test := compose.Draw(recipe, pool)
		shuffled := rapid.Permutation(pool).Draw(t, "shuffled")
		if diff := cmp.Diff(numbersOf(test.Problems), numbersOf(compose.Draw(recipe, shuffled).Problems)); diff != "" {
			t.Fatalf("the order of the pool counts: %s", diff)
		}
		// A problem of a type nobody asked for, or not asked for yet, changes nothing.
		other := problem.Problem{Ref: problem.Ref{Course: socCourse, ID: "9999"}, Type: "25", Question: written("Совсем другой вопрос.")}
		if diff := cmp.Diff(numbersOf(test.Problems), numbersOf(compose.Draw(recipe, append(slices.Clone(pool), other)).Problems)); diff != "" {
			t.Fatalf("an unrelated problem counts: %s", diff)
		}
		more := recipe
		more.Counts = maps.Clone(recipe.Counts)
		more.Counts["25"] = 1
		if got := numbersOf(compose.Draw(more, append(slices.Clone(pool), other)).Problems); len(got) != len(test.Problems)+1 {
			t.Fatalf("asking for one more type changed the others: %v", got)
		}
	})
}

func TestCompose_differsBySeed(t *testing.T) {
	t.Parallel()
	var pool []problem.Problem
	for i := range 200 {
		pool = append(pool, problem.Problem{Ref: problem.Ref{Course: socCourse, ID: fmt.Sprint(27000 + i)}, Type: "1", Question: written(fmt.Sprint("Вопрос ", i))})
	}
	drawn, neighbours := map[string]bool{}, 0
	for seed := range uint64(40) {
		test := compose.Draw(compose.Recipe{Course: socCourse, Counts: map[string]int{"1": 5}, Seed: seed}, pool)
		picked := numbersOf(test.Problems)
		slices.Sort(picked)
		for i, id := range picked {
			drawn[id] = true
			if i > 0 && id[:4] == picked[i-1][:4] {
				neighbours++
			}
		}
	}
	// 200 draws out of 200 leave about a third undrawn; five at random fall into one of
	// twenty tens 0.5 times a test.
	if len(drawn) < 100 || neighbours > 45 {
		t.Errorf("%d different problems in 40 tests, %d neighbours", len(drawn), neighbours)
	}
}

// Types that share a passage come over one passage, as in the papers.
func TestCompose_keepsLinkedTasksTogether(t *testing.T) {
	t.Parallel()
	var pool []problem.Problem
	practice, err := sample.Problems()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range practice {
		if p.Course == (subject.Course{Exam: subject.EGE, Subject: "inf"}) {
			pool = append(pool, p.Problem)
			twin := p.Problem
			twin.ID = "8" + p.ID[1:]
			twin.Question = written(p.Question.Text() + " Другой вариант.")
			if !p.Passage.Empty() {
				twin.Passage = written(p.Passage.Text() + " Другая куча.")
				twin.Linked = nil
				for _, id := range p.Linked {
					twin.Linked = append(twin.Linked, "8"+id[1:])
				}
			}
			pool = append(pool, twin)
		}
	}
	families := map[string]bool{}
	for seed := range uint64(20) {
		test := compose.Draw(compose.Recipe{Course: pool[0].Course, Counts: map[string]int{"19": 1, "20": 1, "21": 1, "5": 2}, Seed: seed}, pool)
		got := numbersOf(test.Problems)
		if len(got) != 5 || got[2][:1] != got[3][:1] || got[3][:1] != got[4][:1] {
			t.Fatalf("seed %d: %v", seed, got)
		}
		families[got[2][:1]] = true
	}
	if len(families) != 2 {
		t.Error("the seed never changes the passage")
	}
}

func TestCompose_isBounded(t *testing.T) {
	t.Parallel()
	var pool []problem.Problem
	for i := range 90 {
		pool = append(pool, problem.Problem{Ref: problem.Ref{Course: socCourse, ID: fmt.Sprint(i + 1)}, Type: fmt.Sprint(i%3 + 1), Question: written(fmt.Sprint("Вопрос ", i))})
	}
	test := compose.Draw(compose.Recipe{Course: socCourse, Counts: map[string]int{"1": 25, "2": 25, "3": 25, "4": 0, "5": -3}}, pool)
	if len(test.Problems) != 60 || test.Short["3"] != 15 || len(test.Warnings) != 1 || test.Warnings[0].Text.RU == "" {
		t.Errorf("%d problems, short %v, %v", len(test.Problems), test.Short, test.Warnings)
	}
	if empty := compose.Draw(compose.Recipe{Course: socCourse, Counts: map[string]int{"1": 2}}, nil); len(empty.Problems) != 0 || empty.Short["1"] != 2 {
		t.Errorf("an empty pool: %+v", empty)
	}
}

func written(text string) problem.Body {
	return problem.Body{Blocks: []problem.Block{{Kind: problem.Paragraph, Spans: []problem.Span{{Text: text}}}}}
}
