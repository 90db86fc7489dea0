package pipelineweb

import (
	"time"

	"kadry/internal/pipeline"
	"kadry/internal/skill"
)

// vacancy is what the pages read of one.
type vacancy struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Needs []need `json:"needs"`
}

type need struct {
	Skill  skill.ID `json:"skill"`
	Weight float64  `json:"weight"`
}

// opened reads a vacancy.
func (s *screen) opened(id string) (vacancy, error) {
	var v vacancy
	err := s.Call(opVacancy, struct {
		ID string `json:"id"`
	}{id}, &v)
	return v, err
}

// mandatory is the weight of a need from which it is asked of everybody: what a text only calls
// a plus weighs less.
const mandatory = 0.5

// mostAsked is how many skills of a kind a search takes.
const mostAsked = 40

// wanted are the needs by name: those of everybody, and those that are a plus. Where all are a
// plus, all are asked.
func (w *web) wanted(v vacancy) (must, plus []string) {
	for _, n := range v.Needs {
		name := w.Skills.Name(n.Skill)
		if n.Weight >= mandatory {
			must = append(must, name)
		} else {
			plus = append(plus, name)
		}
	}
	if len(must) == 0 {
		must, plus = plus, nil
	}
	return must[:min(len(must), mostAsked)], plus[:min(len(plus), mostAsked)]
}

// hit is a person of the search, as the base of CVs ranks them.
type hit struct {
	ID       string   `json:"candidate_id"`
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Years    float64  `json:"total_years"`
	Score    float64  `json:"match_score"`
	Missing  []string `json:"missing_skills"`
	Summary  string   `json:"summary"`
	Matches  []match  `json:"skill_matches"`
	Addends  []addend `json:"explanation"`
	standing *pipeline.Shown
}

type match struct {
	Asked    string `json:"asked"`
	Found    string `json:"found"`
	How      string `json:"how"`
	Required bool   `json:"required"`
	Evidence []struct {
		Quote string `json:"quote"`
	} `json:"evidence"`
}

// addend is a part of a score.
type addend struct {
	Points float64 `json:"points"`
	Most   float64 `json:"most"`
	Why    string  `json:"why"`
}

// ranking is a page of the people who fit, the best first.
type ranking struct {
	Hits    []hit  `json:"candidates"`
	Total   int    `json:"total"`
	Next    string `json:"next_cursor"`
	Message string `json:"message"`
}

// hitsShown is how many people a page of the ranking has.
const hitsShown = 10

type ranked struct {
	Required  []string `json:"required_skills"`
	Preferred []string `json:"preferred_skills,omitempty"`
	Match     string   `json:"match"`
	Top       int      `json:"top_k"`
	Cursor    string   `json:"cursor,omitempty"`
	Redact    bool     `json:"redact,omitempty"`
}

// listing is a page of applications.
type listing struct {
	Items   []pipeline.Shown      `json:"items"`
	Total   int                   `json:"total"`
	Stages  []pipeline.StageCount `json:"stages"`
	HasMore bool                  `json:"has_more"`
	Next    string                `json:"next_cursor"`
}

// everybody counts all stages.
func (l listing) everybody() (n int) {
	for _, c := range l.Stages {
		n += c.Total
	}
	return n
}

func (l listing) at(stage pipeline.Stage) (n int) {
	for _, c := range l.Stages {
		if c.Stage == stage {
			n = c.Total
		}
	}
	return n
}

// asked names applications.
type asked struct {
	Vacancy    string           `json:"vacancy_id,omitempty"`
	Stages     []pipeline.Stage `json:"stages,omitempty"`
	Tag        string           `json:"tag,omitempty"`
	Candidates []string         `json:"candidate_ids,omitempty"`
	Redact     bool             `json:"redact,omitempty"`
	Limit      int              `json:"limit,omitempty"`
	PerStage   int              `json:"per_stage,omitempty"`
	Cursor     string           `json:"cursor,omitempty"`
	Format     string           `json:"format,omitempty"`
}

// biography is what people decided and noted on one person.
type biography struct {
	pipeline.Biography
	Total int    `json:"total"`
	Next  string `json:"next_cursor,omitempty"`
}

type ofPerson struct {
	ID     string `json:"candidate_id"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
	Redact bool   `json:"redact,omitempty"`
	Format string `json:"response_format,omitempty"`
}

// standing is a stage with what it needs.
type standing struct {
	Stage   pipeline.Stage  `json:"stage"`
	Reason  pipeline.Reason `json:"reason,omitempty"`
	Comment string          `json:"comment,omitempty"`
	Until   string          `json:"until,omitempty"`
}

type adding struct {
	Vacancy    string   `json:"vacancy_id"`
	Candidates []string `json:"candidate_ids"`
	standing
}

type seen struct {
	ID      string `json:"candidate_id"`
	Version int    `json:"version,omitempty"`
}

type moving struct {
	Vacancy    string `json:"vacancy_id"`
	Candidates []seen `json:"candidates"`
	standing
}

type movingOne struct {
	Vacancy   string `json:"vacancy_id"`
	Candidate string `json:"candidate_id"`
	Version   int    `json:"version,omitempty"`
	standing
}

// outcome is what became of one person.
type outcome struct {
	ID      string          `json:"candidate_id"`
	Status  pipeline.Status `json:"status"`
	Message string          `json:"message"`
	name    string
}

type outcomes struct {
	Items   []outcome `json:"items"`
	Refused int       `json:"refused"`
}

// shelf is a page of vacancies.
type shelf struct {
	Items []struct {
		ID    string   `json:"vacancy_id"`
		Title string   `json:"title"`
		Needs []string `json:"needs"`
	} `json:"items"`
	Total int    `json:"total"`
	Next  string `json:"next_cursor"`
}

type ofShelf struct {
	Limit  int    `json:"limit"`
	Cursor string `json:"cursor,omitempty"`
}

type counts struct {
	Items []struct {
		Vacancy string                `json:"vacancy_id"`
		Total   int                   `json:"total"`
		Stages  []pipeline.StageCount `json:"stages"`
	} `json:"items"`
}

// pay is what the market says of a role.
type estimate struct {
	Value float64 `json:"value"`
}

type pay struct {
	N      int       `json:"n"`
	Basis  string    `json:"basis"`
	P25    *estimate `json:"p25"`
	Median *estimate `json:"p50"`
	P75    *estimate `json:"p75"`
}

type marketAnswer struct {
	Sample struct {
		Unique int       `json:"unique"`
		Source string    `json:"source"`
		At     time.Time `json:"snapshot_at"`
	} `json:"sample"`
	Salary *pay `json:"salary"`
	Skills []struct {
		Name  string  `json:"name"`
		N     int     `json:"n"`
		Share float64 `json:"share"`
		Least float64 `json:"at_least"`
		Seen  int     `json:"detailed"`
		Pay   *pay    `json:"salary"`
	} `json:"by_skill"`
	Supply struct {
		Responses float64 `json:"responses_per_vacancy"`
		N         int     `json:"responses_n"`
	} `json:"demand_supply"`
	Warnings []string `json:"warnings"`
}

type ofMarket struct {
	Role    string   `json:"role"`
	Skills  []string `json:"skills,omitempty"`
	Sources []string `json:"sources"`
}
