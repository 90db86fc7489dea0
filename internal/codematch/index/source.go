package index

import (
	"context"
	"iter"

	"kadry/internal/codematch/mirror"
)

// Source is where the units of an index come from: it knows the truth, and every search finds
// what it had when the search began.
type Source interface {
	// Generations are those of a tenant that can be searched, one a repository. Every search asks.
	Generations(ctx context.Context, tenant string) ([]mirror.Generation, error)
	// Unfinished are those that are being made, by whatever process: what an index has of them
	// already stays.
	Unfinished(ctx context.Context, tenant string) ([]mirror.Generation, error)
	// Documents are the units of a generation in order of file and unit.
	Documents(ctx context.Context, tenant string, g mirror.Generation) iter.Seq2[Document, error]
}
