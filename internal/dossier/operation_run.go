package dossier

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"kadry/internal/dossier/contract"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/source"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// runRequest is the part of the former system's request that something is done with. What it
// had besides is told back as ignored.
type runRequest struct {
	Role        string         `json:"role"`
	Location    string         `json:"location"`
	Skills      []string       `json:"skills"`
	NiceToHave  []string       `json:"nice_to_have_skills"`
	SalaryFrom  int            `json:"salary_from"`
	SalaryTo    int            `json:"salary_to"`
	Currency    string         `json:"salary_currency"`
	Above       *float64       `json:"mandatory_threshold"`
	Welcome     *float64       `json:"preferred_threshold"`
	WorkFormat  string         `json:"work_format"`
	Company     string         `json:"company_name"`
	Level       string         `json:"seniority_level"`
	MinYears    *float64       `json:"min_years_experience"`
	Candidates  []runCandidate `json:"candidates"`
	Concurrency int            `json:"concurrency"` // of a batch; how many are read at once is this server's own affair
}

type runCandidate struct {
	GitHub   string `json:"github_username"`
	CV       string `json:"candidate_id"`
	Resume   string `json:"resume_text"`
	LinkedIn string `json:"linkedin_export"`
	URL      string `json:"linkedin_url"`
	Name     string `json:"full_name"`
	Repos    int    `json:"repos_limit"`
	Lookback int    `json:"lookback_days"`
}

// mostRepos is the bound of the former contract.
const mostRepos = 30

// readRun reads a request, checks what is used of it, and lists what is not.
func readRun(text string) (in runRequest, ignored []string, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		return in, nil, fault.E(fault.Invalid, fault.Say("The body must be a JSON object.", "Тело запроса должно быть объектом JSON."), err)
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return in, nil, fault.E(fault.Invalid, fault.Say("A field has a value of another type: %s", "Поле имеет значение другого типа: %s", fault.Clip(err.Error())), err)
	}
	ignored = unused(members, reflect.TypeFor[runRequest](), "")
	var people []map[string]json.RawMessage
	if json.Unmarshal(members["candidates"], &people) == nil {
		for _, p := range people {
			for _, name := range unused(p, reflect.TypeFor[runCandidate](), "candidates[].") {
				if !slices.Contains(ignored, name) {
					ignored = append(ignored, name)
				}
			}
		}
	}
	slices.Sort(ignored)
	return in, ignored, in.check()
}

// unused are the members that no field of a type takes, nulls aside.
func unused(members map[string]json.RawMessage, taken reflect.Type, prefix string) (names []string) {
	for name, value := range members {
		known := false
		for field := range taken.Fields() {
			known = known || field.Tag.Get("json") == name
		}
		if (!known || name == "concurrency") && string(value) != "null" {
			names = append(names, prefix+name)
		}
	}
	return names
}

func (in runRequest) check() error {
	var check fault.Check
	if n := len([]rune(strings.TrimSpace(in.Role))); n < 1 || n > 200 {
		check.Wrong("role", fault.Say("has 1 to 200 characters", "от 1 до 200 знаков"))
	}
	if len(in.Candidates) > report.MostCandidates {
		check.Wrong("candidates", fault.Say("at most %d", "не больше %d", report.MostCandidates))
	}
	if in.SalaryFrom < 0 || in.SalaryTo < 0 || in.SalaryTo > 0 && in.SalaryFrom > in.SalaryTo {
		check.Wrong("salary_from", fault.Say("must not be above salary_to", "не может быть больше salary_to"))
	}
	for _, c := range in.Candidates {
		if c.Repos < 0 || c.Repos > mostRepos || c.Lookback < 0 {
			check.Wrong("candidates", fault.Say("repos_limit is 1 to %d, lookback_days 1 or more", "repos_limit — от 1 до %d, lookback_days — от 1", mostRepos))
			break
		}
	}
	return check.Err()
}

// order is what the request asks for in this room's words.
func (in runRequest) order() (order, error) {
	list := make([]candidateInput, len(in.Candidates))
	for i, c := range in.Candidates {
		list[i] = candidateInput(c)
		if list[i].Repos == 0 {
			list[i].Repos = 5
		}
	}
	as := evaluateInput{
		Role: in.Role, Location: in.Location, Mandatory: in.Skills, Preferred: in.NiceToHave, Candidates: list, Company: in.Company, Above: in.Above, Welcome: in.Welcome,
	}
	o, err := as.order()
	if err != nil {
		return o, err
	}
	o.Market = &source.Role{Title: in.Role, Location: in.Location, Currency: in.Currency, Experience: in.years()}
	if in.SalaryFrom > 0 && in.SalaryTo > 0 {
		o.Market.Salary = []int{in.SalaryFrom, in.SalaryTo}
	}
	if format, ok := map[string]string{"remote": "remote", "office": "on_site", "hybrid": "hybrid"}[in.WorkFormat]; ok {
		o.Market.Formats = []string{format}
	}
	return o, nil
}

// years are the spans of experience that vacancies of such a level ask for.
func (in runRequest) years() []string {
	if in.MinYears != nil {
		switch y := *in.MinYears; {
		case y >= 6:
			return []string{"6+"}
		case y >= 3:
			return []string{"3-6", "6+"}
		case y >= 1:
			return []string{"1-3", "3-6"}
		}
		return []string{"0", "1-3"}
	}
	return map[string][]string{"junior": {"0", "1-3"}, "middle": {"1-3", "3-6"}, "senior": {"3-6", "6+"}, "lead": {"6+"}}[in.Level]
}

// asJSON is an answer of the former contract, which has null where a value is not known.
func asJSON(v any) (op.File, error) {
	text, err := json.Marshal(v)
	return op.File{Type: jsonType, Text: string(text)}, err
}

const jsonType = "application/json"

func (h *handlers) run() *op.Op {
	return op.New(op.Spec{
		Name: "run_hr_report", Toolset: toolset, Title: "Hiring report, former contract", Effect: op.Creates, Idempotent: true, World: true,
		Timeout: 2 * time.Minute, BodyLimit: 32 << 20, Fronts: []op.Front{op.REST},
		Doc: "The report of evaluate_candidates with the request and the answer of the former HR service, field by field; fields that change nothing are listed in ignored_fields.",
		Routes: []op.Route{{
			Method: "POST", Path: "/api/v1/hr/run",
			Takes: []op.Media{{Type: jsonType, Of: reflect.TypeFor[runRequest]()}}, Gives: []op.Media{{Type: jsonType, Of: reflect.TypeFor[contract.Response]()}},
		}},
	}, func(ctx context.Context, in op.File) (op.File, error) {
		began := time.Now()
		request, ignored, err := readRun(in.Text)
		if err != nil {
			return op.File{}, err
		}
		o, err := request.order()
		if err != nil {
			return op.File{}, err
		}
		d, made, err := h.produce(ctx, o)
		if err != nil {
			return op.File{}, err
		}
		t := wireTally(d.tally)
		return asJSON(contract.Of(made, contract.Run{Milliseconds: time.Since(began).Milliseconds(), Cache: contract.Cache(t), Ignored: ignored}))
	})
}
