package place

import (
	"strings"

	"kadry/internal/fault"
)

// How says how an asked name led to an area, or why it did not.
type How string

// The ways, the surest first, and the failures.
const (
	ByID       How = "id"
	Exact      How = "exact"
	Case       How = "case" // but for capitals, marks and words such as "город"
	Alias      How = "alias"
	Inflected  How = "inflected" // "в Казани"
	Translit   How = "translit"  // "Tolyatti"
	Layout     How = "layout"    // typed in the other layout of the keyboard
	Typo       How = "typo"
	Compound   How = "compound"  // a town and what it lies in: "Березовский, Свердловская область"
	Anywhere   How = "remote"    // no place: remote work
	Ambiguous  How = "ambiguous" // several places and none that most people mean
	Unresolved How = "unknown"
)

// Candidate is an area that the asked name could also mean.
type Candidate struct {
	Area Area     `json:"area"`
	Path []string `json:"path"` // from the country down
}

// Resolution is what an asked place was understood as.
type Resolution struct {
	Asked string   `json:"asked"`
	How   How      `json:"how"`
	Area  Area     `json:"area,omitzero"` // without an id where nothing or too much was found
	Path  []string `json:"path,omitzero"` // from the country down
	// Wider is told of a town that has no area of its own: Area is the country it lies in.
	Wider bool `json:"wider,omitzero"`
	// Remote is told of words such as "удалённо", with a place beside them or without.
	Remote bool `json:"remote,omitzero"`
	// Candidates are the bearers of the name that were not chosen, of an unknown name the
	// nearest ones; at most candidatesKept of Others.
	Candidates []Candidate `json:"candidates,omitzero"`
	Others     int         `json:"others,omitzero"`
}

// Known reports that one area was found.
func (r Resolution) Known() bool { return r.Area.ID != "" }

// Err says why no area was found, nil when one was or when the work is remote.
func (r Resolution) Err() error {
	asked := fault.Clip(r.Asked)
	names := make([]string, len(r.Candidates))
	for i, c := range r.Candidates {
		names[i] = strings.Join(c.Path, " / ") + " (" + c.Area.ID + ")"
	}
	switch r.How {
	case Ambiguous:
		return fault.E(fault.Invalid, fault.Say("%d places are called %q", "мест с названием %[2]q: %[1]d", r.Others, asked), nil).
			WithHint(fault.Say("name the region too, or pass the id of the area", "добавьте регион или передайте id места")).
			WithCandidates(names...)
	case Unresolved:
		return fault.E(fault.NotFound, fault.Say("no place is called %q", "место %q не найдено", asked), nil).
			WithHint(fault.Say("pass a town, a region or a country", "укажите город, регион или страну")).
			WithCandidates(names...)
	}
	return nil
}
