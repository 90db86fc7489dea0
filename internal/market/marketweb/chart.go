package marketweb

import (
	"math"
	"strconv"

	"kadry/internal/market/competition"
	"kadry/internal/market/pay"
)

// Drawings have no fixed width: lengths along it are in percent, so that texts beside them
// keep their size on any screen. Heights are in pixels.

// scale places amounts on the width of a drawing.
type scale struct{ low, high float64 }

// margin is how much of the width stays free on either side.
const margin = 6

// scaleOf is the scale that all the amounts lie on.
func scaleOf(amounts []float64) scale {
	s := scale{low: math.Inf(1), high: math.Inf(-1)}
	for _, v := range amounts {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	switch {
	case s.low > s.high:
		return scale{0, 1}
	case s.low == s.high: // one amount stands in the middle
		half := max(1, math.Abs(s.low)/2)
		return scale{s.low - half, s.high + half}
	}
	return s
}

// at is the place of an amount in percent of the width; what is off the scale stands at its end.
func (s scale) at(v float64) float64 {
	share := (v - s.low) / (s.high - s.low)
	return margin + (100-2*margin)*min(1, max(0, share))
}

// ticks are round amounts on the scale, at most mostTicks.
func (s scale) ticks() []float64 {
	step := roundStep((s.high - s.low) / mostTicks)
	if step <= 0 {
		return nil
	}
	var list []float64
	for v := math.Ceil(s.low/step) * step; v <= s.high && len(list) < mostTicks; v += step {
		list = append(list, v)
	}
	return list
}

// roundStep is the smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not under least.
func roundStep(least float64) float64 {
	if least <= 0 || math.IsInf(least, 0) || math.IsNaN(least) {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(least)))
	for _, f := range []float64{1, 2, 2.5, 5} {
		if f*unit >= least {
			return f * unit
		}
	}
	return 10 * unit
}

// mark is a percentile of pay.
type mark struct {
	percent int
	pay.Estimate
}

// interval is the 95 % interval of the mark; not known where too little is.
func (m mark) interval() (low, high float64, known bool) {
	if m.CI95 == nil {
		return 0, 0, false
	}
	return m.CI95[0], m.CI95[1], true
}

// marksOf are the percentiles that are known.
func marksOf(s pay.Summary) []mark {
	var list []mark
	for _, one := range []struct {
		percent int
		of      *pay.Estimate
	}{{10, s.P10}, {25, s.P25}, {50, s.P50}, {75, s.P75}, {90, s.P90}} {
		if one.of != nil {
			list = append(list, mark{one.percent, *one.of})
		}
	}
	return list
}

// amounts are all that a drawing of the marks needs room for.
func amounts(marks []mark) []float64 {
	var list []float64
	for _, m := range marks {
		list = append(list, m.Value)
		if low, high, known := m.interval(); known {
			list = append(list, low, high)
		}
	}
	return list
}

// payChart is the distribution of pay: a strip whose areas are shares of the vacancies, and
// the percentiles under it on the same scale.
type payChart struct {
	scale
	marks  []mark
	blocks []block
	offer  []float64 // both ends, nil without an offer
}

// block is a part of the strip, between two percentiles.
type block struct {
	x, width float64 // percent
	height   float64 // share of the height
}

const (
	stripHeight = 56
	rowHeight   = 36
	rowMiddle   = rowHeight / 2
	whiskerEnd  = 4 // above the middle and below
	boxHalf     = 7
	mostTicks   = 4
	thinnest    = 0.02 // of the scale: equal percentiles would be infinitely dense
)

// chartOf draws pay, with room for the offer.
func chartOf(s pay.Summary, offer []float64) payChart {
	c := payChart{marks: marksOf(s), offer: offer}
	c.scale = scaleOf(append(amounts(c.marks), offer...))
	densest := 0.0
	for i := 1; i < len(c.marks); i++ {
		a, b := c.marks[i-1], c.marks[i]
		apart := max(b.Value-a.Value, thinnest*(c.high-c.low))
		density := float64(b.percent-a.percent) / apart
		densest = max(densest, density)
		c.blocks = append(c.blocks, block{x: c.at(a.Value), width: max(0.3, c.at(b.Value)-c.at(a.Value)), height: density})
	}
	for i := range c.blocks {
		c.blocks[i].height /= densest
	}
	return c
}

// y is where a block begins, and high how far it reaches down.
func (b block) y() float64    { return stripHeight * (1 - b.height) }
func (b block) high() float64 { return stripHeight * b.height }

// flag is which side of its pole the text of the offer has room on.
func (c payChart) flag() (x float64, anchor string) {
	x = c.at(c.offer[0])
	if x > 50 {
		return c.at(c.offer[1]), "end"
	}
	return x, "start"
}

// spansChart draws the pay for each span of experience on one scale.
func spansChart(spans []competition.Span) scale {
	var all []float64
	for _, s := range spans {
		all = append(all, amounts(marksOf(s.Summary))...)
	}
	return scaleOf(all)
}

// percentAt is a share as a length of a drawing.
func percentAt(share float64) string { return length(100 * min(1, max(0, share))) }

// length is a length in percent of the width.
func length(percent float64) string { return strconv.FormatFloat(percent, 'f', 2, 64) + "%" }

// pixels is a length in pixels.
func pixels(n float64) string { return strconv.FormatFloat(n, 'f', 1, 64) }

// dotSize is the radius of a percentile: the median stands out.
func dotSize(percent int) string {
	if percent == 50 {
		return "5"
	}
	return "3.5"
}
