package webui_test

import (
	"testing"
	"time"

	"kadry/internal/exam"
	"kadry/internal/exam/formula"
	"kadry/internal/exam/inmemory"
	"kadry/internal/exam/sample"
	"kadry/internal/op"
)

// math is the course of the problems below.
var math = exam.Course{Exam: exam.EGE, Subject: "math"}

// examHouse is a house with an exam room over a bank that asks nobody.
func examHouse(t *testing.T, problems ...exam.Stored) (*house, *inmemory.Shelf) {
	t.Helper()
	shelf := inmemory.New()
	if err := shelf.Put(t.Context(), problems); err != nil {
		t.Fatal(err)
	}
	if len(problems) > 0 {
		if err := shelf.PutCatalogue(t.Context(), contents(), asOf.Add(-2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		progress := exam.Progress{Course: math, Category: "79", Page: 1, Done: true, At: asOf.Add(-75 * time.Hour)}
		if err := shelf.PutPage(t.Context(), problems[:1], progress); err != nil {
			t.Fatal(err)
		}
	}
	h := newHouse(t, false)
	h.exams = exam.New(exam.Parts{Shelf: shelf, Now: now, Alone: true})
	var err error
	if h.registry, err = op.NewRegistry(append(h.registry.All(), exam.Operations(h.exams)...)...); err != nil {
		t.Fatal(err)
	}
	return h, shelf
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
func body(paragraphs ...string) exam.Body {
	var b exam.Body
	for _, p := range paragraphs {
		b.Blocks = append(b.Blocks, exam.Block{Kind: exam.Paragraph, Spans: []exam.Span{{Text: p}}})
	}
	return b
}

// said is a formula by its reading.
func said(alt string) exam.Span {
	f := formula.Convert(alt)
	return exam.Span{Formula: &exam.Formula{Alt: alt, LaTeX: f.LaTeX, MathML: f.MathML, OK: f.OK}}
}

// copied is a problem of the bank as of three days ago.
func copied(p exam.Problem) exam.Stored {
	if p.Exam == "" {
		p.Course = math
	}
	return exam.Stored{Problem: p, FetchedAt: asOf.Add(-75 * time.Hour)}
}
