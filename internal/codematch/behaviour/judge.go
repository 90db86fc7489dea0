package behaviour

import (
	"encoding/json"
	"fmt"

	"kadry/internal/codematch/behaviour/engine"
	"kadry/internal/codematch/behaviour/value"
	"kadry/internal/fault"
)

// Marks of the verdicts, set on one half of HumanEval-X and measured on the other.
const (
	leastRan      = 8    // inputs on which both answered
	sameFrom      = 0.9  // share of weight that agrees
	commonAtMost  = 0.85 // share of the most common output, reference section 7
	edgeWeight    = 0.5  // of an edge input against an ordinary one
	casesShown    = 8
	differingSeen = 4 // of them that differ
	shownBytes    = 300
)

// comparison is one input with how its two results go together.
type comparison int

const (
	silent comparison = iota // neither answered
	alone                    // one did, or answered what is no number
	equal
	unequal
)

// relate compares two results. A failure, nothing or no number on one side is no difference:
// the input is outside of what one of the two was made for.
func relate(a, b engine.Result) comparison {
	okA, okB := a.State == engine.Answered, b.State == engine.Answered
	switch {
	case okA && okB && alike(a.Value, b.Value):
		return equal
	case okA && okB && value.Finite(a.Value) && value.Finite(b.Value) && (a.Value == nil) == (b.Value == nil):
		return unequal
	case okA && okB:
		return alone
	case !okA && !okB:
		return silent
	case okA && value.Nothing(a.Value), okB && value.Nothing(b.Value):
		return silent
	}
	return alone
}

// alike is value.Equal, and takes a Go answer with a mark of presence for the other side's
// answer or nothing.
func alike(a, b any) bool {
	return value.Equal(a, b) || present(a, b) || present(b, a)
}

func present(pair, single any) bool {
	list, ok := pair.([]any)
	if !ok || len(list) != 2 {
		return false
	}
	there, ok := list[1].(bool)
	if _, isList := single.([]any); !ok || isList {
		return false
	}
	if !there {
		return single == nil
	}
	return value.Equal(list[0], single)
}

// tally counts how the inputs went.
type tally struct {
	agree, ran   float64 // weights
	first        map[string]float64
	second       map[string]float64
	most, inputs int // of the most common output of either side, unweighted
	counts       map[string]int
	differs      []Case
	agrees       []Case
	ordinary     *Case
}

// judge compares the results of two programs on the inputs.
func judge(inputs []input, a, b []engine.Result) Outcome {
	out := Outcome{Asked: len(inputs), Verdict: Unknown}
	t := tally{first: map[string]float64{}, second: map[string]float64{}, counts: map[string]int{}}
	for i, in := range inputs {
		switch how := relate(a[i], b[i]); how {
		case silent:
		case alone:
			out.Alone++
		case equal, unequal:
			out.Ran++
			if how == equal {
				out.Agree++
			}
			t.add(in, a[i], b[i], how == equal)
		}
	}
	out.First = t.ordinary
	out.Cases = append(t.differs[:min(len(t.differs), differingSeen):min(len(t.differs), differingSeen)], t.agrees...)
	out.Cases = out.Cases[:min(len(out.Cases), casesShown)]
	out.Informative = t.informative()
	out.Score = t.beyondChance() * float64(out.Ran) / float64(max(1, out.Ran+out.Alone))
	out.Verdict, out.Why = t.verdict(out)
	return out
}

func (t *tally) add(in input, a, b engine.Result, same bool) {
	weight := 1.0
	if in.edge {
		weight = edgeWeight
	}
	x, y := show(a.Value), show(b.Value)
	if same {
		y = x
		t.agree += weight
	}
	t.ran += weight
	t.inputs++
	t.first[x] += weight
	t.second[y] += weight
	t.counts["a"+x]++
	t.counts["b"+y]++
	t.most = max(t.most, min(t.counts["a"+x], t.counts["b"+y]))
	shown := Case{Input: cut(show(in.args)), A: cut(x), B: cut(show(b.Value)), Agree: same, Edge: in.edge}
	switch {
	case same:
		t.agrees = append(t.agrees, shown)
	default:
		t.differs = append(t.differs, shown)
		if t.ordinary == nil && !in.edge {
			t.ordinary = &shown
		}
	}
}

func (t *tally) informative() bool {
	return t.inputs > 0 && float64(t.most) <= commonAtMost*float64(t.inputs)
}

// beyondChance is Cohen's kappa (Educational and Psychological Measurement 20, 1960): the
// agreement beyond that of two programs that give these outputs independently of the input.
func (t *tally) beyondChance() float64 {
	if t.ran == 0 {
		return 0
	}
	chance := 0.0
	for output, weight := range t.first {
		chance += weight * t.second[output] / (t.ran * t.ran)
	}
	if chance > 0.999 {
		return 0
	}
	return max(0, (t.agree/t.ran-chance)/(1-chance))
}

func (t *tally) verdict(out Outcome) (Verdict, fault.Text) {
	switch {
	case out.Ran < leastRan:
		return Unknown, fault.Say("Both functions answered on %d of %d inputs, too few.", "Обе функции ответили на %d входных данных из %d, этого мало.", out.Ran, out.Asked)
	case t.agree >= sameFrom*t.ran && out.Alone <= out.Ran/2 && out.Informative:
		return Same, fault.Text{}
	case t.agree >= sameFrom*t.ran:
		return Unknown, fault.Say("The outputs are nearly always the same one and say little.", "Ответы почти всегда одинаковы и мало о чём говорят.")
	case t.ordinary != nil:
		return Different, fault.Text{}
	}
	return Unknown, fault.Say("The functions differ at the edge of their types only.", "Функции различаются лишь на крайних значениях.")
}

// show is a value as JSON, numbers to six digits, so that equal ones look equal.
func show(v any) string {
	text, err := json.Marshal(rounded(v))
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

func rounded(v any) any {
	switch v := v.(type) {
	case float64:
		if v == float64(int64(v)) {
			return v
		}
		return json.Number(fmt.Sprintf("%.6g", v))
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = rounded(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = rounded(e)
		}
		return out
	}
	return v
}

func cut(text string) string {
	if len(text) <= shownBytes {
		return text
	}
	return text[:shownBytes] + "…"
}
