package upstream

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	entrySuffix = ".copy"
	tempPrefix  = "writing-"
	// A file being written is renamed within seconds; one older is left from a kill.
	longestWrite = time.Hour
	// The time of a file is that of its last use, to this precision: a read that had to
	// write would make every hit cost a disk operation.
	usePrecision = time.Hour
)

// cache is the cache on disk: one file a copy, under the digest of its name. A file appears
// by rename, so a reader sees a whole copy or none, whatever was killed when; what a power
// cut tore is found out by the digest inside. Nothing else is stored, so processes that
// share the folder need not know of each other. A nil cache keeps nothing.
type cache struct {
	folder string
	limit  int64 // bytes; 0 is none
	logger *slog.Logger

	sweeping sync.Mutex   // one sweep at a time
	unswept  atomic.Int64 // bytes written since the last one; starts at the limit
}

// openCache makes the folder, readable by its owner alone, and tries it.
func openCache(folder string, limit int64, logger *slog.Logger) (*cache, error) {
	if folder == "" {
		return nil, nil //nolint:nilnil // a nil cache keeps nothing, which is what was asked for
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("upstream: cache: %w", err)
	}
	f, err := os.CreateTemp(folder, tempPrefix)
	if err != nil {
		return nil, fmt.Errorf("upstream: cache: %w", err)
	}
	_ = f.Close()
	os.Remove(f.Name())
	s := &cache{folder: folder, limit: max(0, limit), logger: logger}
	s.unswept.Store(s.limit)
	return s, nil
}

// path returns where the copy of a name lies.
func (s *cache) path(name string) string {
	digest := sha256.Sum256([]byte(name))
	file := hex.EncodeToString(digest[:])
	return filepath.Join(s.folder, file[:2], file[2:]+entrySuffix)
}

// read returns the copy of a name. One that cannot be read whole is absent; the next
// answer takes its place.
func (s *cache) read(name string) (entry, bool) {
	if s == nil {
		return entry{}, false
	}
	path := s.path(name)
	f, err := os.Open(path)
	if err != nil {
		return entry{}, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return entry{}, false
	}
	file := make([]byte, info.Size())
	if n, err := f.ReadAt(file, 0); n != len(file) {
		s.logger.Warn("a copy cannot be read", "file", path, "error", err)
		return entry{}, false
	}
	k, err := decode(file)
	if err != nil || k.Name != name {
		return entry{}, false
	}
	if now := time.Now(); s.limit > 0 && now.Sub(info.ModTime()) > usePrecision {
		_ = os.Chtimes(path, now, now) // best effort: without it the copy only looks less used
	}
	return k, true
}

// write keeps a copy. That it could not is nobody's failure but the disk's: it is logged,
// and the answer goes to the caller all the same.
func (s *cache) write(k entry) {
	if s == nil {
		return
	}
	size, err := s.put(k)
	if err != nil {
		s.logger.Warn("a copy cannot be kept", "file", s.path(k.Name), "error", err)
		return
	}
	s.account(size)
}

func (s *cache) put(k entry) (int64, error) {
	file, err := k.encode()
	if err != nil {
		return 0, err
	}
	path := s.path(k.Name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return 0, fmt.Errorf("upstream: cache: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(path), tempPrefix)
	if err != nil {
		return 0, fmt.Errorf("upstream: cache: %w", err)
	}
	_, err = temp.Write(file)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		os.Remove(temp.Name())
		return 0, fmt.Errorf("upstream: cache: %w", err)
	}
	return int64(len(file)), nil
}

// remove forgets the copy of a name.
func (s *cache) remove(name string) {
	if s != nil {
		os.Remove(s.path(name))
	}
}

// account sweeps the folder when a twentieth of its limit has been written since it was
// last swept, and at the first write of a process.
func (s *cache) account(size int64) {
	if s.limit == 0 || s.unswept.Add(size) < s.limit/20 || !s.sweeping.TryLock() {
		return
	}
	defer s.sweeping.Unlock()
	s.unswept.Store(0)
	s.sweep()
}

// filed is a copy as the sweep sees it.
type filed struct {
	path string
	size int64
	used time.Time
}

// sweep removes the copies longest unused until the rest is a tenth below the limit. In
// between two sweeps the folder may outgrow the limit by a twentieth, less than that tenth.
func (s *cache) sweep() {
	copies, total := s.survey()
	if total <= s.limit-s.limit/10 {
		return
	}
	slices.SortFunc(copies, func(a, b filed) int {
		return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path))
	})
	for _, f := range copies {
		if total <= s.limit-s.limit/10 {
			return
		}
		os.Remove(f.path)
		total -= f.size
	}
}

// survey lists the copies with the sum of their sizes, and clears away what killed writers
// left behind.
func (s *cache) survey() ([]filed, int64) {
	var copies []filed
	var torn []string
	var total int64
	now := time.Now()
	_ = filepath.WalkDir(s.folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // another process removed it, or it is not ours to read
		}
		info, err := entry.Info()
		if err != nil {
			return nil //nolint:nilerr // as above
		}
		switch {
		case strings.HasPrefix(entry.Name(), tempPrefix) && now.Sub(info.ModTime()) > longestWrite:
			torn = append(torn, path)
		case strings.HasSuffix(entry.Name(), entrySuffix):
			copies = append(copies, filed{path: path, size: info.Size(), used: info.ModTime()})
			total += info.Size()
		}
		return nil
	})
	for _, path := range torn {
		os.Remove(path)
	}
	return copies, total
}
