package segment

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/edsrzf/mmap-go"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

// Open maps the file of a segment into memory, where that is not to be had reads it, and
// checks all of it.
func Open(path string, id Identity) (_ *Segment, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("segment: open: %w", err)
	}
	defer f.Close() // a mapping outlives its file
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("segment: open: %w", err)
	}
	if info.Size() < int64(headerBytes) {
		return nil, errDamaged // an empty file cannot be mapped
	}
	data, release, err := load(f)
	if err != nil {
		return nil, fmt.Errorf("segment: open: %w", err)
	}
	s, err := Of(data, id)
	if err != nil {
		return nil, errors.Join(err, release())
	}
	s.release = release
	return s, nil
}

// load maps a file, or reads it.
func load(f *os.File) (data []byte, release func() error, err error) {
	if mapped, err := mmap.Map(f, mmap.RDONLY, 0); err == nil {
		return mapped, mapped.Unmap, nil
	}
	data, err = io.ReadAll(f)
	return data, func() error { return nil }, err
}

// Of is the segment that the bytes of a file are.
func Of(data []byte, id Identity) (*Segment, error) {
	var h header
	body, err := h.unpack(data, id)
	if err != nil {
		return nil, err
	}
	s := &Segment{
		data: data, id: id, units: int(h.Units),
		fileOf: body[fileOf], unitOf: body[unitOf], tags: body[tags],
		files: body[files], pathEnds: body[pathEnds], paths: body[paths],
	}
	if !s.readNames(body[names]) || !s.checkUnits(int(h.Files)) {
		return nil, errDamaged
	}
	for f := range feature.Fields {
		of := body[perFile+3*int(f):]
		s.fields[f] = dictionary{hashes: of[hashes], strides: of[strides], lists: of[lists]}
		var ok bool
		if s.lengths[f], ok = s.fields[f].check(s.units); !ok {
			return nil, errDamaged
		}
	}
	return s, nil
}

func (s *Segment) readNames(data []byte) bool {
	languages, data, ok := takeNames[lexer.Language](data)
	if !ok {
		return false
	}
	kinds, data, ok := takeNames[unit.Kind](data)
	s.languages, s.kinds = languages, kinds
	return ok && len(data) == 0
}

func takeNames[T ~string](data []byte) (list []T, rest []byte, ok bool) {
	if len(data) == 0 {
		return nil, nil, false
	}
	count, data := int(data[0]), data[1:]
	for range count {
		if len(data) == 0 || len(data) <= int(data[0]) {
			return nil, nil, false
		}
		n := int(data[0])
		list, data = append(list, T(data[1:1+n])), data[1+n:]
	}
	return list, data, true
}

// checkUnits says whether what is kept of units and files fits together.
func (s *Segment) checkUnits(files int) bool {
	if s.units > maxUnits || len(s.tags) != 2*s.units || !s.fileOf.valid(s.units) || !s.unitOf.valid(s.units) ||
		!s.files.valid(files) || !s.pathEnds.valid(files) {
		return false
	}
	for u := range s.units {
		language, kind := s.Tag(u)
		if int(s.fileOf.at(u)) >= files || language >= len(s.languages) || kind >= len(s.kinds) || int32(s.unitOf.at(u)) < 0 {
			return false
		}
		if u > 0 && !s.follows(u) {
			return false
		}
	}
	end := uint32(0)
	for i := range files {
		if s.pathEnds.at(i) < end || int32(s.files.at(i)) < 0 || i > 0 && s.files.at(i) <= s.files.at(i-1) {
			return false
		}
		end = s.pathEnds.at(i)
	}
	return int(end) == len(s.paths)
}

// follows says whether a unit stands behind the one before it.
func (s *Segment) follows(u int) bool {
	file, before := s.fileOf.at(u), s.fileOf.at(u-1)
	return file > before || file == before && int32(s.unitOf.at(u)) > int32(s.unitOf.at(u-1))
}

// check walks over all lists and adds up the counts by unit; ok is false where anything is
// not as Write leaves it.
func (d *dictionary) check(units int) (lengths []uint32, ok bool) {
	n := d.hashes.len()
	if !d.hashes.valid(n) || !d.strides.valid((n+stride-1)/stride) {
		return nil, false
	}
	lengths = make([]uint32, units)
	rest := []byte(d.lists)
	for i := range n {
		if i%stride == 0 && int(d.strides.at(i/stride)) != len(d.lists)-len(rest) || i > 0 && d.hashes.at(i) <= d.hashes.at(i-1) {
			return nil, false
		}
		var l List
		if l, rest, ok = cut(rest); !ok || !l.check(lengths) {
			return nil, false
		}
	}
	return lengths, len(rest) == 0
}

// check adds the counts of a list to those of its units.
func (l List) check(lengths []uint32) bool {
	var units, counts [Block]uint32
	before, seen := -1, 0
	for n := l.Read(&units, &counts); n > 0; n = l.Read(&units, &counts) {
		for i, u := range units[:n] {
			if int(u) <= before || int(u) >= len(lengths) || counts[i] == 0 || counts[i] > 1<<16-1 {
				return false
			}
			before = int(u)
			lengths[u] += counts[i]
		}
		seen += n
	}
	return seen == l.Units() && seen > 0
}
