// Package unit cuts a file into the units that are compared: functions, classes and the file
// itself. What nobody here wrote (vendored, generated, minified files and licence texts) is
// left out, with the reason.
package unit

import "kadry/internal/codematch/lexer"

// Kind is what a unit is.
type Kind string

// The kinds of units.
const (
	Function Kind = "function" // a method too
	Class    Kind = "class"    // struct, interface, trait, impl, module of Ruby, enum of Java and PHP, with what belongs to it
	Whole    Kind = "file"
)

// Unit is a piece of a file.
type Unit struct {
	Kind  Kind
	Name  string // as declared, with what it belongs to: "Cache.get"; that of a file is empty
	Start int    // byte of the file
	End   int    // byte behind it
	First int    // line, from 1
	Last  int    // line
	// Parent is the unit that it stands in by its place in File.Units; -1 is the file.
	Parent int
}

// File is a file cut into units; the last unit is the file itself.
type File struct {
	Path     string
	Language lexer.Language
	Units    []Unit
	// Skipped says why there are no units: "vendored", "generated", "minified", "binary",
	// "large", "not code", "licence".
	Skipped string
	// Partial says that the text ended a limit or could not be cut cleanly.
	Partial bool
}

// Limits bound what one file may cost; a zero field is its default.
type Limits struct {
	Bytes int // larger files are skipped; 1 MB
	Nodes int // of a syntax tree; 500,000
	Units int // of a file; 5,000
}
