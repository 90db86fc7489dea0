package competition_test

import (
	"fmt"
	"testing"

	"kadry/internal/market/competition"
)

// The largest sample that is read, with thirty skills and 1,000 resamples.
func BenchmarkOf(b *testing.B) {
	postings := market(2000)
	for i := range postings {
		for s := range 30 {
			if (i*7+s*13)%(s+2) == 0 {
				postings[i].KeySkills = append(postings[i].KeySkills, fmt.Sprint("skill", s))
			}
		}
	}
	for b.Loop() {
		if _, err := competition.Of(b.Context(), competition.Question{}, sampleOf(postings...)); err != nil {
			b.Fatal(err)
		}
	}
}
