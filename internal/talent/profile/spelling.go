package profile

import "unicode/utf8"

// misspells allows one error in words of five letters and two from nine on; shorter words
// (Java, Ruby, Rust, iOS) are too close to each other.
func misspells(a, b string) bool {
	x, y := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	allowed := 0
	switch short := min(x, y); {
	case short >= 9:
		allowed = 2
	case short >= 5:
		allowed = 1
	}
	return allowed > 0 && max(x, y)-min(x, y) <= allowed && distance(a, b) <= allowed
}

// distance counts insertions, deletions, replacements and swaps of neighbours.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

// share is the Dice share of common members, 0..1.
func share(a, b map[string]bool) float64 {
	if len(a)+len(b) == 0 {
		return 0
	}
	common := 0
	for t := range a {
		if b[t] {
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// trigrams are the triples of neighbouring letters of a title's beginning.
func trigrams(title string) map[string]bool {
	const most = 100
	runes := []rune(" " + fold(title) + " ")
	runes = runes[:min(len(runes), most)]
	all := make(map[string]bool, len(runes))
	for i := 0; i+3 <= len(runes); i++ {
		all[string(runes[i:i+3])] = true
	}
	return all
}
