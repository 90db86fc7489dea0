package interviewweb

import (
	"slices"
	"unicode/utf8"

	"kadry/internal/interview/marking"
)

// textRange is a stretch of an answer that something was read from: a point made, a misconception,
// or what a rule of grading saw.
type textRange struct {
	start, end int // bytes
	point      int // number of the point on the page, 0 for what is no point
	red        bool
}

// answerPart is a piece of an answer with everything it was read for.
type answerPart struct {
	text   string
	points []int // whose quotes cover it
	opens  []int // points whose quote begins here
	ends   []int // points whose quote ends here
	red    bool  // a misconception
	ruled  bool  // a rule spoke about it
}

// cutAnswer cuts an answer at every end of a place, so that places may overlap. Joined, the
// pieces are the answer. A spot that is not in the answer, or would cut a character, is
// passed over.
func cutAnswer(text string, places []textRange) []answerPart {
	cuts := []int{0, len(text)}
	var kept []textRange
	for _, p := range places {
		if p.start < 0 || p.end > len(text) || p.start >= p.end || !boundary(text, p.start) || !boundary(text, p.end) {
			continue
		}
		kept = append(kept, p)
		cuts = append(cuts, p.start, p.end)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var list []answerPart
	for i := 1; i < len(cuts); i++ {
		from, to := cuts[i-1], cuts[i]
		one := answerPart{text: text[from:to]}
		for _, p := range kept {
			if p.start <= from && to <= p.end {
				one.cover(p, from, to)
			}
		}
		list = append(list, one)
	}
	return list
}

func boundary(text string, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }

func (s *answerPart) cover(p textRange, from, to int) {
	switch {
	case p.point > 0:
		s.points = append(s.points, p.point)
		if p.start == from {
			s.opens = append(s.opens, p.point)
		}
		if p.end == to {
			s.ends = append(s.ends, p.point)
		}
	case p.red:
		s.red = true
	default:
		s.ruled = true
	}
}

// plain reports a piece that nothing was read from.
func (s answerPart) plain() bool { return len(s.points) == 0 && !s.red && !s.ruled }

// class is how a piece looks; what it means stands under the answer in words.
func (s answerPart) class() string {
	class := ""
	if len(s.points) > 1 {
		class = "said-twice"
	}
	if s.red {
		class += " said-red"
	}
	if s.ruled {
		class += " said-ruled"
	}
	return class
}

// placesIn are the places of a message that a mark was read from.
func (j *judgement) placesIn(seq int) []textRange {
	var list []textRange
	add := func(q marking.Quote, point int, red bool) {
		if q.Message == seq && q.Text != "" {
			list = append(list, textRange{q.Start, q.End, point, red})
		}
	}
	for _, p := range j.points {
		add(p.quote, p.number, false)
	}
	for _, p := range j.mark.RedFlags {
		add(p.Quote, 0, true)
	}
	for _, f := range j.mark.Flags {
		add(f.Quote, 0, false)
	}
	return list
}
