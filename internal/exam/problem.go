package exam

import (
	"time"

	"kadry/internal/fault"
)

// Problem is one problem with everything its page says. Zero fields mean that the page
// does not say.
type Problem struct {
	Ref
	URL      string
	Type     string   // number of the kind in the exam: "9", "Д1", "Д A7"
	Types    []string // all of them where the page names several
	Question Body
	Passage  Body // text shared with the linked problems
	Solution Body
	Answer   string   // as written on the page, variants by "|" and fields by "&"
	Criteria Body     // how long answers are marked
	Points   int      // most points, where the criteria or the page say
	Analogs  []string // ids of problems of the same kind
	Linked   []string // ids of the problems that share the passage or the page
	Files    []Link   // data to download
	Audio    []Link
	Codes    []Code // of the official codifier
	Area     string // "Предметная область"
	Source   string // where the problem comes from
	SourceAt string // address of the source on the site
	Relevant string // "Актуальность"
	Level    string // "Сложность"
	Rule     Body   // theory shown beside the problem
}

// Code is one entry of the codifier.
type Code struct{ Code, Name string }

// Link is something to open or download.
type Link struct{ Title, URL string }

// Body is a piece of a problem in reading order.
type Body struct{ Blocks []Block }

// BlockKind is the kind of a block.
type BlockKind string

// The kinds of blocks.
const (
	Paragraph BlockKind = "p"
	ListItem  BlockKind = "li"
	TableRows BlockKind = "table"
	Program   BlockKind = "code"
)

// Block is a paragraph, a list item, a table or a listing.
type Block struct {
	Kind  BlockKind
	Spans []Span   // of a paragraph or an item
	Rows  [][]Cell // of a table
	Head  int      // how many of the rows are headings
	Text  string   // of a listing, with its line breaks
	Lang  string   // of a listing: "python"
}

// Cell is one cell of a table.
type Cell struct {
	Spans      []Span
	Cols, Rows int // how many it covers; 0 is one
}

// Span is a run of text, a formula or an image. Exactly one of the three is set.
type Span struct {
	Text    string
	Style   Style
	Formula *Formula
	Image   *Image
}

// Style is how a run of text is set.
type Style string

// The styles that carry meaning in a problem.
const (
	Plain       Style = ""
	Bold        Style = "b"
	Italic      Style = "i"
	Underlined  Style = "u"
	Superscript Style = "sup"
	Subscript   Style = "sub"
	Struck      Style = "s"
)

// Formula is a formula whose reading aloud was turned into notation. Where that failed OK
// is false, LaTeX and MathML are empty and Alt is all there is.
type Formula struct {
	Alt    string // the Russian reading, cleaned of soft hyphens
	LaTeX  string
	MathML string
	SVG    string // address of the picture
	OK     bool
}

// Image is a picture of a problem.
type Image struct {
	URL string
	Alt string
}

// Warning is a finding about an answer. Text is for everybody; Next is what a caller of the
// operations can do about it, in their names and a tone no page would take, or nothing.
type Warning struct{ Text, Next fault.Text }

// Provenance says where an answer comes from and how old it is.
type Provenance struct {
	FetchedAt time.Time
	FromCache bool // no request was made for it
	Stale     bool // older than its lifetime, and the site could not be asked
	Sent      int  // requests that left for it; told beside an error too
}

// With adds an answer to what others said: as old as the oldest, cached only if all are, at
// the cost of both.
func (p Provenance) With(other Provenance) Provenance {
	if p.FetchedAt.IsZero() || other.FetchedAt.Before(p.FetchedAt) {
		p.FetchedAt = other.FetchedAt
	}
	p.FromCache = p.FromCache && other.FromCache
	p.Stale = p.Stale || other.Stale
	p.Sent += other.Sent
	return p
}

// Stored is a problem as the bank keeps it.
type Stored struct {
	Problem
	FetchedAt time.Time
}

// AllTypes are the types of a problem, also where its page names one.
func (p Problem) AllTypes() []string {
	if len(p.Types) == 0 && p.Type != "" {
		return []string{p.Type}
	}
	return p.Types
}

// Searchable is the text a problem is found by: the question, and the shared passage after
// it, as people type or photograph them.
func (p Problem) Searchable() string {
	text := p.Question.SearchText()
	if !p.Passage.Empty() {
		text += "\n" + p.Passage.SearchText()
	}
	return text
}
