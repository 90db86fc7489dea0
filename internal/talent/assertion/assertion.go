// Package assertion tells what people say of themselves from what they say of others. A CV names
// skills that are not its writer's: "the screens in React were Marta's", "PyTorch is the data
// team's", "booked for February: Yocto". Medicine calls the task assertion classification.
//
// The judge is a logistic regression over the words around a place (which, on which side, how far,
// in which part of the sentence), learned from lines written for it; see tools/dev/assertlearn.
package assertion

import (
	"slices"

	"kadry/internal/skill"
)

// Bound is the chance from which a skill counts as not the writer's. It was chosen on CVs so that
// next to none of a writer's own skills are lost: who is not found is missed more than a line too
// many, which its quote shows for what it is.
const Bound = 0.6

// Text is a text whose places can be asked about.
type Text struct {
	text   string
	tokens []token
	model  *Model
}

// Read prepares a text. skills are the places of it that name skills, in the order of the text.
func (m *Model) Read(text string, skills []skill.Range) *Text {
	return &Text{text: text, tokens: cut(text, skills), model: m}
}

// Foreign returns how likely it is, from 0 to 1, that what stands at a place is not claimed by the
// writer: somebody else's, denied, planned, or named for another reason. What stands alone or among
// skills only is claimed: nothing is said of it but its name.
func (t *Text) Foreign(at skill.Range) float64 {
	from, to := t.within(at)
	if from == to || !t.spoken(from, -1) && !t.spoken(to-1, 1) {
		return 0
	}
	return t.model.judge(t, from, to)
}

// Features calls visit with every feature of a place, as the model numbers them; a feature may
// come several times.
func (t *Text) Features(at skill.Range, visit func(feature uint32)) {
	if from, to := t.within(at); from < to {
		t.features(from, to, visit)
	}
}

// within returns the tokens that a place touches.
func (t *Text) within(at skill.Range) (from, to int) {
	from, _ = slices.BinarySearchFunc(t.tokens, at.Start, func(k token, start int) int { return k.end - start - 1 })
	to = from
	for to < len(t.tokens) && t.tokens[to].start < at.End {
		to++
	}
	return from, to
}

// spoken reports that a word that is no skill stands in the same sentence and line, to one side
// of a token.
func (t *Text) spoken(at, step int) bool {
	for range farthest {
		at += step
		if at < 0 || at >= len(t.tokens) {
			return false
		}
		switch one := &t.tokens[at]; {
		case one.kind > mark || one.isAny(closing):
			return false
		case one.kind == word && one.class != known:
			return true
		}
	}
	return false
}
