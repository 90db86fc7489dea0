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

// verdicts are what was said of own and of foreign skills.
type verdicts struct{ own, foreign []float64 }

func (v *verdicts) add(p place, said float64) {
	if p.foreign {
		v.foreign = append(v.foreign, said)
	} else {
		v.own = append(v.own, said)
	}
}

func (v *verdicts) at(bound float64) line {
	return line{bound, round(shareAbove(v.foreign, bound)), round(shareAbove(v.own, bound))}
}

// byWriter is what a bound lets through of each writer.
func byWriter(places []place, said []float64, bound float64) map[string]line {
	writers := map[string]*verdicts{}
	for i, p := range places {
		if writers[p.writer] == nil {
			writers[p.writer] = &verdicts{}
		}
		writers[p.writer].add(p, said[i])
	}
	lines := map[string]line{}
	for w, v := range writers {
		lines[w] = v.at(bound)
	}
	return lines
}

func measure(places []place, said []float64) figures {
	var v verdicts
	for i, p := range places {
		v.add(p, said[i])
	}
	f := figures{Own: len(v.own), Foreign: len(v.foreign), Area: round(areaOf(v.foreign, v.own))}
	for _, bound := range []float64{0.5, assertion.Bound, 0.8, 0.9} {
		f.At = append(f.At, v.at(bound))
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
