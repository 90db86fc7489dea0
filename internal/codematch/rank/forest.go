package rank

// Forest is a sum of regression trees.
type Forest struct {
	Trees []Tree `json:"trees"`
}

// Tree is a binary tree by its nodes, the root first. A node with a negative Measure is a
// leaf; others go to Left when the measure is at most Cut, else to Left+1.
type Tree struct {
	Measure []int16   `json:"m"`
	Cut     []float32 `json:"c"` // of a leaf its value
	Left    []int16   `json:"l"`
}

// At is the sum of the trees for a row of measures.
func (f *Forest) At(row []float32) float64 {
	sum := 0.0
	for _, t := range f.Trees {
		n := 0
		for t.Measure[n] >= 0 {
			next := int(t.Left[n])
			if row[t.Measure[n]] > t.Cut[n] {
				next++
			}
			n = next
		}
		sum += float64(t.Cut[n])
	}
	return sum
}
