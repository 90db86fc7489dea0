package interview

import (
	"context"
	"reflect"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/transfer"
	"kadry/internal/op"
)

// The files that vacancies come and go in.
const (
	jsonType = "application/json"
	csvType  = "text/csv"
)

type importBody struct {
	Items     []importedBody `json:"items" doc:"One for each row, in order."`
	Created   int            `json:"created"`
	Updated   int            `json:"updated"`
	Unchanged int            `json:"unchanged"`
	Failed    int            `json:"failed"`
}

type importedBody struct {
	Row    int         `json:"row" doc:"From 1, the header not counted."`
	Status string      `json:"status" doc:"created, updated, unchanged or failed."`
	ID     string      `json:"id,omitempty"`
	Title  string      `json:"title"`
	Error  string      `json:"error,omitempty" doc:"Why the row was left out; the others are kept."`
	Fields []fieldBody `json:"fields,omitempty" doc:"What is wrong with it, field by field."`
}

type fieldBody struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// format is the kind of a file.
type format string

func (format) Enum() []string { return []string{"json", "csv"} }

// wholeList is the list as it is exported and imported.
type wholeList struct {
	Vacancies []rowIn `json:"vacancies"`
}

type rowIn struct {
	ID               string        `json:"id,omitempty" doc:"Of a vacancy that is here already."`
	ExternalID       string        `json:"external_id,omitempty"`
	Title            string        `json:"title"`
	Description      string        `json:"description,omitempty"`
	Requirements     string        `json:"requirements,omitempty"`
	Responsibilities string        `json:"responsibilities,omitempty"`
	Language         string        `json:"language,omitempty"`
	Level            string        `json:"level,omitempty"`
	Needs            []needInput   `json:"needs,omitempty"`
	Questions        []choiceGiven `json:"questions,omitempty"`
}

// tables are the files that a list of vacancies may be.
func tables() []op.Media {
	return []op.Media{{Type: jsonType, Of: reflect.TypeFor[wholeList]()}, {Type: csvType}}
}

func (c *handlers) importVacancies() *op.Op {
	return routed(op.Spec{
		Name: "import_vacancies", Title: "Save many vacancies", Effect: op.Updates, Timeout: 5 * time.Minute, BodyLimit: transfer.MaxSize,
		Doc:    "A list in JSON, under vacancies or by itself, or a table in CSV; at most 16 MiB and 5,000 rows. A bad row is reported and stops no other.",
		Routes: []op.Route{{Method: "POST", Path: vacanciesPath + "/import", Takes: tables()}},
	}, func(ctx context.Context, in op.File) (importBody, error) {
		read, ok := map[string]func([]byte) ([]transfer.Row, error){jsonType: transfer.ReadJSON, csvType: transfer.ReadCSV}[in.Type]
		if !ok {
			return importBody{}, fault.Wrong("media_type", fault.Say("must be application/json or text/csv", "должно быть application/json или text/csv"))
		}
		list, err := read([]byte(in.Text))
		if err != nil {
			return importBody{}, err
		}
		for i := range list {
			if id := list[i].Saving.ID; id != "" && list[i].Err == nil {
				list[i].Err = findable(id)
			}
		}
		done, err := c.room.ImportVacancies(ctx, tenantOf(ctx), list)
		return imported(done, langOf(ctx)), err
	})
}

func (c *handlers) exportVacancies() *op.Op {
	type input struct {
		Format format `json:"format,omitempty" doc:"The kind of file." default:"json"`
	}
	return routed(op.Spec{
		Name: "export_vacancies", Title: "Get all vacancies as a file", Effect: op.Reads,
		Doc:    "What import reads. Cells that a spreadsheet would take for a formula are guarded.",
		Routes: []op.Route{{Method: "GET", Path: vacanciesPath + "/export", Gives: tables()}},
	}, func(ctx context.Context, in input) (op.File, error) {
		list, err := c.room.ListVacancies(ctx, tenantOf(ctx))
		if err != nil {
			return op.File{}, err
		}
		var text strings.Builder
		if in.Format == "csv" {
			err = transfer.WriteCSV(&text, list)
			return op.File{Name: "vacancies.csv", Type: csvType + "; charset=utf-8; header=present", Text: text.String()}, err
		}
		err = transfer.WriteJSON(&text, list)
		return op.File{Name: "vacancies.json", Type: jsonType, Text: text.String()}, err
	})
}

func imported(done []Imported, lang string) importBody {
	body := importBody{Items: make([]importedBody, len(done))}
	for i, row := range done {
		item := importedBody{Row: row.Row, Status: string(row.Status), ID: row.ID, Title: row.Title}
		switch {
		case row.Err != nil:
			f := fault.From(row.Err)
			item.Status, item.ID, item.Error = "failed", "", f.Text.In(lang)
			for _, field := range f.Fields {
				item.Fields = append(item.Fields, fieldBody{field.Path, field.Text.In(lang)})
			}
			body.Failed++
		case row.Status == Created:
			body.Created++
		case row.Status == Updated:
			body.Updated++
		default:
			body.Unchanged++
		}
		body.Items[i] = item
	}
	return body
}
