package exam_test

import (
	"slices"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// unanswered is a problem as a test shows it.
func unanswered(p problem.Problem) *problem.Problem {
	p.Answer, p.Solution, p.Analogs = "", problem.Body{}, nil
	return &p
}

// withTest adds a test of four problems, the second and the third with hidden numbers.
func (s *fakeSite) withTest(course subject.Course) {
	v := problem.Variant{Course: course, ID: "555", Title: "Тренировочный вариант"}
	for i, n := range []int{3, 8, 15, 22} {
		p := unanswered(invent(course, n))
		item := problem.Item{Position: i + 1, Ref: p.Ref, Problem: p}
		if i == 1 || i == 2 {
			p.ID = ""
			item.Ref, item.Hidden = problem.Ref{}, true
		}
		v.Items = append(v.Items, item)
	}
	s.variants["555"] = v
}

func itemIDs(v problem.Variant) []string {
	var list []string
	for _, item := range v.Items {
		list = append(list, item.Ref.ID)
	}
	return list
}

func TestVariant_findsHiddenNumbers(t *testing.T) {
	t.Parallel()
	s := stocked(math, 40)
	s.withTest(math)
	b, shelf := newBank(t, s)
	blind, from, err := b.Variant(t.Context(), math, "555")
	if err != nil || from.FromCache || !slices.Equal(itemIDs(blind), []string{"1003", "", "", "1022"}) || len(blind.Warnings) != 1 {
		t.Fatalf("an empty bank: %v, %v, %v", itemIDs(blind), blind.Warnings, err)
	}
	put(t, shelf, s, today)
	seeing, _, err := b.Variant(t.Context(), math, "№ 555")
	if err != nil || !slices.Equal(itemIDs(seeing), []string{"1003", "1008", "1015", "1022"}) || len(seeing.Warnings) != 0 {
		t.Fatalf("a full bank: %v, %v, %v", itemIDs(seeing), seeing.Warnings, err)
	}
	if hidden := seeing.Items[1]; !hidden.Hidden || hidden.Found < 0.9 {
		t.Errorf("a found number: %+v", hidden)
	}
	if shown := seeing.Items[0]; shown.Hidden || shown.Found != 0 {
		t.Errorf("a shown number: %+v", shown)
	}
}

// A test shows no answers: what it shows must not pass for the whole problem.
func TestVariant_doesNotStandInForAProblem(t *testing.T) {
	t.Parallel()
	s := stocked(math, 40)
	s.withTest(math)
	b, _ := newBank(t, s)
	if _, _, err := b.Variant(t.Context(), math, "555"); err != nil {
		t.Fatal(err)
	}
	s.requests()
	got, err := b.Problem(t.Context(), refOf(math, "1003"), bank.AnyCopy)
	if err != nil || got.Answer != invent(math, 3).Answer || len(s.requests()) != 1 {
		t.Errorf("answer %q, %v", got.Answer, err)
	}
}

func TestVariant_keptCopy(t *testing.T) {
	t.Parallel()
	s := stocked(math, 40)
	s.withTest(math)
	b, shelf := newBank(t, s)
	put(t, shelf, s, today)
	if _, _, err := b.Variant(t.Context(), math, "555"); err != nil {
		t.Fatal(err)
	}
	s.down = errDown
	got, from, err := b.Variant(t.Context(), math, "555")
	if err != nil || !from.Stale || !from.FromCache || !slices.Equal(itemIDs(got), []string{"1003", "1008", "1015", "1022"}) || len(got.Warnings) == 0 {
		t.Errorf("%v, %+v, %v", itemIDs(got), from, err)
	}
	offline := bank.New(bank.Parts{Shelf: shelf, Now: func() time.Time { return today }, Alone: true})
	if got, from, err := offline.Variant(t.Context(), math, "555"); err != nil || from.Stale || len(got.Items) != 4 || got.Items[0].Problem == nil {
		t.Errorf("alone: %+v, %v", from, err)
	}
}

func TestVariant_failures(t *testing.T) {
	t.Parallel()
	s := stocked(math, 4)
	b, _ := newBank(t, s)
	for id, want := range map[string]fault.Kind{"abc": fault.Invalid, "": fault.Invalid, "7": fault.NotFound} {
		if _, _, err := b.Variant(t.Context(), math, id); fault.KindOf(err) != want {
			t.Errorf("%q: %v", id, err)
		}
	}
	s.down = errDown
	if _, _, err := b.Variant(t.Context(), math, "7"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("no copy and no site: %v", err)
	}
}
