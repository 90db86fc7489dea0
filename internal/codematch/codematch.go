// Package codematch is the room of code: it finds where the same thing already stands in
// indexed repositories, in whatever language, and says how it knows.
//
// The way through: an operation (operation_*.go) has its code fetched (source) or reads it from
// the mirror of indexed repositories (mirror); indexing (indexing.go) cuts files into units
// (lexer, unit) and makes them searchable (feature, index); a search (search.go) ranks units
// (rank), verifies the best (verification by align and behaviour, then judge where they are asked
// for) and keeps its answer, which can be explained, judged by people and exported (export). kinship compares
// whole repositories. The tables stand in codematchsql, the pages in codematchweb;
// codematchroom puts them together.
package codematch

import (
	"context"
	"slices"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/fault"
)

// Kind is what was searched for.
type Kind string

// The kinds of searches.
const (
	OfCode       Kind = "code"
	OfFile       Kind = "file"
	OfRepository Kind = "repository"
)

// Search is an answer that is kept.
type Search struct {
	ID       string    `json:"id"`
	Kind     Kind      `json:"kind"`
	At       time.Time `json:"at"`
	Asked    Asked     `json:"asked"`
	Matches  []Match   `json:"matches"`
	Searched int       `json:"searched"` // units
	// Note is what to know of the answer: a budget that was spent, a signal that is missing.
	Note fault.Text `json:"note,omitzero"`
}

// Asked is what a search was for.
type Asked struct {
	Name         string   `json:"name"`                 // address of the file or repository; empty of pasted code
	Language     string   `json:"language"`             // as told or guessed
	Code         string   `json:"code"`                 // of the code or file, bounded
	Repository   int64    `json:"repository,omitempty"` // of the mirror, where that is asked about
	Repositories []string `json:"repositories,omitempty"`
	Verify       string   `json:"verify"`
}

// Match is one thing that was found.
type Match struct {
	match.Match
	Repository int64 `json:"repository"` // of the mirror
	// Depth is how many steps from what was asked about it was found: 0 is by itself.
	Depth int    `json:"depth,omitempty"`
	Via   string `json:"via,omitempty"` // id of the match it was found by
	// Against is the code that a deeper match was compared with, and its language; empty is what
	// was asked about.
	Against         string `json:"against,omitempty"`
	AgainstLanguage string `json:"against_language,omitempty"`
	// Pairs are the functions of a file or repository that answer to each other, best first.
	Pairs    []Pair    `json:"pairs,omitempty"`
	Kinship  *Kinship  `json:"kinship,omitempty"`
	Verdicts []Verdict `json:"verdicts,omitempty"`
}

// against is what a match was compared with.
func (s Search) against(m Match) align.Fragment {
	if m.Against != "" {
		return align.Fragment{Language: lexer.Language(m.AgainstLanguage), Code: m.Against}
	}
	return align.Fragment{Language: lexer.Language(s.Asked.Language), Code: s.Asked.Code}
}

// about are the repositories of the mirror that matches show: theirs, and the one that is asked about.
func (s Search) about(matches ...Match) (list []int64) {
	if s.Asked.Repository != 0 {
		list = append(list, s.Asked.Repository)
	}
	for _, m := range matches {
		if !slices.Contains(list, m.Repository) {
			list = append(list, m.Repository)
		}
	}
	return list
}

// Pair is a function of what was asked about and the function that it answers to.
type Pair struct {
	Asked PairSide `json:"asked"`
	Found PairSide `json:"found"`
	Score float64  `json:"score"`
}

// PairSide is one function of a pair.
type PairSide struct {
	Path  string `json:"path"`
	Name  string `json:"name"`
	Start int    `json:"start_line"`
	End   int    `json:"end_line"`
}

// Kinship is how two repositories relate.
type Kinship struct {
	Score      float64  `json:"score"`      // of what they are about
	Coverage   float64  `json:"coverage"`   // share of functions that have a counterpart, of both
	Compared   int      `json:"compared"`   // functions
	Shared     []string `json:"shared"`     // words and dependencies that few others have
	AskedOnly  []string `json:"asked_only"` // capabilities
	FoundOnly  []string `json:"found_only"`
	Dependency []string `json:"dependencies"` // that both have
}

// Verdict is what a person, or an assistant on their behalf, said of a match.
type Verdict struct {
	Said   string    `json:"verdict"` // same or not_same
	Note   string    `json:"note,omitempty"`
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

// Owners are those with whom an answer goes.
type Owners struct {
	Repositories []int64 // whose code it shows
	Candidate    string  // of the CV base, whose code was asked about; empty is nobody of it
}

// Searches keeps answers and verdicts, each tenant's apart.
type Searches interface {
	// Put keeps an answer, which goes when one of its owners is deleted. The same answer may be
	// put for more than one candidate.
	Put(ctx context.Context, tenant string, s Search, of Owners) error
	Get(ctx context.Context, tenant, id string) (Search, error) // fault.NotFound
	// List returns the newest, of one candidate where one is named.
	List(ctx context.Context, tenant, candidate string, limit int) ([]Search, error)
	// ForgetCandidate drops the answers about the code of a candidate; of nobody is no error.
	ForgetCandidate(ctx context.Context, tenant, candidate string) error
	// Forget drops answers that were made before a moment.
	Forget(ctx context.Context, before time.Time) error
	// Record notes a verdict on a pair of texts, which goes when one of the repositories that it is
	// about is deleted; Verdicts returns all, oldest first. A pair is named by PairOf.
	Record(ctx context.Context, tenant, pair string, v Verdict, repositories []int64) error
	Verdicts(ctx context.Context, tenant string, pairs []string) (map[string][]Verdict, error)
}
