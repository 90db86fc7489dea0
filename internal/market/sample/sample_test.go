package sample_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"kadry/internal/market/posting"
	"kadry/internal/market/sample"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestPostings_theSameSeedIsTheSameMarket(t *testing.T) {
	t.Parallel()
	a, b := sample.Postings(1, 300, now), sample.Postings(1, 300, now)
	if !reflect.DeepEqual(a, b) || len(a) != 300 {
		t.Errorf("%d and %d postings that differ", len(a), len(b))
	}
	if reflect.DeepEqual(a, sample.Postings(2, 300, now)) {
		t.Error("another seed makes the same market")
	}
	if len(sample.Postings(3, 0, now)) != 0 {
		t.Error("none was asked for")
	}
}

func TestPostings_haveTheHabitsOfAMarket(t *testing.T) {
	t.Parallel()
	all := sample.Postings(1, 2000, now)
	ids, areas := map[string]bool{}, map[string]bool{}
	paid, both, gross, skilled, foreign, hourly := 0, 0, 0, 0, 0, 0
	for _, p := range all {
		ids[p.ID], areas[p.Area.ID] = true, true
		if p.Title == "" || p.Employer.Name == "" || len(p.Roles) != 1 || p.Description == "" || p.Experience == "" || len(p.Formats) == 0 ||
			p.Published.After(now) || p.Published.Before(now.AddDate(0, 0, -30)) || p.Created.After(p.Published) {
			t.Fatalf("%+v", p)
		}
		if len(p.KeySkills) > 0 {
			skilled++
		}
		if p.Pay == nil {
			continue
		}
		paid++
		if p.Pay.From <= 0 && p.Pay.To <= 0 || p.Pay.To > 0 && p.Pay.From > p.Pay.To {
			t.Fatalf("%+v", *p.Pay)
		}
		if p.Pay.From > 0 && p.Pay.To > 0 {
			both++
		}
		if p.Pay.Basis == posting.Gross {
			gross++
		}
		if p.Pay.Currency != "RUB" {
			foreign++
		}
		if p.Pay.Per == posting.Hour {
			hourly++
		}
	}
	if len(ids) != len(all) || len(areas) < 5 {
		t.Errorf("%d ids, %d areas", len(ids), len(areas))
	}
	for name, c := range map[string]struct{ n, of, low, high int }{
		"paid": {paid, 2000, 80, 92}, "both": {both, paid, 45, 62}, "gross": {gross, paid, 18, 32}, "skilled": {skilled, 2000, 65, 77},
		"foreign": {foreign, paid, 1, 6}, "hourly": {hourly, paid, 0, 5},
	} {
		if share := 100 * c.n / c.of; share < c.low || share > c.high || c.n == 0 {
			t.Errorf("%s: %d %%", name, share)
		}
	}
	if !slices.IsSortedFunc(all, func(a, b posting.Posting) int { return b.Published.Compare(a.Published) }) {
		t.Error("not the newest first")
	}
}
