// Package transfer reads and writes lists of vacancies as JSON and as tables. It keeps
// nothing: the room saves what it reads.
package transfer

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/input"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

// Row is one vacancy of an import, or why it cannot be read.
type Row struct {
	Number int // from 1, the header not counted
	Saving vacancy.Saving
	Err    error
}

// Bounds of an import.
const (
	MaxSize = 16 << 20 // bytes
	maxRows = 5000
)

func unreadable(cause error) error {
	return fault.E(fault.Invalid, fault.Say("This is not a list of vacancies that can be read.", "Не удалось прочитать список вакансий."), cause)
}

func sized(data []byte) error {
	if len(data) > MaxSize {
		return fault.E(fault.TooLarge, fault.Say("The file is larger than %d MiB.", "Файл больше %d МиБ.", MaxSize>>20), nil)
	}
	return nil
}

func tooManyRows() error {
	return fault.E(fault.TooLarge, fault.Say("There are more than %d vacancies.", "Вакансий больше %d.", maxRows), nil).
		WithHint(fault.Say("Split the file.", "Разделите файл."))
}

// ReadJSON reads a JSON array of vacancies, or an object with it under "vacancies". Members
// that it does not know are passed over. A bad element is a Row with an error; the error of the whole is for what is no list at all.
func ReadJSON(data []byte) ([]Row, error) {
	if err := sized(data); err != nil {
		return nil, err
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	var list []json.RawMessage
	err := json.Unmarshal(data, &list)
	if err != nil {
		wrapped := map[string]json.RawMessage{}
		if err = json.Unmarshal(data, &wrapped); err == nil {
			err = json.Unmarshal(wrapped["vacancies"], &list)
		}
		if err == nil && list == nil {
			err = errors.New("no vacancies")
		}
	}
	switch {
	case err != nil:
		return nil, unreadable(err)
	case len(list) > maxRows:
		return nil, tooManyRows()
	}
	rows := make([]Row, len(list))
	for i, raw := range list {
		rows[i].Number = i + 1
		w, err := readMembers(raw)
		if err != nil {
			rows[i].Err = err
			continue
		}
		rows[i].Saving = w.saving()
	}
	return rows, nil
}

func badRow(n int, cause error) error {
	return fault.E(fault.Invalid, fault.Say("Row %d cannot be read.", "Строку %d не удалось прочитать.", n), cause)
}

// WriteJSON writes vacancies as ReadJSON reads them.
func WriteJSON(w io.Writer, list []vacancy.Vacancy) error {
	out := make([]wireVacancy, len(list))
	for i, v := range list {
		out[i] = wired(v)
	}
	return writeMember(w, "vacancies", out)
}

// writeMember writes an object whose only member is a list.
func writeMember(w io.Writer, name string, list any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(map[string]any{name: list}); err != nil {
		return fmt.Errorf("interview: export: %w", err)
	}
	return nil
}

// ReadCSV reads a table of vacancies (RFC 4180) with a header. A byte order mark, ";" or
// tabs between the cells and Russian names of columns are understood; other columns are
// passed over. A cell that WriteCSV guarded gets its first sign back.
func ReadCSV(data []byte) ([]Row, error) {
	if err := sized(data); err != nil {
		return nil, err
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(data), "\uFFFD"), "\ufeff")
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.TrimLeadingSpace = separator(text), -1, true
	header, err := reader.Read()
	if err != nil {
		return nil, unreadable(err)
	}
	place := headed(header)
	if _, ok := place["title"]; !ok {
		return nil, unreadable(nil).(*fault.Error).WithHint(fault.Say( //nolint:errorlint // made one line above
			"The first line must name the columns, title among them.", "Первая строка должна называть столбцы, среди них title (название)."))
	}
	return readLines(reader, text, maxRows, tooManyRows, func(n int, cells []string, err error) Row {
		if err != nil {
			return Row{Number: n, Err: err}
		}
		return readCells(n, cells, place)
	})
}

// readLines makes a row of each line behind the header of a table, and of each that cannot be
// read with the reason; more lines than most are refused.
func readLines[R any](reader *csv.Reader, text string, most int, tooMany func() error, row func(n int, cells []string, err error) R) ([]R, error) {
	var rows []R
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if len(rows) == most {
			return nil, tooMany()
		}
		n := len(rows) + 1
		if err == nil {
			rows = append(rows, row(n, cells, nil))
			continue
		}
		rows = append(rows, row(n, nil, badRow(n, err)))
		var broken *csv.ParseError
		if !errors.As(err, &broken) || errors.Is(err, csv.ErrQuote) && strings.Count(text, `"`)%2 == 1 {
			return rows, nil // an open quotation mark swallows the rest
		}
	}
}

