package marking

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/interview/decimal"
	"kadry/internal/interview/grade"
	"kadry/internal/retrieve"
)

// quoteMost is how many characters a quote may have to be given with its whole sentence, or
// else with its clause.
const quoteMost = 200

// passage widens the place of a point to words that people can judge: a grader needs one
// word to see a point, a reader the sentence it stands in. What speaks to the marker stays
// out of every quote.
func (s speech) passage(start, end int) (from, to int) {
	sentence := span{start, end}
	for _, at := range s.sentences {
		if at.start < end && start < at.end {
			sentence = span{min(sentence.start, at.start), max(sentence.end, at.end)}
		}
	}
	clause := sentence
	if i := strings.LastIndexAny(s.text[sentence.start:start], ",;:()—–"); i >= 0 {
		_, size := utf8.DecodeRuneInString(s.text[sentence.start+i:])
		clause.start += i + size
	}
	if i := strings.IndexAny(s.text[end:sentence.end], ",;:()—–"); i >= 0 {
		clause.end = end + i
	}
	for _, wide := range []span{sentence, clause} {
		wide = s.trimmed(wide)
		if utf8.RuneCountInString(s.text[wide.start:wide.end]) <= quoteMost && !s.speaksToTheMarker(wide) {
			return wide.start, wide.end
		}
	}
	return start, end
}

func (s speech) trimmed(at span) span {
	text := s.text[at.start:at.end]
	at.start += len(text) - len(strings.TrimLeft(text, " \t\n"))
	return span{at.start, at.start + len(strings.TrimSpace(text))}
}

func (s speech) speaksToTheMarker(at span) bool {
	return slices.ContainsFunc(s.left, func(l span) bool { return l.start < at.end && at.start < l.end })
}

// places are the sentences of a speech with what each says in words that the question has
// not said.
type places struct {
	sentences []span
	terms     []map[string]bool // stems of each sentence
}

func (s speech) places(asked []string) places {
	given := map[string]bool{}
	for _, text := range asked {
		for _, t := range retrieve.Terms(text) {
			given[t.Stem] = true
		}
	}
	var p places
	for _, at := range s.sentences {
		if at = s.trimmed(at); at.start == at.end || s.speaksToTheMarker(at) {
			continue
		}
		terms := map[string]bool{}
		for _, t := range retrieve.Terms(s.text[at.start:at.end]) {
			if !given[t.Stem] {
				terms[t.Stem] = true
			}
		}
		p.sentences, p.terms = append(p.sentences, at), append(p.terms, terms)
	}
	return p
}

// best returns the sentence that shares more words with a point than the one in which the
// grader saw it, which may have been by a single word; else that place itself.
func (p places) best(sought map[string]bool, seen span) span {
	best, most := seen, 0
	for i, at := range p.sentences {
		if at.start < seen.end && seen.start < at.end {
			most = max(most, p.shared(i, sought))
		}
	}
	for i, at := range p.sentences {
		if n := p.shared(i, sought); n > most {
			best, most = at, n
		}
	}
	return best
}

func (p places) shared(i int, sought map[string]bool) int {
	n := 0
	for stem := range p.terms[i] {
		if sought[stem] {
			n++
		}
	}
	return n
}

// point quotes a point with the words around a place.
func (s speech) point(p grade.PointMark, at span) PointMark {
	made := PointMark{ID: p.ID, Met: decimal.Round(p.Met, 4)}
	if p.Met > 0 {
		made.Quote = s.quote(s.passage(at.start, at.end))
	}
	return made
}
