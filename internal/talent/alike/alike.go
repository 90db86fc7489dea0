// Package alike tells texts that are mostly the same: another version of one CV, or the same
// one in another file. Digests let texts of a large base find each other without comparing
// all of them; what they find is checked by Overlap.
package alike

import (
	"hash/fnv"
	"math"
	"math/bits"

	"kadry/internal/retrieve"
)

const (
	run       = 4  // words of one shingle
	bins      = 16 // smallest digests of a signature
	bands     = 4  // of the signature; texts that agree in all of one band find each other
	leastRuns = 64 // a shorter text has empty bins and resembles too many others
)

// Keys are digests of a text, of which two texts that share nine shingles of ten have one in
// common almost always, and two that share half of them one time in five. A short text has none.
func Keys(text string) []uint64 {
	var least [bins]uint64
	for i := range least {
		least[i] = math.MaxUint64
	}
	found := shingles(text)
	if len(found) < leastRuns {
		return nil
	}
	for s := range found {
		i := s >> (64 - bits.TrailingZeros(bins))
		least[i] = min(least[i], s)
	}
	keys := make([]uint64, 0, bands)
	const rows = bins / bands
	for band := range bands {
		key := uint64(band)
		for _, s := range least[band*rows : (band+1)*rows] {
			key = mixed(key, s)
		}
		keys = append(keys, key)
	}
	return keys
}

// Overlap is the share of the shingles of two texts that both have, from 0 to 1.
func Overlap(a, b string) float64 {
	in, other := shingles(a), shingles(b)
	both := 0
	for s := range in {
		if other[s] {
			both++
		}
	}
	all := len(in) + len(other) - both
	if all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}

// shingles are digests of every run of words, folded as a search folds them.
func shingles(text string) map[uint64]bool {
	tokens := retrieve.Tokens(text)
	found := make(map[uint64]bool, len(tokens))
	var last [run]uint64 // digests of the words before, in a ring
	for i, t := range tokens {
		h := fnv.New64a()
		_, _ = h.Write([]byte(t.Text)) // a hash takes everything
		last[i%run] = h.Sum64()
		if i+1 < run {
			continue
		}
		digest := uint64(0)
		for k := range run {
			digest = mixed(digest, last[(i+1+k)%run])
		}
		found[digest] = true
	}
	return found
}

// mixed joins digests so that their order counts; the constants are those of splitmix64.
func mixed(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
