package bank_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/examtest"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
)

func ids(refs []problem.Ref) []string {
	list := []string{}
	for _, r := range refs {
		list = append(list, r.ID)
	}
	return list
}

func TestSearch_pagesThroughTheSite(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 170)
	want := s.Holding(examtest.Math, "лесник")
	for _, limit := range []int{3, 5, 7, 20, 50} {
		b, _ := examtest.NewBank(t, s)
		var got []string
		for offset, more := 0, true; more && offset < 200; offset += limit {
			listed, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "лесник", Limit: limit, Offset: offset})
			if err != nil {
				t.Fatal(err)
			}
			if listed.Local || len(listed.Problems) != len(listed.Refs) {
				t.Errorf("limit %d: %+v", limit, listed)
			}
			got = append(got, ids(listed.Refs)...)
			more = listed.More
			if !more && offset > 0 && len(listed.Refs) == 0 {
				break
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limit %d:\n%s", limit, diff)
		}
	}
}

func TestSearch_costsOneRequestForFiveProblems(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 200)
	b, shelf := examtest.NewBank(t, s)
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "треть", Limit: 20})
	if err != nil || len(listed.Refs) != 20 || !listed.More {
		t.Fatalf("%d listed, %v", len(listed.Refs), err)
	}
	if asked := s.Requests(); len(asked) != 4 {
		t.Errorf("asked %v, want 4 pages of five", asked)
	}
	if len(examtest.All(t, shelf)) != 20 {
		t.Errorf("%d kept", len(examtest.All(t, shelf)))
	}
	if _, err := b.Problems(t.Context(), examtest.Math, ids(listed.Refs[:10])); err != nil || len(s.Requests()) != 0 {
		t.Errorf("the listed problems were fetched again: %v", err)
	}
}

func TestSearch_pastTheEnd(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 40)
	b, _ := examtest.NewBank(t, s)
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "лесник", Limit: 5, Offset: 500})
	if err != nil || len(listed.Refs) != 0 || listed.More {
		t.Errorf("got %+v, %v", listed, err)
	}
	whole, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "лесник", Limit: 50})
	if want := len(s.Holding(examtest.Math, "лесник")); err != nil || whole.Total != want || whole.More {
		t.Errorf("total %d of %d, %v", whole.Total, want, err)
	}
	none, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "дирижабль", Limit: 5})
	if err != nil || len(none.Refs) != 0 || none.More || len(none.Warnings) != 1 {
		t.Errorf("nothing: %+v, %v", none, err)
	}
}

func TestSearch_partOfTheListWhenThePagesBreak(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 200)
	s.Broken["search math треть 3"] = examtest.ErrDown
	b, _ := examtest.NewBank(t, s)
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "треть", Limit: 20})
	if err != nil || len(listed.Refs) != 10 || len(listed.Warnings) != 1 || !listed.More {
		t.Errorf("%d listed with %v, %v", len(listed.Refs), listed.Warnings, err)
	}
}

func TestSearch_byTheBank(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 60)
	down := examtest.Stocked(examtest.Math, 60)
	down.Down = examtest.ErrDown
	offline, _ := examtest.Offline(t, s)
	fallen, shelf := examtest.NewBank(t, down)
	examtest.Put(t, shelf, down, examtest.Today)
	for name, c := range map[string]struct {
		bank  *bank.Bank
		stale bool
	}{"alone": {offline, false}, "the site is down": {fallen, true}} {
		listed, err := c.bank.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "лесника саженцы", Limit: 4})
		if err != nil || !listed.Local || listed.Stale != c.stale {
			t.Fatalf("%s: %+v, %v", name, listed.Provenance, err)
		}
		want := s.Holding(examtest.Math, "лесник саженцев")
		if listed.Total != len(want) || len(want) == 0 || listed.More != (len(want) > 4) {
			t.Errorf("%s: %d listed of %d, want those with both words: %v", name, listed.Total, len(want), ids(listed.Refs))
		}
		for _, ref := range listed.Refs {
			if !slices.Contains(want, ref.ID) {
				t.Errorf("%s: %s has not both words", name, ref)
			}
		}
	}
	if _, err := fallen.Search(t.Context(), bank.ListQuery{Course: examtest.Russian, Words: "лесник", Limit: 4}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a course the bank has nothing of, and no site: %v", err)
	}
}

