package interview

import (
	"context"

	"kadry/internal/op"
)

// Resources declares what clients read by address: an interview and a vacancy. Over a nil
// room they can be described and not read.
func Resources(room *Room) []op.Resource {
	c := &handlers{room: room}
	return []op.Resource{
		{
			Toolset: toolset, URI: "kadry://interview/{id}", Name: "interview", Title: "Interview",
			Doc:  "One interview with its transcript and a quote for every point, for reading.",
			MIME: "text/markdown", Read: c.readInterview, Complete: map[string]op.Completer{"id": c.completeSession},
		},
		{
			Toolset: toolset, URI: "kadry://vacancy/{id}", Name: "vacancy", Title: "Vacancy",
			Doc:  "One vacancy with its texts, its needs and the plan of questions.",
			MIME: "application/json", Read: c.readVacancy, Complete: map[string]op.Completer{"id": c.completeVacancy},
		},
	}
}

func (c *handlers) readInterview(ctx context.Context, vars map[string]string) (string, error) {
	out, err := c.read(ctx, vars["id"], []part{withTranscript, withEvidence})
	if err != nil {
		return "", err
	}
	return out.Markdown(langOf(ctx)), nil
}

// vacancyWhole is a vacancy with everything its owner wrote.
type vacancyWhole struct {
	vacancyFacts
	Description      string      `json:"description"`
	Requirements     string      `json:"requirements"`
	Responsibilities string      `json:"responsibilities"`
	Needs            []needFacts `json:"needs"`
	Plan             planFacts   `json:"plan"`
}

func (c *handlers) readVacancy(ctx context.Context, vars map[string]string) (string, error) {
	v, err := c.room.Vacancy(ctx, tenantOf(ctx), vars["id"])
	if err != nil {
		return "", err
	}
	made, covered, err := c.room.Preview(ctx, tenantOf(ctx), v, v.Language, 0)
	if err != nil {
		return "", err
	}
	return op.AsJSON(vacancyWhole{
		vacancyFacts: factsOf(v), Description: v.Description, Requirements: v.Requirements, Responsibilities: v.Responsibilities,
		Needs: c.needFacts(v.Needs, covered), Plan: c.planFacts(v, made),
	})
}
