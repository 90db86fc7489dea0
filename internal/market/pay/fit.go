package pay

import (
	"cmp"
	"math"
	"slices"
)

// The fit. A posting that states one bound is taken to mean a span as wide as the wide ones that
// were stated in full: an endless one would double the upper percentiles.
const (
	cells      = 480  // evenly spaced in logarithm
	unchanged  = 1e-7 // largest change of a cell's mass at which a fit has converged
	iterations = 50_000
	spanAt     = 0.9 // quantile of to/from that stands for a span not stated
	usualSpan  = 2.5 // that, where fewer than leastSpans postings state both bounds
	leastSpans = 30
)

// Curve is a fitted distribution of pay.
type Curve struct {
	Span       float64 // to/from of offers that do not state both bounds
	low, width float64 // of the cells, in logarithm
	below      []float64
}

// Fit is the distribution of pay that the offers were most probably drawn from, when all that is
// known of each is the interval it lies in (Turnbull 1976). It is nil without offers. Bounds are
// finite, as Terms.Clean leaves them.
func Fit(offers []Offer) *Curve {
	if len(offers) == 0 {
		return nil
	}
	f := newSample(offers).fitter()
	return f.fit(f.once)
}

// sample is offers made ready to be fitted many times over with other weights.
type sample struct {
	offers     []Offer
	low, width float64      // of the cells, in logarithm
	at         [][2]float64 // of every offer: bounds in cells from the lowest; of one not stated, the other one
	once       []int        // of every offer: 1
	wide       []int        // offers with both bounds by ascending to/from
}

func newSample(offers []Offer) *sample {
	s := &sample{offers: offers, at: make([][2]float64, len(offers)), once: make([]int, len(offers))}
	for i, o := range offers {
		s.once[i] = 1
		if o.IsBoth() {
			s.wide = append(s.wide, i)
		}
	}
	slices.SortStableFunc(s.wide, func(a, b int) int {
		return cmp.Compare(offers[a].To/offers[a].From, offers[b].To/offers[b].From)
	})
	span := s.span(s.once)
	least, most := math.Inf(1), 0.0
	for _, o := range offers {
		low, high := o.bounds(span)
		least, most = min(least, low), max(most, high)
	}
	// Where all bounds are the same any width of a cell will do.
	s.low, s.width = math.Log(least), max(math.Log(most/least), 1e-6)/cells
	for i, o := range offers {
		low, high := o.bounds(1)
		s.at[i] = [2]float64{(math.Log(low) - s.low) / s.width, (math.Log(high) - s.low) / s.width}
	}
	return s
}

// Quantile is the pay that a share p of the offers is below, log-linear inside a cell.
func (c *Curve) Quantile(p float64) float64 {
	p = min(max(p, 0), 1) * c.below[cells]
	i, _ := slices.BinarySearch(c.below, p)
	i = max(i, 1)
	way := 1.0
	if mass := c.below[i] - c.below[i-1]; mass > 0 {
		way = (p - c.below[i-1]) / mass
	}
	return math.Exp(c.low + c.width*(float64(i-1)+way))
}

// Below is the share of the offers below a pay.
func (c *Curve) Below(pay float64) float64 {
	if pay <= 0 {
		return 0
	}
	at := min(max((math.Log(pay)-c.low)/c.width, 0), cells)
	i := min(int(at), cells-1)
	return (c.below[i] + (at-float64(i))*(c.below[i+1]-c.below[i])) / c.below[cells]
}

// fitter fits one sample; it is the scratch memory of one worker.
type fitter struct {
	*sample
	count         []int // by low*cells+high; zero between uses
	runs          []run
	total         float64
	atoms         []atom
	first, second []float64 // of three masses in a row
	density       []float64
	below         []float64
	rank          [2][]int // of every cell: atoms that begin below it, and that end in it or below
}

// run is how many offers lie in the cells, or atoms, from low to high, both included.
type run struct {
	low, high int
	weight    float64
}

// atom is a stretch of cells, both ends included, that can hold mass.
type atom struct{ low, high int }

func (s *sample) fitter() *fitter {
	return &fitter{
		sample: s, count: make([]int, cells*cells), first: make([]float64, cells), second: make([]float64, cells),
		density: make([]float64, cells+1), below: make([]float64, cells+1),
		rank: [2][]int{make([]int, cells), make([]int, cells)},
	}
}

// fit fits the offers, each taken so many times. The curve holds until the next fit.
func (f *fitter) fit(weight []int) *Curve {
	span := f.span(weight)
	c := f.fitWithin(weight, math.Log(span)/f.width)
	c.Span = span
	return c
}

// uncapped is the fit in which an offer of one bound reaches to the end of the cells.
func (f *fitter) uncapped(weight []int) *Curve { return f.fitWithin(weight, cells) }

// fitWithin fits with offers of one bound reaching over so many cells.
func (f *fitter) fitWithin(weight []int, reach float64) *Curve {
	f.bin(weight, reach)
	f.condense()
	mass := make([]float64, len(f.atoms))
	for i := range mass {
		mass[i] = 1 / float64(len(mass))
	}
	f.climb(mass)
	clear(f.density)
	for i, a := range f.atoms {
		for c := a.low; c <= a.high; c++ {
			f.density[c] = mass[i] / float64(a.high-a.low+1)
		}
	}
	for c := range cells {
		f.below[c+1] = f.below[c] + f.density[c]
	}
	return &Curve{low: f.low, width: f.width, below: f.below}
}

