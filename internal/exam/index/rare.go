package index

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/exam/subject"
	"kadry/internal/retrieve"
)

// The site wants every word of a query on the page, so a long text or one misread word
// finds nothing: a few rare words find more than the whole text. The groups of words share
// none, so that a misread word spoils one query alone.
const (
	groups     = 3 // of words, a query each: one is free of mistakes where two words are misread
	wordsAsked = 4 // in a query
	// wordsToPart is the fewest words that make three groups, which are of two words then;
	// the two halves of a shorter text follow the whole of it.
	wordsToPart = 2 * groups
	// vocabulary is how many problems of a course tell which words are rare, and that a
	// word in none of them is probably a slip.
	vocabulary   = 300
	shortestWord = 4
)

// rareWord is a word of a query with what speaks for asking it.
type rareWord struct {
	text  string
	place int
	held  int // problems of the bank with the word
}

// Queries makes at most three queries for the site out of a text, best first.
func (x *Index) Queries(course subject.Course, text string) []string {
	words := x.rareWords(course, text)
	words = words[:min(len(words), groups*wordsAsked)]
	n := len(words)
	parts := [groups][2]int{{0, n}, {0, n / 2}, {n / 2, n}}
	if n >= wordsToPart {
		for i := range parts {
			parts[i] = [2]int{i * n / groups, (i + 1) * n / groups}
		}
	}
	var queries []string
	for _, part := range parts {
		chosen := slices.Clone(words[part[0]:part[1]])
		slices.SortFunc(chosen, func(a, b rareWord) int { return a.place - b.place })
		texts := make([]string, len(chosen))
		for i, w := range chosen {
			texts[i] = w.text
		}
		if query := strings.Join(texts, " "); query != "" && !slices.Contains(queries, query) {
			queries = append(queries, query)
		}
	}
	return queries
}

// rareWords lists the different words of a text, those that tell most first: by rarity in
// the bank where it is large enough to tell, else by length.
func (x *Index) rareWords(course subject.Course, text string) []rareWord {
	x.mu.RLock()
	defer x.mu.RUnlock()
	h := x.holdings[course]
	tells := h != nil && len(h.entries) >= vocabulary
	var words, short []rareWord
	for place, token := range retrieve.Tokens(text) {
		if slices.ContainsFunc(words, func(w rareWord) bool { return w.text == token.Text }) {
			continue
		}
		w := rareWord{text: token.Text, place: place}
		if tells {
			for range h.words.Phrase(token.Text) {
				w.held++
			}
		}
		if utf8.RuneCountInString(w.text) < shortestWord || strings.ContainsFunc(w.text, unicode.IsDigit) {
			short = append(short, w)
			continue
		}
		words = append(words, w)
	}
	slices.SortStableFunc(words, func(a, b rareWord) int {
		if tells && a.held != b.held {
			return rank(a.held) - rank(b.held)
		}
		return utf8.RuneCountInString(b.text) - utf8.RuneCountInString(a.text)
	})
	if len(words) == 0 {
		return short
	}
	return words
}

// rank orders words by how many problems hold them, those that none holds last.
func rank(held int) int {
	if held == 0 {
		return 1 << 30
	}
	return held
}
