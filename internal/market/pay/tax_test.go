package pay_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/pay"
)

// The nets are reckoned by hand from the yearly brackets.
func TestNet(t *testing.T) {
	t.Parallel()
	for gross, want := range map[float64]float64{
		0:         0,
		100_000:   87_000,
		200_000:   174_000,                                               // the end of the first bracket
		300_000:   259_000,                                               // 312,000 + 180,000 of tax a year
		500_000:   174_000 + 5e6/12*0.85 - 170_000 + 68_333.333333333336, // 0.82 of what is over 5 million a year
		2_000_000: (2.4e6*0.87 + 2.6e6*0.85 + 15e6*0.82 + 4e6*0.80) / 12,
		5_000_000: (2.4e6*0.87 + 2.6e6*0.85 + 15e6*0.82 + 30e6*0.80 + 10e6*0.78) / 12,
	} {
		if got := pay.Net(gross); math.Abs(got-want) > 1e-6 {
			t.Errorf("net of %v is %v, want %v", gross, got, want)
		}
		if got := pay.Gross(want); math.Abs(got-gross) > 1e-6 {
			t.Errorf("gross for %v is %v, want %v", want, got, gross)
		}
	}
}

func TestNet_roundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gross := rapid.Float64Range(0, 1e8).Draw(t, "gross")
		net := pay.Net(gross)
		if back := pay.Gross(net); math.Abs(back-gross) > 1e-6*(1+gross) {
			t.Fatalf("%v leaves %v, which is left of %v", gross, net, back)
		}
		if tax := 1 - net/gross; gross > 0 && (tax < 0.13-1e-9 || tax > 0.22) {
			t.Fatalf("%v of %v is tax", tax, gross)
		}
		if more := pay.Net(gross + 1); more <= net {
			t.Fatalf("%v leaves %v, a rouble more leaves %v", gross, net, more)
		}
	})
}
