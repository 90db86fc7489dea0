package embedded

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/segment"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
)

// Prepare makes the file of a generation before the Source lists it, so that no search has to
// wait for that. A search makes what was not prepared.
func (x *Index) Prepare(ctx context.Context, tenant string, g mirror.Generation, documents iter.Seq2[index.Document, error]) error {
	if err := x.begin(); err != nil {
		return err
	}
	defer x.running.Done()
	if err := x.write(ctx, tenant, g, documents); err != nil {
		return fmt.Errorf("embedded: prepare: %w", err)
	}
	return nil
}

// current is the corpus of what the source has now. Who gets it has to leave it.
func (x *Index) current(ctx context.Context, name string) (*corpus, error) {
	wanted, err := x.wanted(ctx, name)
	if err != nil {
		return nil, err
	}
	if c := x.enter(name, wanted); c != nil {
		return c, nil
	}
	t := x.tenant(name)
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	// Another search may have had the turn meanwhile, and the source may change at any time: what
	// fails because of that is tried again with what the source has then.
	var failed error
	for {
		now, err := x.wanted(ctx, name)
		if err != nil {
			return nil, errors.Join(failed, err)
		}
		if c := x.enter(name, now); c != nil {
			return c, nil
		}
		if failed != nil && slices.Equal(now, wanted) {
			return nil, failed
		}
		wanted = now
		var segments []*held
		if segments, failed = x.collect(ctx, name, t, wanted); failed == nil {
			return x.replace(ctx, name, t, segments)
		}
	}
}

// wanted are the generations of the source, in order.
func (x *Index) wanted(ctx context.Context, tenant string) ([]mirror.Generation, error) {
	list, err := x.source.Generations(ctx, tenant)
	if err != nil {
		return nil, fmt.Errorf("repositories: %w", err)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b mirror.Generation) int { return cmp.Compare(a.Repository, b.Repository) })
	return list, nil
}

// enter uses the corpus of a tenant if it is of these generations.
func (x *Index) enter(name string, wanted []mirror.Generation) *corpus {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.tenants[name]
	if t == nil || t.corpus == nil || !t.corpus.has(wanted) {
		return nil
	}
	t.corpus.users++
	return t.corpus
}

