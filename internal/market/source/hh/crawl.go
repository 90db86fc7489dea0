package hh

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
)

const (
	rounding  = 5 * time.Minute     // HeadHunter's of dates
	narrowest = time.Hour           // a stretch of time that is not halved again
	oldest    = 60 * 24 * time.Hour // before the newest: a vacancy is archived after 30 days unless published anew
	// mostFailures is how many pages may fail, each for itself, before the rest is left.
	mostFailures = 3
	// mostStretches bounds the parts a search is split into: the halves of two months down to an
	// hour, and the four experiences of each.
	mostStretches = 8000
)

// Crawl reads what a query finds, the newest first, up to so many postings. A search deeper than
// HeadHunter shows is read in stretches of time, and where an hour is too deep by experience.
//
// When something fails in the middle, the snapshot holds what was read and says what is missing
// and why; the error is that of a crawl that read nothing, or of a caller who left. A deadline
// ends a crawl with what it has. report, which may be nil, is told how many of how many are read.
func (c *Client) Crawl(ctx context.Context, q posting.Query, most int, report func(done, total int)) (posting.Snapshot, error) {
	if most < 1 {
		return posting.Snapshot{}, fault.Wrong("most", fault.Say("must be at least 1, got %d", "не меньше 1, а не %d", most))
	}
	k := &crawl{c: c, most: most, report: report, seen: map[string]bool{}}
	k.got = posting.Snapshot{Source: posting.HH, Query: q, Taken: c.Now().UTC()}
	if _, err := parameters(q); err != nil {
		return k.got, err
	}
	k.stretch(ctx, q)
	if k.broken > 0 {
		k.miss(fmt.Sprintf("%d items", k.broken), Broken, fault.Say("they are not vacancies that can be read", "это не вакансии или они не читаются"))
	}
	if k.stale > 0 {
		k.miss(fmt.Sprintf("%d pages", k.stale), Old, fault.Say("they are earlier copies: HeadHunter could not be asked", "это прежние копии: HeadHunter не ответил"))
	}
	k.got.Complete = len(k.got.Failures) == 0 && len(k.got.Postings) >= k.got.Found
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return k.got, fmt.Errorf("hh: crawl: %w", ctx.Err())
	case len(k.got.Postings) == 0:
		return k.got, k.first
	}
	return k.got, nil
}

// crawl is one crawl under way.
type crawl struct {
	c         *Client
	most      int
	got       posting.Snapshot
	seen      map[string]bool // ids, since pages shift while they are read
	asked     bool            // the number of all is known
	stretches int
	failures  int
	broken    int
	stale     int
	first     error // of the failures

	mu     sync.Mutex // of what pages report while they are read
	done   int
	report func(done, total int)
}

// stretch reads a query, in parts where it is too deep. It reports whether to go on.
func (k *crawl) stretch(ctx context.Context, q posting.Query) bool {
	if k.stretches++; k.stretches > mostStretches {
		k.miss(spell(q), TooDeep, fault.Say("the search falls into too many parts", "поиск распадается на слишком много частей"))
		return false
	}
	first, err := k.c.page(ctx, q, 0, mostPerPage, "publication_time")
	k.got.Requests += first.Requests
	if err != nil {
		return k.failed(ctx, spell(q)+"page 1", err)
	}
	if !k.asked {
		k.got.Found, k.asked = first.Found, true
	}
	if first.Found > hhjson.Depth && k.most-len(k.got.Postings) > hhjson.Depth {
		if parts := k.parts(q); len(parts) > 0 {
			for _, part := range parts {
				if len(k.got.Postings) >= k.most || !k.stretch(ctx, part) {
					return false
				}
			}
			return true
		}
		k.miss(spell(q), TooDeep, fault.Say("of %[1]d vacancies the first %[2]d can be read", "из %[1]d вакансий видны первые %[2]d", first.Found, hhjson.Depth))
	}
	k.took(first)
	k.take(first)
	return k.pages(ctx, q, first)
}

// parts are the queries that a query divides into: two halves of its time, the newer first, or
// one for each experience.
func (k *crawl) parts(q posting.Query) []posting.Query {
	after, before := window(q, k.c.Now())
	if before.Sub(after) >= 2*narrowest {
		middle := after.Add(before.Sub(after) / 2).Truncate(rounding)
		newer, older := q, q
		newer.After, newer.Before = middle, before
		older.After, older.Before = after, middle
		return []posting.Query{newer, older}
	}
	asked := q.Experience
	if len(asked) == 0 {
		asked = []posting.Experience{posting.None, posting.OneToThree, posting.ThreeToSix, posting.OverSix}
	}
	if len(asked) == 1 {
		return nil
	}
	var parts []posting.Query
	for _, e := range asked {
		part := q
		part.After, part.Before, part.Experience = after, before, []posting.Experience{e}
		parts = append(parts, part)
	}
	return parts
}

