package pay_test

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
)

// exchange knows a dollar of 100 roubles.
func exchange(amount float64, code string) (float64, bool) {
	rate, ok := map[string]float64{"RUB": 1, "USD": 100}[code]
	return amount * rate, ok
}

func TestClean(t *testing.T) {
	t.Parallel()
	of := func(from, to float64, rest ...any) *posting.Pay {
		p := &posting.Pay{From: from, To: to, Currency: "RUB"}
		for _, r := range rest {
			switch r := r.(type) {
			case posting.Basis:
				p.Basis = r
			case posting.Per:
				p.Per = r
			case string:
				p.Currency = r
			}
		}
		return p
	}
	for name, c := range map[string]struct {
		pay   *posting.Pay
		basis posting.Basis
		want  pay.Cleaned
	}{
		"none":           {nil, posting.Net, pay.Cleaned{}},
		"nothing stated": {of(0, 0), posting.Net, pay.Cleaned{}},
		"net":            {of(100_000, 150_000, posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{100_000, 150_000}}}},
		"gross to net":   {of(100_000, 300_000, posting.Gross), posting.Net, pay.Cleaned{Offers: []pay.Offer{{87_000, 259_000}}}},
		"net to gross":   {of(0, 259_000, posting.Net), posting.Gross, pay.Cleaned{Offers: []pay.Offer{{0, 300_000}}}},
		"as stated":      {of(300_000, 0, posting.Gross), posting.Stated, pay.Cleaned{Offers: []pay.Offer{{300_000, 0}}}},
		"unknown is net": {of(100_000, 0), posting.Net, pay.Cleaned{Offers: []pay.Offer{{100_000, 0}}, BasisUnknown: 1}},
		"unknown, asked for gross": {
			of(87_000, 0), posting.Gross,
			pay.Cleaned{Offers: []pay.Offer{{100_000, 0}}, BasisUnknown: 1},
		},
		"dollars stay on their basis": {
			of(1000, 2000, "USD", posting.Gross), posting.Net,
			pay.Cleaned{Offers: []pay.Offer{{100_000, 200_000}}, ForeignBasis: 1},
		},
		"dollars net":      {of(1000, 2000, "USD", posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{100_000, 200_000}}}},
		"unknown currency": {of(100_000, 0, "XYZ"), posting.Net, pay.Cleaned{Excluded: pay.Excluded{BadCurrency: 1}}},
		"no currency":      {of(100_000, 0, ""), posting.Net, pay.Cleaned{Excluded: pay.Excluded{BadCurrency: 1}}},
		"by the hour":      {of(100_000, 0, posting.Hour), posting.Net, pay.Cleaned{Excluded: pay.Excluded{NotMonthly: 1}}},
		"by the month":     {of(100_000, 0, posting.Month, posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{100_000, 0}}}},
		"a shift's":        {of(5000, 0), posting.Net, pay.Cleaned{Excluded: pay.Excluded{Implausible: 1}}},
		"one bound is low": {of(5000, 70_000), posting.Net, pay.Cleaned{Excluded: pay.Excluded{Implausible: 1}}},
		"the floor itself": {of(20_000, 0, posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{20_000, 0}}}},
		"swapped":          {of(150_000, 100_000, posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{100_000, 150_000}}}},
		"five times":       {of(20_000, 100_000, posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{20_000, 100_000}}}},
		"beyond five":      {of(20_000, 100_001, posting.Net), posting.Net, pay.Cleaned{Offers: []pay.Offer{{20_000, 0}}}},
		"infinite":         {of(math.Inf(1), 0), posting.Net, pay.Cleaned{Excluded: pay.Excluded{Implausible: 1}}},
		"no number":        {of(math.NaN(), 50_000), posting.Net, pay.Cleaned{Excluded: pay.Excluded{Implausible: 1}}},
	} {
		got := pay.Terms{Basis: c.basis, Exchange: exchange}.Clean([]posting.Posting{{Pay: c.pay}})
		for i, o := range got.Offers {
			got.Offers[i] = pay.Offer{From: math.Round(o.From), To: math.Round(o.To)}
		}
		if len(got.Of) != len(got.Offers) {
			t.Errorf("%s: %d offers of %v", name, len(got.Offers), got.Of)
		}
		got.Of = nil
		if len(got.Offers) == 0 {
			got.Offers = nil
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// A typing error among many is left out, and counted.
func TestClean_typo(t *testing.T) {
	t.Parallel()
	postings := make([]posting.Posting, 300)
	for i := range postings {
		postings[i].Pay = &posting.Pay{From: 90_000 + float64(i)*100, Currency: "RUB"}
	}
	postings[7].Pay.From *= 1000
	got := pay.Terms{Basis: posting.Net, Exchange: exchange}.Clean(postings)
	if len(got.Offers) != 299 || got.Excluded.Implausible != 1 || got.Of[7] != 8 {
		t.Errorf("%d offers, excluded %+v, the eighth of posting %d", len(got.Offers), got.Excluded, got.Of[7])
	}
}

// Nothing is lost in silence, and what is left is in order.
func TestClean_countsEverything(t *testing.T) {
	t.Parallel()
	bound := rapid.OneOf(rapid.Just(0.), rapid.Float64Range(-1e3, 1e6), rapid.Float64())
	rapid.Check(t, func(t *rapid.T) {
		postings := rapid.SliceOf(rapid.Custom(func(t *rapid.T) posting.Posting {
			return posting.Posting{Pay: &posting.Pay{
				From: bound.Draw(t, "from"), To: bound.Draw(t, "to"), Currency: rapid.SampledFrom([]string{"RUB", "USD", "", "???"}).Draw(t, "code"),
				Basis: rapid.SampledFrom([]posting.Basis{"", posting.Net, posting.Gross}).Draw(t, "basis"), Per: rapid.SampledFrom([]posting.Per{"", posting.Month, posting.Shift}).Draw(t, "per"),
			}}
		})).Draw(t, "postings")
		got := pay.Terms{Basis: posting.Net, Exchange: exchange}.Clean(postings)
		stated := 0
		for _, p := range postings {
			if !(p.Pay.From <= 0 && p.Pay.To <= 0) {
				stated++
			}
		}
		if x := got.Excluded; len(got.Offers)+x.NotMonthly+x.Implausible+x.BadCurrency != stated {
			t.Fatalf("%d offers and %+v of %d", len(got.Offers), x, stated)
		}
		for _, o := range got.Offers {
			if !(o.From > 0 || o.To > 0) || o.IsBoth() && (o.From > o.To || o.To > 5.1*o.From) {
				t.Fatalf("an offer of %+v", o)
			}
		}
	})
}
