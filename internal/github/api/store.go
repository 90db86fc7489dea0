package api

import (
	"archive/tar"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"kadry/internal/github"
)

const (
	keptBytes     = 1 << 30 // of all archives, unless the settings say otherwise
	keptSuffix    = ".tar.zst"
	unfinished    = "writing-"
	longestWrite  = time.Hour // a file being written that is older was left by a kill
	usePrecision  = time.Hour
	markUnreadPAX = "KADRY.size" // the size of a file whose body is not kept
	commitPAX     = "comment"    // where git puts the commit
	largestWindow = 8 << 20
)

// store keeps the readable files of archives on disk, one file for a repository at a commit,
// until the sum outgrows its limit; then those longest unused go. A file appears by rename,
// so that a reader sees a whole one or none. A nil store keeps nothing.
type store struct {
	folder string
	limit  int64

	sweeping sync.Mutex
}

func openStore(folder string, limit int64) (*store, error) {
	if folder == "" {
		return nil, nil //nolint:nilnil // a nil store keeps nothing, which is what was asked for
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("api: archives: %w", err)
	}
	return &store{folder: folder, limit: cmp.Or(limit, keptBytes)}, nil
}

func (s *store) path(repository, commit string) string {
	digest := sha256.Sum256([]byte(strings.ToLower(repository) + " " + commit))
	return filepath.Join(s.folder, hex.EncodeToString(digest[:])+keptSuffix)
}

// kept is a kept archive being read.
type kept struct {
	file *os.File
	zstd *zstd.Decoder
}

// open returns the kept archive of a repository at a commit ("" is none that is kept). One that
// cannot be read to its end is none, and is removed.
func (s *store) open(repository, commit string) (*kept, bool) {
	if s == nil || commit == "" {
		return nil, false
	}
	path := s.path(repository, commit)
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(largestWindow))
	if err != nil {
		f.Close()
		return nil, false
	}
	k := &kept{file: f, zstd: d}
	if !k.sound() {
		k.close()
		os.Remove(path)
		return nil, false
	}
	if info, err := f.Stat(); err == nil && time.Since(info.ModTime()) > usePrecision {
		now := time.Now()
		_ = os.Chtimes(path, now, now) // best effort: without it the archive only looks less used
	}
	return k, true
}

// sound reads everything once, so that its sums are compared before a file of it is believed,
// and goes back to the beginning. A file that a loss of power left empty is not sound.
func (k *kept) sound() bool {
	if k.rewind() != nil {
		return false
	}
	n, err := io.Copy(io.Discard, k.zstd)
	return err == nil && n > 0 && k.rewind() == nil
}

func (k *kept) rewind() error {
	if _, err := k.file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("api: archive: %w", err)
	}
	if err := k.zstd.Reset(k.file); err != nil {
		return fmt.Errorf("api: archive: %w", err)
	}
	return nil
}

func (k *kept) close() {
	k.zstd.Close()
	k.file.Close()
}

// files yields what was kept, and tells the commit where it was not known.
func (k *kept) files(commit *string) iter.Seq2[github.File, error] {
	return func(yield func(github.File, error) bool) {
		entries := tar.NewReader(k.zstd)
		for {
			head, err := entries.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(github.File{}, fmt.Errorf("%w: %w", errBroken, err))
				return
			}
			if head.Typeflag == tar.TypeXGlobalHeader {
				*commit = cmp.Or(*commit, head.PAXRecords[commitPAX])
				continue
			}
			f := github.File{Path: head.Name, Size: head.Size}
			if unread := head.PAXRecords[markUnreadPAX]; unread != "" {
				f.Size, err = strconv.ParseInt(unread, 10, 64)
			} else {
				f.Body = make([]byte, min(head.Size, largestFile))
				_, err = io.ReadFull(entries, f.Body)
			}
			if err != nil {
				yield(github.File{}, fmt.Errorf("%w: %w", errBroken, err))
				return
			}
			if !yield(f, nil) {
				return
			}
		}
	}
}

// keeping is an archive being written. A nil one keeps nothing. That something cannot be kept
// is nobody's failure but the disk's: what was asked for is read all the same.
type keeping struct {
	store  *store
	path   string
	file   *os.File
	zstd   *zstd.Encoder
	tar    *tar.Writer
	begun  bool
	failed error
}

func (s *store) create(repository, commit string) *keeping {
	if s == nil || commit == "" {
		return nil
	}
	f, err := os.CreateTemp(s.folder, unfinished)
	if err != nil {
		return nil
	}
	z, err := zstd.NewWriter(f, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	return &keeping{store: s, path: s.path(repository, commit), file: f, zstd: z, tar: tar.NewWriter(z), failed: err}
}

// add writes a file, and before the first the commit of them all.
func (k *keeping) add(f github.File, commit string) {
	if k == nil || k.failed != nil {
		return
	}
	if !k.begun && commit != "" {
		k.failed = k.tar.WriteHeader(&tar.Header{Typeflag: tar.TypeXGlobalHeader, PAXRecords: map[string]string{commitPAX: commit}, Format: tar.FormatPAX})
	}
	k.begun = true
	head := &tar.Header{Name: f.Path, Mode: 0o600, Size: int64(len(f.Body)), Format: tar.FormatPAX}
	if f.Body == nil {
		head.PAXRecords = map[string]string{markUnreadPAX: strconv.FormatInt(f.Size, 10)}
	}
	if k.failed == nil {
		k.failed = k.tar.WriteHeader(head)
	}
	if k.failed == nil {
		_, k.failed = k.tar.Write(f.Body)
	}
}

// finish puts the archive where it is found.
func (k *keeping) finish() {
	if k == nil || k.failed != nil {
		return
	}
	err := errors.Join(k.tar.Close(), k.zstd.Close(), k.file.Close())
	if err == nil && os.Rename(k.file.Name(), k.path) == nil {
		k.store.sweep()
	}
}

// abandon removes what was not finished; after finish there is nothing left to remove.
func (k *keeping) abandon() {
	if k == nil {
		return
	}
	_ = k.file.Close()
	os.Remove(k.file.Name())
}

// sweep removes the archives longest unused until the rest is within the limit.
func (s *store) sweep() {
	s.sweeping.Lock()
	defer s.sweeping.Unlock()
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return
	}
	type filed struct {
		name string
		size int64
		used time.Time
	}
	var all []filed
	var total int64
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(e.Name(), unfinished) && time.Since(info.ModTime()) > longestWrite:
			os.Remove(filepath.Join(s.folder, e.Name()))
		case strings.HasSuffix(e.Name(), keptSuffix):
			all = append(all, filed{e.Name(), info.Size(), info.ModTime()})
			total += info.Size()
		}
	}
	slices.SortFunc(all, func(a, b filed) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.name, b.name)) })
	for _, f := range all {
		if total <= s.limit {
			return
		}
		os.Remove(filepath.Join(s.folder, f.name))
		total -= f.size
	}
}