func (x *Index) leave(c *corpus) {
	x.mu.Lock()
	defer x.mu.Unlock()
	_ = c.drop() // memory that cannot be given back is not the search's to tell
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

// collect opens what is wanted and not open yet. The turn is held.
func (x *Index) collect(ctx context.Context, name string, t *tenant, wanted []mirror.Generation) ([]*held, error) {
	open := map[mirror.Generation]*held{}
	if t.corpus != nil {
		for _, p := range t.corpus.parts {
			open[p.generation()] = p.held
		}
	}
	segments := make([]*held, len(wanted))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, g := range wanted {
		if i > 0 && wanted[i-1].Repository == g.Repository {
			return nil, errors.Join(fmt.Errorf("repository %d is listed twice", g.Repository), group.Wait())
		}
		if segments[i] = open[g]; segments[i] != nil {
			continue
		}
		group.Go(func() error {
			s, err := x.open(ctx, name, g)
			if err != nil {
				return fmt.Errorf("repository %d: %w", g.Repository, err)
			}
			segments[i] = hold(s)
			return nil
		})
	}
	err := group.Wait()
	if err == nil {
		return segments, nil
	}
	for i, g := range wanted {
		if segments[i] != nil && open[g] == nil {
			err = errors.Join(err, segments[i].Close())
		}
	}
	return nil, err
}

// open opens the file of a generation; one that is not there or no good is made anew.
func (x *Index) open(ctx context.Context, tenant string, g mirror.Generation) (*segment.Segment, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path, id := x.path(tenant, g), x.identity(tenant, g)
	if s, err := segment.Open(path, id); err == nil {
		return s, nil
	}
	if err := x.write(ctx, tenant, g, x.source.Documents(ctx, tenant, g)); err != nil {
		return nil, err
	}
	return segment.Open(path, id)
}

func (x *Index) write(ctx context.Context, tenant string, g mirror.Generation, documents iter.Seq2[index.Document, error]) error {
	err := os.MkdirAll(x.home(tenant), 0o700)
	if err == nil {
		err = segment.Write(x.path(tenant, g), x.identity(tenant, g), until(ctx, documents))
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return fault.E(fault.Unavailable, fault.Say(
			"The index of code cannot be written.",
			"Индекс кода не удаётся записать."), err).
			WithHint(fault.Say(
				"Check the free space of the data folder and who owns it.",
				"Проверьте свободное место в папке с данными и её владельца."))
	}
	return err
}

// until ends documents with the error of the context when that is over.
func until(ctx context.Context, documents iter.Seq2[index.Document, error]) iter.Seq2[index.Document, error] {
	return func(yield func(index.Document, error) bool) {
		for d, err := range documents {
			if over := ctx.Err(); over != nil {
				yield(index.Document{}, over)
				return
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// replace makes segments the corpus of a tenant, uses it, and deletes the files of what is no
// longer wanted. The turn is held.
func (x *Index) replace(ctx context.Context, name string, t *tenant, segments []*held) (*corpus, error) {
	x.mu.Lock()
	before := t.corpus
	c := newCorpus(segments)
	c.users++
	t.corpus = c
	var err error
	if before != nil {
		err = before.drop()
	}
	x.mu.Unlock()
	if err = errors.Join(err, x.sweep(ctx, name, before, c)); err != nil {
		x.leave(c)
		return nil, err
	}
	return c, nil
}

// sweep deletes the files that a corpus no longer has. With the first corpus of a tenant it
// deletes what processes that were killed have left.
func (x *Index) sweep(ctx context.Context, name string, before, now *corpus) error {
	var gone []string
	if before != nil {
		for _, p := range before.parts {
			if g := p.generation(); !slices.ContainsFunc(now.parts, func(p part) bool { return p.generation() == g }) {
				gone = append(gone, x.path(name, g))
			}
		}
	} else {
		var err error
		if gone, err = x.left(ctx, name); err != nil {
			return err
		}
	}
	for _, path := range gone {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if len(now.parts) == 0 {
		_ = os.Remove(x.home(name)) // not empty when something is being prepared
	}
	return nil
}

// left are the files of a tenant that nobody needs. The names are read before the source is
// asked, and what is unfinished before what can be searched, so that a file that another process
// makes or publishes meanwhile is in one of the two.
func (x *Index) left(ctx context.Context, name string) (paths []string, err error) {
	entries, err := os.ReadDir(x.home(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	unfinished, err := x.source.Unfinished(ctx, name)
	if err != nil {
		return nil, err
	}
	wanted, err := x.source.Generations(ctx, name)
	if err != nil {
		return nil, err
	}
	needed := map[string]bool{}
	for _, g := range slices.Concat(unfinished, wanted) {
		needed[stem(g)] = true
	}
	for _, e := range entries {
		if of, _, _ := strings.Cut(e.Name(), "."); !needed[of] {
			paths = append(paths, filepath.Join(x.home(name), e.Name()))
		}
	}
	return paths, nil
}

// home is the folder of a tenant, whose name can be anything.
func (x *Index) home(tenant string) string {
	sum := sha256.Sum256([]byte(tenant))
	return filepath.Join(x.folder, hex.EncodeToString(sum[:16]))
}

func (x *Index) path(tenant string, g mirror.Generation) string {
	return filepath.Join(x.home(tenant), stem(g)+".segment")
}

// stem begins the names of all files of a generation, also of one that is being written.
func stem(g mirror.Generation) string { return fmt.Sprintf("%d-%d", g.Repository, g.Number) }

func (x *Index) identity(tenant string, g mirror.Generation) segment.Identity {
	return segment.Identity{Tenant: tenant, Repository: g.Repository, Generation: g.Number, Features: x.features}
}
