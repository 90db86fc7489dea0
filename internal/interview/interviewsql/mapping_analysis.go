package interviewsql

import (
	"kadry/internal/fault"
	"kadry/internal/interview"
)

func markToWire(m interview.Mark) markWire {
	return markWire{
		Question: m.Question, Through: m.Through, Score: m.Score, Anchor: m.Anchor, Confidence: m.Confidence, Key: m.Key,
		Points: each(m.Points, pointMarkToWire), Flags: each(m.Flags, flagToWire), RedFlags: each(m.RedFlags, pointMarkToWire),
		Reasons:  each(m.Reasons, func(t fault.Text) textWire { return textWire(t) }),
		FollowUp: maybe(m.FollowUp, func(f interview.FollowUp) followUpWire { return followUpWire(f) }),
		Second:   maybe(m.Second, secondToWire), Review: m.Review, At: m.At,
	}
}

func markFromWire(w markWire) interview.Mark {
	return interview.Mark{
		Question: w.Question, Through: w.Through, Score: w.Score, Anchor: w.Anchor, Confidence: w.Confidence, Key: w.Key,
		Points: each(w.Points, pointMarkFromWire), Flags: each(w.Flags, flagFromWire), RedFlags: each(w.RedFlags, pointMarkFromWire),
		Reasons:  each(w.Reasons, func(t textWire) fault.Text { return fault.Text(t) }),
		FollowUp: maybe(w.FollowUp, func(f followUpWire) interview.FollowUp { return interview.FollowUp(f) }),
		Second:   maybe(w.Second, secondFromWire), Review: w.Review, At: w.At,
	}
}

func pointMarkToWire(p interview.PointMark) pointMarkWire {
	return pointMarkWire{ID: p.ID, Met: p.Met, Quote: quoteWire(p.Quote)}
}

func pointMarkFromWire(w pointMarkWire) interview.PointMark {
	return interview.PointMark{ID: w.ID, Met: w.Met, Quote: interview.Quote(w.Quote)}
}

func flagToWire(f interview.Flag) flagWire {
	return flagWire{Kind: f.Kind, Quote: quoteWire(f.Quote)}
}

func flagFromWire(w flagWire) interview.Flag {
	return interview.Flag{Kind: w.Kind, Quote: interview.Quote(w.Quote)}
}

func secondToWire(s interview.Second) secondWire {
	return secondWire{
		Model: s.Model, Score: s.Score, Anchor: s.Anchor, Points: each(s.Points, pointMarkToWire),
		Void: s.Void, Agreement: s.Agreement, Trouble: s.Trouble,
	}
}

func secondFromWire(w secondWire) interview.Second {
	return interview.Second{
		Model: w.Model, Score: w.Score, Anchor: w.Anchor, Points: each(w.Points, pointMarkFromWire),
		Void: w.Void, Agreement: w.Agreement, Trouble: w.Trouble,
	}
}

func overrideToWire(o interview.Override) overrideWire   { return overrideWire(o) }
func overrideFromWire(w overrideWire) interview.Override { return interview.Override(w) }

func analysisToWire(a interview.Analysis) analysisWire {
	return analysisWire{
		Language: a.Language, OverallScore: a.OverallScore, Summary: a.Summary, Strengths: a.Strengths,
		Weaknesses: a.Weaknesses, Recommendation: a.Recommendation,
		Competencies: each(a.Competencies, competencyToWire), Questions: each(a.Questions, judgedToWire),
		Gaps: each(a.Gaps, judgedToWire), Evidence: each(a.Evidence, pointMadeToWire),
		Coverage: a.Coverage, Confidence: a.Confidence, Agreement: a.Agreement, TwoRaters: a.TwoRaters,
		HumanReview: a.HumanReview, ReviewReasons: a.ReviewReasons, Engine: engineWire(a.Engine),
	}
}

func analysisFromWire(w analysisWire) interview.Analysis {
	return interview.Analysis{
		Language: w.Language, OverallScore: w.OverallScore, Summary: w.Summary, Strengths: w.Strengths,
		Weaknesses: w.Weaknesses, Recommendation: w.Recommendation,
		Competencies: each(w.Competencies, competencyFromWire), Questions: each(w.Questions, judgedFromWire),
		Gaps: each(w.Gaps, judgedFromWire), Evidence: each(w.Evidence, pointMadeFromWire),
		Coverage: w.Coverage, Confidence: w.Confidence, Agreement: w.Agreement, TwoRaters: w.TwoRaters,
		HumanReview: w.HumanReview, ReviewReasons: w.ReviewReasons, Engine: interview.Engine(w.Engine),
	}
}

func competencyToWire(c interview.CompetencyScore) competencyWire {
	return competencyWire{
		Competency: c.Competency, Title: c.Title, Score: c.Score, Standing: c.Standing, Planned: c.Planned,
		Answered: c.Answered, Coverage: c.Coverage, Confidence: c.Confidence, Overruled: maybe(c.Overruled, overrideToWire),
	}
}

func competencyFromWire(w competencyWire) interview.CompetencyScore {
	return interview.CompetencyScore{
		Competency: w.Competency, Title: w.Title, Score: w.Score, Standing: w.Standing, Planned: w.Planned,
		Answered: w.Answered, Coverage: w.Coverage, Confidence: w.Confidence, Overruled: maybe(w.Overruled, overrideFromWire),
	}
}

func judgedToWire(j interview.Judged) judgedWire {
	return judgedWire{
		Item: itemWire(j.Item), Title: j.Title, Text: j.Text, Answered: j.Answered, Standing: j.Standing,
		Score: j.Score, Anchor: j.Anchor, Meaning: j.Meaning, Missed: j.Missed,
		Mark: markToWire(j.Mark), Overruled: maybe(j.Overruled, overrideToWire),
	}
}

func judgedFromWire(w judgedWire) interview.Judged {
	return interview.Judged{
		Item: interview.Item(w.Item), Title: w.Title, Text: w.Text, Answered: w.Answered, Standing: w.Standing,
		Score: w.Score, Anchor: w.Anchor, Meaning: w.Meaning, Missed: w.Missed,
		Mark: markFromWire(w.Mark), Overruled: maybe(w.Overruled, overrideFromWire),
	}
}

func pointMadeToWire(e interview.Evidence) pointMadeWire {
	return pointMadeWire{
		Question: e.Question, Competency: e.Competency, Gap: e.Gap, Point: e.Point, Text: e.Text, Met: e.Met, Quote: quoteWire(e.Quote),
	}
}

func pointMadeFromWire(w pointMadeWire) interview.Evidence {
	return interview.Evidence{
		Question: w.Question, Competency: w.Competency, Gap: w.Gap, Point: w.Point, Text: w.Text, Met: w.Met, Quote: interview.Quote(w.Quote),
	}
}
