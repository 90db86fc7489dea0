package profile

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/retrieve"
)

const occupationsFile = "occupations.tsv"

// Occupation is what people are, whatever skills they have: welder, lawyer, developer.
type Occupation struct {
	Title fault.Text
	Names []string // in both languages, the titles first
	// Trade tells an occupation whose people always call it by one of its names. Others
	// ("engineer") are so wide, or so often replaced by another word, that their absence
	// from a CV says nothing.
	Trade bool
}

// occupations are the bundled occupations with their names by base forms.
type occupations struct {
	list  []Occupation
	names map[string]int // bases of a name, joined by spaces -> index of list
	most  int            // words of the longest name
}

func loadOccupations() (occupations, error) {
	content, err := data.ReadFile("data/" + occupationsFile)
	if err != nil {
		return occupations{}, fmt.Errorf("profile: occupations: %w", err)
	}
	all := occupations{names: map[string]int{}}
	lines := bufio.NewScanner(bytes.NewReader(content))
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || fields[2] != "trade" && fields[2] != "broad" {
			return occupations{}, fmt.Errorf("profile: occupations line %d: want title, title, trade or broad, names", number)
		}
		o := Occupation{Title: fault.Text{EN: fields[0], RU: fields[1]}, Names: fields[:2:2], Trade: fields[2] == "trade"}
		if fields[3] != "" {
			o.Names = append(o.Names, strings.Split(fields[3], "|")...)
		}
		if err := all.add(o); err != nil {
			return occupations{}, fmt.Errorf("profile: occupations line %d: %w", number, err)
		}
	}
	if err := lines.Err(); err != nil {
		return occupations{}, fmt.Errorf("profile: occupations: %w", err)
	}
	return all, nil
}

func (all *occupations) add(o Occupation) error {
	at := len(all.list)
	all.list = append(all.list, o)
	for _, name := range o.Names {
		var words []string
		for _, t := range retrieve.Tokens(name) {
			words = append(words, retrieve.Base(t.Text))
		}
		key := strings.Join(words, " ")
		if other, taken := all.names[key]; taken && other != at {
			return fmt.Errorf("%q is a name of %q already", name, all.list[other].Title.EN)
		}
		all.names[key] = at
		all.most = max(all.most, len(words))
	}
	return nil
}

// Occupations returns every occupation. The slice is not the caller's to change.
func (l *Library) Occupations() []Occupation { return l.occupations.list }

// OccupationAt returns the occupation whose longest name begins at a word of a text, given
// as base forms, and the number of words of the name; zero words when there is none.
func (l *Library) OccupationAt(bases []string, at int) (Occupation, int) {
	for n := min(l.occupations.most, len(bases)-at); n > 0; n-- {
		if i, ok := l.occupations.names[strings.Join(bases[at:at+n], " ")]; ok {
			return l.occupations.list[i], n
		}
	}
	return Occupation{}, 0
}

// OccupationEnding returns the occupation whose longest name ends with the last of some words,
// given as base forms, and the number of words of the name; zero words when there is none.
func (l *Library) OccupationEnding(bases []string) (Occupation, int) {
	for n := min(l.occupations.most, len(bases)); n > 0; n-- {
		if i, ok := l.occupations.names[strings.Join(bases[len(bases)-n:], " ")]; ok {
			return l.occupations.list[i], n
		}
	}
	return Occupation{}, 0
}

// Occupation returns the occupation with a name, in any case form.
func (l *Library) Occupation(name string) (Occupation, bool) {
	var words []string
	for _, t := range retrieve.Tokens(name) {
		words = append(words, retrieve.Base(t.Text))
	}
	i, ok := l.occupations.names[strings.Join(words, " ")]
	if !ok {
		return Occupation{}, false
	}
	return l.occupations.list[i], true
}

// OccupationMisspelled returns the occupation whose one-word name a word misspells.
func (l *Library) OccupationMisspelled(base string) (Occupation, bool) {
	found := -1
	for name, i := range l.occupations.names {
		if !strings.Contains(name, " ") && misspells(base, name) && (found < 0 || i < found) {
			found = i
		}
	}
	if found < 0 {
		return Occupation{}, false
	}
	return l.occupations.list[found], true
}
