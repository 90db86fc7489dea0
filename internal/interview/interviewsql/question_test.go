package interviewsql

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/question"
	"kadry/internal/interview/vacancy"
	"kadry/internal/store/storetest"
)

func aQuestion(tenant, id string, version int) question.Question {
	return question.Question{
		Tenant: tenant, Version: version, CreatedAt: noon, UpdatedAt: noon.Add(time.Duration(version) * time.Minute),
		Content: question.Content{
			ID: id, Status: question.Ready, Skill: "welding", Level: bank.Junior, Kind: bank.Explain, Competency: bank.Quality, Type: bank.ChoiceAnswer,
			Minutes: version, Tags: []string{"\"кавычки\" & 😀"}, Text: question.Text{RU: "Что?\nИ как?", EN: "What?"}, Key: "a",
			Choices: []question.Choice{{ID: "a", Text: question.Text{RU: "да", EN: "yes"}}, {ID: "b", Text: question.Text{RU: "нет", EN: "no"}}},
			Points: []question.Point{{
				ID: "p1", Weight: 3, Text: question.Text{RU: "Газ.", EN: "Gas."}, Also: question.Phrases{RU: []string{"расход"}}, Wrong: question.Phrases{EN: []string{"No gas."}},
			}},
		},
	}
}

func wantQuestions(t *testing.T, k keeper, tenant string, want ...question.Question) {
	t.Helper()
	list, err := k.Questions(t.Context(), tenant)
	if err != nil {
		t.Fatal(err)
	}
	got, all := map[string]question.Question{}, map[string]question.Question{}
	for _, q := range list {
		got[q.ID] = q
	}
	for _, q := range want {
		all[q.ID] = q
	}
	if diff := cmp.Diff(all, got); diff != "" || len(list) != len(want) {
		t.Errorf("questions differ (-want +got):\n%s", diff)
	}
}

func TestQuestions_keepTheLastVersion(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		one, two, theirs := aQuestion(acme, "own-1", 1), aQuestion(acme, "own-2", 1), aQuestion(globex, "own-1", 1)
		for _, q := range []question.Question{one, two, theirs} {
			if err := k.PutQuestion(t.Context(), q); err != nil {
				t.Fatal(err)
			}
		}
		one = aQuestion(acme, "own-1", 2)
		if err := k.PutQuestion(t.Context(), one); err != nil {
			t.Fatal(err)
		}
		wantQuestions(t, k, acme, one, two)
		wantQuestions(t, k, globex, theirs)
		wantQuestions(t, k, "nobody")
		for name, q := range map[string]question.Question{
			"the same version":         one,
			"an older one":             aQuestion(acme, "own-1", 1),
			"one that skips":           aQuestion(acme, "own-1", 4),
			"a later one of nothing":   aQuestion(acme, "own-3", 2),
			"of another tenant's only": aQuestion(globex, "own-2", 2),
		} {
			if err := k.PutQuestion(t.Context(), q); !errors.Is(err, interview.ErrMoved) {
				t.Errorf("%s: %v, want ErrMoved", name, err)
			}
		}
		for _, id := range []string{"own-3", "", "\x00"} {
			if err := k.DropQuestion(t.Context(), acme, id); fault.KindOf(err) != fault.NotFound {
				t.Errorf("DropQuestion(%q) = %v, want kind %s", id, err, fault.NotFound)
			}
		}
		if err := k.DropQuestion(t.Context(), globex, "own-2"); fault.KindOf(err) != fault.NotFound {
			t.Errorf("another tenant's question was deleted: %v", err)
		}
		wantQuestions(t, k, acme, one, two)
	})
}

func TestQuestions_stampTellsOfEveryChange(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		seen := map[string]bool{}
		differs := func(what string, empty bool) {
			t.Helper()
			stamp, err := k.QuestionStamp(t.Context(), acme)
			if err != nil || (stamp == "") != empty || stamp != "" && seen[stamp] {
				t.Errorf("after %s: stamp %q, %v", what, stamp, err)
			}
			seen[stamp] = true
		}
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		differs("nothing", true)
		for range 2 { // a stamp never comes back
			do(k.PutQuestion(t.Context(), aQuestion(acme, "own-1", 1)))
			differs("the first", false)
			do(k.PutQuestion(t.Context(), aQuestion(acme, "own-1", 2)))
			differs("a change", false)
			do(k.PutQuestion(t.Context(), aQuestion(globex, "own-1", 1)))
			do(k.DropQuestion(t.Context(), globex, "own-1"))
			do(k.DropQuestion(t.Context(), acme, "own-1"))
			differs("the last removal", true)
		}
		wantQuestions(t, k, acme)
	})
}

// Two processes save the same question at once: one version is kept for each number.
func TestQuestions_savedAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, b storetest.Bench) {
		handles := []*Interviews{NewInterviews(b.Open(t), TxHooks{}), NewInterviews(b.Open(t), TxHooks{})}
		for version := 1; version <= 4; version++ {
			var kept atomic.Int32
			var group sync.WaitGroup
			for i := range 8 {
				group.Go(func() {
					switch err := handles[i%2].PutQuestion(context.Background(), aQuestion(acme, "own-1", version)); {
					case err == nil:
						kept.Add(1)
					case !errors.Is(err, interview.ErrMoved):
						t.Error(err)
					}
				})
			}
			group.Wait()
			if n := kept.Load(); n != 1 {
				t.Errorf("version %d was kept %d times", version, n)
			}
		}
	}, Schema())
}

func TestVacancies_keepWhatTheySayOfQuestions(t *testing.T) {
	keepers(t, func(t *testing.T, k keeper) {
		v := aVacancy(acme, "v1", "x", 1)
		v.Choices = []vacancy.Choice{{Question: "own-1", Use: vacancy.Pinned, Weight: 0.5}, {Question: "go-x", Use: vacancy.Excluded}}
		if err := k.PutVacancy(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		wantVacancies(t, k, acme, v)
		v.Version, v.Choices = 2, nil
		if err := k.PutVacancy(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		wantVacancies(t, k, acme, v)
	})
}
