package schema

import (
	"slices"
	"strings"
)

const (
	nearestKept = 5
	// nearestRead bounds the part of a foreign name that is compared: no name is longer.
	nearestRead = 40
)

// Nearest returns the names most like what was asked for, best first: those that contain
// it, then by the number of letters to change.
func Nearest(asked string, names []string) []string {
	if letters := []rune(asked); len(letters) > nearestRead {
		asked = string(letters[:nearestRead])
	}
	asked = strings.ReplaceAll(strings.ToLower(asked), "-", "_") // as people write names of operations
	distances := make(map[string]int, len(names))
	for _, name := range names {
		distances[name] = distance(asked, name)
		if asked != "" && strings.Contains(name, asked) {
			distances[name] = 0
		}
	}
	sorted := slices.Clone(names)
	slices.SortStableFunc(sorted, func(a, b string) int { return distances[a] - distances[b] })
	return sorted[:min(nearestKept, len(sorted))]
}

// distance is the Levenshtein distance: the least number of letters to insert, drop or replace.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range to {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
