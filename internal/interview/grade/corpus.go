package grade

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Subject is one question of a corpus.
type Subject struct {
	ID     string
	Points [][]string // sentences that say the same, by point
	Texts  []string   // the question, whole answers, and what only sounds like one
}

// Corpus is what a body of questions tells of the words of its language: how rare each is,
// which stand for the same points, which kinds of words follow each other, and what each
// question is about. It is read once and never written to afterwards.
type Corpus struct {
	questions map[string]int       // place of a subject by its id
	subjects  []map[string]float64 // weights of its stems, by subject; the squares add up to 1
	texts     int
	held      map[string]int    // by stem: texts that hold it
	sides     map[string][]side // by stem: the points that it stands for, ascending
	kinds     map[string]int    // how often each kind of word occurs
	pairs     map[[2]string]int // how often one kind follows another
	words     int
}

// side is how strongly a stem stands for a point; the squares of a stem's add up to 1.
type side struct {
	point, subject int32
	strength       float64
}

// NewCorpus reads questions in one language.
func NewCorpus(subjects []Subject) *Corpus {
	c := &Corpus{questions: map[string]int{}, held: map[string]int{}, sides: map[string][]side{}, kinds: map[string]int{}, pairs: map[[2]string]int{}}
	points := 0
	uses := make([]map[string]float64, len(subjects)) // texts of a subject by stem
	for n, s := range subjects {
		c.questions[s.ID], uses[n] = n, map[string]float64{}
		for _, text := range s.Texts {
			c.read(text, uses[n])
		}
		for _, sentences := range s.Points {
			times := map[string]int{}
			for _, text := range sentences {
				for _, stem := range c.read(text, uses[n]) {
					times[stem]++
				}
			}
			for stem, count := range times {
				c.sides[stem] = append(c.sides[stem], side{int32(points), int32(n), math.Log1p(float64(count))})
			}
			points++
		}
	}
	for _, sides := range c.sides {
		square := 0.0
		for _, s := range sides {
			square += s.strength * s.strength
		}
		for i := range sides {
			sides[i].strength /= math.Sqrt(square)
		}
	}
	for _, times := range uses {
		c.subjects = append(c.subjects, c.weights(times))
	}
	return c
}

// read counts the words of a text of a subject and returns its stems.
func (c *Corpus) read(text string, uses map[string]float64) []string {
	p := skim(text)
	c.texts++
	stems := p.distinct()
	for _, stem := range stems {
		c.held[stem]++
		uses[stem]++
	}
	p.steps(0, len(p.words), func(last, next string) {
		c.pairs[[2]string{last, next}]++
		c.kinds[next]++
		c.words++
	})
	return stems
}

// distinct returns the stems of the words that carry the subject, each once, sorted.
func (p passage) distinct() []string {
	stems := make([]string, 0, len(p.words))
	for _, i := range p.content() {
		stems = append(stems, p.words[i].stem)
	}
	slices.Sort(stems)
	return slices.Compact(stems)
}

// Kinds of what is not a word.
const (
	edge  = "." // of a sentence
	pause = "," // of a clause
)

// steps goes from kind to kind of the words of a stretch, with the edges of sentences and
// clauses.
func (p passage) steps(from, to int, step func(last, next string)) {
	last := edge
	for i := from; i < to; i++ {
		between := ""
		switch {
		case i == from:
		case p.words[i].sentence != p.words[i-1].sentence:
			between = edge
		case clauseEnds(p.between(i)):
			between = pause
		}
		for _, next := range []string{between, kindOf(p.words[i])} {
			if next != "" {
				step(last, next)
				last = next
			}
		}
	}
	if to > from {
		step(last, edge)
	}
}

// Letters of an ending by which words of a language are of one kind.
const (
	endingLatin    = 2
	endingCyrillic = 3
)

