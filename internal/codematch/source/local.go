package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"

	"kadry/internal/codematch/source/archive"
	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

// place is a path of this machine that may be read. top is the folder that nothing read may lie
// outside of, links resolved; "" is the whole machine.
type place struct{ path, top string }

// place finds out whether a caller may read a path. Those who are not at this machine read only
// below the roots, and a path is looked at only once it is known to lie there: even asking the
// system about another one can reach over the network.
func (f *Fetcher) place(path string, atMachine bool) (place, error) {
	if atMachine {
		return place{path: path}, nil
	}
	for _, allowed := range f.Roots {
		inner, err := filepath.Rel(allowed, filepath.Clean(path))
		if err != nil || !filepath.IsLocal(inner) {
			continue
		}
		top, err := filepath.EvalSymlinks(allowed)
		if err != nil {
			return place{}, unread(path, err)
		}
		p := place{path: filepath.Join(top, inner), top: top}
		return p, p.holds(path, p.path)
	}
	return place{}, fault.E(fault.Denied, fault.Say("This access may not read that path of the server's machine.",
		"Этот доступ не может читать этот путь на сервере."), nil).
		WithHint(fault.Say("The operator names folders in the settings; or give the address of a repository.",
			"Администратор указывает папки в настройках; либо дайте адрес репозитория."))
}

// largeObject is from how many bytes on an object is not held in memory.
const largeObject = 8 << 20

func unread(path string, cause error) error {
	if errors.Is(cause, fs.ErrNotExist) {
		return fault.E(fault.NotFound, fault.Say("There is no %q on this machine.", "На этой машине нет «%s».", fault.Clip(path)), cause)
	}
	return fault.E(fault.Invalid, fault.Say("%q cannot be read.", "Не удалось прочитать «%s».", fault.Clip(path)), cause)
}

// holds reports whether what a path leads to lies below the top.
func (p place) holds(asked, path string) error {
	if p.top == "" {
		return nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return unread(asked, err)
	}
	if inner, err := filepath.Rel(p.top, real); err != nil || !filepath.IsLocal(inner) {
		return fault.E(fault.Denied, fault.Say("%q leads out of the folder that may be read.", "«%s» ведёт за пределы разрешённой папки.", fault.Clip(asked)), nil)
	}
	return nil
}

// openLocal opens an archive, a repository or a folder.
func (f *Fetcher) openLocal(ctx context.Context, w Want) (*tree.Tree, error) {
	return f.local(ctx, w, func() (*tree.Spool, error) { return tree.NewSpool(f.Folder, f.Limits) })
}

// headLocal is the commit of what openLocal would open. Of a folder nothing is kept on disk.
func (f *Fetcher) headLocal(ctx context.Context, w Want) (string, error) {
	t, err := f.local(ctx, w, func() (*tree.Spool, error) { return tree.NewDigester(f.Limits), nil })
	if err != nil {
		return "", err
	}
	return t.Commit, t.Close()
}

func (f *Fetcher) local(ctx context.Context, w Want, spool func() (*tree.Spool, error)) (*tree.Tree, error) {
	p, err := f.place(w.Address.Path, w.AtMachine)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(p.path)
	switch {
	case err != nil:
		return nil, unread(w.Address.Path, err)
	case info.Mode().IsRegular():
		return f.openArchive(ctx, p)
	case !info.IsDir():
		return nil, unread(w.Address.Path, errors.New("source: neither file nor folder"))
	}
	objects, err := p.repository()
	if err != nil {
		return nil, err
	}
	if objects == nil {
		if w.ref() != "" {
			return nil, fault.E(fault.Invalid, fault.Say("%q is no repository and has no branches.", "«%s» — не репозиторий, веток в нём нет.", fault.Clip(w.Address.Path)), nil)
		}
		return openFolder(ctx, p, spool)
	}
	t, err := f.openObjects(ctx, objects, w)
	if err != nil {
		return nil, errors.Join(err, objects.Close())
	}
	return t, nil
}

func (f *Fetcher) openArchive(ctx context.Context, p place) (*tree.Tree, error) {
	file, err := os.Open(p.path)
	if err != nil {
		return nil, unread(p.path, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, unread(p.path, err)
	}
	return archive.Open(ctx, filepath.Base(p.path), file, info.Size(), f.Folder, f.Limits)
}

// repository opens the git folder of a place, nil where there is none. Of what the folder points
// at, its own common folder and other stores of objects, nothing may lie outside of the top.
func (p place) repository() (*filesystem.Storage, error) {
	own, ok, err := p.gitFolder()
	if !ok || err != nil {
		return nil, err
	}
	common := own
	if told, err := short(filepath.Join(own, "commondir")); err == nil { // of a linked worktree
		common = absolute(own, told)
	}
	for _, dir := range []string{own, common} {
		if err := p.holds(p.path, dir); err != nil {
			return nil, err
		}
	}
	if told, err := short(filepath.Join(common, "objects", "info", "alternates")); err == nil {
		for line := range strings.Lines(told) {
			if err := p.holds(p.path, absolute(filepath.Join(common, "objects"), strings.TrimSpace(line))); err != nil {
				return nil, err
			}
		}
	}
	dirs := dotgit.NewRepositoryFilesystem(osfs.New(own), osfs.New(common))
	return filesystem.NewStorageWithOptions(dirs, cache.NewObjectLRU(cache.DefaultMaxSize), filesystem.Options{
		AlternatesFS: osfs.New("/"), MaxOpenDescriptors: 64, LargeObjectThreshold: largeObject,
	}), nil
}

// gitFolder is where git keeps what belongs to a place: .git, what a file of that name says, or
// the place itself where it is bare.
func (p place) gitFolder() (string, bool, error) {
	dot := filepath.Join(p.path, ".git")
	info, err := os.Lstat(dot)
	switch {
	case err == nil && info.Mode().IsRegular():
		told, err := short(dot)
		if err != nil {
			return "", false, unread(p.path, err)
		}
		told, ok := strings.CutPrefix(strings.TrimSpace(told), "gitdir:")
		return absolute(p.path, strings.TrimSpace(told)), ok, nil
	case err == nil:
		return dot, true, nil
	}
	for _, part := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(p.path, part)); err != nil {
			return "", false, nil //nolint:nilerr // then it is a plain folder
		}
	}
	return p.path, true, nil
}

