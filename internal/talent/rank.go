package talent

import (
	"cmp"
	"slices"

	"kadry/internal/retrieve"
)

// ranking is what a plan finds: who matched, best first, and who came close.
type ranking struct {
	total   int         // all who matched
	matched []rankedRow // the best of them, as many as were wanted
	near    []rankedRow
	unknown int // who lack nothing but a level: theirs is not known
}

// rank judges all rows of the pool and orders those that match, the wanted number of them.
func (pl *plan) rank(p *pool, wanted int) ranking {
	matched := make([]rankedRow, 0, pl.matchAtMost(p))
	near := best[rankedRow]{most: maxNearMisses, compare: func(a, b rankedRow) int {
		return cmp.Or(
			cmp.Compare(pl.lack(a), pl.lack(b)),
			cmp.Compare(b.score.total, a.score.total),
			cmp.Compare(p.rows[a.row].id, p.rows[b.row].id),
		)
	}}
	unknown := 0
	for at := range p.rows {
		if p.rows[at].id == "" {
			continue
		}
		s := pl.stand(p, at)
		switch {
		case s.matched(pl.query, len(pl.required)):
			s.score = pl.rate(at)
			matched = append(matched, s)
		case s.fails == failLevel && p.rows[at].level == "" && s.enough(pl.query, len(pl.required)):
			unknown++
			near.add(pl.rated(s))
		case pl.isNear(s):
			near.add(pl.rated(s))
		}
	}
	if len(pl.required)+len(pl.preferred) == 0 && pl.query.Text != "" && pl.people == nil && len(pl.filters()) == 0 {
		// Only words were asked: who has none of them is no answer.
		matched = slices.DeleteFunc(matched, func(s rankedRow) bool { return pl.words[s.row] == 0 })
	}
	return ranking{total: len(matched), matched: pl.order(p, matched, wanted), near: near.list, unknown: unknown}
}

func (pl *plan) rated(s rankedRow) rankedRow {
	s.score = pl.rate(s.row)
	return s
}

// matchAtMost bounds the rows that can match.
func (pl *plan) matchAtMost(p *pool) int {
	rows := len(p.byID)
	if pl.query.Match == MatchAny || pl.query.Match == MatchCoverage {
		return rows
	}
	for i := range pl.required {
		rows = min(rows, pl.required[i].held)
	}
	return rows
}

// others are all who did not match but meet part of the query, in row order: neither
// failHard nor those with none of the skills.
func (pl *plan) others(p *pool) []rankedRow {
	var list []rankedRow
	for at := range p.rows {
		if p.rows[at].id == "" {
			continue
		}
		s := pl.stand(p, at)
		enough := s.enough(pl.query, len(pl.required))
		if s.fails&failHard == 0 && (s.covered > 0 || enough) && !(enough && s.fails == 0) {
			list = append(list, s)
		}
	}
	return list
}

// order returns the wanted number of rows, first in order. More covered required
// skills always come first, then more covered preferred ones. Inside a tier the score
// decides; with free words in the query facts, words and job titles are fused by rank,
// since a score is not comparable to BM25. Equal candidates are ordered by words, then by
// id, so that the order never depends on chance.
func (pl *plan) order(p *pool, list []rankedRow, wanted int) []rankedRow {
	fused := pl.fuse(list)
	compare := func(a, b rankedRow) int {
		return cmp.Or(
			cmp.Compare(b.covered, a.covered),
			pl.comparePreferred(a, b),
			cmp.Compare(fused[b.row], fused[a.row]),
			cmp.Compare(b.score.total, a.score.total),
			cmp.Compare(pl.words[b.row], pl.words[a.row]),
			cmp.Compare(p.rows[a.row].id, p.rows[b.row].id),
		)
	}
	if wanted >= len(list) {
		slices.SortFunc(list, compare)
		return list
	}
	first := best[rankedRow]{most: wanted, compare: compare}
	for _, s := range list {
		first.add(s)
	}
	return first.list
}

// best keeps the first so many of what is added, in order: a page is a small part of what
// matches, and sorting all of it would be most of the cost of a search.
type best[T any] struct {
	most    int
	compare func(a, b T) int
	list    []T
}

func (b *best[T]) add(item T) {
	if len(b.list) == b.most {
		if b.most == 0 || b.compare(item, b.list[b.most-1]) >= 0 {
			return
		}
		b.list = b.list[:b.most-1]
	}
	at, _ := slices.BinarySearchFunc(b.list, item, b.compare)
	b.list = slices.Insert(b.list, at, item)
}

func (pl *plan) comparePreferred(a, b rankedRow) int {
	if pl.byScore {
		return 0
	}
	return cmp.Compare(b.preferred, a.preferred)
}

// fuse returns the fused rank score by row, nothing when the query has no free words.
func (pl *plan) fuse(list []rankedRow) map[int]float64 {
	if pl.query.Text == "" {
		return nil
	}
	ranked := func(value func(rankedRow) float64) []retrieve.Scored {
		scored := make([]retrieve.Scored, len(list))
		for i, s := range list {
			scored[i] = retrieve.Scored{Doc: s.row, Score: value(s)}
		}
		slices.SortFunc(scored, func(a, b retrieve.Scored) int { return cmp.Compare(b.Score, a.Score) })
		return scored
	}
	fused := make(map[int]float64, len(list))
	for _, f := range retrieve.Fuse(
		ranked(func(s rankedRow) float64 { return s.score.total }),
		ranked(func(s rankedRow) float64 { return pl.words[s.row] }),
		ranked(func(s rankedRow) float64 { return pl.titles[s.row] }),
	) {
		fused[f.Doc] = f.Score
	}
	return fused
}

// maxNearMisses is how many near misses an answer shows.
const maxNearMisses = 3

// isNear reports who lacks little: at least one required skill is there, and at most half
// of the skills and one other condition are not.
func (pl *plan) isNear(s rankedRow) bool {
	lacking := len(pl.required) - s.covered
	return s.fails&failHard == 0 && s.covered > 0 && s.fails.count() <= 1 && 2*lacking <= len(pl.required)
}

// lack counts the skills and conditions that a row does not meet.
func (pl *plan) lack(s rankedRow) int { return len(pl.required) - s.covered + s.fails.count() }

// subset reports that every wanted tag is among the sorted ones.
func subset(want, sorted []string) bool {
	for _, w := range want {
		if _, ok := slices.BinarySearch(sorted, w); !ok {
			return false
		}
	}
	return true
}
