package examweb_test

import (
	"net/http"
	"testing"
	"time"

	"kadry/internal/exam"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/examsql"
	"kadry/internal/exam/examweb"
	"kadry/internal/exam/formula"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/sample"
	"kadry/internal/exam/subject"
	"kadry/internal/op"
	"kadry/internal/store/storetest"
	"kadry/internal/webui/webtest"
)

// math is the course of the problems below.
var math = subject.Course{Exam: subject.EGE, Subject: "math"}

// asOf is the day the pages are looked at.
var asOf = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

func now() time.Time { return asOf }

// house is the pages over a bank.
type house struct {
	exams    *bank.Bank
	registry *op.Registry
}

func newHouse(t *testing.T, bank *bank.Bank) *house {
	t.Helper()
	registry, err := op.NewRegistry(exam.Operations(bank)...)
	if err != nil {
		t.Fatal(err)
	}
	return &house{exams: bank, registry: registry}
}

// pages is the handler of the pages for a caller.
func (h *house) pages(t *testing.T, caller op.Caller) http.Handler {
	t.Helper()
	return webtest.Pages(t, h.registry, caller, examweb.New(examweb.Config{Bank: h.exams}))
}

// serve runs the pages on a loopback port until the test ends.
func (h *house) serve(t *testing.T, caller op.Caller) string {
	t.Helper()
	return webtest.Serve(t, h.pages(t, caller))
}

func TestSource(t *testing.T) {
	t.Parallel()
	webtest.CheckSource(t, examweb.New(examweb.Config{Bank: nil}).Files)
}

// newShelf is a shelf in a database of the test's own.
func newShelf(t *testing.T) *examsql.Problems {
	t.Helper()
	return examsql.NewProblems(storetest.SQLite(t, examsql.Schema()).Open(t))
}

// examHouse is a house over a bank that asks nobody.
func examHouse(t *testing.T, problems ...problem.Stored) (*house, *examsql.Problems) {
	t.Helper()
	shelf := newShelf(t)
	if err := shelf.Put(t.Context(), problems); err != nil {
		t.Fatal(err)
	}
	if len(problems) > 0 {
		if err := shelf.PutCatalogue(t.Context(), contents(), asOf.Add(-2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		progress := bank.Progress{Course: math, Category: "79", Page: 1, Done: true, At: asOf.Add(-75 * time.Hour)}
		if err := shelf.PutPage(t.Context(), problems[:1], progress); err != nil {
			t.Fatal(err)
		}
	}
	return newHouse(t, bank.New(bank.Parts{Shelf: shelf, Now: now, Alone: true})), shelf
}

// sampleHouse is a house whose bank holds the practice problems that kadry ships.
func sampleHouse(t *testing.T) *house {
	t.Helper()
	h, shelf := examHouse(t)
	pages, err := sample.Pages()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if err := shelf.PutPage(t.Context(), p.Problems, p.Progress); err != nil {
			t.Fatal(err)
		}
	}
	catalogues, err := sample.Catalogues()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range catalogues {
		if err := shelf.PutCatalogue(t.Context(), c, asOf); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// text makes a body of paragraphs.
func body(paragraphs ...string) problem.Body {
	var b problem.Body
	for _, p := range paragraphs {
		b.Blocks = append(b.Blocks, problem.Block{Kind: problem.Paragraph, Spans: []problem.Span{{Text: p}}})
	}
	return b
}

// said is a formula by its reading.
func said(alt string) problem.Span {
	f := formula.Convert(alt)
	return problem.Span{Formula: &problem.Formula{Alt: alt, LaTeX: f.LaTeX, MathML: f.MathML, OK: f.OK}}
}

// copied is a problem of the bank as of three days ago.
func copied(p problem.Problem) problem.Stored {
	if p.Exam == "" {
		p.Course = math
	}
	return problem.Stored{Problem: p, FetchedAt: asOf.Add(-75 * time.Hour)}
}
