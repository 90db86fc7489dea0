package embedded

import (
	"slices"

	"kadry/internal/codematch/index"
)

// filter says which units may be found.
type filter struct {
	index.Filter
	patterns []index.Pattern
}

func newFilter(f index.Filter) filter {
	out := filter{Filter: f}
	for _, text := range f.Paths {
		out.patterns = append(out.patterns, index.PatternOf(text))
	}
	return out
}

// allowed are the units of a part that may be found: how many, and by unit whether it is one
// of them; nil when all are or none is.
func (f filter) allowed(p part) (units []bool, n int) {
	repository := p.Identity().Repository
	if len(f.Repositories) > 0 && !slices.Contains(f.Repositories, repository) || slices.Contains(f.Without, repository) {
		return nil, 0
	}
	languages, all := places(f.Languages, p.Languages())
	kinds, allKinds := places(f.Kinds, p.Kinds())
	if all && allKinds && len(f.patterns) == 0 {
		return nil, p.Units()
	}
	if !slices.Contains(languages, true) || !slices.Contains(kinds, true) {
		return nil, 0
	}
	files := f.files(p)
	units = make([]bool, p.Units())
	for u := range units {
		language, kind := p.Tag(u)
		if languages[language] && kinds[kind] && (files == nil || files[p.File(u)]) {
			units[u] = true
			n++
		}
	}
	return units, n
}

// places says by place in have whether it is wanted, and whether all are.
func places[T comparable](wanted, have []T) (by []bool, all bool) {
	by, all = make([]bool, len(have)), true
	for i, name := range have {
		by[i] = len(wanted) == 0 || slices.Contains(wanted, name)
		all = all && by[i]
	}
	return by, all
}

// files says by file whether its path is as one of the patterns; nil when there are none.
func (f filter) files(p part) []bool {
	if len(f.patterns) == 0 {
		return nil
	}
	files := make([]bool, p.Files())
	for i := range files {
		path := p.Path(i)
		files[i] = slices.ContainsFunc(f.patterns, func(pattern index.Pattern) bool { return pattern.Match(path) })
	}
	return files
}
