package survey

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
)

const (
	mostFolders = 3
	mostFiles   = 3
	pure        = 0.5 // of a folder's code that shows a skill, for the folder to stand for it
	mostAside   = 12
)

// Paths chooses the folders and files whose histories tell most of who wrote what shows a
// skill: at most a handful, none inside another.
func (s Survey) Paths(u Use) []string {
	shows := map[string]bool{}
	for _, m := range u.Marks {
		if m.Kind != Declared {
			shows[m.Path] = true
		}
	}
	chosen := s.folders(shows)
	files := 0
	for _, m := range u.Marks {
		if files == mostFiles {
			break
		}
		if !covered(m.Path, chosen) && !covers(m.Path, chosen) {
			chosen = append(chosen, m.Path)
			files++
		}
	}
	return chosen
}

// folders are the largest folders most of whose code shows the skill.
func (s Survey) folders(shows map[string]bool) []string {
	type folder struct {
		all, shown int64
		files      int
	}
	at := map[string]*folder{}
	for _, c := range s.code {
		for dir := path.Dir(c.path); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if at[dir] == nil {
				at[dir] = &folder{}
			}
			at[dir].all += c.bytes
			if shows[c.path] {
				at[dir].shown += c.bytes
				at[dir].files++
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(at), func(a, b string) int {
		return cmp.Or(-cmp.Compare(at[a].shown, at[b].shown), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	var chosen []string
	for _, name := range names {
		f := at[name]
		if len(chosen) == mostFolders || f.shown == 0 {
			break
		}
		if f.files > 1 && float64(f.shown) >= pure*float64(f.all) && !covered(name, chosen) && !covers(name, chosen) {
			chosen = append(chosen, name)
		}
	}
	return chosen
}

func covered(p string, chosen []string) bool {
	return slices.ContainsFunc(chosen, func(c string) bool { return p == c || strings.HasPrefix(p, c+"/") })
}

func covers(p string, chosen []string) bool {
	return slices.ContainsFunc(chosen, func(c string) bool { return strings.HasPrefix(c, p+"/") })
}

// Aside are the top-level files and folders without code: documentation, workflows, translations,
// settings. What went into them is no work on code.
func (s Survey) Aside() []string {
	list := slices.Clone(s.aside)
	weight := func(p string) int {
		switch low := strings.ToLower(p); {
		case strings.HasPrefix(low, "readme"), strings.HasPrefix(low, "doc"), strings.HasPrefix(low, "change"), low == ".github":
			return 0
		case !strings.Contains(low, "."):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(weight(a), weight(b)) })
	return list[:min(len(list), mostAside)]
}
