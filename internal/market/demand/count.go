package demand

import (
	"cmp"
	"slices"

	"kadry/internal/skill"
)

// Reading is what one posting of a sample asks for.
type Reading struct {
	Wanted   []Wanted
	Detailed bool // see posting.Posting.IsDetailed: what is not there was not asked for
}

// Demand is how many postings ask for one skill.
type Demand struct {
	ID       skill.ID `json:"id,omitzero"`
	Name     string   `json:"name"`
	N        int      `json:"n"`                 // postings that ask for it, the optional ones among them
	Optional int      `json:"optional,omitzero"` // of N
	Detailed int      `json:"detailed,omitzero"` // of N, those read in full
	Share    float64  `json:"share,omitzero"`    // Detailed of the postings read in full; left out where none was
	AtLeast  float64  `json:"at_least"`          // N of all: a lower bound, since a search shows the texts cut
	Sources  Sources  `json:"sources"`
}

// Sources counts the postings by the parts that ask for a skill; one posting may ask in several.
type Sources map[Origin]int

// Tally is the demand of a sample, the most wanted first, with both denominators.
type Tally struct {
	Postings int      `json:"postings"`
	Detailed int      `json:"detailed"` // of Postings, those read in full
	Skills   []Demand `json:"skills"`
}

// Count adds up a sample of unique postings.
func Count(sample []Reading) Tally {
	t := Tally{Postings: len(sample), Skills: []Demand{}}
	at := map[string]int{}
	for _, r := range sample {
		if r.Detailed {
			t.Detailed++
		}
		for _, w := range r.Wanted {
			i, ok := at[w.key()]
			if !ok {
				i = len(t.Skills)
				at[w.key()] = i
				t.Skills = append(t.Skills, Demand{ID: w.ID, Name: w.Name, Sources: Sources{}})
			}
			t.Skills[i].add(w, r.Detailed)
		}
	}
	for i := range t.Skills {
		d := &t.Skills[i]
		d.AtLeast = float64(d.N) / float64(t.Postings)
		if t.Detailed > 0 {
			d.Share = float64(d.Detailed) / float64(t.Detailed)
		}
	}
	slices.SortFunc(t.Skills, func(a, b Demand) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(b.Detailed, a.Detailed), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return t
}

func (d *Demand) add(w Wanted, detailed bool) {
	d.N++
	if w.Optional {
		d.Optional++
	}
	if detailed {
		d.Detailed++
	}
	for _, from := range w.Sources {
		d.Sources[from]++
	}
}
