package interviewweb

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview"
	"kadry/internal/interview/transfer"
	"kadry/internal/interview/vacancy"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

// importForm is everything the page of an import shows.
type importForm struct {
	file    string
	rows    []interview.Imported // nil before an import
	kept    int                  // created, updated and unchanged
	refused int
	fault   *fault.Error
}

func (w *web) importing(s *screen) error {
	if !s.May(opImportVacancies) {
		return kit.Denied()
	}
	return s.Show(http.StatusOK, importPage(s, importForm{}))
}

// importVacancies takes in a file and says of every row what became of it.
func (w *web) importVacancies(s *screen) error {
	if !s.May(opImportVacancies) {
		return kit.Denied()
	}
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, w.uploadLimit)
	t, err := w.takeTable(s)
	if err != nil {
		t.fault = fault.From(err)
	}
	return s.Show(kit.Status(t.fault), importPage(s, t))
}

func (w *web) takeTable(s *screen) (t importForm, err error) {
	file, head, err := s.Request.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) {
		return t, fault.E(fault.Invalid, fault.Say("No file was chosen.", "Файл не выбран."), nil).
			WithHint(fault.Say("Choose a JSON or CSV file.", "Выберите файл JSON или CSV."))
	}
	if err != nil {
		return t, kit.Unreadable(err, w.uploadLimit)
	}
	defer func() {
		_ = file.Close()                        // it was only read
		_ = s.Request.MultipartForm.RemoveAll() // a leftover temporary file is the system's to clean
	}()
	t.file = head.Filename
	data, err := io.ReadAll(file)
	if err != nil {
		return t, kit.Unreadable(err, w.uploadLimit)
	}
	rows, err := readTable(head.Filename, data)
	if err != nil {
		return t, err
	}
	err = s.Run(opImportVacancies, func(ctx context.Context) (err error) {
		t.rows, err = w.room.ImportVacancies(ctx, s.Caller.Tenant, rows)
		return err
	})
	for _, row := range t.rows {
		if row.Err != nil {
			t.refused++
		} else {
			t.kept++
		}
	}
	return t, err
}

// readTable reads a file by what it holds; its name decides where that is open.
func readTable(name string, data []byte) ([]transfer.Row, error) {
	start := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	if strings.EqualFold(path.Ext(name), ".json") || len(start) > 0 && (start[0] == '[' || start[0] == '{') {
		return transfer.ReadJSON(data)
	}
	return transfer.ReadCSV(data)
}

func (w *web) exportJSON(s *screen) error {
	return w.export(s, "vacancies.json", "application/json", transfer.WriteJSON)
}

func (w *web) exportCSV(s *screen) error {
	return w.export(s, "vacancies.csv", "text/csv; charset=utf-8", transfer.WriteCSV)
}

// export hands out all vacancies as a file.
func (w *web) export(s *screen, name, kind string, write func(io.Writer, []vacancy.Vacancy) error) error {
	var body bytes.Buffer
	err := s.Run(opExportVacancies, func(ctx context.Context) error {
		list, err := w.room.ListVacancies(ctx, s.Caller.Tenant)
		if err != nil {
			return err
		}
		return write(&body, list)
	})
	if err != nil {
		return err
	}
	return s.Send(op.File{Name: name, Type: kind, Text: body.String()})
}

// importedTitle is what a row of an import is called.
func (s *screen) importedTitle(row interview.Imported) string {
	if row.Title == "" {
		return s.T("vacancy.untitled")
	}
	return row.Title
}

// importedWhy says why a row was left out, field by field where they are known.
func (s *screen) importedWhy(row interview.Imported) []string {
	f := fault.From(row.Err)
	var list []string
	for _, field := range f.Fields {
		list = append(list, s.vacancyField(field.Path)+": "+s.Say(field.Text))
	}
	if len(list) == 0 {
		list = append(list, strings.TrimSpace(s.Say(f.Text)+" "+s.Say(f.Hint)))
	}
	return list
}

// vacancyField is what the form calls a field of a vacancy.
func (s *screen) vacancyField(path string) string {
	name, _, _ := strings.Cut(path, "[")
	switch name {
	case fieldTitle, fieldDescription, fieldRequired, fieldDuties, fieldRank, fieldLanguage, fieldNeeds:
		return s.T("vacancy." + name)
	case fieldChoices:
		return s.T("question.choices")
	case fieldExternal:
		return s.T("vacancy.external")
	}
	return name
}
