// Package align compares two fragments of code by their texts alone: which lines answer to
// which, what differs, and what that says of what they do. It runs nothing and knows no types,
// so it says "equivalent" only where one text is the other by rewritings that keep what is
// computed; two algorithms for one task are at most similar here, which is said as not proved.
//
// The way through Compare: both fragments are read (package syntax); one tree is laid on the
// other (same.go, names.go); where that fails statements are aligned (statement.go, place.go),
// pairs that answer to each other are taken apart (difference.go), and verdict.go weighs.
package align

import (
	"kadry/internal/codematch/align/syntax"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
)

// Fragment is a piece of source text: a function as a rule, or a file.
type Fragment struct {
	Language lexer.Language
	Code     string
}

// MostBytes is how much of a fragment is compared as statements; of a longer one only the
// beginning is, but that it is the same letter for letter is found in any length.
const MostBytes = 128 << 10

// Comparison is what the texts tell. Ranges are lines of the fragments, from 1.
type Comparison struct {
	Clone      match.Clone
	Verdict    match.Verdict
	Confidence float64 // 0..1, that the verdict is right
	// Likelihood is 0..1, that both do the same or nearly so.
	Likelihood  float64
	Reasons     []match.Reason
	Alignment   []match.Alignment // in the order of A, what only B has at its place
	Differences []match.Difference
	Signature   Signature
	// A and B say of each side which share of its statements answers to the other, 0..1.
	A, B float64
	// Cut says that a fragment was too long to be compared whole.
	Cut bool
}

// Contradicted tells whether the texts show a difference in what is computed.
func (c Comparison) Contradicted() bool {
	for _, d := range c.Differences {
		if d.Material {
			return true
		}
	}
	return false
}

// side is one of the fragments, read.
type side struct {
	language lexer.Language
	code     string // as far as it is read
	tokens   []word
	tree     *syntax.Tree
	bound    map[string]bool // names that the fragment gives a meaning to
	fields   map[string]bool // fields that a class in it declares
	outer    map[string]bool // those that all functions share
	items    []item
	lines    int
	cut      bool
}

// read prepares a fragment.
func read(f Fragment) *side {
	src := []byte(f.Code)
	s := &side{language: f.Language}
	tokens := lexer.Lex(nil, f.Language, src)
	s.tokens = significant(f.Language, tokens, src)
	for i, t := range tokens {
		if int(t.End) > MostBytes && i > 0 {
			tokens, s.cut = tokens[:i], true
			break
		}
	}
	s.code = f.Code
	if s.cut {
		s.code = f.Code[:tokens[len(tokens)-1].End]
	}
	s.tree = syntax.Read(f.Language, tokens, src)
	s.cut = s.cut || s.tree.Cut
	s.bound, s.fields = boundNames(s.tree.Root)
	s.outer = outerNames(s.tree.Root)
	syntax.Normalise(s.tree)
	s.items = statements(s.tree.Root)
	for i := range src {
		if src[i] == '\n' {
			s.lines++
		}
	}
	if len(src) > 0 && src[len(src)-1] != '\n' {
		s.lines++
	}
	return s
}

// elements makes a tree of its own in which counts through a list are loops over it.
func (s *side) elements() {
	src := []byte(s.code)
	tokens := lexer.Lex(nil, s.language, src)
	s.tree = syntax.Read(s.language, tokens, src)
	syntax.Normalise(s.tree)
	syntax.Elements(s.tree.Root)
	s.items = statements(s.tree.Root)
}

// Compare compares two fragments. It is deterministic and its time is bounded: two functions
// of 50 lines take well under 5 ms.
func Compare(a, b Fragment) Comparison {
	c := comparing{a: read(a), b: read(b)}
	c.cross = a.Language != b.Language && !related(a.Language, b.Language)
	c.signature = signatures(c.a.tree.Root, c.b.tree.Root)
	c.judge()
	return c.result
}

// related languages share their spelling: what is the same text is the same program.
func related(a, b lexer.Language) bool {
	pair := func(x, y lexer.Language) bool { return a == x && b == y || a == y && b == x }
	return pair(lexer.C, lexer.CPP) || pair(lexer.JavaScript, lexer.TypeScript) || a == "" || b == ""
}

// comparing is a comparison under way.
type comparing struct {
	a, b      *side
	cross     bool // the languages differ
	signature Signature
	pairs     []pair
	same      []bool // of pairs: they say the same
	exactA    float64
	exactB    float64
	size      float64
	exact     int
	result    Comparison
}
