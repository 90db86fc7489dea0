// Package profile is a library of job roles: what each is called in English and Russian
// and which skills, with which weight, make someone fit for it. It finds a role by the
// way people write its title and reads a user's own roles. It knows no CVs and scores
// nobody; skill names are plain text here and are resolved by whoever searches.
package profile

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"io"
	"slices"

	"kadry/internal/fault"
)

//go:embed data
var data embed.FS

// maxBytes bounds a user's file: a thousand roles fit many times over.
const maxBytes = 1 << 20

// Profile is one job role.
type Profile struct {
	ID      string // "go-developer"
	Domain  string // "backend", "data", ...
	Title   fault.Text
	Aliases []string // other titles of the same role, both languages
	About   fault.Text
	Levels  Levels
	Skills  []Skill // heaviest first, then by name
}

// Levels are the titles the role usually has at each level; empty where none was given.
type Levels struct{ Junior, Mid, Senior fault.Text }

// Skill is one skill of a role.
type Skill struct {
	Name   string  // canonical name in the skill taxonomy
	Weight float64 // above 0, at most 1: how much the role needs it
	Core   bool    // without it the person does another job
}

// Library is an immutable set of roles, safe for use by many goroutines.
type Library struct {
	profiles []Profile // a user's own first, then the bundled, each by id
	words    *lexicon
	index    index

	occupations occupations
}

// Load returns the bundled roles.
func Load() (*Library, error) {
	words, err := loadWords()
	if err != nil {
		return nil, err
	}
	content, err := bundled()
	if err != nil {
		return nil, err
	}
	profiles, err := parse(content, words)
	if err != nil {
		return nil, fmt.Errorf("profile: bundled roles: %w", err)
	}
	trades, err := loadOccupations()
	if err != nil {
		return nil, err
	}
	return newLibrary(profiles, words, trades), nil
}

// bundled returns the bundled files as one list, so that clashes between them show.
func bundled() ([]byte, error) {
	entries, err := data.ReadDir("data")
	if err != nil {
		return nil, fmt.Errorf("profile: bundled roles: %w", err)
	}
	var all bytes.Buffer
	for _, entry := range entries {
		if entry.Name() == wordsFile || entry.Name() == occupationsFile {
			continue
		}
		content, err := data.ReadFile("data/" + entry.Name())
		if err != nil {
			return nil, fmt.Errorf("profile: bundled roles %q: %w", entry.Name(), err)
		}
		all.Write(content)
		all.WriteByte('\n')
	}
	return all.Bytes(), nil
}

// Import returns a library with the roles of r, a YAML list in the format of the bundled
// files, beside those of l. A role with the id of an existing one replaces it, and where
// a title fits an imported role and another one equally well, the imported one wins.
func (l *Library) Import(r io.Reader) (*Library, error) {
	content, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("profile: imported roles: %w", err)
	}
	if len(content) > maxBytes {
		return nil, fault.E(fault.TooLarge, fault.Say(
			"The file of roles is larger than %d KB.", "Файл с ролями больше %d КБ.", maxBytes>>10), nil)
	}
	imported, err := parse(content, l.words)
	if err != nil {
		return nil, err
	}
	own := make(map[string]bool, len(imported))
	for _, p := range imported {
		own[p.ID] = true
	}
	merged := imported
	for _, p := range l.profiles {
		if !own[p.ID] {
			merged = append(merged, p)
		}
	}
	return newLibrary(merged, l.words, l.occupations), nil
}

// Profiles returns every role, a user's own first. The slice is the caller's to keep.
func (l *Library) Profiles() []Profile { return slices.Clone(l.profiles) }

// ByID returns the role with exactly this id.
func (l *Library) ByID(id string) (Profile, bool) {
	for _, p := range l.profiles {
		if p.ID == id {
			return p, true
		}
	}
	return Profile{}, false
}

func newLibrary(profiles []Profile, words *lexicon, trades occupations) *Library {
	return &Library{profiles: profiles, words: words, index: newIndex(profiles, words), occupations: trades}
}

// titles are all the names of the role, the two main ones first.
func (p Profile) titles() []string {
	return append([]string{p.Title.EN, p.Title.RU}, p.Aliases...)
}

func sortSkills(skills []Skill) {
	slices.SortFunc(skills, func(a, b Skill) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Name, b.Name))
	})
}