// kindOf is what grammar sees of a word: a word of grammar is itself, any other its ending.
func kindOf(w word) string {
	if w.weight < 1 {
		return w.text
	}
	if w.numeric {
		return "0"
	}
	last, _ := utf8.DecodeLastRuneInString(w.text)
	keep := endingLatin
	if unicode.Is(unicode.Cyrillic, last) {
		keep = endingCyrillic
	}
	at := len(w.text)
	for range keep {
		_, size := utf8.DecodeLastRuneInString(w.text[:at])
		at -= size
	}
	return "-" + w.text[at:]
}

// rarity weighs a stem by how few texts hold it: 1 for one in a hundred.
func (c *Corpus) rarity(stem string) float64 {
	return math.Log(float64(c.texts+1)/(float64(c.held[stem])+0.5)) / math.Log(100)
}

// related is how far two stems stand for the same points, 0-1, the points of one subject
// left out.
func (c *Corpus) related(a, b string, except int) float64 {
	left, right := c.sides[a], c.sides[b]
	sum := 0.0
	for i, k := 0, 0; i < len(left) && k < len(right); {
		switch {
		case left[i].point < right[k].point:
			i++
		case left[i].point > right[k].point:
			k++
		default:
			if int(left[i].subject) != except {
				sum += left[i].strength * right[k].strength
			}
			i++
			k++
		}
	}
	return sum
}

// weights weighs the stems of a subject by how often it uses them and by their rarity.
func (c *Corpus) weights(times map[string]float64) map[string]float64 {
	square := 0.0
	for _, stem := range slices.Sorted(maps.Keys(times)) { // sums of floats hang on their order
		times[stem] = math.Log1p(times[stem]) * c.rarity(stem)
		square += times[stem] * times[stem]
	}
	for stem := range times {
		times[stem] /= math.Sqrt(square)
	}
	return times
}

// profile weighs the stems of a subject that is not in the corpus.
func (c *Corpus) profile(texts []string) map[string]float64 {
	times := map[string]float64{}
	for _, text := range texts {
		for _, stem := range skim(text).distinct() {
			times[stem]++
		}
	}
	return c.weights(times)
}

// about is how near an answer is to a subject, and to the nearest other one, 0-1 each. A
// subject that is not in the corpus has its profile beside it.
func (c *Corpus) about(p passage, subject int, profile map[string]float64) (own, other float64) {
	stems := p.distinct()
	square := 0.0
	for _, stem := range stems {
		square += c.rarity(stem) * c.rarity(stem)
	}
	if square == 0 {
		return 0, 0
	}
	near := func(weights map[string]float64) float64 {
		got := 0.0
		for _, stem := range stems {
			got += c.rarity(stem) * weights[stem]
		}
		return got / math.Sqrt(square)
	}
	own = near(profile)
	for n, weights := range c.subjects {
		if n == subject {
			own = near(weights)
		} else {
			other = max(other, near(weights))
		}
	}
	return own, other
}

// flow is how much likelier than chance the kinds of words of a stretch follow each other,
// in nats a step: about zero for words in a heap.
func (c *Corpus) flow(p passage, at stretch) float64 {
	sum, n := 0.0, 0.0
	p.steps(at.from, at.to, func(last, next string) {
		sum += c.gain(last, next)
		n++
	})
	return sum / max(n, 1)
}

// pairShare is the part of an estimate that comes from the pair and not from the word alone.
const pairShare = 0.8

func (c *Corpus) gain(last, next string) float64 {
	before := float64(c.kinds[last])
	if before == 0 {
		return 0
	}
	alone := (float64(c.kinds[next]) + 0.5) / (float64(c.words) + 1)
	pair := float64(c.pairs[[2]string{last, next}]) / before
	return math.Log((pairShare*pair + (1-pairShare)*alone) / alone)
}

// asks tells that the sentence of a word is a question.
func (p passage) asks(at int) bool {
	last := p.sentenceEnd(at) - 1
	if last+1 == len(p.words) {
		return strings.Contains(p.text[p.words[last].end:], "?")
	}
	return strings.Contains(p.between(last+1), "?")
}
