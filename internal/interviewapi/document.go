package interviewapi

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
)

// examples are answers of a real run, one file a route, and requests of the same run.
//
//go:embed example/*.json
var examples embed.FS

// routes is everything that this front serves.
func (f *front) routes() []route {
	return slices.Concat(f.seedRoutes(), f.interviewRoutes(), f.eventRoutes(), f.peopleRoutes(), f.vacancyRoutes(), f.tableRoutes(), f.webhookRoutes())
}

// Routes describes every route of this front, with examples.
func Routes() ([]Route, error) {
	var list []Route
	for _, rt := range (&front{}).routes() {
		d := rt.Route
		answer, err := example(d.ID + ".json")
		if err != nil {
			return nil, err
		}
		d.AnswerExample = answer
		if d.Body != nil {
			if d.BodyExample, err = example(d.ID + ".body.json"); err != nil {
				return nil, err
			}
		}
		list = append(list, d)
	}
	return list, nil
}

func example(name string) (json.RawMessage, error) {
	text, err := examples.ReadFile("example/" + name)
	if err != nil {
		return nil, fmt.Errorf("interviewapi: example: %w", err)
	}
	return text, nil
}
