package vector

import (
	"encoding/binary"
	"errors"
	"math"

	"kadry/internal/codematch/feature"
)

var errPacked = errors.New("vector: packed features are damaged")

// Pack writes the features of a unit: by field how many terms there are, then for each how far
// its hash is above the one before it, and its count; all as varints.
func Pack(v feature.Vector) []byte {
	var out []byte
	for _, terms := range v {
		out = binary.AppendUvarint(out, uint64(len(terms)))
		last := uint32(0)
		for _, t := range terms {
			out = binary.AppendUvarint(out, uint64(t.Hash-last))
			out = binary.AppendUvarint(out, uint64(t.Count))
			last = t.Hash
		}
	}
	return out
}

// Unpack reads what Pack wrote.
func Unpack(data []byte) (v feature.Vector, err error) {
	next := func(limit uint64) uint64 {
		n, size := binary.Uvarint(data)
		if size <= 0 || n > limit {
			err = errPacked
			return 0
		}
		data = data[size:]
		return n
	}
	for f := range v {
		n := next(uint64(len(data)) / 2)
		if n > 0 {
			v[f] = make([]feature.Term, 0, n)
		}
		hash := uint64(0)
		for i := range n {
			gap := next(math.MaxUint32 - hash)
			count := next(math.MaxUint16)
			if err != nil || i > 0 && gap == 0 {
				return v, errPacked
			}
			hash += gap
			v[f] = append(v[f], feature.Term{Hash: uint32(hash), Count: uint16(count)})
		}
	}
	if len(data) > 0 {
		err = errPacked
	}
	return v, err
}
