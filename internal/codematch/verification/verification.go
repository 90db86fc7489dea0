// Package verification compares found code with code that was asked about, by the texts and by
// runs, and orders it by what they show. The searches of the room and the evaluation go through it.
package verification

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/interpreter"
)

// Together is how many matches are verified together: one that its text alone puts behind those
// of a page comes up where it is shown to do the same.
const Together = 50

const (
	mostRun = 40               // of the best are run: what it costs decides
	runTime = 10 * time.Second // for all of them
)

// Means are what there is to verify with.
type Means struct {
	Runner *behaviour.Checker // nil runs nothing
	Stage  func(done, total int, text fault.Text)
}

// Order fills in what the comparison shows and puts those first that do the same most
// probably; of is the match in an element. fault.Unavailable says that nothing could be run; the
// texts are compared then.
func Order[M any](ctx context.Context, with Means, asked align.Fragment, list []M, of func(*M) *match.Match) error {
	for i := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		with.Stage(i+1, len(list), fault.Say("Verifying", "Проверка"))
		m := of(&list[i])
		compared(m, align.Compare(asked, fragmentOf(m)))
	}
	byScore(list, of)
	if with.Runner == nil || len(list) == 0 {
		return nil
	}
	return run(ctx, with, asked, list[:min(len(list), mostRun)], of)
}

// run runs both sides on the same inputs.
func run[M any](ctx context.Context, with Means, asked align.Fragment, list []M, of func(*M) *match.Match) error {
	with.Stage(0, len(list), fault.Say("Running", "Запуск на входных данных"))
	programs := make([]behaviour.Program, len(list))
	for i := range list {
		programs[i] = programOf(fragmentOf(of(&list[i])))
	}
	outcomes, err := with.Runner.Rerank(ctx, programOf(asked), programs, behaviour.Options{Time: runTime})
	if err != nil {
		return err
	}
	for i := range list {
		behaved(of(&list[i]), outcomes[i])
	}
	byScore(list, of)
	return nil
}

func byScore[M any](list []M, of func(*M) *match.Match) {
	slices.SortStableFunc(list, func(a, b M) int { return cmp.Compare(of(&b).Score, of(&a).Score) })
}

func fragmentOf(m *match.Match) align.Fragment {
	return align.Fragment{Language: lexer.Language(m.Language), Code: m.Code}
}

func programOf(f align.Fragment) behaviour.Program {
	return behaviour.Program{Language: interpreter.Language(f.Language), Code: f.Code}
}

// compared takes over what the texts say; where they prove that both do the same, that is how
// probable it is.
func compared(m *match.Match, c align.Comparison) {
	if c.Verdict == match.Equivalent {
		m.Score = max(m.Score, c.Confidence)
	}
	m.Clone, m.Verdict, m.Confidence = c.Clone, c.Verdict, c.Confidence
	m.Reasons, m.Alignment, m.Differences = c.Reasons, c.Alignment, c.Differences
	m.VerifiedBy = match.Static
}

// behaved takes over what runs showed. Runs that agree make no proof of texts that plainly
// differ, and a run that differs outweighs any likeness. That two take other arguments, or
// that one alone answers, counts too.
func behaved(m *match.Match, o behaviour.Outcome) {
	m.Score = behaviour.Combine(m.Score, o)
	if o.Ran == 0 {
		return
	}
	m.VerifiedBy = match.Behaviour
	m.Signals.Behaviour = o.Score
	m.Tests = match.Tests{Run: o.Ran, Agree: o.Agree}
	for _, c := range o.Cases {
		m.Tests.Inputs = append(m.Tests.Inputs, match.Test{Input: c.Input, A: c.A, B: c.B, Agree: c.Agree})
	}
	switch o.Verdict {
	case behaviour.Same:
		if m.Clone == "" || m.Clone == match.T3 {
			m.Clone = match.T4
		}
		m.Verdict, m.Confidence = match.Equivalent, max(m.Confidence, agreed)
		m.Reasons = append([]match.Reason{{Text: fault.Say(
			"Both were run on %d inputs and agree on %d.", "Обе запущены на %d входах, совпали на %d.", o.Ran, o.Agree)}}, m.Reasons...)
	case behaviour.Different:
		if m.Verdict == match.Equivalent {
			m.Verdict = match.Similar
		}
		m.Confidence = max(m.Confidence, agreed)
		m.Reasons = append([]match.Reason{{Text: fault.Say(
			"On the input %s they answer %s and %s.", "На входе %s они отвечают %s и %s.", fault.Clip(o.First.Input), fault.Clip(o.First.A), fault.Clip(o.First.B))}}, m.Reasons...)
	}
}

// agreed is how sure runs make, as measured on functions with known answers.
const agreed = 0.95
