package interviewapi

import (
	"context"
	"net/http"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview"
)

const peoplePath = "/api/v1/people/{user_id}/interviews"

// exportBody is everything kept of a person.
type exportBody struct {
	UserID     string        `json:"user_id"`
	ExportedAt time.Time     `json:"exported_at"`
	Total      int           `json:"total"`
	Interviews []dossierBody `json:"interviews" doc:"Newest first."`
}

type dossierBody struct {
	fullBody
	ResumeText string         `json:"resume_text" doc:"As it is kept: without invisible characters."`
	WebhookURL string         `json:"webhook_url" doc:"Empty in pull mode."`
	Fit        fitBody        `json:"fit" doc:"How the resume answers the vacancy."`
	Events     []eventBody    `json:"events"`
	Deliveries []deliveryBody `json:"deliveries"`
}

type fitBody struct {
	Score    float64     `json:"score" doc:"0 to 1."`
	Coverage float64     `json:"coverage" doc:"0 to 1."`
	Matched  []shownBody `json:"matched"`
	Missing  []string    `json:"missing" doc:"Skills that the resume does not show."`
}

type shownBody struct {
	Skill    string  `json:"skill"`
	Strength float64 `json:"strength" doc:"0 to 1."`
	Evidence string  `json:"evidence" doc:"The line of the resume."`
}

type surveyIn struct {
	Groups map[string]string `json:"groups" doc:"What the candidate says freely, by dimension: {\"sex\": \"female\"}. Kept apart from the interview; no grader and no reviewer sees it."`
}

type savedBody struct {
	Status string `json:"status" doc:"saved"`
}

// measureName is a measure as a parameter takes it.
type measureName string

func (measureName) Enum() []string {
	return []string{string(interview.ScoringRate), string(interview.SelectionRate)}
}

type biasQuery struct {
	VacancyID string      `json:"vacancy_id,omitempty" doc:"Only interviews for this vacancy."`
	Measure   measureName `json:"measure,omitempty" doc:"The share above the median score, or the share that people selected." default:"scoring_rate"`
}

type biasBody struct {
	Measure string      `json:"measure"`
	Counted int         `json:"counted" doc:"Interviews in the report."`
	Silent  int         `json:"silent" doc:"Surveys that name no group."`
	Median  float64     `json:"median" doc:"Of the scores."`
	Tables  []tableBody `json:"tables" doc:"One for each dimension, and one for all together."`
}

type tableBody struct {
	Dimensions []string  `json:"dimensions"`
	Rows       []rowBody `json:"rows" doc:"Highest rate first."`
	LeftOut    []rowBody `json:"left_out" doc:"Groups under two percent, named and not compared."`
}

type rowBody struct {
	Group  []string `json:"group" doc:"In the order of the dimensions."`
	Count  int      `json:"count"`
	Taken  int      `json:"taken" doc:"Above the median, or selected."`
	Rate   float64  `json:"rate" doc:"0 to 1."`
	Impact float64  `json:"impact" doc:"The rate by the highest rate of the table; 0 when left out."`
}

func (f *front) peopleRoutes() []route {
	return []route{
		reads(Route{Path: peoplePath, ID: "person_export", Tag: toolset, Summary: "Export everything kept of a person", Doc: "Every interview of the candidate with resume, conversation, events and deliveries."}, f.export),
		changing(Route{Method: http.MethodDelete, Path: peoplePath, ID: "person_delete", Tag: toolset, Summary: "Delete every interview of a person", Doc: "They are removed for good, with everything kept of them."},
			func(ctx context.Context, v *visit, _ none) (deletedBody, error) {
				n, err := f.Room.DeletePerson(ctx, v.tenant(), v.id("user_id"))
				if err == nil && n == 0 {
					err = nobody()
				}
				return deletedBody{n}, err
			}),
		changing(Route{Method: http.MethodPut, Path: "/api/v1/surveys/{key}", ID: "survey_put", Tag: toolset, Summary: "Keep what a candidate says of themself", Doc: "Under the survey_key of an interview. Saying it again replaces it."},
			func(ctx context.Context, v *visit, in surveyIn) (savedBody, error) {
				return savedBody{"saved"}, f.Room.Survey(ctx, v.tenant(), v.id("key"), in.Groups)
			}),
		reads(Route{Path: "/api/v1/bias-report", ID: "bias_report", Tag: toolset, Summary: "Compare how groups fared", Doc: "Rates and impact ratios of completed interviews whose candidates answered the survey."}, f.bias),
	}
}

func nobody() error {
	return fault.E(fault.NotFound, fault.Say("There is no interview of this person.", "У этого человека нет ни одного интервью."), nil)
}

func (f *front) export(ctx context.Context, v *visit, _ none) (exportBody, error) {
	all, err := f.Room.Export(ctx, v.tenant(), v.id("user_id"))
	if err != nil {
		return exportBody{}, err
	}
	if len(all) == 0 {
		return exportBody{}, nobody()
	}
	body := exportBody{UserID: v.id("user_id"), ExportedAt: f.Now().UTC().Truncate(time.Second), Total: len(all), Interviews: make([]dossierBody, len(all))}
	for i, d := range all {
		if body.Interviews[i], err = f.dossier(ctx, v, d); err != nil {
			return exportBody{}, err
		}
	}
	return body, nil
}

func (f *front) dossier(ctx context.Context, v *visit, d interview.Dossier) (dossierBody, error) {
	s := d.State
	full, err := f.whole(ctx, v, s)
	if err != nil {
		return dossierBody{}, err
	}
	for i, m := range s.Messages {
		full.ConversationHistory[i].Raw = m.Raw
	}
	body := dossierBody{fullBody: full, ResumeText: s.Resume, WebhookURL: s.WebhookURL, Fit: fits(s.Fit), Events: make([]eventBody, len(d.Events))}
	for i, e := range d.Events {
		body.Events[i] = happened(e, s.Language)
	}
	body.Deliveries, err = f.deliveriesOf(ctx, v, s.ID)
	if fault.KindOf(err) == fault.NotFound { // removed meanwhile
		body.Deliveries, err = []deliveryBody{}, nil
	}
	return body, err
}

func fits(fit interview.Fit) fitBody {
	body := fitBody{Score: fit.Score, Coverage: fit.Coverage, Matched: make([]shownBody, len(fit.Matched)), Missing: make([]string, len(fit.Missing))}
	for i, m := range fit.Matched {
		body.Matched[i] = shownBody{string(m.Skill), m.Strength, m.Evidence}
	}
	for i, n := range fit.Missing {
		body.Missing[i] = string(n.Skill)
	}
	return body
}

func (f *front) bias(ctx context.Context, v *visit, q biasQuery) (biasBody, error) {
	report, err := f.Room.BiasReport(ctx, v.tenant(), q.VacancyID, interview.Measure(q.Measure))
	if err != nil {
		return biasBody{}, err
	}
	body := biasBody{Measure: string(report.Measure), Counted: report.Counted, Silent: report.Silent, Median: report.Median, Tables: make([]tableBody, len(report.Tables))}
	for i, t := range report.Tables {
		body.Tables[i] = tableBody{present(t.Dimensions), rows(t.Rows), rows(t.LeftOut)}
	}
	return body, nil
}

func rows(list []interview.BiasRow) []rowBody {
	bodies := make([]rowBody, len(list))
	for i, r := range list {
		bodies[i] = rowBody{present(r.Group), r.Count, r.Taken, r.Rate, r.Impact}
	}
	return bodies
}
