package codematch

import (
	"bytes"
	"context"
	"slices"
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

// around are the units that belong to a match: its parts, what it calls and what calls it in
// its file, then its neighbours; each text once in a search.
func (s *searcher) around(ctx context.Context, m Match) ([]function, error) {
	g := mirror.Generation{Repository: m.Repository, Number: s.generations[m.Repository]}
	f, _, err := s.Mirror.File(ctx, s.tenant, g, m.FilePath)
	if err != nil {
		if fault.KindOf(err) == fault.NotFound {
			return nil, nil
		}
		return nil, err
	}
	texts, err := s.Mirror.Texts(ctx, s.tenant, []string{f.Digest})
	if err != nil {
		return nil, err
	}
	self := slices.IndexFunc(f.Units, func(u unit.Unit) bool { return u.First == m.StartLine && u.Last == m.EndLine && u.Name == m.Name })
	if self < 0 {
		return nil, nil
	}
	var list []function
	for _, i := range related(f.Units, self, texts[f.Digest]) {
		u := f.Units[i]
		code := texts[f.Digest][u.Start:u.End]
		if digest := mirror.Digest(code); !s.seen[digest] && len(list) < aroundOne {
			s.seen[digest] = true
			list = append(list, function{path: f.Path, unit: u, language: f.Language, code: code})
		}
	}
	return list, nil
}

// related are the functions that belong to a unit, by their places: those in it, those it
// calls, those that call it, and those that stand in the same class or file.
func related(units []unit.Unit, self int, text []byte) []int {
	var parts, callees, callers, siblings []int
	own := units[self]
	for i, u := range units {
		if i == self || u.Kind != unit.Function || u.End > len(text) {
			continue
		}
		switch {
		case u.Start >= own.Start && u.End <= own.End:
			parts = append(parts, i)
		case calls(text[own.Start:own.End], u.Name):
			callees = append(callees, i)
		case calls(text[u.Start:u.End], own.Name):
			callers = append(callers, i)
		case u.Parent == own.Parent:
			siblings = append(siblings, i)
		}
	}
	return slices.Concat(parts, callees, callers, siblings)
}

// calls reports whether a text has a name with a bracket behind it.
func calls(text []byte, name string) bool {
	short := []byte(name[lastDot(name)+1:] + "(")
	if len(short) < 3 {
		return false
	}
	for rest := text; ; {
		at := bytes.Index(rest, short)
		if at < 0 {
			return false
		}
		if at == 0 || !isNamePart(rest[at-1]) {
			return true
		}
		rest = rest[at+1:]
	}
}

func lastDot(name string) int { return bytes.LastIndexByte([]byte(name), '.') }

func isNamePart(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
