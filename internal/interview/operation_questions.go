package interview

import (
	"context"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/interview/question"
	"kadry/internal/interview/transfer"
	"kadry/internal/op"
)

// draftTime is how long drafts may take: a model writes some thousand words for each skill.
const draftTime = 5 * time.Minute

type questionsExport struct {
	Format format     `json:"format,omitempty" doc:"The kind of file." default:"json"`
	Origin originName `json:"origin,omitempty" doc:"own, or built_in: those that came with the program." default:"own"`
	About  string     `json:"about,omitzero" max:"100" doc:"Only on this skill or theme."`
}

func (c *handlers) exportQuestions() *op.Op {
	return asking(op.Spec{
		Name: "export_questions", Title: "Get questions as a file", Effect: op.Reads, Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc: "What import_questions reads, drafts among them. Cells that a spreadsheet would take for a formula are guarded.",
	}, func(ctx context.Context, in questionsExport) (op.File, error) {
		list, err := c.room.ListQuestions(ctx, tenantOf(ctx), QuestionFilter{From: Origin(in.Origin), About: in.About})
		if err != nil {
			return op.File{}, err
		}
		var text strings.Builder
		if in.Format == "csv" {
			err = transfer.WriteQuestionsCSV(&text, list)
			return op.File{Name: "questions.csv", Type: csvType + "; charset=utf-8; header=present", Text: text.String()}, err
		}
		err = transfer.WriteQuestionsJSON(&text, list)
		return op.File{Name: "questions.json", Type: jsonType, Text: text.String()}, err
	})
}

type questionsImported struct {
	Items     []questionImported `json:"items" doc:"One for each row, in order."`
	Created   int                `json:"created"`
	Updated   int                `json:"updated"`
	Unchanged int                `json:"unchanged"`
	Failed    int                `json:"failed"`
}

type questionImported struct {
	Row      int         `json:"row" doc:"From 1, the header not counted."`
	Status   string      `json:"status" doc:"created, updated, unchanged or failed."`
	ID       string      `json:"id,omitempty"`
	Text     string      `json:"text"`
	Warnings int         `json:"warnings" doc:"How much would be better put differently; save_question with check_only says what."`
	Error    string      `json:"error,omitempty" doc:"Why the row was left out; the others are kept."`
	Fields   []fieldBody `json:"fields,omitempty" doc:"What is wrong with it, field by field."`
}

func (c *handlers) importQuestions() *op.Op {
	o := op.Spec{
		Name: "import_questions", Title: "Save many questions", Effect: op.Updates, Timeout: 5 * time.Minute, Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc: "A list in JSON, under questions or by itself, or a table in CSV; at most 16 MiB and 2,000 rows. A bad row is reported with its number and stops no other.",
	}
	o.Toolset, o.BodyLimit = questionToolset, transfer.MaxSize
	return op.New(o, func(ctx context.Context, in op.File) (questionsImported, error) {
		read, ok := map[string]func([]byte) ([]transfer.QuestionRow, error){
			jsonType: transfer.ReadQuestionsJSON, csvType: transfer.ReadQuestionsCSV,
		}[in.Type]
		if !ok {
			return questionsImported{}, fault.Wrong("media_type", fault.Say("must be application/json or text/csv", "должно быть application/json или text/csv"))
		}
		rows, err := read([]byte(in.Text))
		if err != nil {
			return questionsImported{}, err
		}
		done, err := c.room.ImportQuestions(ctx, tenantOf(ctx), rows)
		return questionsImportedOf(done, langOf(ctx)), err
	})
}

func questionsImportedOf(done []ImportedQuestion, lang string) questionsImported {
	body := questionsImported{Items: make([]questionImported, len(done))}
	for i, row := range done {
		item := questionImported{Row: row.Row, Status: string(row.Status), ID: row.ID, Text: question.Text(row.Text).Any(lang), Warnings: len(row.Advice)}
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
