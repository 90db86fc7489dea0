package marking

import (
	"slices"
	"strings"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/retrieve"
)

// Rating is what a second rater is shown: the question, its points and the answer. It is
// blind in the same way as the first.
type Rating struct {
	Language bank.Language
	Question string
	Points   []RatedPoint
	Answer   string // untrusted text of a candidate, less what speaks to the marker
}

// RatedPoint is a point to look for, with sentences of the bank that tell where it begins
// and ends.
type RatedPoint struct {
	ID    string
	Text  string
	Right []string // the same in other words
	Wrong []string // what sounds like it and is something else
}

// Most sentences of each kind that a rater is shown of a point.
const (
	rightShown = 2
	wrongShown = 3
)

// Proposal is what a second rater says: which points are made, and by which words. Totals
// are not asked for and not taken.
type Proposal struct {
	Model    string // that said so
	Points   []ProposedPoint
	Readings int // of the answer that the points stand for; 0 is one
}

// ProposedPoint is one criterion of a proposal.
type ProposedPoint struct {
	ID    string
	Made  bool   // by every reading
	Split bool   // made by some readings and not by others
	Quote string // words of the answer, letter for letter
}

// NewRating shows a question and the answers on it.
func NewRating(q bank.Question, lang bank.Language, turns []Turn) Rating {
	r := Rating{Language: lang, Question: turns[0].Asked, Answer: hear(turns).heard}
	for _, p := range q.Points {
		shown := RatedPoint{ID: p.ID, Text: lang.Of(p.Text)}
		if p.Contrast != nil {
			claims := p.Contrast.In(string(lang))
			shown.Right = claims.Right[:min(rightShown, len(claims.Right))]
			shown.Wrong = claims.Wrong[:min(wrongShown, len(claims.Wrong))]
		}
		r.Points = append(r.Points, shown)
	}
	return r
}

// Weigh brings a proposal into the mark; see combine.
func (m *Marker) Weigh(mark *Mark, p Proposal, q bank.Question, lang bank.Language, turns []Turn) {
	m.combine(mark, weigh(p, q, turns, mark.Key), q, lang, turns)
}

// weigh checks a proposal by code. A quote holds when it stands in this answer letter for
// letter, says something that the interviewer has not said, and is not offered for another
// point as well.
func weigh(p Proposal, q bank.Question, turns []Turn, key string) Second {
	said := hear(turns)
	s := Second{Model: p.Model, Readings: max(1, p.Readings)}
	for _, ref := range q.Points {
		made := PointMark{ID: ref.ID}
		i := slices.IndexFunc(p.Points, func(c ProposedPoint) bool { return c.ID == ref.ID })
		switch {
		case i < 0:
		case p.Points[i].Split:
			s.Split = append(s.Split, ref.ID)
		case p.Points[i].Made:
			if quote, ok := holdsUp(p, i, turns, said); ok {
				made.Met, made.Quote = 1, quote
			} else {
				s.Void = append(s.Void, ref.ID)
			}
		}
		s.Points = append(s.Points, made)
	}
	s.Score = decimal.Round(share(s.Points, q), 4)
	if keyedAnswer(q) {
		s.Score = keyScore(keyed(key), s.Score)
	}
	s.Anchor = anchorOf(s.Score)
	return s
}

func keyedAnswer(q bank.Question) bool {
	return q.Answer == bank.NumberAnswer || q.Answer == bank.ChoiceAnswer
}

func holdsUp(p Proposal, i int, turns []Turn, said speech) (Quote, bool) {
	words := p.Points[i].Quote
	at := strings.Index(said.heard, words)
	if strings.TrimSpace(words) == "" || at < 0 {
		return Quote{}, false
	}
	for j, other := range p.Points {
		if j != i && other.Made && other.Quote != "" && (strings.Contains(other.Quote, words) || strings.Contains(words, other.Quote)) {
			return Quote{}, false
		}
	}
	quote := said.quote(at, at+len(words))
	if quote.Text != words || !addsTo(words, turns) {
		return Quote{}, false
	}
	return quote, true
}

// addsTo tells words that hold something which the interviewer has not said.
func addsTo(words string, turns []Turn) bool {
	given := map[string]bool{}
	for _, t := range turns {
		for _, term := range retrieve.Terms(t.Asked) {
			given[term.Stem] = true
		}
	}
	return slices.ContainsFunc(retrieve.Terms(words), func(t retrieve.Term) bool {
		return len([]rune(t.Stem)) > 2 && !given[t.Stem]
	})
}
