package codematch

import (
	"context"
	"iter"

	"golang.org/x/sync/errgroup"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/mirror"
)

// Documents are the units of the mirror as the index takes them in. It implements
// index.Source.
type Documents struct{ Mirror mirror.Keeper }

// Generations implements index.Source.
func (d Documents) Generations(ctx context.Context, tenant string) ([]mirror.Generation, error) {
	return d.Mirror.Generations(ctx, tenant)
}

// Unfinished implements index.Source.
func (d Documents) Unfinished(ctx context.Context, tenant string) ([]mirror.Generation, error) {
	return d.Mirror.Unfinished(ctx, tenant)
}

// Documents implements index.Source.
func (d Documents) Documents(ctx context.Context, tenant string, g mirror.Generation) iter.Seq2[index.Document, error] {
	return d.each(ctx, tenant, g.Repository, func(after int) ([]mirror.File, error) {
		return d.Mirror.Files(ctx, tenant, g, after, filesAtATime)
	})
}

// Of are the units of files that are to become a generation; their texts are kept already.
func (d Documents) Of(ctx context.Context, tenant string, repository int64, files []mirror.File) iter.Seq2[index.Document, error] {
	return d.each(ctx, tenant, repository, func(after int) ([]mirror.File, error) {
		return files[after+1 : min(after+1+filesAtATime, len(files))], nil
	})
}

// each reads files page after page, each after a place in the order of paths.
func (d Documents) each(ctx context.Context, tenant string, repository int64, page func(after int) ([]mirror.File, error)) iter.Seq2[index.Document, error] {
	return func(yield func(index.Document, error) bool) {
		for after := -1; ; after += filesAtATime {
			files, err := page(after)
			if err == nil && len(files) == 0 {
				return
			}
			var parts [][]index.Document
			if err == nil {
				parts, err = d.part(ctx, tenant, repository, after+1, files)
			}
			if err != nil {
				yield(index.Document{}, err)
				return
			}
			for _, list := range parts {
				for _, document := range list {
					if !yield(document, nil) {
						return
					}
				}
			}
			if len(files) < filesAtATime {
				return
			}
		}
	}
}

// part are the documents of some files, by file.
func (d Documents) part(ctx context.Context, tenant string, repository int64, first int, files []mirror.File) ([][]index.Document, error) {
	var digests []string
	for _, f := range files {
		if len(f.Units) > 0 {
			digests = append(digests, f.Digest)
		}
	}
	texts, err := d.Mirror.Texts(ctx, tenant, digests)
	if err != nil {
		return nil, err
	}
	parts := make([][]index.Document, len(files))
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(cutAtOnce)
	for i, f := range files {
		g.Go(func() error {
			parts[i] = documents(repository, first+i, f, texts[f.Digest])
			return inner.Err()
		})
	}
	return parts, g.Wait()
}

func documents(repository int64, place int, f mirror.File, text []byte) (list []index.Document) {
	for i, u := range f.Units {
		if u.End > len(text) {
			continue
		}
		list = append(list, index.Document{
			Place: index.Place{Repository: repository, File: int32(place), Unit: int32(i)},
			Path:  f.Path, Language: f.Language, Kind: u.Kind, Vector: feature.Of(f.Language, text[u.Start:u.End]),
		})
	}
	return list
}
