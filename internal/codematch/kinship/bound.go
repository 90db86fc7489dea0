package kinship

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/retrieve"
)

// What a card keeps at most.
const (
	mostPaths      = 400
	mostExtensions = 30
	mostSubtokens  = 400
	mostImports    = 200
	mostNames      = 200 // dependencies; symbols; routes
	mostReadme     = 8 << 10
	longestPath    = 300
	mostCount      = 1 << 30
)

// Bounded is the card with the most telling entries of each list and no name that is longer
// than names are. A bounded card is its own bounded card; one takes up to about 40 KB.
func (c Card) Bounded() Card {
	c.Repository = cut(c.Repository, longestModule)
	c.Files = min(max(c.Files, 0), mostCount)
	c.Paths = spaced(c.Paths, mostPaths, longestPath)
	c.Extensions = heaviest(c.Extensions, mostExtensions, byCount)
	c.Subtokens = heaviest(c.Subtokens, mostSubtokens, telling)
	c.Imports = heaviest(c.Imports, mostImports, byCount)
	c.Dependencies = spaced(c.Dependencies, mostNames, longestModule)
	c.Symbols = spaced(c.Symbols, mostNames, longestModule)
	c.Routes = spaced(c.Routes, mostNames, longestModule)
	c.Readme = cut(c.Readme, mostReadme)
	return c
}

// cut is the beginning of a text, in whole letters.
func cut(text string, most int) string {
	text = strings.ToValidUTF8(text[:min(len(text), most+utf8.UTFMax)], "")
	for at := range text {
		if _, size := utf8.DecodeRuneInString(text[at:]); at+size > most {
			return text[:at]
		}
	}
	return text
}

// spaced are at most so many of the names, evenly drawn from all in order: the first would all
// be of one folder.
func spaced(names []string, most, longest int) []string {
	var kept []string
	for _, name := range names {
		if name != "" && len(name) <= longest && utf8.ValidString(name) {
			kept = append(kept, name)
		}
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	if len(kept) <= most {
		return kept
	}
	drawn := make([]string, most)
	for i := range drawn {
		drawn[i] = kept[i*len(kept)/most]
	}
	return drawn
}

// heaviest are at most so many of the counted names.
func heaviest(counts map[string]int, most int, weight func(string, int) float64) map[string]int {
	type entry struct {
		name   string
		weight float64
	}
	var entries []entry
	for name, count := range counts {
		if name != "" && len(name) <= longestModule && count > 0 && utf8.ValidString(name) {
			entries = append(entries, entry{name, weight(name, min(count, mostCount))})
		}
	}
	if len(entries) == len(counts) && len(entries) <= most && slices.Max(slices.AppendSeq([]int{0}, maps.Values(counts))) <= mostCount {
		return counts
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.name, b.name))
	})
	kept := map[string]int{}
	for _, e := range entries[:min(most, len(entries))] {
		kept[e.name] = min(counts[e.name], mostCount)
	}
	return kept
}

func byCount(_ string, count int) float64 { return float64(count) }

// telling is how much a word of the source says: often here, seldom elsewhere.
func telling(word string, count int) float64 {
	share := background()[retrieve.Stem(strings.ToLower(word))].source
	return math.Log1p(float64(count)) * math.Log((1+backgroundProjects)/(1+backgroundProjects*share))
}
