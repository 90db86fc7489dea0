package bank

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// ListQuery asks for numbers of problems by keywords or by category.
type ListQuery struct {
	Course   subject.Course
	Words    string // keywords, or
	Category string // a category
	Limit    int
	Offset   int
}

// Listed is the answer to a ListQuery.
type Listed struct {
	Refs     []problem.Ref
	Problems map[problem.Ref]problem.Problem // what is known of them
	Total    int                             // 0 when the site does not say
	More     bool
	Local    bool // answered by the bank, not by the site's own search
	problem.Provenance
	Requests int // made to the site for this answer
	Warnings []problem.Warning
}

func (q ListQuery) check() error {
	if err := q.Course.Check(); err != nil {
		return err
	}
	if q.Limit < 1 || q.Offset < 0 {
		return fault.E(fault.Invalid, fault.Say("A list needs a limit from 1 and an offset from 0.", "Списку нужны limit от 1 и смещение от 0."), nil)
	}
	return nil
}

// Search lists problems by keywords: by the site's own search, or by the bank where the
// site is off or out of reach or the whole course is copied.
func (b *Bank) Search(ctx context.Context, q ListQuery) (Listed, error) {
	if err := q.check(); err != nil {
		return Listed{}, err
	}
	if strings.TrimSpace(q.Words) == "" {
		return Listed{}, fault.E(fault.Invalid, fault.Say("There are no words to look for.", "Нет слов для поиска."), nil)
	}
	whole, err := b.copiedWhole(ctx, q.Course)
	if err != nil {
		return Listed{}, err
	}
	if b.Alone || whole {
		return b.searchBank(ctx, q)
	}
	listed, err := b.gather(ctx, q, func(ctx context.Context, page int) (problem.Listing, problem.Provenance, error) {
		return b.Site.Search(ctx, q.Course, q.Words, page)
	})
	switch {
	case err == nil:
		return listed, nil
	case ctx.Err() != nil:
		return Listed{}, ctx.Err()
	case fault.KindOf(err) == fault.NotFound:
		listed = Listed{Provenance: problem.Provenance{FetchedAt: b.Now()}, Requests: listed.Requests}
		listed.Warnings = append(listed.Warnings, nothingSaid(q))
		return listed, nil
	}
	asked := listed.Requests
	listed, bankErr := b.searchBank(ctx, q)
	if bankErr != nil {
		return Listed{}, bankErr
	}
	if len(listed.Refs) == 0 && q.Offset == 0 {
		return Listed{}, fmt.Errorf("bank: search %s: %w", q.Course, err)
	}
	listed.Stale, listed.Requests = true, asked
	listed.Warnings = append(listed.Warnings, notAsked(err))
	return listed, nil
}

// leastWords is the share of a query's words, by rarity, below which a problem that holds them
// is not about the same thing.
const leastWords = 0.45

// searchBank lists the problems of the bank that hold enough of the words.
func (b *Bank) searchBank(ctx context.Context, q ListQuery) (Listed, error) {
	if err := b.index.FollowWords(ctx); err != nil {
		return Listed{}, err
	}
	var refs []problem.Ref
	for _, hit := range b.index.ByWords(func(c subject.Course) bool { return c == q.Course }, q.Words, math.MaxInt) {
		if hit.Coverage >= leastWords {
			refs = append(refs, hit.Ref)
		}
	}
	listed, err := b.page(ctx, q, refs, problem.Provenance{FetchedAt: b.Now(), FromCache: true})
	if err == nil && listed.Total == 0 {
		listed.Warnings = append(listed.Warnings, nothingSaid(q))
	}
	return listed, err
}

func nothingSaid(q ListQuery) problem.Warning {
	return problem.Warning{
		Text: fault.Say("Nothing similar found in %s.", "В курсе %s ничего похожего не нашлось.", q.Course),
		Next: fault.Say("fewer or other words, or sdamgia_search_by_text with a piece of the problem.",
			"меньше слов, другие слова или sdamgia_search_by_text с куском условия."),
	}
}

// page cuts a page out of a whole list of the bank.
func (b *Bank) page(ctx context.Context, q ListQuery, refs []problem.Ref, from problem.Provenance) (Listed, error) {
	listed := Listed{
		Refs:  refs[min(q.Offset, len(refs)):min(q.Offset+q.Limit, len(refs))],
		Total: len(refs), More: q.Offset+q.Limit < len(refs), Local: true, Provenance: from,
		Problems: map[problem.Ref]problem.Problem{},
	}
	stored, err := b.Shelf.Get(ctx, listed.Refs)
	if err != nil {
		return Listed{}, fmt.Errorf("bank: read %d problems: %w", len(listed.Refs), err)
	}
	for ref, s := range stored {
		copied, _ := b.problemCopy(s)
		listed.Provenance = listed.Provenance.With(copied)
		listed.Problems[ref] = s.Problem
	}
	return listed, nil
}

// copiedWhole reports whether every category of a course is in the bank and young.
func (b *Bank) copiedWhole(ctx context.Context, course subject.Course) (bool, error) {
	contents, _, err := b.Shelf.Catalogue(ctx, course)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("bank: kept catalogue of %s: %w", course, err)
	}
	progress, err := b.Shelf.Synced(ctx, course)
	if err != nil {
		return false, fmt.Errorf("bank: progress of %s: %w", course, err)
	}
	all := contents.AllCategories()
	for _, c := range all {
		if p := progress[c.ID]; !p.Done || !b.young(p.At, categoryLife) {
			return false, nil
		}
	}
	return len(all) > 0, nil
}
