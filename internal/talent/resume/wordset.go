package resume

import (
	"strings"
	"unicode"
)

// wordSet is a list of words of a data file. A star at an end of an entry takes any letters
// there, and an entry in capitals is a short name that counts only in capitals.
type wordSet struct {
	exact map[string]bool // folded
	short map[string]bool // as written
	stems []stem
}

// stem is a word with a star: what stands before the first, between or after them.
type stem struct {
	part         string
	open, closed bool // letters may stand before it, none may stand after it
}

// add takes one entry.
func (s *wordSet) add(entry string) {
	if s.exact == nil {
		s.exact, s.short = map[string]bool{}, map[string]bool{}
	}
	part, open := strings.CutPrefix(entry, "*")
	part, more := strings.CutSuffix(part, "*")
	switch {
	case open || more:
		s.stems = append(s.stems, stem{fold(part), open, !more})
	case strings.ToUpper(entry) == entry && strings.IndexFunc(entry, unicode.IsLetter) >= 0:
		s.short[entry] = true
	default:
		s.exact[fold(entry)] = true
	}
}

// has looks a word up: folded and as it is written.
func (s *wordSet) has(word, written string) bool {
	if s.exact[word] || s.short[written] {
		return true
	}
	for _, st := range s.stems {
		if st.matches(word) {
			return true
		}
	}
	return false
}

func (s stem) matches(word string) bool {
	i := strings.Index(word, s.part)
	if i < 0 || i > 0 && !s.open {
		return false
	}
	return !s.closed || strings.HasSuffix(word, s.part)
}

// holds looks token i up.
func (p *page) inSet(s *wordSet, i int) bool {
	t := p.tokenAt(i)
	return t.kind == wordToken && s.has(t.word, p.text[t.start:t.end])
}
