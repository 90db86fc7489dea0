package trudvsem

import (
	"context"
	"errors"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
)

// mostFailures is how many pages may fail before the rest is left.
const mostFailures = 3

// Crawl reads what a query finds, up to so many postings, page after page. Found is what the
// register says, before its answers are held against the query. What fails in the middle is told
// in the snapshot; the error is that of a crawl that read nothing, or of a caller who left.
// report, which may be nil, is told how many rows of how many are read.
func (c *Client) Crawl(ctx context.Context, q posting.Query, most int, report func(done, total int)) (posting.Snapshot, error) {
	got := posting.Snapshot{Source: posting.Trudvsem, Query: q, Taken: c.Now().UTC()}
	if most < 1 {
		return got, fault.Wrong("most", fault.Say("must be at least 1, got %d", "не меньше 1, а не %d", most))
	}
	a, err := c.question(q)
	if err != nil {
		return got, err
	}
	k := &crawl{c: c, asked: a, most: most, got: got, seen: map[string]bool{}, pages: 1}
	for n := 0; n < k.pages && len(k.got.Postings) < most; n++ {
		if !k.page(ctx, n) {
			break
		}
		if report != nil {
			report(len(k.seen), max(k.got.Found, len(k.seen)))
		}
	}
	if k.broken > 0 {
		k.miss(fmt.Sprintf("%d items", k.broken), "trudvsem_broken_items", fault.Say("they are not vacancies that can be read", "это не вакансии или они не читаются"))
	}
	k.got.Complete = len(k.got.Failures) == 0 && len(k.seen) >= k.got.Found
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return k.got, fmt.Errorf("trudvsem: crawl: %w", ctx.Err())
	case len(k.got.Postings) == 0:
		return k.got, k.first
	}
	return k.got, nil
}

// crawl is one crawl under way.
type crawl struct {
	c        *Client
	asked    asked
	most     int
	got      posting.Snapshot
	seen     map[string]bool // ids of all rows, also of those the query does not want
	pages    int
	broken   int
	failures int
	first    error
}

// page reads one page, and reports whether to go on.
func (k *crawl) page(ctx context.Context, n int) bool {
	page, err := k.c.page(ctx, k.asked, n, mostPerPage)
	k.got.Requests += page.Requests
	if err != nil {
		return k.failed(ctx, n, err)
	}
	if n == 0 {
		k.got.Found, k.pages = page.Found, page.Pages
	}
	if page.Stale {
		k.miss(fmt.Sprintf("page %d", n+1), "trudvsem_old_copy", fault.Say("an earlier copy: the register could not be asked", "прежняя копия: реестр не ответил"))
	}
	k.broken += page.Broken
	fresh := 0
	for _, p := range page.Items {
		if k.seen[p.ID] {
			continue
		}
		k.seen[p.ID] = true
		fresh++
		if k.asked.wants(&p) && len(k.got.Postings) < k.most {
			k.got.Postings = append(k.got.Postings, p)
		}
	}
	if fresh == 0 && page.Broken == 0 && n > 0 {
		k.miss(fmt.Sprintf("page %d", n+1), "trudvsem_repeats", fault.Say("the register repeats what it has shown", "реестр повторяет уже показанное"))
		return false
	}
	return true
}

// failed notes a page that could not be read, and reports whether others may be.
func (k *crawl) failed(ctx context.Context, n int, err error) bool {
	if k.first == nil {
		k.first = err
	}
	k.miss(fmt.Sprintf("page %d", n+1), string(fault.KindOf(err)), fault.From(err).Text)
	k.failures++
	kind := fault.KindOf(err)
	return n > 0 && ctx.Err() == nil && k.failures < mostFailures && kind != fault.Limited && kind != fault.Denied
}

func (k *crawl) miss(what, code string, why fault.Text) {
	k.got.Failures = append(k.got.Failures, posting.Failure{What: what, Code: code, Reason: why.EN, ReasonRU: why.RU})
}
