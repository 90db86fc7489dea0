package grade

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"slices"
)

// Trait is a word in one part that it may play between a question, a reference and an
// answer, as a number that does not give the word away.
type Trait uint32

// The parts a word may play. A told or missed word is one of the reference, new or already
// in the question; an extra one is in the answer alone, and a repeated one in the question
// too. A turned one is negated on one side only.
const (
	traitTold        = "told"
	traitMissed      = "missed"
	traitToldAsked   = "told asked"
	traitMissedAsked = "missed asked"
	traitExtra       = "extra"
	traitRepeated    = "repeated"
	traitGrammar     = "grammar"
	traitTurned      = "turned"
)

func traitOf(part, word string) Trait {
	h := fnv.New32a()
	_, _ = h.Write([]byte(part + ":" + word)) // a hash never fails
	return Trait(binary.BigEndian.Uint32(h.Sum(nil)))
}

// traits are the words of the comparison in their parts, each once, in ascending order.
func (c *comparison) traits() []Trait {
	asked, referred, said := stemSet(c.q), stemSet(c.r), stemSet(c.a)
	var all []Trait
	add := func(part, word string) { all = append(all, traitOf(part, word)) }
	for _, w := range c.r.words {
		switch {
		case w.weight == 0:
		case said[w.stem] && asked[w.stem]:
			add(traitToldAsked, w.stem)
		case said[w.stem]:
			add(traitTold, w.stem)
		case asked[w.stem]:
			add(traitMissedAsked, w.stem)
		default:
			add(traitMissed, w.stem)
		}
	}
	for _, w := range c.a.words {
		switch {
		case w.weight == 0:
			add(traitGrammar, w.text)
		case referred[w.stem]:
		case asked[w.stem]:
			add(traitRepeated, w.stem)
		default:
			add(traitExtra, w.stem)
		}
	}
	for _, stem := range c.turned() {
		add(traitTurned, stem)
		add(traitTurned, "")
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// overlap is how much the reference and the answer have in common: the stems they share of
// both and of the reference alone.
func (c *comparison) overlap() float64 {
	referred, said := stemSet(c.r), stemSet(c.a)
	common := 0.0
	for stem := range referred {
		if said[stem] {
			common++
		}
	}
	r, a := float64(len(referred)), float64(len(said))
	return 2*common/(r+a+1) + common/(r+1)
}

// stemSet holds the stems of the words that carry the subject.
func stemSet(p passage) map[string]bool {
	set := make(map[string]bool, len(p.words))
	for _, w := range p.words {
		if w.weight > 0 {
			set[w.stem] = true
		}
	}
	return set
}

// turned are the stems that only one of the reference and the answer negates.
func (c *comparison) turned() []string {
	negated := map[string]bool{}
	for _, w := range c.r.words {
		negated[w.stem] = w.negated
	}
	var stems []string
	last := map[string]bool{}
	for _, w := range c.a.words {
		last[w.stem] = w.negated
	}
	for stem, is := range last {
		if was, ok := negated[stem]; ok && was != is {
			stems = append(stems, stem)
		}
	}
	return stems
}

// Leaning says how far the words of an answer are, by their parts, those of right answers to
// other questions: a field has its own words for what is right and for what people confuse.
// Of a field that it has not seen it says nothing either way.
type Leaning struct {
	Base    float64           `json:"base"`
	Weights map[Trait]float64 `json:"weights"`
}

// At returns the leaning of the traits: above zero to right answers.
func (l Leaning) At(traits []Trait) float64 {
	sum := 0.0
	for _, t := range traits {
		sum += l.Weights[t]
	}
	return l.Base + sum/math.Sqrt(float64(len(traits)+1))
}
