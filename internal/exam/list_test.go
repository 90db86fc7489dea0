package exam_test

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
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func ids(refs []problem.Ref) []string {
	list := []string{}
	for _, r := range refs {
		list = append(list, r.ID)
	}
	return list
}

// holding are the numbers of a site's problems whose text has a word, in order.
func (s *fakeSite) holding(course subject.Course, word string) []string {
	list := []string{}
	for ref, p := range s.problems {
		if ref.Course == course && holdsAll(p.Searchable(), word) {
			list = append(list, ref.ID)
		}
	}
	slices.Sort(list)
	return list
}

func TestSearch_pagesThroughTheSite(t *testing.T) {
	t.Parallel()
	s := stocked(math, 170)
	want := s.holding(math, "лесник")
	for _, limit := range []int{3, 5, 7, 20, 50} {
		b, _ := newBank(t, s)
		var got []string
		for offset, more := 0, true; more && offset < 200; offset += limit {
			listed, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "лесник", Limit: limit, Offset: offset})
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
	s := stocked(math, 200)
	b, shelf := newBank(t, s)
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "треть", Limit: 20})
	if err != nil || len(listed.Refs) != 20 || !listed.More {
		t.Fatalf("%d listed, %v", len(listed.Refs), err)
	}
	if asked := s.requests(); len(asked) != 4 {
		t.Errorf("asked %v, want 4 pages of five", asked)
	}
	if len(shelved(t, shelf)) != 20 {
		t.Errorf("%d kept", len(shelved(t, shelf)))
	}
	if _, err := b.Problems(t.Context(), math, ids(listed.Refs[:10])); err != nil || len(s.requests()) != 0 {
		t.Errorf("the listed problems were fetched again: %v", err)
	}
}

func TestSearch_pastTheEnd(t *testing.T) {
	t.Parallel()
	s := stocked(math, 40)
	b, _ := newBank(t, s)
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "лесник", Limit: 5, Offset: 500})
	if err != nil || len(listed.Refs) != 0 || listed.More {
		t.Errorf("got %+v, %v", listed, err)
	}
	whole, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "лесник", Limit: 50})
	if want := len(s.holding(math, "лесник")); err != nil || whole.Total != want || whole.More {
		t.Errorf("total %d of %d, %v", whole.Total, want, err)
	}
	none, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "дирижабль", Limit: 5})
	if err != nil || len(none.Refs) != 0 || none.More || len(none.Warnings) != 1 {
		t.Errorf("nothing: %+v, %v", none, err)
	}
}

func TestSearch_partOfTheListWhenThePagesBreak(t *testing.T) {
	t.Parallel()
	s := stocked(math, 200)
	s.broken["search math треть 3"] = errDown
	b, _ := newBank(t, s)
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "треть", Limit: 20})
	if err != nil || len(listed.Refs) != 10 || len(listed.Warnings) != 1 || !listed.More {
		t.Errorf("%d listed with %v, %v", len(listed.Refs), listed.Warnings, err)
	}
}

func TestSearch_byTheBank(t *testing.T) {
	t.Parallel()
	s := stocked(math, 60)
	down := stocked(math, 60)
	down.down = errDown
	offline, _ := alone(t, s)
	fallen, shelf := newBank(t, down)
	put(t, shelf, down, today)
	for name, c := range map[string]struct {
		bank  *bank.Bank
		stale bool
	}{"alone": {offline, false}, "the site is down": {fallen, true}} {
		listed, err := c.bank.Search(t.Context(), bank.ListQuery{Course: math, Words: "лесника саженцы", Limit: 4})
		if err != nil || !listed.Local || listed.Stale != c.stale {
			t.Fatalf("%s: %+v, %v", name, listed.Provenance, err)
		}
		want := s.holding(math, "лесник саженцев")
		if listed.Total != len(want) || len(want) == 0 || listed.More != (len(want) > 4) {
			t.Errorf("%s: %d listed of %d, want those with both words: %v", name, listed.Total, len(want), ids(listed.Refs))
		}
		for _, ref := range listed.Refs {
			if !slices.Contains(want, ref.ID) {
				t.Errorf("%s: %s has not both words", name, ref)
			}
		}
	}
	if _, err := fallen.Search(t.Context(), bank.ListQuery{Course: russian, Words: "лесник", Limit: 4}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a course the bank has nothing of, and no site: %v", err)
	}
}

