package op

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Table is rows as a file that spreadsheets open: UTF-8 with a byte order mark, which they want,
// and no cell that they would take for a formula.
func Table(name string, rows [][]string) (File, error) {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for _, row := range rows {
		row = slices.Clone(row)
		for i, cell := range row {
			row[i] = guarded(cell)
		}
		if err := w.Write(row); err != nil {
			return File{}, fmt.Errorf("op: table %s: %w", name, err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return File{}, fmt.Errorf("op: table %s: %w", name, err)
	}
	return File{Name: name, Type: "text/csv; charset=utf-8", Text: b.String()}, nil
}

// formulaSigns begin a formula in a spreadsheet, some of them in their full-width forms.
const formulaSigns = "=+-@＝＋－＠\t\r"

func guarded(cell string) string {
	if first, size := utf8.DecodeRuneInString(cell); size > 0 && strings.ContainsRune(formulaSigns, first) {
		return "'" + cell
	}
	return cell
}
