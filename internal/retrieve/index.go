package retrieve

import (
	"math"
	"slices"
	"strings"
)

// BM25 constants, the usual ones; measured floors of the task use the same.
const (
	saturation = 1.2
	lengthNorm = 0.75
)

// Field is one part of a document and how much a word in it counts.
type Field struct {
	Text   string
	Weight int
}

// Document is a text cut into words, ready to be put into an index. Cutting is much of
// the cost of Put and needs nothing of the index, hence no lock.
type Document struct{ fields []cutField }

type cutField struct {
	tokens []Token
	weight int
}

// Cut cuts the fields of a document into words.
func Cut(fields ...Field) Document {
	d := Document{fields: make([]cutField, len(fields))}
	for i, f := range fields {
		d.fields[i] = cutField{Tokens(f.Text), f.Weight}
	}
	return d
}

func (d Document) words() int {
	n := 0
	for _, f := range d.fields {
		n += len(f.tokens)
	}
	return n
}

// Index answers BM25 queries and phrases over documents that the owner numbers
// with small dense integers. It keeps stems and word numbers, never the text. Readers may
// run at the same time; a writer needs the owner's lock.
type Index struct {
	words    map[string]uint32 // base form -> word number
	forms    map[string]uint32 // any form seen -> word number, to stem each form once
	stemOf   []uint32          // word number -> stem number
	stems    map[string]uint32
	postings [][]posting // by stem number, in order of arrival, weight by field
	carriers [][]posting // by word number, weight is the plain count
	held     []int       // by stem number: live documents that hold it
	docs     []entry
	live     int
	dead     int
	length   float64 // sum of the weighted lengths of live documents

	frequency, counts map[uint32]int // of the document that Put is at: by stem weighted, by word
}

type posting struct {
	doc    uint32
	weight uint16 // weighted term frequency, capped
	body   uint16 // generation of the document, so that a replaced one leaves no ghost
}

// entry is one document: its words in order with gap between fields, and its weighted length.
type entry struct {
	words  []uint32
	length float32
	body   uint16
	live   bool
}

// gap stands between fields so that no phrase runs across them.
const gap = math.MaxUint32

// maxFrequency caps the weighted frequency of a stem: a list repeated a hundred times is
// stuffing, and BM25 saturates long before.
const maxFrequency = 60

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{
		words: map[string]uint32{}, forms: map[string]uint32{}, stems: map[string]uint32{},
		frequency: map[uint32]int{}, counts: map[uint32]int{},
	}
}

// Len returns the number of live documents.
func (x *Index) Len() int { return x.live }

// Put adds or replaces the document with the given number.
func (x *Index) Put(doc int, d Document) {
	x.Drop(doc)
	for len(x.docs) <= doc {
		x.docs = append(x.docs, entry{})
	}
	e := &x.docs[doc]
	e.live, e.body, e.length = true, e.body+1, 0
	e.words = make([]uint32, 0, d.words()+len(d.fields))
	clear(x.frequency)
	clear(x.counts)
	for _, f := range d.fields {
		for _, t := range f.tokens {
			word := x.word(t.Text)
			e.words = append(e.words, word)
			x.counts[word]++
			x.frequency[x.stemOf[word]] += f.weight
			e.length += float32(f.weight)
		}
		e.words = append(e.words, gap)
	}
	for stem, n := range x.frequency {
		x.postings[stem] = append(x.postings[stem], posting{doc: uint32(doc), weight: uint16(min(n, maxFrequency)), body: e.body})
		x.held[stem]++
	}
	for word, n := range x.counts {
		x.carriers[word] = append(x.carriers[word], posting{doc: uint32(doc), weight: uint16(min(n, math.MaxUint16)), body: e.body})
	}
	x.live++
	x.length += float64(e.length)
}

// Drop removes the document; dropping one that is not there does nothing.
func (x *Index) Drop(doc int) {
	if doc >= len(x.docs) || !x.docs[doc].live {
		return
	}
	e := &x.docs[doc]
	for stem := range x.frequencies(doc) {
		x.held[stem]--
	}
	x.length -= float64(e.length)
	e.live, e.words, e.length = false, nil, 0
	x.live--
	if x.dead++; x.dead > 64 && x.dead > x.live/4 {
		x.compact()
	}
}

// compact throws away the postings of dropped documents.
func (x *Index) compact() {
	for _, lists := range [][][]posting{x.postings, x.carriers} {
		for i, list := range lists {
			lists[i] = slices.Clip(slices.DeleteFunc(list, func(p posting) bool { return !x.current(p) }))
		}
	}
	x.dead = 0
}

func (x *Index) current(p posting) bool {
	e := &x.docs[p.doc]
	return e.live && e.body == p.body
}

// frequencies counts the stems of one document, unweighted.
func (x *Index) frequencies(doc int) map[uint32]int {
	counts := map[uint32]int{}
	for _, w := range x.docs[doc].words {
		if w != gap {
			counts[x.stemOf[w]]++
		}
	}
	return counts
}

// word returns the number of a folded word, making one when it is new.
func (x *Index) word(folded string) uint32 {
	if n, ok := x.forms[folded]; ok {
		return n
	}
	base := Base(folded)
	n, ok := x.words[base]
	if !ok {
		n = uint32(len(x.stemOf))
		x.words[strings.Clone(base)] = n
		x.stemOf = append(x.stemOf, x.stem(Stem(base)))
		x.carriers = append(x.carriers, nil)
	}
	// The token may be a slice of a whole CV, which must not stay in memory for one word.
	x.forms[strings.Clone(folded)] = n
	return n
}

// stem returns the number of a stem, making one when it is new.
func (x *Index) stem(text string) uint32 {
	if n, ok := x.stems[text]; ok {
		return n
	}
	n := uint32(len(x.postings))
	x.stems[strings.Clone(text)] = n
	x.postings = append(x.postings, nil)
	x.held = append(x.held, 0)
	return n
}

// Term is one weighted stem of a query.
type Term struct {
	Stem   string
	Weight float64
}

// Terms returns the stems of a query text, each with weight one, in order, repeats merged.
func Terms(text string) []Term {
	var terms []Term
	known := map[string]bool{}
	for _, t := range Tokens(text) {
		stem := Stem(Base(t.Text))
		if !known[stem] {
			known[stem] = true
			terms = append(terms, Term{Stem: stem, Weight: 1})
		}
	}
	return terms
}

// Rarity is the BM25 inverse document frequency of something held by so many of so many.
func Rarity(documents, held int) float64 {
	return math.Log(1 + (float64(documents-held)+0.5)/(float64(held)+0.5))
}

// Scores returns the BM25 score of every document by number; zero means no query word. The
// words are added up in an order of their own: sums of floats depend on it, and equal
// queries in other words must break ties alike.
func (x *Index) Scores(query []Term) []float64 {
	scores := make([]float64, len(x.docs))
	if x.live == 0 {
		return scores
	}
	average := x.length / float64(x.live)
	query = slices.SortedFunc(slices.Values(query), func(a, b Term) int { return strings.Compare(a.Stem, b.Stem) })
	for _, term := range query {
		stem, ok := x.stems[term.Stem]
		if !ok || term.Weight <= 0 {
			continue
		}
		rarity := Rarity(x.live, x.held[stem]) * term.Weight
		for _, p := range x.postings[stem] {
			if !x.current(p) {
				continue
			}
			f := float64(p.weight)
			norm := saturation * (1 - lengthNorm + lengthNorm*float64(x.docs[p.doc].length)/average)
			scores[p.doc] += rarity * f * (saturation + 1) / (f + norm)
		}
	}
	return scores
}
