package pay_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

// market draws offers as markets show them: lognormal, mostly round, half of them with one bound.
func market(n int, round float64) []pay.Offer {
	random := rand.New(rand.NewPCG(4, 2))
	offers := make([]pay.Offer, n)
	for i := range offers {
		middle := 120_000 * math.Exp(0.45*random.NormFloat64())
		from := max(math.Round(middle*0.85/round), 1) * round
		o := pay.Offer{From: from, To: from + round*float64(random.IntN(int(from/round)+1))}
		switch random.IntN(10) {
		case 0, 1, 2, 3:
			o.To = 0
		case 4:
			o.From = 0
		}
		offers[i] = o
	}
	return offers
}

func BenchmarkFit(b *testing.B) {
	for name, round := range map[string]float64{"round": 5000, "odd": 1} {
		offers := market(5000, round)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pay.Fit(offers)
			}
		})
	}
}

func BenchmarkSummarize(b *testing.B) {
	for _, c := range []struct {
		name  string
		n     int
		round float64
	}{{"5000round", 5000, 5000}, {"5000odd", 5000, 1}, {"200round", 200, 5000}, {"200odd", 200, 1}} {
		offers := market(c.n, c.round)
		clusters := make([]int, len(offers))
		for i := range clusters {
			clusters[i] = i
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := pay.Summarize(b.Context(), offers, statistic.Bootstrap{Clusters: clusters}, pay.Offer{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
