package bank_test

import (
	"slices"
	"testing"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

func itemIDs(v problem.Variant) []string {
	var list []string
	for _, item := range v.Items {
		list = append(list, item.Ref.ID)
	}
	return list
}

func TestVariant_findsHiddenNumbers(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 40)
	s.WithTest(examtest.Math)
	b, shelf := examtest.NewBank(t, s)
	blind, from, err := b.Variant(t.Context(), examtest.Math, "555")
	if err != nil || from.FromCache || !slices.Equal(itemIDs(blind), []string{"1003", "", "", "1022"}) || len(blind.Warnings) != 1 {
		t.Fatalf("an empty bank: %v, %v, %v", itemIDs(blind), blind.Warnings, err)
	}
	examtest.Put(t, shelf, s, examtest.Today)
	seeing, _, err := b.Variant(t.Context(), examtest.Math, "№ 555")
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
	s := examtest.Stocked(examtest.Math, 40)
	s.WithTest(examtest.Math)
	b, _ := examtest.NewBank(t, s)
	if _, _, err := b.Variant(t.Context(), examtest.Math, "555"); err != nil {
		t.Fatal(err)
	}
	s.Requests()
	got, err := b.Problem(t.Context(), examtest.RefOf(examtest.Math, "1003"), bank.AnyCopy)
	if err != nil || got.Answer != examtest.Invent(examtest.Math, 3).Answer || len(s.Requests()) != 1 {
		t.Errorf("answer %q, %v", got.Answer, err)
	}
}

func TestVariant_keptCopy(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 40)
	s.WithTest(examtest.Math)
	b, shelf := examtest.NewBank(t, s)
	examtest.Put(t, shelf, s, examtest.Today)
	if _, _, err := b.Variant(t.Context(), examtest.Math, "555"); err != nil {
		t.Fatal(err)
	}
	s.Down = examtest.ErrDown
	got, from, err := b.Variant(t.Context(), examtest.Math, "555")
	if err != nil || !from.Stale || !from.FromCache || !slices.Equal(itemIDs(got), []string{"1003", "1008", "1015", "1022"}) || len(got.Warnings) == 0 {
		t.Errorf("%v, %+v, %v", itemIDs(got), from, err)
	}
	offline := bank.New(bank.Parts{Shelf: shelf, Now: func() time.Time { return examtest.Today }, Alone: true})
	if got, from, err := offline.Variant(t.Context(), examtest.Math, "555"); err != nil || from.Stale || len(got.Items) != 4 || got.Items[0].Problem == nil {
		t.Errorf("alone: %+v, %v", from, err)
	}
}

func TestVariant_failures(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 4)
	b, _ := examtest.NewBank(t, s)
	for id, want := range map[string]fault.Kind{"abc": fault.Invalid, "": fault.Invalid, "7": fault.NotFound} {
		if _, _, err := b.Variant(t.Context(), examtest.Math, id); fault.KindOf(err) != want {
			t.Errorf("%q: %v", id, err)
		}
	}
	s.Down = examtest.ErrDown
	if _, _, err := b.Variant(t.Context(), examtest.Math, "7"); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("no copy and no site: %v", err)
	}
}
