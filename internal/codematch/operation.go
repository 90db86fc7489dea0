package codematch

import (
	"context"
	"time"

	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/judge"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/rank"
	"kadry/internal/codematch/source"
	"kadry/internal/op"
)

// The toolsets of the room.
const (
	toolset   = "code"
	retrieval = "retrieval" // the same searches without verification
)

// Parts are what the operations work with.
type Parts struct {
	Mirror   mirror.Keeper
	Searches Searches
	Index    index.Index
	// Prepare makes files searchable that are to become a generation, so that no search has to
	// wait for that; Refresh makes the index take in what has changed.
	Prepare func(ctx context.Context, tenant string, g mirror.Generation, files []mirror.File) error
	Refresh func(ctx context.Context, tenant string) error
	Dense   *dense.Index // nil where no endpoint for embeddings is configured
	Ranker  *rank.Ranker
	Fetch   *source.Fetcher
	Judge   *judge.Judge       // nil where no model is configured
	Runner  *behaviour.Checker // nil where code may not be run
	// Known fails for a candidate that the CV base does not hold for the caller of ctx.
	Known func(ctx context.Context, candidate string) error
	Now   func() time.Time
}

// handlers are the operations over the parts.
type handlers struct{ Parts }

// Operations declares the operations of the room. Over zero Parts they can be described and
// not called.
func Operations(p Parts) []*op.Op {
	h := &handlers{p}
	return []*op.Op{
		h.similarCode(), h.similarFile(), h.similarRepository(), h.compare(), h.explain(), h.recordVerdict(),
		h.indexRepository(), h.listRepositories(), h.deleteRepository(),
		h.retrieveCode(), h.retrieveFile(), h.retrieveRepository(),
		h.export(), h.readFile(), h.listSearches(),
	}
}

func langOf(ctx context.Context) string {
	if lang := op.CallerFrom(ctx).Lang; lang != "" {
		return lang
	}
	return "en"
}

// callTimeout is how long a call may take. Many clients give up after a minute, so a call
// ends before that.
const callTimeout = 55 * time.Second

// defaultVerify is static, and a model's where there is one.
func (h *handlers) defaultVerify() match.Level {
	if h.Judge != nil {
		return match.LLM
	}
	return match.Static
}
