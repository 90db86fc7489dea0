// Package grade marks a written answer against a reference without any model service: pure,
// deterministic, in Russian and English. It sees the question, the reference and the answer
// and nothing else: no name, no other answer, no earlier mark. Rules come first (empty, "I
// do not know", the question repeated, another question's answer, negation, shuffled words,
// text addressed to the grader); what is left is compared with the reference word by word,
// and a small learned model turns the comparison into a score. Talking to people, plans and
// competencies live in the room above; learning the weights lives in evaluate.
package grade

import "kadry/internal/fault"

// Question is what was asked.
type Question struct {
	Text string
	Lang string // "ru" or "en"; the words themselves are read in both
}

// Point is one thing that a good answer says.
type Point struct {
	ID       string
	Text     string
	Synonyms []string // other wordings, any of which is enough
	Right    []string // whole sentences that say the same in other words
	Wrong    []string // whole sentences that use its words and say something else
	Weight   float64  // relative; zero and less count as one
}

func (p Point) weight() float64 {
	if p.Weight <= 0 {
		return 1
	}
	return p.Weight
}

// Reference is what a good answer holds: points, a whole model answer, or both. With points
// the score is their weighted share; with text alone it is the judgement of the model.
type Reference struct {
	Points       []Point
	Text         string
	Alternatives []string // other whole model answers, any of which is enough
	Corpus       *Corpus  // with it, points that have wrong sentences are marked claim by claim
	Subject      string   // id of the question in the corpus
}

// Mark is the judgement of one answer.
type Mark struct {
	Score      float64     // 0-1
	Anchor     int         // 0-4, the score on the scale of five described steps
	Correct    float64     // 0-1, how likely a strict marker calls the answer right
	Points     []PointMark // in the order of the reference
	Flags      []Flag
	Confidence float64 // 0-1; low where a person should look
	Reasons    []fault.Text
}

// PointMark says how far a point is met and where the answer says so. A point that earns
// anything has a quote.
type PointMark struct {
	ID         string
	Met        float64 // 0-1
	Quote      string  // answer[Start:End]
	Start, End int     // bytes in the answer
}

// FlagKind names what a rule saw.
type FlagKind string

// The flags. Empty, Unknown, Echo, OffTopic and Shuffled leave no credit; Negated, Dump,
// Repeated and Listed bound it; Injection only takes the foreign words out of the comparison;
// Copied leaves the score and asks for a person.
const (
	Empty     FlagKind = "empty"
	Unknown   FlagKind = "unknown"
	Echo      FlagKind = "echo"
	OffTopic  FlagKind = "off_topic"
	Negated   FlagKind = "negated"
	Dump      FlagKind = "dump"
	Injection FlagKind = "injection"
	Shuffled  FlagKind = "shuffled"
	Repeated  FlagKind = "repeated"
	Listed    FlagKind = "listed"
	Copied    FlagKind = "copied"
)

// Flag is one finding of a rule; the quote is empty where the whole answer is meant.
type Flag struct {
	Kind       FlagKind
	Quote      string // answer[Start:End]
	Start, End int    // bytes in the answer
}

// Has tells whether a rule of the kind spoke.
func (m Mark) Has(kind FlagKind) bool {
	for _, f := range m.Flags {
		if f.Kind == kind {
			return true
		}
	}
	return false
}
