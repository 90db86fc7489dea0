package rank

import (
	"math/bits"

	"kadry/internal/codematch/feature"
)

// longest is how many symbols of a form the longest common subsequence looks at.
const longest = 256

// sequence is the forms of a query made ready for the longest common subsequence with many
// others, bit by bit (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004): by symbol
// the places where the query has it.
type sequence struct {
	length int
	at     map[uint32]*[longest / 64]uint64
}

func sequenceOf(codes []uint32) sequence {
	s := sequence{length: len(codes), at: make(map[uint32]*[longest / 64]uint64, len(codes))}
	for i, c := range codes {
		places := s.at[c]
		if places == nil {
			places = new([longest / 64]uint64)
			s.at[c] = places
		}
		places[i/64] |= 1 << (i % 64)
	}
	return s
}

// share is the length of the longest common subsequence over the mean of the two lengths,
// and over the shorter.
func (s sequence) share(codes []uint32) (mean, shorter float32) {
	if s.length == 0 || len(codes) == 0 {
		return 0, 0
	}
	words := (s.length + 63) / 64
	var v [longest / 64]uint64
	for w := range v {
		v[w] = ^uint64(0)
	}
	for _, c := range codes {
		places := s.at[c]
		if places == nil {
			continue
		}
		carry := uint64(0)
		for w := range words {
			u := v[w] & places[w]
			var sum uint64
			sum, carry = bits.Add64(v[w], u, carry)
			v[w] = sum | v[w]&^u
		}
	}
	common := 0
	for w := range words {
		zeros := ^v[w]
		if rest := s.length - w*64; rest < 64 {
			zeros &= 1<<rest - 1
		}
		common += bits.OnesCount64(zeros)
	}
	return 2 * float32(common) / float32(s.length+len(codes)), float32(common) / float32(min(s.length, len(codes)))
}

// codes are the symbols of a form as the subsequences compare them: names as places, or left
// out.
func codes(symbols []feature.Symbol, places bool) []uint32 {
	cut := make([]uint32, 0, min(longest, len(symbols)))
	for _, s := range symbols {
		if len(cut) == longest {
			break
		}
		code := s.Code
		if s.Class == feature.Name || s.Class == feature.Callee {
			if !places {
				continue
			}
			code = uint32(s.Class)
		}
		cut = append(cut, code)
	}
	return cut
}
