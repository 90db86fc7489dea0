package linkedin

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"

	"kadry/internal/fault"
)

const (
	maxRows     = 50_000 // records of a file: endorsements are the most numerous
	maxColumns  = 64
	maxPreamble = 20 // lines before the header ("Notes: ...")
)

// readTable reads a file of the archive. Its header is found by its titles, because some
// files start with notes. A file without a header is none.
func (d *draft) readTable(kind domain, place string, body []byte) (table, bool) {
	t := table{domain: kind, place: place, columns: map[string]bool{}}
	body = bytes.ToValidUTF8(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF")), []byte("\uFFFD"))
	r := csv.NewReader(bytes.NewReader(body))
	r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, true
	var header []string
	for n := 0; ; n++ {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			d.warn(place, fault.Say("Line %d is no CSV and was skipped.", "Строка %d — не CSV, пропущена.", n+1))
			continue
		}
		if header == nil {
			if header = headerOf(kind, record); header == nil && n >= maxPreamble {
				break
			}
			continue
		}
		if len(t.rows) >= maxRows {
			d.warn(place, fault.Say("Only the first %d records were read.", "Прочитаны только первые записи: %d.", maxRows))
			break
		}
		if one := recordOf(header, record); one != nil {
			t.rows = append(t.rows, one)
		}
	}
	if header == nil {
		d.warn(place, fault.Say("The file has no known column titles and was not read.", "В файле нет известных заголовков столбцов, он не прочитан."))
		return t, false
	}
	for _, title := range header {
		t.columns[title] = true
	}
	return t, true
}

// headerOf returns the titles of a record as letters when it is the header of the domain:
// two of the known titles, or the only one there is.
func headerOf(kind domain, record []string) []string {
	wanted := titles[kind]
	known, header := 0, make([]string, 0, min(len(record), maxColumns))
	for _, cell := range record[:min(len(record), maxColumns)] {
		title := letters(cell)
		header = append(header, title)
		for _, w := range wanted {
			if w == title {
				known++
			}
		}
	}
	if known < min(2, len(wanted)) && (known == 0 || len(record) > 1) {
		return nil
	}
	return header
}

// recordOf names the cells of a record; one without any content is none.
func recordOf(header, record []string) row {
	out := row{}
	for i, cell := range record[:min(len(record), len(header))] {
		if cell != "" {
			out[header[i]] = cell
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}
