// Package vector brings the features of a unit to a sparse vector of a fixed dimension, for
// databases that search such vectors: the product of a question's vector and a unit's is the
// score that package index defines, but for a constant and for what the sketch leaves out. It is good for
// a first choice, which is then scored exactly by the packed features.
//
// A unit with more terms than a sketch has room for keeps those of each field whose hashes are
// lowest, as every other unit does, so that what two units share is kept in both or in
// neither; what is kept counts for what is left out (bottom-k sketches: Cohen and Kaplan,
// "Summarizing Data using Bottom-k Sketches", 2007). What a term is worth and how a field
// weighs is in the question's vector alone, so a unit's does not change when the corpus does.
package vector

import (
	"cmp"
	"slices"
	"strconv"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/index"
)

const (
	// Dimensions is how long the vectors are: large enough that terms hardly ever fall together.
	Dimensions = 1 << 29

	// Kept is how many terms a unit's vector has at most: two rows of it fit into a page of
	// PostgreSQL.
	Kept = 480

	// Asked is how many terms a question's vector has at most, which is what pgvector takes.
	Asked = 16_000
)

// Sparse is a vector that is 0 but in a few places.
type Sparse []Entry // by place

// Entry is a place of a vector, from 0, and the value there.
type Entry struct {
	Place uint32
	Value float32
}

// Lengths are the mean lengths of units by field.
type Lengths [feature.Fields]float64

// OfUnit is the vector of a unit: what each of its terms counts (index.Saturated), by the
// mean lengths that were known when it was made.
func OfUnit(v feature.Vector, mean Lengths) Sparse {
	var out Sparse
	var room [feature.Fields]int
	share(&v, &room)
	for f, terms := range v {
		if len(terms) == 0 {
			continue
		}
		kept := lowest(feature.Field(f), terms, room[f])
		length, scale := 0, float64(len(terms))/float64(len(kept))
		for _, t := range terms {
			length += int(t.Count)
		}
		for _, k := range kept {
			out = append(out, Entry{uint32(k.hash % Dimensions), float32(scale * index.Saturated(k.count, length, mean[f]))})
		}
	}
	return merge(out)
}

// share gives every field the same room, and what one does not need to the others.
func share(v *feature.Vector, room *[feature.Fields]int) {
	for left := Kept; left > 0; {
		open := 0
		for f := range v {
			if len(v[f]) > room[f] {
				open++
			}
		}
		if open == 0 {
			return
		}
		part := max(1, left/open)
		for f := range v {
			more := min(part, len(v[f])-room[f], left)
			room[f] += more
			left -= more
		}
	}
}

type hashed struct {
	hash  uint64
	count int
}

// lowest are the n terms whose hashes are lowest when they are mixed.
func lowest(f feature.Field, terms []feature.Term, n int) []hashed {
	out := make([]hashed, len(terms))
	for i, t := range terms {
		out[i] = hashed{mix(f, t.Hash), int(t.Count)}
	}
	slices.SortFunc(out, func(a, b hashed) int { return cmp.Compare(a.hash, b.hash) })
	return out[:n]
}

// OfQuestion is the vector of a question: what each of its terms is worth by how many of the
// tenant's units have it, by field over the deviation of that field's scores.
func OfQuestion(q index.Question, units int, frequencies [feature.Fields][]int32, deviations [feature.Fields]float64) Sparse {
	var out Sparse
	for f, terms := range q.Terms {
		weight := index.Signal(q.Weights[f], 0, deviations[f])
		for i, t := range terms {
			value := weight * float64(t.Weight) * index.Inverse(units, int(frequencies[f][i]))
			if value != 0 {
				out = append(out, Entry{uint32(mix(feature.Field(f), t.Hash) % Dimensions), float32(value)})
			}
		}
	}
	if len(out) > Asked {
		slices.SortFunc(out, func(a, b Entry) int { return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Place, b.Place)) })
		out = out[:Asked]
	}
	return merge(out)
}

// merge sorts entries and adds those up that fell on the same place.
func merge(entries Sparse) Sparse {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Value, b.Value)) })
	out := entries[:0]
	for _, e := range entries {
		if n := len(out); n > 0 && out[n-1].Place == e.Place {
			out[n-1].Value += e.Value
			continue
		}
		out = append(out, e)
	}
	return out
}

// Product is the inner product of two vectors.
func (s Sparse) Product(o Sparse) float64 {
	sum := 0.0
	for i, j := 0, 0; i < len(s) && j < len(o); {
		switch {
		case s[i].Place < o[j].Place:
			i++
		case s[i].Place > o[j].Place:
			j++
		default:
			sum += float64(s[i].Value) * float64(o[j].Value)
			i++
			j++
		}
	}
	return sum
}

// String is the vector as pgvector's sparsevec is written, with places from 1.
func (s Sparse) String() string {
	out := make([]byte, 0, 16*len(s)+16)
	out = append(out, '{')
	for i, e := range s {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendUint(out, uint64(e.Place)+1, 10)
		out = append(out, ':')
		out = strconv.AppendFloat(out, float64(e.Value), 'g', 7, 32)
	}
	out = append(out, "}/"...)
	return string(strconv.AppendInt(out, Dimensions, 10))
}

// mix spreads every bit of a term over all: the last steps of MurmurHash3 (Appleby).
func mix(f feature.Field, hash uint32) uint64 {
	h := (uint64(f)+1)<<32 | uint64(hash)
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
