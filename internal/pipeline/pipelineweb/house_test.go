package pipelineweb_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/pipeline"
	"kadry/internal/pipeline/pipelinetest"
	"kadry/internal/pipeline/pipelineweb"
	"kadry/internal/skill"
	"kadry/internal/webui/kit"
	"kadry/internal/webui/webtest"
)

// evil is text that wants to be markup.
const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`

// house is the pages over a fictional house.
type house struct {
	*pipelinetest.World
	t      *testing.T
	ops    *op.Registry
	market string // what the market's room keeps: nothing, "kept" or "other role"
	asked  int    // how often the market was asked to count
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{World: pipelinetest.New(t), t: t}
	var err error
	h.ops, err = op.NewRegistry(append(pipeline.Operations(h.Parts), h.getVacancy(), h.listVacancies(), h.search(), h.snapshots(), h.analyze())...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// filled is a house with people at several stages.
func filled(t *testing.T) *house {
	t.Helper()
	h := newHouse(t)
	h.Put(t, webtest.Everyone.Tenant, "v_go", "cv_ada", pipeline.Standing{Stage: pipeline.Invited})
	h.Put(t, webtest.Everyone.Tenant, "v_go", "cv_bob", pipeline.Standing{Stage: pipeline.Rejected, Reason: pipeline.Salary, Comment: "Bob wants more"})
	h.Put(t, webtest.Everyone.Tenant, "v_go", "cv_nik", pipeline.Standing{Stage: pipeline.Postponed, Until: "2026-12-24"})
	h.Put(t, webtest.Everyone.Tenant, "v_qa", "cv_bob", pipeline.Standing{Stage: pipeline.New})
	return h
}

func (h *house) pages(caller op.Caller) http.Handler {
	h.t.Helper()
	skills, err := skill.Load()
	if err != nil {
		h.t.Fatal(err)
	}
	person := kit.Pages{Room: "talent", Routes: map[string]func(*kit.Screen) error{
		"GET /candidates/{id}": func(s *kit.Screen) error {
			return s.Show(http.StatusOK, candidatePage(s, s.Request.PathValue("id"), s.Request.URL.Query().Get("blind") != ""))
		},
	}}
	return webtest.Pages(h.t, h.ops, caller, pipelineweb.New(pipelineweb.Config{Skills: skills, Now: pipelinetest.Now}), person)
}

type vacancyOut struct {
	ID    string    `json:"id"`
	Title string    `json:"title"`
	Needs []needOut `json:"needs"`
}

type needOut struct {
	Skill  string  `json:"skill"`
	Weight float64 `json:"weight"`
}

func (h *house) getVacancy() *op.Op {
	type in struct {
		ID string `json:"id" doc:"x"`
	}
	return op.New(op.Spec{Name: "get_vacancy", Toolset: "interview", Title: "x", Doc: "x", Effect: op.Reads}, func(_ context.Context, i in) (vacancyOut, error) {
		title, ok := h.Title(i.ID)
		if !ok {
			return vacancyOut{}, fault.E(fault.NotFound, fault.Say("No vacancy.", "Нет вакансии."), nil)
		}
		v := vacancyOut{ID: i.ID, Title: title}
		if i.ID == "v_go" {
			v.Needs = []needOut{{"go", 1}, {"postgresql", 0.8}, {"docker", 0.3}}
		}
		return v, nil
	})
}

func (h *house) listVacancies() *op.Op {
	type in struct {
		Limit  int    `json:"limit,omitzero" doc:"x"`
		Cursor string `json:"cursor,omitzero" doc:"x"`
	}
	type item struct {
		ID    string `json:"vacancy_id"`
		Title string `json:"title"`
	}
	type out struct {
		Items []item `json:"items"`
	}
	return op.New(op.Spec{Name: "list_vacancies", Toolset: "interview", Title: "x", Doc: "x", Effect: op.Reads}, func(context.Context, in) (o out, _ error) {
		for _, id := range []string{"v_go", "v_qa"} {
			if title, ok := h.Title(id); ok {
				o.Items = append(o.Items, item{id, title})
			}
		}
		return o, nil
	})
}

// search finds three people, one of whom is in the vacancy of filled.
func (h *house) search() *op.Op {
	type in struct {
		Required  []string `json:"required_skills" doc:"x"`
		Preferred []string `json:"preferred_skills,omitempty" doc:"x"`
		Match     string   `json:"match,omitzero" doc:"x"`
		Top       int      `json:"top_k,omitzero" doc:"x"`
		Cursor    string   `json:"cursor,omitzero" doc:"x"`
		Redact    bool     `json:"redact,omitzero" doc:"x"`
	}
	type quote struct {
		Quote string `json:"quote"`
	}
	type match struct {
		Asked    string  `json:"asked"`
		How      string  `json:"how"`
		Evidence []quote `json:"evidence"`
	}
	type hit struct {
		ID      string   `json:"candidate_id"`
		Name    string   `json:"name"`
		Title   string   `json:"title"`
		Score   float64  `json:"match_score"`
		Missing []string `json:"missing_skills"`
		Matches []match  `json:"skill_matches"`
	}
	type out struct {
		Hits []hit `json:"candidates"`
	}
	return op.New(op.Spec{Name: "search_by_skills", Toolset: "talent", Title: "x", Doc: "x", Effect: op.Reads}, func(_ context.Context, i in) (o out, _ error) {
		for n, id := range []string{"cv_ada", "cv_eve", "cv_zoe"} {
			one := hit{ID: id, Name: []string{"Ада Примерова", evil, ""}[n], Title: "Go developer", Score: 0.9 - float64(n)/4}
			for _, s := range i.Required {
				one.Matches = append(one.Matches, match{s, "implied", []quote{{"Services in " + s}}})
			}
			one.Missing = i.Preferred
			if i.Redact {
				one.Name = ""
			}
			o.Hits = append(o.Hits, one)
		}
		return o, nil
	})
}

func (h *house) snapshots() *op.Op {
	type out struct {
		Total int `json:"total"`
	}
	return op.New(op.Spec{Name: "list_market_snapshots", Toolset: "market", Title: "x", Doc: "x", Effect: op.Reads}, func(context.Context, struct{}) (o out, _ error) {
		if h.market != "" {
			o.Total = 2
		}
		return o, nil
	})
}

func (h *house) analyze() *op.Op {
	type in struct {
		Role    string   `json:"role" doc:"x"`
		Skills  []string `json:"skills,omitempty" doc:"x"`
		Sources []string `json:"sources" doc:"x"`
	}
	type value struct {
		Value float64 `json:"value"`
	}
	type pay struct {
		N     int    `json:"n"`
		Basis string `json:"basis"`
		P25   value  `json:"p25"`
		P50   value  `json:"p50"`
		P75   value  `json:"p75"`
	}
	type sample struct {
		Unique int       `json:"unique"`
		At     time.Time `json:"snapshot_at"`
	}
	type skillRow struct {
		Name  string  `json:"name"`
		Share float64 `json:"share"`
		Least float64 `json:"at_least"`
		Seen  int     `json:"detailed"`
	}
	type out struct {
		Sample sample     `json:"sample"`
		Salary pay        `json:"salary,omitzero"`
		Skills []skillRow `json:"by_skill"`
	}
	return op.New(op.Spec{Name: "analyze_market_competition", Toolset: "market", Title: "x", Doc: "x", Effect: op.Reads}, func(_ context.Context, i in) (o out, _ error) {
		h.asked++
		if fmt.Sprint(i.Sources) != "[snapshot]" {
			h.t.Errorf("the market was asked of %v", i.Sources)
		}
		if h.market != "kept" {
			return o, nil
		}
		return out{
			Sample: sample{120, pipelinetest.Now()}, Salary: pay{48, "net", value{250_000}, value{300_000}, value{360_000}},
			Skills: []skillRow{{"Go", 0.9, 0.9, 100}, {"PostgreSQL", 0.5, 0.4, 0}, {"COBOL", 0.1, 0.1, 0}},
		}, nil
	})
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, pipelineweb.New(pipelineweb.Config{}).Files)
}
