package bank

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// SyncOptions narrow a copying run.
type SyncOptions struct {
	Again      bool     // also categories whose copy is within its lifetime
	Categories []string // only these, by id; empty is all of the catalogue
}

// SyncStage is one report of how far a run has come.
type SyncStage struct {
	Course   subject.Course
	Category string // name of the category at hand
	Done     int    // categories finished, skipped or given up
	Total    int
	Problems int          // taken in so far
	Failed   *fault.Error // why the category was given up; nil when it was not
}

// SyncFailure is one category that could not be copied.
type SyncFailure struct {
	Category problem.Category
	Err      *fault.Error
}

// SyncReport is what a run came to.
type SyncReport struct {
	Course   subject.Course
	Total    int // categories
	Copied   int
	Skipped  int // within their lifetime
	Problems int // taken in
	Requests int // made to the site
	Failed   []SyncFailure
}

const (
	// patience is how many categories in a row may find the site out of reach before a
	// run gives up: the others would too.
	patience = 3
	// endless is a number of list pages no category has; a site that never ends its list
	// ends there.
	endless = 2000
)

// copying is one run of Sync.
type copying struct {
	bank   *Bank
	course subject.Course
	again  bool
	tell   func(SyncStage)
	stage  SyncStage
	report SyncReport
	begun  time.Time
	// shared says that another run copies the same categories. This one then takes them from
	// the other end, so that the two meet instead of going side by side.
	shared bool
}

// Sync copies a course into the bank: its catalogue, then category after category, from
// the print page or else page by page. A category's progress is kept in one transaction
// with its problems, so that a run that is broken off anywhere goes on from the page it
// had come to. Runs of several processes leave each other's categories alone, but for the
// one under way; each keeps to the pace of its own process. A category that fails is reported and the next one tried; the error is for
// a run that could not go on.
func (b *Bank) Sync(ctx context.Context, course subject.Course, options SyncOptions, report func(SyncStage)) (SyncReport, error) {
	c := &copying{bank: b, course: course, again: options.Again, tell: report, stage: SyncStage{Course: course}, report: SyncReport{Course: course}}
	if err := course.Check(); err != nil {
		return c.report, err
	}
	if b.Alone {
		refusal := alone(fault.Say("Nothing can be copied.", "Копировать неоткуда."))
		refusal.Kind = fault.Unavailable // nothing was looked for
		return c.report, refusal
	}
	categories, err := c.categories(ctx, options.Categories)
	if err != nil {
		return c.report, err
	}
	c.begun = b.Now()
	c.report.Total, c.stage.Total = len(categories), len(categories)
	return c.report, c.all(ctx, categories)
}

// progress is how far the copying of a category has come, by whichever run.
func (c *copying) progress(ctx context.Context, category string) (Progress, error) {
	progress, err := c.bank.Shelf.Synced(ctx, c.course)
	if err != nil {
		return Progress{}, fmt.Errorf("bank: progress of %s: %w", c.course, err)
	}
	return progress[category], nil
}

// copied reports whether a category needs no copying: it is young or, in a run that copies
// everything again, was copied since that run began.
func (c *copying) copied(p Progress) bool {
	return p.Done && c.bank.young(p.At, categoryLife) && (!c.again || p.At.After(c.begun))
}

// categories reads the catalogue and chooses the categories to copy.
func (c *copying) categories(ctx context.Context, only []string) ([]problem.Category, error) {
	contents, _, requests, err := c.bank.contents(ctx, c.course)
	c.report.Requests += requests
	if err != nil {
		return nil, err
	}
	all := contents.AllCategories()
	if contents.Derived || len(all) == 0 {
		return nil, fault.E(fault.Unavailable, fault.Say("The catalogue of %s could not be read, so there is nothing to copy by.",
			"Каталог курса %s не удалось прочитать, копировать не по чему.", c.course), nil).
			WithHint(fault.Say("Try again later.", "Повторите позже."))
	}
	if len(only) == 0 {
		return all, nil
	}
	var chosen []problem.Category
	for _, id := range only {
		category, ok := contents.Category(id)
		if !ok {
			return nil, fault.E(fault.Invalid, fault.Say("%s has no category %q.", "В курсе %s нет категории %q.", c.course, fault.Clip(id)), nil).
				WithHint(fault.Say("sdamgia_get_catalog lists the categories.", "Категории перечисляет sdamgia_get_catalog."))
		}
		chosen = append(chosen, category)
	}
	return chosen, nil
}

