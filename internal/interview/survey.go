package interview

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bias"
	"kadry/internal/interview/input"
)

// BiasReport makes the report on the completed interviews of a vacancy, of all vacancies
// when it is empty, whose candidates answered the survey.
func (r *Room) BiasReport(ctx context.Context, tenant, vacancy string, measure bias.Measure) (bias.Report, error) {
	var c fault.Check
	input.OneOf(&c, "measure", measure, []bias.Measure{bias.ScoringRate, bias.SelectionRate})
	if err := c.Err(); err != nil {
		return bias.Report{}, err
	}
	outcomes, err := r.Surveys.Outcomes(ctx, tenant, vacancy)
	if err != nil {
		return bias.Report{}, fmt.Errorf("interview: bias: %w", err)
	}
	return bias.New(outcomes, cmp.Or(measure, bias.ScoringRate)), nil
}

// Bounds of a survey.
const (
	maxDimensions = 8
	maxGroup      = 60 // characters
)

// Survey keeps what a candidate says of themself, freely and apart from the interview:
// under a key of its own (Session.SurveyKey), which no grader and no reviewer sees.
// Answering again replaces what was said.
func (r *Room) Survey(ctx context.Context, tenant, key string, groups map[string]string) error {
	var c fault.Check
	if len(groups) > maxDimensions {
		c.Wrong("groups", fault.Say("must have at most %d items, got %d", "не больше %d элементов, передано %d", maxDimensions, len(groups)))
	}
	kept := map[string]string{}
	for _, d := range slices.Sorted(maps.Keys(groups)) {
		dimension, group := strings.ToLower(input.Clean(d)), input.Clean(groups[d])
		if dimension == "" || max(utf8.RuneCountInString(dimension), utf8.RuneCountInString(group)) > maxGroup {
			c.Wrong("groups", fault.Say("names must have 1-%d characters", "названия должны быть от 1 до %d знаков", maxGroup))
			continue
		}
		if group != "" {
			kept[dimension] = group
		}
	}
	if err := c.Err(); err != nil {
		return err
	}
	if err := r.Surveys.PutSurvey(ctx, tenant, key, kept); err != nil {
		return fmt.Errorf("interview: survey: %w", err)
	}
	return nil
}
