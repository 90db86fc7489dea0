// Package packed reads objects of git out of a pack that a stranger sent. It holds no more in
// memory than the limits say: objects that unpack to more, and those that are made of such, are
// as if they were not there.
//
// The format is git's gitformat-pack; go-git's scanner reads the entries, and its PatchDelta
// applies the differences.
package packed

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
	"github.com/go-git/go-git/v5/storage/memory"

	"kadry/internal/codematch/source/tree"
)

// mostObjects bounds the table of a pack: about 120 bytes of memory each.
const mostObjects = 4_000_000

// deepest is the longest chain of differences that git writes (pack.depth is at most 4,095).
const deepest = 4095

// Objects are the objects of a pack, for go-git's readers of trees and commits. They are for one
// goroutine.
type Objects struct {
	memory.ObjectStorage // of nothing: what those readers do not ask for

	disk    *os.File
	limit   int64
	entries []entry
	at      map[plumbing.Hash]int32 // by hash, the entry
	scanner *packfile.Scanner
}

// entry is an object in the pack.
type entry struct {
	offset int64
	size   int64 // of the object, differences applied
	base   int32 // the entry that it differs from; -1 is none
	kind   plumbing.ObjectType
	whole  bool // kind is that of the object, and not of the way it is packed
}

// Errors of a pack.
var (
	errDamaged = errors.New("packed: damaged")
	errForeign = errors.New("packed: made of objects that are not in it")
	errTooMany = errors.New("packed: too many objects")
)

// Read reads the table of a pack in a file, from its beginning. The file stays the caller's.
func Read(ctx context.Context, disk *os.File, limits tree.Limits) (*Objects, error) {
	limits = limits.Filled()
	if _, err := disk.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("packed: %w", err)
	}
	o := &Objects{disk: disk, limit: limits.Entry, at: map[plumbing.Hash]int32{}, scanner: packfile.NewScanner(disk)}
	later, err := o.list(ctx, limits)
	if err != nil {
		return nil, err
	}
	return o, o.settle(ctx, later)
}

// list goes through the entries in their order. It returns what is named by hash and differs
// from what is not known yet.
func (o *Objects) list(ctx context.Context, limits tree.Limits) (map[int32]plumbing.Hash, error) {
	_, count, err := o.scanner.Header()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if count > mostObjects {
		return nil, limits.Bomb(errTooMany)
	}
	places, later, unpacked := map[int64]int32{}, map[int32]plumbing.Hash{}, int64(0)
	for i := range int32(count) {
		head, err := o.scanner.NextObjectHeader()
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errDamaged, err)
		}
		if unpacked += head.Length; unpacked > limits.Unpack || head.Length < 0 {
			return nil, limits.Bomb(errors.New("packed: unpacks to too much"))
		}
		if err := tree.Left(ctx); err != nil {
			return nil, err
		}
		e := entry{offset: head.Offset, size: head.Length, base: -1, kind: head.Type}
		switch head.Type {
		case plumbing.OFSDeltaObject:
			base, ok := places[head.OffsetReference]
			if !ok {
				return nil, fmt.Errorf("%w: no entry at %d", errDamaged, head.OffsetReference)
			}
			e.base = base
		case plumbing.REFDeltaObject:
			later[i] = head.Reference
		case plumbing.CommitObject, plumbing.TreeObject, plumbing.BlobObject, plumbing.TagObject:
			e.whole = true
		default:
			return nil, fmt.Errorf("%w: object of type %d", errDamaged, head.Type)
		}
		if err := o.take(&e, i); err != nil {
			return nil, err
		}
		places[e.offset] = i
		o.entries = append(o.entries, e)
	}
	return later, nil
}

// take unpacks an entry once: a whole object for its hash, a difference for the size of what it
// makes.
func (o *Objects) take(e *entry, i int32) error {
	if e.whole {
		hasher := plumbing.NewHasher(e.kind, e.size)
		n, _, err := o.scanner.NextObject(hasher)
		if err != nil || n != e.size {
			return fmt.Errorf("%w: object at %d has %d bytes: %w", errDamaged, e.offset, n, err)
		}
		o.at[hasher.Sum()] = i
		return nil
	}
	head := &beginning{}
	if _, _, err := o.scanner.NextObject(head); err != nil {
		return fmt.Errorf("%w: difference at %d: %w", errDamaged, e.offset, err)
	}
	made, ok := head.target()
	if !ok {
		return fmt.Errorf("%w: difference at %d", errDamaged, e.offset)
	}
	e.size = max(e.size, made) // both are held while it is applied
	return nil
}

// beginning keeps the first bytes of what is written: two numbers of a difference.
type beginning struct{ kept []byte }

