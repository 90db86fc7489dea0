// Package analysis says what an interview has shown: scores by question and competency, a
// quote for every point, what a person should look at, and the words of a person in the
// place of the engine's. It is computed from a plan and its marks alone.
package analysis

import (
	"math"

	"kadry/internal/interview/bank"
	"kadry/internal/interview/decimal"
	"kadry/internal/interview/grade"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/skill"
)

// Analysis is what an interview has shown. It is computed from the plan, the messages and
// the marks alone, so that anybody can compute it again. It is advice to people.
type Analysis struct {
	Language       bank.Language `json:"language,omitzero"`
	OverallScore   int           `json:"overall_score,omitzero"` // 0-100, from the core alone, over what was answered; see Coverage
	Summary        string        `json:"summary,omitzero"`
	Strengths      []string      `json:"strengths,omitzero"`
	Weaknesses     []string      `json:"weaknesses,omitzero"`
	Recommendation string        `json:"recommendation,omitzero"` // advice in words; it triggers nothing

	Competencies []CompetencyScore `json:"competencies,omitzero"` // all six, in the order of the bank
	Questions    []Judged          `json:"questions,omitzero"`    // of the core, in the order of the plan
	Gaps         []Judged          `json:"gaps,omitzero"`         // of this candidate's own block; in no score
	Evidence     []Evidence        `json:"evidence,omitzero"`     // every point made, core first

	Coverage   float64 `json:"coverage,omitzero"`   // 0-1, share of the core's weight that was asked and answered
	Confidence float64 `json:"confidence,omitzero"` // 0-1
	Agreement  float64 `json:"agreement,omitzero"`  // 0-1, of the two raters; 0 when there was one
	TwoRaters  int     `json:"two_raters,omitzero"` // questions that had two raters

	HumanReview   bool     `json:"human_review,omitzero"`
	ReviewReasons []string `json:"review_reasons,omitzero"`
	Engine        Engine   `json:"engine,omitzero"`
}

// Engine says what made an analysis, so that it can be made again.
type Engine struct {
	Name     string `json:"name,omitzero"`
	Version  string `json:"version,omitzero"`
	Model    string `json:"model,omitzero"` // of the second rater; empty without one
	PlanHash string `json:"plan_hash,omitzero"`
}

// EngineName is the name of the engine in an analysis.
const EngineName = "kadry"

// Standing tells what was not asked from what was not shown.
type Standing string

// The standings.
const (
	NotAsked    Standing = "not_asked" // nothing of it was asked and answered
	NotShown    Standing = "not_shown" // answered, and hardly a point made
	PartlyShown Standing = "partly_shown"
	WellShown   Standing = "shown"
)

// Scores, of 1, from which something is partly and well shown; they lie between the grades.
const (
	partlyFrom = 0.375
	wellFrom   = 0.625
)

func standing(score float64) Standing {
	switch {
	case score >= wellFrom:
		return WellShown
	case score >= partlyFrom:
		return PartlyShown
	}
	return NotShown
}

// CompetencyScore is one competency over the core.
type CompetencyScore struct {
	Competency bank.Competency `json:"competency"`
	Title      string          `json:"title,omitzero"`
	Score      int             `json:"score,omitzero"` // 0-100, over what was answered; 0 when not asked
	Standing   Standing        `json:"standing,omitzero"`
	Planned    int             `json:"planned,omitzero"` // questions
	Answered   int             `json:"answered,omitzero"`
	Coverage   float64         `json:"coverage,omitzero"`   // 0-1, of the planned weight
	Confidence float64         `json:"confidence,omitzero"` // 0-1
	Overruled  *Override       `json:"overruled,omitzero"`
}

// Judged is one planned question and what came of it.
type Judged struct {
	plan.Item `json:"item"`
	Title     string       `json:"title,omitzero"` // of the skill or the theme
	Text      string       `json:"text,omitzero"`
	Answered  bool         `json:"answered,omitzero"`
	Standing  Standing     `json:"standing,omitzero"`
	Score     float64      `json:"score,omitzero"`   // 0-1
	Anchor    int          `json:"anchor,omitzero"`  // 0-4
	Meaning   string       `json:"meaning,omitzero"` // what the bank says of that grade
	Missed    []string     `json:"missed,omitzero"`
	Mark      marking.Mark `json:"mark,omitzero"`      // as the engine gave it; zero when not answered
	Overruled *Override    `json:"overruled,omitzero"` // what a person said instead; Score and Anchor are theirs
}