func absolute(base, told string) string {
	told = strings.TrimSpace(told)
	if filepath.IsAbs(told) {
		return filepath.Clean(told)
	}
	return filepath.Join(base, told)
}

// short reads a file of a few lines.
func short(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("source: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, 64<<10))
	return string(text), err
}

// localRefs are the refs of a repository of this machine. The commits of tags are looked up.
func localRefs(store *filesystem.Storage) (refs, error) {
	repo, err := git.Open(store, nil) // refuses the formats that it does not know
	if err != nil {
		return refs{}, damagedRepository(err)
	}
	r := refs{named: map[string]plumbing.Hash{}}
	all, err := repo.References()
	if err != nil {
		return r, damagedRepository(err)
	}
	err = all.ForEach(func(ref *plumbing.Reference) error {
		if ref.Type() != plumbing.HashReference || ref.Name() == plumbing.HEAD {
			return nil
		}
		r.named[ref.Name().String()] = ref.Hash()
		if tag, err := repo.TagObject(ref.Hash()); err == nil {
			if commit, err := tag.Commit(); err == nil {
				r.named[ref.Name().String()] = commit.Hash
			}
		}
		return nil
	})
	if err != nil {
		return r, damagedRepository(err)
	}
	if head, err := repo.Head(); err == nil {
		r.head = head.Hash()
		if head.Name().IsBranch() {
			r.branch = head.Name().Short()
		}
	}
	return r, nil
}

// localCommit finds a commit; a short hash may be of any.
func localCommit(store *filesystem.Storage, repository, ref string) (plumbing.Hash, string, error) {
	r, err := localRefs(store)
	if err != nil {
		return plumbing.ZeroHash, "", err
	}
	hash, branch, err := r.find(repository, ref)
	if err == nil || !shortHash.MatchString(strings.ToLower(ref)) {
		return hash, branch, err
	}
	repo, broken := git.Open(store, nil)
	if broken != nil {
		return hash, branch, err
	}
	if found, unknown := repo.ResolveRevision(plumbing.Revision(strings.ToLower(ref))); unknown == nil {
		return *found, "", nil
	}
	return hash, branch, err
}

func (f *Fetcher) openObjects(ctx context.Context, store *filesystem.Storage, w Want) (*tree.Tree, error) {
	hash, branch, err := localCommit(store, w.Address.Path, w.ref())
	if err != nil {
		return nil, err
	}
	return commitTree(ctx, store, hash, branch, f.Limits.Filled(), store.Close)
}

// openFolder reads the regular files of a folder. Links are not followed.
func openFolder(ctx context.Context, p place, empty func() (*tree.Spool, error)) (*tree.Tree, error) {
	root, err := os.OpenRoot(p.path)
	if err != nil {
		return nil, unread(p.path, err)
	}
	defer root.Close()
	spool, err := empty()
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if left := tree.Left(ctx); left != nil {
			return left
		}
		return visit(root, spool, name, d, err)
	})
	if err != nil {
		_ = spool.Close()
		return nil, folderFault(p.path, err)
	}
	return spool.Tree(ctx, ""), nil
}

func folderFault(path string, err error) error {
	if _, told := errors.AsType[*fault.Error](err); told {
		return err
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fault.E(fault.Conflict, fault.Say("The folder %q changed while it was read.", "Папка «%s» изменилась во время чтения.", fault.Clip(path)), err).
			WithHint(fault.Say("Try again.", "Повторите попытку."))
	}
	return unread(path, err)
}

// visit puts one entry of a folder into a spool.
func visit(root *os.Root, spool *tree.Spool, name string, d fs.DirEntry, err error) error {
	told := tree.Spelled(filepath.ToSlash(name))
	switch {
	case err != nil && errors.Is(err, fs.ErrPermission):
		return fs.SkipDir
	case err != nil:
		return err
	case name == ".":
		return nil
	case tree.IsControl(told) && d.IsDir():
		return fs.SkipDir
	case tree.IsControl(told), d.IsDir():
		return nil
	case d.Type()&fs.ModeSymlink != 0:
		return spool.Skip(told, 0, tree.Link)
	case !d.Type().IsRegular():
		return nil
	case !tree.Inside(told) || spool.Has(told):
		return nil
	}
	file, err := root.Open(name)
	if errors.Is(err, fs.ErrPermission) {
		return spool.Skip(told, -1, tree.Unreadable)
	}
	if err != nil {
		return err //nolint:wrapcheck // folderFault says whose it is
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err //nolint:wrapcheck // as above
	}
	return spool.Add(told, info.Size(), info.ModTime(), file)
}
