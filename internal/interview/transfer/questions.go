package transfer

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/input"
	"kadry/internal/interview/question"
)

// QuestionRow is one question of an import, or why it cannot be read.
type QuestionRow struct {
	Number  int // from 1, the header not counted
	Content question.Content
	Err     error
}

// maxQuestionRows bounds a file of questions: a tenant keeps no more of them.
const maxQuestionRows = 2000

func noQuestions(cause error) *fault.Error {
	return fault.E(fault.Invalid, fault.Say("This is not a list of questions that can be read.", "Не удалось прочитать список вопросов."), cause)
}

func tooManyQuestions() error {
	return fault.E(fault.TooLarge, fault.Say("There are more than %d questions.", "Вопросов больше %d.", maxQuestionRows), nil).
		WithHint(fault.Say("Split the file.", "Разделите файл."))
}

// ReadQuestionsJSON reads a JSON array of questions, or an object with it under "questions".
// A bad element is a row with an error; the error of the whole is for what is no list at all.
func ReadQuestionsJSON(data []byte) ([]QuestionRow, error) {
	if err := sized(data); err != nil {
		return nil, err
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	list, err := elements(data, "questions")
	switch {
	case err != nil:
		return nil, noQuestions(err)
	case len(list) > maxQuestionRows:
		return nil, tooManyQuestions()
	}
	rows := make([]QuestionRow, len(list))
	for i, raw := range list {
		rows[i].Number = i + 1
		decoder := json.NewDecoder(bytes.NewReader(raw))
		decoder.DisallowUnknownFields() // a member that is misspelt would be lost in silence
		if err := decoder.Decode(&rows[i].Content); err != nil {
			rows[i].Err = badMember(i+1, err)
		}
	}
	return rows, nil
}

// badMember says which member of a row cannot be read, where that is known.
func badMember(n int, cause error) error {
	var kind *json.UnmarshalTypeError
	if errors.As(cause, &kind) && kind.Field != "" {
		return fault.E(fault.Invalid, fault.Say("Row %d cannot be read: %s must be %s.", "Строку %d не удалось прочитать: в поле %s другой тип данных, нужен %s.", n, kind.Field, kind.Type.Kind()), cause)
	}
	if name, unknown := strings.CutPrefix(cause.Error(), "json: unknown field "); unknown {
		return fault.E(fault.Invalid, fault.Say("Row %d cannot be read: there is no member %s.", "Строку %d не удалось прочитать: поля %s нет.", n, fault.Clip(name)), cause)
	}
	return badRow(n, cause)
}

// WriteQuestionsJSON writes questions as ReadQuestionsJSON reads them.
func WriteQuestionsJSON(w io.Writer, list []question.Question) error {
	out := make([]question.Content, len(list))
	for i, q := range list {
		out[i] = q.Content
	}
	return writeMember(w, "questions", out)
}

// ReadQuestionsCSV reads a table of questions with a header, one question a line. A list, such as
// the points, stands in one cell with an item on each line; other ways to put an item follow
// it behind a "|". A backslash stands before a "|" or a backslash of the text itself, and
// "\n" for an end of a line in it.
func ReadQuestionsCSV(data []byte) ([]QuestionRow, error) {
	if err := sized(data); err != nil {
		return nil, err
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(data), "\uFFFD"), "\ufeff")
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord = separator(text), -1
	header, err := reader.Read()
	if err != nil {
		return nil, noQuestions(err)
	}
	columns, err := questionHeader(header)
	if err != nil {
		return nil, err
	}
	return readLines(reader, text, maxQuestionRows, tooManyQuestions, func(n int, cells []string, err error) QuestionRow {
		row := QuestionRow{Number: n, Err: err}
		for i, cell := range cells {
			if i >= len(columns) || columns[i] == nil || row.Err != nil {
				continue
			}
			if err := columns[i].set(&row.Content, unguarded(cell)); err != nil {
				row.Err = fault.E(fault.Invalid, fault.Say("Row %d cannot be read: %s.", "Строку %d не удалось прочитать: столбец %s.", n, columns[i].name), err)
			}
		}
		return row
	})
}

// questionHeader finds the column of each cell; nil is one that nobody knows.
func questionHeader(header []string) ([]*questionColumn, error) {
	found := make([]*questionColumn, len(header))
	named := map[string]bool{}
	for i, cell := range header {
		name := strings.ToLower(input.Clean(cell))
		for k := range questionColumns {
			if c := &questionColumns[k]; c.name == name && !named[name] {
				found[i], named[name] = c, true
			}
		}
	}
	if !named["text_ru"] && !named["text_en"] {
		return nil, noQuestions(nil).WithHint(fault.Say(
			"The first line must name the columns, text_ru or text_en among them.", "Первая строка должна называть столбцы, среди них text_ru или text_en."))
	}
	return found, nil
}

// WriteQuestionsCSV writes questions as ReadQuestionsCSV reads them, in UTF-8 with a byte order
// mark. A cell that a spreadsheet would take for a formula is guarded by an apostrophe.
func WriteQuestionsCSV(w io.Writer, list []question.Question) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return fmt.Errorf("interview: export: %w", err)
	}
	writer := csv.NewWriter(w)
	writer.UseCRLF = true
	lines := [][]string{{}}
	for _, c := range questionColumns {
		lines[0] = append(lines[0], c.name)
	}
	for _, q := range list {
		var cells []string
		for _, c := range questionColumns {
			cells = append(cells, guarded(c.get(q.Content)))
		}
		lines = append(lines, cells)
	}
	if err := writer.WriteAll(lines); err != nil {
		return fmt.Errorf("interview: export: %w", err)
	}
	return nil
}

// elements are those of a JSON array, or of the one that an object has under a name.
func elements(data []byte, name string) ([]json.RawMessage, error) {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil && list != nil {
		return list, nil
	}
	wrapped := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &wrapped); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(wrapped[name], &list); err != nil {
		return nil, err
	}
	if list == nil {
		return nil, errors.New("no " + name)
	}
	return list, nil
}
