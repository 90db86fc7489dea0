package retrieve

import (
	"iter"
	"slices"
)

// Phrase yields the numbers of the live documents that hold the words of text next to
// each other and in order, inflection aside, with how often each does.
func (x *Index) Phrase(text string) iter.Seq2[int, int] {
	return func(yield func(doc, times int) bool) {
		words := x.known(text)
		if len(words) == 0 {
			return
		}
		rarest := slices.MinFunc(words, func(a, b uint32) int { return len(x.carriers[a]) - len(x.carriers[b]) })
		for _, p := range x.carriers[rarest] {
			if !x.current(p) {
				continue
			}
			times := int(p.weight)
			if len(words) > 1 {
				times = occurrences(x.docs[p.doc].words, words)
			}
			if times > 0 && !yield(int(p.doc), times) {
				return
			}
		}
	}
}

// known returns the numbers of the words of text, nothing when one of them is in no
// document.
func (x *Index) known(text string) []uint32 {
	var words []uint32
	for _, t := range Tokens(text) {
		word, ok := x.words[Base(t.Text)]
		if !ok {
			return nil
		}
		words = append(words, word)
	}
	return words
}

// occurrences counts the places of a phrase in a text, none of which overlap.
func occurrences(text, phrase []uint32) int {
	n, free := 0, 0
	for at, word := range text {
		if word == phrase[0] && at >= free && at+len(phrase) <= len(text) && slices.Equal(text[at:at+len(phrase)], phrase) {
			n++
			free = at + len(phrase)
		}
	}
	return n
}

// Places returns where text holds the phrase, inflection aside, as byte ranges.
func Places(text, phrase string) [][2]int {
	words := bases(Tokens(phrase))
	if len(words) == 0 {
		return nil
	}
	tokens := Tokens(text)
	have := bases(tokens)
	var places [][2]int
	for at := 0; at+len(words) <= len(have); at++ {
		if have[at] == words[0] && slices.Equal(have[at:at+len(words)], words) {
			places = append(places, [2]int{tokens[at].Start, tokens[at+len(words)-1].End})
		}
	}
	return places
}

func bases(tokens []Token) []string {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = Base(t.Text)
	}
	return words
}