// Evidence is one point made, in the candidate's own words.
type Evidence struct {
	Question      string          `json:"question"`
	Competency    bank.Competency `json:"competency,omitzero"`
	Gap           bool            `json:"gap,omitzero"`
	Point         string          `json:"point,omitzero"` // id
	Text          string          `json:"text,omitzero"`  // what the point says
	Met           float64         `json:"met,omitzero"`
	marking.Quote `json:"quote,omitzero"`
}

// Basis is what an analysis is made from, and nothing else.
type Basis struct {
	Plan      plan.Plan
	Marks     []marking.Mark // in the order they were given; the latest of a question counts
	Overrides []Override

	Stopped, TimedOut bool // the interview ended before its last question
}

// New analyses an interview as far as it has come.
func New(b *bank.Bank, g *skill.Graph, from Basis) Analysis {
	a := analyst{from, b, g}
	out := Analysis{Language: a.Plan.Language, Engine: Engine{Name: EngineName, Version: plan.RulesVersion, PlanHash: a.Plan.Hash}}
	for _, item := range a.Plan.Core {
		out.Questions = append(out.Questions, a.judge(item))
	}
	for _, item := range a.Plan.Gaps {
		out.Gaps = append(out.Gaps, a.judge(item))
	}
	out.Competencies = a.competencies(out.Questions)
	out.total()
	a.quote(&out)
	out.second()
	out.review(a.Marks)
	out.word(from)
	return out
}

// analyst is a basis with what explains it.
type analyst struct {
	Basis
	bank   *bank.Bank
	skills *skill.Graph
}

// judge brings together what the plan, the bank, the mark and people say of one question.
func (a analyst) judge(item plan.Item) Judged {
	lang := a.Plan.Language
	j := Judged{Item: item, Title: Title(a.skills, item, lang), Standing: NotAsked}
	q, known := a.bank.Question(item.Question)
	if known {
		j.Text = lang.Of(q.Text)
	}
	mark, marked := marking.Latest(a.Marks, item.Question)
	if !marked {
		return j
	}
	j.Answered, j.Mark, j.Score, j.Anchor = true, mark, mark.Score, mark.Anchor
	if o := latest(a.Overrides, item.Question, ""); o != nil {
		j.Overruled, j.Anchor, j.Score = o, o.Anchor, float64(o.Anchor)/(bank.Grades-1)
	}
	j.Standing = standing(j.Score)
	if known {
		j.Meaning = lang.Of(q.Anchors[j.Anchor].Text)
	}
	for _, p := range mark.Points {
		if ref, ok := q.Point(p.ID); ok && !p.Made() {
			j.Missed = append(j.Missed, lang.Of(ref.Text))
		}
	}
	return j
}

// Title is the name of the skill or the theme that a planned question is about.
func Title(g *skill.Graph, item plan.Item, lang bank.Language) string {
	if item.Theme != "" {
		return lang.Of(bank.ThemeTitle(item.Theme))
	}
	return g.Name(item.Skill)
}

// competencies sums the core by competency.
func (a analyst) competencies(core []Judged) []CompetencyScore {
	var list []CompetencyScore
	for _, c := range bank.Competencies() {
		s := CompetencyScore{Competency: c, Title: a.Plan.Language.Of(c.Title()), Standing: NotAsked}
		planned, answered, got, sure := 0.0, 0.0, 0.0, 0.0
		for _, j := range core {
			if j.Competency != c {
				continue
			}
			s.Planned++
			planned += j.Weight
			if !j.Answered {
				continue
			}
			s.Answered++
			answered += j.Weight
			got += j.Weight * j.Score
			sure += j.Weight * j.Mark.Confidence
		}
		if answered > 0 {
			s.Score, s.Standing = Percent(got/answered), standing(decimal.Round(got/answered, 6))
			s.Coverage = decimal.Round(answered/planned, 4)
			s.Confidence = decimal.Round(sure/answered*s.Coverage*enough(s.Answered), 4)
			if o := latest(a.Overrides, "", c); o != nil {
				s.Overruled, s.Score, s.Standing = o, o.Score, standing(float64(o.Score)/100)
			}
		}
		list = append(list, s)
	}
	return list
}