// span is the weighted type-7 quantile of to/from: what it would be with every offer repeated.
func (s *sample) span(weight []int) float64 {
	n := 0
	for _, i := range s.wide {
		n += weight[i]
	}
	if n < leastSpans {
		return usualSpan
	}
	at := float64(n-1) * spanAt
	low, high := math.NaN(), math.NaN()
	passed := 0
	for _, i := range s.wide {
		passed += weight[i]
		ratio := s.offers[i].To / s.offers[i].From
		if math.IsNaN(low) && passed > int(at) {
			low = ratio
		}
		if passed > min(int(at)+1, n-1) {
			high = ratio
			break
		}
	}
	return low + (at-math.Floor(at))*(high-low)
}

// bin counts the offers by the cells they cover.
func (f *fitter) bin(weight []int, reach float64) {
	f.runs, f.total = f.runs[:0], 0
	for i, o := range f.offers {
		if weight[i] == 0 {
			continue
		}
		low, high := f.at[i][0], f.at[i][1]
		switch {
		case o.IsBoth():
		case o.From > 0:
			high += reach
		default:
			low -= reach
		}
		key := cell(low)*cells + cell(high)
		if f.count[key] == 0 {
			f.runs = append(f.runs, run{low: key / cells, high: key % cells})
		}
		f.count[key] += weight[i]
		f.total += float64(weight[i])
	}
	f.weigh()
}

// weigh gives the runs what was counted of them.
func (f *fitter) weigh() {
	for i, r := range f.runs {
		key := r.low*cells + r.high
		f.runs[i].weight = float64(f.count[key])
		f.count[key] = 0
	}
}

// condense replaces the cells by the innermost stretches, which begin where some run begins and
// end at the next place where one ends. No likeliest distribution has mass elsewhere (Turnbull
// 1976): every run that holds such a cell holds an innermost stretch beside it, with others
// besides.
func (f *fitter) condense() {
	const begins, ends = 1, 2
	var marks [cells]int
	for _, r := range f.runs {
		marks[r.low] |= begins
		marks[r.high] |= ends
	}
	f.atoms = f.atoms[:0]
	from := -1
	for c, mark := range marks {
		f.rank[0][c] = len(f.atoms)
		if mark&begins != 0 {
			from = c
		}
		if mark&ends != 0 && from >= 0 {
			f.atoms = append(f.atoms, atom{from, c})
			from = -1
		}
		f.rank[1][c] = len(f.atoms)
	}
	all := f.runs
	f.runs = f.runs[:0]
	for _, r := range all {
		key := f.rank[0][r.low]*cells + f.rank[1][r.high] - 1
		if f.count[key] == 0 {
			f.runs = append(f.runs, run{low: key / cells, high: key % cells})
		}
		f.count[key] += int(r.weight)
	}
	f.weigh()
}

// cell is the cell of a place counted in cells. What is outside belongs to the outermost ones.
func cell(at float64) int { return min(max(int(at+1e-9), 0), cells-1) }

// climb moves mass to the likeliest distribution by expectation maximisation, in the long steps of
// SQUAREM (Varadhan and Roland 2008, scheme S3), which end where the short ones do.
func (f *fitter) climb(mass []float64) {
	for range iterations {
		copy(f.first, mass)
		if f.step(mass) < unchanged {
			return
		}
		copy(f.second, mass)
		f.step(mass)
		if f.leap(mass) {
			f.step(mass) // brings the sum back to 1
		}
	}
}

// leap goes on in the direction of the last two steps. Mass that would turn negative stays.
func (f *fitter) leap(mass []float64) bool {
	var speed, bend float64
	for i, m := range mass {
		r := f.second[i] - f.first[i]
		v := m - f.second[i] - r
		speed, bend = speed+r*r, bend+v*v
	}
	length := math.Sqrt(speed / bend)
	if !(length > 1) || math.IsInf(length, 1) {
		return false
	}
	for i, m := range mass {
		r := f.second[i] - f.first[i]
		v := m - f.second[i] - r
		if to := f.first[i] + 2*length*r + length*length*v; to > 0 {
			mass[i] = to
		}
	}
	return true
}

// step is one step of expectation maximisation: every offer is spread over the cells it covers in
// proportion to their mass. It returns the largest change of a cell.
func (f *fitter) step(mass []float64) float64 {
	for i, m := range mass {
		f.below[i+1] = f.below[i] + m
	}
	clear(f.density[:len(mass)+1])
	for _, r := range f.runs {
		d := r.weight / (f.below[r.high+1] - f.below[r.low])
		f.density[r.low] += d
		f.density[r.high+1] -= d
	}
	density, change := 0.0, 0.0
	for i, m := range mass {
		density += f.density[i]
		now := max(m*density/f.total, 0)
		change = max(change, math.Abs(now-m))
		mass[i] = now
	}
	return change
}
