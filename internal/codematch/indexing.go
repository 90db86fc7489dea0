package codematch

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"kadry/internal/codematch/kinship"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/source"
	"kadry/internal/codematch/source/licence"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/codematch/unit"
	"kadry/internal/fault"
)

const (
	filesAtOnce = 64 // are put in one transaction
	cutAtOnce   = 2  // files cut into units at one time
	// retries is how often a repository is read again when its texts went with another one.
	retries = 2
)

// Indexer keeps the mirror.
type Indexer struct{ Parts }

// Origin is where a repository comes from: an address, or an archive that was sent along.
type Origin struct {
	source.Want
	Name   string // of the archive
	Upload []byte
}

// url is what the repository is known by.
func (o Origin) url() string {
	if o.Upload != nil {
		return mirror.Upload(o.Name)
	}
	return o.Address.Key()
}

// Report is told how far work has come.
type Report func(done, total int, text fault.Text)

// Index makes the mirror of a repository what it is now. Where the commit is the one that is
// kept nothing is read.
func (x *Indexer) Index(ctx context.Context, tenant string, from Origin, report Report) (r mirror.Repository, changed bool, err error) {
	report(0, 0, fault.Say("Fetching", "Загрузка"))
	if kept, ok := x.current(ctx, tenant, from); ok {
		return kept, false, nil
	}
	for attempt := 0; ; attempt++ {
		var next mirror.Generation
		if r, next, err = x.Mirror.Begin(ctx, tenant, from.url()); err != nil {
			return r, false, err
		}
		var done mirror.Repository
		if done, err = x.attempt(ctx, tenant, next, from, report); err == nil {
			return done, true, x.Refresh(ctx, tenant)
		}
		if fault.KindOf(err) != fault.Conflict || attempt == retries {
			return r, false, errors.Join(err, x.fail(ctx, tenant, r, next, err))
		}
	}
}

// current is the repository as it is kept, where the mirror holds just what would be read.
func (x *Indexer) current(ctx context.Context, tenant string, from Origin) (mirror.Repository, bool) {
	kept, err := x.Mirror.Get(ctx, tenant, from.url())
	if err != nil || kept.Generation == 0 || kept.State != mirror.Ready || kept.Ref != from.Ref || from.Upload != nil {
		return kept, false
	}
	commit, err := x.Fetch.Head(ctx, from.Want)
	return kept, err == nil && commit == kept.Commit
}

// fail notes a failure, unless the work is only interrupted and will go on. Of what never was a
// repository nothing stays.
func (x *Indexer) fail(ctx context.Context, tenant string, r mirror.Repository, next mirror.Generation, err error) error {
	if ctx.Err() != nil {
		return nil //nolint:nilerr // err is the caller's to return
	}
	if kind := fault.KindOf(err); kind == fault.Denied || kind == fault.Invalid || kind == fault.NotFound {
		if gone, err := x.Mirror.Abandon(ctx, tenant, next); gone || err != nil {
			return err
		}
	}
	return x.Mirror.Fail(ctx, tenant, r.ID, fault.From(err).Text)
}

func (x *Indexer) open(ctx context.Context, from Origin, report Report) (*tree.Tree, error) {
	if from.Upload != nil {
		return x.Fetch.Unpack(ctx, from.Name, bytes.NewReader(from.Upload), int64(len(from.Upload)))
	}
	want := from.Want
	want.Report = func(done, total int64) {
		report(int(done>>10), int(total>>10), fault.Say("Fetching, KB", "Загрузка, КБ"))
	}
	return x.Fetch.Open(ctx, want)
}

func (x *Indexer) attempt(ctx context.Context, tenant string, next mirror.Generation, from Origin, report Report) (done mirror.Repository, err error) {
	files, err := x.open(ctx, from, report)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	reading := newReading(x, tenant, from, files, report)
	for file, err := range files.Files {
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
	snapshot, err := reading.finish()
	if err != nil {
		return done, err
	}
	report(0, 0, fault.Say("Making it searchable", "Построение индекса"))
	if err := x.Prepare(ctx, tenant, next, reading.files); err != nil {
		return done, err
	}
	return x.Mirror.Finish(ctx, tenant, next, snapshot, reading.files)
}

// reading is a repository while it is read.
type reading struct {
	*Indexer
	tenant   string
	report   Report
	snapshot mirror.Snapshot
	card     *kinship.Builder
	licence  *licence.Reader

	pending []tree.File
	files   []mirror.File
}

func newReading(x *Indexer, tenant string, from Origin, files *tree.Tree, report Report) *reading {
	return &reading{
		Indexer: x, tenant: tenant, report: report, card: kinship.NewBuilder(from.url()), licence: &licence.Reader{},
		snapshot: mirror.Snapshot{
			Ref: from.Ref, Branch: files.Branch, Commit: files.Commit, CommittedAt: files.At, Languages: map[string]int{}, Skipped: map[string]int{},
		},
	}
}

// add takes a file in; how many and how large they may be, the tree has seen to.
func (r *reading) add(ctx context.Context, f tree.File) error {
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
		cut[i].Licence = r.count(f, r.pending[i].Body)
	}
	r.files = append(r.files, cut...)
	r.pending = r.pending[:0]
	r.report(len(r.files), 0, fault.Say("Files read", "Прочитано файлов"))
	return nil
}

// cutFile cuts a file into units. Texts of files that have none are kept where they can be
// shown, so that a file of the mirror can be read.
func cutFile(f tree.File) mirror.File {
	out := mirror.File{Path: f.Path, Size: f.Size, Skipped: string(f.Skipped)}
	if f.Body == nil {
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

// count adds a file to what is told of the repository, and returns the licence of its header.
func (r *reading) count(f mirror.File, body []byte) string {
	s := &r.snapshot
	s.Files++
	if f.Skipped != "" {
		s.Skipped[f.Skipped]++
	}
	if f.Skipped == "" || f.Skipped == "not code" {
		r.card.Add(f.Path, f.Language, string(body))
	}
	header := r.licence.Add(f.Path, body)
	if len(f.Units) == 0 {
		return header
	}
	s.Bytes += f.Size
	s.Units += len(f.Units)
	s.Languages[string(f.Language)] += len(f.Units)
	return header
}

func (r *reading) finish() (mirror.Snapshot, error) {
	slices.SortFunc(r.files, func(a, b mirror.File) int { return strings.Compare(a.Path, b.Path) })
	r.snapshot.IndexedAt = r.Now().UTC()
	whole := r.licence.Repository()
	r.snapshot.Licence = match.Licence(whole)
	for i := range r.files {
		f := &r.files[i]
		if own := r.licence.For(f.Path, f.Licence); len(f.Units) > 0 && own.SPDX != whole.SPDX {
			f.Licence = own.SPDX
		} else {
			f.Licence = ""
		}
	}
	card, err := kinship.Encode(r.card.Card())
	r.snapshot.Card = card
	return r.snapshot, err
}

// Refresh looks whether a repository has a new commit at the ref it was indexed by, and takes
// that in.
func Refresh(ctx context.Context, p Parts, tenant, url string) error {
	kept, err := p.Mirror.Get(ctx, tenant, url)
	if fault.KindOf(err) == fault.NotFound {
		return nil // deleted meanwhile
	}
	if err != nil {
		return err
	}
	address, err := source.Parse(url)
	if err != nil {
		return err
	}
	x := &Indexer{p}
	_, _, err = x.Index(ctx, tenant, Origin{Want: source.Want{Address: address, Ref: kept.Ref}}, func(int, int, fault.Text) {})
	return err
}