// separator is the sign that parts the header.
func separator(text string) rune {
	first, _, _ := strings.Cut(text, "\n")
	best, most := ',', strings.Count(first, ",")
	for _, r := range []rune{';', '\t'} {
		if n := strings.Count(first, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

// headed finds the columns by the header.
func headed(header []string) map[string]int {
	place := map[string]int{}
	for i, cell := range header {
		name := strings.ToLower(input.Clean(cell))
		for _, c := range columns {
			for _, known := range append(c.also, c.name) {
				if _, taken := place[c.name]; name == known && !taken {
					place[c.name] = i
				}
			}
		}
		if name == needsColumn || name == "навыки" {
			place[needsColumn] = i
		}
	}
	return place
}

func readCells(n int, cells []string, place map[string]int) Row {
	cell := func(name string) string {
		i, ok := place[name]
		if !ok || i >= len(cells) {
			return ""
		}
		return unguarded(cells[i])
	}
	var w wireVacancy
	for _, c := range columns {
		*c.field(&w) = cell(c.name)
	}
	for part := range strings.SplitSeq(cell(needsColumn), "|") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		need, err := readNeed(part)
		if err != nil {
			return Row{Number: n, Saving: w.saving(), Err: badRow(n, err)}
		}
		w.Needs = append(w.Needs, need)
	}
	return Row{Number: n, Saving: w.saving()}
}

// readNeed reads "skill:weight:level"; the name of a skill may hold a colon itself.
func readNeed(text string) (vacancy.Need, error) {
	fields := strings.Split(strings.TrimSpace(text), ":")
	var n vacancy.Need
	if last := bank.Level(skill.LevelOf(fields[len(fields)-1])); len(fields) > 1 && (last == bank.Junior || last == bank.Middle || last == bank.Senior) {
		n.Level, fields = last, fields[:len(fields)-1]
	}
	if len(fields) > 1 {
		if weight, err := strconv.ParseFloat(strings.ReplaceAll(fields[len(fields)-1], ",", "."), 64); err == nil {
			n.Weight, fields = weight, fields[:len(fields)-1]
		}
	}
	if n.Skill = skill.ID(strings.Join(fields, ":")); strings.TrimSpace(string(n.Skill)) == "" {
		return n, fmt.Errorf("a need without a skill: %q", fault.Clip(text))
	}
	return n, nil
}

// WriteCSV writes vacancies as ReadCSV reads them, in UTF-8 with a byte order mark, which
// spreadsheets want. A cell that a spreadsheet would take for a formula is guarded by an
// apostrophe.
func WriteCSV(w io.Writer, list []vacancy.Vacancy) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return fmt.Errorf("interview: export: %w", err)
	}
	writer := csv.NewWriter(w)
	writer.UseCRLF = true
	var lines [][]string
	header := []string{}
	for _, c := range columns {
		header = append(header, c.name)
	}
	lines = append(lines, append(header, needsColumn))
	for _, v := range list {
		row := wired(v)
		var cells []string
		for _, c := range columns {
			cells = append(cells, guarded(*c.field(&row)))
		}
		var needs []string
		for _, n := range row.Needs {
			need := string(n.Skill) + ":" + strconv.FormatFloat(n.Weight, 'g', -1, 64)
			if n.Level != "" {
				need += ":" + string(n.Level)
			}
			needs = append(needs, need)
		}
		lines = append(lines, append(cells, guarded(strings.Join(needs, "|"))))
	}
	if err := writer.WriteAll(lines); err != nil {
		return fmt.Errorf("interview: export: %w", err)
	}
	return nil
}

// formulaSigns begin a formula in a spreadsheet; an apostrophe is guarded as well, so that
// a guarded cell can be told from one that had its own.
const formulaSigns = "=+-@＝＋－＠\t\r'"

func guarded(cell string) string {
	if first, size := utf8.DecodeRuneInString(cell); size > 0 && strings.ContainsRune(formulaSigns, first) {
		return "'" + cell
	}
	return cell
}

func unguarded(cell string) string {
	bare, marked := strings.CutPrefix(cell, "'")
	if first, size := utf8.DecodeRuneInString(bare); marked && size > 0 && strings.ContainsRune(formulaSigns, first) {
		return bare
	}
	return cell
}
