package source

import (
	"context"
	"errors"
	"io"
	"net/http"

	"kadry/internal/codematch/source/archive"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// Fetcher opens addresses. It is safe for concurrent use; a Tree that it gives is for one
// goroutine.
type Fetcher struct {
	Upstream *upstream.Client // with the Policies of Hosts
	Hosts    Hosts
	Roots    []string // folders below which callers who are not at this machine read; absolute
	Folder   string   // for what waits on disk; "" is the system's
	Limits   tree.Limits
}

// Want is a place that somebody asks for.
type Want struct {
	Address Address
	Ref     string // branch, tag or commit; "" is that of the address, then the default branch
	// AtMachine says that the caller is at this machine and may name any path of it.
	AtMachine bool
	// Report is told of the bytes that came over the network, and of how many there will be, 0
	// where nobody knows. nil is nobody.
	Report func(done, total int64)
}

func (w Want) ref() string {
	if w.Ref != "" {
		return w.Ref
	}
	return w.Address.Ref
}

// Open opens the files of a repository at a commit, of an archive or of a folder; of a file in
// a repository, all of its repository. What it takes on disk is given back by the tree's Close.
// The tree reads within ctx; fetching ends earlier, by the limits.
//
// Errors are faults: Denied (a host or path off the list, a private address), NotFound (no such
// place, branch or commit, or not public), Conflict (an empty repository, a folder that changes),
// TooLarge (over the limits), Invalid (no archive, no repository), Unavailable and Upstream (the
// host), Timeout, Canceled.
func (f *Fetcher) Open(ctx context.Context, w Want) (*tree.Tree, error) {
	switch w.Address.Kind {
	case Local:
		return f.openLocal(ctx, w)
	case Archive:
		return f.download(ctx, w)
	}
	limits := f.Limits.Filled()
	fetching, stop := context.WithTimeout(ctx, limits.Timeout)
	defer stop()
	r, err := f.remote(w)
	if err != nil {
		return nil, err
	}
	names, err := r.refs(fetching)
	if err != nil {
		return nil, err
	}
	hash, branch, err := names.find(w.Address.String(), w.settled(names))
	if err != nil {
		return nil, err
	}
	return r.open(fetching, ctx, hash, branch)
}

// settled is the ref that is asked for; that of a link may have slashes.
func (w Want) settled(names refs) string {
	if w.Ref != "" {
		return w.Ref
	}
	return w.Address.Split(names.short()).Ref
}

// Head is the commit that Open would read, as Tree.Commit has it, found out cheaply: by asking
// for the refs of a repository, by reading a folder. An archive is read whole.
func (f *Fetcher) Head(ctx context.Context, w Want) (string, error) {
	if w.Address.Kind == Local {
		return f.headLocal(ctx, w)
	}
	if w.Address.Kind == Archive {
		t, err := f.download(ctx, w)
		if err != nil {
			return "", err
		}
		return t.Commit, t.Close()
	}
	r, err := f.remote(w)
	if err != nil {
		return "", err
	}
	names, err := r.refs(ctx)
	if err != nil {
		return "", err
	}
	hash, _, err := names.find(w.Address.String(), w.settled(names))
	if err != nil {
		return "", err
	}
	return hash.String(), nil
}

// remote prepares the way to a repository of an allowed host.
func (f *Fetcher) remote(w Want) (*remote, error) {
	host, err := f.Hosts.find(w.Address.Host)
	if err != nil {
		return nil, err
	}
	return &remote{
		client: f.Upstream, address: w.Address, base: host.base() + "/" + escape(w.Address.Name), header: host.gitHeader(),
		limits: f.Limits.Filled(), folder: f.Folder, report: w.Report,
	}, nil
}

// Unpack opens an archive that was sent; name is what its sender calls it.
func (f *Fetcher) Unpack(ctx context.Context, name string, from io.ReaderAt, size int64) (*tree.Tree, error) {
	return archive.Open(ctx, name, from, size, f.Folder, f.Limits)
}

const archiveKind = upstream.Kind("code-archive")

// download fetches an archive to disk and opens it.
func (f *Fetcher) download(ctx context.Context, w Want) (*tree.Tree, error) {
	host, err := f.Hosts.find(w.Address.Host)
	if err != nil {
		return nil, err
	}
	disk, release, err := tree.Disk(f.Folder)
	if err != nil {
		return nil, err
	}
	defer func() { _ = release() }() // what is in it is in the tree's spool by then
	limits := f.Limits.Filled()
	fetching, stop := context.WithTimeout(ctx, limits.Timeout)
	defer stop()
	url := host.base() + "/" + escape(w.Address.Path)
	if w.Address.query != "" {
		url += "?" + w.Address.query
	}
	size := int64(0)
	res, err := listen(fetching, f.Upstream, upstream.Request{URL: url, Kind: archiveKind, Header: host.fileHeader()}, limits,
		func(res upstream.Response, from io.Reader) (err error) {
			size, err = io.Copy(disk, &counted{from: from, limits: limits, total: lengthOf(res.Header), report: w.Report})
			return err //nolint:wrapcheck // undelivered does
		})
	if err != nil {
		return nil, undelivered(w.Address, res, err)
	}
	return archive.Open(ctx, w.Address.Base(), disk, size, f.Folder, f.Limits)
}

// undelivered makes of what went wrong what it means for a file.
func undelivered(a Address, res upstream.Response, err error) error {
	known, told := errors.AsType[*fault.Error](err)
	switch {
	case told && known.Kind == fault.Limited:
		return err
	case res.Status == http.StatusUnauthorized, res.Status == http.StatusForbidden, res.Status == http.StatusNotFound, res.Status == http.StatusGone:
		return fault.E(fault.NotFound, fault.Say("There is no such file on %[1]s, or it is not public.", "На %[1]s такого файла нет, или он закрыт.", a.Host), err)
	case told:
		return err
	case errors.Is(err, errSilent):
		return fault.E(fault.Unavailable, fault.Say("%[1]s stopped answering.", "%[1]s перестал отвечать.", a.Host), err)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.From(err)
	}
	return fault.E(fault.Unavailable, fault.Say("%[1]s broke off before the file was there.", "%[1]s оборвал передачу файла.", a.Host), err)
}
