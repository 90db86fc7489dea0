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
)

func variants(r compose.Recipe, n int, pool []problem.Problem) []compose.Test {
	tests := []compose.Test{compose.Draw(r, pool)}
	for len(tests) < n {
		tests = append(tests, compose.Another(tests, pool))
	}
	return tests
}

// pool has so many problems of a type, every third of them hard.
func pool(kind string, n int) []problem.Problem {
	list := make([]problem.Problem, n)
	for i := range list {
		list[i] = problem.Problem{
			Ref: problem.Ref{Course: socCourse, ID: fmt.Sprintf("%s%02d", kind, i)}, Type: kind, Points: 1,
			Question: written(fmt.Sprintf("Вопрос типа %s, номер %d.", kind, i)),
		}
		if i%3 == 0 {
			list[i].Points, list[i].Level = 2, "повышенный"
		}
	}
	return list
}

func TestAnother_sameStructureOtherProblems(t *testing.T) {
	t.Parallel()
	all := slices.Concat(pool("1", 18), pool("2", 9))
	r := compose.Recipe{Course: socCourse, Counts: map[string]int{"1": 3, "2": 1}, Seed: 7}
	tests := variants(r, 3, all)
	structure := func(test compose.Test) map[string]int {
		m := map[string]int{}
		for _, p := range test.Problems {
			m[fmt.Sprintf("%s, %d points, %s", p.Type, p.Points, p.Level)]++
		}
		return m
	}
	seen := map[string]bool{}
	for i, test := range tests {
		if diff := cmp.Diff(structure(tests[0]), structure(test)); diff != "" {
			t.Errorf("variant %d: %s", i+1, diff)
		}
		for _, p := range test.Problems {
			if seen[p.ID] {
				t.Errorf("variant %d: %s comes again", i+1, p.ID)
			}
			seen[p.ID] = true
		}
	}
	if got := compose.Repeated(tests); len(got) != 0 {
		t.Errorf("repeated: %v", got)
	}
	slices.Reverse(all)
	for i, test := range variants(r, 3, all) {
		if diff := cmp.Diff(numbersOf(tests[i].Problems), numbersOf(test.Problems)); diff != "" {
			t.Errorf("variant %d depends on the order of the pool: %s", i+1, diff)
		}
	}
}

func TestAnother_repeatsWhatThePoolLacks(t *testing.T) {
	t.Parallel()
	r := compose.Recipe{Course: socCourse, Counts: map[string]int{"1": 2, "2": 1}, Seed: 7}
	tests := variants(r, 4, slices.Concat(pool("1", 5), pool("2", 9)))
	for i, test := range tests {
		if len(test.Problems) != 3 || len(test.Short) != 0 || test.Problems[0].ID == test.Problems[1].ID {
			t.Errorf("variant %d: %v, short %v", i+1, numbersOf(test.Problems), test.Short)
		}
	}
	if got := compose.Repeated(tests); !maps.Equal(got, map[string]int{"1": 3}) {
		t.Errorf("repeated: %v, want 3 of type 1: eight places, five problems", got)
	}
}

func TestAnother_keepsTheRulesOfATest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pool, recipe := invented(t), recipes(t, 3)
		tests := variants(recipe, 3, pool)
		for i, test := range tests {
			texts := map[string]bool{}
			for _, p := range test.Problems {
				if text := p.Question.Text() + p.Passage.Text(); texts[text] {
					t.Fatalf("variant %d: %q comes twice", i+1, text)
				} else {
					texts[text] = true
				}
				if p.Course != socCourse || slices.Contains(recipe.Exclude, p.ID) {
					t.Fatalf("variant %d: %s must not be there", i+1, p.Ref)
				}
			}
		}
	})
}