// Write implements io.Writer.
func (b *beginning) Write(p []byte) (int, error) {
	if room := 2*binary.MaxVarintLen64 - len(b.kept); room > 0 {
		b.kept = append(b.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// target is the size of what a difference makes: its second number.
func (b *beginning) target() (int64, bool) {
	_, n := binary.Uvarint(b.kept)
	if n <= 0 {
		return 0, false
	}
	size, m := binary.Uvarint(b.kept[n:])
	return int64(size), m > 0 && size < 1<<62
}

// settle finds the hashes of the objects that are packed as differences, base before what is
// made of it.
func (o *Objects) settle(ctx context.Context, later map[int32]plumbing.Hash) error {
	made := map[int32][]int32{} // by base
	for i, e := range o.entries {
		if e.base >= 0 {
			made[e.base] = append(made[e.base], int32(i))
		}
	}
	for i, hash := range later {
		base, ok := o.at[hash]
		if !ok {
			return fmt.Errorf("%w: %s", errForeign, hash)
		}
		o.entries[i].base = base
		made[base] = append(made[base], i)
	}
	for i := range o.entries {
		if o.entries[i].whole && len(made[int32(i)]) > 0 {
			if err := o.branch(ctx, int32(i), made); err != nil {
				return err
			}
		}
	}
	return nil
}

// branch settles everything that is made of one whole object. The bodies on the way to where it
// is are held, as long as all of them keep to four times the limit.
func (o *Objects) branch(ctx context.Context, root int32, made map[int32][]int32) error {
	type step struct {
		body []byte
		todo []int32
	}
	if o.entries[root].size > o.limit {
		return nil
	}
	body, err := o.unpacked(root)
	if err != nil {
		return err
	}
	kind, held := o.entries[root].kind, int64(len(body))
	path := []step{{body, made[root]}}
	for len(path) > 0 {
		if err := tree.Left(ctx); err != nil {
			return err
		}
		top := &path[len(path)-1]
		if len(top.todo) == 0 {
			held -= int64(len(top.body))
			path = path[:len(path)-1]
			continue
		}
		i := top.todo[0]
		top.todo = top.todo[1:]
		if o.entries[i].size > o.limit || len(path) > deepest || held > 4*o.limit {
			continue
		}
		body, err := o.patched(top.body, i)
		if err != nil {
			return err
		}
		o.entries[i].kind = kind
		o.at[plumbing.ComputeHash(kind, body)] = i
		if len(made[i]) > 0 {
			held += int64(len(body))
			path = append(path, step{body, made[i]})
		}
	}
	return nil
}

// unpacked is an entry as it is packed.
func (o *Objects) unpacked(i int32) ([]byte, error) {
	if _, err := o.scanner.SeekObjectHeader(o.entries[i].offset); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	var body bytes.Buffer
	if _, _, err := o.scanner.NextObject(&body); err != nil {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	return body.Bytes(), nil
}

// patched is the object that an entry makes of its base.
func (o *Objects) patched(base []byte, i int32) ([]byte, error) {
	difference, err := o.unpacked(i)
	if err != nil {
		return nil, err
	}
	body, err := packfile.PatchDelta(base, difference)
	if err != nil || int64(len(body)) > o.limit {
		return nil, fmt.Errorf("%w: difference at %d: %w", errDamaged, o.entries[i].offset, err)
	}
	return body, nil
}

// body is an object whose hash is known.
func (o *Objects) body(i int32) ([]byte, error) {
	var chain []int32
	for ; o.entries[i].base >= 0; i = o.entries[i].base {
		chain = append(chain, i)
	}
	body, err := o.unpacked(i)
	for j := len(chain) - 1; j >= 0 && err == nil; j-- {
		body, err = o.patched(body, chain[j])
	}
	return body, err
}

// EncodedObject implements the part of go-git's storage that its readers of commits and trees
// ask for. An object over the limit is plumbing.ErrObjectNotFound.
func (o *Objects) EncodedObject(kind plumbing.ObjectType, hash plumbing.Hash) (plumbing.EncodedObject, error) {
	i, ok := o.at[hash]
	if !ok || o.entries[i].size > o.limit || kind != plumbing.AnyObject && o.entries[i].kind != kind {
		return nil, plumbing.ErrObjectNotFound
	}
	body, err := o.body(i)
	if err != nil {
		return nil, err
	}
	object := &plumbing.MemoryObject{}
	object.SetType(o.entries[i].kind)
	_, err = object.Write(body) // into memory
	return object, err          //nolint:wrapcheck // never
}

// EncodedObjectSize is the size of an object, at least that where it is packed as a difference.
func (o *Objects) EncodedObjectSize(hash plumbing.Hash) (int64, error) {
	i, ok := o.at[hash]
	if !ok {
		return 0, plumbing.ErrObjectNotFound
	}
	return o.entries[i].size, nil
}

// HasEncodedObject reports by error whether there is an object.
func (o *Objects) HasEncodedObject(hash plumbing.Hash) error {
	if _, ok := o.at[hash]; !ok {
		return plumbing.ErrObjectNotFound
	}
	return nil
}

// Len is how many objects the pack has.
func (o *Objects) Len() int { return len(o.entries) }
