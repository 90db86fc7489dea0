package codematch

import (
	"context"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/judge"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/verification"
	"kadry/internal/fault"
	"kadry/internal/interpreter"
)

// ordered verifies matches by their texts and by runs, as far as the question wants.
func (s *searcher) ordered(ctx context.Context, asked align.Fragment, matches []Match) error {
	level, with := s.q.verify, verification.Means{Stage: s.stage}
	if level == match.None {
		return nil
	}
	if level == match.Behaviour || level == match.LLM {
		with.Runner = s.Runner
	}
	err := verification.Order(ctx, with, asked, matches, func(m *Match) *match.Match { return &m.Match })
	if fault.KindOf(err) == fault.Unavailable {
		s.note = fault.Say("Code could not be run: the texts alone were compared.", "Запустить код не удалось: сравнивались только тексты.")
		return nil
	}
	return err
}

// verified compares all matches with what was asked about, as far as the question wants.
func (s *searcher) verified(ctx context.Context, code string, language lexer.Language, matches []Match) error {
	asked := align.Fragment{Language: language, Code: code}
	if err := s.ordered(ctx, asked, matches); err != nil {
		return err
	}
	return s.judged(ctx, asked, matches)
}

func fragmentOf(m Match) align.Fragment {
	return align.Fragment{Language: lexer.Language(m.Language), Code: m.Code}
}

// mostJudged is how many of the best matches the model is asked about.
const mostJudged = 5

// judged asks the model about the best matches, where the question wants that.
func (s *searcher) judged(ctx context.Context, asked align.Fragment, matches []Match) error {
	if s.q.verify != match.LLM || len(matches) == 0 {
		return nil
	}
	if s.Judge == nil {
		s.note = fault.Say("No model is configured: explain_code_match gives the evidence to judge a match by.",
			"Модель не настроена: explain_code_match даёт материалы, чтобы оценить совпадение самостоятельно.")
		return nil
	}
	matches = matches[:min(len(matches), mostJudged)]
	for i := range matches {
		s.stage(i+1, len(matches), fault.Say("Asking the model", "Вопрос модели"))
		m := &matches[i]
		if m.VerifiedBy == match.Behaviour && m.Verdict == match.Equivalent {
			continue // runs outweigh an opinion
		}
		b := fragmentOf(*m)
		o := s.Judge.Judge(ctx, judge.Question{A: asked, B: b, Comparison: align.Compare(asked, b), Lang: s.lang, Run: s.executor(asked, b)})
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
	return behaviour.Program{Language: interpreter.Language(f.Language), Code: f.Code}
}
