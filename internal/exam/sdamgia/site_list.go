package sdamgia

import (
	"context"
	"slices"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// fewest is the least problems a page holds that is not the last.
const fewest = 5

// Search reads one page, from 1, of what the site finds by words. A page past the end is
// empty and Whole. Long queries find nothing: the site wants every word.
func (s *Site) Search(ctx context.Context, course subject.Course, query string, page int) (problem.Listing, problem.Provenance, error) {
	return s.within(ctx, max(1, page), func(ctx context.Context, page int) (problem.Listing, problem.Provenance, error) {
		address, err := searchAt(course, query, page)
		if err != nil {
			return problem.Listing{}, problem.Provenance{}, err
		}
		listing, from, err := s.list(ctx, course, address, searchKind)
		if fault.KindOf(err) == fault.NotFound {
			return problem.Listing{Whole: true}, from, nil
		}
		return listing, from, err
	})
}

// Category reads one page of a category, from 1; a page past the end is empty and Whole.
// Page 0 is the print page, all of it in one request. Where that cannot be had or read the
// list pages may: who asks goes on from page 1, and knows what of them it already has.
func (s *Site) Category(ctx context.Context, course subject.Course, id string, page int) (problem.Listing, problem.Provenance, error) {
	if page <= 0 {
		address, err := printAt(course, id)
		if err != nil {
			return problem.Listing{}, problem.Provenance{}, err
		}
		return s.list(ctx, course, address, listKind)
	}
	return s.within(ctx, page, func(ctx context.Context, page int) (problem.Listing, problem.Provenance, error) {
		address, err := categoryAt(course, id, page)
		if err != nil {
			return problem.Listing{}, problem.Provenance{}, err
		}
		return s.list(ctx, course, address, listKind)
	})
}

type pageReader func(ctx context.Context, page int) (problem.Listing, problem.Provenance, error)

// within reads a page of a list and takes it for the end of the list when it is: past the
// end the site repeats its last page for ever. Where the page does not say how many there
// are, it is compared with the one before, which as a rule lies in the cache.
func (s *Site) within(ctx context.Context, page int, read pageReader) (problem.Listing, problem.Provenance, error) {
	listing, from, err := read(ctx, page)
	if err != nil {
		return listing, from, err
	}
	if listing.Pages > 0 {
		if listing.Page < page {
			listing.Problems, listing.Hidden = nil, nil
		}
		listing.Page, listing.Whole = page, page >= listing.Pages
		return listing, from, nil
	}
	listing.Page, listing.Whole = page, len(listing.Problems)+len(listing.Hidden) < fewest
	if page == 1 || len(listing.Problems) == 0 {
		return listing, from, nil
	}
	before, also, err := read(ctx, page-1)
	if err != nil {
		from.Sent += also.Sent
		return problem.Listing{}, from, err
	}
	if repeats(listing, before) {
		listing.Problems, listing.Hidden, listing.Whole = nil, nil, true
	}
	return listing, from.With(also), nil
}

// repeats reports a page that brings nothing the one before had not.
func repeats(listing, before problem.Listing) bool {
	return !slices.ContainsFunc(listing.Problems, func(p problem.Problem) bool {
		return !slices.ContainsFunc(before.Problems, func(q problem.Problem) bool { return p.Ref == q.Ref })
	})
}

func (s *Site) list(ctx context.Context, course subject.Course, address string, kind upstream.Kind) (problem.Listing, problem.Provenance, error) {
	return ask(ctx, s, question[problem.Listing]{
		address: address, kind: kind,
		read: func(at string, body []byte) (problem.Listing, error) { return Problems(course, at, body) },
	})
}
