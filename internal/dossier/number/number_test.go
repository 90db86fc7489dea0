package number_test

import (
	"testing"

	"kadry/internal/dossier/number"
)

func TestAmount(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 1234567.6: "1,234,568", -450: "-450", -45000: "-45,000"} {
		if got := number.Amount(v, "en"); got != want {
			t.Errorf("%v: got %q", v, got)
		}
	}
	if got := number.Amount(300_000, "ru"); got != "300\u00a0000" {
		t.Errorf("got %q", got)
	}
}

func TestDecimal(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		number.Decimal(0.9, 2, "ru"): "0,90", number.Decimal(0.9, 2, "en"): "0.90",
		number.Short(3.46, "ru"): "3,5", number.Short(4, "ru"): "4", number.Short(4.04, "en"): "4",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
