package bank

import (
	"context"
	"slices"

	"kadry/internal/exam/problem"
)

// maxPages bounds the pages one answer reads: fifty problems at five a page, and two more
// to find the place.
const maxPages = 12

// pageReader reads one page of a list of the site, from 1.
type pageReader func(ctx context.Context, page int) (problem.Listing, problem.Provenance, error)

// gatherer reads the pages of a list until it has what was asked.
type gatherer struct {
	bank *Bank
	q    ListQuery
	read pageReader

	listed Listed
	size   int // problems on a page
	before []problem.Ref
	pages  int  // of the list, 0 when unknown
	jumped bool // pages were left out, so the numbers of later ones are the site's word alone
}

// gather answers a list from the site's pages. Every page is kept: it carries whole
// problems. Beside an error stands what was asked in vain.
func (b *Bank) gather(ctx context.Context, q ListQuery, read pageReader) (Listed, error) {
	g := gatherer{bank: b, q: q, read: read, listed: Listed{Problems: map[problem.Ref]problem.Problem{}}}
	g.listed.FromCache = true
	ended, err := g.take(ctx, 1)
	if err != nil {
		return g.failed(), err
	}
	for read, page := 1, g.start(); !ended && read < maxPages && (page-1)*g.size < q.Offset+q.Limit; read, page = read+1, page+1 {
		if ended, err = g.take(ctx, page); err != nil {
			if len(g.listed.Refs) == 0 || ctx.Err() != nil {
				return g.failed(), err
			}
			g.listed.Warnings = append(g.listed.Warnings, notAsked(err))
			break
		}
	}
	g.listed.More = g.listed.More || !ended
	if len(g.listed.Refs) == 0 {
		g.listed.More = false
		if q.Offset == 0 && q.Words != "" {
			g.listed.Warnings = append(g.listed.Warnings, nothingSaid(q))
		}
	}
	return g.listed, nil
}

func (g *gatherer) failed() Listed { return Listed{Requests: g.listed.Requests} }

// start is the page after the first to read: the one with the first problem asked for.
// Where the number of pages is unknown it is the one before, because past the end the site
// repeats its last page, which shows only beside that page itself.
func (g *gatherer) start() int {
	page := g.q.Offset/max(g.size, 1) + 1
	if g.pages == 0 {
		page--
	}
	g.jumped = page > 2
	return max(2, page)
}

// take reads one page and reports whether the list ends with it.
func (g *gatherer) take(ctx context.Context, number int) (ended bool, err error) {
	if g.pages > 0 && number > g.pages {
		return true, nil
	}
	page, from, err := g.read(ctx, number)
	g.listed.Requests += from.Sent
	if err != nil {
		return false, err
	}
	g.listed.Provenance = g.listed.With(from)
	refs := refsOf(page.Problems)
	if len(refs) == 0 || slices.Equal(refs, g.before) || page.Page > 0 && page.Page < number {
		if !g.jumped && number > 1 {
			g.listed.Total = (number-2)*g.size + len(g.before)
		}
		return true, nil
	}
	if number == 1 {
		g.size, g.pages = len(refs), page.Pages
	}
	g.before = refs
	if _, err := g.bank.keep(ctx, page.Problems, from.FetchedAt); err != nil {
		return false, err
	}
	for i, p := range page.Problems {
		if p.ID == "" {
			continue
		}
		at := (number-1)*g.size + i
		if at >= g.q.Offset && at < g.q.Offset+g.q.Limit && !slices.Contains(g.listed.Refs, p.Ref) {
			g.listed.Refs = append(g.listed.Refs, p.Ref)
			g.listed.Problems[p.Ref] = p
		}
		g.listed.More = g.listed.More || at >= g.q.Offset+g.q.Limit
	}
	ended = page.Whole || g.pages > 0 && number == g.pages
	if ended && (!g.jumped || page.Page == number) {
		g.listed.Total = (number-1)*g.size + len(refs)
	}
	return ended, nil
}

func refsOf(problems []problem.Problem) []problem.Ref {
	refs := make([]problem.Ref, len(problems))
	for i, p := range problems {
		refs[i] = p.Ref
	}
	return refs
}
