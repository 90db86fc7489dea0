package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/storer"

	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

const (
	deepestFolder = 200
	longestTime   = 253402300799 // 9999-12-31, in seconds of Unix
)

// commitTree is the files of a commit. release is called with Close.
func commitTree(ctx context.Context, objects storer.EncodedObjectStorer, hash plumbing.Hash, branch string, limits tree.Limits, release func() error) (*tree.Tree, error) {
	commit, err := object.GetCommit(objects, hash)
	if err != nil {
		return nil, unreadable(hash, err)
	}
	t := tree.Tree{Commit: hash.String(), Branch: branch}
	if at := commit.Committer.When; at.Unix() > 0 && at.Unix() < longestTime {
		t.At = at.UTC().Round(time.Second)
	}
	root := commit.TreeHash
	t.Files = func(yield func(tree.File, error) bool) {
		w := &walk{ctx: ctx, objects: objects, limits: limits, yield: yield}
		if err := w.folder(root, "", 0); err != nil && !errors.Is(err, errEnough) {
			yield(tree.File{}, err)
		}
	}
	return tree.New(t, release), nil
}

func unreadable(hash plumbing.Hash, err error) error {
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return fault.E(fault.NotFound, fault.Say("%[1]s is no commit of the repository.", "%[1]s — не коммит этого репозитория.", hash.String()), err)
	}
	return damagedRepository(err)
}

func damagedRepository(err error) error {
	if _, told := errors.AsType[*fault.Error](err); told {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fault.From(err)
	}
	return fault.E(fault.Upstream, fault.Say("The repository is damaged or of a kind that is not read.",
		"Репозиторий повреждён или его формат не поддерживается."), fmt.Errorf("source: %w", err))
}

// errEnough ends a walk whose files nobody wants any more.
var errEnough = errors.New("source: enough")

// walk goes through the folders of a commit. git sorts a folder's entries as if the names of
// folders ended in a slash, so that the files come sorted by their whole paths.
type walk struct {
	ctx     context.Context //nolint:containedctx // of one run of Tree.Files
	objects storer.EncodedObjectStorer
	limits  tree.Limits
	yield   func(tree.File, error) bool
	seen    int // entries
	bytes   int64
}

func (w *walk) folder(hash plumbing.Hash, below string, depth int) error {
	folder, err := object.GetTree(w.objects, hash)
	if err != nil {
		return damagedRepository(err)
	}
	for _, e := range folder.Entries {
		if w.seen++; w.seen > w.limits.Files {
			return w.limits.TooMany()
		}
		if err := tree.Left(w.ctx); err != nil {
			return err
		}
		name := tree.Spelled(below + e.Name)
		switch {
		case tree.IsControl(name) || !tree.Inside(name): // git itself writes no such names
			continue
		case e.Mode == filemode.Dir && depth < deepestFolder:
			err = w.folder(e.Hash, below+e.Name+"/", depth+1)
		default:
			err = w.file(e, name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) file(e object.TreeEntry, name string) error {
	f, err := w.read(e, name)
	if err != nil {
		return err
	}
	if w.bytes += int64(len(f.Body)); w.bytes > w.limits.Total {
		return w.limits.TooMuch()
	}
	if !w.yield(f, nil) {
		return errEnough
	}
	return nil
}

func (w *walk) read(e object.TreeEntry, name string) (tree.File, error) {
	switch e.Mode {
	case filemode.Regular, filemode.Executable, filemode.Deprecated:
	case filemode.Symlink:
		return tree.File{Path: name, Skipped: tree.Link}, nil
	case filemode.Submodule:
		return tree.File{Path: name, Skipped: tree.Submodule}, nil
	default:
		return tree.File{Path: name, Skipped: tree.Unreadable}, nil
	}
	size, err := sizeOf(w.objects, e.Hash)
	switch {
	case errors.Is(err, plumbing.ErrObjectNotFound): // the host was asked to leave large ones out
		return tree.File{Path: name, Size: -1, Skipped: tree.Large}, nil
	case err != nil:
		return tree.File{}, damagedRepository(err)
	case size > w.limits.File:
		return tree.File{Path: name, Size: size, Skipped: tree.Large}, nil
	case w.limits.Unwanted(name):
		return tree.File{Path: name, Size: size, Skipped: tree.Unwanted}, nil
	}
	body, err := bodyOf(w.objects, e.Hash, w.limits.File)
	if err != nil {
		return tree.File{}, damagedRepository(err)
	}
	return tree.Settled(name, body), nil
}

// sizeOf asks for the object itself where its size is not found: go-git looks for sizes in the
// repository's own store alone, not in those that it shares.
func sizeOf(objects storer.EncodedObjectStorer, hash plumbing.Hash) (int64, error) {
	size, err := objects.EncodedObjectSize(hash)
	if !errors.Is(err, plumbing.ErrObjectNotFound) {
		return size, err //nolint:wrapcheck // damagedRepository does
	}
	blob, err := objects.EncodedObject(plumbing.BlobObject, hash)
	if err != nil {
		return 0, err //nolint:wrapcheck // as above
	}
	return blob.Size(), nil
}

func bodyOf(objects storer.EncodedObjectStorer, hash plumbing.Hash, most int64) ([]byte, error) {
	blob, err := objects.EncodedObject(plumbing.BlobObject, hash)
	if err != nil {
		return nil, err //nolint:wrapcheck // damagedRepository does
	}
	from, err := blob.Reader()
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	defer from.Close()
	return io.ReadAll(io.LimitReader(from, most))
}
