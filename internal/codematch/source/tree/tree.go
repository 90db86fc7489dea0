// Package tree holds the files of a place as they stood at one moment: a commit, an archive, a
// folder. A Spool is where files wait on disk until all are there, to be handed out by path.
package tree

import (
	"context"
	"iter"
	"time"

	"kadry/internal/fault"
)

// Skip says why a file has no body.
type Skip string

// The reasons.
const (
	Large      Skip = "large"      // over Limits.File
	Link       Skip = "link"       // symbolic or hard; links are never followed
	Submodule  Skip = "submodule"  // of another repository
	Pointer    Skip = "pointer"    // of Git LFS, in place of a large file
	Unreadable Skip = "unreadable" // the system refuses it, or its name leads nowhere
	Unwanted   Skip = "unwanted"   // by Limits.Unwanted
)

// File is a file by its path with slashes below the root of the tree. Body is nil exactly where
// Skipped says why; it belongs to who gets it.
type File struct {
	Path    string
	Size    int64 // bytes; -1 where it is not known
	Body    []byte
	Skipped Skip
}

// Tree is the files of a place.
type Tree struct {
	// Commit is git's hash in hexadecimal; of what is no repository a digest of its files,
	// "sha256:" and hexadecimal, which is the same for the same files.
	Commit string
	Branch string    // the branch or tag that was read; "" where there is none
	At     time.Time // of the commit; of folders and archives the newest file; zero if unknown
	// Files yields the files sorted by the bytes of their paths, each path once. After an error
	// nothing more comes. It ends with the context that the tree was opened with, and may be run
	// again until Close.
	Files iter.Seq2[File, error]
	// Refused counts entries of an archive that are told nowhere else: names that lead out of it,
	// second files of one name, devices.
	Refused int

	close func() error
}

// New makes a tree; release, which may be nil, is called once, by Close.
func New(t Tree, release func() error) *Tree {
	t.close = release
	return &t
}

// Close gives back what the tree holds on disk. Files must not be running.
func (t *Tree) Close() error {
	release := t.close
	t.close = nil
	if release == nil {
		return nil
	}
	return release()
}

// Limits bound what one place may cost; a zero field is its default.
type Limits struct {
	File    int64         // bytes of a file with a body; 1 MB
	Files   int           // entries, those without body included; 200,000
	Total   int64         // bytes of all bodies; 1 GB
	Packed  int64         // bytes that come over the network or lie in an archive; 512 MB
	Unpack  int64         // bytes that are unpacked in all, bodies or not; 8 GB
	Entry   int64         // bytes that one object of git unpacks to in memory; 16 MB
	Timeout time.Duration // of fetching and unpacking; 10 min
	Silence time.Duration // of a host that was asked, before it is given up; 1 min
	// Unwanted tells paths whose bodies nobody needs; nil is none. It must be safe for
	// concurrent use.
	Unwanted func(path string) bool
}

// The defaults of Limits.
const (
	defaultFile    = 1 << 20
	defaultFiles   = 200_000
	defaultTotal   = 1 << 30
	defaultPacked  = 512 << 20
	defaultUnpack  = 8 << 30
	defaultEntry   = 16 << 20
	defaultTimeout = 10 * time.Minute
	defaultSilence = time.Minute
)

// Filled returns the limits with their defaults in place of zeros.
func (l Limits) Filled() Limits {
	l.File = positive(l.File, defaultFile)
	l.Files = int(positive(int64(l.Files), defaultFiles))
	l.Total = positive(l.Total, defaultTotal)
	l.Packed = positive(l.Packed, defaultPacked)
	l.Unpack = positive(l.Unpack, defaultUnpack)
	l.Entry = max(positive(l.Entry, defaultEntry), l.File)
	l.Timeout = time.Duration(positive(int64(l.Timeout), int64(defaultTimeout)))
	l.Silence = time.Duration(positive(int64(l.Silence), int64(defaultSilence)))
	if l.Unwanted == nil {
		l.Unwanted = func(string) bool { return false }
	}
	return l
}

func positive(given, otherwise int64) int64 {
	if given <= 0 {
		return otherwise
	}
	return given
}

// TooMany is the refusal of a place with more files than Limits.Files.
func (l Limits) TooMany() *fault.Error {
	return fault.E(fault.TooLarge, fault.Say("There are more than %[1]d files.", "Файлов больше %[1]d.", l.Files), nil).WithHint(narrower())
}

// TooMuch is the refusal of a place whose files have more bytes than Limits.Total.
func (l Limits) TooMuch() *fault.Error {
	return fault.E(fault.TooLarge, fault.Say("The files have more than %[1]d MB.", "Объём файлов больше %[1]d МБ.", l.Total>>20), nil).WithHint(narrower())
}

// TooLong is the refusal of what comes with more bytes than Limits.Packed.
func (l Limits) TooLong() *fault.Error {
	return fault.E(fault.TooLarge, fault.Say("More than %[1]d MB would have to be read.", "Прочитать пришлось бы больше %[1]d МБ.", l.Packed>>20), nil).WithHint(narrower())
}

// Bomb is the refusal of what unpacks to far more than code does.
func (l Limits) Bomb(cause error) *fault.Error {
	return fault.E(fault.TooLarge, fault.Say("It unpacks to far more than code does, and is not read.",
		"Содержимое распаковывается в объём, какого у кода не бывает, и не читается."), cause)
}

func narrower() fault.Text {
	return fault.Say("Give a part of it, or have the operator raise the limit.", "Укажите часть или попросите администратора увеличить предел.")
}

// lfs begins a pointer file (github.com/git-lfs/git-lfs/blob/main/docs/spec.md), which has
// fewer than 1,024 bytes.
const lfs = "version https://git-lfs.github.com/spec/v"

// Settled returns a file with a body, or without it where that is only a pointer.
func Settled(path string, body []byte) File {
	f := File{Path: path, Size: int64(len(body)), Body: body}
	if len(body) < 1024 && len(body) >= len(lfs) && string(body[:len(lfs)]) == lfs {
		f.Body, f.Skipped = nil, Pointer
	}
	return f
}

// Left reports the context's end as the error of a tree.
func Left(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fault.From(context.Cause(ctx))
}
