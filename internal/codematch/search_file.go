package codematch

import (
	"cmp"
	"context"
	"slices"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/rank"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

const (
	functionsOfFile       = 40  // of a file are looked for one by one, the longest
	functionsOfRepository = 120 // of a repository
	candidatesPerFunction = 20
	// counterpart is the score from which a function is taken for one that answers to another.
	counterpart = 0.5
	mostPairs   = 30 // shown of one match
)

// function is a function of what is asked about.
type function struct {
	path     string
	unit     unit.Unit
	language lexer.Language
	code     []byte
}

// functionsOf are the longest functions of a file, in order of their lines.
func functionsOf(path string, text []byte, most int) (list []function) {
	file := unit.Split(path, text, unit.Limits{})
	for _, u := range file.Units {
		if u.Kind == unit.Function {
			list = append(list, function{path: path, unit: u, language: file.Language, code: text[u.Start:u.End]})
		}
	}
	return longest(list, most)
}

func longest(list []function, most int) []function {
	slices.SortStableFunc(list, func(a, b function) int { return cmp.Compare(len(b.code), len(a.code)) })
	list = list[:min(len(list), most)]
	slices.SortStableFunc(list, func(a, b function) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.unit.First, b.unit.First))
	})
	return list
}

// answering are the functions of the index that answer to one each of what is asked about.
type answering struct {
	function
	found []rank.Match
}

// answers looks for each function by itself.
func (s *searcher) answers(ctx context.Context, functions []function) ([]answering, int, error) {
	filter := s.q.filter
	filter.Kinds = []unit.Kind{unit.Function}
	list := make([]answering, len(functions))
	var searched int
	for i, f := range functions {
		s.stage(i, len(functions), fault.Say("Comparing functions", "Сравнение функций"))
		found, n, err := s.retrieve(ctx, f.code, f.language, filter, candidatesPerFunction)
		if err != nil {
			return nil, 0, err
		}
		list[i], searched = answering{f, found}, n
	}
	return list, searched, nil
}

// group is what of the index answers to functions of what is asked about: a file, or a
// repository where file is -1.
type group struct {
	repository int64
	file       int32
	pairs      []placed
	score      float64 // sum over the functions
}

type placed struct {
	asked function
	found index.Place
	score float64
}

// grouped gathers answers by file or repository; a function counts once in each.
func grouped(list []answering, byFile bool) []*group {
	type key struct {
		repository int64
		file       int32
	}
	groups := map[key]*group{}
	var order []*group
	for _, a := range list {
		taken := map[key]bool{}
		for _, m := range a.found {
			k := key{m.Place.Repository, -1}
			if byFile {
				k.file = m.Place.File
			}
			if taken[k] || m.Score < counterpart/2 {
				continue
			}
			taken[k] = true
			g := groups[k]
			if g == nil {
				g = &group{repository: k.repository, file: k.file}
				groups[k] = g
				order = append(order, g)
			}
			g.score += m.Score
			g.pairs = append(g.pairs, placed{a.function, m.Place, m.Score})
		}
	}
	for _, g := range order {
		slices.SortStableFunc(g.pairs, func(a, b placed) int { return cmp.Compare(b.score, a.score) })
	}
	slices.SortStableFunc(order, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.repository, b.repository), cmp.Compare(a.file, b.file))
	})
	return order
}

// pairsOf writes the pairs of a group.
func (s *searcher) pairsOf(ctx context.Context, g *group) ([]Pair, error) {
	pairs := g.pairs[:min(len(g.pairs), mostPairs)]
	var places []index.Place
	for _, p := range pairs {
		places = append(places, p.found)
	}
	if err := s.load(ctx, places); err != nil {
		return nil, err
	}
	var list []Pair
	for _, p := range pairs {
		f, u, ok := s.unitAt(p.found)
		if !ok || p.score < counterpart {
			continue
		}
		list = append(list, Pair{
			Asked: PairSide{Path: p.asked.path, Name: p.asked.unit.Name, Start: p.asked.unit.First, End: p.asked.unit.Last},
			Found: PairSide{Path: f.Path, Name: u.Name, Start: u.First, End: u.Last}, Score: p.score,
		})
	}
	return list, nil
}

