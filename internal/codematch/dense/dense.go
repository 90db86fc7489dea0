// Package dense finds units by vectors of a model for embeddings, where an endpoint of one is
// configured. It is a signal beside those of package index: without the endpoint a search works
// and is told that the signal is missing.
//
// Vectors are kept by the text of a unit, so that what stands in many places is asked for once.
// They belong to a space, that is a model, a dimension and prefixes; vectors of different spaces
// are never compared. When the endpoint begins to give another dimension that is a new space:
// it is filled from the start, and the vectors of others go when it is complete.
//
// The way through: Near searches (search.go) the corpus of a tenant (corpus.go), which follows
// the mirror and the Store (follow.go); Fill makes the vectors that are missing (fill.go).
package dense

import (
	"context"
	"encoding/hex"
	"slices"
	"sync"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/rank"
)

// Embedder makes vectors of length 1. Its failures are fault.Unavailable.
type Embedder interface {
	Query(ctx context.Context, text string) ([]float32, error)
	// Documents are the vectors of texts in their order, all of one dimension; nil where the
	// endpoint does not take a text.
	Documents(ctx context.Context, texts []string) ([][]float32, error)
	// Space names what vectors of a dimension can be compared with.
	Space(dimension int) string
}

// Source is the part of mirror.Keeper that is needed.
type Source interface {
	Tenants(ctx context.Context) ([]string, error)
	Generations(ctx context.Context, tenant string) ([]mirror.Generation, error)
	Files(ctx context.Context, tenant string, g mirror.Generation, after, limit int) ([]mirror.File, error)
	At(ctx context.Context, tenant string, g mirror.Generation, places []int) (map[int]mirror.File, error)
	Texts(ctx context.Context, tenant string, digests []string) (map[string][]byte, error)
}

// Vector is the vector of a text.
type Vector struct {
	Digest string // mirror.Digest of the text
	Values []float32
	Change int64 // grows with every vector that is put into its space, from 1; given by Put
}

// Store keeps vectors, each tenant's and each space's apart.
type Store interface {
	// Missing are those of the digests that have no vector, in their order.
	Missing(ctx context.Context, tenant, space string, digests []string) ([]string, error)
	// Put keeps vectors, in place of those that the same texts have in the space.
	Put(ctx context.Context, tenant, space string, vectors []Vector) error
	// Load are vectors that were put after a change, in order of their changes. What another
	// process puts is not missed by who goes on behind the last one.
	Load(ctx context.Context, tenant, space string, after int64, limit int) ([]Vector, error)
	// Retain forgets, in all spaces of a tenant, the vectors of texts that are not in use.
	Retain(ctx context.Context, tenant string, used func(digest string) bool) error
	// Sweep forgets all spaces of a tenant but one.
	Sweep(ctx context.Context, tenant, space string) error
	// Tenants are those that have vectors.
	Tenants(ctx context.Context) ([]string, error)
}

// Index finds units by vectors. It is safe for concurrent use, starts no goroutine and need
// not be closed.
type Index struct {
	embedder Embedder
	store    Store
	source   Source

	mu      sync.Mutex // guards what follows
	tenants map[string]*tenant
}

// New returns the index of a source.
func New(embedder Embedder, store Store, source Source) *Index {
	return &Index{embedder: embedder, store: store, source: source, tenants: map[string]*tenant{}}
}

// Answer is what was found.
type Answer struct {
	Near []rank.Near // best first, equal ones by place
	// Generations of the repositories that were searched, whose files the places are of.
	Generations map[int64]int64
	Searched    int // units that the filter allowed
	Covered     int // those of them that have a vector yet
}

// Near finds the units whose vectors are nearest to that of a code. The error is
// fault.Unavailable where the endpoint gives no vector: the search goes on without.
func (x *Index) Near(ctx context.Context, tenant string, code []byte, filter index.Filter, limit int) (Answer, error) {
	query, err := x.embedder.Query(ctx, string(code))
	if err != nil {
		return Answer{}, err
	}
	return x.Nearest(ctx, tenant, query, filter, limit)
}

// Tenants are all who have units or vectors: those whose vectors Fill sees to.
func (x *Index) Tenants(ctx context.Context) ([]string, error) {
	with, err := x.source.Tenants(ctx)
	if err != nil {
		return nil, err
	}
	left, err := x.store.Tenants(ctx)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(with, left)
	slices.Sort(all)
	return slices.Compact(all), nil
}

// Size is what the index of a tenant holds in memory, as of the last search.
type Size struct {
	Units, Vectors int
	Bytes          int64 // of the vectors
}

// Size tells how much there is of a tenant.
func (x *Index) Size(name string) Size {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.tenants[name]
	if t == nil || t.corpus == nil {
		return Size{}
	}
	m := t.corpus.matrix
	return Size{Units: len(t.corpus.rows), Vectors: m.rows, Bytes: int64(len(m.blocks)) * blockRows * int64(m.dimension) * 4}
}

// digest is mirror.Digest as it is kept in memory; the zero one is that of no text.
type digest [16]byte

func digestOf(text []byte) digest { return readDigest(mirror.Digest(text)) }

// readDigest reads a digest; what is none is that of no text.
func readDigest(text string) (d digest) {
	if n, err := hex.Decode(d[:], []byte(text)[:min(len(text), 2*len(d))]); err != nil || n != len(d) {
		return digest{}
	}
	return d
}

func (d digest) String() string { return hex.EncodeToString(d[:]) }
