package api

import (
	"archive/tar"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/upstream"
)

// Limits are what is read of an archive at most. Repositories over these are read in part,
// which is said. A field that is zero is that of DefaultLimits.
type Limits struct {
	Archive int64 // bytes as they come
	Grace   int64 // bytes unpacked before the ratio of a bomb counts
	Kept    int64 // bytes of the files that are kept
	Entries int   // files
}

// DefaultLimits are those of a client that is given none.
func DefaultLimits() Limits {
	return Limits{Archive: 128 << 20, Grace: 8 << 20, Kept: 96 << 20, Entries: 60_000}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	return Limits{cmp.Or(l.Archive, d.Archive), cmp.Or(l.Grace, d.Grace), cmp.Or(l.Kept, d.Kept), cmp.Or(l.Entries, d.Entries)}
}

// What is read of an archive at most by any client.
const (
	longestDownload = 3 * time.Minute
	mostUnpacked    = 1 << 30 // bytes that are looked at
	mostRatio       = 200     // bytes unpacked for one that came: real archives have 3 to 20
	largestFile     = 1 << 20
	longestPath     = 1024
)

// errEnough ends the reading of an archive whose beginning is kept.
type errEnough struct{ why fault.Text }

func (e errEnough) Error() string { return "api: archive cut: " + e.why.EN }

// Archive reads the files of a repository at its head, one after another as they come. What
// visit is given belongs to it. An archive that was read whole is kept, and read from disk the
// next time. The error is a fault or what visit returned.
func (s *Session) Archive(ctx context.Context, r github.Repository, visit func(github.File) error) (github.Contents, error) {
	got := github.Contents{Repository: r.FullName, Commit: r.Head}
	ref, key := revision(r)
	if kept, ok := s.c.store.open(r.FullName, key); ok {
		defer kept.close()
		got.Cached = true
		return got, s.c.PerArchive.read(ctx, &got, kept.files(&got.Commit), visit)
	}
	keep := s.c.store.create(r.FullName, key)
	defer keep.abandon()
	res, err := s.c.Upstream.Stream(ctx, upstream.Request{
		URL: s.c.Archives + "/" + r.FullName + "/legacy.tar.gz/" + url.PathEscape(ref), Kind: archiveKind,
	}, func(_ upstream.Response, body io.Reader) error {
		counted := &counter{from: body, limits: s.c.PerArchive}
		err := s.c.PerArchive.read(ctx, &got, unpack(counted, &got.Commit), func(f github.File) error {
			keep.add(f, got.Commit)
			return visit(f)
		})
		got.Bytes = counted.n
		return err
	})
	s.note(res)
	if enough, ok := errors.AsType[errEnough](err); ok {
		got.Cut = enough.why
		return got, nil
	}
	if err != nil {
		return got, s.unread(res, err, r.FullName)
	}
	keep.finish()
	return got, nil
}

// revision is what is asked for of a repository, and what it is kept under. Without GraphQL the
// head is not known: then it is what was pushed last, and kept where the time of that is known.
func revision(r github.Repository) (ref, key string) {
	switch {
	case r.Head != "":
		return r.Head, r.Head
	case r.PushedAt.IsZero():
		return "HEAD", ""
	}
	return "HEAD", "HEAD " + r.PushedAt.Format(time.RFC3339)
}

// unread makes a fault of an archive that could not be had or broke off. What visit returned
// passes as it is.
func (s *Session) unread(res upstream.Response, err error, repository string) error {
	if limited := s.limit(res, err); limited != nil {
		return limited
	}
	switch {
	case errors.Is(err, errBroken):
		return fault.E(fault.Upstream, fault.Say("The archive of %[1]s broke off or is damaged.", "Архив %[1]s оборвался или повреждён.", repository), err)
	case res.Status >= http.StatusBadRequest && fault.KindOf(err) != fault.Unavailable:
		return s.status(res.Status, aRepository(repository), err)
	}
	return err
}

// errBroken is an archive whose bytes are not those of one.
var errBroken = errors.New("api: broken archive")

// read counts the files into c and hands them to visit within the limits.
func (l Limits) read(ctx context.Context, c *github.Contents, files iter.Seq2[github.File, error], visit func(github.File) error) error {
	kept := int64(0)
	for f, err := range files {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("api: archive: %w", err)
		}
		if kept += int64(len(f.Body)); c.Files == l.Entries || kept > l.Kept {
			return errEnough{fault.Say("only the first %[1]d files were read", "прочитаны только первые файлы: %[1]d", c.Files)}
		}
		c.Files++
		if f.Body != nil {
			c.Kept++
		}
		if err := visit(f); err != nil {
			return err
		}
	}
	return nil
}

