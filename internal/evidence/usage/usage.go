// Package usage reads one source file and says what it imports and which names of the
// imported packages it uses. It scans words, texts and brackets of a language and knows
// no grammar beyond that of imports, so it reads broken and half-known files too; only Go
// has a true parser. What package an import belongs to, who wrote the line and what it
// proves about a person is decided elsewhere.
package usage

import (
	"bytes"
	"strings"
)

// Limits of one file. What lies beyond them is not read; none is reached by code written
// by hand.
const (
	MaxBody    = 1 << 20
	MaxImports = 4000
	MaxSymbols = 4000
	maxName    = 200 // bytes of a path or a symbol; longer is no name
	maxTokens  = 400_000
	maxFrames  = 64 // code in a text in code in a text
)

// Language is a language by Linguist's name.
type Language string

// The languages that Scan knows.
const (
	Python     Language = "Python"
	Cython     Language = "Cython"
	JavaScript Language = "JavaScript"
	TypeScript Language = "TypeScript"
	TSX        Language = "TSX"
	Vue        Language = "Vue"
	Svelte     Language = "Svelte"
	Go         Language = "Go"
	Java       Language = "Java"
	Kotlin     Language = "Kotlin"
	Scala      Language = "Scala"
	Groovy     Language = "Groovy"
	CSharp     Language = "C#"
	Rust       Language = "Rust"
	Ruby       Language = "Ruby"
	PHP        Language = "PHP"
	Swift      Language = "Swift"
	C          Language = "C"
	CPP        Language = "C++"
	ObjectiveC Language = "Objective-C"
	Dart       Language = "Dart"
	Elixir     Language = "Elixir"
	R          Language = "R"
	Notebook   Language = "Jupyter Notebook"
	Shell      Language = "Shell"
	SQL        Language = "SQL"
)

// Import is one package, module, class or header that a file names.
type Import struct {
	// Path is the import as written, normalised: a dotted Python module with the dots of a
	// relative one before it, a JavaScript specifier, a Go import path, a Java class or
	// package ("java.util.*" for one on demand), a Rust path, a C header.
	Path   string
	Names  []string // what it is called in this file; "*" for whatever it has
	Line   int      // 1-based
	Local  bool     // relative, or clearly of the same project
	Dead   bool     // never runs: below "if False", "#if 0"
	Typing bool     // for the type checker only
	Static bool     // of a class's static members, of Java and C#
	Used   bool     // a name of it occurs elsewhere, or it binds none that could
}

// Symbol is a name of an imported package that a file uses: "Depends" for an imported
// name, "array" for numpy.array, "FastAPI.get" for a method through a variable that holds
// one. A name has at most two parts. A command of a shell script has no import.
type Symbol struct {
	Import string
	Name   string
	Line   int // where it is first used, 1-based
	Count  int
}

// File is what one source file says. Both lists are in the order of their lines.
type File struct {
	Imports   []Import
	Symbols   []Symbol
	Free      []string // names that neither an import nor a definition brings, see free; not of Go
	CodeLines int      // lines with more than blanks and comments
	// Kernel is the language of a notebook's code; "" for other files.
	Kernel Language
}

// reader finds the imports of a scanned file and the names it uses.
type reader func(body string) File

func readerOf(lang Language) reader {
	switch lang {
	case Python:
		return readPython
	case Cython:
		return func(body string) File { return readPython(strings.ReplaceAll(body, "cimport ", "import  ")) }
	case Notebook:
		return readNotebook
	case JavaScript, TSX, TypeScript:
		return func(body string) File { return readScript(lang, body) }
	case Vue, Svelte:
		return readComponent
	case Go:
		return readGo
	case Java, Kotlin, Scala, Groovy:
		return func(body string) File { return readJVM(lang, body) }
	case CSharp:
		return readCSharp
	case Rust:
		return readRust
	case Swift:
		return readSwift
	case C, CPP, ObjectiveC:
		return readHeaders
	case Dart:
		return readDart
	case Ruby:
		return readRuby
	case PHP:
		return readPHP
	case Elixir:
		return readElixir
	case R:
		return readR
	case Shell:
		return readShell
	case SQL:
		return readSQL
	}
	return nil
}

// Known reports that Scan can read the language.
func Known(lang Language) bool { return readerOf(lang) != nil }

// Scan reads a file. It takes any bytes; of a language that is not known it says nothing.
func Scan(lang Language, body []byte) File {
	read := readerOf(lang)
	if read == nil {
		return File{}
	}
	return read(normal(body))
}

// normal cuts a body at the limit and gives every line the same end.
func normal(body []byte) string {
	body = bytes.TrimPrefix(body[:min(len(body), MaxBody)], []byte("\xef\xbb\xbf"))
	text := string(body)
	if strings.IndexByte(text, '\r') >= 0 {
		text = lineEnds.Replace(text)
	}
	return text
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
