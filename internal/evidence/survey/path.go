package survey

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"kadry/internal/manifest"
)

const (
	mostFolders = 3
	mostFiles   = 4
	pure        = 0.5 // of a folder's code that shows a skill, for the folder to stand for it
	foreign     = 0.1 // of its code in a folder inside it that shows nothing of the skill, for the folders inside to stand for it
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

// mixed reports whether a folder holds more than what shows a skill: a folder of something else,
// like the pages in the sources of a server, or the manifests of the folders inside it. Commits to
// those would be taken for work on the rest.
func (s Survey) mixed(folder string, shown func(dir string) bool) bool {
	if s.manages(folder) {
		return true
	}
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

// manages reports whether a folder without code of its own has a manifest, a lock file or a change log.
func (s Survey) manages(folder string) bool {
	if slices.ContainsFunc(s.code, func(c source) bool { return path.Dir(c.path) == folder }) {
		return false
	}
	for _, f := range s.inside(folder) {
		if path.Dir(f) == folder && (manifest.Known(f) || strings.HasPrefix(strings.ToLower(path.Base(f)), "changelog")) {
			return true
		}
	}
	return false
}

// inside are the files below a folder that are no code.
func (s Survey) inside(folder string) []string {
	start, _ := slices.BinarySearch(s.others, folder+"/")
	end := start
	for end < len(s.others) && strings.HasPrefix(s.others[end], folder+"/") {
		end++
	}
	return s.others[start:end]
}

// Beside are the folders without code and the files inside a folder that are no code: what went
// into them (translations, versions, settings, notes) is no work on the code of the folder.
func (s Survey) Beside(folder string) []string {
	var found []string
	for _, f := range s.inside(folder) {
		at := f
		for dir := path.Dir(f); dir != folder && s.within[dir] == 0; dir = path.Dir(dir) {
			at = dir
		}
		if len(found) == 0 || found[len(found)-1] != at {
			found = append(found, at)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/")) })
	return found[:min(len(found), mostBeside)]
}
