// Package evaluate measures how well the room finds code that does the same, on labelled sets,
// through the same search as the room's operations. A set is read into an exact index
// (corpus.go, exact.go), every document is asked for (run.go), and the pairs of a set of pairs
// are told apart by type (pairs.go).
package evaluate

import "slices"

// Figures are those of a set.
type Figures struct {
	MAP          float64 `json:"map"`      // MAP@R: R is the number of relevant documents
	MRR10        float64 `json:"mrr10"`    // of the first relevant one among ten
	Recall10     float64 `json:"recall10"` // hits over min(R, 10)
	Milliseconds float64 `json:"ms_per_query"`
	Documents    int     `json:"docs"`
}

// add counts a query by the order of what it found; relevant is how many there are.
func (f *Figures) add(good []bool, relevant int) {
	hits, precision := 0, 0.0
	for n, g := range good[:min(len(good), relevant)] {
		if g {
			hits++
			precision += float64(hits) / float64(n+1)
		}
	}
	f.MAP += precision / float64(relevant)
	ten := good[:min(10, len(good))]
	if first := slices.Index(ten, true); first >= 0 {
		f.MRR10 += 1 / float64(first+1)
	}
	hits = 0
	for _, g := range ten {
		if g {
			hits++
		}
	}
	f.Recall10 += float64(hits) / float64(min(relevant, 10))
}

// over divides the sums by the number of queries.
func (f *Figures) over(queries int) {
	n := float64(max(1, queries))
	f.MAP, f.MRR10, f.Recall10 = f.MAP/n, f.MRR10/n, f.Recall10/n
}
