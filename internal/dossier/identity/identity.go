// Package identity says when two entries of a list of candidates are one person: when an id
// is the same. Names that look alike, and skills that are alike, make nobody the same person.
package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Identity is what a person can be found by. At least one part is set.
type Identity struct {
	GitHub   string `json:"github_username,omitzero"`
	CV       string `json:"candidate_id,omitzero" doc:"Of the CV base."`
	Text     string `json:"resume_id,omitzero" doc:"Of a CV that came as text."`
	LinkedIn string `json:"linkedin,omitzero" doc:"The public name in the address of the profile."`
}

// TextID is the id of a CV that came as text: the same text has the same id, and nothing of
// the text can be read off it.
func TextID(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return "text_" + hex.EncodeToString(sum[:8])
}

// ID is what the report calls the person: the first part that is set.
func (i Identity) ID() string {
	for _, part := range i.parts() {
		if part != "" {
			return part
		}
	}
	return ""
}

// parts are in the order in which people name a candidate.
func (i Identity) parts() [4]string { return [4]string{i.GitHub, i.CV, i.Text, i.LinkedIn} }

// IDs are what a report calls the people of a list: the first part that nobody else in it has,
// so that two people of one GitHub name are told apart.
func IDs(list []Identity) []string {
	owners := map[string]int{}
	for _, i := range list {
		for _, part := range i.parts() {
			owners[fold(part)]++
		}
	}
	ids := make([]string, len(list))
	for at, i := range list {
		ids[at] = i.ID()
		for _, part := range i.parts() {
			if part != "" && owners[fold(part)] == 1 {
				ids[at] = part
				break
			}
		}
	}
	return ids
}

// IsNamed reports whether an id is one of the person's.
func (i Identity) IsNamed(id string) bool {
	for _, part := range i.parts() {
		if part != "" && Key(part) == Key(id) {
			return true
		}
	}
	return false
}

// fold is the form ids are compared in. GitHub and LinkedIn do not tell cases apart, and the
// ids of ours have no upper case.
func fold(id string) string { return strings.ToLower(strings.TrimSuffix(id, "/")) }

// same reports whether two entries share an id and contradict each other in none.
func (i Identity) same(other Identity) bool {
	shared := false
	mine, theirs := i.parts(), other.parts()
	for k := range mine {
		switch {
		case mine[k] == "" || theirs[k] == "":
		case fold(mine[k]) != fold(theirs[k]):
			return false
		default:
			shared = true
		}
	}
	return shared
}

func (i Identity) with(other Identity) Identity {
	first := func(a, b string) string {
		if a != "" {
			return a
		}
		return b
	}
	return Identity{
		GitHub: first(i.GitHub, other.GitHub), CV: first(i.CV, other.CV), Text: first(i.Text, other.Text), LinkedIn: first(i.LinkedIn, other.LinkedIn),
	}
}

// Person is one person and the entries that name them.
type Person struct {
	Identity
	Entries []int // positions in the list
}

// Join makes one person of the entries with the same id, in the order of the list. Two
// entries of one GitHub name with different CVs stay two: which CV is the person's is for
// people to say.
func Join(list []Identity) []Person {
	var people []Person
	for at, entry := range list {
		people = append(people, Person{Identity: entry, Entries: []int{at}})
	}
	for i := 0; i < len(people); i++ {
		for j := i + 1; j < len(people); j++ {
			if !people[i].same(people[j].Identity) {
				continue
			}
			people[i].Identity = people[i].with(people[j].Identity)
			people[i].Entries = append(people[i].Entries, people[j].Entries...)
			people = slices.Delete(people, j, j+1)
			i = -1 // the fuller identity may be that of somebody before
			break
		}
	}
	for _, p := range people {
		slices.Sort(p.Entries)
	}
	return people
}
