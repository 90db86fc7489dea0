package codematchroom

import (
	"context"
	"errors"
	"path/filepath"

	"kadry/internal/codematch"
	"kadry/internal/codematch/behaviour"
	"kadry/internal/codematch/codematchsql"
	"kadry/internal/codematch/codematchsql/vectors"
	"kadry/internal/codematch/codematchweb"
	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/index/embedded"
	"kadry/internal/codematch/judge"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/rank"
	"kadry/internal/codematch/source"
	"kadry/internal/fault"
	"kadry/internal/room"
)

func (w *wiring) open(ctx context.Context, h room.House) (room.Opened, error) {
	kept, err := codematchsql.NewMirror(h.DB, h.Now)
	if err != nil {
		return room.Opened{}, err
	}
	ranker, err := rank.New()
	if err != nil {
		return room.Opened{}, err
	}
	hosts, err := w.hosts()
	if err != nil {
		return room.Opened{}, err
	}
	parts := codematch.Parts{
		Mirror: kept, Searches: codematchsql.NewSearches(h.DB), Ranker: ranker, Known: h.Candidate, Now: h.Now,
		Fetch: &source.Fetcher{Upstream: h.Upstream, Hosts: hosts, Roots: w.Roots},
	}
	closeIndex, err := w.addIndex(ctx, h, &parts)
	if err != nil {
		return room.Opened{}, err
	}
	closing := []func() error{closeIndex}
	if parts.Runner, err = w.runner(h); err != nil {
		return room.Opened{}, err
	}
	if parts.Runner != nil {
		closing = append(closing, parts.Runner.Close)
	}
	if h.Embed != nil {
		parts.Dense = dense.New(h.Embed, codematchsql.NewVectors(h.DB), kept)
		parts.Refresh = vectorsToo(h, parts.Refresh)
	}
	if h.Model != nil {
		if parts.Judge, err = judge.New(judge.Config{Client: h.Model}); err != nil {
			return room.Opened{}, err
		}
	}
	if err := w.keepFresh(h, parts); err != nil {
		return room.Opened{}, err
	}
	pages := codematchweb.New(h.Now)
	return room.Opened{
		Offer:      room.Offer{Operations: codematch.Operations(parts)},
		Pages:      &pages,
		Routes:     []room.Route{w.webhook(h, parts)},
		Checks:     []room.Check{{Name: fault.Say("code", "код"), Run: func(context.Context) (fault.Text, error) { return w.state(), nil }}},
		LeavesWork: true,
		Forget:     parts.Searches.ForgetCandidate,
		Sample:     func(ctx context.Context, tenant string) error { return putSample(ctx, parts, tenant) },
		Close:      func() error { return closeAll(closing) },
	}, nil
}

// addIndex adds the index that the operator chose.
func (w *wiring) addIndex(ctx context.Context, h room.House, parts *codematch.Parts) (closing func() error, err error) {
	documents := codematch.Documents{Mirror: parts.Mirror}
	parts.Refresh = func(ctx context.Context, tenant string) error {
		_, err := parts.Index.Search(ctx, tenant, index.Question{})
		return err
	}
	if w.Index == indexPgvector {
		parts.Prepare = func(context.Context, string, mirror.Generation, []mirror.File) error { return nil }
		parts.Index, err = vectors.New(ctx, h.DB, feature.Version, documents)
		return func() error { return nil }, err
	}
	idx, err := embedded.New(filepath.Join(h.Folder, indexFolder), feature.Version, documents)
	if err != nil {
		return nil, err
	}
	parts.Index = idx
	parts.Prepare = func(ctx context.Context, tenant string, g mirror.Generation, files []mirror.File) error {
		return idx.Prepare(ctx, tenant, g, documents.Of(ctx, tenant, g.Repository, files))
	}
	return idx.Close, nil
}

// runner runs foreign code, where the operator allows it.
func (w *wiring) runner(h room.House) (*behaviour.Checker, error) {
	if !w.Behaviour {
		return nil, nil //nolint:nilnil // nil is a server that runs no code
	}
	child, err := h.Self(runCode)
	if err != nil {
		return nil, err
	}
	return behaviour.New(child, runsAtOnce)
}

func closeAll(list []func() error) (err error) {
	for _, c := range list {
		err = errors.Join(err, c())
	}
	return err
}

// state says for `kadry doctor` what is allowed. Nobody is asked.
func (w *wiring) state() fault.Text {
	if w.Behaviour {
		return fault.Say("hosts: %d; pure functions are run in a confined process", "серверов: %d; чистые функции запускаются в изолированном процессе", len(w.Hosts))
	}
	return fault.Say("hosts: %d; code is not run", "серверов: %d; код не запускается", len(w.Hosts))
}