func TestSearch_copiedCourseNeedsNoSite(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 60)
	b, _ := examtest.NewBank(t, s)
	if _, err := b.Sync(t.Context(), examtest.Math, bank.SyncOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	s.Requests()
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: examtest.Math, Words: "гончар", Limit: 50})
	if err != nil || !listed.Local || listed.Stale || len(s.Requests()) != 0 {
		t.Fatalf("%+v, %v", listed, err)
	}
	got := ids(listed.Refs)
	slices.Sort(got)
	if diff := cmp.Diff(s.Holding(examtest.Math, "гончар"), got); diff != "" {
		t.Error(diff)
	}
}

func TestSearch_refuses(t *testing.T) {
	t.Parallel()
	b, _ := examtest.Offline(t, examtest.Stocked(examtest.Math, 1))
	for name, q := range map[string]bank.ListQuery{
		"no words": {Course: examtest.Math, Limit: 5}, "no limit": {Course: examtest.Math, Words: "лесник"},
		"before the start": {Course: examtest.Math, Words: "лесник", Limit: 5, Offset: -1}, "no course": {Words: "лесник", Limit: 5},
	} {
		if _, err := b.Search(t.Context(), q); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := examtest.Stocked(examtest.Math, 5)
	s.Down = context.Canceled
	exams, _ := examtest.NewBank(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := exams.Search(ctx, bank.ListQuery{Course: examtest.Math, Words: "лесник", Limit: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCategory_onePrintPageForAll(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 200)
	b, _ := examtest.NewBank(t, s)
	want := s.Members["ege/math/100"]
	first, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "100", Limit: 20})
	if err != nil || first.Local || first.FromCache || first.Total != len(want) {
		t.Fatalf("%+v, %v", first.Provenance, err)
	}
	if diff := cmp.Diff([]string{"category math 100 0"}, s.Requests()); diff != "" {
		t.Error(diff)
	}
	got := ids(first.Refs)
	second, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "100", Limit: 20, Offset: 4})
	if err != nil || !second.Local || !second.FromCache || len(s.Requests()) != 0 {
		t.Errorf("the second page: %+v, %v", second.Provenance, err)
	}
	if got = append(got[:4], ids(second.Refs)...); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v in the order of the site", got, want)
	}
}

func TestCategory_listPages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		noPrint  bool
		limit    int
		requests int
	}{
		"few":              {false, 10, 2},
		"no print page":    {true, 50, 4}, // the failed one, two pages, and the last one again
		"exactly a page":   {false, 5, 1},
		"less than a page": {false, 3, 1},
	} {
		s := examtest.Stocked(examtest.Math, 40)
		s.NoPrint = c.noPrint
		b, _ := examtest.NewBank(t, s)
		listed, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "200", Limit: c.limit})
		want := s.Members["ege/math/200"]
		if err != nil || !slices.Equal(ids(listed.Refs), want[:min(c.limit, len(want))]) {
			t.Errorf("%s: %v, %v", name, ids(listed.Refs), err)
		}
		if asked := s.Requests(); len(asked) != c.requests {
			t.Errorf("%s: asked %v, want %d requests", name, asked, c.requests)
		}
	}
}

// A print page that fails may leave the list pages working, or say that nothing will.
func TestCategory_whenThePrintPageFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		failure  *fault.Error
		listed   bool
		requests int
	}{
		"forbidden by robots.txt": {fault.E(fault.Denied, fault.Say("Forbidden.", "Запрещено."), nil), true, 4},
		"no such page":            {fault.E(fault.NotFound, fault.Say("Nothing.", "Ничего."), nil), true, 4},
		"of another build":        {fault.E(fault.Upstream, fault.Say("Changed.", "Изменена."), nil), true, 4},
		"too large":               {fault.E(fault.TooLarge, fault.Say("Large.", "Велика."), nil), true, 4},
		"a captcha":               {errCaptcha, false, 1},
		"out of reach":            {fault.E(fault.Unavailable, fault.Say("Down.", "Недоступен."), nil), false, 1},
	} {
		s := examtest.Stocked(examtest.Math, 40)
		s.Broken["category math 200 0"] = c.failure
		b, _ := examtest.NewBank(t, s)
		listed, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "200", Limit: 50})
		if c.listed && (err != nil || !slices.Equal(ids(listed.Refs), s.Members["ege/math/200"])) {
			t.Errorf("%s: %v, %v", name, ids(listed.Refs), err)
		}
		if !c.listed && fault.KindOf(err) != c.failure.Kind {
			t.Errorf("%s: %v", name, err)
		}
		if asked := s.Requests(); len(asked) != c.requests {
			t.Errorf("%s: asked %v, want %d requests", name, asked, c.requests)
		}
	}
}

