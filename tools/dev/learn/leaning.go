package main

import (
	"math"
	"math/rand"
	"slices"

	"kadry/internal/interview/grade"
)

// How a leaning is learned: a logistic fit of the traits by stochastic steps, each trait with
// a rate of its own (AdaGrad: Duchi and others, 2011), so that rare ones move far and common
// ones settle. A trait counts when enough answers to enough questions have it; what stands
// in one question alone says nothing of others.
const (
	leaningPasses    = 6
	leaningRate      = 0.3
	leaningRidge     = 0.3
	leaningBaseRate  = 0.01
	leaningAnswers   = 6
	leaningQuestions = 1
	leaningFolds     = 5
	leaningSeed      = 77
)

// lean fits the leaning of the items given. The targets are 0-1.
func (l lessons) lean(use []int, top float64) *grade.Leaning {
	count := l.common(use)
	fitted := grade.Leaning{Weights: map[grade.Trait]float64{}}
	squares := map[grade.Trait]float64{}
	order := slices.Clone(use)
	chance := rand.New(rand.NewSource(1))
	for range leaningPasses {
		chance.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			slope := 1/(1+math.Exp(-fitted.At(l.traits[i]))) - l.items[i].Score/top
			fitted.Base -= leaningBaseRate * slope
			share := 1 / math.Sqrt(float64(len(l.traits[i])+1))
			for _, t := range l.traits[i] {
				if n := count[t]; n > 0 {
					g := slope*share + leaningRidge*fitted.Weights[t]/float64(n)
					squares[t] += g * g
					fitted.Weights[t] -= leaningRate * g / (math.Sqrt(squares[t]) + 0.1)
				}
			}
		}
	}
	fitted.Base = round(fitted.Base)
	for t, w := range fitted.Weights {
		fitted.Weights[t] = math.Round(w*1e3) / 1e3
	}
	return &fitted
}

// common counts the answers that have a trait, for traits that are common enough.
func (l lessons) common(use []int) map[grade.Trait]int {
	answers := map[grade.Trait]int{}
	questions := map[grade.Trait]map[string]bool{}
	for _, i := range use {
		for _, t := range l.traits[i] {
			answers[t]++
			if questions[t] == nil {
				questions[t] = map[string]bool{}
			}
			questions[t][l.folded[i]] = true
		}
	}
	for t, asked := range questions {
		if answers[t] < leaningAnswers || len(asked) < leaningQuestions {
			delete(answers, t)
		}
	}
	return answers
}

// leanings returns for every item in use what a leaning says that was learned without its
// question, so that the trees trust it no further than it reaches.
func (l lessons) leanings(use []int, top float64) map[int]float64 {
	part := l.parts(leaningSeed)
	said := make(map[int]float64, len(use))
	for f := range leaningFolds {
		var others, held []int
		for _, i := range use {
			if part[i]%leaningFolds == f {
				held = append(held, i)
			} else {
				others = append(others, i)
			}
		}
		if len(others) == 0 || len(held) == 0 {
			continue
		}
		fitted := l.lean(others, top)
		for _, i := range held {
			said[i] = fitted.At(l.traits[i])
		}
	}
	return said
}
