package grade

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What says nothing of the subject moves no mark: words that praise or strengthen, adjectives
// and adverbs that no sentence about the question has a use for, assurance that an answer is
// coming, and sentences without one word of the subject. It is left out before anything is
// measured, so that it cannot be learned as a sign of anything.

// idle tells which words of an answer say nothing of the question.
func (h *heard) idle() []bool {
	out, near := make([]bool, len(h.words)), make([]float64, len(h.words))
	for i, like := range h.like {
		near[i] = highest(like)
	}
	for from := 0; from < len(h.words); {
		to := h.sentenceEnd(from)
		silent := h.assured(stretch{from, to}, near)
		if !h.tells(stretch{from, to}, near) {
			silent = to
		}
		for i := from; i < to; i++ {
			out[i] = i < silent || idles(h.words[i]) || near[i] < likeNear && decorates(h.words[i])
		}
		from = to
	}
	return out
}

// idles tells a word that praises or strengthens what stands beside it.
func idles(w word) bool { return loaded().roles[w.text].idle }

// tells tells a sentence with a word of the subject or two that are like some, or one that may turn
// over what stands beside it; near is how like each word of the answer is to the nearest of the vocabulary.
func (h *heard) tells(at stretch, near []float64) bool {
	if h.negations(at) > 0 || h.asks(at.from) {
		return true
	}
	hints := 0
	for i := at.from; i < at.to; i++ {
		if h.weight[i] == 0 || idles(h.words[i]) || near[i] < likeNear {
			continue
		}
		if hints++; near[i] >= likeForm || hints > 1 {
			return true
		}
	}
	return slices.ContainsFunc(h.turned, func(s stretch) bool { return s.from >= at.from && s.from < at.to })
}

// leastTold is what words known to the sentences about the question must weigh together for a
// part of an answer to tell something, in words that no text of the corpus holds.
const leastTold = 0.8

// assured is where the part of a sentence ends that only assures of the rest: at a colon, or
// with the sentence. It is where the sentence begins when there is none, or when the part tells
// something besides the turns of speech that assure.
func (h *heard) assured(at stretch, near []float64) int {
	if !slices.ContainsFunc(h.assurances, func(s stretch) bool { return s.from >= at.from && s.from < at.to }) {
		return at.from
	}
	end, told := at.from, 0.0
	for ; end < at.to && (end == at.from || !strings.Contains(h.between(end), ":")); end++ {
		if w := h.words[end]; near[end] >= likeNear && !covers(h.assurances, end) && !idles(w) && !decorates(w) {
			told += h.weight[end] * near[end]
		}
	}
	if told >= leastTold*h.corpus.rarity("") {
		return at.from
	}
	return end
}

// highest is the highest of likenesses, zero of none.
func highest(like []float64) float64 {
	most := 0.0
	for _, l := range like {
		most = max(most, l)
	}
	return most
}

// decorates tells an adjective or an adverb, by the lexicon or by its ending.
func decorates(w word) bool {
	if w.weight == 0 || w.numeric || w.negates {
		return false
	}
	if loaded().roles[w.text].decorates {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(w.text)
	endings, least := adjectivesEN, leastLatin
	if unicode.Is(unicode.Cyrillic, last) {
		endings, least = adjectivesRU, leastCyrillic
	}
	return utf8.RuneCountInString(w.text) >= least && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(w.text, e) })
}

// Letters from which an ending is taken for that of an adjective or an adverb.
const (
	leastLatin    = 6
	leastCyrillic = 5
)

var (
	adjectivesEN = strings.Fields("ly ful ous ive able ible less ish")
	adjectivesRU = strings.Fields("ый ий ой ая яя ое ее ые ие ого его ому ему ыми ими ым им ых их ую юю но то ко во ло ро мо")
)