// errCaptcha is what the adapter says of a site that suspects a machine.
var errCaptcha = fault.E(fault.Upstream, fault.Say("A captcha.", "Капча."), nil).After(time.Hour)

func TestCategory_failures(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 40)
	b, _ := examtest.NewBank(t, s)
	for name, c := range map[string]struct {
		category string
		want     fault.Kind
	}{
		"letters": {"1a", fault.Invalid}, "nothing": {"", fault.Invalid}, "too long": {strings.Repeat("1", 21), fault.Invalid},
		"unknown": {"777", fault.NotFound},
	} {
		if _, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: c.category, Limit: 20}); fault.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "100", Limit: 20}); err != nil {
		t.Fatal(err)
	}
	s.Now = func() time.Time { return examtest.Today.Add(60 * 24 * time.Hour) }
	old := bank.New(bank.Parts{Shelf: b.Shelf, Site: s, Now: s.Now})
	s.Down = examtest.ErrDown
	listed, err := old.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "100", Limit: 20})
	if err != nil || !listed.Stale || !listed.Local || len(listed.Refs) == 0 || len(listed.Warnings) == 0 {
		t.Errorf("an old copy and no site: %+v, %v", listed, err)
	}
	if _, err := old.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "200", Limit: 20}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("no copy and no site: %v", err)
	}
	lonely, _ := examtest.Offline(t, s)
	_, err = lonely.Category(t.Context(), bank.ListQuery{Course: examtest.Math, Category: "100", Limit: 20})
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Hint.RU == "" {
		t.Errorf("alone without a copy: %v", err)
	}
}

func TestCatalogue_fourWays(t *testing.T) {
	t.Parallel()
	s := examtest.Stocked(examtest.Math, 40)
	now := examtest.Today
	s.Now = func() time.Time { return now }
	b, shelf := examtest.NewBank(t, s)
	read := func() (problem.Catalogue, problem.Provenance) {
		t.Helper()
		c, from, err := b.Catalogue(t.Context(), examtest.Math)
		if err != nil {
			t.Fatal(err)
		}
		return c, from
	}
	if c, from := read(); len(c.Topics) != 4 || from.FromCache || len(s.Requests()) != 1 {
		t.Errorf("from the site: %+v", from)
	}
	if _, from := read(); !from.FromCache || from.Stale || len(s.Requests()) != 0 {
		t.Errorf("the copy of today: %+v", from)
	}
	now = examtest.Today.Add(25 * time.Hour)
	s.Down = examtest.ErrDown
	if c, from := read(); len(c.Topics) != 4 || !from.Stale || !from.FetchedAt.Equal(examtest.Today) {
		t.Errorf("the copy of yesterday: %+v", from)
	}
	s.Down = nil
	if _, from := read(); from.Stale || !from.FetchedAt.Equal(now) {
		t.Errorf("renewed: %+v", from)
	}
	examtest.Put(t, shelf, examtest.Stocked(examtest.Russian, 12), now)
	s.Down = examtest.ErrDown
	c, from, err := b.Catalogue(t.Context(), examtest.Russian)
	if err != nil || !c.Derived || !from.Stale || len(c.Topics) != 4 || c.Topics[0].ID != "1" || c.Topics[0].Count != 3 {
		t.Errorf("derived: %+v, %+v, %v", c, from, err)
	}
	if _, _, err := b.Catalogue(t.Context(), examtest.OGE); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("nothing to derive from: %v", err)
	}
}

func TestCatalogue_derivedOrder(t *testing.T) {
	t.Parallel()
	s := examtest.NewSite()
	for n, kind := range []string{"10", "Д A7", "2", "Д1", "9"} {
		p := examtest.Invent(examtest.Math, n)
		p.Type = kind
		s.Problems[p.Ref] = p
	}
	b, _ := examtest.Offline(t, s)
	c, _, err := b.Catalogue(t.Context(), examtest.Math)
	var kinds []string
	for _, topic := range c.Topics {
		kinds = append(kinds, fmt.Sprint(topic.ID, topic.Supplementary))
	}
	want := []string{"2false", "9false", "10false", "Д1true", "Д A7true"}
	if diff := cmp.Diff(want, kinds); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}
