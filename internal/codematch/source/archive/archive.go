// Package archive reads files out of zip and tar, as an upload or a download brings them,
// without trusting a byte of either: what it gives are plain files with plain names, within
// limits, whatever the archive says of itself.
package archive

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/charmap"

	"kadry/internal/codematch/source/tree"
	"kadry/internal/fault"
)

const (
	mostRatio  = 400     // bytes unpacked for one that came: source has 3 to 20
	ratioGrace = 8 << 20 // bytes unpacked before the ratio counts
	window     = 64 << 20
)

// Open reads an archive of a size into a tree whose spool lies in a folder. Which kind it is its
// first bytes tell; name is what people call it. A folder that everything lies in is left out of
// the paths where it has the archive's name or git packed it.
//
// Errors: Invalid (no archive that is read, damaged), TooLarge (over the limits, a bomb).
func Open(ctx context.Context, name string, from io.ReaderAt, size int64, folder string, limits tree.Limits) (*tree.Tree, error) {
	limits = limits.Filled()
	if size > limits.Packed {
		return nil, limits.TooLong()
	}
	within, stop := context.WithTimeout(ctx, limits.Timeout)
	defer stop()
	spool, err := tree.NewSpool(folder, limits)
	if err != nil {
		return nil, err
	}
	u := &unpacking{ctx: within, limits: limits, size: size, spool: spool}
	if err := u.read(from); err != nil {
		_ = spool.Close()
		return nil, damaged(name, err)
	}
	u.flatten(name)
	t := spool.Tree(ctx, "")
	t.Refused = u.refused
	return t, nil
}

// unpacking is an archive on its way into a spool.
type unpacking struct {
	ctx      context.Context //nolint:containedctx // of one call of Open
	limits   tree.Limits
	size     int64 // packed
	unpacked int64
	spool    *tree.Spool
	refused  int
	byGit    bool // packed by git, which tells so
}

var errKind = errors.New("archive: not zip, tar, tar.gz or tar.zst")

// read goes by the first bytes (APPNOTE 4.3.7, RFC 1952, RFC 8878, POSIX ustar).
func (u *unpacking) read(from io.ReaderAt) error {
	head := make([]byte, 512)
	n, err := from.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("archive: %w", err)
	}
	head = head[:n]
	whole := io.NewSectionReader(from, 0, u.size)
	begins := func(magic string) bool { return strings.HasPrefix(string(head), magic) }
	switch {
	case begins("PK\x03\x04"), begins("PK\x05\x06"):
		return u.zip(from)
	case begins("\x1f\x8b"):
		unzipped, err := gzip.NewReader(whole)
		if err != nil {
			return err //nolint:wrapcheck // damaged says whose it is
		}
		return u.tar(unzipped)
	case begins("\x28\xb5\x2f\xfd"):
		unzipped, err := zstd.NewReader(whole, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window), zstd.WithDecoderLowmem(true))
		if err != nil {
			return err //nolint:wrapcheck // as above
		}
		defer unzipped.Close()
		return u.tar(unzipped)
	case len(head) == 512 && string(head[257:262]) == "ustar":
		return u.tar(whole)
	}
	return errKind
}

// tar reads entries as they come.
func (u *unpacking) tar(from io.Reader) error {
	all := &bounded{of: u, from: from}
	entries := tar.NewReader(all)
	for {
		head, err := entries.Next()
		if errors.Is(err, io.EOF) {
			_, err = io.Copy(io.Discard, all) // the sum of the packing is compared at its end
			return err                        //nolint:wrapcheck // damaged says whose it is
		}
		if err != nil {
			return err //nolint:wrapcheck // damaged says whose it is
		}
		if err := u.entry(head, entries); err != nil {
			return err
		}
	}
}

func (u *unpacking) entry(head *tar.Header, body io.Reader) error {
	switch head.Typeflag {
	case tar.TypeXGlobalHeader:
		u.byGit = u.byGit || head.PAXRecords["comment"] != ""
		return nil
	case tar.TypeDir:
		return nil
	case tar.TypeReg, tar.TypeGNUSparse, tar.TypeSymlink, tar.TypeLink:
	default: // devices, pipes and what POSIX has not named
		u.refused++
		return nil
	}
	name, ok := u.take(tree.Spelled(head.Name))
	if !ok {
		return nil
	}
	if head.Typeflag == tar.TypeSymlink || head.Typeflag == tar.TypeLink {
		return u.spool.Skip(name, 0, tree.Link)
	}
	return u.spool.Add(name, head.Size, head.ModTime, body)
}

