package market

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/market/currency"
	"kadry/internal/market/posting"
	fiction "kadry/internal/market/sample"
)

// The chosen postings are of every experience, with and without pay, as their shares are; the
// same postings are chosen again, and none that is known whole.
func TestSpread(t *testing.T) {
	t.Parallel()
	type stratum struct {
		experience posting.Experience
		paid       bool
	}
	of := func(p posting.Posting) stratum { return stratum{p.Experience, p.Pay != nil} }
	rapid.Check(t, func(t *rapid.T) {
		list := fiction.Postings(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 300).Draw(t, "postings"), time.Now())
		open := map[stratum]int{}
		all := 0
		for i := range list {
			if rapid.IntRange(0, 3).Draw(t, "detail") > 0 {
				list[i].Description, list[i].KeySkills = "", nil
			}
			if !list[i].IsDetailed() {
				open[of(list[i])]++
				all++
			}
		}
		most := rapid.IntRange(0, 100).Draw(t, "most")
		chosen := spread(list, most)
		if len(chosen) != min(most, all) || !slices.Equal(chosen, spread(list, most)) || !slices.IsSorted(chosen) || len(slices.Compact(slices.Clone(chosen))) != len(chosen) {
			t.Fatalf("%d of %d for %d: %v", len(chosen), all, most, chosen)
		}
		got := map[stratum]int{}
		for _, i := range chosen {
			if list[i].IsDetailed() {
				t.Fatalf("%d is known whole", i)
			}
			got[of(list[i])]++
		}
		for s, n := range open {
			if exact := float64(n) * float64(len(chosen)) / float64(all); float64(got[s]) < exact-1 || float64(got[s]) > exact+1 {
				t.Fatalf("%v: %d of %d, want about %.1f", s, got[s], n, exact)
			}
		}
	})
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	rates := currency.Rates{Units: map[string]float64{"USD": 80}}
	rub := func(from, to float64) *posting.Pay { return &posting.Pay{From: from, To: to, Currency: "RUB"} }
	for name, c := range map[string]struct {
		pay      *posting.Pay
		from, to int
		money    string
		want     bool
	}{
		"nothing asked":                  {nil, 0, 0, "RUB", true},
		"no pay stated":                  {nil, 100, 0, "RUB", false},
		"within":                         {rub(150, 180), 100, 200, "RUB", true},
		"around":                         {rub(50, 300), 100, 200, "RUB", true},
		"begins at the end":              {rub(200, 300), 100, 200, "RUB", true},
		"begins behind the end":          {rub(201, 300), 100, 200, "RUB", false},
		"ends before the beginning":      {rub(50, 99), 100, 200, "RUB", false},
		"open above, begins below":       {rub(50, 0), 100, 200, "RUB", true},
		"open above, begins behind":      {rub(201, 0), 100, 200, "RUB", false},
		"open above, nothing above":      {rub(50, 0), 100, 0, "RUB", true},
		"open below":                     {rub(0, 150), 100, 0, "RUB", true},
		"open below, ends too early":     {rub(0, 99), 100, 200, "RUB", false},
		"other currency, in":             {&posting.Pay{From: 2, To: 2, Currency: "USD"}, 100, 200, "RUB", true},
		"other currency, out":            {&posting.Pay{From: 3, To: 4, Currency: "USD"}, 100, 200, "RUB", false},
		"asked in another":               {rub(150, 170), 2, 3, "USD", true},
		"a currency without a rate":      {&posting.Pay{From: 150, Currency: "XTS"}, 100, 200, "RUB", false},
		"asked only for an end":          {rub(50, 60), 0, 100, "RUB", true},
		"asked only for an end, too far": {rub(101, 0), 0, 100, "RUB", false},
	} {
		if got := overlaps(c.pay, searchInput{SalaryFrom: c.from, SalaryTo: c.to, Currency: c.money}, rates); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
