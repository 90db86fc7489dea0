package talent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/talent/alike"
)

// Relatives are the other candidates who are, or may be, the same person.
type Relatives struct {
	AlsoIn      []Relative // linked by somebody: the same person in other files
	Suggestions []Relative // offered for linking; nothing is joined by itself
}

// Relative is another candidate of the same person.
type Relative struct {
	ID      string
	Name    string
	File    string
	Because []Likeness // of a suggestion, the strongest first
	Overlap float64    // the share of the texts that is the same; 0 where it was not looked at
}

// Likeness is why two candidates may be one person.
type Likeness string

// The likenesses, strongest first.
const (
	SameContact Likeness = "contact" // an e-mail address or a telephone number
	SameText    Likeness = "text"
	SameName    Likeness = "name"
)

var likenesses = []Likeness{SameContact, SameText, SameName}

// Bounds of suggestions: how many are looked at, and how much of a text must be the same.
const (
	mostSuggested = 20
	leastOverlap  = 0.5
	mostHolders   = 200 // of one key: what hundreds share tells nobody apart
)

// relatives finds who else a candidate is, or may be.
func (b *Base) relatives(ctx context.Context, tenant string, c Candidate) (Relatives, error) {
	p, done := b.reading(tenant)
	linked, offered := p.relativesOf(c.ID)
	done()
	ids := slices.Clone(linked)
	for _, o := range offered {
		ids = append(ids, o.ID)
	}
	people, err := b.fetch(ctx, tenant, ids)
	if err != nil {
		return Relatives{}, err
	}
	var r Relatives
	for _, id := range linked {
		if other, ok := people[id]; ok {
			r.AlsoIn = append(r.AlsoIn, Relative{ID: id, Name: other.Record.Name, File: other.Source.File})
		}
	}
	for _, o := range offered {
		other, ok := people[o.ID]
		if !ok {
			continue
		}
		o.Name, o.File = other.Record.Name, other.Source.File
		if o.looksAlike(c.Text, other.Text) {
			r.Suggestions = append(r.Suggestions, o)
		}
	}
	slices.SortStableFunc(r.Suggestions, func(a, b Relative) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.ID, b.ID))
	})
	return r, nil
}

// looksAlike compares the texts, and reports that a likeness is left.
func (o *Relative) looksAlike(text, other string) bool {
	if slices.Contains(o.Because, SameText) {
		if o.Overlap = alike.Overlap(text, other); o.Overlap < leastOverlap {
			o.Because = slices.DeleteFunc(o.Because, func(l Likeness) bool { return l == SameText })
		}
	}
	return len(o.Because) > 0
}

func (o Relative) rank() int { return slices.Index(likenesses, o.Because[0]) }

// likenessKeys are digests by which candidates who may be one person find each other, beside
// their contacts: of the name, and of the text.
func likenessKeys(c Candidate) (name []uint64, text []uint64) {
	return nameKeys(c.Record.Name), alike.Keys(c.Text)
}

// nameKeys is a digest of the words of a name in any order. One word alone is no name.
func nameKeys(name string) []uint64 {
	words := baseWords(name)
	if len(words) < 2 {
		return nil
	}
	slices.Sort(words)
	return []uint64{digestOf("full name", strings.Join(words, " "))}
}

// relativesOf returns the ids of those linked to a candidate, and whom it resembles.
func (p *pool) relativesOf(id string) (linked []string, offered []Relative) {
	at, ok := p.byID[id]
	if !ok {
		return nil, nil
	}
	linked = p.linkedTo(at)
	own := p.rows[at]
	because := map[string][]Likeness{}
	for _, kind := range []struct {
		likeness Likeness
		keys     []uint64
		holders  map[uint64][]int
	}{{SameContact, own.persons, p.persons}, {SameText, own.texts, p.alike}, {SameName, own.names, p.alike}} {
		for _, key := range kind.keys {
			holders := kind.holders[key]
			for _, other := range holders[:min(len(holders), mostHolders)] {
				id := p.rows[other].id
				if other != at && !slices.Contains(linked, id) && !slices.Contains(own.apart, id) && !slices.Contains(because[id], kind.likeness) {
					because[id] = append(because[id], kind.likeness)
				}
			}
		}
	}
	for id, why := range because {
		offered = append(offered, Relative{ID: id, Because: why})
	}
	slices.SortFunc(offered, func(a, b Relative) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.ID, b.ID))
	})
	return linked, offered[:min(len(offered), mostSuggested)]
}

// mostLinked bounds the files of one person.
const mostLinked = 50

// linkedTo returns the ids of all who are linked to a row, over others too, sorted.
func (p *pool) linkedTo(at int) []string {
	if len(p.rows[at].linked) == 0 {
		return nil
	}
	found := []string{p.rows[at].id}
	for i := 0; i < len(found) && len(found) <= mostLinked; i++ {
		if row, ok := p.byID[found[i]]; ok {
			for _, id := range p.rows[row].linked {
				if _, there := p.byID[id]; there && !slices.Contains(found, id) {
					found = append(found, id)
				}
			}
		}
	}
	found = found[1:]
	slices.Sort(found)
	return found
}

// Decision is what somebody says of two candidates.
type Decision string

// The decisions.
const (
	SamePerson Decision = "same_person"
	TwoPeople  Decision = "different_people"
	Undecided  Decision = "undecided" // what was decided is taken back
)

// Link keeps what somebody decided of two candidates. They stay two CVs: nothing is merged.
func (b *Base) Link(ctx context.Context, tenant, id, other string, d Decision, author, reason string) error {
	if id == other {
		return fault.Wrong("other_candidate_id", fault.Say("must be another candidate", "должен быть другой кандидат"))
	}
	var l *Link
	if d != Undecided {
		l = &Link{Same: d == SamePerson, Author: author, Reason: reason, At: b.Now().UTC()}
	}
	if err := b.Store.Link(ctx, tenant, id, other, l, author); err != nil {
		return fmt.Errorf("talent: link candidates: %w", err)
	}
	return b.settle(ctx, tenant)
}

// resemble returns the ids of those whom a candidate who was just taken in may be.
func (b *Base) resemble(ctx context.Context, tenant string, c Candidate) ([]string, error) {
	r, err := b.relatives(ctx, tenant, c)
	return r.likely(), err
}

// likely are the ids of the suggestions, sorted, of those that have more in common than a
// name: namesakes are many.
func (r Relatives) likely() []string {
	var ids []string
	for _, s := range r.Suggestions {
		if s.Because[0] != SameName {
			ids = append(ids, s.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// decided are the ids of those linked to a candidate, and of those held apart from it.
func decided(links []Link) (linked, apart []string) {
	for _, l := range links {
		if l.Same {
			linked = append(linked, l.Other)
		} else {
			apart = append(apart, l.Other)
		}
	}
	return linked, apart
}
