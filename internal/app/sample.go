package app

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"kadry/internal/access"
	problems "kadry/internal/exam/sample"
	vacancies "kadry/internal/interview/sample"
	"kadry/internal/op"
	"kadry/internal/talent"
	people "kadry/internal/talent/sample"
)

// prepare loads the search structures, and puts the samples in first when they are wanted.
// A sample that is there already is recognised and stays one.
func (h *house) prepare(ctx context.Context, withSample bool) error {
	if withSample {
		if err := h.putSamples(ctx); err != nil {
			return err
		}
	}
	var loading errgroup.Group
	loading.Go(func() error { return h.people.Load(ctx, nil) })
	loading.Go(func() error { return h.bank.Load(ctx, nil) })
	return loading.Wait()
}

func (h *house) putSamples(ctx context.Context) error {
	files, err := people.Files()
	if err != nil {
		return err
	}
	for _, f := range files {
		if _, err := h.people.Ingest(ctx, access.DefaultTenant, talent.File{Name: f.Name, Data: f.Data}, []string{"sample"}); err != nil {
			return fmt.Errorf("app: sample %s: %w", f.Name, err)
		}
	}
	contents, err := problems.Catalogues()
	if err != nil {
		return err
	}
	for _, c := range contents {
		if err := h.problems.PutCatalogue(ctx, c, problems.Written); err != nil {
			return fmt.Errorf("app: sample problems of %s: %w", c.Course, err)
		}
	}
	pages, err := problems.Pages()
	if err != nil {
		return err
	}
	for _, p := range pages {
		if err := h.problems.PutPage(ctx, p.Problems, p.Progress); err != nil {
			return fmt.Errorf("app: sample problems of %s: %w", p.Progress.Course, err)
		}
	}
	ctx = op.WithCaller(ctx, op.Caller{Name: "sample", Admin: true, Tenant: access.DefaultTenant}) // whom the audit log names
	if _, err := vacancies.Load(ctx, h.interviews, access.DefaultTenant); err != nil {
		return fmt.Errorf("app: sample interviews: %w", err)
	}
	return nil
}
