package grade

import (
	"slices"
	"strings"
)

// denial is a turn of speech that takes words of the answer back.
type denial struct{ turn, gone stretch }

// denied takes out what the answer itself says is not true.
func (e *examination) denied() {
	denials := slices.Concat(e.framed(), e.retracted())
	if len(denials) == 0 {
		return
	}
	words := e.answer.words
	turn := denials[0].turn
	e.flag(Negated, stretch{words[turn.from].order, words[turn.to-1].order + 1})
	said := e.answer.tells()
	under, free := 0, 0
	gone := func(i int) bool {
		return slices.ContainsFunc(denials, func(d denial) bool { return i >= d.gone.from && i < d.gone.to })
	}
	for i := range words {
		if said[i] && gone(i) {
			under++
		} else if said[i] {
			free++
		}
	}
	e.answer = e.answer.without(gone)
	if len(e.answer.words) == 0 {
		e.closed = true
		return
	}
	if under > free {
		e.bound = negatedBound
	}
}

// framed finds the sentences under "it is not true that".
func (e *examination) framed() []denial {
	found := loadedCues().find(cueDenial, e.answer.passage)
	if len(found) == 0 || e.denies {
		return nil
	}
	// "It is not true that the circuit is closed" says what a reference with a "not" says.
	plain := nots(e.answer.passage.without(func(i int) bool { return covers(found, i) })) == 0
	if plain && e.nots {
		return nil
	}
	var all []denial
	for _, s := range found {
		all = append(all, denial{s, stretch{s.from, e.answer.sentenceEnd(s.from)}})
	}
	return all
}

// retracted finds what "none of this is true" takes back: all after it where it opens the
// answer, up to the words by which the person speaks for themselves again, and all before it
// elsewhere. "Wrong:" opens an answer in the same way. Where the question asks what is true,
// such words are an answer.
func (e *examination) retracted() []denial {
	if e.verdict {
		return nil
	}
	var all []denial
	for _, s := range loadedCues().find(cueRetraction, e.answer.passage) {
		to := e.answer.sentenceEnd(s.from)
		if opens := e.answer.words[s.from].sentence == e.answer.words[0].sentence; opens {
			to = e.returns(s)
		}
		all = append(all, denial{s, stretch{0, to}})
	}
	for _, s := range loadedCues().find(cuePreface, e.answer.passage) {
		if s.from == 0 && s.to < len(e.answer.words) && strings.Contains(e.answer.between(s.to), ":") {
			all = append(all, denial{s, stretch{0, e.returns(s)}})
		}
	}
	return all
}

// returns is the first word after the turn from which the answer is meant again: one that
// opens a sentence with "in fact" or the like.
func (e *examination) returns(turn stretch) int {
	words := e.answer.words
	for _, s := range loadedCues().find(cueReturn, e.answer.passage) {
		if s.from >= turn.to && words[s.from-1].sentence != words[s.from].sentence {
			return s.from
		}
	}
	return len(words)
}

// sentenceEnd is the first word after the sentence of the word.
func (p passage) sentenceEnd(at int) int {
	to := at
	for to < len(p.words) && p.words[to].sentence == p.words[at].sentence {
		to++
	}
	return to
}

// between is what stands in the text before the word and after the one before it.
func (p passage) between(at int) string { return p.text[p.words[at-1].end:p.words[at].start] }