// zip reads entries as the directory at its end lists them.
func (u *unpacking) zip(from io.ReaderAt) error {
	listed, err := zip.NewReader(from, u.size)
	if err != nil {
		return err //nolint:wrapcheck // damaged says whose it is
	}
	if len(listed.File) > u.limits.Files {
		return u.limits.TooMany()
	}
	u.byGit = len(listed.Comment) == 40 && strings.Trim(listed.Comment, "0123456789abcdef") == ""
	for _, entry := range listed.File {
		if err := u.member(entry); err != nil {
			return err
		}
	}
	return nil
}

func (u *unpacking) member(entry *zip.File) error {
	mode := entry.Mode()
	if mode.IsDir() || strings.HasSuffix(entry.Name, "/") || strings.HasSuffix(entry.Name, `\`) {
		return nil
	}
	if mode.Type()&^fs.ModeSymlink != 0 {
		u.refused++
		return nil
	}
	name, ok := u.take(zipped(entry))
	switch {
	case !ok:
		return nil
	case mode.Type() == fs.ModeSymlink:
		return u.spool.Skip(name, 0, tree.Link)
	case entry.UncompressedSize64 > uint64(u.limits.File):
		return u.spool.Skip(name, int64(min(entry.UncompressedSize64, 1<<62)), tree.Large)
	case entry.Flags&1 != 0: // encrypted
		return u.spool.Skip(name, int64(entry.UncompressedSize64), tree.Unreadable)
	}
	body, err := entry.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return u.spool.Skip(name, int64(entry.UncompressedSize64), tree.Unreadable)
	}
	if err != nil {
		return err //nolint:wrapcheck // damaged says whose it is
	}
	defer body.Close()
	return u.spool.Add(name, int64(entry.UncompressedSize64), entry.Modified, &bounded{of: u, from: body})
}

// zipped is the name of a member. Those without the mark of UTF-8 come from old tools, of which
// the Russian ones write code page 866; tools of Windows write backslashes.
func zipped(entry *zip.File) string {
	name := entry.Name
	if !utf8.ValidString(name) {
		if decoded, err := charmap.CodePage866.NewDecoder().String(name); err == nil {
			name = decoded
		}
	}
	if !strings.Contains(name, "/") {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	return tree.Spelled(name)
}

// take returns the path of a member, and refuses one that is not plainly below the top, is a
// control file of a version system, or was there before.
func (u *unpacking) take(name string) (string, bool) {
	name = strings.TrimPrefix(name, "./")
	if tree.IsControl(name) {
		return "", false
	}
	if !tree.Inside(name) || u.spool.Has(name) {
		u.refused++
		return "", false
	}
	return name, true
}

// flatten leaves out the one folder at the top.
func (u *unpacking) flatten(archive string) {
	top := ""
	for i, p := range u.spool.Paths() {
		first, _, below := strings.Cut(p, "/")
		if !below || i > 0 && first != top {
			return
		}
		top = first
	}
	if top != "" && (u.byGit || strings.HasPrefix(strings.ToLower(path.Base(archive)), strings.ToLower(top))) {
		u.spool.Rename(func(p string) string { return strings.TrimPrefix(p, top+"/") })
	}
}

var errBomb = errors.New("archive: unpacks to too much")

// bounded counts what is unpacked, and stops at more than archives of code hold.
type bounded struct {
	of   *unpacking
	from io.Reader
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if err := b.of.ctx.Err(); err != nil {
		return 0, err //nolint:wrapcheck // damaged knows it
	}
	if n := b.of.unpacked; n > b.of.limits.Unpack || n > ratioGrace && n/mostRatio > b.of.size {
		return 0, b.of.limits.Bomb(errBomb)
	}
	n, err := b.from.Read(p)
	b.of.unpacked += int64(n)
	return n, err //nolint:wrapcheck // io.EOF must stay what it is
}

// damaged says of an archive what is wrong with it; faults and the end of the context pass.
func damaged(name string, err error) error {
	if _, told := errors.AsType[*fault.Error](err); told {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fault.From(err)
	}
	if errors.Is(err, errKind) {
		return fault.E(fault.Invalid, fault.Say("%[1]q is no archive that is read.", "«%[1]s» — не архив, который можно прочитать.", fault.Clip(name)), err).
			WithHint(fault.Say("Give zip, tar, tar.gz, tgz or tar.zst.", "Нужен zip, tar, tar.gz, tgz или tar.zst."))
	}
	return fault.E(fault.Invalid, fault.Say("The archive %[1]q is damaged.", "Архив «%[1]s» повреждён.", fault.Clip(name)), fmt.Errorf("archive: %w", err))
}
