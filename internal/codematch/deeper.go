package codematch

import (
	"context"
	"time"

	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

// What going deeper may cost, in all steps together.
const (
	deepTime     = 20 * time.Second
	deepSearches = 24
	fromMatches  = 3 // the best of a step whose surroundings are looked at
	aroundOne    = 4 // units around one match
	foundByOne   = 3 // matches kept of one unit
)

// deeper looks, from the best matches, at their parts, callees, callers and siblings, and finds
// what is like those; what was seen is not looked at again.
func (s *searcher) deeper(ctx context.Context, out *Search) error {
	if s.q.depth == 0 {
		return nil
	}
	began, searches := s.Now(), 0
	step := out.Matches
	for depth := 1; depth <= s.q.depth; depth++ {
		var next []Match
		for _, from := range step[:min(len(step), fromMatches)] {
			around, err := s.around(ctx, from)
			if err != nil {
				return err
			}
			for _, f := range around {
				if searches++; searches > deepSearches || s.Now().Sub(began) > deepTime {
					s.note = fault.Say("The budget for going deeper is spent; there may be more.", "Бюджет на углубление исчерпан; возможно, есть ещё.")
					out.Matches = append(out.Matches, next...)
					s.number(out)
					return nil
				}
				s.stage(searches, deepSearches, fault.Say("Going deeper, step %d", "Углубление, шаг %d", depth))
				found, err := s.by(ctx, from, f, depth)
				if err != nil {
					return err
				}
				next = append(next, found...)
			}
		}
		out.Matches = append(out.Matches, next...)
		s.number(out)
		step = out.Matches[len(out.Matches)-len(next):]
	}
	return nil
}

// by finds what is like a unit around a match.
func (s *searcher) by(ctx context.Context, from Match, f function, depth int) ([]Match, error) {
	filter := s.q.filter
	filter.Kinds = []unit.Kind{f.unit.Kind}
	found, _, err := s.retrieve(ctx, f.code, f.language, filter, aroundOne*foundByOne)
	if err != nil {
		return nil, err
	}
	all, err := s.described(ctx, found)
	if err != nil {
		return nil, err
	}
	var kept []Match
	for _, m := range all {
		digest := mirror.Digest([]byte(m.Code))
		itself := m.RepositoryURL == from.RepositoryURL && m.FilePath == f.path && m.StartLine == f.unit.First
		if itself || s.seen[digest] || m.Score < counterpart || len(kept) == foundByOne {
			continue
		}
		s.seen[digest] = true
		m.Depth, m.Via, m.Against, m.AgainstLanguage = depth, from.ID, clipped(f.code), string(f.language)
		m.Pairs = []Pair{{
			Asked: PairSide{Path: f.path, Name: f.unit.Name, Start: f.unit.First, End: f.unit.Last},
			Found: PairSide{Path: m.FilePath, Name: m.Name, Start: m.StartLine, End: m.EndLine}, Score: m.Score,
		}}
		kept = append(kept, m)
	}
	return kept, s.verified(ctx, string(f.code), f.language, kept)
}
