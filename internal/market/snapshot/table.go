package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
)

// Columns are those that a table may have, in any order; the first two it must, though a row may
// lack the id. Others are passed over. salary_from and salary_to are a month's; work_format and
// key_skills hold several values with a bar between them.
func Columns() []string {
	return []string{
		"id", "title", "source", "role_id", "role", "area_id", "area", "employer_id", "employer", "salary_from", "salary_to",
		"currency", "gross", "experience", "work_format", "key_skills", "published_at", "url",
	}
}

// isTable reports whether the first line names the columns of a table.
func isTable(start []byte) bool {
	columns, err := columnsOf(tableReader(start))
	_, id := columns["id"]
	_, title := columns["title"]
	return err == nil && id && title
}

func tableReader(body []byte) *csv.Reader {
	rows := csv.NewReader(bytes.NewReader(body))
	rows.Comma, rows.FieldsPerRecord, rows.ReuseRecord, rows.LazyQuotes = comma(body), -1, true, true
	return rows
}

// columnsOf reads the header: the columns by their names.
func columnsOf(rows *csv.Reader) (map[string]int, error) {
	names, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("snapshot: header: %w", err)
	}
	columns := map[string]int{}
	for i, name := range names {
		columns[strings.ToLower(strings.TrimSpace(name))] = i
	}
	return columns, nil
}

// comma is what stands between the columns: tables of Russian offices have semicolons.
func comma(line []byte) rune {
	line, _, _ = bytes.Cut(line, []byte("\n"))
	if bytes.Count(line, []byte(";")) > bytes.Count(line, []byte(",")) {
		return ';'
	}
	return ','
}

// table reads a table with a header.
func (g *gathering) table(body []byte) error {
	rows := tableReader(body)
	columns, err := columnsOf(rows)
	if err != nil {
		return unreadable(err)
	}
	for {
		fields, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok {
			if !g.wrong(wrong.StartLine, fault.Say("the quotes do not match", "кавычки не парные")) {
				return nil
			}
			continue
		}
		if err != nil {
			return unreadable(err)
		}
		line, _ := rows.FieldPos(0)
		p, why := row{fields, columns}.posting()
		if why != (fault.Text{}) {
			if !g.wrong(line, why) {
				return nil
			}
		} else if !g.add(p) {
			return nil
		}
	}
}

// row is a row of a table.
type row struct {
	fields  []string
	columns map[string]int
}

func (r row) get(name string) string {
	i, ok := r.columns[name]
	if !ok || i >= len(r.fields) {
		return ""
	}
	return strings.TrimSpace(r.fields[i])
}

// posting makes a posting of a row, or says why it is none.
func (r row) posting() (posting.Posting, fault.Text) {
	p := posting.Posting{
		Source: one(posting.Source(r.get("source")), posting.HH, posting.Trudvsem), ID: r.get("id"), Title: r.get("title"),
		Employer: posting.Employer{ID: r.get("employer_id"), Name: r.get("employer")}, Area: posting.Named{ID: r.get("area_id"), Name: r.get("area")},
		Experience: posting.Experience(r.get("experience")), KeySkills: split(r.get("key_skills")),
		Published: hhjson.Time(r.get("published_at")),
	}
	if p.ID == "" {
		p.ID = r.digest()
	}
	if e := hhjson.Experience(string(p.Experience)); e != "" {
		p.Experience = e
	}
	if role := (posting.Named{ID: r.get("role_id"), Name: r.get("role")}); role != (posting.Named{}) {
		p.Roles = []posting.Named{role}
	}
	for _, name := range split(r.get("work_format")) {
		f := one(posting.Format(name), posting.OnSite, posting.Remote, posting.Hybrid, posting.Field)
		if known := hhjson.Format(name); known != "" {
			f = known
		}
		if f != "" && !slices.Contains(p.Formats, f) {
			p.Formats = append(p.Formats, f)
		}
	}
	if url := r.get("url"); strings.HasPrefix(url, "https://") && len(url) <= 500 {
		p.URL = url
	}
	from, err1 := amount(r.get("salary_from"))
	to, err2 := amount(r.get("salary_to"))
	if err1 != nil || err2 != nil {
		return p, fault.Say("salary_from or salary_to is not a number", "salary_from или salary_to не число")
	}
	if from > 0 || to > 0 {
		p.Pay = &posting.Pay{From: from, To: to, Currency: hhjson.Currency(r.get("currency")), Basis: basis(r.get("gross"))}
	}
	return p, mend(&p)
}

// digest stands for the id of a row that has none: the same row has the same one in any file.
func (r row) digest() string {
	sum := sha256.Sum256([]byte(strings.Join(r.fields, "\x00")))
	return "row-" + hex.EncodeToString(sum[:8])
}

func basis(gross string) posting.Basis {
	switch strings.ToLower(gross) {
	case "true", "1":
		return posting.Gross
	case "false", "0":
		return posting.Net
	}
	return ""
}

// amount reads a bound of a pay; empty was not stated.
func amount(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(text, "\u00a0", ""), " ", ""), 64)
	if err != nil || v < 0 || v > largestPay || math.IsNaN(v) {
		return 0, errors.New("snapshot: not an amount")
	}
	return v, nil
}

// split divides a field at its bars.
func split(field string) []string {
	var all []string
	for part := range strings.SplitSeq(field, "|") {
		if part = strings.TrimSpace(part); part != "" && len(all) < 100 && !slices.Contains(all, part) {
			all = append(all, part)
		}
	}
	return all
}
