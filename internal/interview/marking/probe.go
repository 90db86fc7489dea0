package marking

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/grade"
	"kadry/internal/retrieve"
)

// Bounds of probing.
const (
	MaxProbes   = 2  // a question
	thinWords   = 12 // an answer in text with fewer words is thin
	weighty     = 3  // weight of a point whose absence calls for its probe
	pastNumbers = 25 // words of a story from which a number or a name stands for the example
)

// exampleCue is what a story of one's own has: an action, an outcome, a time.
var exampleCue = regexp.MustCompile(`(?i)\b(?:i|we|my|our)\s+\p{L}+|например|однажды|как-то раз|в итоге|в результате|на прошл\p{L}+|у нас|мы\s+\p{L}+л[аи]|(?:^|[\s,.])я\s+[^.]{0,40}\p{L}+л[аи]?(?:с[ья])?(?:[\s,.]|$)|\p{L}{2,}(?:ал|ил|ел|ял)(?:а|и)?(?:с[ья])?(?:[\s,.;:]|$)|for example|as a result|in the end|last (?:year|month)|once\s`)

// NextProbe returns the probe that a mark calls for, the first of the question's list that
// fits and was not used; nil when the answer needs none or may have no more. Somebody who
// says that they do not know is not pressed.
func NextProbe(q bank.Question, m Mark, said []Turn, used []int) *FollowUp {
	if len(used) >= MaxProbes || m.Has(grade.Dump) || m.Has(grade.Unknown) && m.Score == 0 {
		return nil
	}
	thin := isThin(q, m, said)
	for i, p := range q.Probes {
		if slices.Contains(used, i+1) {
			continue
		}
		switch {
		case p.When == bank.Thin && thin && len(used) == 0:
			return &FollowUp{Probe: i + 1, When: bank.Thin}
		case p.When == bank.Missing && leftOut(q, m, p.Point):
			return &FollowUp{Probe: i + 1, When: bank.Missing, Point: p.Point}
		}
	}
	return nil
}

// leftOut tells a weighty point that was not made.
func leftOut(q bank.Question, m Mark, id string) bool {
	ref, ok := q.Point(id)
	if !ok || ref.Weight < weighty {
		return false
	}
	return slices.ContainsFunc(m.Points, func(p PointMark) bool { return p.ID == id && !p.Made() })
}

// isThin tells an answer too short to judge, one that makes no point, and a story without
// an example.
func isThin(q bank.Question, m Mark, said []Turn) bool {
	text := hear(said).heard
	words := len(retrieve.Tokens(text))
	none := !slices.ContainsFunc(m.Points, PointMark.Made)
	switch q.Answer {
	case bank.NumberAnswer, bank.ChoiceAnswer:
		return words < thinWords && none
	case bank.CodeAnswer:
		return none
	case bank.TextAnswer:
	}
	if words < thinWords || none {
		return true
	}
	return q.Kind == bank.Past && !exampleCue.MatchString(text) && (words < pastNumbers || !strings.ContainsAny(text, "0123456789"))
}
