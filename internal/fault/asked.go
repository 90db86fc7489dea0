package fault

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Clip keeps an echoed value short: a refusal must not carry a megabyte back.
func Clip(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

// NearestKept is how many names a refusal proposes as a rule.
const NearestKept = 5

// Nearest returns the names, in lower case, most like what was asked for, best first and at
// most so many: those that contain it, then by the number of letters to change.
func Nearest(asked string, names []string, most int) []string {
	const longest = 40 // letters compared: no name is longer
	if letters := []rune(asked); len(letters) > longest {
		asked = string(letters[:longest])
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
	return sorted[:min(most, len(sorted))]
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