func TestSearch_copiedCourseNeedsNoSite(t *testing.T) {
	t.Parallel()
	s := stocked(math, 60)
	b, _ := newBank(t, s)
	if _, err := b.Sync(t.Context(), math, bank.SyncOptions{}, nil); err != nil {
		t.Fatal(err)
	}
	s.requests()
	listed, err := b.Search(t.Context(), bank.ListQuery{Course: math, Words: "гончар", Limit: 50})
	if err != nil || !listed.Local || listed.Stale || len(s.requests()) != 0 {
		t.Fatalf("%+v, %v", listed, err)
	}
	got := ids(listed.Refs)
	slices.Sort(got)
	if diff := cmp.Diff(s.holding(math, "гончар"), got); diff != "" {
		t.Error(diff)
	}
}

func TestSearch_refuses(t *testing.T) {
	t.Parallel()
	b, _ := alone(t, stocked(math, 1))
	for name, q := range map[string]bank.ListQuery{
		"no words": {Course: math, Limit: 5}, "no limit": {Course: math, Words: "лесник"},
		"before the start": {Course: math, Words: "лесник", Limit: 5, Offset: -1}, "no course": {Words: "лесник", Limit: 5},
	} {
		if _, err := b.Search(t.Context(), q); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := stocked(math, 5)
	s.down = context.Canceled
	exams, _ := newBank(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := exams.Search(ctx, bank.ListQuery{Course: math, Words: "лесник", Limit: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCategory_onePrintPageForAll(t *testing.T) {
	t.Parallel()
	s := stocked(math, 200)
	b, _ := newBank(t, s)
	want := s.members["ege/math/100"]
	first, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: "100", Limit: 20})
	if err != nil || first.Local || first.FromCache || first.Total != len(want) {
		t.Fatalf("%+v, %v", first.Provenance, err)
	}
	if diff := cmp.Diff([]string{"category math 100 0"}, s.requests()); diff != "" {
		t.Error(diff)
	}
	got := ids(first.Refs)
	second, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: "100", Limit: 20, Offset: 4})
	if err != nil || !second.Local || !second.FromCache || len(s.requests()) != 0 {
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
		s := stocked(math, 40)
		s.noPrint = c.noPrint
		b, _ := newBank(t, s)
		listed, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: "200", Limit: c.limit})
		want := s.members["ege/math/200"]
		if err != nil || !slices.Equal(ids(listed.Refs), want[:min(c.limit, len(want))]) {
			t.Errorf("%s: %v, %v", name, ids(listed.Refs), err)
		}
		if asked := s.requests(); len(asked) != c.requests {
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
		s := stocked(math, 40)
		s.broken["category math 200 0"] = c.failure
		b, _ := newBank(t, s)
		listed, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: "200", Limit: 50})
		if c.listed && (err != nil || !slices.Equal(ids(listed.Refs), s.members["ege/math/200"])) {
			t.Errorf("%s: %v, %v", name, ids(listed.Refs), err)
		}
		if !c.listed && fault.KindOf(err) != c.failure.Kind {
			t.Errorf("%s: %v", name, err)
		}
		if asked := s.requests(); len(asked) != c.requests {
			t.Errorf("%s: asked %v, want %d requests", name, asked, c.requests)
		}
	}
}

// errCaptcha is what the adapter says of a site that suspects a machine.
var errCaptcha = fault.E(fault.Upstream, fault.Say("A captcha.", "Капча."), nil).After(time.Hour)

