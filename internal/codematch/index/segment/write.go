package segment

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

// Bounds of one segment: what its numbers have room for.
const (
	maxUnits = 1 << 24
	maxNames = math.MaxUint8
)

// ErrOrder is a document that does not come behind the one before it, or whose terms are not
// in order of their hashes.
var ErrOrder = errors.New("segment: documents are not in order of their places")

// Write makes the file of a segment from its documents, which come in order of file and unit.
// It appears under its name whole or not at all.
func Write(path string, id Identity, documents iter.Seq2[index.Document, error]) (err error) {
	b := newBuilder()
	for d, err := range documents {
		if err != nil {
			return fmt.Errorf("segment: documents: %w", err)
		}
		if err := b.add(d); err != nil {
			return err
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+Unfinished)
	if err != nil {
		return fmt.Errorf("segment: write: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("segment: write: %w", err), os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(b.write(f, id), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// Unfinished ends the names of files that are being written; one that is left is worth
// nothing.
const Unfinished = ".tmp"

// syncFolder makes the new name last. Not every system can sync a folder; where it fails the
// file may be gone after a crash, and is made anew then.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = folder.Sync()
	return folder.Close()
}

// parts is how many parts the terms of a field are kept in until all are known; a part is
// sorted by itself.
const parts = 256

// builder collects documents. Terms are kept packed, in the order that they came in.
type builder struct {
	last      index.Place
	path      string
	languages []lexer.Language
	kinds     []unit.Kind
	tags      []byte
	fileOf    []byte
	unitOf    []byte
	files     []byte
	pathEnds  []byte
	paths     []byte
	terms     [feature.Fields][parts]part
}

// part is the terms of a field whose hashes begin with the same byte: for each the three other
// bytes, then as varints how many units later than the one before it and its count.
type part struct {
	packed []byte
	unit   uint32 // of the last term
	terms  int
}

func newBuilder() *builder { return &builder{last: index.Place{File: -1}} }

func (b *builder) units() int { return len(b.tags) / 2 }

func (b *builder) add(d index.Document) error {
	u, at := b.units(), d.Place
	if at.File < b.last.File || at.File == b.last.File && (at.Unit <= b.last.Unit || d.Path != b.path) || at.Unit < 0 {
		return fmt.Errorf("%w: %+v after %+v", ErrOrder, at, b.last)
	}
	if u == maxUnits {
		return fmt.Errorf("segment: more than %d units", maxUnits)
	}
	if at.File != b.last.File {
		b.files = binary.LittleEndian.AppendUint32(b.files, uint32(at.File))
		b.paths = append(b.paths, d.Path...)
		b.pathEnds = binary.LittleEndian.AppendUint32(b.pathEnds, uint32(len(b.paths)))
		b.path = d.Path
	}
	b.last = at
	language, err := place(&b.languages, d.Language)
	if err != nil {
		return err
	}
	kind, err := place(&b.kinds, d.Kind)
	if err != nil {
		return err
	}
	b.tags = append(b.tags, language, kind)
	b.fileOf = binary.LittleEndian.AppendUint32(b.fileOf, uint32(len(b.files)/4-1))
	b.unitOf = binary.LittleEndian.AppendUint32(b.unitOf, uint32(at.Unit))
	for f := range d.Vector {
		if err := b.addTerms(feature.Field(f), uint32(u), d.Vector[f]); err != nil {
			return fmt.Errorf("%w: terms of %+v", err, at)
		}
	}
	return nil
}

func (b *builder) addTerms(f feature.Field, u uint32, terms []feature.Term) error {
	for i, t := range terms {
		if i > 0 && t.Hash <= terms[i-1].Hash {
			return ErrOrder
		}
		if t.Count == 0 {
			continue // a term that the unit does not have
		}
		p := &b.terms[f][t.Hash>>24]
		p.packed = append(p.packed, byte(t.Hash>>16), byte(t.Hash>>8), byte(t.Hash))
		p.packed = binary.AppendUvarint(p.packed, uint64(u-p.unit))
		p.packed = binary.AppendUvarint(p.packed, uint64(t.Count))
		p.unit = u
		p.terms++
	}
	return nil
}

// place is where a name stands in a list, to which it is added where it does not yet.
func place[T ~string](list *[]T, name T) (byte, error) {
	for i, n := range *list {
		if n == name {
			return byte(i), nil
		}
	}
	if len(*list) == maxNames || len(name) > maxNames {
		return 0, fmt.Errorf("segment: name %.40q is too long or one too many", name)
	}
	*list = append(*list, name)
	return byte(len(*list) - 1), nil
}

// A key is a term of a unit: 24 bits of its hash, 24 of the unit, 16 of the count.
func packKey(hash, unit uint32, count uint64) uint64 {
	return uint64(hash)<<40 | uint64(unit)<<16 | count
}

func unpackKey(key uint64) (unit, count uint32) {
	return uint32(key >> 16 & (maxUnits - 1)), uint32(key & math.MaxUint16)
}

// keys unpacks a part and sorts it by hash, then by unit.
func (p *part) keys(keys, spare []uint64) (_, _ []uint64) {
	keys = keys[:0]
	var u uint32
	for rest := p.packed; len(rest) > 3; {
		hash := uint32(rest[0])<<16 | uint32(rest[1])<<8 | uint32(rest[2])
		gap, n := binary.Uvarint(rest[3:])
		rest = rest[3+n:]
		count, n := binary.Uvarint(rest)
		rest = rest[n:]
		u += uint32(gap)
		keys = append(keys, packKey(hash, u, count))
	}
	if cap(spare) < len(keys) {
		spare = make([]uint64, len(keys))
	}
	return sortKeys(keys, spare[:len(keys)])
}

// sortKeys sorts by the upper 24 bits and leaves equal ones in their order: a radix sort of
// three rounds. It returns the sorted keys and the other slice.
func sortKeys(keys, spare []uint64) (sorted, other []uint64) {
	for shift := 40; shift < 64; shift += 8 {
		var starts [257]int
		for _, k := range keys {
			starts[k>>shift&0xff+1]++
		}
		for i := range 256 {
			starts[i+1] += starts[i]
		}
		for _, k := range keys {
			digit := k >> shift & 0xff
			spare[starts[digit]] = k
			starts[digit]++
		}
		keys, spare = spare, keys
	}
	return keys, spare
}

// body is the body of the file on its way to the disk.
type body struct {
	out     *bufio.Writer
	sum     hash.Hash32
	written uint64
	lengths [sections]uint64
}

func (b *body) Write(data []byte) (int, error) {
	b.written += uint64(len(data))
	_, _ = b.sum.Write(data) // a hash takes everything
	return b.out.Write(data)
}

// section writes what a section has, or its next piece.
func (b *body) section(i int, data []byte) error {
	b.lengths[i] += uint64(len(data))
	_, err := b.Write(data)
	return err
}

func (b *builder) write(f *os.File, id Identity) error {
	if _, err := f.Write(make([]byte, headerBytes)); err != nil {
		return err
	}
	out := &body{out: bufio.NewWriterSize(f, 1<<20), sum: crc32.New(castagnoli)}
	for i, data := range [perFile][]byte{
		names: append(packNames(b.languages), packNames(b.kinds)...),
		tags:  b.tags, fileOf: b.fileOf, unitOf: b.unitOf, files: b.files, pathEnds: b.pathEnds, paths: b.paths,
	} {
		if err := out.section(i, data); err != nil {
			return err
		}
	}
	for field := range feature.Fields {
		if err := b.writeField(out, field); err != nil {
			return err
		}
	}
	if err := out.out.Flush(); err != nil {
		return err
	}
	packed, err := (&header{
		Magic: magic, Version: version, Features: id.Features, Tenant: sha256.Sum256([]byte(id.Tenant)),
		Repository: id.Repository, Generation: id.Generation,
		Units: uint32(b.units()), Files: uint32(len(b.files) / 4), Lengths: out.lengths, Body: out.sum.Sum32(),
	}).pack()
	if err != nil {
		return err
	}
	_, err = f.WriteAt(packed, 0)
	return err
}

// writeField inverts the terms of a field. The lists are the largest part, so they are made
// twice, once for what stands before them, and never stand in memory together.
func (b *builder) writeField(out *body, f feature.Field) error {
	var hashBytes, strideBytes []byte
	var size, terms int
	err := b.eachList(f, func(hash uint32, list []byte) error {
		hashBytes = binary.LittleEndian.AppendUint32(hashBytes, hash)
		if terms%stride == 0 {
			strideBytes = binary.LittleEndian.AppendUint32(strideBytes, uint32(size))
		}
		terms++
		if size += len(list); size > math.MaxUint32 {
			return errors.New("segment: more than 4 GB of lists in a field")
		}
		return nil
	})
	if err != nil {
		return err
	}
	first := perFile + 3*int(f)
	if err := errors.Join(out.section(first+hashes, hashBytes), out.section(first+strides, strideBytes)); err != nil {
		return err
	}
	return b.eachList(f, func(_ uint32, list []byte) error { return out.section(first+lists, list) })
}

// eachList gives the terms of a field in order, each with its list; the list is only good
// until the next.
func (b *builder) eachList(f feature.Field, give func(hash uint32, list []byte) error) error {
	var keys, spare []uint64
	var list, scratch []byte
	for i := range b.terms[f] {
		keys, spare = b.terms[f][i].keys(keys, spare)
		for rest := keys; len(rest) > 0; {
			hash, n := rest[0]>>40, 1
			for n < len(rest) && rest[n]>>40 == hash {
				n++
			}
			list, scratch = appendList(list[:0], scratch, rest[:n])
			if err := give(uint32(i)<<24|uint32(hash), list); err != nil {
				return err
			}
			rest = rest[n:]
		}
	}
	return nil
}

func packNames[T ~string](list []T) []byte {
	out := []byte{byte(len(list))}
	for _, name := range list {
		out = append(out, byte(len(name)))
		out = append(out, name...)
	}
	return out
}

var _ io.Writer = (*body)(nil)
