// Package index finds the units that share most with a question: an inverted index whose
// filters apply before anything is ranked, so that a filter never empties a list that has
// matches.
package index

import (
	"cmp"
	"context"

	"kadry/internal/codematch/feature"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/unit"
)

// Document is a unit as it is indexed.
type Document struct {
	Place    Place
	Path     string
	Language lexer.Language
	Kind     unit.Kind
	Vector   feature.Vector
}

// Place is where a unit stands: a repository, one of its files and a unit of that by its
// place in unit.File.Units.
type Place struct {
	Repository int64
	File       int32 // of the repository, in the order of paths
	Unit       int32 // of the file
}

// Compare orders places by repository, file and unit.
func (p Place) Compare(o Place) int {
	return cmp.Or(cmp.Compare(p.Repository, o.Repository), cmp.Compare(p.File, o.File), cmp.Compare(p.Unit, o.Unit))
}

// Filter is which units may be found; an empty field allows all.
type Filter struct {
	Repositories []int64
	Without      []int64 // repositories
	Languages    []lexer.Language
	Kinds        []unit.Kind
	Paths        []string // patterns of paths with * and **; one has to match
}

// Term is a feature that is asked for.
type Term struct {
	Hash   uint32
	Weight float32 // 1 + ln(count) of a unit's own feature
}

// Question is what is looked for.
type Question struct {
	Terms   [feature.Fields][]Term // sorted by hash
	Weights [feature.Fields]float64
	Filter  Filter
	Limit   int
}

// Hit is a unit that was found.
type Hit struct {
	Place      Place
	Generation int64 // of its repository, as it was searched
	// Score is the sum over the fields of weight times signal.
	Score float64
	// Signals say by field how alike it is: raw as scored, and in standard deviations above the
	// mean of all units that the filter allows.
	Raw, Signals [feature.Fields]float32
}

// Answer is what was found, best first; equal scores by place.
type Answer struct {
	Hits     []Hit
	Searched int // units that the filter allowed
	// Units is how many the tenant has, Frequencies how many of them have each term of the
	// question, in its order: what Inverse asks for.
	Units       int
	Frequencies [feature.Fields][]int32
}

// Index finds units. It is safe for concurrent use.
type Index interface {
	Search(ctx context.Context, tenant string, q Question) (Answer, error)
}
