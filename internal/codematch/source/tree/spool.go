package tree

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// Spool keeps the bodies of files, which come in any order, in one file on disk. It is for one
// goroutine. Close it, or the tree that was made of it.
type Spool struct {
	limits  Limits
	disk    *os.File // nil keeps no bodies
	release func() error
	buffer  []byte
	end     int64
	held    []held
	known   map[string]bool
	at      time.Time
}

// held is a file with the place of its body.
type held struct {
	File
	start int64
	sum   [sha256.Size]byte
}

// NewSpool makes an empty spool on disk in a folder, as Disk has it.
func NewSpool(folder string, limits Limits) (*Spool, error) {
	disk, release, err := Disk(folder)
	if err != nil {
		return nil, err
	}
	return &Spool{limits: limits.Filled(), disk: disk, release: release, known: map[string]bool{}}, nil
}

// NewDigester makes a spool that keeps no bodies: all that its tree tells is Commit.
func NewDigester(limits Limits) *Spool {
	return &Spool{limits: limits.Filled(), known: map[string]bool{}}
}

// Has reports whether a file of that path was added.
func (s *Spool) Has(path string) bool { return s.known[path] }

// Skip adds a file without body.
func (s *Spool) Skip(path string, size int64, why Skip) error {
	return s.add(held{File: File{Path: path, Size: size, Skipped: why}})
}

// Add adds a file of a size, read from body; one over the limit, and an unwanted one, without
// its body, of which nothing is read then. Fewer bytes than its size are an error, more are left.
func (s *Spool) Add(path string, size int64, at time.Time, body io.Reader) error {
	if at.After(s.at) {
		s.at = at
	}
	switch {
	case size > s.limits.File:
		return s.Skip(path, size, Large)
	case s.limits.Unwanted(path):
		return s.Skip(path, size, Unwanted)
	case s.end+size > s.limits.Total:
		return s.limits.TooMuch()
	}
	if int64(cap(s.buffer)) < size {
		s.buffer = make([]byte, size)
	}
	content := s.buffer[:size]
	if _, err := io.ReadFull(body, content); err != nil {
		return err //nolint:wrapcheck // of the reader: the caller says whose it is
	}
	file := Settled(path, content)
	h := held{File: file, start: s.end, sum: sha256.Sum256(content)}
	h.Body = nil
	if file.Skipped != "" {
		return s.add(h)
	}
	if s.disk != nil {
		if _, err := s.disk.WriteAt(content, s.end); err != nil {
			return fmt.Errorf("tree: spool: %w", err)
		}
	}
	s.end += size
	return s.add(h)
}

func (s *Spool) add(h held) error {
	if len(s.held) == s.limits.Files {
		return s.limits.TooMany()
	}
	s.known[h.Path] = true
	s.held = append(s.held, h)
	return nil
}

// Rename changes the paths of all files, which must stay different.
func (s *Spool) Rename(change func(string) string) {
	for i := range s.held {
		s.held[i].Path = change(s.held[i].Path)
	}
}

// Paths are those of the files added so far.
func (s *Spool) Paths() []string {
	paths := make([]string, 0, len(s.held))
	for _, h := range s.held {
		paths = append(paths, h.Path)
	}
	return paths
}

// Tree is the files by path. The spool is the tree's from here on.
func (s *Spool) Tree(ctx context.Context, branch string) *Tree {
	slices.SortFunc(s.held, func(a, b held) int { return cmp.Compare(a.Path, b.Path) })
	digest := NewDigest()
	for _, h := range s.held {
		digest.Put(h.File, h.sum)
	}
	return New(Tree{Commit: digest.Sum(), Branch: branch, At: s.at, Files: func(yield func(File, error) bool) {
		for _, h := range s.held {
			f, err := s.read(ctx, h)
			if !yield(f, err) || err != nil {
				return
			}
		}
	}}, s.Close)
}

func (s *Spool) read(ctx context.Context, h held) (File, error) {
	if err := Left(ctx); err != nil || h.Skipped != "" {
		return h.File, err
	}
	if s.disk == nil {
		return File{}, errors.New("tree: spool: no bodies are kept")
	}
	h.Body = make([]byte, h.Size)
	if n, err := s.disk.ReadAt(h.Body, h.start); n < len(h.Body) {
		return File{}, fmt.Errorf("tree: spool: %w", err)
	}
	return h.File, nil
}

// Close gives the disk back.
func (s *Spool) Close() error {
	if s.disk == nil {
		return nil
	}
	s.disk = nil
	return s.release()
}

// Digest tells sets of files apart: by path, size, reason and content of those with a body. Of
// a file whose body nobody reads a change is no change.
type Digest struct{ of hash.Hash }

// NewDigest is that of no files.
func NewDigest() *Digest { return &Digest{sha256.New()} }

// Put adds a file, in the order of paths, with the SHA-256 of its content; zero where it is
// skipped without having been read.
func (d *Digest) Put(f File, sum [sha256.Size]byte) {
	fmt.Fprintf(d.of, "%d:%s %d %s %x\n", len(f.Path), f.Path, f.Size, f.Skipped, sum) // a hash takes every byte
}

// Sum is the digest as Tree.Commit has it.
func (d *Digest) Sum() string { return digestPrefix + hex.EncodeToString(d.of.Sum(nil)) }

const digestPrefix = "sha256:"

// IsDigest reports whether a commit is that of no repository.
func IsDigest(commit string) bool { return strings.HasPrefix(commit, digestPrefix) }
