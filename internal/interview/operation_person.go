package interview

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
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

type surveyInput struct {
	Key    string            `json:"key" doc:"The survey_key of an interview."`
	Groups map[string]string `json:"groups" doc:"What the candidate says freely, by dimension: {\"sex\": \"female\"}. Kept apart from the interview; no grader and no reviewer sees it."`
}

type savedBody struct {
	Status string `json:"status" doc:"saved"`
}

type personInput struct {
	UserID string `json:"user_id" doc:"The candidate in your system."`
}

func (c *handlers) exportPerson() *op.Op {
	return routed(op.Spec{
		Name: "export_person", Title: "Export everything kept of a person", Effect: op.Reads,
		Doc:    "Every interview of the candidate with resume, conversation, events and deliveries.",
		Routes: []op.Route{{Method: "GET", Path: peoplePath}},
	}, c.export)
}

func (c *handlers) erasePerson() *op.Op {
	return routed(op.Spec{
		Name: "erase_person", Title: "Delete every interview of a person", Effect: op.Destroys,
		Doc:    "They are removed for good, with everything kept of them.",
		Routes: []op.Route{{Method: "DELETE", Path: peoplePath}},
	}, func(ctx context.Context, in personInput) (deletedBody, error) {
		n, err := c.room.DeletePerson(ctx, tenantOf(ctx), in.UserID)
		if err == nil && n == 0 {
			err = nobody()
		}
		return deletedBody{n}, err
	})
}

func (c *handlers) saveSurvey() *op.Op {
	return routed(op.Spec{
		Name: "save_survey", Title: "Keep what a candidate says of themself", Effect: op.Updates, Idempotent: true,
		Doc:    "Under the survey_key of an interview. Saying it again replaces it.",
		Routes: []op.Route{{Method: "PUT", Path: "/api/v1/surveys/{key}"}},
	}, func(ctx context.Context, in surveyInput) (savedBody, error) {
		return savedBody{"saved"}, c.room.Survey(ctx, tenantOf(ctx), in.Key, in.Groups)
	})
}

func (c *handlers) biasReport() *op.Op {
	type input struct {
		VacancyID string       `json:"vacancy_id,omitempty" doc:"Only interviews for this vacancy."`
		Measure   bias.Measure `json:"measure,omitempty" doc:"The share above the median score, or the share that people selected." default:"scoring_rate"`
	}
	return routed(op.Spec{
		Name: "bias_report", Title: "Compare how groups fared", Effect: op.Reads,
		Doc:    "Rates and impact ratios of completed interviews whose candidates answered the survey.",
		Routes: []op.Route{{Method: "GET", Path: "/api/v1/bias-report"}},
	}, func(ctx context.Context, in input) (bias.Report, error) {
		return c.room.BiasReport(ctx, tenantOf(ctx), in.VacancyID, in.Measure)
	})
}

func nobody() error {
	return fault.E(fault.NotFound, fault.Say("There is no interview of this person.", "У этого человека нет ни одного интервью."), nil)
}

func (c *handlers) export(ctx context.Context, in personInput) (exportBody, error) {
	all, err := c.room.Export(ctx, tenantOf(ctx), in.UserID)
	if err != nil {
		return exportBody{}, err
	}
	if len(all) == 0 {
		return exportBody{}, nobody()
	}
	body := exportBody{UserID: in.UserID, ExportedAt: c.room.now().Truncate(time.Second), Total: len(all), Interviews: make([]dossierBody, len(all))}
	for i, d := range all {
		if body.Interviews[i], err = c.dossier(ctx, d); err != nil {
			return exportBody{}, err
		}
	}
	return body, nil
}

func (c *handlers) dossier(ctx context.Context, d Dossier) (dossierBody, error) {
	s := d.State
	full, err := c.whole(ctx, s)
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
	body.Deliveries, err = c.sent(ctx, s.ID)
	if fault.KindOf(err) == fault.NotFound { // removed meanwhile
		body.Deliveries, err = []deliveryBody{}, nil
	}
	return body, err
}

func fits(fit vacancy.Fit) fitBody {
	body := fitBody{Score: fit.Score, Coverage: fit.Coverage, Matched: make([]shownBody, len(fit.Matched)), Missing: make([]string, len(fit.Missing))}
	for i, m := range fit.Matched {
		body.Matched[i] = shownBody{string(m.Skill), m.Strength, m.Evidence}
	}
	for i, n := range fit.Missing {
		body.Missing[i] = string(n.Skill)
	}
	return body
}
