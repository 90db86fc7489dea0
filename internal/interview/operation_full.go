package interview

import (
	"context"
	"time"

	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/session"
)

// fullBody is an interview with all that people need to judge it. The resume is not part of
// it: who judges answers should not read it; the export of a person holds it.
type fullBody struct {
	statusBody
	ConversationHistory []messageBody  `json:"conversation_history"`
	Plan                planBody       `json:"plan"`
	Marks               []markBody     `json:"marks" doc:"In the order they were given; the latest of a question counts."`
	Overrides           []overrideBody `json:"overrides" doc:"In the order they were said; the latest of a target counts."`
	Consent             consentKept    `json:"consent"`
	Decision            *decisionBody  `json:"decision,omitempty" doc:"What people decided."`
}

type messageBody struct {
	Seq        int         `json:"seq"`
	Sender     string      `json:"sender" doc:"interviewer or candidate."`
	Kind       string      `json:"kind" doc:"notice, question, probe, answer or stop."`
	Text       string      `json:"text"`
	Raw        string      `json:"raw,omitempty" doc:"As it came, where invisible characters were taken out; in exports only."`
	QuestionID string      `json:"question_id,omitempty" doc:"Of the question it asks or answers."`
	At         time.Time   `json:"at"`
	Signals    *signalBody `json:"signals,omitempty" doc:"Of an answer. Shown, never scored."`
}

type signalBody struct {
	Pasted   int     `json:"pasted" doc:"Characters, as your page counted them."`
	FocusOut int     `json:"focus_out"`
	Took     float64 `json:"took_s" doc:"From the question to the answer, by this server's clock."`
}

type quoteBody struct {
	Quote   string `json:"quote" doc:"Verbatim."`
	Message int    `json:"message" doc:"seq of the message it stands in; 0 is the whole answer."`
	Offset  int    `json:"offset" doc:"Of the quote in the message, in characters."`
}

type pointBody struct {
	PointID string  `json:"point_id"`
	Text    string  `json:"text" doc:"What was looked for."`
	Met     float64 `json:"met" doc:"How far it is made, 0 to 1."`
	SeenBy  string  `json:"seen_by,omitempty" doc:"Which of two raters sees it: embedded, model, both, or split when the model, asked twice, answered differently."`
	quoteBody
}

type flagBody struct {
	Kind string `json:"kind" doc:"What a rule of grading saw."`
	quoteBody
}

type markBody struct {
	QuestionID string      `json:"question_id"`
	Through    int         `json:"through" doc:"seq of the last message it is about."`
	Score      float64     `json:"score" doc:"0 to 1."`
	Anchor     int         `json:"anchor" doc:"The grade, 0 to 4."`
	Confidence float64     `json:"confidence" doc:"0 to 1."`
	Key        string      `json:"key,omitempty" doc:"Of a number or choice: right, wrong or unclear."`
	Points     []pointBody `json:"points"`
	Flags      []flagBody  `json:"flags"`
	RedFlags   []pointBody `json:"red_flags" doc:"Misconceptions it seems to reveal; shown, never scored."`
	Reasons    []string    `json:"reasons"`
	Second     *secondBody `json:"second_rater,omitempty" doc:"When there was one."`
	Review     bool        `json:"human_review_required"`
	At         time.Time   `json:"at"`
}

type secondBody struct {
	Model     string      `json:"model"`
	Score     float64     `json:"score"`
	Anchor    int         `json:"anchor"`
	Points    []pointBody `json:"points"`
	Void      []string    `json:"void" doc:"Points whose quote does not hold."`
	Split     []string    `json:"split,omitempty" doc:"Points on which the model, asked twice, answered differently."`
	Readings  int         `json:"readings,omitempty" doc:"How often the model was asked; absent for marks from before both views were kept."`
	First     *float64    `json:"embedded_score,omitempty" doc:"Of the embedded grader alone, 0 to 1."`
	Raised    []pointBody `json:"raised,omitempty" doc:"Points that count for more by the model's word, as the embedded grader alone had them."`
	Agreement float64     `json:"agreement" doc:"Share of the points, by weight, on which both raters agree, 0 to 1."`
	Trouble   string      `json:"trouble,omitempty" doc:"Why there is no rating."`
}

type overrideBody struct {
	Question     string    `json:"question,omitempty"`
	Competency   string    `json:"competency,omitempty"`
	Anchor       *int      `json:"anchor,omitempty" doc:"What a person said of the question."`
	EngineAnchor *int      `json:"engine_anchor,omitempty" doc:"What the engine had said of it."`
	Score        *int      `json:"score,omitempty" doc:"What a person said of the competency."`
	EngineScore  *int      `json:"engine_score,omitempty" doc:"What the engine had said of it."`
	Who          string    `json:"who"`
	Reason       string    `json:"reason"`
	At           time.Time `json:"at"`
}

type consentKept struct {
	Version  string    `json:"version" doc:"Of your consent document; empty when none was named."`
	At       time.Time `json:"at,omitzero"`
	Notice   string    `json:"notice" doc:"Version of the notice shown with the first question; empty before it."`
	NoticeAt time.Time `json:"notice_at,omitzero"`
}

