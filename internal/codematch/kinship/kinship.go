// Package kinship compares repositories: which of them are made for the same purpose, in
// whatever language, and why. A Builder reads a repository file by file into a Card, which is
// small and is stored; a Collection ranks cards by how alike they are to one.
//
// The way through: word.go cuts names and texts into words, readme.go takes out of a README
// what every README says, builder.go makes the card, feature.go turns a card into weighted
// terms by field, collection.go ranks, reason.go says why.
package kinship

// Card is what is kept of a repository. Counts are of occurrences in its sources.
type Card struct {
	Repository   string         `json:"repository"` // owner/name, a host before it does no harm
	Files        int            `json:"files"`      // all, those left out of Paths too
	Paths        []string       `json:"paths,omitempty"`
	Extensions   map[string]int `json:"extensions,omitempty"` // ".go": files
	Subtokens    map[string]int `json:"subtokens,omitempty"`  // words of names in lower case
	Imports      map[string]int `json:"imports,omitempty"`    // modules as the sources name them
	Dependencies []string       `json:"dependencies,omitempty"`
	Symbols      []string       `json:"symbols,omitempty"` // declared names
	Routes       []string       `json:"routes,omitempty"`  // "/api/users"
	Readme       string         `json:"readme,omitempty"`  // its beginning
}

// Field is a side from which repositories are compared.
type Field uint8

// The fields.
const (
	Source     Field = iota // words of names in the source
	Prose                   // words of the README, pairs of neighbours too
	Place                   // words of paths
	Module                  // imports and dependencies
	Capability              // what those are for: "http client", whatever the ecosystem
	Name                    // words of the repository's name, without its owner
	Surface                 // words of routes and declared names
	Topic                   // all words together: a README says what another shows in paths
	Fields                  // how many there are
)

// String is the field's name in reports.
func (f Field) String() string {
	return [...]string{"source", "readme", "paths", "modules", "capabilities", "name", "surface", "topic", "fields"}[min(f, Fields)]
}

// Score is how alike a repository is to the one that is asked about.
type Score struct {
	Card int // its place in the cards given
	// Similarity is a likelihood, 0..1, that both are made for one purpose.
	Similarity float64
	// Signals are cosines by field, 0..1; -1 where one of the two has nothing in the field.
	Signals [Fields]float64
	Reasons Reasons
}

// Reasons say what two repositories have in common and what one has alone, most telling first.
type Reasons struct {
	Words        []string // rare words of sources, paths and README, in full
	Dependencies []string // modules
	Capabilities []string // both have
	OnlyA, OnlyB []string // capabilities
}
