package interviewapi

import (
	"bytes"
	"context"
	"mime"
	"net/http"

	"github.com/google/jsonschema-go/jsonschema"

	"kadry/internal/fault"
	"kadry/internal/interview"
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

type exportQuery struct {
	Format format `json:"format,omitempty" doc:"The kind of file." default:"json"`
}

// wholeList is the list as it is exported and imported.
type wholeList struct {
	Vacancies []rowIn `json:"vacancies"`
}

type rowIn struct {
	ID               string   `json:"id,omitempty" doc:"Of a vacancy that is here already."`
	ExternalID       string   `json:"external_id,omitempty"`
	Title            string   `json:"title"`
	Description      string   `json:"description,omitempty"`
	Requirements     string   `json:"requirements,omitempty"`
	Responsibilities string   `json:"responsibilities,omitempty"`
	Language         string   `json:"language,omitempty"`
	Level            string   `json:"level,omitempty"`
	Needs            []needIn `json:"needs,omitempty"`
}

func (f *front) tableRoutes() []route {
	answer, _ := opened[importBody]()
	list, _ := opened[wholeList]()
	query, _ := closed[exportQuery]()
	table := &jsonschema.Schema{Type: "string", Description: "A table with a header; title is the one column it needs."}
	in := Route{
		Method: http.MethodPost, Path: vacanciesPath + "/import", ID: "vacancies_import", Tag: toolset, Status: http.StatusOK,
		Summary: "Save many vacancies", Doc: "A list in JSON, under vacancies or by itself, or a table in CSV; at most 16 MiB and 5,000 rows. A bad row is reported and stops no other.",
		Body: map[string]*jsonschema.Schema{jsonType: list, csvType: table}, BodyNeeded: true,
		Answer: map[string]*jsonschema.Schema{jsonType: answer},
	}
	in.Refusals = refusalsOf(in, true)
	out := Route{
		Method: http.MethodGet, Path: vacanciesPath + "/export", ID: "vacancies_export", Tag: toolset, Status: http.StatusOK,
		Summary: "Get all vacancies as a file", Doc: "What import reads. Cells that a spreadsheet would take for a formula are guarded.",
		Query: query, Answer: map[string]*jsonschema.Schema{jsonType: list, csvType: table},
	}
	out.Refusals = refusalsOf(out, false)
	return []route{
		{Route: in, changes: true, patience: longPatience, serve: f.importTable},
		{Route: out, patience: patience, serve: func(w http.ResponseWriter, r *http.Request, v *visit) error {
			q, err := readQuery[exportQuery](query, r)
			if err != nil {
				return err
			}
			return f.exportTable(r.Context(), w, v, q.Format)
		}},
	}
}

func (f *front) importTable(w http.ResponseWriter, r *http.Request, v *visit) error {
	data, err := readBody(w, r, importLimit, true, jsonType, csvType)
	if err != nil {
		return err
	}
	read := interview.ReadCSV
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == jsonType {
		read = interview.ReadJSON
		if err := strict(bytes.TrimPrefix(data, []byte("\ufeff"))); err != nil {
			return err
		}
	}
	list, err := read(data)
	if err != nil {
		return err
	}
	for i := range list {
		if id := list[i].Saving.ID; id != "" && list[i].Err == nil {
			list[i].Err = findable(id)
		}
	}
	done, err := f.Room.ImportVacancies(r.Context(), v.tenant(), list)
	if err != nil {
		return err
	}
	return writeJSON(w, v.status, imported(done, v.caller.Lang))
}

func imported(done []interview.Imported, lang string) importBody {
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
		case row.Status == interview.Created:
			body.Created++
		case row.Status == interview.Updated:
			body.Updated++
		default:
			body.Unchanged++
		}
		body.Items[i] = item
	}
	return body
}

func (f *front) exportTable(ctx context.Context, w http.ResponseWriter, v *visit, kind format) error {
	list, err := f.Room.ListVacancies(ctx, v.tenant())
	if err != nil {
		return err
	}
	var file bytes.Buffer
	name, media := "vacancies.json", jsonType
	if kind == "csv" {
		name, media = "vacancies.csv", csvType+"; charset=utf-8; header=present"
		err = interview.WriteCSV(&file, list)
	} else {
		err = interview.WriteJSON(&file, list)
	}
	if err != nil {
		return err
	}
	v.header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	write(w, v.status, media, file.Bytes())
	return nil
}
