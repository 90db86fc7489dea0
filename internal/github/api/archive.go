package api

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/upstream"
)

// What is read of an archive at most. Repositories over these are read in part, which is said.
const (
	largestArchive  = 128 << 20 // bytes as they come
	longestDownload = 3 * time.Minute
	mostUnpacked    = 1 << 30 // bytes that are looked at
	mostRatio       = 200     // bytes unpacked for one that came: real archives have 3 to 20
	ratioGrace      = 8 << 20 // bytes unpacked before the ratio counts
	mostEntries     = 60_000
	mostKept        = 96 << 20 // bytes of the files that are kept
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
	ref, key := r.Head, r.Head
	if ref == "" { // without GraphQL: what was pushed last, as far as that is known
		ref, key = "HEAD", "HEAD "+r.PushedAt.Format(time.RFC3339)
	}
	if kept, ok := s.c.store.open(r.FullName, key); ok {
		defer kept.Close()
		got.Cached = true
		return got, read(ctx, &got, kept.files(), visit)
	}
	keep := s.c.store.create(r.FullName, key)
	defer keep.abandon()
	res, err := s.c.Upstream.Stream(ctx, upstream.Request{
		URL: s.c.Archives + "/" + r.FullName + "/legacy.tar.gz/" + url.PathEscape(ref), Kind: archiveKind,
	}, func(_ upstream.Response, body io.Reader) error {
		counted := &counter{from: body}
		err := read(ctx, &got, unpack(counted, &got.Commit), func(f github.File) error {
			keep.add(f)
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

// unread makes a fault of an archive that could not be had or broke off. What visit returned
// passes as it is.
func (s *Session) unread(res upstream.Response, err error, repository string) error {
	switch {
	case errors.Is(err, errBroken):
		return fault.E(fault.Upstream, fault.Say("The archive of %[1]s broke off or is damaged.", "Архив %[1]s оборвался или повреждён.", repository), err)
	case res.Status >= 400 && fault.KindOf(err) == fault.Upstream, fault.KindOf(err) == fault.NotFound:
		return s.status(res.Status, aRepository(repository), err)
	}
	return err
}

// errBroken is an archive whose bytes are not those of one.
var errBroken = errors.New("api: broken archive")

// read counts the files into c and hands them to visit within the limits.
func read(ctx context.Context, c *github.Contents, files iter.Seq2[github.File, error], visit func(github.File) error) error {
	kept := int64(0)
	for f, err := range files {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("api: archive: %w", err)
		}
		c.Files++
		if f.Body != nil {
			c.Kept++
			kept += int64(len(f.Body))
		}
		if c.Files > mostEntries || kept > mostKept {
			return errEnough{fault.Say("only the first %[1]d files were read", "прочитаны только первые файлы: %[1]d", c.Files)}
		}
		if err := visit(f); err != nil {
			return err
		}
	}
	return nil
}

// unpack yields the regular files of a tar.gz as GitHub makes it: one folder at the top. Links,
// devices and names that lead out of it are passed over. Bodies are read only of texts. git
// writes the commit into the global header, from which it is told.
func unpack(packed *counter, commit *string) iter.Seq2[github.File, error] {
	return func(yield func(github.File, error) bool) {
		unzipped, err := gzip.NewReader(packed)
		if err != nil {
			yield(github.File{}, broken(err))
			return
		}
		defer unzipped.Close()
		bounded := &bomb{from: unzipped, packed: packed}
		entries := tar.NewReader(bounded)
		for {
			head, err := entries.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(github.File{}, broken(err))
				return
			}
			if head.Typeflag == tar.TypeXGlobalHeader && *commit == "" {
				*commit = head.PAXRecords["comment"]
			}
			name, ok := inside(head.Name)
			if head.Typeflag != tar.TypeReg || !ok {
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

// inside takes the top folder off a name and refuses one that is not plainly below it.
func inside(name string) (string, bool) {
	_, below, ok := strings.Cut(name, "/")
	if !ok || below == "" || len(below) > longestPath || !utf8.ValidString(below) || strings.ContainsAny(below, "\x00\\") {
		return "", false
	}
	clean := path.Clean(below)
	return clean, clean == below && clean != "." && clean != ".." && !strings.HasPrefix(clean, "../") && !strings.HasPrefix(clean, "/")
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

// counter counts what was read.
type counter struct {
	from io.Reader
	n    int64
}

// Read implements io.Reader.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
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
	if b.n > mostUnpacked || b.n > ratioGrace && b.n/mostRatio > b.packed.n {
		return 0, errEnough{fault.Say("the archive unpacks to far more than repositories do", "архив распаковывается в объём, какого у репозиториев не бывает")}
	}
	n, err := b.from.Read(p)
	b.n += int64(n)
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}
