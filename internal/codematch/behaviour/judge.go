package behaviour

import (
	"encoding/json"
	"fmt"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/interpreter"
	"kadry/internal/interpreter/value"
)

// Marks of the verdicts, set on one half of HumanEval-X and measured on the other.
const (
	leastRan      = 8    // inputs on which both answered
	sameFrom      = 0.98 // share of weight that agrees
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
func relate(a, b interpreter.Result) comparison {
	okA, okB := a.State == interpreter.Answered, b.State == interpreter.Answered
	switch {
	case okA && okB && alike(a.Value, b.Value):
		return equal
	case okA && okB && !(value.Exact(a.Value) && value.Exact(b.Value)):
		return silent
	case okA && okB && value.Finite(a.Value) && value.Finite(b.Value) && (a.Value == nil) == (b.Value == nil):
		return unequal
	case okA && okB:
		return alone
	case !okA && !okB, left(a), left(b):
		return silent
	case okA && value.Nothing(a.Value), okB && value.Nothing(b.Value):
		return silent
	}
	return alone
}

// left says that a result tells nothing of what the program would have answered.
func left(r interpreter.Result) bool {
	return r.State == interpreter.Slow || r.State == interpreter.NotRun || r.State == interpreter.Huge
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

// answer is one input on which both programs answered, or one alone did.
type answer struct {
	in   input
	a, b string // as shown; equal ones are the same text
	how  comparison
	tags []string
}

func (x answer) weight() float64 {
	if x.in.edge {
		return edgeWeight
	}
	return 1
}

// judge compares the results of two programs on the inputs; own are their constants.
func judge(inputs []input, a, b []interpreter.Result, own literals) Outcome {
	out := Outcome{Asked: len(inputs), Verdict: Unknown}
	var answers []answer
	for i, in := range inputs {
		x := answer{in: in, a: show(a[i].Value), b: show(b[i].Value), how: relate(a[i], b[i])}
		switch x.how {
		case silent:
			continue
		case alone:
			out.Alone++
		case equal:
			x.b = x.a
			out.Agree++
			out.Ran++
		case unequal:
			out.Ran++
		}
		x.tags = tagsOf(in.args, own)
		answers = append(answers, x)
		out.note(x)
	}
	out.Cases = shownCases(out.Cases)
	whole := measure(answers)
	out.Informative = whole.informative()
	out.Score = whole.score()
	out.narrow(answers)
	out.Verdict, out.Why = whole.verdict(out)
	return out
}

// note keeps an input as a case to show.
func (o *Outcome) note(x answer) {
	if x.how == alone {
		return
	}
	shown := Case{Input: cut(show(x.in.args)), A: cut(x.a), B: cut(x.b), Agree: x.how == equal, Edge: x.in.edge}
	o.Cases = append(o.Cases, shown)
	if x.how == unequal && !x.in.edge && o.First == nil {
		o.First = &shown
	}
}

// shownCases are some that differ, then some that agree.
func shownCases(all []Case) []Case {
	var differ, agree []Case
	for _, c := range all {
		if c.Agree {
			agree = append(agree, c)
		} else {
			differ = append(differ, c)
		}
	}
	differ = differ[:min(len(differ), max(differingSeen, casesShown-len(agree)))]
	return slices.Concat(differ, agree[:min(len(agree), casesShown-len(differ))])
}

// narrowed is what a score keeps for each tag that it needs to leave out: among many
// properties one lets unlike programs look alike by chance.
const narrowed = 0.9

// narrow looks for one or two tags without which the programs agree better.
func (o *Outcome) narrow(answers []answer) {
	var tags []string
	for _, x := range answers {
		if x.how != equal {
			tags = append(tags, x.tags...)
		}
	}
	slices.Sort(tags)
	tags = slices.Compact(tags)
	for i, first := range tags {
		for _, second := range tags[i:] {
			kept := slices.DeleteFunc(slices.Clone(answers), func(x answer) bool {
				return slices.Contains(x.tags, first) || slices.Contains(x.tags, second)
			})
			without, keeps := []string{first}, narrowed
			if second != first {
				without, keeps = append(without, second), narrowed*narrowed
			}
			if score := keeps * measure(kept).score(); len(kept) >= leastRan && score > o.Score+0.01 {
				o.Score, o.Without = score, without
			}
		}
	}
}

// tally counts how inputs went.
type tally struct {
	agree, ran float64 // weights
	alone      float64
	first      map[string]float64 // weight by output
	second     map[string]float64
	inputs     int
	most       int  // inputs with the most common output, on the side where that is rarer
	ordinary   bool // they differ on an ordinary input
}

func measure(answers []answer) *tally {
	t := &tally{first: map[string]float64{}, second: map[string]float64{}}
	a, b := map[string]int{}, map[string]int{}
	for _, x := range answers {
		if x.how == alone {
			t.alone += x.weight()
			continue
		}
		if x.how == equal {
			t.agree += x.weight()
		} else if !x.in.edge {
			t.ordinary = true
		}
		t.inputs++
		t.ran += x.weight()
		t.first[x.a] += x.weight()
		t.second[x.b] += x.weight()
		a[x.a]++
		b[x.b]++
	}
	t.most = min(largest(a), largest(b))
	return t
}

func largest(counts map[string]int) int {
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	return most
}

func (t *tally) informative() bool {
	return t.inputs > 0 && float64(t.most) <= commonAtMost*float64(t.inputs)
}

// score is the agreement beyond chance, less what a small number of inputs and answers of
// one side alone leave open.
func (t *tally) score() float64 {
	if t.ran == 0 {
		return 0
	}
	const doubt = 3 // inputs
	return t.beyondChance() * t.ran / (t.ran + t.alone) * t.ran / (t.ran + doubt)
}

// beyondChance is Cohen's kappa (Educational and Psychological Measurement 20, 1960): the
// agreement beyond that of two programs that give these outputs independently of the input.
func (t *tally) beyondChance() float64 {
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
		return Unknown, fault.Say("Both functions answered on %d of %d inputs, too few.", "Обе функции ответили на %d из %d входов, этого мало.", out.Ran, out.Asked)
	case t.agree >= sameFrom*t.ran && out.Alone <= out.Ran/2 && out.Informative:
		return Same, fault.Text{}
	case t.agree >= sameFrom*t.ran:
		return Unknown, fault.Say("The outputs are nearly always the same one and say little.", "Ответы почти всегда одинаковы и мало о чём говорят.")
	case t.ordinary:
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
