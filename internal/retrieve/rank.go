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
