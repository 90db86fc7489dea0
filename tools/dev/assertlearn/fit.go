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

// sample is a place as the model sees it.
type sample struct {
	features []uint32
	share    float64 // of each feature in the sum
	target   float64
}

func sampleOf(p place) sample {
	var s sample
	new(assertion.Model).Read(p.text, p.skills).Features(p.at, func(f uint32) { s.features = append(s.features, f) })
	s.share = 1 / math.Sqrt(float64(len(s.features)+assertion.Padding))
	if p.foreign {
		s.target = 1
	}
	return s
}

// fit learns a model from places.
func fit(places []place) *assertion.Model {
	samples := make([]sample, 0, len(places))
	for _, p := range places {
		samples = append(samples, sampleOf(p))
	}
	weights := make([]float64, assertion.Features)
	squares := make([]float64, assertion.Features)
	base := 0.0
	chance := rand.New(rand.NewSource(1))
	for range passes {
		chance.Shuffle(len(samples), func(i, k int) { samples[i], samples[k] = samples[k], samples[i] })
		for _, s := range samples {
			z := base
			for _, f := range s.features {
				z += weights[f] * s.share
			}
			slope := 1/(1+math.Exp(-z)) - s.target
			base -= 0.002 * slope
			for _, f := range s.features {
				g := slope*s.share + ridge*weights[f]
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
