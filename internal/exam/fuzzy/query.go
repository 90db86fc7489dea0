package fuzzy

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// longestQuery is how many symbols of a query are read.
const longestQuery = 2048

// term is a word of the query.
type term struct {
	place
	texts       int // that hold it, whatever its ending
	weight      float64
	first, last int  // its grams in search.parts
	exact       bool // a number or a word of one or two signs: it is there or it is not
	rank        int  // among the terms, by how well it speaks for a text
}

// sought is a gram of the query.
type sought struct {
	gram  gram
	texts int // that hold it
}

// search is the scratch of one search.
type search struct {
	in     []*Index // what is searched
	held   int      // texts of all of them
	folder folder
	other  folder // the query as the other keyboard layout gives it
	source string // what the folder holds
	terms  []term
	ranked []int32 // the terms by rank
	total  float64 // weight of all terms
	asked  gramSet
	grams  []sought
	parts  []uint16 // numbers of grams, term by term

	scores     []uint32 // of the first stage, by slot, index after index
	candidates []candidate
	found      []bool // by number of a gram
	pattern    pattern
}

// over takes in the indexes; false when they hold nothing.
func (s *search) over(indexes []*Index) bool {
	s.in, s.held = append(s.in[:0], indexes...), 0
	for _, x := range indexes {
		s.held += len(x.slots)
	}
	return s.held > 0
}

// texts is how many live texts hold the gram.
func (s *search) texts(g gram) int {
	n := 0
	for _, x := range s.in {
		n += x.grams.texts(g)
	}
	return n
}

// look is how many live texts hold a word of the query, whatever its ending, and how many
// symbols of it the stem covers.
func (s *search) look(word int) (texts, covered int) {
	form, letters := s.folder.forms[word], s.folder.spelling(word)
	stemmed, key := false, uint64(0)
	for _, x := range s.in {
		if w, known := x.words.forms[form]; known {
			texts, covered = texts+int(x.words.texts[w.stem]), int(w.symbols)
			continue
		}
		if !stemmed {
			key, covered = stem(letters)
			stemmed = true
		}
		if number, known := x.words.stems[key]; known {
			texts += int(x.words.texts[number])
		}
	}
	return texts, covered
}

// read takes in the query; false when nothing of it is left after folding.
func (s *search) read(query string) bool {
	s.source = query
	s.folder.fold(query)
	if other, ok := retyped(query); ok {
		s.other.fold(other)
		if s.mistaken() {
			s.folder, s.other = s.other, s.folder
			s.source = other
		}
	}
	for len(s.folder.text) > longestQuery {
		s.folder.drop(1)
	}
	if len(s.folder.words) == 0 {
		return false
	}
	s.list()
	s.weigh()
	s.rank()
	return true
}

// mistaken reports whether the retyped reading is so much more familiar that the keyboard
// must have been switched. Foreign words stay what they are: they are strange both ways. So
// does whatever is in a text as it was typed.
func (s *search) mistaken() bool {
	asTyped, unknown := s.familiar(s.folder.text)
	if unknown == 0 {
		return false
	}
	asMeant, _ := s.familiar(s.other.text)
	return asMeant > 1.3*asTyped+0.1
}

// familiar is how much a text looks like the texts that are searched, 0-1, the mean over
// its grams of how common they are there; and how many of its grams no text has.
func (s *search) familiar(text []symbol) (share float64, unknown int) {
	sum, n := 0.0, 0
	for i := 1; i+1 < len(text); i++ {
		if text[i] == blank {
			continue
		}
		texts := s.texts(gramAt(text, i))
		if texts == 0 {
			unknown++
		}
		sum += math.Log1p(float64(texts))
		n++
	}
	return sum / float64(max(1, n)) / math.Log1p(float64(s.held)), unknown
}

// list collects the distinct grams of the query.
func (s *search) list() {
	s.asked.has = [len(s.asked.has)]uint64{}
	text := s.folder.text
	for i := 1; i+1 < len(text); i++ {
		if text[i] != blank {
			s.asked.add(gramAt(text, i))
		}
	}
	s.grams = s.grams[:0]
	for g := range s.asked.count() {
		s.grams = append(s.grams, sought{gram: g, texts: s.texts(g)})
	}
}

// weigh cuts the query into terms.
func (s *search) weigh() {
	s.parts, s.terms, s.total = s.parts[:0], s.terms[:0], 0
	for i, w := range s.folder.words {
		texts, covered := s.look(i)
		folded := s.folder.text[w.start:w.end]
		t := term{
			place: w, texts: texts, weight: rarity(texts, s.held), first: len(s.parts),
			exact: len(folded) <= 2 || number(folded),
		}
		end := w.end
		if covered >= 3 && !t.exact {
			end = w.start + covered - 1 // the grams of a stem end inside it
		}
		for at := w.start; at < end; at++ {
			n, _ := s.asked.number(gramAt(s.folder.text, at))
			s.parts = append(s.parts, n)
		}
		t.last = len(s.parts)
		s.total += t.weight
		s.terms = append(s.terms, t)
	}
}

// rank orders the terms by how well they speak for a text: the rarest first, and those
// that no text holds as they stand last, for a slip is rare too.
func (s *search) rank() {
	s.ranked = s.ranked[:0]
	for i := range s.terms {
		s.ranked = append(s.ranked, int32(i))
	}
	slices.SortFunc(s.ranked, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.terms[a].strangeness(), s.terms[b].strangeness()), cmp.Compare(a, b))
	})
	for rank, i := range s.ranked {
		s.terms[i].rank = rank
	}
}

func (t term) strangeness() int {
	if t.texts == 0 {
		return math.MaxInt
	}
	return t.texts
}

// spelled is the term as it stands in the query, with soft hyphens taken out.
func (s *search) spelled(t term) string {
	return strings.ReplaceAll(s.source[t.from:t.to], "\u00ad", "")
}

// rarity is the weight of a word or gram that `held` of `texts` texts hold: the inverse
// document frequency of BM25 (Robertson and Zaragoza, 2009), and a little for every word.
func rarity(held, texts int) float64 {
	return 0.1 + math.Log1p((float64(texts-held)+0.5)/(float64(held)+0.5))
}

// number reports whether the word is a row of digits, or of letters read for them.
func number(word []symbol) bool {
	return !slices.ContainsFunc(word, func(s symbol) bool { return !numeric(s) })
}
