package codematch

import (
	"bytes"
	"context"
	"slices"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

const (
	mostCallers = 8 // of a unit that are looked at outside its file
	// mostDefined is in how many places a name may be defined for a call of it to say which is
	// called.
	mostDefined = 2
)

// around are the units that belong to a match: its parts, what it calls and what calls it in
// its file and in the rest of the repository, and its neighbours, of each kind in turn; each text
// once in a search.
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
	text := texts[f.Digest]
	self := slices.IndexFunc(f.Units, func(u unit.Unit) bool { return u.First == m.StartLine && u.Last == m.EndLine && u.Name == m.Name })
	if self < 0 || f.Units[self].End > len(text) {
		return nil, nil
	}
	near, own := related(f.Units, self, text), f.Units[self]
	callees, err := s.callees(ctx, g, f, text[own.Start:own.End])
	if err != nil {
		return nil, err
	}
	callers, err := s.callers(ctx, m)
	if err != nil {
		return nil, err
	}
	here := func(places []int) (list []function) {
		for _, i := range places {
			list = append(list, function{path: f.Path, unit: f.Units[i], language: f.Language, code: text[f.Units[i].Start:f.Units[i].End]})
		}
		return list
	}
	var list []function
	for _, one := range inTurn(here(near.parts), append(here(near.callees), callees...), append(here(near.callers), callers...), here(near.siblings)) {
		if digest := mirror.Digest(one.code); !s.seen[digest] && len(list) < aroundOne {
			s.seen[digest] = true
			list = append(list, one)
		}
	}
	return list, nil
}

// inTurn are the first of each list, then the second of each: many of one kind leave room for
// the others.
func inTurn(lists ...[]function) (all []function) {
	for i, more := 0, true; more; i++ {
		more = false
		for _, list := range lists {
			if i < len(list) {
				all, more = append(all, list[i]), true
			}
		}
	}
	return all
}

// relatives are the functions of its file that belong to a unit, by their places.
type relatives struct {
	parts    []int // that stand in it
	callees  []int
	callers  []int
	siblings []int // of the same class or file
}

func related(units []unit.Unit, self int, text []byte) (near relatives) {
	own := units[self]
	for i, u := range units {
		if i == self || u.Kind != unit.Function || u.End > len(text) {
			continue
		}
		switch {
		case u.Start >= own.Start && u.End <= own.End:
			near.parts = append(near.parts, i)
		case calls(text[own.Start:own.End], u.Name):
			near.callees = append(near.callees, i)
		case calls(text[u.Start:u.End], own.Name):
			near.callers = append(near.callers, i)
		case u.Parent == own.Parent:
			near.siblings = append(near.siblings, i)
		}
	}
	return near
}

// callers are the functions of other files of its repository that call a match, as the index
// knows them.
func (s *searcher) callers(ctx context.Context, m Match) ([]function, error) {
	if m.Name == "" {
		return nil, nil
	}
	q := index.Question{Limit: mostCallers, Filter: index.Filter{Repositories: []int64{m.Repository}, Kinds: []unit.Kind{unit.Function}}}
	q.Terms[feature.Call] = []index.Term{{Hash: feature.CallOf(shortName(m.Name)), Weight: 1}}
	q.Weights[feature.Call] = 1
	answer, err := observed{s}.Search(ctx, s.tenant, q)
	if err != nil {
		return nil, err
	}
	places := make([]index.Place, len(answer.Hits))
	for i, h := range answer.Hits {
		places[i] = h.Place
	}
	if err := s.load(ctx, places); err != nil {
		return nil, err
	}
	var list []function
	for _, p := range places {
		f, u, ok := s.unitAt(p)
		if !ok || f.Path == m.FilePath {
			continue
		}
		if code := s.texts[f.Digest][u.Start:u.End]; calls(code, m.Name) {
			list = append(list, function{path: f.Path, unit: u, language: f.Language, code: code})
		}
	}
	return list, nil
}

// definition is where a function is defined.
type definition struct {
	file mirror.File // without its units
	unit unit.Unit
}

// callees are the functions of other files that a text calls, where their names say which.
func (s *searcher) callees(ctx context.Context, g mirror.Generation, in mirror.File, text []byte) ([]function, error) {
	names, err := s.definitions(ctx, g)
	if err != nil {
		return nil, err
	}
	var list []function
	for _, name := range called(text) {
		found := names[name]
		if len(found) > mostDefined || slices.ContainsFunc(found, func(d definition) bool { return d.file.Path == in.Path }) {
			continue
		}
		for _, d := range found {
			if d.file.Language != in.Language || len(list) == aroundOne {
				continue
			}
			texts, err := s.Mirror.Texts(ctx, s.tenant, []string{d.file.Digest})
			if err != nil {
				return nil, err
			}
			if body := texts[d.file.Digest]; d.unit.End <= len(body) {
				list = append(list, function{path: d.file.Path, unit: d.unit, language: d.file.Language, code: body[d.unit.Start:d.unit.End]})
			}
		}
	}
	return list, nil
}

// definitions are the functions of a repository by their names without what they belong to;
// they are read once in a search.
func (s *searcher) definitions(ctx context.Context, g mirror.Generation) (map[string][]definition, error) {
	if names, ok := s.defined[g]; ok {
		return names, nil
	}
	names := map[string][]definition{}
	for after := -1; ; after += filesAtATime {
		files, err := s.Mirror.Files(ctx, s.tenant, g, after, filesAtATime)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			s.defined[g] = names
			return names, nil
		}
		for _, f := range files {
			units := f.Units
			f.Units = nil
			for _, u := range units {
				if name := shortName(u.Name); u.Kind == unit.Function && len(names[name]) <= mostDefined {
					names[name] = append(names[name], definition{f, u})
				}
			}
		}
	}
}

// shortName is a name without what it belongs to.
func shortName(name string) string { return name[bytes.LastIndexByte([]byte(name), '.')+1:] }

// shortestName is the length of a name, in bytes, below which a call of it tells nothing.
const shortestName = 2

// calls reports whether a text has a name with a bracket behind it.
func calls(text []byte, name string) bool {
	return slices.Contains(called(text), shortName(name))
}

// called are the names that a text has with a bracket behind them, each once, in their order.
func called(text []byte) (names []string) {
	seen := map[string]bool{}
	for i, c := range text {
		if c != '(' {
			continue
		}
		start := i
		for start > 0 && isNamePart(text[start-1]) {
			start--
		}
		if name := string(text[start:i]); len(name) >= shortestName && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

func isNamePart(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
