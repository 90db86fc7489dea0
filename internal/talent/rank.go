package talent

import (
	"cmp"
	"slices"

	"kadry/internal/retrieve"
)

// ranking is the whole result of a plan: who matched, best first, and everyone else who
// came close enough to be worth a word.
type ranking struct {
	matched []standing
	others  []standing // in row order; neither failHard nor those with none of the skills
}

// rank judges all rows of the pool and orders those that match.
func (pl *plan) rank(p *pool) ranking {
	var r ranking
	for at := range p.rows {
		if p.rows[at].id == "" {
			continue
		}
		s := pl.stand(p, at)
		switch {
		case s.matched(pl.query, len(pl.required)):
			s.score = pl.rate(at)
			r.matched = append(r.matched, s)
		case s.fails&failHard == 0 && (s.covered > 0 || s.enough(pl.query, len(pl.required))):
			r.others = append(r.others, s)
		}
	}
	if len(pl.required)+len(pl.preferred) == 0 && pl.query.Text != "" {
		// Only words were asked: who has none of them is no answer.
		r.matched = slices.DeleteFunc(r.matched, func(s standing) bool { return pl.words[s.row] == 0 })
	}
	pl.order(p, r.matched)
	return r
}

// order sorts standings. More covered required skills always come first, then more
// covered preferred ones. Inside a tier the score decides; with free words in the query
// facts, words and job titles are fused by rank, since a score is not comparable to BM25. Equal
// candidates are ordered by words, then by id, so that the order never depends on chance.
func (pl *plan) order(p *pool, list []standing) {
	fused := pl.fuse(list)
	slices.SortFunc(list, func(a, b standing) int {
		return cmp.Or(
			cmp.Compare(b.covered, a.covered),
			pl.comparePreferred(a, b),
			cmp.Compare(fused[b.row], fused[a.row]),
			cmp.Compare(b.score.total, a.score.total),
			cmp.Compare(pl.words[b.row], pl.words[a.row]),
			cmp.Compare(p.rows[a.row].id, p.rows[b.row].id),
		)
	})
}

func (pl *plan) comparePreferred(a, b standing) int {
	if pl.byScore {
		return 0
	}
	return cmp.Compare(b.preferred, a.preferred)
}

// fuse returns the fused rank score by row, nothing when the query has no free words.
func (pl *plan) fuse(list []standing) map[int]float64 {
	if pl.query.Text == "" {
		return nil
	}
	ranked := func(value func(standing) float64) []retrieve.Scored {
		scored := make([]retrieve.Scored, len(list))
		for i, s := range list {
			scored[i] = retrieve.Scored{Doc: s.row, Score: value(s)}
		}
		slices.SortFunc(scored, func(a, b retrieve.Scored) int { return cmp.Compare(b.Score, a.Score) })
		return scored
	}
	fused := make(map[int]float64, len(list))
	for _, f := range retrieve.Fuse(
		ranked(func(s standing) float64 { return s.score.total }),
		ranked(func(s standing) float64 { return pl.words[s.row] }),
		ranked(func(s standing) float64 { return pl.titles[s.row] }),
	) {
		fused[f.Doc] = f.Score
	}
	return fused
}

// maxNearMisses is how many near misses an answer shows.
const maxNearMisses = 3

// nearMisses are the best of those who lack little: at least one required skill is
// there, and at most half of the skills and one other condition are not.
func (pl *plan) nearMisses(p *pool, others []standing) []standing {
	var near []standing
	for _, s := range others {
		lacking := len(pl.required) - s.covered
		if s.covered == 0 || s.fails.count() > 1 || 2*lacking > len(pl.required) {
			continue
		}
		s.score = pl.rate(s.row)
		near = append(near, s)
	}
	lack := func(s standing) int { return len(pl.required) - s.covered + s.fails.count() }
	slices.SortFunc(near, func(a, b standing) int {
		return cmp.Or(
			cmp.Compare(lack(a), lack(b)),
			cmp.Compare(b.score.total, a.score.total),
			cmp.Compare(p.rows[a.row].id, p.rows[b.row].id),
		)
	})
	return near[:min(len(near), maxNearMisses)]
}

// subset reports that every wanted tag is among the sorted ones.
func subset(want, sorted []string) bool {
	for _, w := range want {
		if _, ok := slices.BinarySearch(sorted, w); !ok {
			return false
		}
	}
	return true
}
