package grade

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
)

//go:embed weights.json
var weightsText []byte

// Model turns a comparison into figures. The numbers are learned by "kadry-eval
// learn-grading" and hold no text of the data: a tree asks for measures by place, and a leaning
// knows words by a hash.
type Model struct {
	Names   []string `json:"names"` // the measures, in the order of the vector
	Score   Forest   `json:"score"`
	Correct Forest   `json:"correct"`
}

// Forest is a sum of small trees. With a leaning, that is one measure more, after the others.
type Forest struct {
	Base     float64  `json:"base"`
	Logistic bool     `json:"logistic,omitempty"`
	Leaning  *Leaning `json:"leaning,omitempty"`
	Trees    []Tree   `json:"trees"`
}

// Tree is a binary tree in preorder, the root first.
type Tree []Node

// Node is [measure, threshold, right child] of a split, whose left child follows it, or
// [-1, value, 0] of a leaf.
type Node [3]float64

var loadedModel = sync.OnceValue(func() Model {
	m, _ := ReadModel(weightsText) // the embedded file is checked by a test
	return m
})

// ReadModel reads and checks a weights file.
func ReadModel(data []byte) (Model, error) {
	var m Model
	if err := json.Unmarshal(data, &m); err != nil {
		return Model{}, fmt.Errorf("grade: weights: %w", err)
	}
	for _, f := range []Forest{m.Score, m.Correct} {
		for n, t := range f.Trees {
			if !t.sound(f.measures(m.Names)) {
				return Model{}, fmt.Errorf("grade: weights: tree %d is not a tree", n)
			}
		}
	}
	return m, nil
}

// measures is how many the trees may ask for.
func (f Forest) measures(names []string) int {
	if f.Leaning != nil {
		return len(names) + 1
	}
	return len(names)
}

func (t Tree) sound(measures int) bool {
	for i, n := range t {
		leaf := n[0] == -1
		split := n[0] >= 0 && int(n[0]) < measures && int(n[2]) > i+1 && int(n[2]) < len(t) && i+1 < len(t)
		if !leaf && !split {
			return false
		}
	}
	return len(t) > 0
}

// Of returns the value of the forest for the measures and the traits of an answer.
func (f Forest) Of(x []float64, traits []Trait) float64 {
	if f.Leaning != nil {
		x = append(slices.Clip(x), f.Leaning.At(traits)) // the measures are another forest's as well
	}
	return f.at(x)
}

func (f Forest) judge(m measured) float64 { return f.Of(m.values, m.traits) }

// at returns the value of the forest for a vector. A vector shorter than the model knows
// has zeros for what is missing.
func (f Forest) at(x []float64) float64 {
	sum := f.Base
	for _, t := range f.Trees {
		sum += t.at(x)
	}
	if f.Logistic {
		return 1 / (1 + math.Exp(-sum))
	}
	return sum
}

// At is at for those who learn a model.
func (f Forest) At(x []float64) float64 { return f.at(x) }

func (t Tree) at(x []float64) float64 {
	i := 0
	for t[i][0] >= 0 {
		v := 0.0
		if k := int(t[i][0]); k < len(x) {
			v = x[k]
		}
		if v <= t[i][1] {
			i++
		} else {
			i = int(t[i][2])
		}
	}
	return t[i][1]
}
