package main

import (
	"math"
	"slices"

	"kadry/internal/talent/assertion"
)

// lesson is what is printed of learning.
type lesson struct {
	Places  int             `json:"places"`
	LeftOut figures         `json:"writers_left_out"`
	Writers map[string]line `json:"writers"` // at the bound that CVs are read with
	Exam    *figures        `json:"exam,omitempty"`
}

// figures say how well foreign skills are told from own ones.
type figures struct {
	Own     int     `json:"own"`
	Foreign int     `json:"foreign"`
	Area    float64 `json:"auc"`
	At      []line  `json:"at"`
}

// line is what a bound of the chance lets through.
type line struct {
	Bound  float64 `json:"bound"`
	Caught float64 `json:"foreign_caught"`
	Lost   float64 `json:"own_lost"`
}

// byWriter is what a bound lets through of each writer.
func byWriter(places []place, said []float64, bound float64) map[string]line {
	own, foreign := map[string][]float64{}, map[string][]float64{}
	for i, p := range places {
		if p.foreign {
			foreign[p.writer] = append(foreign[p.writer], said[i])
		} else {
			own[p.writer] = append(own[p.writer], said[i])
		}
	}
	lines := map[string]line{}
	for w := range own {
		lines[w] = line{bound, round(shareAbove(foreign[w], bound)), round(shareAbove(own[w], bound))}
	}
	return lines
}

func measure(places []place, said []float64) figures {
	var own, foreign []float64
	for i, p := range places {
		if p.foreign {
			foreign = append(foreign, said[i])
		} else {
			own = append(own, said[i])
		}
	}
	f := figures{Own: len(own), Foreign: len(foreign), Area: round(areaOf(foreign, own))}
	for _, bound := range []float64{0.5, assertion.Bound, 0.8, 0.9} {
		f.At = append(f.At, line{bound, round(shareAbove(foreign, bound)), round(shareAbove(own, bound))})
	}
	return f
}

// areaOf is how often one of high is above one of low.
func areaOf(high, low []float64) float64 {
	won := 0.0
	slices.Sort(low)
	for _, v := range high {
		below, _ := slices.BinarySearch(low, v)
		won += float64(below)
	}
	return won / math.Max(1, float64(len(high))*float64(len(low)))
}

func shareAbove(said []float64, bound float64) float64 {
	above := 0
	for _, v := range said {
		if v > bound {
			above++
		}
	}
	return float64(above) / float64(max(1, len(said)))
}

func round(v float64) float64 { return math.Round(v*1000) / 1000 }