// runFile finds files: by what they are as a whole, and by the functions that answer to each
// other.
func (s *searcher) runFile(ctx context.Context) (Search, error) {
	s.stage(0, 0, fault.Say("Retrieving", "Поиск похожего"))
	s.seen[mirror.Digest(s.q.code)] = true
	whole := s.q.filter
	whole.Kinds = []unit.Kind{unit.Whole}
	limit := s.q.skip + s.q.top
	files, searched, err := s.retrieve(ctx, s.q.code, s.q.language, whole, max(3*limit, candidatesPerFunction))
	if err != nil {
		return Search{}, err
	}
	functions := functionsOf(s.q.path, s.q.code, functionsOfFile)
	list, _, err := s.answers(ctx, functions)
	if err != nil {
		return Search{}, err
	}
	groups := grouped(list, true)
	ranked, err := s.joined(ctx, files, groups, len(functions))
	if err != nil {
		return Search{}, err
	}
	out := s.empty(searched)
	if out.Matches, err = s.described(ctx, ranked); err != nil {
		return out, err
	}
	out.Matches = out.Matches[min(s.q.skip, len(out.Matches)):min(limit, len(out.Matches))]
	s.number(&out)
	if err := s.paired(ctx, out.Matches, groups); err != nil {
		return out, err
	}
	if err := s.verified(ctx, string(s.q.code), s.q.language, out.Matches); err != nil {
		return out, err
	}
	s.contradict(out.Matches, groups)
	if err := s.deeper(ctx, &out); err != nil {
		return out, err
	}
	return out, s.keep(ctx, &out)
}

// joined orders files by both: the likeness of the whole, and of a file with functions the
// share of them that has a counterpart.
func (s *searcher) joined(ctx context.Context, files []rank.Match, groups []*group, functions int) ([]rank.Match, error) {
	at := map[filePlace]int{}
	for i, m := range files {
		at[s.fileOf(m.Place.Repository, m.Place.File)] = i
	}
	var places []index.Place
	for _, g := range groups[:min(len(groups), 2*s.q.top)] {
		places = append(places, index.Place{Repository: g.repository, File: g.file})
	}
	if err := s.load(ctx, places); err != nil {
		return nil, err
	}
	for _, g := range groups[:len(places)] {
		share := g.score / float64(functions)
		file := s.fileOf(g.repository, g.file)
		i, ok := at[file]
		if !ok {
			units := s.files[file].Units
			files = append(files, rank.Match{Place: index.Place{Repository: g.repository, File: g.file, Unit: int32(len(units) - 1)}})
			i = len(files) - 1
		}
		files[i].Score = max(files[i].Score, (files[i].Score+share)/2, share*share)
	}
	slices.SortStableFunc(files, func(a, b rank.Match) int { return cmp.Compare(b.Score, a.Score) })
	return files, nil
}

// paired writes the pairs of functions to the files that were found.
func (s *searcher) paired(ctx context.Context, matches []Match, groups []*group) error {
	for _, g := range groups {
		i := s.matchOf(g, matches)
		if i < 0 {
			continue
		}
		pairs, err := s.pairsOf(ctx, g)
		if err != nil {
			return err
		}
		matches[i].Pairs = pairs
	}
	return nil
}

// matchOf is the place of the match that a group of a file belongs to, -1 where none does.
func (s *searcher) matchOf(g *group, matches []Match) int {
	path := s.files[s.fileOf(g.repository, g.file)].Path
	return slices.IndexFunc(matches, func(m Match) bool { return m.Repository == g.repository && m.FilePath == path })
}

// contradict lowers files that bear the words of what was asked about and do something else:
// verification found the whole unrelated, and functions that were taken for counterparts too.
// Another algorithm looks like that as well, so half of the score stays.
func (s *searcher) contradict(matches []Match, groups []*group) {
	for _, g := range groups {
		i := s.matchOf(g, matches)
		if i < 0 || matches[i].Verdict != match.Unrelated {
			continue
		}
		compared, unrelated := 0, 0
		for _, p := range g.pairs[:min(len(g.pairs), mostPairs)] {
			f, u, ok := s.unitAt(p.found)
			if !ok || p.score < counterpart {
				continue
			}
			compared++
			asked := align.Fragment{Language: p.asked.language, Code: string(p.asked.code)}
			if align.Compare(asked, align.Fragment{Language: f.Language, Code: string(s.texts[f.Digest][u.Start:u.End])}).Verdict == match.Unrelated {
				unrelated++
			}
		}
		if compared > 0 {
			matches[i].Score *= 1 - float64(unrelated)/float64(2*compared)
		}
	}
	slices.SortStableFunc(matches, func(a, b Match) int { return cmp.Compare(b.Score, a.Score) })
}
