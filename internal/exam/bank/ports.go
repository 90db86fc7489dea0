package bank

import (
	"context"
	"time"

	"kadry/internal/exam/index"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// site is the exam site. Errors are faults whose Text says what happened; the Kind of a
// missing problem is fault.NotFound, of a changed page fault.Upstream.
type site interface {
	Problem(ctx context.Context, ref problem.Ref, fresh Freshness) (problem.Listing, problem.Provenance, error) // the problem asked for comes first, linked ones after it
	Search(ctx context.Context, course subject.Course, query string, page int) (problem.Listing, problem.Provenance, error)
	Category(ctx context.Context, course subject.Course, id string, page int) (problem.Listing, problem.Provenance, error) // page 0 is the print page with all
	Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error)
	Variant(ctx context.Context, course subject.Course, id string) (problem.Variant, problem.Provenance, error)
	File(ctx context.Context, course subject.Course, url string) (Content, error) // pictures and data files of the site's own hosts
}

// Freshness says whether a copy will do.
type Freshness int

// The freshnesses.
const (
	AnyCopy    Freshness = iota // a copy within its lifetime needs no request
	Revalidate                  // ask the site, which may answer that nothing changed
)

// Content is a file of the site.
type Content struct {
	Type string // media type by the bytes, not by the name
	Body []byte
}

// shelf keeps the bank. It is shared by all tenants: problems are public.
type shelf interface {
	Put(ctx context.Context, problems []problem.Stored) error // replaces older copies; a copy that is not newer changes nothing
	Get(ctx context.Context, refs []problem.Ref) (map[problem.Ref]problem.Stored, error)
	Changes(ctx context.Context, after int64, limit int) ([]index.Change, error) // oldest first; light: no whole problems
	Count(ctx context.Context) (map[subject.Course]int, error)
	Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, time.Time, error) // fault.NotFound when never kept
	PutCatalogue(ctx context.Context, c problem.Catalogue, at time.Time) error
	Synced(ctx context.Context, course subject.Course) (map[string]Progress, error) // by category id
	// PutPage keeps the problems of one page of a category, their place in the category and
	// the progress they make, in one transaction. A page put again changes nothing.
	PutPage(ctx context.Context, problems []problem.Stored, progress Progress) error
	Members(ctx context.Context, course subject.Course, category string) ([]problem.Ref, error) // in the order of the site
}

// Progress is how far the copying of one category has come.
type Progress struct {
	Course   subject.Course
	Category string
	Page     int  // last page taken in
	Done     bool // nothing is left of it
	At       time.Time
}
