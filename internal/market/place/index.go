package place

import (
	"slices"
	"strings"
)

// entry is one bearer of a spelling.
type entry struct {
	area  int32
	how   How // Case for the dictionary's own name, Alias for another
	old   bool
	wider bool
}

// spelling is a key with what a search for slips needs of it.
type spelling struct {
	key     string
	heard   string // see heardKey
	runes   []rune
	letters uint64
}

// index finds areas by spellings.
type index struct {
	keys   map[string][]entry
	stems  map[string][]string // of words without endings -> keys
	sounds map[string][]string // of romanised keys -> keys
	region map[string][]entry  // first words of regions' names: "свердловск" of "Свердловская область"
	slips  []spelling          // of all keys
	spoken []spelling          // of the sounds of all keys
}

func newIndex(t *Tree) *index {
	size := len(t.areas)
	x := &index{
		keys: make(map[string][]entry, size), stems: make(map[string][]string, size),
		sounds: make(map[string][]string, size), region: map[string][]entry{},
	}
	for i, a := range t.areas {
		e := entry{area: int32(i), how: Case}
		x.add(keyOf(a.Name), e)
		bare, inner, ok := strings.Cut(a.Name, "(")
		if ok {
			x.add(keyOf(bare), e)
		}
		if t.isRegion(a) && a.Parent != "" {
			x.addRegion(a, bare, inner, e)
		}
	}
	for _, n := range t.named {
		for _, id := range n.ids {
			for _, name := range n.names {
				x.add(keyOf(name), entry{area: t.byID[id], how: Alias, old: n.old, wider: n.wider})
			}
		}
	}
	x.derive()
	return x
}

func (x *index) add(key string, e entry) {
	same := func(k entry) bool { return k.area == e.area }
	if key != "" && !slices.ContainsFunc(x.keys[key], same) {
		x.keys[key] = append(x.keys[key], e)
	}
}

// kinds are the words of a region's name that only say what it is.
var kinds = []string{"область", "край", "республика", "ао", "народная"}

// addRegion adds the name of a region without its kind: "татарстан", "нижегородская". Its
// stem answers where the kind is told in another language: "sverdlovsk oblast".
func (x *index) addRegion(a Area, bare, inner string, e entry) {
	e.how = Alias
	x.add(keyOf(inner), e)
	words := slices.DeleteFunc(strings.Fields(keyOf(bare)), func(w string) bool { return slices.Contains(kinds, w) })
	if len(words) == 0 || strings.Join(words, " ") == keyOf(a.Name) {
		return
	}
	name := strings.Join(words, " ")
	x.add(name, e)
	for _, ending := range []string{"", "ая", "ий", "ская", "ский"} {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			x.region[soundKey(stem)] = append(x.region[soundKey(stem)], e)
		}
	}
}

// derive fills what is found by stems, by sounds and in spite of slips.
func (x *index) derive() {
	for key := range x.keys {
		stem, sound := stemKey(key), soundKey(key)
		if len(x.sounds[sound]) == 0 {
			x.spoken = append(x.spoken, newSpelling(sound))
		}
		x.stems[stem] = append(x.stems[stem], key)
		x.sounds[sound] = append(x.sounds[sound], key)
		x.slips = append(x.slips, newSpelling(key))
	}
	for _, list := range [][]spelling{x.slips, x.spoken} {
		slices.SortFunc(list, func(a, b spelling) int { return strings.Compare(a.key, b.key) })
	}
	for _, keys := range x.stems {
		slices.Sort(keys)
	}
	for _, keys := range x.sounds {
		slices.Sort(keys)
	}
}

// slipped is a key some edits away from what was asked.
type slipped struct {
	key   string
	edits int
}

func newSpelling(key string) spelling {
	runes := []rune(key)
	return spelling{key: key, heard: heardKey(key), runes: runes, letters: letters(runes)}
}

// near lists the keys among those of a list within so many edits of a key. What sounds the same
// is one slip, however many letters differ.
func near(list []spelling, key string, limit int) []slipped {
	asked := []rune(key)
	set, heard := letters(asked), heardKey(key)
	var found []slipped
	for _, s := range list {
		if limit > 0 && s.heard == heard && s.key != key {
			found = append(found, slipped{s.key, 1})
			continue
		}
		if max(len(s.runes)-len(asked), len(asked)-len(s.runes)) > limit || far(set, s.letters, limit) {
			continue
		}
		if d := distance(asked, s.runes, limit); d <= limit {
			found = append(found, slipped{s.key, d})
		}
	}
	return found
}