// pages reads the pages after the first, several at once, and reports whether to go on. A refusal
// that would meet the next page too ends it: whoever asks for a captcha is not asked again.
func (k *crawl) pages(ctx context.Context, q posting.Query, first posting.Page) bool {
	last := min(first.Pages, 1+(k.most-len(k.got.Postings)+mostPerPage-1)/mostPerPage)
	if last <= 1 {
		return true
	}
	read := make([]posting.Page, last)
	errs := make([]error, last)
	var refused atomic.Bool // those under way still come to their end
	var all errgroup.Group
	all.SetLimit(atOnce)
	for n := 1; n < last; n++ {
		all.Go(func() error {
			if refused.Load() {
				errs[n] = errLeft
				return nil
			}
			if read[n], errs[n] = k.c.page(ctx, q, n, mostPerPage, "publication_time"); errs[n] == nil {
				k.took(read[n])
			} else if ends(errs[n]) {
				refused.Store(true)
			}
			return nil
		})
	}
	_ = all.Wait() // each page has its own error
	return k.gather(ctx, q, read[1:], errs[1:])
}

// errLeft is a page that was not asked for, since another was refused.
var errLeft = errors.New("hh: not asked for")

// gather takes the pages in their order and says which are missing.
func (k *crawl) gather(ctx context.Context, q posting.Query, read []posting.Page, errs []error) bool {
	goOn, left := true, 0
	for i, page := range read {
		k.got.Requests += page.Requests
		switch {
		case errs[i] == nil:
			k.take(page)
		case errors.Is(errs[i], errLeft):
			left++
		default:
			goOn = k.failed(ctx, fmt.Sprintf("%spage %d", spell(q), i+2), errs[i]) && goOn
		}
	}
	if left > 0 {
		k.miss(fmt.Sprintf("%s%d more pages", spell(q), left), CodeOf(k.first), fault.Say("not asked for after that", "после этого не запрашивались"))
	}
	return goOn
}

// take adds the postings of a page.
func (k *crawl) take(page posting.Page) {
	k.broken += page.Broken
	if page.Stale {
		k.stale++
	}
	for _, p := range page.Items {
		if len(k.got.Postings) == k.most {
			return
		}
		if !k.seen[p.ID] {
			k.seen[p.ID] = true
			k.got.Postings = append(k.got.Postings, p)
		}
	}
}

// took reports a page as soon as it is read.
func (k *crawl) took(page posting.Page) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.done += len(page.Items)
	if total := min(k.got.Found, k.most); k.report != nil {
		k.report(min(k.done, total), total)
	}
}

// failed notes a part that could not be read, and reports whether others may be.
func (k *crawl) failed(ctx context.Context, what string, err error) bool {
	if k.first == nil {
		k.first = err
	}
	code, text := CodeOf(err), fault.From(err).Text
	if ctx.Err() != nil && code == "" {
		code = Late
	}
	if code == "" {
		code = Down
	}
	k.miss(what, code, text)
	k.failures++
	return ctx.Err() == nil && !ends(err) && k.failures < mostFailures
}

func (k *crawl) miss(what string, code Code, why fault.Text) {
	k.got.Failures = append(k.got.Failures, posting.Failure{What: strings.TrimSuffix(what, ", "), Code: string(code), Reason: why.EN, ReasonRU: why.RU})
}

// ends reports a failure that the next request would meet as well.
func ends(err error) bool {
	switch CodeOf(err) {
	case AuthRequired, Forbidden, BadToken, TokenExpired, TokenRevoked, BadClient, Captcha, BadAgent, BadArgument, TooMany:
		return true
	}
	kind := fault.KindOf(err)
	return kind == fault.Limited || kind == fault.Denied || kind == fault.Canceled || kind == fault.Timeout ||
		kind == fault.Unavailable && CodeOf(err) == "" // out of reach, or offline
}

// spell names the part of a crawl that a query is, "" for all of it.
func spell(q posting.Query) string {
	if q.After.IsZero() || q.Before.IsZero() {
		return ""
	}
	text := q.After.UTC().Format("2006-01-02 15:04") + " - " + q.Before.UTC().Format("2006-01-02 15:04") + ", "
	if len(q.Experience) == 1 {
		text += "experience " + string(q.Experience[0]) + ", "
	}
	return text
}
