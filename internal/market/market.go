// Package market is the room of the labour market: what employers ask for and what they
// offer, from postings of HeadHunter and of Работа России, live or kept.
//
// The way through: an operation (operation_*.go) has its question understood (inquiry), reads
// a sample of postings from a source or from the archive (desk.go), and answers with what is
// computed of it (pay, demand, competition over statistic and unique). The adapters of the
// sources stand below source, the tables in marketsql, the pages in marketweb; marketroom puts
// them together. A number that cannot be known is left out with the reason.
package market

import (
	"context"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/currency"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

// Source is a system that is asked for postings live. An error that names a way on, such as a
// token to get, is a refusal; the archive may still answer.
type Source interface {
	Search(ctx context.Context, q posting.Query, page, perPage int) (posting.Page, error)
	// Crawl reads up to so many postings, the newest first; what could not be read is in the
	// snapshot's failures.
	Crawl(ctx context.Context, q posting.Query, most int, report func(done, total int)) (posting.Snapshot, error)
}

// Parts are what the operations work with.
type Parts struct {
	Skills  *skill.Graph
	Reader  *inquiry.Reader
	Archive *archive.Archive
	Sources map[posting.Source]Source
	// Authorized reports whether HeadHunter can be asked: searches need a token.
	Authorized bool
	// Detail reads a posting of HeadHunter whole.
	Detail func(ctx context.Context, id string) (posting.Posting, error)
	// Rates are those of the day, and what went wrong with better ones.
	Rates func(ctx context.Context) (currency.Rates, []fault.Text)
	Roots []string // folders that remote callers may import from
	Now   func() time.Time
}
