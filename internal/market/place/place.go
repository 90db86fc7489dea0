// Package place is the tree of areas that HeadHunter sorts vacancies by, and the reading of
// what people type for one: cases, abbreviations, former names, other alphabets, another
// keyboard layout and slips of the fingers. The facts are compiled in; it knows no network
// and no vacancies. Other sources map these ids to their own through the code of a region.
package place

import (
	"bufio"
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/*.tsv
var files embed.FS

// Ids of the dictionary that the rules name.
const (
	russia    = "113"
	elsewhere = "1001" // the root whose areas are countries themselves
)

// Area is one node of the tree: a country, a region or a town.
type Area struct {
	ID     string `json:"id"`
	Parent string `json:"parent,omitzero"`
	Name   string `json:"name"`
}

// Tree is the whole dictionary. It does not change after Load and is safe for use by any
// number of goroutines.
type Tree struct {
	areas []Area // a parent stands before its children
	byID  map[string]int32
	codes map[string]string // id of an area -> code of its region
	named []named           // names beside those of the dictionary
	index func() *index     // built at the first question
}

// named is a row of other names.
type named struct {
	ids   []string
	old   bool // gives way to a town that bears the name today
	wider bool // towns without an area of their own: the ids are what they lie in
	names []string
}

// Load reads the tree compiled into the program. Call it once.
func Load() (*Tree, error) {
	t := &Tree{byID: map[string]int32{}, codes: map[string]string{}}
	for _, f := range []struct {
		name    string
		columns int
		take    func(cols []string) error
	}{
		{"data/areas.tsv", 3, t.takeArea},
		{"data/codes.tsv", 2, t.takeCode},
		{"data/names.tsv", 3, t.takeNames},
	} {
		if err := rows(f.name, f.columns, f.take); err != nil {
			return nil, err
		}
	}
	t.index = sync.OnceValue(func() *index { return newIndex(t) })
	return t, nil
}

// rows hands the rows of a compiled-in table to take.
func rows(file string, columns int, take func([]string) error) error {
	f, err := files.Open(file)
	if err != nil {
		return fmt.Errorf("place: %s: %w", file, err)
	}
	defer f.Close() // an embedded file has nothing to report on close
	scan := bufio.NewScanner(f)
	for line := 1; scan.Scan(); line++ {
		if strings.HasPrefix(scan.Text(), "#") {
			continue
		}
		cols := strings.Split(scan.Text(), "\t")
		if len(cols) != columns {
			return fmt.Errorf("place: %s line %d: want %d columns, have %d", file, line, columns, len(cols))
		}
		if err := take(cols); err != nil {
			return fmt.Errorf("place: %s line %d: %w", file, line, err)
		}
	}
	if err := scan.Err(); err != nil {
		return fmt.Errorf("place: %s: %w", file, err)
	}
	return nil
}

func (t *Tree) takeArea(cols []string) error {
	a := Area{ID: cols[0], Parent: cols[1], Name: cols[2]}
	if _, ok := t.byID[a.Parent]; a.Parent != "" && !ok {
		return fmt.Errorf("area %s stands before its parent %s", a.ID, a.Parent)
	}
	t.byID[a.ID] = int32(len(t.areas))
	t.areas = append(t.areas, a)
	return nil
}

func (t *Tree) takeCode(cols []string) error {
	if _, ok := t.byID[cols[0]]; !ok {
		return fmt.Errorf("unknown area %s", cols[0])
	}
	t.codes[cols[0]] = cols[1]
	return nil
}

func (t *Tree) takeNames(cols []string) error {
	n := named{ids: strings.Fields(cols[0]), old: cols[1] == "old", wider: cols[1] == "wider", names: strings.Split(cols[2], "; ")}
	for _, id := range n.ids {
		if _, ok := t.byID[id]; !ok {
			return fmt.Errorf("unknown area %s", id)
		}
	}
	t.named = append(t.named, n)
	return nil
}

// Area returns the area of an id.
func (t *Tree) Area(id string) (Area, bool) {
	at, ok := t.byID[id]
	if !ok {
		return Area{}, false
	}
	return t.areas[at], true
}

// Path lists the names from the country down to the area itself; nil for an unknown id.
func (t *Tree) Path(id string) []string {
	chain := t.chain(id)
	path := make([]string, 0, len(chain))
	for _, a := range slices.Backward(chain) {
		if a.ID != elsewhere {
			path = append(path, a.Name)
		}
	}
	return path
}

// chain lists the area and all it lies in, the root last.
func (t *Tree) chain(id string) []Area {
	var chain []Area
	for a, ok := t.Area(id); ok; a, ok = t.Area(a.Parent) {
		chain = append(chain, a)
	}
	return chain
}

// Within reports that an area is another one or lies in it.
func (t *Tree) Within(id, ancestor string) bool {
	for _, a := range t.chain(id) {
		if a.ID == ancestor {
			return true
		}
	}
	return false
}

// Region returns the two-digit code of the region of Russia that an area lies in, as the
// state's open data number regions; false for a country and for an area elsewhere.
func (t *Tree) Region(id string) (string, bool) {
	for _, a := range t.chain(id) {
		if code, ok := t.codes[a.ID]; ok {
			return code, true
		}
	}
	return "", false
}

// Country returns the country that an area lies in.
func (t *Tree) Country(id string) (Area, bool) {
	for _, a := range slices.Backward(t.chain(id)) {
		if a.ID != elsewhere {
			return a, true
		}
	}
	return Area{}, false
}

// rank orders the bearers of one name by how many people mean them. Nobody publishes that;
// the numbers of the dictionary tell it: it began with countries, regions and the large
// cities of Russia, went on with towns, and villages came last.
func (t *Tree) rank(a Area) int {
	const cities, towns = 1000, 3000 // where those numbers begin that are no cities, no towns
	n, err := strconv.Atoi(a.ID)
	switch {
	case a.Parent == "" || a.Parent == elsewhere || t.isRegion(a):
		return 0
	case err != nil:
		return 3
	case n < cities && t.Within(a.ID, russia):
		return 1
	case n < towns:
		return 2
	}
	return 3
}

// isRegion reports an area right under its country that holds others, or a city of such rank.
func (t *Tree) isRegion(a Area) bool {
	if a.Parent == russia {
		return true
	}
	at := t.byID[a.ID]
	return int(at)+1 < len(t.areas) && t.areas[at+1].Parent == a.ID
}