// enough is how far a number of answers carries a judgement: one answer is little.
func enough(answers int) float64 { return float64(answers) / (float64(answers) + 0.5) }

// Percent is a share as a whole number of a hundred.
func Percent(share float64) int { return int(math.Round(100 * decimal.Round(share, 6))) }

// total sums up the core: the competencies, each by the weight that was answered.
func (a *Analysis) total() {
	planned, answered, got, sure, count := 0.0, 0.0, 0.0, 0.0, 0
	weight := map[bank.Competency]float64{}
	for _, j := range a.Questions {
		planned += j.Weight
		if j.Answered {
			answered += j.Weight
			weight[j.Competency] += j.Weight
			sure += j.Weight * j.Mark.Confidence
			got += j.Weight * j.Score
			count++
		}
	}
	if answered == 0 {
		return
	}
	for _, c := range a.Competencies {
		if c.Overruled != nil { // a person's word stands in the place of the answers'
			for _, j := range a.Questions {
				if j.Answered && j.Competency == c.Competency {
					got -= j.Weight * j.Score
				}
			}
			got += weight[c.Competency] * float64(c.Score) / 100
		}
	}
	a.OverallScore = min(100, max(0, Percent(got/answered)))
	a.Coverage = decimal.Round(answered/planned, 4)
	a.Confidence = decimal.Round(sure/answered*a.Coverage*enough(count), 4)
}

// quote lists the points made.
func (a analyst) quote(out *Analysis) {
	for _, block := range [][]Judged{out.Questions, out.Gaps} {
		for _, j := range block {
			q, _ := a.bank.Question(j.Question)
			for _, p := range j.Mark.Points {
				ref, ok := q.Point(p.ID)
				if !ok || p.Met == 0 {
					continue
				}
				out.Evidence = append(out.Evidence, Evidence{
					Question: j.Question, Competency: j.Competency, Gap: j.Mark.Question != "" && isGap(out.Gaps, j.Question),
					Point: p.ID, Text: out.Language.Of(ref.Text), Met: p.Met, Quote: p.Quote,
				})
			}
		}
	}
}

func isGap(gaps []Judged, question string) bool {
	for _, g := range gaps {
		if g.Question == question {
			return true
		}
	}
	return false
}

// second reports on the second rater.
func (a *Analysis) second() {
	agreed := 0.0
	for _, j := range a.Questions {
		if s := j.Mark.Second; s != nil {
			a.Engine.Model = s.Model
			if s.Trouble == "" {
				a.TwoRaters++
				agreed += s.Agreement
			}
		}
	}
	if a.TwoRaters > 0 {
		a.Agreement = decimal.Round(agreed/float64(a.TwoRaters), 4)
	}
}

// Bounds under which a person must look before anything is made of a score.
const (
	coverageFloor   = 0.6
	confidenceFloor = 0.35
)

// review says why a person should look.
func (a *Analysis) review(marks []marking.Mark) {
	add := func(when bool, reason textKey) {
		if when {
			a.ReviewReasons = append(a.ReviewReasons, a.Language.Of(texts[reason]))
		}
	}
	var apart, unclear, redFlag bool
	for _, m := range marks {
		apart = apart || m.Review
		unclear = unclear || m.Has(grade.Injection, grade.Dump, grade.Negated, grade.Shuffled)
		redFlag = redFlag || len(m.RedFlags) > 0
	}
	add(apart, reviewRaters)
	add(a.Coverage < coverageFloor, reviewCoverage)
	add(a.Coverage >= coverageFloor && a.Confidence < confidenceFloor, reviewConfidence)
	add(unclear, reviewRules)
	add(redFlag, reviewRedFlags)
	a.HumanReview = len(a.ReviewReasons) > 0
}
