package codematch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"kadry/internal/codematch/kinship"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/source"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

const (
	filesAtOnce = 64 // are put in one transaction
	cutAtOnce   = 2  // files cut into units at one time
	// mostFiles and mostBytes bound one repository.
	mostFiles = 200_000
	mostBytes = 2 << 30
	// retries is how often a repository is read again when its texts went with another one.
	retries = 2
)

// Indexer keeps the mirror.
type Indexer struct{ Parts }

// Index makes the mirror of a repository what it is now at ref. Where the commit is the one that is kept,
// nothing is read.
func (x *Indexer) Index(ctx context.Context, tenant string, from source.Address, ref string, report func(done, total int, text fault.Text)) (r mirror.Repository, changed bool, err error) {
	report(0, 0, fault.Say("Fetching", "Загрузка"))
	if kept, err := x.Mirror.Get(ctx, tenant, from.String()); err == nil && kept.Generation > 0 && kept.State == mirror.Ready && kept.Ref == ref {
		if commit, err := x.Fetch.Head(ctx, from, ref); err == nil && commit == kept.Commit {
			return kept, false, nil
		}
	}
	r, err = x.Mirror.Begin(ctx, tenant, from.String())
	if err != nil {
		return r, false, err
	}
	for attempt := 0; ; attempt++ {
		var done mirror.Repository
		done, err = x.attempt(ctx, tenant, r, from, ref, report)
		if err == nil {
			return done, true, x.searchable(ctx, tenant, report)
		}
		if fault.KindOf(err) != fault.Conflict || attempt == retries {
			break
		}
	}
	return r, false, errors.Join(err, x.fail(ctx, tenant, r, err))
}

// searchable makes the index take in the new generation, so that the next search need not.
func (x *Indexer) searchable(ctx context.Context, tenant string, report func(done, total int, text fault.Text)) error {
	report(0, 0, fault.Say("Making it searchable", "Построение индекса"))
	return x.Refresh(ctx, tenant)
}

// fail notes a failure, unless the work is only interrupted and will go on.
func (x *Indexer) fail(ctx context.Context, tenant string, r mirror.Repository, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return x.Mirror.Fail(ctx, tenant, r.ID, fault.From(err).Text)
}

func (x *Indexer) attempt(ctx context.Context, tenant string, r mirror.Repository, from source.Address, ref string, report func(done, total int, text fault.Text)) (done mirror.Repository, err error) {
	tree, err := x.Fetch.Open(ctx, from, ref, func(done, total int64) {
		report(int(done>>10), int(total>>10), fault.Say("Fetching, KB", "Загрузка, КБ"))
	})
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	reading := newReading(x, tenant, tree, ref, report)
	for file, err := range tree.Files {
		if err != nil {
			return done, err
		}
		if err := reading.add(ctx, file); err != nil {
			return done, err
		}
	}
	if err := reading.flush(ctx); err != nil {
		return done, err
	}
	snapshot, err := reading.finish(x)
	if err != nil {
		return done, err
	}
	return x.Mirror.Finish(ctx, tenant, r.ID, snapshot, reading.files)
}

// reading is a repository while it is read.
type reading struct {
	*Indexer
	tenant   string
	report   func(done, total int, text fault.Text)
	snapshot mirror.Snapshot
	card     *kinship.Builder
	licence  *source.Licences

	pending []source.File
	files   []mirror.File
	total   int64
}

func newReading(x *Indexer, tenant string, tree source.Tree, ref string, report func(done, total int, text fault.Text)) *reading {
	return &reading{
		Indexer: x, tenant: tenant, report: report, card: kinship.NewBuilder(), licence: source.NewLicences(),
		snapshot: mirror.Snapshot{
			Ref: ref, Branch: tree.Branch, Commit: tree.Commit, CommittedAt: tree.At, Languages: map[string]int{}, Skipped: map[string]int{},
		},
	}
}

func (r *reading) add(ctx context.Context, f source.File) error {
	if r.total += f.Size; r.total > mostBytes || len(r.files)+len(r.pending) >= mostFiles {
		return fault.E(fault.TooLarge, fault.Say("The repository has more than %d files or %d MB.", "В репозитории больше %d файлов или %d МБ.", mostFiles, mostBytes>>20), nil)
	}
	if r.pending = append(r.pending, f); len(r.pending) < filesAtOnce {
		return nil
	}
	return r.flush(ctx)
}

// flush cuts the files that wait, and puts their texts.
func (r *reading) flush(ctx context.Context) error {
	cut := make([]mirror.File, len(r.pending))
	g, _ := errgroup.WithContext(ctx)
	g.SetLimit(cutAtOnce)
	for i, f := range r.pending {
		g.Go(func() error {
			cut[i] = cutFile(f)
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	if err := r.put(ctx, cut); err != nil {
		return err
	}
	for i, f := range cut {
		r.count(f, r.pending[i].Body)
	}
	r.files = append(r.files, cut...)
	r.pending = r.pending[:0]
	r.report(len(r.files), 0, fault.Say("Files read", "Прочитано файлов"))
	return nil
}

// cutFile cuts a file into units. Texts of files that have none are kept where they can be
// shown, so that a file of the mirror can be read.
func cutFile(f source.File) mirror.File {
	out := mirror.File{Path: f.Path, Size: f.Size, Licence: f.Licence}
	if f.Body == nil {
		out.Skipped = "large"
		return out
	}
	parts := unit.Split(f.Path, f.Body, unit.Limits{})
	out.Language, out.Units, out.Skipped = parts.Language, parts.Units, parts.Skipped
	if out.Skipped != "binary" {
		out.Digest = mirror.Digest(f.Body)
	}
	return out
}

// put puts the texts that are not kept yet.
func (r *reading) put(ctx context.Context, cut []mirror.File) error {
	var digests []string
	for _, f := range cut {
		if f.Digest != "" {
			digests = append(digests, f.Digest)
		}
	}
	known, err := r.Mirror.Known(ctx, r.tenant, digests)
	if err != nil {
		return err
	}
	var texts []mirror.Text
	for i, f := range cut {
		if f.Digest != "" && !known[f.Digest] {
			known[f.Digest] = true
			texts = append(texts, mirror.Text{Digest: f.Digest, Body: r.pending[i].Body})
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return r.Mirror.PutTexts(ctx, r.tenant, texts)
}

func (r *reading) count(f mirror.File, body []byte) {
	s := &r.snapshot
	s.Files++
	r.licence.Add(f.Path, body)
	if f.Skipped != "" {
		s.Skipped[f.Skipped]++
	}
	if f.Skipped == "" || f.Skipped == "not code" {
		r.card.Add(f.Path, f.Language, body)
	}
	if len(f.Units) == 0 {
		return
	}
	s.Bytes += f.Size
	s.Units += len(f.Units)
	s.Languages[string(f.Language)] += len(f.Units)
}

func (r *reading) finish(x *Indexer) (mirror.Snapshot, error) {
	slices.SortFunc(r.files, func(a, b mirror.File) int { return strings.Compare(a.Path, b.Path) })
	r.snapshot.IndexedAt = x.Now().UTC()
	r.snapshot.Licence = r.licence.Overall()
	card, err := json.Marshal(r.card.Card())
	if err != nil {
		return r.snapshot, fmt.Errorf("codematch: card: %w", err)
	}
	r.snapshot.Card = card
	return r.snapshot, nil
}
