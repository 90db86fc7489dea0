package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kadry/internal/op"
)

// format is a form of a file.
type format string

const (
	asCSV  format = "csv"
	asJSON format = "json"
)

// Enum implements the closed set of formats.
func (format) Enum() []string { return texts([]format{asCSV, asJSON}) }

type exportInput struct {
	filterInput
	Format format `json:"format,omitzero" default:"csv" doc:"csv opens in a spreadsheet."`
}

func (h *handlers) export() *op.Op {
	return op.New(op.Spec{
		Name: "export_applications", Toolset: toolset, Title: "Who stands where, as a file", Effect: op.Reads, Timeout: callTimeout,
		Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Writes what list_applications answers, whole, as CSV or JSON. Cells that a spreadsheet would take for a formula are guarded.",
	}, func(ctx context.Context, in exportInput) (op.File, error) {
		f, err := in.filter()
		if err != nil {
			return op.File{}, err
		}
		list, err := h.Keeper.List(ctx, tenantOf(ctx), f, nil, 0, mostExported+1)
		if err != nil {
			return op.File{}, err
		}
		if len(list) > mostExported {
			return op.File{}, tooMany()
		}
		rows, err := h.shown(ctx, list, in.Redact)
		if err != nil {
			return op.File{}, err
		}
		if in.Format == asJSON {
			return fileOf(rows)
		}
		return tableOf(rows)
	})
}

func fileOf(rows []Shown) (op.File, error) {
	if rows == nil {
		rows = []Shown{}
	}
	text, err := json.MarshalIndent(rows, "", "  ")
	if err != nil {
		return op.File{}, fmt.Errorf("pipeline: export: %w", err)
	}
	return op.File{Name: "applications.json", Type: "application/json", Text: string(text)}, nil
}

// tableOf is the rows as a table.
func tableOf(rows []Shown) (op.File, error) {
	lines := [][]string{{
		"vacancy_id", "vacancy", "candidate_id", "name", "title", "deleted", "stage", "reason", "comment", "until", "again", "tags", "added_at", "moved_at", "moved_by",
	}}
	for _, r := range rows {
		lines = append(lines, []string{
			r.Vacancy, r.VacancyTitle, r.Candidate, r.Name, r.Title, strconv.FormatBool(r.Deleted), string(r.Stage), string(r.Reason), r.Comment, r.Until,
			strconv.FormatBool(r.Again), strings.Join(r.Tags, ", "), r.AddedAt.Format(time.RFC3339), r.MovedAt.Format(time.RFC3339), r.MovedBy,
		})
	}
	return op.Table("applications.csv", lines)
}
