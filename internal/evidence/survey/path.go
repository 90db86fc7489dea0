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
	mostFolders = 6
	mostFiles   = 4
	pure        = 0.5 // of a folder's code that shows a skill, for the folder to stand for it
	mixture     = 0.1 // of its code in a folder inside it that shows nothing of the skill, from which on the folders inside stand for it
	mostTop     = 20
	mostBeside  = 5 // of one folder
	mostProbes  = 4 // likewise
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
	foreign := s.foreign(func(dir string) bool { return at[dir] != nil })
	names := slices.SortedFunc(maps.Keys(at), func(a, b string) int {
		return cmp.Or(-cmp.Compare(at[a].shown, at[b].shown), cmp.Compare(s.within[a], s.within[b]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	var chosen []string
	for _, name := range names {
		f := at[name]
		if len(chosen) == mostFolders || f.shown == 0 {
			break
		}
		// Commits to a folder of something else inside it, and to the manifests of what is inside it, would be taken for work on the rest.
		mixed := s.managed[name] || float64(foreign[name]) > mixture*float64(s.within[name])
		if f.files > 1 && float64(f.shown) >= pure*float64(s.within[name]) && !mixed && !covered(name, chosen) && !covers(name, chosen) {
			chosen = append(chosen, name)
		}
	}
	return chosen
}

// foreign is, by folder, the most code of a folder inside it that shows nothing of a skill.
func (s Survey) foreign(shown func(dir string) bool) map[string]int64 {
	most := map[string]int64{}
	for at, bytes := range s.within {
		if shown(at) {
			continue
		}
		for dir := path.Dir(at); dir != "." && dir != "/"; dir = path.Dir(dir) {
			most[dir] = max(most[dir], bytes)
		}
	}
	return most
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
	slices.SortStableFunc(found, func(a, b string) int {
		if busy(a) != busy(b) {
			return map[bool]int{true: -1, false: 1}[busy(a)]
		}
		return cmp.Compare(strings.Count(a, "/"), strings.Count(b, "/"))
	})
	return found[:min(len(found), mostBeside)]
}

// busy tells what is often committed to beside code: translations, and what names versions.
func busy(p string) bool {
	switch strings.ToLower(path.Base(p)) {
	case "locale", "locales", "i18n", "l10n", "lang", "langs", "languages", "translations", "messages", "po":
		return true
	}
	return manifest.Known(p)
}

// Probe are the largest files of the largest parts of a folder that holds other code too. Whose work
// is on a skill has a part in those that show it; these are looked for where the rest is, too, since
// somebody may work in one part alone.
type Probe struct{ Shown, Rest []string }

// Probes are the probes of those of the chosen folders that hold other code too.
func (s Survey) Probes(chosen []string, u Use) map[string]Probe {
	shows := map[string]bool{}
	for _, m := range u.Marks {
		shows[m.Path] = shows[m.Path] || m.Kind != Declared
	}
	type parts map[string]source // the largest file by the part that it stands in
	shown, rest := map[string]parts{}, map[string]parts{}
	for _, c := range s.code {
		i := slices.IndexFunc(chosen, func(folder string) bool { return strings.HasPrefix(c.path, folder+"/") })
		if i < 0 {
			continue
		}
		folder, of := chosen[i], rest
		if shows[c.path] {
			of = shown
		}
		if of[folder] == nil {
			of[folder] = parts{}
		}
		part, _, _ := strings.Cut(c.path[len(folder)+1:], "/")
		if c.bytes > of[folder][part].bytes {
			of[folder][part] = c
		}
	}
	found := map[string]Probe{}
	for folder, other := range rest {
		at := largest(other)
		var probe Probe
		for _, part := range at {
			probe.Rest = append(probe.Rest, other[part].path)
		}
		for _, part := range append(at, largest(shown[folder])...) {
			if c, ok := shown[folder][part]; ok && !slices.Contains(probe.Shown, c.path) {
				probe.Shown = append(probe.Shown, c.path)
			}
		}
		found[folder] = probe
	}
	return found
}

// largest are the parts with the largest files.
func largest(parts map[string]source) []string {
	found := slices.SortedFunc(maps.Keys(parts), func(a, b string) int {
		return cmp.Or(-cmp.Compare(parts[a].bytes, parts[b].bytes), cmp.Compare(a, b))
	})
	return found[:min(len(found), mostProbes)]
}
