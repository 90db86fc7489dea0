// Package segment is the file that holds the units of one repository, inverted: by field a
// dictionary of hashes and for each of them the units that have it. A file is written whole
// by Write, mapped into memory by Open and never changed; what a damaged file says is not
// believed. The way through: layout (what is where), list (units of a term), write, open.
package segment

import (
	"iter"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

// Identity is what a segment was made of; a file of another identity is not opened.
type Identity struct {
	Tenant     string
	Repository int64
	Generation int64  // of the repository
	Features   uint32 // version of how features are taken out of code
}

// Segment is an open file. It is safe for concurrent use until it is closed.
type Segment struct {
	data      []byte
	release   func() error
	id        Identity
	units     int
	languages []lexer.Language
	kinds     []unit.Kind
	fileOf    numbers // of each unit, in files
	unitOf    numbers
	tags      []byte // of each unit: language, kind
	files     numbers
	pathEnds  numbers // in paths
	paths     []byte
	fields    [feature.Fields]dictionary
	lengths   [feature.Fields][]uint32
}

// Units is how many there are; they are numbered from 0 in order of their places.
func (s *Segment) Units() int { return s.units }

// Bytes is the size of the file, all of which is mapped.
func (s *Segment) Bytes() int { return len(s.data) }

// Identity is what the segment was made of.
func (s *Segment) Identity() Identity { return s.id }

// Place is where a unit stands.
func (s *Segment) Place(u int) index.Place {
	return index.Place{
		Repository: s.id.Repository,
		File:       int32(s.files.at(int(s.fileOf.at(u)))),
		Unit:       int32(s.unitOf.at(u)),
	}
}

// Languages are those of the units; Tag gives a unit's by its place in them.
func (s *Segment) Languages() []lexer.Language { return s.languages }

// Kinds are those of the units; Tag gives a unit's by its place in them.
func (s *Segment) Kinds() []unit.Kind { return s.kinds }

// Tag is a unit's language and kind by their places in Languages and Kinds.
func (s *Segment) Tag(u int) (language, kind int) { return int(s.tags[2*u]), int(s.tags[2*u+1]) }

// Files is how many files have units.
func (s *Segment) Files() int { return s.files.len() }

// File is the file of a unit by its place among all that have units.
func (s *Segment) File(u int) int { return int(s.fileOf.at(u)) }

// Path is that of a file.
func (s *Segment) Path(file int) string {
	var start uint32
	if file > 0 {
		start = s.pathEnds.at(file - 1)
	}
	return string(s.paths[start:s.pathEnds.at(file)])
}

// Lengths are by unit the counts of a field's terms added up. The caller must not change
// them.
func (s *Segment) Lengths(f feature.Field) []uint32 { return s.lengths[f] }

// Terms is how many terms of a field there are.
func (s *Segment) Terms(f feature.Field) int { return s.fields[f].hashes.len() }

// Find returns the units that have a term.
func (s *Segment) Find(f feature.Field, hash uint32) (List, bool) { return s.fields[f].find(hash) }

// Range goes over the terms of a field in order of their hashes, from the first that is not
// below from to the last that is not above to.
func (s *Segment) Range(f feature.Field, from, to uint32) iter.Seq2[uint32, List] {
	return s.fields[f].between(from, to)
}

// Close gives the memory back; the segment must not be used any more.
func (s *Segment) Close() error {
	if s.release == nil {
		return nil
	}
	release := s.release
	s.release = nil
	return release()
}
