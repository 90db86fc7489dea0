package evaluate

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
)

// mostRows bounds a table.
const mostRows = 1_000_000

// row is what a table of vacancies tells of pay.
type row struct {
	role string
	pay  posting.Pay
}

// readRows reads a table of vacancies by the names of its columns.
func readRows(file string) ([]row, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	defer f.Close()
	rows, err := parseRows(f)
	if err != nil {
		return nil, fmt.Errorf("evaluate: %s: %w", filepath.Base(file), err)
	}
	return rows, nil
}

func parseRows(in io.Reader) ([]row, error) {
	table := csv.NewReader(in)
	table.ReuseRecord = true
	head, err := table.Read()
	if err != nil {
		return nil, fmt.Errorf("its columns: %w", err)
	}
	var at [4]int
	for i, name := range [...]string{"role", "salary_from", "salary_to", "currency"} {
		if at[i] = slices.Index(head, name); at[i] < 0 {
			return nil, fmt.Errorf("it has no column %s", name)
		}
	}
	var rows []row
	for len(rows) < mostRows {
		cells, err := table.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		r := row{role: strings.Clone(cells[at[0]]), pay: posting.Pay{Currency: strings.Clone(cells[at[3]])}}
		from, err1 := amount(cells[at[1]])
		to, err2 := amount(cells[at[2]])
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		r.pay.From, r.pay.To = from, to
		rows = append(rows, r)
	}
	return nil, fmt.Errorf("more than %d rows", mostRows)
}

// amount reads an amount, 0 where none is stated.
func amount(cell string) (float64, error) {
	if cell == "" {
		return 0, nil
	}
	return strconv.ParseFloat(cell, 64)
}

// offersOf are the clean offers in roubles of the roles that begin so.
func offersOf(rows []row, role string) []pay.Offer {
	var postings []posting.Posting
	for i := range rows {
		if strings.HasPrefix(rows[i].role, role) {
			postings = append(postings, posting.Posting{Pay: &rows[i].pay})
		}
	}
	asStated := pay.Terms{Basis: posting.Net, Exchange: func(amount float64, code string) (float64, bool) {
		return amount, code == "RUR" || code == "RUB"
	}}
	return asStated.Clean(postings).Offers
}
