package analysis

import (
	"cmp"
	"encoding/json"
	"slices"

	"kadry/internal/interview/bank"
)

// Report is the analysis_result of the contract: what every front and every webhook tells
// of a finished interview, the seed's five members first. Names here are a contract with
// callers and move with its version, not with Analysis.
type Report struct {
	OverallScore   int      `json:"overall_score"` // 0-100
	Summary        string   `json:"summary"`
	Strengths      []string `json:"strengths"`
	Weaknesses     []string `json:"weaknesses"`
	Recommendation string   `json:"recommendation"` // advice to a person; it sets nothing in motion

	Competencies        []ReportCompetency `json:"competencies"`
	Questions           []ReportQuestion   `json:"questions"`
	Gaps                []ReportQuestion   `json:"gaps"` // this candidate's own block; in no score
	Evidence            []ReportEvidence   `json:"evidence"`
	Coverage            float64            `json:"coverage"`   // share of the core that was asked and answered, 0-1
	Confidence          float64            `json:"confidence"` // 0-1
	Engine              ReportEngine       `json:"engine"`
	HumanReviewRequired bool               `json:"human_review_required"`
	ReviewReasons       []string           `json:"review_reasons"`
	Language            bank.Language      `json:"language"`
	EvidenceLeftOut     int                `json:"evidence_left_out,omitempty"` // places that an event has no room for; the interview's status has all of them
}

// Within returns the report with as much evidence as so many bytes of JSON hold, the points
// that are made furthest first.
func (r Report) Within(limit int) Report {
	size := func(v any) int {
		text, err := json.Marshal(v)
		if err != nil {
			return 0 // strings and numbers always have a JSON form
		}
		return len(text)
	}
	left := limit - size(r)
	if left >= 0 {
		return r
	}
	left += size(r.Evidence)
	order := make([]int, len(r.Evidence))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Evidence[b].Met, r.Evidence[a].Met) })
	var kept []int
	for _, i := range order {
		if left -= size(r.Evidence[i]) + len(","); left < 0 {
			break
		}
		kept = append(kept, i)
	}
	slices.Sort(kept)
	all := r.Evidence
	r.Evidence, r.EvidenceLeftOut = make([]ReportEvidence, len(kept)), len(all)-len(kept)
	for n, i := range kept {
		r.Evidence[n] = all[i]
	}
	return r
}

// ReportCompetency is the score of one competency, and on what it rests.
type ReportCompetency struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	State      Standing `json:"state"`
	Score      int      `json:"score"` // 0-100; 0 when not asked
	Coverage   float64  `json:"coverage"`
	Confidence float64  `json:"confidence"`
	Overruled  bool     `json:"overruled"` // the score is a person's
}

// ReportQuestion is one planned question and what came of it.
type ReportQuestion struct {
	QuestionID string   `json:"question_id"`
	Title      string   `json:"title"`
	Competency string   `json:"competency"`
	State      Standing `json:"state"`
	Anchor     int      `json:"anchor"` // 0-4; 0 when not asked
	Score      int      `json:"score"`  // 0-100, as every score of a report; 0 when not asked
	Confidence float64  `json:"confidence"`
	Overruled  bool     `json:"overruled"`
}

// ReportEvidence is a place in an answer that a point was given for.
type ReportEvidence struct {
	QuestionID string  `json:"question_id"`
	Competency string  `json:"competency"`
	Point      string  `json:"point"`   // what was looked for
	Met        float64 `json:"met"`     // how far it is made, 0-1
	Quote      string  `json:"quote"`   // verbatim
	Message    int     `json:"message"` // number of the message it stands in
	Offset     int     `json:"offset"`  // of the quote in the message, in characters
	Gap        bool    `json:"gap"`
}

// ReportEngine says what graded.
type ReportEngine struct {
	Name     string `json:"name"`
	Version  string `json:"version"`
	Model    string `json:"model"` // "" without one
	PlanHash string `json:"plan_hash"`
}

// Report puts an analysis into the words of the contract.
func (a Analysis) Report() Report {
	r := Report{
		OverallScore: a.OverallScore, Summary: a.Summary,
		Strengths: list(a.Strengths), Weaknesses: list(a.Weaknesses), Recommendation: a.Recommendation,
		Competencies: make([]ReportCompetency, len(a.Competencies)), Evidence: make([]ReportEvidence, len(a.Evidence)),
		Questions: reportQuestions(a.Questions), Gaps: reportQuestions(a.Gaps),
		Coverage: a.Coverage, Confidence: a.Confidence, Engine: ReportEngine(a.Engine),
		HumanReviewRequired: a.HumanReview, ReviewReasons: list(a.ReviewReasons), Language: a.Language,
	}
	for i, c := range a.Competencies {
		r.Competencies[i] = ReportCompetency{
			ID: string(c.Competency), Title: c.Title, State: c.Standing, Score: c.Score,
			Coverage: c.Coverage, Confidence: c.Confidence, Overruled: c.Overruled != nil,
		}
	}
	for i, e := range a.Evidence {
		r.Evidence[i] = ReportEvidence{
			QuestionID: e.Question, Competency: string(e.Competency), Point: e.Text, Met: e.Met,
			Quote: e.Quote.Text, Message: e.Message, Offset: e.Offset, Gap: e.Gap,
		}
	}
	return r
}

func reportQuestions(judged []Judged) []ReportQuestion {
	questions := make([]ReportQuestion, len(judged))
	for i, q := range judged {
		questions[i] = ReportQuestion{
			QuestionID: q.Question, Title: q.Title, Competency: string(q.Competency), State: q.Standing,
			Anchor: q.Anchor, Score: Percent(q.Score), Confidence: q.Mark.Confidence, Overruled: q.Overruled != nil,
		}
	}
	return questions
}

// list is never null in JSON.
func list(items []string) []string {
	if items == nil {
		return []string{}
	}
	return items
}
