package exam

import (
	"context"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/subject"
	"kadry/internal/op"
)

// Resources declares what clients read by address: a problem, a catalogue, a test. Over a
// nil bank they can be described and not read.
func Resources(bank *bank.Bank) []op.Resource {
	d := &handlers{bank: bank}
	complete := map[string]op.Completer{"exam": d.completeExam, "subject": d.completeSubject, "id": d.completeID}
	return []op.Resource{
		{
			Toolset: toolset, URI: "sdamgia://{exam}/{subject}/problem/{id}", Name: "exam_problem", Title: "Exam problem",
			Doc:  "One problem with solution and answer, as sdamgia_get_problem answers it. subject is a code like math, or math8 for a ВПР.",
			MIME: "application/json", Read: d.readProblem, Complete: complete,
		},
		{
			Toolset: toolset, URI: "sdamgia://{exam}/{subject}/catalog", Name: "exam_catalog", Title: "Catalogue of an exam",
			Doc:  "Topics and categories of a course, as sdamgia_get_catalog answers them.",
			MIME: "application/json", Read: d.readCatalog, Complete: complete,
		},
		{
			Toolset: toolset, URI: "sdamgia://{exam}/{subject}/test/{id}", Name: "exam_test", Title: "A test of the site",
			Doc:  "Problems of a ready-made test, as sdamgia_get_test answers them.",
			MIME: "application/json", Read: d.readTest, Complete: map[string]op.Completer{"exam": d.completeExam, "subject": d.completeSubject},
		},
	}
}

func courseIn(vars map[string]string) (subject.Course, error) {
	return subject.Parse(vars["exam"]+"/"+vars["subject"], subject.Course{})
}

func (d *handlers) readProblem(ctx context.Context, vars map[string]string) (string, error) {
	course, err := courseIn(vars)
	if err != nil {
		return "", err
	}
	found, err := d.problem(ctx, vars["id"], course)
	if err != nil {
		return "", err
	}
	return op.AsJSON(d.view(ctx, []part{withSolution, withAnswer, withAnalogs, withCriteria}).problem(found))
}

func (d *handlers) readCatalog(ctx context.Context, vars map[string]string) (string, error) {
	course, err := courseIn(vars)
	if err != nil {
		return "", err
	}
	contents, from, err := d.bank.Catalogue(ctx, course)
	if err != nil {
		return "", err
	}
	return op.AsJSON(wireCatalogue(contents, from, langOf(ctx)))
}

func (d *handlers) readTest(ctx context.Context, vars map[string]string) (string, error) {
	course, err := courseIn(vars)
	if err != nil {
		return "", err
	}
	variant, from, err := d.bank.Variant(ctx, course, vars["id"])
	if err != nil {
		return "", err
	}
	return op.AsJSON(wireVariant(variant, from, langOf(ctx)))
}
