// Package basket counts what a customer is to pay.
package basket

import (
	"errors"
	"sort"
)

// Line is one article of a basket.
type Line struct {
	Article string
	Price   int // kopecks
	Count   int
}

// ErrEmpty says that there is nothing to pay.
var ErrEmpty = errors.New("the basket is empty")

// Total is the sum of a basket, less a discount in percent.
func Total(lines []Line, discount int) (int, error) {
	if len(lines) == 0 {
		return 0, ErrEmpty
	}
	sum := 0
	for _, line := range lines {
		sum += line.Price * line.Count
	}
	return sum - sum*discount/100, nil
}

// Chunks cuts a list into pieces of at most size entries.
func Chunks(lines []Line, size int) [][]Line {
	var pieces [][]Line
	for start := 0; start < len(lines); start += size {
		end := start + size
		if end > len(lines) {
			end = len(lines)
		}
		pieces = append(pieces, lines[start:end])
	}
	return pieces
}

// Merge joins intervals of delivery that overlap.
func Merge(intervals [][2]int) [][2]int {
	sort.Slice(intervals, func(i, j int) bool { return intervals[i][0] < intervals[j][0] })
	var merged [][2]int
	for _, next := range intervals {
		last := len(merged) - 1
		if last >= 0 && next[0] <= merged[last][1] {
			if next[1] > merged[last][1] {
				merged[last][1] = next[1]
			}
			continue
		}
		merged = append(merged, next)
	}
	return merged
}