func TestCategory_failures(t *testing.T) {
	t.Parallel()
	s := stocked(math, 40)
	b, _ := newBank(t, s)
	for name, c := range map[string]struct {
		category string
		want     fault.Kind
	}{
		"letters": {"1a", fault.Invalid}, "nothing": {"", fault.Invalid}, "too long": {strings.Repeat("1", 21), fault.Invalid},
		"unknown": {"777", fault.NotFound},
	} {
		if _, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: c.category, Limit: 20}); fault.KindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.Category(t.Context(), bank.ListQuery{Course: math, Category: "100", Limit: 20}); err != nil {
		t.Fatal(err)
	}
	s.now = func() time.Time { return today.Add(60 * 24 * time.Hour) }
	old := bank.New(bank.Parts{Shelf: b.Shelf, Site: s, Now: s.now})
	s.down = errDown
	listed, err := old.Category(t.Context(), bank.ListQuery{Course: math, Category: "100", Limit: 20})
	if err != nil || !listed.Stale || !listed.Local || len(listed.Refs) == 0 || len(listed.Warnings) == 0 {
		t.Errorf("an old copy and no site: %+v, %v", listed, err)
	}
	if _, err := old.Category(t.Context(), bank.ListQuery{Course: math, Category: "200", Limit: 20}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("no copy and no site: %v", err)
	}
	lonely, _ := alone(t, s)
	_, err = lonely.Category(t.Context(), bank.ListQuery{Course: math, Category: "100", Limit: 20})
	if f := fault.From(err); f == nil || f.Kind != fault.NotFound || f.Hint.RU == "" {
		t.Errorf("alone without a copy: %v", err)
	}
}

func TestCatalogue_fourWays(t *testing.T) {
	t.Parallel()
	s := stocked(math, 40)
	now := today
	s.now = func() time.Time { return now }
	b, shelf := newBank(t, s)
	read := func() (problem.Catalogue, problem.Provenance) {
		t.Helper()
		c, from, err := b.Catalogue(t.Context(), math)
		if err != nil {
			t.Fatal(err)
		}
		return c, from
	}
	if c, from := read(); len(c.Topics) != 4 || from.FromCache || len(s.requests()) != 1 {
		t.Errorf("from the site: %+v", from)
	}
	if _, from := read(); !from.FromCache || from.Stale || len(s.requests()) != 0 {
		t.Errorf("the copy of today: %+v", from)
	}
	now = today.Add(25 * time.Hour)
	s.down = errDown
	if c, from := read(); len(c.Topics) != 4 || !from.Stale || !from.FetchedAt.Equal(today) {
		t.Errorf("the copy of yesterday: %+v", from)
	}
	s.down = nil
	if _, from := read(); from.Stale || !from.FetchedAt.Equal(now) {
		t.Errorf("renewed: %+v", from)
	}
	put(t, shelf, stocked(russian, 12), now)
	s.down = errDown
	c, from, err := b.Catalogue(t.Context(), russian)
	if err != nil || !c.Derived || !from.Stale || len(c.Topics) != 4 || c.Topics[0].ID != "1" || c.Topics[0].Count != 3 {
		t.Errorf("derived: %+v, %+v, %v", c, from, err)
	}
	if _, _, err := b.Catalogue(t.Context(), oge); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("nothing to derive from: %v", err)
	}
}

func TestCatalogue_derivedOrder(t *testing.T) {
	t.Parallel()
	s := newSite()
	for n, kind := range []string{"10", "Д A7", "2", "Д1", "9"} {
		p := invent(math, n)
		p.Type = kind
		s.problems[p.Ref] = p
	}
	b, _ := alone(t, s)
	c, _, err := b.Catalogue(t.Context(), math)
	var kinds []string
	for _, topic := range c.Topics {
		kinds = append(kinds, fmt.Sprint(topic.ID, topic.Supplementary))
	}
	want := []string{"2false", "9false", "10false", "Д1true", "Д A7true"}
	if diff := cmp.Diff(want, kinds); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}
