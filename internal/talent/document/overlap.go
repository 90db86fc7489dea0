package document

import (
	"strings"
	"unicode"
)

// WordOverlap compares two texts as multisets of lower-cased words: which share of the
// wanted words was got, and which share of the words got was wanted. An empty side scores
// 1 against an empty one and 0 otherwise.
func WordOverlap(got, want string) (recall, precision float64) {
	have, need := wordCounts(got), wordCounts(want)
	var common, gotTotal, wantTotal int
	for w, n := range have {
		common += min(n, need[w])
		gotTotal += n
	}
	for _, n := range need {
		wantTotal += n
	}
	return share(common, wantTotal, gotTotal), share(common, gotTotal, wantTotal)
}

func share(part, whole, other int) float64 {
	switch {
	case whole > 0:
		return float64(part) / float64(whole)
	case other == 0:
		return 1
	}
	return 0
}

func wordCounts(s string) map[string]int {
	counts := map[string]int{}
	isGap := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), isGap) {
		counts[w]++
	}
	return counts
}