// unpack yields the regular files of a tar.gz as GitHub makes it: one folder at the top. Links,
// devices, names that lead out of that folder and a second file of one name are passed over.
// Bodies are read only of texts. git writes the commit into the global header, from which it is
// told. The end comes after the sums of the packing were found right.
func unpack(packed *counter, commit *string) iter.Seq2[github.File, error] {
	return func(yield func(github.File, error) bool) {
		unzipped, err := gzip.NewReader(packed)
		if err != nil {
			yield(github.File{}, broken(err))
			return
		}
		defer func() { _ = unzipped.Close() }() // its sums are compared by reading to the end
		bounded := &bomb{from: unzipped, packed: packed}
		entries, top := tar.NewReader(bounded), folder{seen: map[string]bool{}}
		for {
			head, err := entries.Next()
			if errors.Is(err, io.EOF) {
				if _, err := io.Copy(io.Discard, bounded); err != nil {
					yield(github.File{}, broken(err))
				}
				return
			}
			if err != nil {
				yield(github.File{}, broken(err))
				return
			}
			if told := head.PAXRecords[commitPAX]; head.Typeflag == tar.TypeXGlobalHeader && *commit == "" && commitName.MatchString(told) {
				*commit = told
			}
			if head.Typeflag != tar.TypeReg {
				continue
			}
			name, ok := top.take(head.Name)
			if !ok {
				continue
			}
			f := github.File{Path: name, Size: head.Size}
			if f.Body, err = text(entries, head.Size); err != nil {
				yield(github.File{}, broken(err))
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

// broken keeps what upstream says of a body (too large, the caller left) and names the rest.
func broken(err error) error {
	if _, judged := errors.AsType[*fault.Error](err); judged {
		return err
	}
	if _, enough := errors.AsType[errEnough](err); enough || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", errBroken, err)
}

// commitName is SHA-1 or SHA-256 in hexadecimal.
var commitName = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)

// folder is the one at the top of an archive.
type folder struct {
	name string // that of its first file
	seen map[string]bool
}

// take returns the name of a file below the folder, and refuses one that is not plainly there
// or was taken before.
func (d *folder) take(name string) (string, bool) {
	top, below, ok := strings.Cut(name, "/")
	if !ok || top == "" || top == "." || top == ".." || !inside(below) || d.seen[below] {
		return "", false
	}
	if d.name == "" {
		d.name = top
	}
	if d.name != top {
		return "", false
	}
	d.seen[below] = true
	return below, true
}

// inside reports whether a name is plainly that of a file below some folder.
func inside(name string) bool {
	return len(name) <= longestPath && utf8.ValidString(name) && !strings.ContainsAny(name, "\x00\\") &&
		path.Clean(name) == name && name != "." && name != ".." && !strings.HasPrefix(name, "../") && !strings.HasPrefix(name, "/")
}

// text reads a file that is one; nil for others.
func text(from io.Reader, size int64) ([]byte, error) {
	if size > largestFile {
		return nil, nil
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(from, body); err != nil {
		return nil, fmt.Errorf("api: file: %w", err)
	}
	if !github.IsText(body) {
		return nil, nil
	}
	return body, nil
}

// counter counts what was read, and stops at the largest archive.
type counter struct {
	from   io.Reader
	limits Limits
	n      int64
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	if c.n >= c.limits.Archive {
		return 0, errEnough{fault.Say("only the first %[1]d MB of the archive were read", "прочитаны только первые %[1]d МБ архива", c.limits.Archive>>20)}
	}
	n, err := c.from.Read(p[:min(int64(len(p)), c.limits.Archive-c.n)])
	c.n += int64(n)
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}

// bomb stops an archive that unpacks to more than real ones do.
type bomb struct {
	from   io.Reader
	packed *counter
	n      int64
}

// Read implements io.Reader.
func (b *bomb) Read(p []byte) (int, error) {
	if b.n > mostUnpacked || b.n > b.packed.limits.Grace && b.n/mostRatio > b.packed.n {
		return 0, errEnough{fault.Say("the archive unpacks to far more than repositories do", "архив распаковывается в объём, какого у репозиториев не бывает")}
	}
	n, err := b.from.Read(p)
	b.n += int64(n)
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}
