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
	mostFiles   = 4
	pure        = 0.5  // of a folder's code that shows a skill, for the folder to stand for it
	foreign     = 0.02 // of its code in a folder inside it that shows nothing of the skill, for the folders inside to stand for it
	mostTop     = 20
	mostBeside  = 3 // files of one folder
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
		if files == mostFiles || m.Kind == Declared && len(chosen) > 0 {
			break // what names a thing is changed for other reasons too
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
		shown int64
		files int
	}
	at := map[string]*folder{}
	for _, c := range s.code {
		if !shows[c.path] {
			continue
		}
		for dir := path.Dir(c.path); dir != "." && dir != "/"; dir = path.Dir(dir) {
			if at[dir] == nil {
				at[dir] = &folder{}
			}
			at[dir].shown += c.bytes
			at[dir].files++
		}
	}
	names := slices.SortedFunc(maps.Keys(at), func(a, b string) int {
		return cmp.Or(-cmp.Compare(at[a].shown, at[b].shown), cmp.Compare(s.within[a], s.within[b]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	var chosen []string
	for _, name := range names {
		f := at[name]
		if len(chosen) == mostFolders || f.shown == 0 {
			break
		}
		shown := func(dir string) bool { return at[dir] != nil }
		if f.files > 1 && float64(f.shown) >= pure*float64(s.within[name]) && !covered(name, chosen) && !covers(name, chosen) && !s.mixed(name, shown) {
			chosen = append(chosen, name)
		}
	}
	return chosen
}

// mixed reports whether a folder inside a folder is of something else: pages in the sources of a
// server. Commits to those would be taken for work on the rest.
func (s Survey) mixed(folder string, shown func(dir string) bool) bool {
	least := int64(foreign * float64(s.within[folder]))
	for dir, bytes := range s.within {
		if bytes > least && strings.HasPrefix(dir, folder+"/") && !shown(dir) {
			return true
		}
	}
	return false
}

func covered(p string, chosen []string) bool {
	return slices.ContainsFunc(chosen, func(c string) bool { return p == c || strings.HasPrefix(p, c+"/") })
}

func covers(p string, chosen []string) bool {
	return slices.ContainsFunc(chosen, func(c string) bool { return strings.HasPrefix(c, p+"/") })
}

// Top are the top-level folders and files, folders first. ok is false where there are more than
// are worth asking for. What somebody committed and none of them has a trace of was moved away.
func (s Survey) Top() (paths []string, ok bool) {
	return s.top[:min(len(s.top), mostTop)], len(s.top) <= mostTop
}

// Beside are files inside a folder that are no code: what went into them (versions, settings,
// notes) is no work on the code of the folder.
func (s Survey) Beside(folder string) []string {
	start, _ := slices.BinarySearch(s.others, folder+"/")
	var found []string
	for _, f := range s.others[start:] {
		if !strings.HasPrefix(f, folder+"/") {
			break
		}
		found = append(found, f)
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")) })
	return found[:min(len(found), mostBeside)]
}
