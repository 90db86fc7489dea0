package profile

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

const (
	// accepted is the least share of common weight at which a title is taken for a role.
	accepted = 0.6
	// unknownWeight is what a word no role uses counts: little, because titles carry
	// teams, places and products, but not nothing.
	unknownWeight = 1.0
	// typoCredit is the share a misspelled word counts of the word meant.
	typoCredit = 0.85
	// lettersCredit is what common letters count beside common words in Nearest, and
	// faint the least score worth offering.
	lettersCredit = 0.5
	faint         = 0.1
)

// heads name a trade of many roles; sharing only such a word says nothing.
var heads = map[string]bool{
	"developer": true, "engineer": true, "specialist": true, "analyst": true, "manager": true,
	"administrator": true, "architect": true, "designer": true, "systems": true, "software": true,
	"technical": true, "web": true, "mobile": true, "development": true,
}

// index holds the titles of all roles as words with their rarity.
type index struct {
	titles  [][]reading // by profile
	weights map[string]float64
}

// reading is one title made ready for comparison.
type reading struct {
	words   []string
	letters map[string]bool // triples of letters
}

func newIndex(profiles []Profile, words *lexicon) index {
	ix := index{weights: make(map[string]float64)}
	users := make(map[string]float64)
	for _, p := range profiles {
		var titles []reading
		seen := make(map[string]bool)
		for _, title := range p.titles() {
			read := words.read(title)
			titles = append(titles, reading{words: read, letters: trigrams(title)})
			for _, word := range read {
				if !seen[word] {
					seen[word] = true
					users[word]++
				}
			}
		}
		ix.titles = append(ix.titles, titles)
	}
	for word, n := range users {
		ix.weights[word] = math.Log(1 + float64(len(profiles))/n)
	}
	return ix
}

// Find returns the role a title means: in either language, in any word order and case,
// with words of seniority, unknown additions and small typing errors allowed. A title
// that names two roles means the one named first. A bare "engineer" means none.
func (l *Library) Find(title string) (Profile, bool) {
	asked := l.words.read(title)
	best, found := candidate{}, -1
	for i := range l.profiles {
		c := l.index.compare(asked, i)
		if !c.means {
			continue
		}
		if found < 0 || c.better(best) {
			best, found = c, i
		}
	}
	if found < 0 {
		return Profile{}, false
	}
	return l.profiles[found], true
}

// Nearest returns up to n titles of the roles closest to title, best first, in the
// language of title. It is what to offer when Find found nothing, and is empty when no
// role resembles title at all.
func (l *Library) Nearest(title string, n int) []string {
	asked, letters := l.words.read(title), trigrams(title)
	type near struct {
		title string
		score float64
	}
	var all []near
	russian := strings.ContainsFunc(title, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
	for i, p := range l.profiles {
		score := l.index.compare(asked, i).score
		for _, known := range l.index.titles[i] {
			score = max(score, lettersCredit*share(letters, known.letters))
		}
		if score < faint {
			continue
		}
		shown := p.Title.EN
		if russian {
			shown = p.Title.RU
		}
		all = append(all, near{shown, score})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(b.score, a.score) })
	var titles []string
	for _, candidate := range all[:min(max(n, 0), len(all))] {
		titles = append(titles, candidate.title)
	}
	return titles
}

// candidate says how well the asked words fit one role.
type candidate struct {
	score float64 // 0..1
	place int     // index of the first asked word that the role shares and that is not a head
	means bool    // good enough to be the role asked for
}

// better prefers the higher score, then the role named earlier in the title. The margin
// keeps the order of floating-point sums out of the answer.
func (c candidate) better(than candidate) bool {
	const margin = 1e-9
	if math.Abs(c.score-than.score) > margin {
		return c.score > than.score
	}
	return c.place < than.place
}

func (ix index) compare(asked []string, profile int) candidate {
	var best candidate
	for _, title := range ix.titles[profile] {
		c := ix.overlap(asked, title.words)
		if (c.means && !best.means) || (c.means == best.means && c.better(best)) {
			best = c
		}
	}
	return best
}

// overlap is the Dice share of the weights of the words both titles have.
func (ix index) overlap(asked, title []string) candidate {
	total, shared, place := 0.0, 0.0, -1
	for i, word := range asked {
		total += ix.weight(word)
		meant, credit := closest(word, title)
		if credit == 0 {
			continue
		}
		if place < 0 && !heads[meant] {
			place = i
		}
		shared += ix.weight(meant) * credit
		total += ix.weight(meant) - ix.weight(word) // a misspelled word weighs what it means
	}
	for _, word := range title {
		total += ix.weight(word)
	}
	if total == 0 {
		return candidate{}
	}
	c := candidate{score: min(1, 2*shared/total), place: max(place, 0)}
	same := len(asked) == len(title) && c.score > 1-1e-9
	c.means = c.score >= accepted && (place >= 0 || same)
	return c
}

func (ix index) weight(word string) float64 {
	if w, ok := ix.weights[word]; ok {
		return w
	}
	return unknownWeight
}

// closest returns the word of title that is word, or else the one it misspells.
func closest(word string, title []string) (string, float64) {
	if slices.Contains(title, word) {
		return word, 1
	}
	for _, other := range title {
		if misspells(word, other) {
			return other, typoCredit
		}
	}
	return "", 0
}
