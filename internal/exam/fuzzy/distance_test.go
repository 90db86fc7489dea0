package fuzzy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slowDistance is Sellers' table: row by row, the first row zero, least of the last row.
func slowDistance(query, text []symbol) int {
	row := make([]int, len(query)+1)
	for i := range row {
		row[i] = i
	}
	best := len(query)
	for _, s := range text {
		corner := row[0]
		for i, q := range query {
			step := corner
			if q != s {
				step++
			}
			corner = row[i+1]
			row[i+1] = min(step, row[i]+1, corner+1)
		}
		best = min(best, row[len(query)])
	}
	return best
}

func TestDistance_isThatOfTheFullTable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.Byte().Filter(func(b byte) bool { return b < 3 })
		if rapid.Bool().Draw(t, "many symbols") {
			letters = rapid.ByteRange(0, symbols-1)
		}
		text := rapid.SliceOfN(letters, 0, 400).Draw(t, "text")
		query := rapid.SliceOfN(letters, 1, 300).Draw(t, "query")
		if len(text) > 0 && rapid.Bool().Draw(t, "from the text") {
			from := rapid.IntRange(0, len(text)-1).Draw(t, "from")
			query = slices.Clone(text[from:])
			for range rapid.IntRange(0, 40).Draw(t, "edits") {
				at := rapid.IntRange(0, len(query)-1).Draw(t, "at")
				switch rapid.IntRange(0, 2).Draw(t, "edit") {
				case 0:
					query[at] = letters.Draw(t, "letter")
				case 1:
					query = slices.Insert(query, at, letters.Draw(t, "letter"))
				case 2:
					if len(query) > 1 {
						query = slices.Delete(query, at, at+1)
					}
				}
			}
		}
		limit := rapid.IntRange(0, len(query)).Draw(t, "limit")
		var p pattern
		p.prepare(query)
		got, _ := p.distance(text, limit)
		want := slowDistance(query, text)
		if want <= limit && got != want || want > limit && got <= limit {
			t.Fatalf("distance %d, want %d (limit %d)", got, want, limit)
		}
	})
}
