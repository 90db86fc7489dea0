// Package feature turns a unit of code into sparse features that survive rewriting, renaming
// and translation: words of names, literals, calls, the canonical form of what is done.
package feature

// Field is a kind of feature; terms of one field are compared with terms of that field alone.
type Field uint8

// The fields.
const (
	Subtoken    Field = iota // words of identifiers: parseHTTPHeader is parse, http, header
	Trigram                  // three letters of those words
	Canonical                // runs of the canonical form, which all languages share
	Plain                    // runs of the tokens as they stand, one language
	Shape                    // runs of tokens with names and literals taken out, one language
	Literal                  // numbers and texts
	Call                     // what is called, by a name that languages share
	Fingerprint              // winnowed runs: copies
	Fields                   // how many fields there are
)

// Term is a feature of a unit.
type Term struct {
	Hash  uint32 // of the feature, within its field
	Count uint16 // how often; 65,535 is that or more
}

// Vector is a unit's features: by field, sorted by hash, each hash once.
type Vector [Fields][]Term
