package grade

import (
	"slices"
	"strings"
	"unicode"

	"kadry/internal/retrieve"
)

// Words a comparison looks at. What a person writes beyond the limit of an answer is kept
// by the room and shown, but earns no more credit.
const (
	maxWords     = 400
	commonWeight = 0.5
)

// word is one word of a passage, ready to be compared.
type word struct {
	text, stem string
	start, end int // bytes in the passage
	sentence   int
	order      int     // in the text as it was written
	weight     float64 // zero for words of grammar
	negated    bool    // within reach of a "not"
	negates    bool
	numeric    bool // a number or a single sign, which must agree exactly
	senses     []sense
	grams      []uint32 // letter pairs with the edges, sorted
	bits       uint64   // one for each of them, by its hash
}

// passage is a text cut into words.
type passage struct {
	text  string
	words []word
	count int // words of the whole text, also those over the limit
}

// read cuts a text into words with everything that the comparison needs.
func read(text string) passage {
	p := skim(text)
	for i := range p.words {
		w := &p.words[i]
		w.grams = grams(w.text)
		for _, g := range w.grams {
			w.bits |= 1 << (g * 2654435761 >> 26) // Knuth's multiplier; the six highest bits
		}
		loaded().senses(p.words, i)
	}
	p.markNegated(text)
	return p
}

// skim cuts a text into words with their stems and weights alone.
func skim(text string) passage {
	x := loaded()
	tokens := retrieve.Tokens(text)
	p := passage{text: text, count: len(tokens)}
	tokens = tokens[:min(len(tokens), maxWords)]
	p.words = make([]word, len(tokens))
	sentence, from := 0, 0
	for i, t := range tokens {
		if i > 0 && endsSentence(text[from:t.Start]) {
			sentence++
		}
		from = t.End
		w := word{text: t.Text, stem: stem(t.Text), start: t.Start, end: t.End, sentence: sentence, order: i, weight: 1}
		if r, ok := x.roles[t.Text]; ok {
			w.weight, w.negates = r.weight, r.negates
		}
		if w.text == "t" && i > 0 && strings.HasSuffix(p.words[i-1].text, "n") || w.text == "t" && i > 0 && p.words[i-1].text == "can" {
			w.negates = t.Start-tokens[i-1].End <= len("’")
		}
		if label(text, t.Start, t.End) && i > 0 && p.words[i-1].sentence == sentence {
			w.weight, w.negates = 1, false
		}
		w.numeric = strings.IndexFunc(w.text, unicode.IsDigit) >= 0 || len(w.text) == 1 && w.weight > 0
		p.words[i] = w
	}
	return p
}

// label tells a capital that stands for a thing: bulb A, set X.
func label(text string, start, end int) bool {
	return end-start == 1 && 'A' <= text[start] && text[start] <= 'Z' && text[start] != 'I'
}

func endsSentence(between string) bool {
	// Marks without a space after them stand within a name: do...while, x.y.
	return strings.ContainsAny(between, ".!?;…") && strings.ContainsFunc(between, unicode.IsSpace) || strings.Contains(between, "\n")
}

// reach is how many words of content a "not" turns over, at most to the end of its clause.
const reach = 4

func (p passage) markNegated(text string) {
	for i, w := range p.words {
		if !w.negates {
			continue
		}
		left := reach
		for j := i + 1; j < len(p.words) && left > 0; j++ {
			next := &p.words[j]
			if next.sentence != w.sentence || clauseEnds(text[p.words[j-1].end:next.start]) || turns[next.text] {
				break
			}
			next.negated = !next.negated
			if next.weight > 0 {
				left--
			}
		}
	}
}

func clauseEnds(between string) bool { return strings.ContainsAny(between, ",:()") }

// turns are the words after which a "not" no longer holds.
var turns = map[string]bool{"but": true, "because": true, "instead": true, "rather": true, "while": true, "but,": true, "а": true, "но": true, "потому": true, "поэтому": true}

// content returns the numbers of the words that carry the subject.
func (p passage) content() []int {
	var at []int
	for i, w := range p.words {
		if w.weight > 0 {
			at = append(at, i)
		}
	}
	return at
}

// grams returns the letter pairs of a word, edges marked, as sorted numbers.
func grams(text string) []uint32 {
	last := rune('^')
	set := make([]uint32, 0, len(text)+1)
	for _, r := range text + "$" {
		set = append(set, uint32(last)<<16|uint32(r)&0xffff)
		last = r
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// stems returns the stems of all words in order.
func (p passage) stems() []string {
	all := make([]string, len(p.words))
	for i, w := range p.words {
		all[i] = w.stem
	}
	return all
}
