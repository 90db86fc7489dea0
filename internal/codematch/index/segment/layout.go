package segment

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"kadry/internal/codematch/feature"
)

// A file is the header and after it the body, which is cut into sections. Numbers are little
// endian. version changes with anything that is said here or in list.go.
const version = 1

var (
	magic      = [8]byte{'k', 'a', 'd', 'r', 'y', 's', 'e', 'g'}
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// The sections of the body; those of the fields stand after them, three for each.
const (
	names    = iota // languages, then kinds: how many, and each with its length before it, a byte each
	tags            // two bytes a unit
	fileOf          // 4 bytes a unit: its file by place in files
	unitOf          // 4 bytes a unit: its place in the file
	files           // 4 bytes a file: its place in the repository
	pathEnds        // 4 bytes a file: where its path ends in paths
	paths
	perFile // how many sections there are before the fields

	// Of a field, added to perFile + 3*field.
	hashes  = 0 // 4 bytes a term, ascending
	strides = 1 // 4 bytes for each stride of terms: where their lists begin
	lists   = 2
)

// stride is how many lists are walked over at most to come to one of them.
const stride = 8

const sections = perFile + 3*int(feature.Fields)

// header is the beginning of a file.
type header struct {
	Magic      [8]byte
	Version    uint32
	Features   uint32
	Tenant     [sha256.Size]byte
	Repository int64
	Generation int64
	Units      uint32
	Files      uint32
	Lengths    [sections]uint64 // of the sections, which follow each other
	Body       uint32           // CRC-32C of the body
	Sum        uint32           // CRC-32C of the header before it
}

var headerBytes = binary.Size(header{})

// errDamaged is what a file is that does not hold what it has to; such a file is made anew.
var errDamaged = errors.New("segment: the file is damaged")

// ErrOther is a file of another tenant, repository, generation, format or version of features.
var ErrOther = errors.New("segment: the file is of something else")

func (h *header) pack() ([]byte, error) {
	var out bytes.Buffer
	if err := binary.Write(&out, binary.LittleEndian, h); err != nil {
		return nil, err
	}
	packed := out.Bytes()
	binary.LittleEndian.PutUint32(packed[len(packed)-4:], crc32.Checksum(packed[:len(packed)-4], castagnoli))
	return packed, nil
}

// unpack reads and checks the header of a file and returns its sections.
func (h *header) unpack(data []byte, want Identity) (body [sections][]byte, err error) {
	if len(data) < headerBytes {
		return body, errDamaged
	}
	head, rest := data[:headerBytes], data[headerBytes:]
	if _, err := binary.Decode(head, binary.LittleEndian, h); err != nil || h.Magic != magic {
		return body, errDamaged
	}
	if h.Version != version {
		return body, ErrOther
	}
	if crc32.Checksum(head[:headerBytes-4], castagnoli) != h.Sum || crc32.Checksum(rest, castagnoli) != h.Body {
		return body, errDamaged
	}
	if h.Features != want.Features || h.Tenant != sha256.Sum256([]byte(want.Tenant)) ||
		h.Repository != want.Repository || h.Generation != want.Generation {
		return body, ErrOther
	}
	for i, n := range h.Lengths {
		if n > uint64(len(rest)) {
			return body, errDamaged
		}
		body[i], rest = rest[:n:n], rest[n:]
	}
	if len(rest) > 0 {
		return body, errDamaged
	}
	return body, nil
}

// numbers is a section of 32-bit numbers.
type numbers []byte

func (n numbers) len() int             { return len(n) / 4 }
func (n numbers) at(i int) uint32      { return binary.LittleEndian.Uint32(n[4*i:]) }
func (n numbers) valid(count int) bool { return len(n) == 4*count }
