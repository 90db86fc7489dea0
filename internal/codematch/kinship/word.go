package kinship

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kadry/internal/retrieve"
)

const (
	shortestWord = 2
	// longestWord bounds a word in letters; a longer run is base64 or generated.
	longestWord = 32
)

// Words cuts an identifier, a path or a text into its words in lower case: at signs, digits and
// turns of case, "parseHTTPHeader2" is parse, http, header. Words of one letter or of more than
// 32 are left out.
func Words(text string) []string {
	var words []string
	eachWord(text, func(word string) { words = append(words, word) })
	return words
}

func eachWord(text string, visit func(string)) {
	start, letters := -1, 0
	var before rune
	for at, r := range text {
		letter := unicode.IsLetter(r)
		if start >= 0 && (!letter || turns(before, r, text[at:])) {
			emit(text[start:at], letters, visit)
			start = -1
		}
		if letter && start < 0 {
			start, letters = at, 0
		}
		letters++
		before = r
	}
	if start >= 0 {
		emit(text[start:], letters, visit)
	}
}

func emit(word string, letters int, visit func(string)) {
	if letters >= shortestWord && letters <= longestWord {
		visit(strings.ToLower(word))
	}
}

// turns says whether a new word starts at a letter: at a capital behind a small one, and at the
// last of several capitals before a small one.
func turns(before, r rune, rest string) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	if unicode.IsLower(before) {
		return true
	}
	if !unicode.IsUpper(before) {
		return false
	}
	_, size := utf8.DecodeRuneInString(rest)
	next, _ := utf8.DecodeRuneInString(rest[size:])
	return unicode.IsLower(next)
}

// Stems are the words of a text in the form in which they are compared, in English and Russian.
func Stems(text string) []string {
	words := Words(text)
	for i, w := range words {
		words[i] = retrieve.Stem(w)
	}
	return words
}

// stemmer remembers stems, as cards have most of their words in common.
type stemmer map[string]string

func (s stemmer) stem(word string) string {
	found, known := s[word]
	if !known {
		found = retrieve.Stem(word)
		s[word] = found
	}
	return found
}
