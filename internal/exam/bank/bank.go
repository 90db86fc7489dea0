// Package bank answers questions about exam problems: from what is kept where that is young
// enough, else from the exam site, whose every page enters what is kept. Search forgives typing
// and scanning mistakes, and tests are composed of what is there. Where the site or the shelf
// come from is the business of their adapters; ports.go says what is wanted of them.
package bank

import (
	"context"
	"fmt"
	"time"

	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// Parts are what a Bank is put together from.
type Parts struct {
	Shelf  shelf
	Site   site                                     // may be nil when Alone
	Locate func(address string) (problem.Ref, bool) // reads an address of a problem on the site; nil knows none
	Now    func() time.Time
	Alone  bool // never ask the site: the bank is all there is
}

// Bank answers from what is kept and asks the site for what is not. The search structures
// follow the shelf, which other processes fill too. It is safe for concurrent use.
type Bank struct {
	Parts

	index *index.Index
}

// New returns a bank that takes in the shelf at the first search or Load.
func New(parts Parts) *Bank {
	if parts.Site != nil {
		parts.Site = patient{parts.Site}
	}
	return &Bank{Parts: parts, index: index.New(parts.Shelf.Changes)}
}

// Found is a problem with where it came from.
type Found struct {
	problem.Problem
	problem.Provenance
}

// How long a copy is as good as the original.
const (
	problemLife   = 30 * 24 * time.Hour
	catalogueLife = 24 * time.Hour
	categoryLife  = problemLife // problems of a category age with it
)

// young reports whether a copy made at a time is within its lifetime.
func (b *Bank) young(at time.Time, life time.Duration) bool { return b.Now().Sub(at) < life }

// copied is the provenance of a copy of the bank. A copy past its lifetime is answered
// only where the site cannot be asked.
func (b *Bank) copied(at time.Time, life time.Duration) problem.Provenance {
	return problem.Provenance{FetchedAt: at, FromCache: true, Stale: !b.young(at, life)}
}

// problemCopy is the provenance of the bank's copy of a problem, and whether it is as good
// as the site's.
func (b *Bank) problemCopy(s problem.Stored) (problem.Provenance, bool) {
	from := b.copied(s.FetchedAt, problemLife)
	if s.Own() {
		from.Stale = false
	}
	return from, !from.Stale
}

// Ref reads the name of a problem in any spelling that ParseRef takes, addresses of the
// site included.
func (b *Bank) Ref(text string, fallback subject.Course) (problem.Ref, error) {
	if b.Locate != nil {
		if ref, ok := b.Locate(text); ok {
			return ref, ref.Check()
		}
	}
	return problem.ParseRef(text, fallback)
}

// Courses lists the courses the bank holds problems of, with how many.
func (b *Bank) Courses(ctx context.Context) (map[subject.Course]int, error) {
	counts, err := b.Shelf.Count(ctx)
	if err != nil {
		return nil, fmt.Errorf("bank: count problems: %w", err)
	}
	return counts, nil
}

// Numbers lists some of the numbers that begin so, of the problems of all courses.
func (b *Bank) Numbers(ctx context.Context, prefix string, most int) ([]string, error) {
	if err := b.index.Follow(ctx, nil); err != nil {
		return nil, err
	}
	return b.index.Numbers(prefix, most), nil
}

// Load takes in everything stored; searching does the same by itself. It reports the
// number of problems taken in so far.
func (b *Bank) Load(ctx context.Context, progress func(problems int)) error {
	return b.index.Follow(ctx, progress)
}

// File answers a picture or data file that a problem of the course names.
func (b *Bank) File(ctx context.Context, course subject.Course, url string) (Content, error) {
	if err := course.Check(); err != nil {
		return Content{}, err
	}
	if b.Alone {
		return Content{}, alone(fault.Say("The file cannot be fetched.", "Файл нельзя получить."))
	}
	content, err := b.Site.File(ctx, course, url)
	if err != nil {
		return Content{}, fmt.Errorf("bank: file of %s: %w", course, err)
	}
	return content, nil
}

// alone says that something is not in the bank and the site is not to be asked. That is as
// the operator wants it, so it is no outage.
func alone(what fault.Text) *fault.Error {
	return fault.E(fault.NotFound, fault.Text{
		EN: what.EN + " This server answers from its own bank alone.",
		RU: what.RU + " Сервер отвечает только из своего банка.",
	}, nil).WithHint(fault.Say("Turn the offline mode off (offline in kadry.toml, KADRY_OFFLINE), or ask for what the bank holds.",
		"Выключите автономный режим (offline в kadry.toml, KADRY_OFFLINE) или спросите то, что есть в банке."))
}