type decisionBody struct {
	Selected bool      `json:"selected"`
	Who      string    `json:"who"`
	At       time.Time `json:"at"`
}

func (c *handlers) full(ctx context.Context, id string) (fullBody, error) {
	s, err := c.room.Load(ctx, tenantOf(ctx), id)
	if err != nil {
		return fullBody{}, err
	}
	return c.whole(ctx, s)
}

func (c *handlers) whole(ctx context.Context, s session.State) (fullBody, error) {
	status, err := c.status(ctx, s)
	if err != nil {
		return fullBody{}, err
	}
	body := fullBody{
		statusBody: status, ConversationHistory: make([]messageBody, len(s.Messages)), Plan: c.plan(s.Plan),
		Marks: make([]markBody, len(s.Marks)), Overrides: make([]overrideBody, len(s.Overrides)),
		Consent: consentKept{s.Consent.Version, utc(s.Consent.At), s.Consent.Notice, utc(s.Consent.NoticeAt)},
	}
	for i, m := range s.Messages {
		body.ConversationHistory[i] = lineOf(m)
	}
	questions := s.Plan.Questions(c.room.Bank)
	for i, m := range s.Marks {
		body.Marks[i] = c.mark(questions, m, tongue(s.Language, langOf(ctx)))
	}
	for i, o := range s.Overrides {
		body.Overrides[i] = overruled(s, o)
	}
	if d := s.Decision; d != nil {
		body.Decision = &decisionBody{d.Selected, d.Who, utc(d.At)}
	}
	return body, nil
}

func lineOf(m session.Message) messageBody {
	body := messageBody{Seq: m.Seq, Sender: string(m.Sender), Kind: string(m.Kind), Text: m.Text, QuestionID: m.AskedID, At: utc(m.At)}
	if m.Sender == session.Candidate {
		body.Signals = &signalBody{m.Signals.Pasted, m.Signals.FocusOut, m.Signals.Took.Seconds()}
	}
	return body
}

func (c *handlers) mark(questions *bank.Bank, m marking.Mark, lang string) markBody {
	q, _ := questions.Question(m.Question) // a question that left the bank has no words left
	body := markBody{
		QuestionID: m.Question, Through: m.Through, Score: m.Score, Anchor: m.Anchor, Confidence: m.Confidence, Key: m.Key,
		Points: points(q, m.Points, lang), RedFlags: points(q, m.RedFlags, lang),
		Flags: make([]flagBody, len(m.Flags)), Reasons: make([]string, len(m.Reasons)), Review: m.Review, At: utc(m.At),
	}
	for i, flag := range m.Flags {
		body.Flags[i] = flagBody{string(flag.Kind), quoted(flag.Quote)}
	}
	for i, reason := range m.Reasons {
		body.Reasons[i] = reason.In(lang)
	}
	if s := m.Second; s != nil {
		body.Second = &secondBody{
			Model: s.Model, Score: s.Score, Anchor: s.Anchor, Points: points(q, s.Points, lang), Void: s.Void, Split: s.Split,
			Readings: s.Readings, First: firstScore(*s), Agreement: s.Agreement, Trouble: s.Trouble,
		}
		if len(s.Raised) > 0 {
			body.Second.Raised = points(q, s.Raised, lang)
		}
		for i, p := range body.Points {
			body.Points[i].SeenBy = string(m.SeenBy(p.PointID))
		}
	}
	return body
}

// firstScore is the score of the first rater beside a second one; nil where it was not kept.
func firstScore(s marking.Second) *float64 {
	if s.Trouble != "" || s.Readings == 0 {
		return nil
	}
	return &s.First
}

func points(q bank.Question, marks []marking.PointMark, lang string) []pointBody {
	list := make([]pointBody, len(marks))
	for i, p := range marks {
		list[i] = pointBody{PointID: p.ID, Met: p.Met, quoteBody: quoted(p.Quote)}
		if known, ok := q.Point(p.ID); ok {
			list[i].Text = known.Text.In(lang)
		}
		for _, flag := range q.RedFlags {
			if flag.ID == p.ID {
				list[i].Text = flag.Text.In(lang)
			}
		}
	}
	return list
}

func quoted(q marking.Quote) quoteBody { return quoteBody{q.Text, q.Message, q.Offset} }

// overruled shows a person's word beside the engine's.
func overruled(s session.State, o analysis.Override) overrideBody {
	body := overrideBody{Question: o.Question, Competency: string(o.Competency), Who: o.Who, Reason: o.Reason, At: utc(o.At)}
	if s.Analysis == nil {
		return body
	}
	if o.Competency != "" {
		body.Score = &o.Score
		for _, c := range s.Analysis.Competencies {
			if c.Competency == o.Competency {
				body.EngineScore = &c.Score
			}
		}
		return body
	}
	body.Anchor = &o.Anchor
	for _, list := range [][]analysis.Judged{s.Analysis.Questions, s.Analysis.Gaps} {
		for _, q := range list {
			if q.Question == o.Question {
				body.EngineAnchor = &q.Anchor
			}
		}
	}
	return body
}
