package dense

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"kadry/internal/codematch/mirror"
)

// tenant is one whose units were read before.
type tenant struct {
	turn   chan struct{} // has room for one: who brings the rest up to date
	corpus *corpus       // nil before the first search; guarded by Index.mu

	// Whoever has the turn alone reads and changes these.
	parts  map[mirror.Generation]*part
	matrix matrix // of the space of the corpus
	of     map[digest]int32
	space  string
	seen   int64
}

// loadedAtATime is how many vectors are read from the store together.
const loadedAtATime = 1000

// current is the corpus of what the mirror and the store have now.
func (x *Index) current(ctx context.Context, name, space string, dimension int) (*corpus, error) {
	wanted, err := x.wanted(ctx, name)
	if err != nil {
		return nil, err
	}
	t := x.tenant(name)
	if c := x.last(t); c != nil && c.space == space && c.has(wanted) {
		more, err := x.store.Load(ctx, name, space, c.seen, 1)
		if err != nil || len(more) == 0 {
			return c, err
		}
	}
	if err := t.take(ctx); err != nil {
		return nil, err
	}
	defer t.leave()
	parts, err := x.read(ctx, name, t)
	if err != nil {
		return nil, err
	}
	if t.space != space || x.wasteful(t, parts) {
		t.matrix, t.of, t.space, t.seen = matrix{dimension: dimension}, map[digest]int32{}, space, 0
	}
	if err := x.load(ctx, name, t); err != nil {
		return nil, err
	}
	c := t.assemble(parts)
	x.mu.Lock()
	defer x.mu.Unlock()
	t.corpus = c
	return c, nil
}

// wanted are the generations of the mirror, in order of their repositories.
func (x *Index) wanted(ctx context.Context, name string) ([]mirror.Generation, error) {
	list, err := x.source.Generations(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("repositories: %w", err)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b mirror.Generation) int { return cmp.Compare(a.Repository, b.Repository) })
	return list, nil
}

func (x *Index) tenant(name string) *tenant {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.tenants[name]
	if t == nil {
		t = &tenant{turn: make(chan struct{}, 1)}
		x.tenants[name] = t
	}
	return t
}

func (x *Index) last(t *tenant) *corpus {
	x.mu.Lock()
	defer x.mu.Unlock()
	return t.corpus
}

func (t *tenant) take(ctx context.Context) error {
	select {
	case t.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *tenant) leave() { <-t.turn }

// read are the units of the mirror as it is now; those of a generation are read once. A
// repository may go while it is read: that fails only if it is still there. The turn is held.
func (x *Index) read(ctx context.Context, name string, t *tenant) ([]*part, error) {
	var before []mirror.Generation
	var failed error
	for {
		wanted, err := x.wanted(ctx, name)
		if err != nil {
			return nil, errors.Join(failed, err)
		}
		if failed != nil && slices.Equal(before, wanted) {
			return nil, failed
		}
		before = wanted
		parts := map[mirror.Generation]*part{}
		list := make([]*part, len(wanted))
		failed = nil
		for i, g := range wanted {
			p := t.parts[g]
			if p == nil {
				if p, err = readPart(ctx, x.source, name, g); err != nil {
					failed = fmt.Errorf("repository %d: %w", g.Repository, err)
					break
				}
			}
			parts[g], list[i] = p, p
		}
		if failed == nil {
			t.parts = parts
			return list, nil
		}
	}
}

// wasteful says that most vectors are of texts that are nowhere any more: after repositories
// changed much it is cheaper to read the vectors again. The turn is held.
func (x *Index) wasteful(t *tenant, parts []*part) bool {
	const little = 4096
	if t.matrix.rows <= little || t.corpus == nil || len(t.corpus.parts) == len(parts) && slices.Equal(t.corpus.parts, parts) {
		return false
	}
	used := map[digest]bool{}
	for _, p := range parts {
		for _, u := range p.units {
			used[u.digest] = true
		}
	}
	return t.matrix.rows > 2*len(used)+little
}

// load takes in the vectors that were put since. The turn is held.
func (x *Index) load(ctx context.Context, name string, t *tenant) error {
	for {
		vectors, err := x.store.Load(ctx, name, t.space, t.seen, loadedAtATime)
		if err != nil {
			return fmt.Errorf("vectors: %w", err)
		}
		for _, v := range vectors {
			t.seen = v.Change
			if d := readDigest(v.Digest); d != (digest{}) && t.matrix.add(v.Values) {
				t.of[d] = int32(t.matrix.rows - 1)
			}
		}
		if len(vectors) < loadedAtATime {
			return nil
		}
	}
}

// assemble puts units and vectors together. The turn is held.
func (t *tenant) assemble(parts []*part) *corpus {
	c := &corpus{space: t.space, seen: t.seen, matrix: t.matrix, parts: parts}
	for _, p := range parts {
		for _, u := range p.units {
			row, ok := t.of[u.digest]
			if !ok {
				row = -1
			}
			c.rows = append(c.rows, row)
		}
	}
	return c
}
