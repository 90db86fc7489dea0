package evaluate_test

import (
	"slices"
	"testing"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/evaluate"
	"kadry/internal/interview/interviewtest"
)

// The answers are for the questions of the bank, in both languages and in every way.
func TestAnswers_areOfTheBank(t *testing.T) {
	t.Parallel()
	own, err := evaluate.OwnAnswers()
	if err != nil {
		t.Fatal(err)
	}
	second, err := evaluate.SecondAnswers()
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Concat(own, second)
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string]bool{}
	for _, a := range all {
		if _, ok := b.Question(a.Question); !ok {
			t.Errorf("the bank does not ask %q", a.Question)
		}
		if a.Grade < 0 || a.Grade >= bank.Grades || a.Lang != "ru" && a.Lang != "en" || a.Text == "" {
			t.Errorf("%s, %s, %s: grade %d", a.Question, a.Lang, a.Way, a.Grade)
		}
		if honest, known := ways[a.Way]; known && honest != a.Honest {
			t.Errorf("%s is honest and is not", a.Way)
		}
		ways[a.Way] = a.Honest
	}
	if len(own) < 1600 || len(second) < 900 || len(ways) < 40 {
		t.Errorf("%d answers in %d ways", len(all), len(ways))
	}
}

// every is which of the answers a guard reads: enough to see a grader break.
const every = 3

// Honest answers stay above dishonest ones, in both suites. The floors are a little below
// what was measured of the answers that the guard reads.
func TestMeasureSuite_tellsHonestFromDishonest(t *testing.T) {
	t.Parallel()
	b, err := bank.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		answers func() ([]evaluate.Answer, error)
		area    float64
		kappa   float64
	}{
		"own":    {evaluate.OwnAnswers, 0.89, 0.66},
		"second": {evaluate.SecondAnswers, 0.85, 0.58},
		"third":  {evaluate.ThirdAnswers, 0.78, 0.45},
		"code":   {evaluate.CodeAnswers, 0.88, 0.75},
		"runs":   {evaluate.CodeThatRunsAnswers, 0.95, 0.72},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all, err := c.answers()
			if err != nil {
				t.Fatal(err)
			}
			s, err := evaluate.MeasureSuite(t.Context(), b, interviewtest.Trials(t), evaluate.Thin(all, every))
			if err != nil {
				t.Fatal(err)
			}
			if s.AUC < c.area || s.Kappa < c.kappa {
				t.Errorf("area %.4f, want %.2f; kappa %.3f, want %.2f", s.AUC, c.area, s.Kappa, c.kappa)
			}
			for _, w := range s.Ways {
				if bound, known := map[string]float64{"keyword_list": 20, "heap": 20, "other_question": 20, "questions_back": 30}[w.Way]; known && w.Mean > bound {
					t.Errorf("%s earns %.1f, at most %.0f", w.Way, w.Mean, bound)
				}
			}
		})
	}
}
