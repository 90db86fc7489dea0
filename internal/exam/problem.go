package exam

import (
	"encoding/json"
	"time"

	"kadry/internal/fault"
)

// Problem is one problem with everything its page says. Zero fields mean that the page
// does not say. The bank keeps problems under the names of their tags: whoever renames one
// loses what is kept under the old name.
type Problem struct {
	Ref      `json:"-"`
	URL      string   `json:"url,omitempty"`
	Type     string   `json:"type,omitempty"`  // number of the kind in the exam: "9", "Д1", "Д A7"
	Types    []string `json:"types,omitempty"` // all of them where the page names several
	Question Body     `json:"question,omitzero"`
	Passage  Body     `json:"passage,omitzero"` // text shared with the linked problems
	Solution Body     `json:"solution,omitzero"`
	Answer   string   `json:"answer,omitempty"`  // as written on the page, variants by "|" and fields by "&"
	Criteria Body     `json:"criteria,omitzero"` // how long answers are marked
	Points   int      `json:"points,omitempty"`  // most points, where the criteria or the page say
	Analogs  []string `json:"analogs,omitempty"` // ids of problems of the same kind
	Linked   []string `json:"linked,omitempty"`  // ids of the problems that share the passage or the page
	Files    []Link   `json:"files,omitempty"`   // data to download
	Audio    []Link   `json:"audio,omitempty"`
	Codes    []Code   `json:"codes,omitempty"`     // of the official codifier
	Area     string   `json:"area,omitempty"`      // "Предметная область"
	Source   string   `json:"source,omitempty"`    // where the problem comes from
	SourceAt string   `json:"source_at,omitempty"` // address of the source on the site
	Relevant string   `json:"relevant,omitempty"`  // "Актуальность"
	Level    string   `json:"level,omitempty"`     // "Сложность"
	Rule     Body     `json:"rule,omitzero"`       // theory shown beside the problem
}

// Code is one entry of the codifier.
type Code struct {
	Code string `json:"code,omitempty"`
	Name string `json:"name,omitempty"`
}

// Link is something to open or download.
type Link struct {
	Title string `json:"title,omitempty"`
	URL   string `json:"url"`
}

// Body is a piece of a problem in reading order. Its JSON is the list of its blocks.
type Body struct{ Blocks []Block }

// MarshalJSON writes the blocks.
func (b Body) MarshalJSON() ([]byte, error) { return json.Marshal(b.Blocks) }

// UnmarshalJSON reads blocks.
func (b *Body) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &b.Blocks) }

// IsZero tells a body without blocks.
func (b Body) IsZero() bool { return len(b.Blocks) == 0 }

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
	Kind  BlockKind `json:"kind"`
	Spans []Span    `json:"spans,omitempty"` // of a paragraph or an item
	Rows  [][]Cell  `json:"rows,omitempty"`  // of a table
	Head  int       `json:"head,omitempty"`  // how many of the rows are headings
	Text  string    `json:"text,omitempty"`  // of a listing, with its line breaks
	Lang  string    `json:"lang,omitempty"`  // of a listing: "python"
}

// Cell is one cell of a table.
type Cell struct {
	Spans []Span `json:"spans,omitempty"`
	Cols  int    `json:"cols,omitempty"`
	Rows  int    `json:"rows,omitempty"` // how many it covers; 0 is one
}

// Span is a run of text, a formula or an image. Exactly one of the three is set.
type Span struct {
	Text    string   `json:"text,omitempty"`
	Style   Style    `json:"style,omitempty"`
	Formula *Formula `json:"formula,omitempty"`
	Image   *Image   `json:"image,omitempty"`
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
	Alt    string `json:"alt,omitempty"` // the Russian reading, cleaned of soft hyphens
	LaTeX  string `json:"latex,omitempty"`
	MathML string `json:"mathml,omitempty"`
	SVG    string `json:"svg,omitempty"` // address of the picture
	OK     bool   `json:"ok,omitempty"`
}

// Image is a picture of a problem.
type Image struct {
	URL string `json:"url"`
	Alt string `json:"alt,omitempty"`
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
