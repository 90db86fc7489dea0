package evaluate

import (
	"context"
	"math"
	"math/rand/v2"

	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

// Market is how postings of a simulated market come about, so that the truth is known. Pay is
// lognormal around Median, by employer and within; every posting hides its pay in an interval
// whose ends are as likely to be near as far.
type Market struct {
	Postings  int
	Employers int     // postings spread over them unevenly
	Median    float64 // roubles
	Between   float64 // standard deviation of employers, in logarithm
	Within    float64 // of postings of an employer
	OneSided  float64 // share of postings that state one bound only
	// Honest says that postings of one bound hide spans as wide as the fit takes them for; else
	// they are as wide as all others.
	Honest bool
}

// Coverage is how often intervals held the truth.
type Coverage struct {
	Market   string  `json:"market"`
	Worlds   int     `json:"worlds"`
	Postings int     `json:"postings"`
	Share    float64 `json:"coverage"`       // of worlds whose 95 % interval of the median holds the true one
	Bias     float64 `json:"bias"`           // mean of estimate/truth - 1
	Width    float64 `json:"relative_width"` // mean width of the intervals over the truth
}

// simulated are the markets that Run simulates. In the last one postings of one bound hide
// narrower spans than the fit takes them for, which the agreed rule does in every real market:
// what it costs is the bias.
var simulated = []struct {
	name string
	Market
}{
	{"200 postings of 200 employers", Market{Postings: 200, Employers: 200, Median: 120_000, Within: 0.4, OneSided: 0.4, Honest: true}},
	{"200 postings of 80 employers", Market{Postings: 200, Employers: 80, Median: 120_000, Between: 0.2, Within: 0.35, OneSided: 0.4, Honest: true}},
	{"200 postings of 80 employers, bounds left out at random", Market{Postings: 200, Employers: 80, Median: 120_000, Between: 0.2, Within: 0.35, OneSided: 0.4}},
}

const (
	simulatedWorlds = 1000
	simulatedDraws  = 300
)

func simulate(ctx context.Context) ([]Coverage, error) {
	var all []Coverage
	for _, m := range simulated {
		c, err := m.Cover(ctx, simulatedWorlds, simulatedDraws, 1)
		if err != nil {
			return nil, err
		}
		c.Market = m.name
		all = append(all, c)
	}
	return all, nil
}

// rounding is what bounds are multiples of, in roubles; they are rounded away from the pay.
const rounding = 1000

// widths of stated spans: to/from at evenly spaced quantiles, as in the market of 2026.
var widths = [...]float64{1.05, 1.1, 1.15, 1.2, 1.25, 1.33, 1.4, 1.5, 1.67, 1.9, 2.0}

// Cover simulates so many worlds and looks how often the interval of the median holds the truth.
func (m Market) Cover(ctx context.Context, worlds, resamples int, seed uint64) (Coverage, error) {
	c := Coverage{Worlds: worlds, Postings: m.Postings}
	for w := range worlds {
		offers, clusters := m.draw(rand.New(rand.NewPCG(seed, uint64(w))))
		b := statistic.Bootstrap{Seed: seed + uint64(w), Resamples: resamples, Clusters: clusters}
		s, _, err := pay.Summarize(ctx, offers, b, pay.Offer{})
		if err != nil {
			return c, err
		}
		if s.P50.CI95[0] <= m.Median && m.Median <= s.P50.CI95[1] {
			c.Share += 1 / float64(worlds)
		}
		c.Bias += (s.P50.Value/m.Median - 1) / float64(worlds)
		c.Width += (s.P50.CI95[1] - s.P50.CI95[0]) / m.Median / float64(worlds)
	}
	return c, nil
}

// draw makes the postings of one world.
func (m Market) draw(random *rand.Rand) ([]pay.Offer, []int) {
	levels := make([]float64, m.Employers)
	for i := range levels {
		levels[i] = m.Between * random.NormFloat64()
	}
	number := map[int]int{}
	offers, clusters := make([]pay.Offer, m.Postings), make([]int, m.Postings)
	for i := range offers {
		// Small numbers are drawn more often: some employers post much, most post little.
		u := random.Float64()
		employer := int(u * math.Sqrt(u) * float64(m.Employers))
		if _, known := number[employer]; !known {
			number[employer] = len(number)
		}
		clusters[i] = number[employer]
		offers[i] = m.hide(random, m.Median*math.Exp(levels[employer]+m.Within*random.NormFloat64()))
	}
	return offers, clusters
}

// hide states an interval that holds a pay.
func (m Market) hide(random *rand.Rand, truth float64) pay.Offer {
	width := widths[random.IntN(len(widths))]
	one := random.Float64() < m.OneSided
	if one && m.Honest {
		width = widths[len(widths)-2]
	}
	exact := truth / math.Pow(width, random.Float64())
	from, to := math.Floor(exact/rounding)*rounding, math.Ceil(exact*width/rounding)*rounding
	switch {
	case !one:
		return pay.Offer{From: from, To: to}
	case random.IntN(8) == 0:
		return pay.Offer{To: to}
	}
	return pay.Offer{From: from}
}
