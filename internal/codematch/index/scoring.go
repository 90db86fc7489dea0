package index

import "math"

// How a field is scored, by every implementation: Okapi BM25 (Robertson and Zaragoza, "The
// Probabilistic Relevance Framework: BM25 and Beyond", 2009, formula 3.15) of each field alone.
//
//	raw(f, d)    = Σ over the terms t of the question's field f that the unit d has:
//	               q(t) · Inverse(N, n(t)) · Saturated(c(t,d), L(d), A)
//	signal(f, d) = (raw(f, d) − mean) / deviation
//	score(d)     = Σ over the fields of Weights[f] · signal(f, d)
//
// q(t) is Term.Weight as the question gives it, N the number of the tenant's units, n(t) how
// many of them have t in that field, c(t,d) how often d has it, L(d) the sum of the counts of
// d's terms of that field, A the mean of L over the tenant's units that have the field at all.
// N, n and A are of the whole index of the tenant, whatever the filter. Mean and deviation (of
// the population) are over the units that the filter allows, those with nothing in common
// included as 0; a deviation below leastDeviation makes the signal 0 throughout. Where N, or the
// units that the filter allows, are fewer than LeastUnits, that many are reckoned with, the
// missing ones as units that have nothing. A field whose
// weight is 0 still has its raw and signal for the hits when the question has terms of it.
const (
	saturation     = 1.2  // k1: how soon more of the same stops to count
	lengthShare    = 0.75 // b: how much length counts
	leastDeviation = 1e-9

	// LeastUnits are reckoned with at least. How a unit stands among a handful says nothing: the
	// better one of two is always one deviation above the mean, however alike it is.
	LeastUnits = 100

	// Terms that very many units of a large index have tell little and cost most: above
	// CommonFrom units a term that more than one in CommonShare has is left out.
	CommonFrom  = 20_000
	CommonShare = 8
)

// Inverse is what a term is worth that n of all units have: ln(1 + (N−n+½)/(n+½)), 0 where it
// is too common to be asked for.
func Inverse(units, n int) float64 {
	if n == 0 || units > CommonFrom && n > units/CommonShare {
		return 0
	}
	units = max(units, LeastUnits)
	return math.Log(1 + (float64(units-n)+0.5)/(float64(n)+0.5))
}

// Saturated is what a term counts that a unit has so often, of the unit's length in that field
// and the mean length: c·(k1+1) / (c + k1·(1−b+b·L/A)).
func Saturated(count, length int, mean float64) float64 {
	if mean <= 0 {
		mean = 1
	}
	c := float64(count)
	return c * (saturation + 1) / (c + saturation*(1-lengthShare+lengthShare*float64(length)/mean))
}

// Signal is a raw score in standard deviations above the mean.
func Signal(raw, mean, deviation float64) float64 {
	if deviation < leastDeviation {
		return 0
	}
	return (raw - mean) / deviation
}