// all copies the categories one after another.
func (c *copying) all(ctx context.Context, categories []problem.Category) error {
	outOfReach := 0
	for i := range c.report.Total {
		var category problem.Category
		category, categories = c.next(categories)
		c.stage.Done, c.stage.Category, c.stage.Failed = i, category.Name, nil
		p, err := c.progress(ctx, category.ID)
		if err != nil {
			return err
		}
		if c.copied(p) {
			c.report.Skipped++
			c.advance(i+1, nil)
			continue
		}
		siteErr, err := c.category(ctx, category, p)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return err
		case siteErr == nil:
			outOfReach = 0
			c.report.Copied++
			c.advance(i+1, nil)
			continue
		}
		failed := fault.From(siteErr)
		c.report.Failed = append(c.report.Failed, SyncFailure{category, failed})
		c.advance(i+1, failed)
		if !unreachable(failed) {
			outOfReach = 0
		} else if outOfReach++; outOfReach == patience {
			return fmt.Errorf("bank: copying %s stopped after %d of %d categories: %w", c.course, i+1, c.report.Total, siteErr)
		}
	}
	return nil
}

// next takes a category off the list.
func (c *copying) next(left []problem.Category) (problem.Category, []problem.Category) {
	if last := len(left) - 1; c.shared {
		return left[last], left[:last]
	}
	return left[0], left[1:]
}

// unreachable reports a failure that the other categories would meet too: of a site out of
// reach, or one that asks to be left alone.
func unreachable(f *fault.Error) bool {
	return f.RetryAfter > 0 || slices.Contains([]fault.Kind{fault.Unavailable, fault.Limited, fault.Timeout}, f.Kind)
}

func (c *copying) advance(done int, failed *fault.Error) {
	c.stage.Done, c.stage.Failed, c.stage.Problems = done, failed, c.report.Problems
	if c.tell != nil {
		c.tell(c.stage)
	}
}

// category copies one category. A failure of the site ends the category, one of the shelf
// the run.
func (c *copying) category(ctx context.Context, category problem.Category, p Progress) (siteErr, err error) {
	begun := p.Page > 0 && !p.Done && c.bank.young(p.At, categoryLife)
	if begun && !c.again {
		return c.pages(ctx, category, p.Page+1) // its print page did not serve then
	}
	problems, from, siteErr := c.bank.printPage(ctx, c.course, category.ID)
	c.report.Requests += from.Sent
	switch {
	case siteErr == nil:
		return nil, c.keep(ctx, problems, allOf(c.course, category.ID, from.FetchedAt))
	case pagewise(siteErr):
		return c.pages(ctx, category, 1)
	}
	return siteErr, nil
}

// pages copies a category page by page, from the given one on.
func (c *copying) pages(ctx context.Context, category problem.Category, first int) (siteErr, err error) {
	seen := map[problem.Ref]bool{}
	if first > 1 {
		members, err := c.bank.Shelf.Members(ctx, c.course, category.ID)
		if err != nil {
			return nil, fmt.Errorf("bank: category %s of %s: %w", category.ID, c.course, err)
		}
		for _, ref := range members {
			seen[ref] = true
		}
	}
	for number := first; ; number++ {
		page, from, siteErr := c.bank.Site.Category(ctx, c.course, category.ID, number)
		c.report.Requests += from.Sent
		if siteErr != nil {
			return siteErr, nil
		}
		progress := Progress{Course: c.course, Category: category.ID, Page: number, At: from.FetchedAt}
		fresh := slices.DeleteFunc(slices.Clone(page.Problems), func(p problem.Problem) bool { return seen[p.Ref] })
		// Past its end the site repeats the last page.
		progress.Done = len(fresh) == 0 || page.Whole || page.Pages > 0 && number >= page.Pages || number >= endless
		if err := c.keep(ctx, fresh, progress); err != nil || progress.Done {
			return nil, err
		}
		for _, p := range fresh {
			seen[p.Ref] = true
		}
		c.advance(c.stage.Done, nil)
	}
}

func (c *copying) keep(ctx context.Context, problems []problem.Problem, progress Progress) error {
	if progress.Done {
		p, err := c.progress(ctx, progress.Category)
		if err != nil {
			return err
		}
		c.shared = c.shared || c.copied(p) // while its page was on the way
	}
	c.report.Problems += len(problems)
	return c.bank.keepPage(ctx, problems, progress.At, progress)
}
