package interviewapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"kadry/internal/interview"
)

// planBody is what will be asked. Equal hashes mean that scores can be compared.
type planBody struct {
	Hash     string     `json:"hash" doc:"Of everything but the gaps."`
	Rules    string     `json:"rules"`
	Bank     string     `json:"bank" doc:"Digest of the question bank."`
	Vacancy  vacancyRef `json:"vacancy"`
	Language string     `json:"language"`
	Core     []itemBody `json:"core" doc:"The same for everybody."`
	Gaps     []itemBody `json:"gaps" doc:"This candidate's own; in no score."`
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
func (f *front) plan(p interview.Plan) planBody {
	words := f.Room.Recompute(interview.State{Session: interview.Session{Plan: p, Language: p.Language, Vacancy: p.Vacancy}})
	return planBody{
		Hash: p.Hash, Rules: p.Rules, Bank: p.Bank, Language: string(p.Language),
		Vacancy: vacancyRef{p.Vacancy.ID, p.Vacancy.Title, p.Vacancy.Version},
		Core:    f.items(words.Questions, p.Language), Gaps: f.items(words.Gaps, p.Language),
	}
}

func (f *front) items(judged []interview.Judged, lang interview.Language) []itemBody {
	list := make([]itemBody, len(judged))
	for i, j := range judged {
		list[i] = itemBody{
			QuestionID: j.Question, Title: j.Title, Text: j.Text, Competency: string(j.Competency),
			CompetencyTitle: interview.CompetencyTitle(j.Competency, lang), Skill: string(j.Skill), Theme: j.Theme,
			Level: string(j.Level), Weight: j.Weight,
		}
		if q, ok := f.Room.Bank.Question(j.Question); ok {
			list[i].ExpectedAnswerType = string(q.Answer)
		}
	}
	return list
}

// spoken is a language as a parameter takes it.
type spoken string

func (spoken) Enum() []string { return []string{string(interview.Russian), string(interview.English)} }

type previewQuery struct {
	Language     spoken `json:"language,omitempty" doc:"The vacancy's own when left out."`
	MaxQuestions int    `json:"max_questions,omitempty" doc:"Bound on the plan." min:"1" max:"20"`
}

// preview shows the plan that everybody gets for a vacancy.
func (f *front) preview(ctx context.Context, v *visit, q previewQuery) (planBody, error) {
	vacancy, err := f.Room.Vacancy(ctx, v.tenant(), v.id("id"))
	if err != nil {
		return planBody{}, err
	}
	lang := cmp.Or(interview.Language(q.Language), vacancy.Language, interview.English)
	return f.plan(f.Room.Preview(vacancy, lang, q.MaxQuestions)), nil
}

// recomputeBody holds the kept result against one made anew.
type recomputeBody struct {
	SessionID  string            `json:"session_id"`
	Same       bool              `json:"same" doc:"The result kept equals the one made anew, member for member."`
	Differs    []string          `json:"differs" doc:"Members of the result that differ."`
	Kept       *interview.Report `json:"kept" doc:"As the engine made it at the end of the interview."`
	Recomputed *interview.Report `json:"recomputed"`
}

func (f *front) recompute(ctx context.Context, v *visit, _ none) (recomputeBody, error) {
	s, err := f.Room.Load(ctx, v.tenant(), v.id("id"))
	if err != nil {
		return recomputeBody{}, err
	}
	if s.Analysis == nil {
		return recomputeBody{}, unfinished(s.Session)
	}
	kept, anew := s.Analysis.Report(), f.Room.Recompute(s).Report()
	differs, err := differing(kept, anew)
	if err != nil {
		return recomputeBody{}, err
	}
	return recomputeBody{SessionID: s.ID, Same: len(differs) == 0, Differs: differs, Kept: &kept, Recomputed: &anew}, nil
}

// differing names the members in which two results differ, as JSON: what a database gave
// back need not have the same empty lists.
func differing(a, b interview.Report) ([]string, error) {
	left, right := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for report, into := range map[*interview.Report]*map[string]json.RawMessage{&a: &left, &b: &right} {
		text, err := json.Marshal(report)
		if err != nil {
			return nil, fmt.Errorf("interviewapi: recompute: %w", err)
		}
		if err := json.Unmarshal(text, into); err != nil {
			return nil, fmt.Errorf("interviewapi: recompute: %w", err)
		}
	}
	names := []string{}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		if !bytes.Equal(left[name], right[name]) {
			names = append(names, name)
		}
	}
	return names, nil
}
