package kinship

import (
	"fmt"
	"testing"
	"time"
)

func macro(cards []Card, labels [][]string) (m map[string]Figures, mean float64) {
	c := NewCollection(cards)
	m = map[string]Figures{}
	for i := range cards {
		rel := map[int]bool{}
		for j := range cards {
			for _, l := range labels[i] {
				for _, k := range labels[j] {
					if i != j && l == k {
						rel[j] = true
					}
				}
			}
		}
		if len(rel) == 0 {
			continue
		}
		f := m[labels[i][0]]
		f.query(c.others(i), rel)
		m[labels[i][0]] = f
	}
	for g, f := range m {
		f.MAP /= float64(f.Queries)
		m[g] = f
		mean += f.MAP / float64(len(m))
	}
	return m, mean
}

func TestSweep(t *testing.T) {
	real, rl := realCards(t)
	fic, fl := fictional(t)
	start := time.Now()
	a, b := Evaluate(fic, fl), Evaluate(real, rl)
	_, am := macro(fic, fl)
	m, bm := macro(real, rl)
	fmt.Printf("fictional %.3f %.3f %.3f macro %.3f | real %.3f %.3f %.3f macro %.3f %v\n", a.MAP, a.MRR10, a.Recall10, am, b.MAP, b.MRR10, b.Recall10, bm, time.Since(start))
	for g, f := range m {
		fmt.Printf("%s %.2f; ", g, f.MAP)
	}
	fmt.Println()
}
