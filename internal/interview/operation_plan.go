package interview

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/op"
)

// planBody is what will be asked. Equal hashes mean that scores can be compared.
type planBody struct {
	Hash     string      `json:"hash" doc:"Of everything but the gaps."`
	Rules    string      `json:"rules"`
	Bank     string      `json:"bank" doc:"Digest of the question bank."`
	Vacancy  vacancyRef  `json:"vacancy"`
	Language string      `json:"language"`
	Needs    []askedBody `json:"needs,omitempty" doc:"What the core asks of each need."`
	Missing  []string    `json:"missing,omitempty" doc:"Questions that the vacancy pins and that are not in the plan: deleted, drafts, or not in its language."`
	Core     []itemBody  `json:"core" doc:"The same for everybody."`
	Gaps     []itemBody  `json:"gaps" doc:"This candidate's own; in no score."`
}

// askedBody is a need of the vacancy and what asks about it.
type askedBody struct {
	Skill   string   `json:"skill"`
	Title   string   `json:"title"`
	AskedBy []string `json:"asked_by" doc:"Ids of questions; none: nothing asks about it."`
}

type itemBody struct {
	QuestionID         string  `json:"question_id"`
	Title              string  `json:"title" doc:"Of the skill or the theme."`
	Text               string  `json:"text" doc:"Of the question."`
	Competency         string  `json:"competency"`
	CompetencyTitle    string  `json:"competency_title"`
	Skill              string  `json:"skill,omitempty"`
	Theme              string  `json:"theme,omitempty"`
	Level              string  `json:"level"`
	Weight             float64 `json:"weight"`
	ExpectedAnswerType string  `json:"expected_answer_type"`
}

// plan words a plan. Titles and texts come with an analysis, which can be made of a session
// that has a plan and nothing else.
func (c *handlers) plan(p plan.Plan) planBody {
	words := c.room.Recompute(session.State{Session: session.Session{Plan: p, Language: p.Language, Vacancy: p.Vacancy}})
	return planBody{
		Hash: p.Hash, Rules: p.Rules, Bank: p.Bank, Language: string(p.Language),
		Vacancy: vacancyRef{p.Vacancy.ID, p.Vacancy.Title, p.Vacancy.Version},
		Core:    c.items(p, words.Questions), Gaps: c.items(p, words.Gaps),
	}
}

func (c *handlers) items(p plan.Plan, judged []analysis.Judged) []itemBody {
	lang, questions := p.Language, p.Questions(c.room.Bank)
	list := make([]itemBody, len(judged))
	for i, j := range judged {
		list[i] = itemBody{
			QuestionID: j.Question, Title: j.Title, Text: j.Text, Competency: string(j.Competency),
			CompetencyTitle: lang.Of(j.Competency.Title()), Skill: string(j.Skill), Theme: j.Theme,
			Level: string(j.Level), Weight: j.Weight,
		}
		if q, ok := questions.Question(j.Question); ok {
			list[i].ExpectedAnswerType = string(q.Answer)
		}
	}
	return list
}

type previewInput struct {
	ID           string       `json:"id" doc:"Of the vacancy."`
	Language     languageName `json:"language,omitempty" doc:"The vacancy's own when left out."`
	MaxQuestions int          `json:"max_questions,omitempty" doc:"Bound on the plan." min:"1" max:"20"`
}

func (c *handlers) previewPlan() *op.Op {
	return routed(op.Spec{
		Name: "preview_plan", Title: "See the plan of questions", Effect: op.Reads,
		Doc:    "The core that everybody is asked. Gaps are a candidate's own and are empty here.",
		Routes: []op.Route{{Method: "GET", Path: vacanciesPath + "/{id}/plan"}},
	}, func(ctx context.Context, in previewInput) (planBody, error) {
		vacancy, err := c.room.Vacancy(ctx, tenantOf(ctx), in.ID)
		if err != nil {
			return planBody{}, err
		}
		lang := cmp.Or(bank.Language(in.Language), vacancy.Language, bank.English)
		made, covered, err := c.room.Preview(ctx, tenantOf(ctx), vacancy, lang, in.MaxQuestions)
		if err != nil {
			return planBody{}, err
		}
		body := c.plan(made)
		body.Missing = covered.Missing
		for _, n := range vacancy.Needs {
			body.Needs = append(body.Needs, askedBody{string(n.Skill), c.room.Skills.Name(n.Skill), covered.Asked[n.Skill]})
		}
		return body, nil
	})
}

// recomputeBody holds the kept result against one made anew.
type recomputeBody struct {
	SessionID  string           `json:"session_id"`
	Same       bool             `json:"same" doc:"The result kept equals the one made anew, member for member."`
	Differs    []string         `json:"differs" doc:"Members of the result that differ."`
	Kept       *analysis.Report `json:"kept" doc:"As the engine made it at the end of the "`
	Recomputed *analysis.Report `json:"recomputed"`
}

func (c *handlers) recomputeInterview() *op.Op {
	return routed(op.Spec{
		Name: "recompute_interview", Title: "Compute the result again", Effect: op.Reads,
		Doc:    "From the plan and the messages, with the rules of today and without the words of people, beside what is kept.",
		Routes: []op.Route{{Method: "GET", Path: interviewsPath + "/{id}/recompute"}},
	}, func(ctx context.Context, in sessionInput) (recomputeBody, error) {
		s, err := c.room.Load(ctx, tenantOf(ctx), in.ID)
		if err != nil {
			return recomputeBody{}, err
		}
		if s.Analysis == nil {
			return recomputeBody{}, s.Refuse(session.NotFinished, fault.Say("The interview has no result.", "У интервью нет результата.")).
				WithHint(fault.Say("Only a completed interview has one.", "Он есть только у завершённого интервью."))
		}
		kept, anew := s.Analysis.Report(), c.room.Recompute(s).Report()
		differs, err := differing(kept, anew)
		return recomputeBody{SessionID: s.ID, Same: len(differs) == 0, Differs: differs, Kept: &kept, Recomputed: &anew}, err
	})
}

// differing names the members in which two results differ, as JSON: what a database gave
// back need not have the same empty lists.
func differing(a, b analysis.Report) ([]string, error) {
	left, right := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for report, into := range map[*analysis.Report]*map[string]json.RawMessage{&a: &left, &b: &right} {
		text, err := json.Marshal(report)
		if err != nil {
			return nil, fmt.Errorf("interview: recompute: %w", err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			return nil, fmt.Errorf("interview: recompute: %w", err)
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if !bytes.Equal(left[name], right[name]) {
			names = append(names, name)
		}
	}
	return names, nil
}
