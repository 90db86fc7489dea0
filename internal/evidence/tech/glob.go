package tech

import (
	"path"
	"slices"
	"strings"
)

// kindPrefix marks a file pattern that is the kind of a Kubernetes resource.
const kindPrefix = "kind:"

// maxPath bounds the paths that are looked at, maxDepth their folders: deeper ones are
// generated, not kept by hand.
const (
	maxPath  = 1000
	maxDepth = 40
)

// globs finds the skills that a path shows. A pattern without a slash is a base name at any
// depth, one with a slash the end of a path, one that begins with a slash a whole path. "*"
// stands for any part of one name.
type globs struct {
	exact  map[string][]glob // by base name
	suffix map[string][]glob // "*.tf" by ".tf"
	start  map[string][]glob // "vite.config.*" by "vi"
	other  []glob
	kinds  map[string][]string
}

// startSize is how many bytes of a base name sort the patterns that have a "*" behind them.
const startSize = 2

// glob is one pattern, cut at the slashes, from the base name upwards.
type glob struct {
	parts []string
	plain []bool // a part without "*"
	sure  bool   // the index compares the base name
	whole bool   // nothing may stand above
	skill string
}

func newGlobs() *globs {
	return &globs{exact: map[string][]glob{}, suffix: map[string][]glob{}, start: map[string][]glob{}, kinds: map[string][]string{}}
}

func (g *globs) add(pattern, skill string) error {
	if kind, ok := strings.CutPrefix(pattern, kindPrefix); ok {
		g.kinds[kind] = append(g.kinds[kind], skill)
		return nil
	}
	rest, whole := strings.CutPrefix(pattern, "/")
	if _, err := path.Match(rest, ""); err != nil {
		return err
	}
	one := glob{parts: strings.Split(rest, "/"), whole: whole, skill: skill}
	slices.Reverse(one.parts)
	for _, part := range one.parts {
		one.plain = append(one.plain, !strings.ContainsAny(part, wild))
	}
	base := one.parts[0]
	tail, starred := strings.CutPrefix(base, "*")
	switch {
	case one.plain[0]:
		one.sure = true
		g.exact[base] = append(g.exact[base], one)
	case starred && strings.HasPrefix(tail, ".") && !strings.ContainsAny(tail, wild):
		one.sure = true
		g.suffix[tail] = append(g.suffix[tail], one)
	case strings.IndexAny(base, wild) >= startSize:
		g.start[base[:startSize]] = append(g.start[base[:startSize]], one)
	default:
		g.other = append(g.other, one)
	}
	return nil
}

// wild are the signs of a pattern that stand for something else.
const wild = `*?[\`

func (g *globs) find(name string) []string {
	if name == "" || len(name) > maxPath || strings.Count(name, "/") > maxDepth {
		return nil
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	found := matching(nil, g.exact[base], name)
	for i := range len(base) {
		if base[i] == '.' {
			found = matching(found, g.suffix[base[i:]], name)
		}
	}
	if len(base) >= startSize {
		found = matching(found, g.start[base[:startSize]], name)
	}
	found = matching(found, g.other, name)
	slices.Sort(found)
	return slices.Compact(found)
}

func matching(found []string, candidates []glob, name string) []string {
	for _, c := range candidates {
		if c.matches(name) {
			found = append(found, c.skill)
		}
	}
	return found
}

// matches compares from the base name upwards.
func (g glob) matches(name string) bool {
	left := true
	for i, part := range g.parts {
		if !left {
			return false
		}
		cut := strings.LastIndexByte(name, '/')
		if !g.covers(i, part, name[cut+1:]) {
			return false
		}
		left = cut >= 0
		name = name[:max(cut, 0)]
	}
	return !g.whole || !left
}

func (g glob) covers(i int, part, name string) bool {
	if i == 0 && g.sure {
		return true
	}
	if g.plain[i] {
		return part == name
	}
	ok, err := path.Match(part, name)
	return ok && err == nil
}

func (g *globs) seal() {
	for _, skills := range g.kinds {
		slices.Sort(skills)
	}
}
