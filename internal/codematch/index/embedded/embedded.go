// Package embedded is the index that needs no database: a file for each repository, mapped
// into memory and searched whole, exactly. It follows its source. The way through: embedded (a
// search from above), follow (files are opened, made and deleted), corpus (all files of a
// tenant), filter, score, top.
package embedded

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

// ErrClosed is a search in an index that was closed.
var ErrClosed = errors.New("embedded: the index is closed")

// Index searches files in a folder. It is safe for concurrent use.
type Index struct {
	folder   string
	features uint32
	source   index.Source
	running  sync.WaitGroup // searches
	buffers  sync.Pool      // of *[]float32: scores of a field

	mu      sync.Mutex // guards what follows, and who uses which corpus
	closed  bool
	tenants map[string]*tenant
}

// tenant is one whose units were searched before.
type tenant struct {
	turn   chan struct{} // has room for one: who brings the corpus up to date
	corpus *corpus       // nil before the first search
}

// New returns the index of a source. Its files stand in folder, which nobody else uses;
// features is the version of how features are taken out of code: files of another are made
// anew.
func New(folder string, features uint32, source index.Source) (*Index, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("embedded: %w", err)
	}
	return &Index{folder: folder, features: features, source: source, tenants: map[string]*tenant{}}, nil
}

// Search finds what shares most with the question. Limit 0 only counts. A unit that shares
// nothing is not found.
func (x *Index) Search(ctx context.Context, tenant string, q index.Question) (index.Answer, error) {
	if err := x.begin(); err != nil {
		return index.Answer{}, err
	}
	defer x.running.Done()
	c, err := x.current(ctx, tenant)
	if err != nil {
		return index.Answer{}, fmt.Errorf("embedded: %w", err)
	}
	defer x.leave(c)
	s := &search{corpus: c, question: q, buffers: &x.buffers}
	defer s.done()
	if err := s.run(ctx); err != nil {
		return index.Answer{}, fmt.Errorf("embedded: search: %w", err)
	}
	return s.answer, nil
}

// begin counts a search in, unless the index is closed.
func (x *Index) begin() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return ErrClosed
	}
	x.running.Add(1)
	return nil
}

// Close waits for the searches and gives the memory back. The files stay.
func (x *Index) Close() error {
	x.mu.Lock()
	closed := x.closed
	x.closed = true
	x.mu.Unlock()
	if closed {
		return nil
	}
	x.running.Wait()
	x.mu.Lock()
	defer x.mu.Unlock()
	var errs []error
	for _, t := range x.tenants {
		if t.corpus != nil {
			errs = append(errs, t.corpus.drop())
		}
	}
	x.tenants = nil
	return errors.Join(errs...)
}

// Size is what the index of a tenant holds in memory, as of the last search.
type Size struct {
	Repositories, Units int
	Mapped              int64 // bytes of files
	Heap                int64 // bytes beside them
}

// Size tells how much there is of a tenant.
func (x *Index) Size(tenant string) Size {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.tenants[tenant]
	if t == nil || t.corpus == nil {
		return Size{}
	}
	size := Size{Repositories: len(t.corpus.parts), Units: t.corpus.units}
	for _, p := range t.corpus.parts {
		size.Mapped += int64(p.Bytes())
		size.Heap += int64(p.Units()) * 4 * int64(feature.Fields)
	}
	return size
}
