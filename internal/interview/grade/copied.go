package grade

import "strings"

// The questions and their references are published with the program. An answer in their very
// words shows that somebody found them, and nothing else.
const (
	copiedRun        = 5   // words in a row that count as copied
	copiedLeast      = 12  // words of an answer that can be called a copy
	copiedShare      = 0.6 // of them in such rows
	copiedConfidence = 0.3
)

// rows are the runs of words, by stem, that a text holds.
func (p passage) rows(found map[string]bool) {
	stems := p.stems()
	for i := 0; i+copiedRun <= len(stems); i++ {
		found[strings.Join(stems[i:i+copiedRun], " ")] = true
	}
}

// published are the runs of words of a reference.
func published(ref Reference) map[string]bool {
	found := map[string]bool{}
	for _, text := range append([]string{ref.Text}, ref.Alternatives...) {
		skim(text).rows(found)
	}
	for _, p := range ref.Points {
		for _, texts := range [][]string{{p.Text}, p.Synonyms, p.Right} {
			for _, text := range texts {
				skim(text).rows(found)
			}
		}
	}
	return found
}

// copies tells an answer that is mostly made of runs of words of the reference.
func (c *claims) copies(p passage) bool {
	if len(p.words) < copiedLeast {
		return false
	}
	stems, copied, until := p.stems(), 0, 0
	for i := 0; i+copiedRun <= len(stems); i++ {
		if c.published[strings.Join(stems[i:i+copiedRun], " ")] {
			copied += i + copiedRun - max(i, until)
			until = i + copiedRun
		}
	}
	return float64(copied) >= copiedShare*float64(len(stems))
}
