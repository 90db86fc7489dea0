package currency_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"kadry/internal/market/currency"
)

const daily = `<?xml version="1.0" encoding="windows-1251"?>
<ValCurs Date="21.11.2026" name="Foreign Currency Market">
<Valute ID="1"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>80,5</Value><VunitRate>80,5</VunitRate></Valute>
<Valute ID="2"><NumCode>398</NumCode><CharCode>KZT</CharCode><Nominal>100</Nominal><Name>Тенге</Name><Value>15,25</Value></Valute>
<Valute ID="3"><NumCode>860</NumCode><CharCode>UZS</CharCode><Nominal>0</Nominal><Name>Сумов</Name><Value>66,1</Value></Valute>
<Valute ID="4"><NumCode>933</NumCode><CharCode>BYN</CharCode><Nominal>1</Nominal><Name>Рубль</Name><Value>-3</Value><VunitRate>x</VunitRate></Valute>
</ValCurs>`

func cbr(t *testing.T) []byte {
	t.Helper()
	body, err := charmap.Windows1251.NewEncoder().String(daily)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(body)
}

func TestReadCBR(t *testing.T) {
	t.Parallel()
	r, err := currency.ReadCBR(bytes.NewReader(cbr(t)))
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC); !r.Date.Equal(want) || r.Origin != currency.CBR || r.Stale {
		t.Errorf("read as %v of %v, stale %v", r.Date, r.Origin, r.Stale)
	}
	for code, want := range map[string]float64{"USD": 80.5, "usd": 80.5, "KZT": 0.1525, "RUB": 1, "RUR": 1} {
		if got, ok := r.Rate(code); !ok || math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, %v, want %v", code, got, ok, want)
		}
	}
	for _, code := range []string{"UZS", "BYN", "EUR", "", "XXX", "рубль"} { // a nominal of none, a negative rate, not there
		if got, ok := r.Roubles(100, code); ok {
			t.Errorf("%q has the rate %v", code, got)
		}
	}
}

func TestReadHH(t *testing.T) {
	t.Parallel()
	asked := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	r, err := currency.ReadHH(strings.NewReader(`{"area":[],"currency":[{"code":"RUR","rate":1},{"code":"BYR","rate":0.04},{"code":"USD","rate":0.0125},{"code":"EUR","rate":0},{"code":"DOLLAR","rate":3}]}`), asked)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Date.Equal(asked) || r.Origin != currency.HH || len(r.Units) != 2 {
		t.Errorf("read %+v", r)
	}
	if got, ok := r.Roubles(10, "BYR"); !ok || got != 250 {
		t.Errorf("10 BYR are %v, %v", got, ok)
	}
	if only := r.Only([]string{"USD"}); len(only.Units) != 1 || len(r.Units) != 2 {
		t.Errorf("only USD: %v of %v", only.Units, r.Units)
	}
}

func TestRead_refusals(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "<html>", `<ValCurs Date="yesterday"/>`, `<ValCurs Date="21.11.2026"/>`, `<?xml version="1.0" encoding="koi8-r"?><ValCurs/>`} {
		if _, err := currency.ReadCBR(strings.NewReader(text)); !errors.Is(err, currency.ErrShape) {
			t.Errorf("CBR %q: %v", text, err)
		}
	}
	for _, text := range []string{"", "[]", "{}", `{"currency":[{"code":"RUR","rate":1}]}`, `{"currency":[{"code":"USD","rate":"0.01"}]}`, "<html>"} {
		if _, err := currency.ReadHH(strings.NewReader(text), time.Time{}); !errors.Is(err, currency.ErrShape) {
			t.Errorf("HH %q: %v", text, err)
		}
	}
}

// The last resort is marked as such and converts there and back.
func TestLast(t *testing.T) {
	t.Parallel()
	last := currency.Last()
	if !last.Stale || last.Date.IsZero() || last.Origin != currency.Bundled {
		t.Errorf("the last rates are %+v", last)
	}
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom([]string{"USD", "EUR", "KZT", "BYN", "UZS", "RUB"}).Draw(t, "code")
		amount := rapid.Float64Range(0, 1e9).Draw(t, "amount")
		roubles, ok := last.Roubles(amount, code)
		rate, _ := last.Rate(code)
		if !ok || math.Abs(roubles/rate-amount) > 1e-6*(amount+1) {
			t.Fatalf("%v %s are %v roubles", amount, code, roubles)
		}
	})
}

func FuzzReadCBR(f *testing.F) {
	f.Add([]byte(daily))
	f.Add([]byte(`<ValCurs Date="21.11.2026"><Valute><CharCode>USD</CharCode><Nominal>1e-300</Nominal><Value>1e300</Value></Valute></ValCurs>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := currency.ReadCBR(bytes.NewReader(body))
		sane(t, r, err)
	})
}

func FuzzReadHH(f *testing.F) {
	f.Add([]byte(`{"currency":[{"code":"BYR","rate":0.04},{"code":"USD","rate":1e-320}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := currency.ReadHH(bytes.NewReader(body), time.Time{})
		sane(t, r, err)
	})
}

// sane holds for whatever was read: either a refusal or positive rates of codes.
func sane(t *testing.T, r currency.Rates, err error) {
	t.Helper()
	if err != nil {
		if !errors.Is(err, currency.ErrShape) || len(r.Units) > 0 {
			t.Fatalf("refused with %v and %v", err, r.Units)
		}
		return
	}
	for code, rate := range r.Units {
		if len(code) != 3 || !(rate > 0) || math.IsInf(rate, 0) || code == "RUR" || code == "BYR" {
			t.Fatalf("%q at %v", code, rate)
		}
	}
}
