// Package snapshot reads and writes dated sets of postings as files: the house's own format, and
// what people have saved - answers of HeadHunter's API, its web pages, tables. Which of them a
// file is, its content says. It reads and writes bytes, asks nobody, and decides nothing of what
// a set is good for.
package snapshot

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
)

// Format is what a file is.
type Format string

// The formats.
const (
	Own     Format = "kadry"      // a header and a posting a line
	Page    Format = "hh_page"    // an answer of HeadHunter's search
	Items   Format = "hh_items"   // an array of its vacancies
	Details Format = "hh_details" // one or more of its vacancies, one a line
	State   Format = "hh_web"     // a web page of HeadHunter, or the state it carries
	Table   Format = "csv"        // with a header; Columns says of what
)

// Options bound what is read. A zero field means what its comment says.
type Options struct {
	MostBytes int64     // 0 is 64 MiB
	MostRows  int       // 0 is 100,000
	At        time.Time // when a file was taken that does not say; zero is its newest posting
}

const (
	mostBytes = 64 << 20
	mostRows  = 100_000
	mostWrong = 20 // that are told one by one
)

// Wrong is a row that is no posting.
type Wrong struct {
	Line   int        `json:"line"` // from 1; of an array, the number of the item
	Reason fault.Text `json:"reason"`
}

// Report is what became of a file.
type Report struct {
	Format     Format  `json:"format"`
	Rows       int     `json:"rows"`       // that hold something
	WrongRows  int     `json:"wrong_rows"` // of them, left out
	Wrong      []Wrong `json:"wrong"`      // the first of those
	Duplicates int     `json:"duplicates"` // of postings that came before, left out
	CutShort   bool    `json:"cut_short"`  // a file of our own that lost its end
}

// Read reads a file of any of the formats. A row that is no posting is left out and told; what
// makes the whole unreadable is an error: an unknown format, a newer version of our own, nothing
// in it, more than the options allow.
func Read(from io.Reader, o Options) (posting.Snapshot, Report, error) {
	if o.MostBytes <= 0 {
		o.MostBytes = mostBytes
	}
	if o.MostRows <= 0 {
		o.MostRows = mostRows
	}
	body, err := io.ReadAll(io.LimitReader(from, o.MostBytes+1))
	if err != nil {
		return posting.Snapshot{}, Report{}, fmt.Errorf("snapshot: %w", err)
	}
	if int64(len(body)) > o.MostBytes {
		return posting.Snapshot{}, Report{}, fault.E(fault.TooLarge, fault.Say("The file is larger than %d MB.", "Файл больше %d МБ.", o.MostBytes>>20), nil).
			WithHint(fault.Say("Split it and import the parts.", "Разделите его и загрузите по частям."))
	}
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	g := &gathering{most: o.MostRows, seen: map[string]bool{}}
	g.report.Format, g.report.Wrong = formatOf(body), []Wrong{}
	if err := g.read(body); err != nil {
		return posting.Snapshot{}, g.report, err
	}
	if g.over {
		return posting.Snapshot{}, g.report, fault.E(fault.TooLarge, fault.Say("The file holds more than %d postings.", "В файле больше %d вакансий.", o.MostRows), nil).
			WithHint(fault.Say("Split it and import the parts.", "Разделите его и загрузите по частям."))
	}
	if len(g.got.Postings) == 0 && g.report.Format != Own {
		return posting.Snapshot{}, g.report, g.empty()
	}
	g.finish(o.At)
	return g.got, g.report, nil
}

// gathering is a file being read.
type gathering struct {
	got    posting.Snapshot
	report Report
	seen   map[string]bool
	most   int
	over   bool // there are more rows than allowed
}

func (g *gathering) read(body []byte) error {
	switch g.report.Format {
	case Own:
		return g.own(body)
	case Page:
		page, err := hhjson.Search(body)
		g.page(page)
		return unreadable(err)
	case State:
		page, err := hhjson.State(body)
		g.page(page)
		return unreadable(err)
	case Items:
		items, broken, err := hhjson.Items(body)
		g.page(posting.Page{Items: items, Broken: broken})
		return unreadable(err)
	case Details:
		g.got.Source = posting.HH
		if p, err := hhjson.Vacancy(body); err == nil { // one over several lines
			g.add(p)
			return nil
		}
		hhjson.Lines(body, func(line int, p posting.Posting, err error) bool {
			if err != nil {
				return g.wrong(line, fault.Say("not a vacancy of HeadHunter", "не вакансия HeadHunter"))
			}
			return g.add(p)
		})
		return nil
	case Table:
		return g.table(body)
	}
	return unreadable(hhjson.ErrShape)
}

// page takes what a page holds.
func (g *gathering) page(page posting.Page) {
	g.got.Source, g.got.Found = posting.HH, page.Found
	for _, p := range page.Items {
		if !g.add(p) {
			return
		}
	}
	g.report.Rows += page.Broken
	g.report.WrongRows += page.Broken
}

// add takes a posting, and reports whether there is room for another.
func (g *gathering) add(p posting.Posting) bool {
	if g.report.Rows++; g.report.Rows > g.most {
		g.over = true
		return false
	}
	if key := p.Key(); g.seen[key] {
		g.report.Duplicates++
	} else {
		g.seen[key] = true
		g.got.Postings = append(g.got.Postings, p)
	}
	return true
}

// wrong leaves a row out.
func (g *gathering) wrong(line int, why fault.Text) bool {
	if g.report.Rows++; g.report.Rows > g.most {
		g.over = true
		return false
	}
	if g.report.WrongRows++; len(g.report.Wrong) < mostWrong {
		g.report.Wrong = append(g.report.Wrong, Wrong{Line: line, Reason: why})
	}
	return true
}

// finish fills what a file of another's does not tell.
func (g *gathering) finish(at time.Time) {
	if g.got.Source == "" {
		g.got.Source = posting.Imported
	}
	if g.got.Found = max(g.got.Found, len(g.got.Postings)); g.report.Format == Own {
		return
	}
	if g.got.Taken = at.UTC(); at.IsZero() {
		for _, p := range g.got.Postings {
			if p.Published.After(g.got.Taken) {
				g.got.Taken = p.Published
			}
		}
	}
	g.got.Complete = g.report.WrongRows == 0 && g.got.Found == len(g.got.Postings)
}

func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return fault.E(fault.Invalid, fault.Say("The file cannot be read as postings.", "Файл не удаётся прочесть как вакансии."), err).
		WithHint(fault.Say("Give a snapshot of kadry, saved JSON or a web page of HeadHunter, or a CSV file with the columns id and title.",
			"Нужен снимок kadry, сохранённый JSON или веб-страница HeadHunter либо CSV с колонками id и title."))
}

// empty is a file in which no row is a posting.
func (g *gathering) empty() error {
	if g.report.WrongRows == 0 {
		return fault.E(fault.Invalid, fault.Say("There are no postings in the file.", "В файле нет вакансий."), nil)
	}
	f := fault.E(fault.Invalid, fault.Say("None of the %d rows of the file is a posting.", "Ни одна из %d строк файла не является вакансией.", g.report.WrongRows), nil)
	for _, w := range g.report.Wrong {
		f.Fields = append(f.Fields, fault.Field{Path: fmt.Sprintf("line %d", w.Line), Text: w.Reason})
	}
	return f
}
