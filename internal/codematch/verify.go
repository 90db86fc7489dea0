package codematch

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/judge"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// How many of the best matches each level looks at: what it costs decides.
const (
	comparedStatically = 50
	mostRun            = 40
	mostJudged         = 5

	runTime = 10 * time.Second // for all of a search
)

// verified compares the matches with what was asked about, as far as the question wants.
func (s *searcher) verified(ctx context.Context, code string, language lexer.Language, matches []Match) error {
	level := s.q.verify
	if level == match.None || len(matches) == 0 {
		return nil
	}
	asked := align.Fragment{Language: language, Code: code}
	for i := range matches[:min(len(matches), comparedStatically)] {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.stage(i+1, len(matches), fault.Say("Verifying", "Проверка"))
		matches[i].compared(align.Compare(asked, fragmentOf(matches[i])))
	}
	byScore(matches)
	if level == match.Behaviour || level == match.LLM && s.Runner != nil {
		if err := s.ran(ctx, asked, matches[:min(len(matches), mostRun)]); err != nil {
			return err
		}
	}
	if level == match.LLM {
		return s.judged(ctx, asked, matches[:min(len(matches), mostJudged)])
	}
	return nil
}

func byScore(matches []Match) {
	slices.SortStableFunc(matches, func(a, b Match) int { return cmp.Compare(b.Score, a.Score) })
}

func fragmentOf(m Match) align.Fragment {
	return align.Fragment{Language: lexer.Language(m.Language), Code: m.Code}
}

// compared takes over what the texts say; where they prove that both do the same, that is how
// probable it is.
func (m *Match) compared(c align.Comparison) {
	m.comparison = c
	if c.Verdict == match.Equivalent {
		m.Score = max(m.Score, c.Confidence)
	}
	m.Clone, m.Verdict, m.Confidence = c.Clone, c.Verdict, c.Confidence
	m.Reasons, m.Alignment, m.Differences = c.Reasons, c.Alignment, c.Differences
	m.VerifiedBy = match.Static
}

// ran runs both sides on the same inputs.
func (s *searcher) ran(ctx context.Context, asked align.Fragment, matches []Match) error {
	s.stage(0, len(matches), fault.Say("Running", "Запуск на входных данных"))
	programs := make([]behaviour.Program, len(matches))
	for i, m := range matches {
		programs[i] = programOf(fragmentOf(m))
	}
	outcomes, err := s.Runner.Rerank(ctx, programOf(asked), programs, behaviour.Options{Time: runTime})
	if fault.KindOf(err) == fault.Unavailable {
		s.note = fault.Say("Code could not be run: the texts alone were compared.", "Запустить код не удалось: сравнивались только тексты.")
		return nil
	}
	if err != nil {
		return err
	}
	for i := range matches {
		matches[i].behaved(outcomes[i])
	}
	byScore(matches)
	return nil
}

// behaved takes over what runs showed. Runs that agree make no proof of texts that plainly
// differ, and a run that differs outweighs any likeness.
func (m *Match) behaved(o behaviour.Outcome) {
	if o.Ran == 0 {
		return
	}
	m.VerifiedBy = match.Behaviour
	m.Signals.Behaviour = o.Score
	m.Score = behaviour.Combine(m.Score, o)
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

// judged asks the model about the best matches.
func (s *searcher) judged(ctx context.Context, asked align.Fragment, matches []Match) error {
	if s.Judge == nil {
		s.note = fault.Say("No model is configured: explain_code_match gives the evidence to judge a match by.",
			"Модель не настроена: explain_code_match даёт материалы, чтобы оценить совпадение самостоятельно.")
		return nil
	}
	for i := range matches {
		s.stage(i+1, len(matches), fault.Say("Asking the model", "Вопрос модели"))
		m := &matches[i]
		if m.VerifiedBy == match.Behaviour && m.Verdict == match.Equivalent {
			continue // runs outweigh an opinion
		}
		o := s.Judge.Judge(ctx, judge.Question{A: asked, B: fragmentOf(*m), Comparison: m.comparison, Lang: s.lang, Run: s.executor(asked, fragmentOf(*m))})
		if err := ctx.Err(); err != nil {
			return err
		}
		if o.Note != (fault.Text{}) {
			s.note = o.Note
		}
		if o.VerifiedBy != match.LLM {
			continue // what the texts or runs say stands
		}
		m.Verdict, m.Clone, m.Confidence, m.Reasons = o.Verdict, o.Clone, o.Confidence, o.Reasons
		m.Model, m.VerifiedBy = o.Model, o.VerifiedBy
	}
	return nil
}

// executor runs both sides on one input, where code may be run.
func (s *searcher) executor(a, b align.Fragment) judge.Executor {
	if s.Runner == nil {
		return nil
	}
	return func(ctx context.Context, input string) (agree, ran bool) {
		return s.Runner.On(ctx, programOf(a), programOf(b), input)
	}
}

func programOf(f align.Fragment) behaviour.Program {
	return behaviour.Program{Language: f.Language, Code: f.Code}
}
