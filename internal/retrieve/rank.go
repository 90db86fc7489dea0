package retrieve

import (
	"cmp"
	"slices"
)

// Scored is a document number with its score.
type Scored struct {
	Doc   int
	Score float64
}

// Top returns the k best positive scores, best first, ties by the smaller number.
func Top(scores []float64, k int) []Scored {
	var heap []Scored // the worst kept one is at the root
	for doc, score := range scores {
		if score <= 0 || k <= 0 {
			continue
		}
		s := Scored{Doc: doc, Score: score}
		switch {
		case len(heap) < k:
			heap = append(heap, s)
			siftUp(heap)
		case byScore(s, heap[0]) < 0:
			heap[0] = s
			siftDown(heap)
		}
	}
	slices.SortFunc(heap, byScore)
	return heap
}

func siftUp(heap []Scored) {
	for i := len(heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if byScore(heap[i], heap[parent]) <= 0 {
			return
		}
		heap[i], heap[parent] = heap[parent], heap[i]
		i = parent
	}
}

func siftDown(heap []Scored) {
	for i := 0; ; {
		worst := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(heap); child++ {
			if byScore(heap[child], heap[worst]) > 0 {
				worst = child
			}
		}
		if worst == i {
			return
		}
		heap[i], heap[worst] = heap[worst], heap[i]
		i = worst
	}
}

// fusionRank is the k of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009).
const fusionRank = 60

// Fuse joins rankings, each best first, by reciprocal rank. Equal scores share a place, so
// a ranking that cannot tell documents apart says nothing about them. The result is best
// first with ties by the smaller number, and does not depend on the order of the rankings.
func Fuse(rankings ...[]Scored) []Scored {
	total := map[int]float64{}
	for _, ranking := range rankings {
		place := 0
		for i, s := range ranking {
			if i > 0 && s.Score != ranking[i-1].Score {
				place = i
			}
			total[s.Doc] += 1 / float64(fusionRank+place+1)
		}
	}
	fused := make([]Scored, 0, len(total))
	for doc, score := range total {
		fused = append(fused, Scored{Doc: doc, Score: score})
	}
	slices.SortFunc(fused, byScore)
	return fused
}

func byScore(a, b Scored) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc))
}
