package marking

import (
	"math"
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

// RatedPoint is a point to look for.
type RatedPoint struct {
	ID   string
	Text string
}

// Proposal is what a second rater says: which points are made, and by which words. Totals
// are not asked for and not taken.
type Proposal struct {
	Model  string // that said so
	Points []ProposedPoint
}

// ProposedPoint is one criterion of a proposal.
type ProposedPoint struct {
	ID    string
	Made  bool
	Quote string // words of the answer, letter for letter
}

// reviewGap is how many grades the raters may differ before a person is asked.
const reviewGap = 2

// NewRating shows a question and the answers on it.
func NewRating(q bank.Question, lang bank.Language, turns []Turn) Rating {
	r := Rating{Language: lang, Question: turns[0].Asked, Answer: hear(turns).heard}
	for _, p := range q.Points {
		r.Points = append(r.Points, RatedPoint{ID: p.ID, Text: lang.Of(p.Text)})
	}
	return r
}

// Weigh brings a proposal into the mark. The first rater always stands beside it: where a
// rule spoke, or the two are far apart, its score alone counts.
func (m *Mark) Weigh(p Proposal, q bank.Question, turns []Turn) {
	m.combine(weigh(p, q, turns, *m))
}

// weigh checks a proposal by code. A quote holds when it stands in this answer letter for
// letter, is not the interviewer's own words, bears on its point, and is not offered for
// another point as well.
func weigh(p Proposal, q bank.Question, turns []Turn, first Mark) Second {
	said := hear(turns)
	s := Second{Model: p.Model}
	for _, ref := range q.Points {
		made := PointMark{ID: ref.ID}
		i := slices.IndexFunc(p.Points, func(c ProposedPoint) bool { return c.ID == ref.ID })
		if i >= 0 && p.Points[i].Made {
			if quote, ok := holdsUp(p, i, ref, turns, said); ok {
				made.Met, made.Quote = 1, quote
			} else {
				s.Void = append(s.Void, ref.ID)
			}
		}
		s.Points = append(s.Points, made)
	}
	s.Score = decimal.Round(share(s.Points, q), 4)
	if q.Answer == bank.NumberAnswer || q.Answer == bank.ChoiceAnswer {
		s.Score = keyScore(keyed(first.Key), s.Score)
	}
	s.Anchor = anchorOf(s.Score)
	agree := 0
	for i, made := range s.Points {
		if i < len(first.Points) && made.Made() == first.Points[i].Made() {
			agree++
		}
	}
	s.Agreement = decimal.Round(float64(agree)/float64(max(1, len(s.Points))), 4)
	return s
}

func holdsUp(p Proposal, i int, ref bank.Point, turns []Turn, said speech) (Quote, bool) {
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
	if quote.Text != words || !bears(words, ref, turns) {
		return Quote{}, false
	}
	return quote, true
}

// bears tells words that share something with a point which the interviewer has not said.
func bears(words string, ref bank.Point, turns []Turn) bool {
	given := map[string]bool{}
	for _, t := range turns {
		for _, term := range retrieve.Terms(t.Asked) {
			given[term.Stem] = true
		}
	}
	sought := map[string]bool{}
	for _, w := range ref.Forms() {
		for _, term := range retrieve.Terms(w) {
			sought[term.Stem] = len([]rune(term.Stem)) > 2 && !given[term.Stem]
		}
	}
	return slices.ContainsFunc(retrieve.Terms(words), func(t retrieve.Term) bool { return sought[t.Stem] })
}

// combine takes the mean of two raters who are not far apart. A rule that spoke, or a gap,
// leaves the first rater's score.
func (m *Mark) combine(s Second) {
	m.Second = &s
	gap := m.Anchor - s.Anchor
	if max(gap, -gap) > reviewGap {
		m.Review = true
		return
	}
	if len(m.Flags) > 0 {
		return
	}
	m.Score = decimal.Round((m.Score+s.Score)/2, 4)
	m.Anchor = anchorOf(m.Score)
	m.Confidence = decimal.Round(math.Min(1, m.Confidence*(0.5+s.Agreement)), 4)
	for i, made := range s.Points {
		if i < len(m.Points) && made.Made() && m.Points[i].Met == 0 { // evidence the first rater did not see
			m.Points[i].Met, m.Points[i].Quote = MetFrom, made.Quote
		}
	}
}
