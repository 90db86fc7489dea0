// Package evaluate measures the exam room on labelled data: search by damaged copies
// against the problems they were made of, and reading of pages against facts taken from
// the same pages by other means. It goes through the same functions as the product, over
// an in-memory shelf, and learns nothing from the data it is given.
package evaluate

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// Result is what was measured; a set that is not in the directory is nil.
type Result struct {
	Fuzzy *Fuzzy `json:"fuzzy,omitempty"`
	Pages *Pages `json:"pages,omitempty"`
}

// Fuzzy is the search of each damaged copy among all problems of its subject.
type Fuzzy struct {
	Queries    int     `json:"queries"`
	Top1       float64 `json:"top1"`         // share of queries whose problem comes first
	MRR        float64 `json:"mrr"`          // mean of 1 / rank, 0 beyond the first 50
	MsPerQuery float64 `json:"ms_per_query"` // milliseconds, one at a time
}

// Pages is the reading of pages, field by field. The fields of a problem, each counted as
// often as a data set says what it must be:
//
//	type      number of the kind in the exam (corpus, GOAT)
//	answer    the key as written, variants by "|" (corpus, GOAT)
//	text      question and passage (corpus)
//	question  question and passage (GOAT)
//	solution  (GOAT)
//	codes     of the codifier, with their names, as a set (GOAT)
//	source    address of the source (GOAT)
//	criteria  there or not there (GOAT)
//
// Texts are compared by their letters and digits: white space, soft hyphens, punctuation
// and case are the business of whoever took the text down. A problem that a data set knows
// and that has a page of its own, but was not read from it, fails in every field.
type Pages struct {
	Problems       int     `json:"problems"`
	FieldsOK       int     `json:"fields_ok"`
	FieldsTotal    int     `json:"fields_total"`
	SmallPagesPerS float64 `json:"small_pages_per_s"` // pages of one problem, on one core
}

// Options say what to measure, and with which reader of pages.
type Options struct {
	Dir   string
	Notes io.Writer // one line per set that is missing and per field that is wrong
	Parse func(course subject.Course, at string, html []byte) (problem.Listing, error)
}

// run is one evaluation.
type run struct{ Options }

// Run measures every set found in the directory.
func Run(ctx context.Context, o Options) (Result, error) {
	if _, err := os.ReadDir(o.Dir); err != nil {
		return Result{}, fmt.Errorf("evaluate: directory %q: %w", o.Dir, err)
	}
	r := &run{o}
	known, err := lines[record](r, "corpus/problems.jsonl")
	if err != nil {
		return Result{}, fmt.Errorf("evaluate: %w", err)
	}
	var result Result
	if result.Fuzzy, err = r.fuzzy(ctx, known); err != nil {
		return result, fmt.Errorf("evaluate: fuzzy: %w", err)
	}
	if result.Pages, err = r.pages(ctx, known); err != nil {
		return result, fmt.Errorf("evaluate: pages: %w", err)
	}
	return result, nil
}

func (r *run) note(format string, operands ...any) {
	fmt.Fprintf(r.Notes, format+"\n", operands...)
}

// passes is how often a timed part is repeated; the fastest counts, so that a busy machine
// is not taken for slow code.
const passes = 3

// fastest runs a part several times and returns the shortest.
func fastest(ctx context.Context, part func() error) (time.Duration, error) {
	least := time.Duration(0)
	for pass := range passes {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		began := time.Now()
		if err := part(); err != nil {
			return 0, err
		}
		if took := time.Since(began); pass == 0 || took < least {
			least = took
		}
	}
	return least, nil
}
