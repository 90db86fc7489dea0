package currency_test

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"

	"kadry/internal/market/currency"
)

const daily = `<?xml version="1.0" encoding="windows-1251"?>
<ValCurs Date="21.11.2026" name="Foreign Currency Market"><Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>81,2500</Value><VunitRate>81,25</VunitRate></Valute>
<Valute ID="R01335"><CharCode>KZT</CharCode><Nominal>100</Nominal><Name>Тенге</Name><Value>15,5000</Value></Valute>
<Valute><CharCode>BAD</CharCode><Nominal>0</Nominal><Value>1</Value></Valute><Valute><CharCode>NEG</CharCode><Nominal>1</Nominal><Value>-3</Value></Valute></ValCurs>`

func windows1251(t testing.TB, text string) []byte {
	t.Helper()
	b, err := charmap.Windows1251.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestParseCBR(t *testing.T) {
	t.Parallel()
	r, err := currency.ParseCBR(bytes.NewReader(windows1251(t, daily)))
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Date.Format(time.DateOnly); got != "2026-11-21" || r.Source != currency.CBR || r.Stale {
		t.Errorf("%s from %s, stale %v", got, r.Source, r.Stale)
	}
	for code, want := range map[string]float64{"USD": 8125, "KZT": 15.5, "RUB": 100} {
		if got, ok := r.ToRUB(100, code); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("100 %s are %v RUB, %v; want %v", code, got, ok, want)
		}
	}
	if got, ok := r.FromRUB(8125, "USD"); !ok || math.Abs(got-100) > 1e-9 {
		t.Errorf("8,125 RUB are %v USD", got)
	}
	for _, code := range []string{"BAD", "NEG", "XXX", ""} {
		if got, ok := r.ToRUB(100, code); ok {
			t.Errorf("%q has the rate %v", code, got)
		}
	}
}

func TestParseHH(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	r, err := currency.ParseHH([]byte(`{"currency":[{"code":"RUR","rate":1},{"code":"USD","rate":0.0125},{"code":"BYR","rate":0.04},{"code":"EUR","rate":0}]}`), day)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]float64{"USD": 80, "BYN": 25, "RUB": 1} {
		if got, ok := r.ToRUB(1, code); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("1 %s is %v RUB, %v; want %v", code, got, ok, want)
		}
	}
	if _, ok := r.ToRUB(1, "EUR"); ok {
		t.Error("a rate of 0 is one")
	}
}

func TestParse_whatIsNone(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "<html>", "{}", `<ValCurs Date="21.11.2026"></ValCurs>`, `<ValCurs Date="soon"/>`, `<?xml version="1.0" encoding="koi8-r"?><a/>`} {
		if _, err := currency.ParseCBR(strings.NewReader(text)); err == nil {
			t.Errorf("%q are rates", text)
		}
		if _, err := currency.ParseHH([]byte(text), time.Time{}); err == nil {
			t.Errorf("%q are rates of HeadHunter", text)
		}
	}
}

func TestFallback_saysThatItIsOld(t *testing.T) {
	t.Parallel()
	r := currency.Fallback()
	if !r.Stale || r.Date.IsZero() || len(r.Codes()) < 8 {
		t.Errorf("%+v", r)
	}
	if _, ok := r.ToRUB(1, "XAU"); ok {
		t.Error("gold has a rate")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(windows1251(f, daily))
	f.Add([]byte(`{"currency":[{"code":"USD","rate":0.0125}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, parse := range []func() (currency.Rates, error){
			func() (currency.Rates, error) { return currency.ParseCBR(bytes.NewReader(body)) },
			func() (currency.Rates, error) { return currency.ParseHH(body, time.Time{}) },
		} {
			r, err := parse()
			if err != nil {
				continue
			}
			for _, code := range r.Codes() {
				if rub, ok := r.ToRUB(1, code); !ok || !(rub > 0) || math.IsInf(rub, 0) {
					t.Errorf("1 %s is %v RUB", code, rub)
				}
			}
		}
	})
}
