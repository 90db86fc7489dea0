// Package fuzzy finds a text among many by a damaged copy of it: mistyped, misread by a
// scanner, half of it, a piece from its middle. Pure: no storage, no clock, no network.
//
// A search has three stages, each dearer and closer than the one before. Grams of three
// symbols in an inverted index choose some dozens of candidates; the query's words, weighed
// by how rare they are, say how much of it each candidate holds; a bit-parallel edit
// distance looks for the query as a piece of the best.
package fuzzy

import (
	"slices"
	"sync"
)

// Hit is one text that resembles the query.
type Hit struct {
	Index    int // place of the text's index among those searched
	Key      uint32
	Score    float64  // 0-1, 1 only for the same text after folding
	Coverage float64  // share of the query found in the text, 0-1
	Words    []string // words of the query that speak for it, rarest first; a few
}

// Index holds the texts of one course. Searches may run at the same time; a writer needs
// the owner's lock. What a search answers depends on the texts it holds only, not on the
// order they came in.
type Index struct {
	texts   []text // by slot; a slot is never used twice
	slots   map[uint32]int32
	grams   directory
	words   vocabulary
	folder  folder
	numbers []int32 // scratch of Put
	pool    sync.Pool
}

// text is one text as it is kept.
type text struct {
	key    uint32
	gone   bool
	folded []symbol
	stems  []int32 // distinct, in the numbers of the vocabulary
}

// New returns an empty index.
func New() *Index {
	return &Index{slots: map[uint32]int32{}, words: newVocabulary(), pool: sync.Pool{New: func() any { return new(search) }}}
}

// Put adds the text of a key, or replaces it.
func (x *Index) Put(key uint32, source string) {
	x.folder.fold(source)
	x.numbers = x.numbers[:0]
	for i, form := range x.folder.forms {
		x.numbers = append(x.numbers, x.words.learn(form, x.folder.spelling(i)).stem)
	}
	slices.Sort(x.numbers)
	x.numbers = slices.Compact(x.numbers)
	if slot, known := x.slots[key]; known {
		if t := x.texts[slot]; slices.Equal(t.folded, x.folder.text) && slices.Equal(t.stems, x.numbers) {
			return
		}
		x.remove(key)
	}
	x.add(text{key: key, folded: slices.Clone(x.folder.text), stems: slices.Clone(x.numbers)})
}

// add gives a text the next slot.
func (x *Index) add(t text) {
	slot := int32(len(x.texts))
	x.texts = append(x.texts, t)
	x.slots[t.key] = slot
	for _, stem := range t.stems {
		x.words.texts[stem]++
	}
	for i := 1; i+1 < len(t.folded); i++ {
		if t.folded[i] != blank {
			x.grams.put(gramAt(t.folded, i), slot)
		}
	}
}

// remove takes a key out.
func (x *Index) remove(key uint32) {
	slot, known := x.slots[key]
	if !known {
		return
	}
	delete(x.slots, key)
	t := &x.texts[slot]
	for _, stem := range t.stems {
		x.words.texts[stem]--
	}
	distinct := map[gram]bool{}
	for i := 1; i+1 < len(t.folded); i++ {
		if g := gramAt(t.folded, i); t.folded[i] != blank && !distinct[g] {
			distinct[g] = true
			x.grams.list(g).texts--
		}
	}
	*t = text{gone: true}
	if gone := len(x.texts) - len(x.slots); gone > fewGone && gone > len(x.slots) {
		x.repack()
	}
}

// fewGone is how many removed texts are never worth a repacking.
const fewGone = 256

// repack builds the postings anew without the texts that are gone.
func (x *Index) repack() {
	kept := x.texts
	x.texts, x.grams = make([]text, 0, len(x.slots)), directory{}
	clear(x.words.texts)
	for _, t := range kept {
		if !t.gone {
			x.add(t)
		}
	}
}

// Search is Across this index alone.
func (x *Index) Search(query string, limit int) []Hit { return Across([]*Index{x}, query, limit) }

// Across returns at most limit texts of all the indexes that resemble the query, best
// first; equal scores in the order of the indexes, then of their keys. The answer is that
// of one index with all their texts, and so is the cost: what is dear is done for the best
// of all texts, not for the best of each index.
//
// A query typed with the wrong keyboard layout is read as it was meant, and Words then says
// the words as they were meant. More than a few thousand symbols of a query are not read.
func Across(indexes []*Index, query string, limit int) []Hit {
	if limit <= 0 || len(indexes) == 0 {
		return nil
	}
	s, ok := indexes[0].pool.Get().(*search)
	if !ok {
		return nil
	}
	defer indexes[0].pool.Put(s)
	if !s.over(indexes) || !s.read(query) {
		return nil
	}
	s.choose(max(limit, leastCandidates))
	s.agree()
	s.align()
	return s.hits(limit)
}
