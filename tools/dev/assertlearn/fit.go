package main

import (
	"math"
	"math/rand"
	"slices"

	"kadry/internal/talent/assertion"
)

// The weights are learned by stochastic steps, each feature with a rate of its own (AdaGrad:
// Duchi and others, 2011). Passes, rate and ridge were chosen by the figures on writers left out.
const (
	passes = 8
	rate   = 0.5
	ridge  = 2e-4
)

// fit learns a model from places.
func fit(places []place) *assertion.Model {
	places = slices.Clone(places) // shuffled below
	weights := make([]float64, assertion.Features)
	squares := make([]float64, assertion.Features)
	base := 0.0
	chance := rand.New(rand.NewSource(1))
	for range passes {
		chance.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
		for _, p := range places {
			z, share := base, p.share()
			for _, f := range p.features {
				z += weights[f] * share
			}
			slope := 1/(1+math.Exp(-z)) - p.target()
			base -= 0.002 * slope
			for _, f := range p.features {
				g := slope*share + ridge*weights[f]
				squares[f] += g * g
				weights[f] -= rate * g / (math.Sqrt(squares[f]) + 0.1)
			}
		}
	}
	return assertion.NewModel(base, weights)
}

// crossJudge judges each place by what was learned from the other writers.
func crossJudge(places []place) []float64 {
	var writers []string
	for _, p := range places {
		writers = append(writers, p.writer)
	}
	slices.Sort(writers)
	said := make([]float64, len(places))
	for _, w := range slices.Compact(writers) {
		others := slices.DeleteFunc(slices.Clone(places), func(p place) bool { return p.writer == w })
		if len(others) == 0 {
			continue
		}
		m := fit(others)
		for i, p := range places {
			if p.writer == w {
				said[i] = m.Read(p.text, p.skills).Foreign(p.at)
			}
		}
	}
	return said
}
